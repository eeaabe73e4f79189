//! The engine: a compiled, immutable set of rules.

mod compile;
mod explain;
mod judge;
mod paths;
#[cfg(any(test, feature = "reference"))]
pub mod reference;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::OnceLock;

#[cfg(test)]
pub(crate) use tests::cases;

pub use compile::{BuildError, MAX_RULES};
pub use resolve::{Resolved, resolve};
pub use scan::{Found, MAX_DECODE_DEPTH, Scratch, Segment};

use crate::allow;
use crate::decode::base64;
use crate::finding::{Finding, RuleId};
use crate::literal::LiteralSet;
use crate::rule::{BACK_REACH, MAX_REACH, MAX_WITHIN, PatternId, Rule, RuleSpec, Rules};
use crate::verify::{Matcher, Patterns};

/// The most bytes of a text that one decoded byte is made of: UTF-32 has four for each of ASCII.
const WIDEST: usize = 4;
/// How many bytes of context a segment needs in front of the part it owns: a finding may start so far before its literal, a component stand so far before
/// that, and look back again.
pub const CONTEXT_BEFORE: usize = WIDEST * (2 * BACK_REACH + MAX_WITHIN as usize);
/// How many bytes of context a segment needs behind the part it owns: likewise.
pub const CONTEXT_AFTER: usize = WIDEST * (2 * MAX_REACH as usize + MAX_WITHIN as usize);
// Runs that are decoded, and inline comments, need less.
const _: () = assert!(CONTEXT_AFTER >= WIDEST * base64::MAX_RUN);
const _: () = assert!(CONTEXT_BEFORE >= WIDEST * (BACK_REACH + allow::MAX_DISTANCE));
const _: () = assert!(CONTEXT_AFTER >= WIDEST * (MAX_REACH as usize + allow::MAX_DISTANCE));

/// What an engine is made of. The built-in one refers to tables laid down at build time; nothing is built at start.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The rules; a [`RuleId`] is an index into them.
    pub rules: Rules,
    /// The pool of patterns; a [`PatternId`] is an index into it.
    pub patterns: Patterns,
    /// What is searched for.
    pub literals: LiteralSet,
    /// Literal `n` wakes the rules `wakes[wake_starts[n]..wake_starts[n + 1]]`.
    pub wake_starts: Cow<'static, [u32]>,
    /// Indices of rules, or [`WAKES_PERCENT`].
    pub wakes: Cow<'static, [u16]>,
}

/// In [`Parts::wakes`]: the literal wakes the percent decoder.
pub const WAKES_PERCENT: u16 = u16::MAX;

/// A compiled set of rules: one literal pass over the bytes, then an exact check around each hit.
///
/// It is immutable and shared freely between threads; each thread brings its own [`Scratch`].
#[derive(Clone, Debug)]
pub struct Engine {
    parts: Parts,
    paths: OnceLock<paths::PathRules>,
}

impl Engine {
    /// Compiles rules.
    ///
    /// # Errors
    /// When a rule is malformed; the error names the rule, the field and what to do.
    pub fn compile(specs: &[RuleSpec]) -> Result<Self, BuildError> {
        compile::compile(None, specs)
    }

    /// This engine with more rules behind its own. One with the name of a rule of this engine takes its place, also as a component of others.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn extend(&self, specs: &[RuleSpec]) -> Result<Self, BuildError> {
        compile::compile(Some(self), specs)
    }

    /// This engine with only the rules that `keep` accepts. A rule that is a component of a kept one stays as a hidden one.
    ///
    /// # Errors
    /// Never for an engine that compiled; the literal tables are built anew.
    pub fn retain(&self, keep: impl Fn(Rule<'_>) -> bool) -> Result<Self, BuildError> {
        compile::retain(self, keep)
    }

    /// An engine from parts, for code generated at build time.
    #[must_use]
    pub const fn from_parts(parts: Parts) -> Self {
        Self { parts, paths: OnceLock::new() }
    }

    /// The rules, in the order of their ids.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + Clone {
        self.parts.rules.iter()
    }

    /// The rule of a finding.
    #[inline]
    #[must_use]
    pub fn rule(&self, id: RuleId) -> Rule<'_> {
        self.parts.rules.get(id.0 as usize)
    }

    /// The rule with that name.
    #[must_use]
    pub fn rule_by_name(&self, name: &str) -> Option<(RuleId, Rule<'_>)> {
        (0..).map(RuleId).zip(self.rules()).find(|(_, rule)| rule.id() == name)
    }

    /// What the engine is made of.
    #[must_use]
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    #[inline]
    fn pattern(&self, id: PatternId) -> Matcher<'_> {
        self.parts.patterns.get(usize::from(id.0))
    }

    fn path_rules(&self) -> &paths::PathRules {
        self.paths.get_or_init(|| paths::PathRules::new(&self.parts.rules))
    }

    /// Scans a whole text and returns its findings in the order of the text: overlaps resolved, inline-allowed ones and hidden rules left out.
    ///
    /// Text in UTF-16 or UTF-32 is recognised and scanned too; spans are offsets into the bytes given.
    pub fn scan(&self, scratch: &mut Scratch, text: &[u8]) -> Vec<Finding> {
        let mut found = Vec::new();
        self.scan_segment(scratch, &Segment::whole(text), &mut |one| {
            if !one.allowed {
                found.push(Resolved { finding: one.finding, priority: one.priority, payload: () });
            }
        });
        resolve(&mut found);
        found.into_iter().map(|one| one.finding).collect()
    }
}
