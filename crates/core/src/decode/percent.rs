//! Percent escapes of RFC 3986.

use std::ops::Range;

/// Escapes that wake the decoder: those of the marks that credentials and what separates them from other text hold. The other marks of RFC 3986 need no escape.
pub const WAKING: &[&[u8]] = &[b"%20", b"%22", b"%25", b"%2b", b"%2f", b"%3a", b"%3d", b"%40"];

/// How far before an escape its region may start.
const BACK: usize = 1024;
/// The longest region, in bytes.
const MAX_REGION: usize = 8 << 10;

/// What may stand in an escaped text: the characters of a URI.
const fn in_region(byte: u8) -> bool {
    matches!(byte, b'!'..=b'~') && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'`' | b'\'')
}

/// The region round an escape: the run of URI characters it stands in, cut to 8 KiB; `None` when the run starts more than a kilobyte before it.
#[must_use]
pub fn region(text: &[u8], escape: usize) -> Option<Range<usize>> {
    let back =
        text[..escape].iter().rev().take(BACK + 1).take_while(|&&byte| in_region(byte)).count();
    if back > BACK {
        return None;
    }
    let start = escape - back;
    let limit = text.len().min(start + MAX_REGION);
    let len = text[start..limit].iter().take_while(|&&byte| in_region(byte)).count();
    Some(start..start + len)
}

/// True when the escape at `to` stands behind the one at `from`, not far away and in the same run.
pub(crate) fn goes_on(text: &[u8], from: usize, to: usize) -> bool {
    from <= to && to - from <= BACK && text[from..to].iter().all(|&byte| in_region(byte))
}

/// Decodes a region into `out`; false when nothing changes. An escape that is none stays as it is.
pub fn decode(region: &[u8], out: &mut Vec<u8>) -> bool {
    let mut at = 0;
    while at < region.len() {
        let (byte, len) = step(&region[at..]);
        out.push(byte);
        at += len;
    }
    out.len() != region.len()
}

/// The first decoded byte and how many bytes it took.
fn step(rest: &[u8]) -> (u8, usize) {
    if let [b'%', high, low, ..] = *rest
        && high.is_ascii_hexdigit()
        && low.is_ascii_hexdigit()
    {
        let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or_default() as u8;
        return (digit(high) << 4 | digit(low), 3);
    }
    (rest[0], 1)
}

/// The bytes of the region that a range of decoded bytes came from.
#[must_use]
pub fn source_range(region: &[u8], decoded: Range<usize>) -> Range<usize> {
    let mut at = 0;
    let mut start = region.len();
    for index in 0..decoded.end {
        if at >= region.len() {
            break;
        }
        if index == decoded.start {
            start = at;
        }
        at += step(&region[at..]).1;
    }
    start.min(at)..at
}
