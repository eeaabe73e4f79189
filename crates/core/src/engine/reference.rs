//! The naive twin of the engine: slower by orders of magnitude, and with the same findings.
//!
//! A [`Twin`] compares every literal of every rule at every position and matches the rules' patterns with another engine, `regex-automata`'s
//! meta one. It shares with the [`Engine`] what judges a match by itself, the parser of assignments and the functions that decode; it has its own
//! matching, its own look for components, and its own search for what can be decoded.
//!
//! [`sightings`] and [`cut`] bring what an engine finds, in one piece or in segments, into the same form.

mod matching;

use std::collections::BTreeSet;
use std::ops::Range;

use super::paths::PathRules;
use super::scan::MAX_DECODE_DEPTH;
use super::{
    BuildError, CONTEXT_AFTER, CONTEXT_BEFORE, Engine, Resolved, Scratch, Segment, resolve,
};
use crate::allow;
use crate::decode::{self, base64, hex, percent, unicode};
use crate::finding::{Codec, Finding, RuleId, Span, Via};
use crate::rule::{RuleSpec, Rules};

/// A finding before overlaps are resolved, with what the engine hands over beside it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sighting {
    /// The finding.
    pub finding: Finding,
    /// Its rule's priority.
    pub priority: i16,
    /// An inline comment allows it.
    pub allowed: bool,
    /// The name of the key the value is bound to; empty for tokens.
    pub key: Vec<u8>,
    /// The secret's bytes, decoded.
    pub secret: Vec<u8>,
}

