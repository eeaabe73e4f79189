//! The twin of the gram filter on `aho-corasick`: slower, with the same hits.

use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::{Hit, Literal, Pass, starts_word};

/// An Aho-Corasick DFA over the literals, everything case-insensitive, with the exact comparison behind it.
#[derive(Clone)]
pub struct Reference {
    automaton: Option<Arc<AhoCorasick>>,
}

impl Reference {
    /// Builds the automaton. It takes milliseconds and about a megabyte for a few hundred literals.
    #[must_use]
    pub fn new(literals: &[Literal]) -> Self {
        let build = |kind| {
            AhoCorasick::builder()
                .ascii_case_insensitive(true)
                .match_kind(MatchKind::Standard)
                .kind(Some(kind))
                .build(literals.iter().map(Literal::bytes))
                .ok()
        };
        // A DFA over tens of thousands of literals would not fit in memory; the noncontiguous automaton always builds.
        let kinds: &[AhoCorasickKind] = if literals.len() <= 4096 {
            &[AhoCorasickKind::DFA, AhoCorasickKind::NoncontiguousNFA]
        } else {
            &[AhoCorasickKind::ContiguousNFA, AhoCorasickKind::NoncontiguousNFA]
        };
        Self { automaton: kinds.iter().find_map(|kind| build(*kind)).map(Arc::new) }
    }

    /// Every occurrence, in the order of their ends.
    pub fn find(
        &self,
        literals: &[Literal],
        text: &[u8],
        pass: &mut Pass,
        on_hits: &mut dyn FnMut(&[Hit]),
    ) {
        let Some(automaton) = &self.automaton else { return };
        pass.hits.clear();
        for found in automaton.find_overlapping_iter(text) {
            let literal = &literals[found.pattern().as_usize()];
            let exact = literal.nocase || text[found.range()] == *literal.bytes();
            if exact && (!literal.left_boundary || starts_word(text, found.start())) {
                pass.hits
                    .push(Hit { start: found.start(), literal: found.pattern().as_u32() as u16 });
            }
            if pass.hits.len() >= 1024 {
                on_hits(&pass.hits);
                pass.hits.clear();
            }
        }
        if !pass.hits.is_empty() {
            on_hits(&pass.hits);
            pass.hits.clear();
        }
    }
}
