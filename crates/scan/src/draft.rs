//! What is kept of a finding while its text is at hand.

use prescan_core::{Codec, Found, Resolved};

use crate::lines::{Lines, Relative};
use crate::place::Text;

/// How much of the line is shown on each side of a finding, in bytes.
const SIDE: usize = 120;
/// How much of the finding itself is kept for the line that is shown, in bytes.
const MIDDLE: usize = 240;

/// The raw line round a finding. It stays in memory and is masked before anything is printed.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) bytes: Vec<u8>,
    /// Offset of its first byte in the input.
    pub(crate) start: u64,
    pub(crate) cut_left: bool,
    pub(crate) cut_right: bool,
    pub(crate) encoding: Option<Codec>,
}

/// What becomes a record once overlaps are resolved.
pub(crate) struct Draft {
    pub(crate) secret: Vec<u8>,
    /// What spoke for it, where that was asked for.
    pub(crate) reasons: Vec<String>,
    pub(crate) line: Line,
    pub(crate) start: Relative,
    pub(crate) end: Relative,
    /// Which part of the input it was found in.
    pub(crate) part: u64,
    pub(crate) allowed: bool,
}

/// Keeps what a record needs of a finding. `origin` is where the part starts in `text`, `base` the offset of `text` in the input.
pub(crate) fn draft(
    found: &Found<'_>,
    text: Text<'_>,
    base: u64,
    origin: usize,
    lines: &mut Lines,
    reasons: Vec<String>,
) -> Resolved<Draft> {
    let span = found.finding.span;
    let start = (span.start - base) as usize;
    let end = (span.end - base) as usize;
    let draft = Draft {
        secret: found.candidate.whole.to_vec(),
        reasons,
        line: line(text, base, start, end),
        start: lines.place(text, origin, start),
        end: lines.place(text, origin, end),
        part: base + origin as u64,
        allowed: found.allowed,
    };
    Resolved { finding: found.finding, priority: found.priority, payload: draft }
}

fn line(text: Text<'_>, base: u64, start: usize, end: usize) -> Line {
    let len = text.bytes.len();
    let left = text.char_start(start.saturating_sub(SIDE));
    let right = text.char_start(len.min(end.min(start + MIDDLE) + SIDE));
    // One unit more on each side tells a line that is cut there from one that ends there.
    let (line_start, seen) = text.line_start(left.saturating_sub(text.unit()), start);
    let line_end = text.line_end(start, len.min(right + text.unit()));
    let (from, to) = (line_start.max(left), line_end.min(right));
    let mark = if base == 0 && from == 0 { text.mark() } else { 0 };
    Line {
        bytes: text.bytes[from + mark..to].to_vec(),
        start: base + (from + mark) as u64,
        cut_left: !seen && base + left as u64 > 0,
        cut_right: line_end > right,
        encoding: text.encoding,
    }
}
