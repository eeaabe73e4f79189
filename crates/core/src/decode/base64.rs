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
    // A run that starts in the owned part covers a whole block that starts at most one block behind it.
    let to = text.len().min(owned.end + 2 * BLOCK);
    let mut at = owned.start;
    while let Some(next) = next_block(&text[..to], at) {
        let back = text[..next].iter().rev().take(MAX_RUN).take_while(|&&byte| in_run(byte)).count();
        let start = next - back;
        let limit = text.len().min(start + MAX_RUN);
        let end = next + text[next..limit.max(next)].iter().take_while(|&&byte| in_run(byte)).count();
        if owned.contains(&start) && end - start >= MIN_RUN && back < MAX_RUN {
            on_run(start..end);
        }
        // The rest of a run that was cut is passed over to its end.
        at = end + text[end..].iter().take_while(|&&byte| in_run(byte)).count() + 1;
    }
}

/// The next place from `at` on where a whole block is in a run. Looks at every [`BLOCK`]th place only, which misses no run of [`MIN_RUN`] bytes.
fn next_block(text: &[u8], mut at: usize) -> Option<usize> {
    /// Blocks that are looked at together, with one branch for all when none is in a run.
    const TOGETHER: usize = 4;
    while let Some(blocks) = text.get(at..).and_then(|rest| rest.first_chunk::<{ TOGETHER * BLOCK }>()) {
        let mut candidates = 0u32;
        for (index, block) in blocks.chunks_exact(BLOCK).enumerate() {
            candidates |= u32::from(block.first_chunk().is_some_and(may_be_in_run)) << index;
        }
        while candidates != 0 {
            let index = candidates.trailing_zeros() as usize;
            if blocks[index * BLOCK..(index + 1) * BLOCK].iter().all(|&byte| in_run(byte)) {
                return Some(at + index * BLOCK);
            }
            candidates &= candidates - 1;
        }
        at += TOGETHER * BLOCK;
    }
    let rest = text.get(at..).unwrap_or_default();
    let last = rest.chunks_exact(BLOCK).position(|block| block.iter().all(|&byte| in_run(byte)))?;
    Some(at + last * BLOCK)
}

/// False when a byte of the block is below every byte of a run, as blanks, line ends, quotes and parentheses are: eight bytes at a time (the test for a byte less than
/// a constant from Anderson's "Bit Twiddling Hacks").
#[inline(always)]
fn may_be_in_run(block: &[u8; BLOCK]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let below = |word: u64| word.wrapping_sub(ONES * b'+' as u64) & !word & (ONES * 128);
    let (low, high) = (u128::from_le_bytes(*block) as u64, (u128::from_le_bytes(*block) >> 64) as u64);
    below(low) | below(high) == 0
}

/// Decodes a run, without its padding, into `out`. False when it holds marks of both alphabets, or when its first bytes cannot be text in any encoding
/// that is followed.
pub fn decode(run: &[u8], out: &mut Vec<u8>) -> bool {
    // Most runs are identifiers, digests and paths, which the first six bytes give away.
    if !probe(&run[..run.len().min(8)]) || !probe(&run[..run.len().min(PROBE)]) {
        return false;
    }
    let url_safe = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
    // One character over a whole group carries no byte.
    let whole = if run.len() % 4 == 1 { &run[..run.len() - 1] } else { run };
    (if url_safe { URL_SAFE } else { STANDARD }).decode_vec(whole, out).is_ok()
}

/// True when the first characters decode and look promising.
fn probe(probe: &[u8]) -> bool {
    let engine =
        if probe.iter().any(|byte| matches!(byte, b'-' | b'_')) { &URL_SAFE } else { &STANDARD };
    let mut head = [0u8; PROBE];
    let Ok(len) = engine.decode_slice(&probe[..probe.len() / 4 * 4], &mut head) else {
        return false;
    };
    promising(&head[..len])
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
