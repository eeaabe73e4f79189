//! What is asked of a match before it is a finding, cheapest questions first.

use std::ops::Range;

use memchr::memmem;

use super::Engine;
use super::scan::Match;
use crate::finding::Confidence;
use crate::rule::{Component, Part, Rule};
use crate::secrets::checks::{CHECKS, Candidate, Verdict};
use crate::secrets::{entropy, placeholder};

/// How sure the match is by its own bytes and its key, or `None` when they show that it is no finding.
pub(super) fn by_itself(rule: Rule<'_>, text: &[u8], found: &Match) -> Option<Confidence> {
    let candidate = found.candidate(text);
    let Candidate { whole, value, .. } = candidate;
    if rule.placeholders && placeholder::is_placeholder(value) {
        return None;
    }
    if rule.entropy_milli > 0 && entropy::shannon(value) * 1000.0 < f32::from(rule.entropy_milli) {
        return None;
    }
    let mut confidence = rule.confidence;
    for check in rule.checks() {
        match (CHECKS.get(usize::from(check.0))?.run)(candidate) {
            Verdict::Fail => return None,
            Verdict::Verified => confidence = Confidence::Verified,
            Verdict::Pass => {}
        }
    }
    for boost in rule.boosts() {
        if (CHECKS.get(usize::from(boost.0))?.run)(candidate) == Verdict::Verified {
            confidence = Confidence::Verified;
        }
    }
    let is = |allowed: &str| allowed.as_bytes() == whole || allowed.as_bytes() == value;
    (!rule.allow_values().any(is)).then_some(confidence)
}

impl Engine {
    /// How sure the match is, or `None` when it is no finding.
    pub(super) fn judge(&self, rule: Rule<'_>, text: &[u8], found: &Match) -> Option<Confidence> {
        let mut confidence = by_itself(rule, text, found)?;
        let whole = &text[found.whole.clone()];
        if rule.allow_patterns().iter().any(|&id| self.pattern(id).is_match(whole)) {
            return None;
        }
        for component in rule.components() {
            if !self.stands_near(component, text, &found.whole) {
                if !component.optional {
                    return None;
                }
                confidence = confidence.min(Confidence::Context);
            }
        }
        Some(confidence)
    }

    /// True when the component stands within its distance of `whole`, and does not overlap it.
    fn stands_near(&self, component: &Component, text: &[u8], whole: &Range<usize>) -> bool {
        let within = component.within as usize;
        let region = whole.start.saturating_sub(within)..text.len().min(whole.end + within);
        let near = |part: Range<usize>| {
            let between = if part.end <= whole.start {
                part.end..whole.start
            } else if part.start >= whole.end {
                whole.end..part.start
            } else {
                return false;
            };
            component.lines == u32::MAX
                || memchr::memchr_iter(b'\n', &text[between]).count() <= component.lines as usize
        };
        match component.part {
            Part::Rule(id) => self.rule_near(self.rule(id), text, region, &near),
            // The two sides are searched apart, so that the match cannot overlap what it goes with.
            Part::Pattern(id) => {
                let pattern = self.pattern(id);
                let lines = component.lines as usize;
                pattern.is_match(last_lines(&text[region.start..whole.start], lines))
                    || pattern.is_match(first_lines(&text[whole.end..region.end], lines))
            }
        }
    }

    fn rule_near(
        &self,
        rule: Rule<'_>,
        text: &[u8],
        region: Range<usize>,
        near: &dyn Fn(Range<usize>) -> bool,
    ) -> bool {
        let found = |start: usize, len: usize| {
            let start = region.start + start;
            let literal = start..start + len;
            self.match_at(rule, text, literal).is_some_and(|found| {
                near(found.whole.clone()) && region.contains(&found.whole.start)
            })
        };
        let inside = &text[region.clone()];
        rule.literals().any(|literal| {
            let literal = literal.as_bytes();
            if rule.nocase {
                return inside
                    .windows(literal.len())
                    .enumerate()
                    .filter(|(_, window)| window.eq_ignore_ascii_case(literal))
                    .any(|(start, _)| found(start, literal.len()));
            }
            overlapping(inside, literal).any(|start| found(start, literal.len()))
        })
    }
}

/// Where `needle` stands in `text`, overlapping itself too.
fn overlapping<'t>(text: &'t [u8], needle: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let finder = memmem::Finder::new(needle);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + finder.find(text.get(from..)?)?;
        from = at + 1;
        Some(at)
    })
}

/// The part of `text` that holds its last `lines` line ends and what follows them.
fn last_lines(text: &[u8], lines: usize) -> &[u8] {
    match memchr::memrchr_iter(b'\n', text).nth(lines) {
        Some(end) => &text[end + 1..],
        None => text,
    }
}

/// The part of `text` up to, not including, the line end after `lines` others.
fn first_lines(text: &[u8], lines: usize) -> &[u8] {
    match memchr::memchr_iter(b'\n', text).nth(lines) {
        Some(end) => &text[..end],
        None => text,
    }
}
