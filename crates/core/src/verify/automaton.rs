//! Anchored automata for the patterns that are no plain runs.

use std::fmt;
use std::sync::OnceLock;

use regex_automata::dfa::{Automaton, dense};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::Hir;

use super::PatternError;

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

/// A dense DFA, built now or embedded as bytes at build time and loaded on its first use.
pub struct Dfa {
    source: Source,
    loaded: OnceLock<Option<Box<Borrowed>>>,
}

enum Source {
    Owned(Box<Owned>),
    Embedded(&'static [u8]),
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

    /// An automaton that was stored with [`to_bytes`](Self::to_bytes) on a machine of the same byte order. The bytes must be aligned to four.
    #[must_use]
    pub const fn embedded(bytes: &'static [u8]) -> Self {
        Self { source: Source::Embedded(bytes), loaded: OnceLock::new() }
    }

    /// The automaton as bytes of the target's byte order, without padding in front. `None` for an embedded one.
    #[must_use]
    pub fn to_bytes(&self, big_endian: bool) -> Option<Vec<u8>> {
        let Source::Owned(dfa) = &self.source else { return None };
        let (bytes, padding) =
            if big_endian { dfa.to_bytes_big_endian() } else { dfa.to_bytes_little_endian() };
        Some(bytes[padding..].to_vec())
    }

    /// The end of the match that starts at `at`.
    #[must_use]
    pub fn match_forward(&self, text: &[u8], at: usize) -> Option<usize> {
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        self.run(|dfa| dfa.forward(&input))
    }

    /// The start of the longest match that ends at `at`.
    #[must_use]
    pub fn match_backward(&self, text: &[u8], at: usize) -> Option<usize> {
        let input = Input::new(text).range(..at).anchored(Anchored::Yes);
        self.run(|dfa| dfa.backward(&input))
    }

    /// True when the pattern matches anywhere.
    #[must_use]
    pub fn is_match(&self, text: &[u8]) -> bool {
        let input = Input::new(text).earliest(true);
        self.run(|dfa| dfa.forward(&input)).is_some()
    }

    fn run<T>(&self, search: impl FnOnce(&dyn Search) -> Option<T>) -> Option<T> {
        match &self.source {
            Source::Owned(dfa) => search(dfa.as_ref()),
            Source::Embedded(bytes) => {
                // `from_bytes` checks the whole table. Bytes it refuses would be a fault of the build, which a test of the built-in rules shows.
                let load = || dense::DFA::from_bytes(bytes).ok().map(|(dfa, _)| Box::new(dfa));
                self.loaded.get_or_init(load).as_deref().and_then(|dfa| search(dfa))
            }
        }
    }
}

/// What both kinds of automaton can do; one dynamic call a candidate.
trait Search {
    fn forward(&self, input: &Input<'_>) -> Option<usize>;
    fn backward(&self, input: &Input<'_>) -> Option<usize>;
}

impl<A: Automaton> Search for A {
    fn forward(&self, input: &Input<'_>) -> Option<usize> {
        // No byte is a quit byte, so the search cannot fail.
        self.try_search_fwd(input).ok().flatten().map(|found| found.offset())
    }

    fn backward(&self, input: &Input<'_>) -> Option<usize> {
        self.try_search_rev(input).ok().flatten().map(|found| found.offset())
    }
}

impl Clone for Dfa {
    fn clone(&self) -> Self {
        let source = match &self.source {
            Source::Owned(dfa) => Source::Owned(dfa.clone()),
            Source::Embedded(bytes) => Source::Embedded(bytes),
        };
        Self { source, loaded: OnceLock::new() }
    }
}

impl fmt::Debug for Dfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dfa").finish_non_exhaustive()
    }
}
