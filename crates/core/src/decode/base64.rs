//! RFC 4648 base64 in both alphabets.

use std::ops::Range;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::is_text_byte;

/// The shortest run that is decoded, in characters. Every run of so many bytes covers a whole aligned block of [`BLOCK`].
pub const MIN_RUN: usize = 2 * BLOCK;
/// Longer runs are cut here: what follows is mostly an image or a font.
pub const MAX_RUN: usize = 64 << 10;
const BLOCK: usize = 16;
/// How many characters of a run are decoded to see whether the rest is worth it.
const PROBE: usize = 24;

const CONFIG: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, CONFIG);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, CONFIG);

/// `[A-Za-z0-9+/_-]`.
const fn in_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Hands over every run of at least [`MIN_RUN`] characters of either alphabet that starts in `owned`, cut to [`MAX_RUN`].
pub fn runs(text: &[u8], owned: Range<usize>, on_run: &mut dyn FnMut(Range<usize>)) {
    let mut at = owned.start;
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        if at >= owned.end + BLOCK {
            return;
        }
        if !all_in_run(block) {
            at += BLOCK;
            continue;
        }
        let back = text[..at].iter().rev().take(MAX_RUN).take_while(|&&byte| in_run(byte)).count();
        let start = at - back;
        let limit = text.len().min(start + MAX_RUN);
        let forward = text[at..limit.max(at)].iter().take_while(|&&byte| in_run(byte)).count();
        let end = at + forward;
        if owned.contains(&start) && end - start >= MIN_RUN && back < MAX_RUN {
            on_run(start..end);
        }
        // The rest of a run that was cut is passed over to its end.
        let rest = text[end..].iter().take_while(|&&byte| in_run(byte)).count();
        at = end + rest;
        at += BLOCK - (at - owned.start) % BLOCK;
    }
}

/// One comparison per byte and no branch, so that the compiler makes vector code of it.
#[inline(always)]
fn all_in_run(block: &[u8; BLOCK]) -> bool {
    let mut all = [0u8; BLOCK];
    for (out, &byte) in all.iter_mut().zip(block) {
        let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
        let digit = byte.wrapping_sub(b'0') < 10;
        let mark = byte == b'+' || byte == b'/' || byte == b'-' || byte == b'_';
        *out = u8::from(letter | digit | mark);
    }
    u128::from_ne_bytes(all) == u128::from_ne_bytes([1; BLOCK])
}

/// Decodes a run, without its padding, into `out`. False when it holds marks of both alphabets, or when its first bytes cannot be text in any encoding
/// that is followed.
pub fn decode(run: &[u8], out: &mut Vec<u8>) -> bool {
    let probe = &run[..run.len().min(PROBE)];
    let engine =
        if probe.iter().any(|byte| matches!(byte, b'-' | b'_')) { &URL_SAFE } else { &STANDARD };
    let mut head = [0u8; PROBE];
    let Ok(len) = engine.decode_slice(&probe[..probe.len() / 4 * 4], &mut head) else {
        return false;
    };
    if !promising(&head[..len]) {
        return false;
    }
    let url_safe = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
    // One character over a whole group carries no byte.
    let whole = if run.len() % 4 == 1 { &run[..run.len() - 1] } else { run };
    (if url_safe { URL_SAFE } else { STANDARD }).decode_vec(whole, out).is_ok()
}

/// True when the first bytes may begin a text in ASCII, UTF-8 or UTF-16.
fn promising(head: &[u8]) -> bool {
    let zeros = head.iter().filter(|&&byte| byte == 0).count();
    let odd = head.iter().filter(|&&byte| !is_text_byte(byte)).count();
    odd <= head.len() / 6
        || (zeros * 3 >= head.len() && odd - zeros <= head.len() / 6)
        || head.starts_with(&[0xFF, 0xFE])
}

/// The characters that a range of decoded bytes came from, in a run of `len`.
#[must_use]
pub fn source_range(decoded: Range<usize>, len: usize) -> Range<usize> {
    let start = decoded.start / 3 * 4 + decoded.start % 3;
    let end = decoded.end.div_ceil(3) * 4 - (3 - decoded.end % 3) % 3;
    start.min(len)..end.min(len)
}
