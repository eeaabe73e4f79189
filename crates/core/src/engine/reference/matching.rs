//! One rule of the twin: where it matches and what comes of a match.

use std::ops::Range;

use regex_automata::meta::{Builder, Config, Regex};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::super::scan::Match;
use super::super::{BuildError, judge};
use super::Twin;
use crate::finding::Confidence;
use crate::rule::{
    BACK_REACH, Component, ComponentSpec, Kind, Part, PartSpec, Rule, RuleSpec, Whole,
};
use crate::{assign, literal};

/// A rule's patterns, compiled for another engine.
pub(super) struct TwinPatterns {
    /// For each length of a literal: `before`, so many bytes, and no more.
    before: Vec<(usize, Regex)>,
    gap: Option<Regex>,
    value: Option<Regex>,
    /// The value may end with `-`.
    dash_ends_value: bool,
    after: Option<Regex>,
    key: Option<Regex>,
    allowed: Vec<Regex>,
    /// The patterns among the components.
    components: Vec<Option<Regex>>,
}

impl TwinPatterns {
    pub(super) fn new(spec: &RuleSpec) -> Result<Self, BuildError> {
        let one = |text: &Option<String>| text.as_deref().map(|text| regex(spec, text, false));
        let mut lens: Vec<usize> = spec.literals.iter().map(String::len).collect();
        lens.sort_unstable();
        lens.dedup();
        let before = spec.before.iter().flat_map(|before| {
            lens.iter().map(move |&len| {
                Ok((len, regex(spec, &format!("(?:{before})(?s-u:.{{{len}}})\\z"), false)?))
            })
        });
        let component = |component: &ComponentSpec| match &component.part {
            PartSpec::Rule(_) => Ok(None),
            PartSpec::Pattern(text) => regex(spec, text, false).map(Some),
        };
        let last = spec.value.as_deref().and_then(|value| crate::verify::parse(value).ok());
        Ok(Self {
            before: before.collect::<Result<_, BuildError>>()?,
            gap: one(&spec.gap).transpose()?,
            value: one(&spec.value).transpose()?,
            dash_ends_value: last.is_some_and(|value| may_end_with(&value, b'-').0),
            after: one(&spec.after).transpose()?,
            key: spec.key.as_deref().map(|key| regex(spec, key, true)).transpose()?,
            allowed: spec
                .allow_patterns
                .iter()
                .map(|text| regex(spec, text, false))
                .collect::<Result<_, _>>()?,
            components: spec.components.iter().map(component).collect::<Result<_, _>>()?,
        })
    }
}

/// A rule with those patterns.
#[derive(Clone, Copy)]
pub(super) struct TwinRule<'t> {
    pub(super) rule: Rule<'t>,
    pub(super) patterns: &'t TwinPatterns,
}

impl TwinRule<'_> {
    /// Every place where a literal stands, each once.
    pub(super) fn literals_in(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for literal in self.rule.literals() {
            for (start, window) in text.windows(literal.len()).enumerate() {
                let equal = if self.rule.nocase {
                    window.eq_ignore_ascii_case(literal.as_bytes())
                } else {
                    window == literal.as_bytes()
                };
                if equal {
                    found.push(start..start + literal.len());
                }
            }
        }
        found.sort_unstable_by_key(|range| (range.start, range.end));
        found.dedup();
        found
    }

    /// Where the rule matches round a literal, within its window.
    pub(super) fn match_at(&self, text: &[u8], literal: Range<usize>) -> Option<Match> {
        let from = literal.start.saturating_sub(BACK_REACH);
        let to = text.len().min(literal.start + self.rule.reach as usize);
        let window = text.get(from..to).filter(|_| literal.end <= to)?;
        let literal = literal.start - from..literal.end - from;
        let found = match self.rule.kind {
            Kind::Token => self.token(window, literal)?,
            Kind::Assignment => self.assignment(window, literal)?,
        };
        let shift = |range: Range<usize>| range.start + from..range.end + from;
        Some(Match {
            whole: shift(found.whole),
            value: shift(found.value),
            key: shift(found.key),
            quoted: found.quoted,
        })
    }

    fn token(&self, text: &[u8], literal: Range<usize>) -> Option<Match> {
        let mut start = literal.start;
        if let Some((_, before)) =
            self.patterns.before.iter().find(|(len, _)| *len == literal.len())
        {
            // The first start that matches is that of the longest match.
            let up_to = &text[..literal.end];
            start = (0..=literal.start)
                .find(|&start| before.is_match(anchored(up_to, start..up_to.len())))?;
        }
        let gap_end = end_of(self.patterns.gap.as_ref(), text, literal.end)?;
        let value_end = end_of(self.patterns.value.as_ref(), text, gap_end)?;
        end_of(self.patterns.after.as_ref(), text, value_end)?;
        if self.rule.boundary.left() && !literal::starts_word(text, start) {
            return None;
        }
        if let Some(&next) = text.get(value_end)
            && self.rule.boundary.right()
            && (literal::is_word(next) || (next == b'-' && self.patterns.dash_ends_value))
        {
            return None;
        }
        let whole = match self.rule.whole {
            Whole::Value => gap_end..value_end,
            Whole::LiteralValue => literal.start..value_end,
            Whole::BeforeLiteralValue => start..value_end,
        };
        let key = literal.start..literal.start;
        let value = gap_end..value_end;
        (!whole.is_empty()).then_some(Match { whole, value, key, quoted: false })
    }

    fn assignment(&self, text: &[u8], literal: Range<usize>) -> Option<Match> {
        let found = assign::parse(text, literal)?;
        if self.patterns.key.as_ref().is_some_and(|key| !key.is_match(&text[found.key.clone()])) {
            return None;
        }
        let end =
            end_of(self.patterns.value.as_ref(), &text[..found.value.end], found.value.start)?;
        if self.patterns.value.is_some() && end != found.value.end {
            return None;
        }
        let (value, key) = (found.value, found.key);
        Some(Match { whole: value.clone(), value, key, quoted: found.quoted })
    }

    /// How sure a match is, or `None` when it is no finding. `twin` has all rules, for components.
    pub(super) fn judge(&self, twin: &Twin, text: &[u8], found: &Match) -> Option<Confidence> {
        let mut confidence = judge::by_itself(self.rule, text, found)?;
        let secret = &text[found.whole.clone()];
        if self.patterns.allowed.iter().any(|allowed| allowed.is_match(secret)) {
            return None;
        }
        for (component, pattern) in self.rule.components().iter().zip(&self.patterns.components) {
            let near = match (component.part, pattern) {
                (Part::Rule(id), _) => {
                    twin.rule(id.0 as usize).stands_near(text, component, &found.whole)
                }
                (Part::Pattern(_), Some(pattern)) => {
                    pattern_near(text, component, pattern, &found.whole)
                }
                (Part::Pattern(_), None) => false,
            };
            match (near, component.optional) {
                (true, _) => {}
                (false, true) => confidence = confidence.min(Confidence::Context),
                (false, false) => return None,
            }
        }
        Some(confidence)
    }

    /// True when one of this rule's literals, and the start of the secret that belongs to it, lie so near to `whole`, and the two do not overlap.
    fn stands_near(&self, text: &[u8], component: &Component, whole: &Range<usize>) -> bool {
        let region = region(text, component, whole);
        self.literals_in(&text[region.clone()]).into_iter().any(|literal| {
            let literal = literal.start + region.start..literal.end + region.start;
            let Some(part) = self.match_at(text, literal).map(|found| found.whole) else {
                return false;
            };
            let between =
                if part.end <= whole.start { part.end..whole.start } else { whole.end..part.start };
            between.start <= between.end
                && region.contains(&part.start)
                && lines(&text[between]) <= component.lines as usize
        })
    }
}

