//! All patterns of an engine.

use std::borrow::Cow;

use super::{Dfa, Matcher, Method, Pattern, Run};
use crate::pool::{Place, append};

/// Where a pattern of [`Patterns`] stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pooled {
    /// Runs, by their place.
    Runs(Place),
    /// An automaton, by its index.
    Dfa(u32),
}

/// Compiled patterns.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// The patterns; a [`PatternId`](crate::PatternId) is an index into them.
    pub pooled: Cow<'static, [Pooled]>,
    /// The runs of all patterns.
    pub runs: Cow<'static, [Run]>,
    /// The automata.
    pub automata: Cow<'static, [Dfa]>,
    /// The bytes of the embedded ones.
    pub bytes: &'static [u8],
}

impl Patterns {
    /// The pattern with this index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Matcher<'_> {
        match self.pooled[index] {
            Pooled::Runs(place) => Matcher(Method::Runs(&self.runs[place.range()])),
            Pooled::Dfa(index) => {
                Matcher(Method::Dfa(self.automata[index as usize].search(self.bytes)))
            }
        }
    }

    /// True when there are more runs than a place can name.
    pub(crate) fn overflowed(&self) -> bool {
        self.runs.len() > Place::MAX
    }

    /// Adds a pattern.
    pub(crate) fn add(&mut self, pattern: Pattern) {
        let pooled = match pattern {
            Pattern::Runs(runs) => Pooled::Runs(append(&mut self.runs, runs)),
            Pattern::Dfa(dfa) => Pooled::Dfa(append(&mut self.automata, [dfa]).start),
        };
        self.pooled.to_mut().push(pooled);
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self {
            pooled: Cow::Borrowed(&[]),
            runs: Cow::Borrowed(&[]),
            automata: Cow::Borrowed(&[]),
            bytes: &[],
        }
    }
}
