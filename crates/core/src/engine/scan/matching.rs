//! Where one rule matches around one of its literals.

use std::ops::Range;

use super::super::Engine;
use crate::assign::{self, Assignment};
use crate::literal::{self, starts_word};
use crate::rule::{BACK_REACH, Kind, Rule, Whole};
use crate::secrets::checks::{CONTEXT, Candidate};

/// Where a rule matched in a layer's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Match {
    /// What is the secret.
    pub whole: Range<usize>,
    /// What the rule's `value` matched.
    pub value: Range<usize>,
    /// The key's name; empty for tokens.
    pub key: Range<usize>,
    /// The value stands in quotes.
    pub quoted: bool,
}

impl Match {
    /// What checks are given. Where a rule has no value, the whole stands for it.
    pub(in crate::engine) fn candidate<'t>(&self, text: &'t [u8]) -> Candidate<'t> {
        let whole = &text[self.whole.clone()];
        let value = &text[self.value.clone()];
        let value = if value.is_empty() { whole } else { value };
        let Range { start, end } = self.whole;
        Candidate {
            whole,
            value,
            key: &text[self.key.clone()],
            quoted: self.quoted,
            before: &text[start.saturating_sub(CONTEXT)..start],
            behind: &text[end..text.len().min(end + CONTEXT)],
        }
    }
}

/// What the assignment parser gave at a literal, with the reach it was allowed.
#[derive(Default)]
pub(super) struct Parsed {
    last: Option<(u32, Option<Assignment>)>,
}

impl Parsed {
    fn at(&mut self, reach: u32, parse: impl FnOnce() -> Option<Assignment>) -> Option<Assignment> {
        match &self.last {
            Some((known, found)) if *known == reach => found.clone(),
            _ => self.last.insert((reach, parse())).1.clone(),
        }
    }
}

impl Engine {
    /// Where a rule matches around one of its literals, which stands at `literal`. Everything it looks at lies within [`BACK_REACH`] bytes before the literal and
    /// the rule's reach behind, so the answer depends on nothing else.
    pub(in crate::engine) fn match_at(
        &self,
        rule: Rule<'_>,
        text: &[u8],
        literal: Range<usize>,
    ) -> Option<Match> {
        self.match_with(rule, text, literal, &mut Parsed::default())
    }

    /// [`match_at`](Self::match_at) for several rules at one literal: what is parsed for one serves the others.
    pub(super) fn match_with(
        &self,
        rule: Rule<'_>,
        text: &[u8],
        literal: Range<usize>,
        parsed: &mut Parsed,
    ) -> Option<Match> {
        let from = literal.start.saturating_sub(BACK_REACH);
        let to = text.len().min(literal.start + rule.reach as usize);
        if literal.end > to {
            return None;
        }
        let window = &text[from..to];
        let literal = literal.start - from..literal.end - from;
        let found = match rule.kind {
            Kind::Token => self.match_token(rule, window, literal)?,
            Kind::Assignment => self.match_assignment(rule, window, literal, parsed)?,
        };
        let shift = |range: Range<usize>| range.start + from..range.end + from;
        Some(Match {
            whole: shift(found.whole),
            value: shift(found.value),
            key: shift(found.key),
            quoted: found.quoted,
        })
    }

    fn match_token(&self, rule: Rule<'_>, text: &[u8], literal: Range<usize>) -> Option<Match> {
        let pattern = |id| self.pattern(id);
        let start = match rule.before.map(pattern) {
            Some(before) => before.match_backward(text, literal.start)?,
            None => literal.start,
        };
        if rule.boundary.left() && !starts_word(text, start) {
            return None;
        }
        let value_start = match rule.gap.map(pattern) {
            Some(gap) => gap.match_forward(text, literal.end)?,
            None => literal.end,
        };
        let value = rule.value.map(pattern);
        let value_end = match value {
            Some(value) => value.match_forward(text, value_start)?,
            None => value_start,
        };
        if rule.boundary.right() && !ends_word(text, value_end, rule.dash_continues) {
            return None;
        }
        if let Some(after) = rule.after.map(pattern) {
            after.match_forward(text, value_end)?;
        }
        let whole = match rule.whole {
            Whole::Value => value_start..value_end,
            Whole::LiteralValue => literal.start..value_end,
            Whole::BeforeLiteralValue => start..value_end,
        };
        // A match without a byte says nothing.
        (!whole.is_empty()).then_some(Match {
            whole,
            value: value_start..value_end,
            key: literal.start..literal.start,
            quoted: false,
        })
    }

    fn match_assignment(
        &self,
        rule: Rule<'_>,
        text: &[u8],
        literal: Range<usize>,
        parsed: &mut Parsed,
    ) -> Option<Match> {
        let found = parsed.at(rule.reach, || assign::parse(text, literal))?;
        if let Some(key) = rule.key.map(|id| self.pattern(id))
            && !key.is_match(&text[found.key.clone()])
        {
            return None;
        }
        if let Some(value) = rule.value.map(|id| self.pattern(id)) {
            let end = value.match_forward(&text[..found.value.end], found.value.start)?;
            if end != found.value.end {
                return None;
            }
        }
        Some(Match {
            whole: found.value.clone(),
            value: found.value,
            key: found.key,
            quoted: found.quoted,
        })
    }
}

/// True where a token that ends at `at` touches no word behind it. `-` goes on with a value in whose alphabet it is.
fn ends_word(text: &[u8], at: usize, dash_continues: bool) -> bool {
    text.get(at).is_none_or(|&next| !(literal::is_word(next) || dash_continues && next == b'-'))
}