/// True when the pattern matches, without what lies farther away, before or behind `whole`.
fn pattern_near(text: &[u8], component: &Component, pattern: &Regex, whole: &Range<usize>) -> bool {
    let region = region(text, component, whole);
    let max = component.lines as usize;
    let mut before = region.start;
    while lines(&text[before..whole.start]) > max {
        before += 1;
    }
    let mut behind = region.end;
    while lines(&text[whole.end..behind]) > max {
        behind -= 1;
    }
    pattern.is_match(&text[before..whole.start]) || pattern.is_match(&text[whole.end..behind])
}

/// What lies within a component's distance.
fn region(text: &[u8], component: &Component, whole: &Range<usize>) -> Range<usize> {
    let within = component.within as usize;
    whole.start.saturating_sub(within)..text.len().min(whole.end + within)
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// The end of the part that starts at `at`; `at` itself where the rule has no such part.
fn end_of(part: Option<&Regex>, text: &[u8], at: usize) -> Option<usize> {
    let Some(part) = part else { return Some(at) };
    part.search(&anchored(text, at..text.len())).map(|found| found.end())
}

fn anchored(text: &[u8], range: Range<usize>) -> Input<'_> {
    Input::new(text).range(range).anchored(Anchored::Yes)
}

/// A pattern of a rule for the meta engine: bytes, ASCII classes.
fn regex(spec: &RuleSpec, pattern: &str, nocase: bool) -> Result<Regex, BuildError> {
    let syntax = syntax::Config::new().unicode(false).utf8(false).case_insensitive(nocase);
    Builder::new()
        .configure(Config::new().utf8_empty(false))
        .syntax(syntax)
        .build(pattern)
        .map_err(|error| BuildError::of_twin(&spec.id, pattern, &error.to_string()))
}

/// Whether a match may end with the byte, and whether it may be empty.
fn may_end_with(hir: &Hir, byte: u8) -> (bool, bool) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => (false, true),
        HirKind::Literal(literal) => (literal.0.last() == Some(&byte), literal.0.is_empty()),
        HirKind::Class(Class::Bytes(bytes)) => {
            let holds = |range: &regex_syntax::hir::ClassBytesRange| {
                (range.start()..=range.end()).contains(&byte)
            };
            (bytes.ranges().iter().any(holds), false)
        }
        HirKind::Class(Class::Unicode(chars)) => {
            let holds = |range: &regex_syntax::hir::ClassUnicodeRange| {
                (range.start()..=range.end()).contains(&char::from(byte))
            };
            (chars.ranges().iter().any(holds), false)
        }
        HirKind::Repetition(repetition) => {
            let (ends, empty) = may_end_with(&repetition.sub, byte);
            (ends && repetition.max != Some(0), empty || repetition.min == 0)
        }
        HirKind::Capture(capture) => may_end_with(&capture.sub, byte),
        HirKind::Concat(parts) => {
            let mut ends = false;
            for part in parts.iter().rev() {
                let (one, empty) = may_end_with(part, byte);
                ends |= one;
                if !empty {
                    return (ends, false);
                }
            }
            (ends, true)
        }
        HirKind::Alternation(parts) => {
            let parts = parts.iter().map(|part| may_end_with(part, byte));
            parts.fold((false, false), |all, one| (all.0 | one.0, all.1 | one.1))
        }
    }
}
