//! Lines and columns of many places in one text.

use crate::place::Text;

/// Where a finding stands, relative to the part of the input it was found in.
#[derive(Clone, Copy, Default)]
pub(crate) struct Relative {
    /// Line ends between the part's start and the place; negative for a place in front of it.
    pub(crate) lines: i64,
    /// Characters since the line's start, or since the part's start where no line end lies between.
    pub(crate) chars: i64,
    /// The line starts inside the part.
    pub(crate) exact: bool,
}

/// Counts from where it last stood, so that many findings in one text cost one pass over it, however long its lines are.
#[derive(Default)]
pub(crate) struct Lines {
    at: usize,
    place: Relative,
    started: bool,
}

impl Lines {
    /// Forgets the place, for a new text.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Where `at` stands, in the part that starts at `origin`.
    pub(crate) fn place(&mut self, text: Text<'_>, origin: usize, at: usize) -> Relative {
        if !self.started {
            *self = Self { at: origin, place: Relative::default(), started: true };
        }
        let (from, to) = (self.at.min(at), self.at.max(at));
        let newlines = text.newlines(from, to) as i64;
        let place = &mut self.place;
        if newlines == 0 {
            let chars = text.chars(from, to) as i64;
            place.chars += if at > self.at { chars } else { -chars };
        } else if at > self.at {
            let (start, _) = text.line_start(from, at);
            place.lines += newlines;
            place.chars = text.chars(start, at) as i64;
            place.exact = true;
        } else {
            let (start, seen) = text.line_start(if at < origin { 0 } else { origin }, at);
            place.lines -= newlines;
            place.chars = if seen || at >= origin {
                text.chars(start, at) as i64
            } else {
                -(text.chars(at, origin) as i64)
            };
            place.exact = seen;
        }
        self.at = at;
        *place
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Lines, Text};

    /// Line and column of an offset, from 0.
    fn naive(text: &str, at: usize) -> (i64, i64) {
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let lines = text[..at].matches('\n').count();
        (lines as i64, text[line_start..at].chars().count() as i64)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_of_places_makes_no_difference(
            text in "[a\u{fc}\u{1f600}\n]{0,40}",
            order in prop::collection::vec(any::<prop::sample::Index>(), 2..12),
        ) {
            let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let order: Vec<usize> = order.iter().map(|index| *index.get(&offsets)).collect();
            let bytes = Text { bytes: text.as_bytes(), encoding: None };
            let origin = order[0];
            let before = naive(&text, origin);
            let mut lines = Lines::default();
            for at in order {
                let place = lines.place(bytes, origin, at);
                // A line that starts in front of all that is seen of the text.
                if place.lines < 0 && !place.exact {
                    continue;
                }
                let carried = if place.exact { 0 } else { before.1 };
                prop_assert_eq!((before.0 + place.lines, carried + place.chars), naive(&text, at));
            }
        }
    }
}
