//! Anchored automata for the patterns that are no plain runs.

use std::fmt;
use std::sync::OnceLock;

use regex_automata::dfa::{Automaton, dense};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::Hir;

use super::PatternError;
use crate::pool::Place;

type Owned = dense::DFA<Vec<u32>>;
type Borrowed = dense::DFA<&'static [u32]>;

/// The largest automaton a pattern may become, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// How a pattern is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// From a given position on; leftmost-first, as regular expressions usually are.
    Forward,
    /// Back from a given position; the longest.
    Backward,
    /// Anywhere.
    Search,
}

/// A dense DFA, built now, or laid down at build time among the bytes of its pool and loaded on its first use.
pub struct Dfa {
    source: Source,
    loaded: OnceLock<Option<Box<Borrowed>>>,
}

enum Source {
    Owned(Box<Owned>),
    Embedded(Place),
}

impl Dfa {
    /// Builds the automaton of a pattern.
    ///
    /// # Errors
    /// When it would grow too large.
    pub fn new(hir: &Hir, mode: Mode) -> Result<Self, PatternError> {
        let nfa = thompson::Compiler::new()
            .configure(
                thompson::Config::new()
                    .utf8(false)
                    .reverse(mode == Mode::Backward)
                    .which_captures(thompson::WhichCaptures::None)
                    .nfa_size_limit(Some(MAX_BYTES)),
            )
            .build_from_hir(hir)
            .map_err(PatternError::too_large)?;
        let (kind, start) = match mode {
            Mode::Forward => (MatchKind::LeftmostFirst, regex_automata::dfa::StartKind::Anchored),
            Mode::Backward => (MatchKind::All, regex_automata::dfa::StartKind::Anchored),
            Mode::Search => (MatchKind::LeftmostFirst, regex_automata::dfa::StartKind::Unanchored),
        };
        let dfa = dense::Builder::new()
            .configure(
                dense::Config::new()
                    .match_kind(kind)
                    .start_kind(start)
                    .dfa_size_limit(Some(MAX_BYTES))
                    .determinize_size_limit(Some(MAX_BYTES)),
            )
            .build_from_nfa(&nfa)
            .map_err(PatternError::too_large)?;
        Ok(Self { source: Source::Owned(Box::new(dfa)), loaded: OnceLock::new() })
    }

    /// An automaton that [`to_bytes`](Self::to_bytes) stored, on a machine of the same byte order, at that place of its pool's bytes. It must be aligned to four.
    #[must_use]
    pub const fn embedded(place: Place) -> Self {
        Self { source: Source::Embedded(place), loaded: OnceLock::new() }
    }

    /// The automaton as bytes of the target's byte order, without padding in front. `None` for an embedded one.
    #[must_use]
    pub fn to_bytes(&self, big_endian: bool) -> Option<Vec<u8>> {
        let Source::Owned(dfa) = &self.source else { return None };
        let (bytes, padding) =
            if big_endian { dfa.to_bytes_big_endian() } else { dfa.to_bytes_little_endian() };
        Some(bytes[padding..].to_vec())
    }

    /// Where in its pool's bytes it stands; `None` where it was built now.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self.source {
            Source::Owned(_) => None,
            Source::Embedded(place) => Some(place),
        }
    }

    /// What searches. `pool` are the bytes that hold it, if it is embedded.
    pub(super) fn search(&self, pool: &'static [u8]) -> Option<&dyn Search> {
        match &self.source {
            Source::Owned(dfa) => Some(dfa.as_ref()),
            Source::Embedded(place) => {
                // `from_bytes` checks the whole table. Bytes it refuses would be a fault of the build, which a test of the built-in rules shows.
                let load = || {
                    let bytes = pool.get(place.range())?;
                    dense::DFA::from_bytes(bytes).ok().map(|(dfa, _)| Box::new(dfa))
                };
                self.loaded.get_or_init(load).as_deref().map(|dfa| dfa as &dyn Search)
            }
        }
    }
}

/// What both kinds of automaton can do; one dynamic call a candidate.
pub(super) trait Search {
    /// The end of the match that starts at `at`.
    fn forward(&self, text: &[u8], at: usize) -> Option<usize>;
    /// The start of the longest match that ends at `at`.
    fn backward(&self, text: &[u8], at: usize) -> Option<usize>;
    /// True when the pattern matches anywhere.
    fn is_match(&self, text: &[u8]) -> bool;
}

// No byte is a quit byte, so no search can fail.
impl<A: Automaton> Search for A {
    fn forward(&self, text: &[u8], at: usize) -> Option<usize> {
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        self.try_search_fwd(&input).ok().flatten().map(|found| found.offset())
    }

    fn backward(&self, text: &[u8], at: usize) -> Option<usize> {
        let input = Input::new(text).range(..at).anchored(Anchored::Yes);
        self.try_search_rev(&input).ok().flatten().map(|found| found.offset())
    }

    fn is_match(&self, text: &[u8]) -> bool {
        let input = Input::new(text).earliest(true);
        self.try_search_fwd(&input).is_ok_and(|found| found.is_some())
    }
}

impl Clone for Dfa {
    fn clone(&self) -> Self {
        let source = match &self.source {
            Source::Owned(dfa) => Source::Owned(dfa.clone()),
            Source::Embedded(place) => Source::Embedded(*place),
        };
        Self { source, loaded: OnceLock::new() }
    }
}

impl fmt::Debug for Dfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dfa").finish_non_exhaustive()
    }
}