/// What an engine finds in segments of a text, sorted, each once.
#[must_use]
pub fn sightings(engine: &Engine, segments: &[Segment<'_>]) -> Vec<Sighting> {
    let mut scratch = Scratch::default();
    let mut found = Vec::new();
    for segment in segments {
        engine.scan_segment(&mut scratch, segment, &mut |one| {
            found.push(Sighting {
                finding: one.finding,
                priority: one.priority,
                allowed: one.allowed,
                key: one.candidate.key.to_vec(),
                secret: one.candidate.whole.to_vec(),
            });
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What stays of sightings after inline comments and overlaps, as [`Engine::scan`] gives it.
#[must_use]
pub fn resolved(sightings: &[Sighting]) -> Vec<Finding> {
    let mut shown: Vec<_> = sightings
        .iter()
        .filter(|one| !one.allowed)
        .map(|one| Resolved { finding: one.finding, priority: one.priority, payload: () })
        .collect();
    resolve(&mut shown);
    shown.into_iter().map(|one| one.finding).collect()
}

/// A text cut at these offsets into segments with just the context that is asked for. Texts in UTF-16 and UTF-32 are cut at multiples of four.
#[must_use]
pub fn cut<'t>(text: &'t [u8], offsets: &[usize]) -> Vec<Segment<'t>> {
    let encoding = unicode::detect(text);
    let unit = if encoding.is_some() { 4 } else { 1 };
    let mut ends: Vec<usize> =
        offsets.iter().map(|offset| offset.min(&text.len()) / unit * unit).collect();
    ends.push(text.len());
    ends.sort_unstable();
    ends.dedup();
    let mut from = 0usize;
    ends.into_iter()
        .map(|to| {
            let start = from.saturating_sub(CONTEXT_BEFORE);
            let end = text.len().min(to + CONTEXT_AFTER);
            let segment = Segment {
                text: &text[start..end],
                start: start as u64,
                from: from - start,
                to: to - start,
                path: "",
                encoding,
                decode_depth: MAX_DECODE_DEPTH,
            };
            from = to;
            segment
        })
        .collect()
}

/// Rules that are matched naively.
pub struct Twin {
    rules: Rules,
    patterns: Vec<matching::TwinPatterns>,
    paths: PathRules,
}

impl Twin {
    /// Compiles the rules for naive matching.
    ///
    /// # Errors
    /// As [`Engine::compile`].
    pub fn new(specs: &[RuleSpec]) -> Result<Self, BuildError> {
        Self::of(&Engine::compile(specs)?, specs)
    }

    /// The twin of an engine, made of the same rules. What the fields of a rule mean is taken from the engine; its patterns are not.
    ///
    /// # Errors
    /// When the other engine refuses a pattern.
    pub fn of(engine: &Engine, specs: &[RuleSpec]) -> Result<Self, BuildError> {
        let rules = engine.parts().rules.clone();
        let patterns = specs.iter().map(matching::TwinPatterns::new).collect::<Result<_, _>>()?;
        Ok(Self { paths: PathRules::new(&rules), rules, patterns })
    }

    fn rule(&self, index: usize) -> matching::TwinRule<'_> {
        matching::TwinRule { rule: self.rules.get(index), patterns: &self.patterns[index] }
    }

    /// What stands in a whole text, sorted, each once.
    #[must_use]
    pub fn sightings(&self, text: &[u8], path: &str) -> Vec<Sighting> {
        let mut found = BTreeSet::new();
        let whole = |range: Range<usize>| range;
        match unicode::detect(text) {
            None => Sweep { twin: self, path, base: text, to_source: &whole, found: &mut found }
                .text(text, Via::default(), 0, &whole),
            Some(codec) => {
                let mut decoded = Vec::new();
                unicode::decode(codec, text, 0..text.len(), &mut decoded);
                let to_source = |range: Range<usize>| {
                    let range = unicode::source_range(codec, &decoded, range);
                    range.start..range.end.min(text.len())
                };
                let via = Via::default().then(codec).unwrap_or_default();
                Sweep {
                    twin: self,
                    path,
                    base: &decoded,
                    to_source: &to_source,
                    found: &mut found,
                }
                .text(&decoded, via, 0, &whole);
            }
        }
        found.into_iter().collect()
    }

    /// The findings of a whole text, as [`Engine::scan`] gives them.
    #[must_use]
    pub fn scan(&self, text: &[u8]) -> Vec<Finding> {
        resolved(&self.sightings(text, ""))
    }
}

/// From ranges of one text to those of the text it was decoded from.
type Map<'m> = &'m dyn Fn(Range<usize>) -> Range<usize>;

struct Sweep<'s> {
    twin: &'s Twin,
    path: &'s str,
    /// The text that inline comments stand in.
    base: &'s [u8],
    /// From ranges of the base to those of the input.
    to_source: Map<'s>,
    found: &'s mut BTreeSet<Sighting>,
}

impl Sweep<'_> {
    /// Looks for every rule in a text and in what can be decoded from it.
    fn text(&mut self, text: &[u8], via: Via, depth: usize, to_base: Map<'_>) {
        for index in 0..self.twin.patterns.len() {
            self.rule(index, text, via, to_base);
        }
        if depth == usize::from(MAX_DECODE_DEPTH) {
            return;
        }
        for region in percent_regions(text) {
            let source = &text[region.clone()];
            let mut decoded = Vec::new();
            if percent::decode(source, &mut decoded) {
                self.below(&decoded, via.then(Codec::Percent), depth, &|range| {
                    let range = percent::source_range(source, range);
                    to_base(range.start + region.start..range.end + region.start)
                });
            }
        }
        for run in base64_runs(text) {
            let source = &text[run.clone()];
            let mut decoded = Vec::new();
            if hex::decode(source, &mut decoded) {
                self.below(&decoded, via.then(Codec::Hex), depth, &|range| {
                    let range = hex::source_range(range);
                    to_base(range.start + run.start..range.end + run.start)
                });
            }
            decoded.clear();
            if base64::decode(source, &mut decoded) {
                self.below(&decoded, via.then(Codec::Base64), depth, &|range| {
                    let range = base64::source_range(range, source.len());
                    to_base(range.start + run.start..range.end + run.start)
                });
            }
        }
    }

    /// Looks for every rule in decoded bytes that are a text.
    fn below(&mut self, decoded: &[u8], via: Option<Via>, depth: usize, to_base: Map<'_>) {
        let Some(via) = via else { return };
        if decode::is_text(decoded) {
            return self.text(decoded, via, depth + 1, to_base);
        }
        let Some(codec) = unicode::detect(decoded) else { return };
        let Some(via) = via.then(codec) else { return };
        let mut text = Vec::new();
        unicode::decode(codec, decoded, 0..decoded.len(), &mut text);
        self.text(&text, via, depth + 1, &|range| {
            to_base(unicode::source_range(codec, &text, range))
        });
    }

    /// Looks for one rule at every position.
    fn rule(&mut self, index: usize, text: &[u8], via: Via, to_base: Map<'_>) {
        let twin = self.twin;
        let rule = twin.rule(index);
        if rule.rule.hidden || !twin.paths.runs(index, self.path) {
            return;
        }
        for literal in rule.literals_in(text) {
            let Some(found) = rule.match_at(text, literal) else { continue };
            let Some(confidence) = rule.judge(twin, text, &found) else { continue };
            let base = to_base(found.whole.clone());
            let source = (self.to_source)(base.clone());
            self.found.insert(Sighting {
                finding: Finding {
                    span: Span { start: source.start as u64, end: source.end as u64 },
                    rule: RuleId(index as u32),
                    severity: rule.rule.severity,
                    confidence,
                    via,
                },
                priority: rule.rule.priority,
                allowed: allow::by_comment(self.base, base, rule.rule.id()),
                key: text[found.key].to_vec(),
                secret: text[found.whole].to_vec(),
            });
        }
    }
}

/// Every run of at least 32 characters of base64, cut to 64 KiB.
#[must_use]
pub fn base64_runs(text: &[u8]) -> Vec<Range<usize>> {
    let in_run =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    runs(text, &in_run)
        .filter(|run| run.len() >= 32)
        .map(|run| run.start..run.end.min(run.start + (64 << 10)))
        .collect()
}

/// The region round every escape that wakes the decoder, each once: a run of URI characters that starts at most a kilobyte before it, cut to 8 KiB.
#[must_use]
pub fn percent_regions(text: &[u8]) -> Vec<Range<usize>> {
    let in_region = |byte: &u8| {
        byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'`' | b'\'')
    };
    let wakes = |at: usize| {
        percent::WAKING.iter().any(|escape| {
            text.get(at..at + escape.len()).is_some_and(|found| found.eq_ignore_ascii_case(escape))
        })
    };
    runs(text, &in_region)
        .filter(|run| run.clone().take(1024 + 1).any(wakes))
        .map(|run| run.start..run.end.min(run.start + (8 << 10)))
        .collect()
}

/// The longest runs of bytes of a kind.
fn runs<'t>(text: &'t [u8], kind: &'t dyn Fn(&u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let starts = move |at: &usize| kind(&text[*at]) && (*at == 0 || !kind(&text[*at - 1]));
    (0..text.len()).filter(starts).map(move |start| {
        start..start + text[start..].iter().take_while(|&byte| kind(byte)).count()
    })
}
