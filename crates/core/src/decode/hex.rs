//! Pairs of hexadecimal digits.

use std::ops::Range;

use super::is_text_byte;

/// How many digits are decoded to see whether the rest is worth it.
const PROBE: usize = 24;

/// Decodes a run into `out`. False when it is no even number of digits, or its first bytes are no ASCII text.
pub fn decode(run: &[u8], out: &mut Vec<u8>) -> bool {
    let byte = |pair: &[u8]| digit(pair[0]) << 4 | digit(pair[1]);
    let is_hex = |pair: &[u8]| pair[0].is_ascii_hexdigit() && pair[1].is_ascii_hexdigit();
    // Most runs of digits are digests, which the first bytes give away.
    if !run.len().is_multiple_of(2)
        || !run.chunks_exact(2).take(PROBE / 2).all(|pair| is_hex(pair) && is_text_byte(byte(pair)))
        || !run.chunks_exact(2).all(is_hex)
    {
        return false;
    }
    out.extend(run.chunks_exact(2).map(byte));
    true
}

const fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        _ => (byte | 0x20) - b'a' + 10,
    }
}

/// The digits that a range of decoded bytes came from.
#[must_use]
pub const fn source_range(decoded: Range<usize>) -> Range<usize> {
    decoded.start * 2..decoded.end * 2
}
