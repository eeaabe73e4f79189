use std::collections::VecDeque;
use std::io::ErrorKind;

use proptest::prelude::*;

use super::*;

/// Gives what it holds in pieces of the lengths told, with interruptions between them, and fails
/// at the end if told so.
struct Choppy {
    rest: VecDeque<u8>,
    pieces: Vec<usize>,
    turn: usize,
    fails: bool,
}

impl Read for Choppy {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        let piece = self.pieces[self.turn % self.pieces.len()];
        if piece == 0 {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.rest.is_empty() && self.fails {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let len = piece.min(buffer.len());
        io::Read::read(&mut self.rest, &mut buffer[..len])
    }
}

fn choppy(input: &[u8], pieces: &[usize], fails: bool) -> Choppy {
    // The one at the end keeps a list of nothing but interruptions from going on for ever.
    let pieces = pieces.iter().copied().chain([1]).collect();
    Choppy { rest: input.iter().copied().collect(), pieces, turn: 0, fails }
}

/// The segments that the layout asks for, straight from its definition.
fn wanted(input: &[u8], layout: Layout) -> Vec<(u64, Vec<u8>, usize, usize, bool)> {
    let size = layout.segment.max(1);
    let cut = |from: usize| {
        let to = (from + size).min(input.len());
        let start = from.saturating_sub(layout.before);
        let shown = input[start..(to + layout.after).min(input.len())].to_vec();
        (start as u64, shown, from - start, to - start, to == input.len())
    };
    (0..input.len()).step_by(size).map(cut).collect()
}

proptest! {
    #[test]
    fn segments_of_a_stream_are_those_of_a_file(
        input in prop::collection::vec(any::<u8>(), 0..600),
        segment in 0usize..90,
        before in 0usize..120,
        after in 0usize..120,
        pieces in prop::collection::vec(0usize..50, 0..8),
        fails in any::<bool>(),
    ) {
        let layout = Layout { segment, before, after };
        let mut seen = Vec::new();
        let result = chunks(&mut choppy(&input, &pieces, fails), layout, |segment| {
            let Segment { bytes, start, from, to, last } = segment;
            seen.push((start, bytes.to_vec(), from, to, last));
        });
        prop_assert_eq!(seen, wanted(&input, layout));
        match result {
            Ok(len) => prop_assert!(!fails && len == input.len() as u64),
            Err(error) => prop_assert!(fails && error.kind() == ErrorKind::BrokenPipe),
        }
    }
}

#[test]
fn an_empty_stream_has_no_segments() {
    let len = chunks(&mut io::empty(), Layout::with_context(9, 9), |_| panic!("a segment"));
    assert_eq!(len.unwrap(), 0);
}
