//! Cuts a stream into pieces that are visited one after the other.

use std::io::{self, Read};

use crate::aligned::Aligned;
use crate::read::fill;
use crate::segments::{Layout, Segment};

/// Visits all that a reader gives in segments, in order, and returns how many bytes that was.
///
/// The segments are the very ones that [`segments`](crate::segments) makes of a file of the same
/// content. Memory is the bytes that one segment shows.
///
/// # Errors
///
/// If the reader fails. What was read until then has been visited, as if the input ended there.
pub fn chunks(
    reader: &mut (impl Read + ?Sized),
    layout: Layout,
    mut work: impl FnMut(Segment<'_>),
) -> io::Result<u64> {
    let owned = layout.owned();
    // At least one byte ahead, to know whether a segment is the last one.
    let ahead = layout.after.max(1);
    let mut buffer = Aligned::new(layout.before.saturating_add(owned).saturating_add(ahead));
    // INVARIANT: buffer[..filled] is input from `start` on; its first `from` bytes have been
    // owned by an earlier segment.
    let (mut start, mut from, mut filled) = (0u64, 0, 0);
    loop {
        let want = from + owned + ahead;
        let (read, result) = fill(reader, &mut buffer[filled..want]);
        filled += read;
        let ended = filled < want;
        // Once the input has ended, the buffer may hold one full segment and a part of the next.
        loop {
            if filled == from {
                return result.map(|()| start + filled as u64);
            }
            let to = filled.min(from + owned);
            let end = filled.min(to + layout.after);
            let last = ended && to == filled;
            work(Segment { bytes: &buffer[..end], start, from, to, last });

            let kept = to - to.min(layout.before);
            buffer.copy_within(kept..filled, 0);
            (start, from, filled) = (start + kept as u64, to - kept, filled - kept);
            if !ended {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests;
