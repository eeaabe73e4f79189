//! RFC 4648 base64 in both alphabets.

use std::ops::Range;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::{is_text_byte, odd_bytes};
use crate::wide;

/// The shortest run that is decoded, in characters. A run of so many bytes covers three whole aligned lanes of eight.
pub const MIN_RUN: usize = 32;
/// Longer runs are cut here: what follows is mostly an image or a font.
pub const MAX_RUN: usize = 64 << 10;
const LANE: usize = 8;
const LANES_IN_RUN: usize = (MIN_RUN - LANE + 1) / LANE;
/// How many characters of a run are decoded to see whether the rest is worth it.
const PROBE: usize = 24;

const CONFIG: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, CONFIG);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, CONFIG);

/// `[A-Za-z0-9+/_-]`.
fn in_run(byte: u8) -> bool {
    IN_RUN[byte as usize]
}

/// The same as a table: one load instead of six comparisons.
static IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let char = byte as u8;
        table[byte] = char.is_ascii_alphanumeric() || matches!(char, b'+' | b'/' | b'-' | b'_');
        byte += 1;
    }
    table
};

/// Bytes that are classified together.
pub(crate) const STRIDE: usize = 64;
const LANES: usize = STRIDE / LANE;

/// Where a text may hold a run of [`MIN_RUN`] characters: places inside stretches of [`LANES_IN_RUN`] aligned lanes, each of which is in a run as a whole. No run is missed.
#[derive(Default)]
pub(crate) struct Stretches {
    places: Vec<usize>,
    /// The lanes of the stride before and of the current one, first lane lowest.
    lanes: u32,
}

impl Stretches {
    /// Forgets everything, for a new text.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.lanes = 0;
    }

    /// Notes a stride of a text that is shown stride by stride, from its start on, by its [`full_lanes`].
    #[inline(always)]
    pub(crate) fn note(&mut self, at: usize, lanes: u8) {
        self.lanes = self.lanes >> LANES | u32::from(lanes) << LANES;
        if let Some(first) = stretch(self.lanes) {
            self.add(at, first);
        }
    }

    /// A stretch that goes on from stride to stride is noted in each.
    #[cold]
    fn add(&mut self, at: usize, first: usize) {
        self.places.push((at + first * LANE).saturating_sub(STRIDE));
        // A second stretch may start behind the first one's end in the same two strides.
        let mut rest = self.lanes >> first;
        let mut from = first;
        loop {
            let full = rest.trailing_ones() as usize;
            rest >>= full;
            from += full;
            let Some(next) = stretch(rest) else { return };
            rest >>= next;
            from += next;
            self.places.push((at + from * LANE).saturating_sub(STRIDE));
        }
    }

    /// Notes all stretches of a text.
    pub(crate) fn find(&mut self, text: &[u8]) {
        self.clear();
        for (index, bytes) in text.chunks(STRIDE).enumerate() {
            let mut padded = [0; STRIDE];
            padded[..bytes.len()].copy_from_slice(bytes);
            self.note(index * STRIDE, full_lanes(&padded));
        }
    }
}

/// Hands over every run of at least [`MIN_RUN`] characters of either alphabet that starts in `owned`, cut to [`MAX_RUN`].
pub fn runs(text: &[u8], owned: Range<usize>, on_run: &mut dyn FnMut(Range<usize>)) {
    let mut stretches = Stretches::default();
    // A run that starts in the owned part shows within its first MIN_RUN bytes.
    stretches.find(&text[owned.start..text.len().min(owned.end + MIN_RUN)]);
    runs_at(text, owned.clone(), &stretches, owned.start, on_run);
}

/// [`runs`] for stretches that were found in `text[base..]`, up to [`MIN_RUN`] bytes behind the owned part or farther.
pub(crate) fn runs_at(
    text: &[u8],
    owned: Range<usize>,
    stretches: &Stretches,
    base: usize,
    on_run: &mut dyn FnMut(Range<usize>),
) {
    let mut done = 0;
    for place in &stretches.places {
        let place = base + place;
        if place < done {
            continue;
        }
        let start = run_start(text, place, place.saturating_sub(MAX_RUN));
        let back = place - start;
        let end = run_end(text, place, text.len().min(start + MAX_RUN).max(place));
        // The rest of a run that was cut is passed over to its end.
        done = run_end(text, end, text.len());
        if owned.contains(&start) && end - start >= MIN_RUN && back < MAX_RUN {
            on_run(start..end);
        }
    }
}

/// Where the run that holds the bytes from `at` on ends, no farther than `limit`.
fn run_end(text: &[u8], mut at: usize, limit: usize) -> usize {
    while let Some(bytes) = text[at..limit].first_chunk() {
        let inside = wide::classify(bytes).trailing_ones() as usize;
        at += inside;
        if inside < STRIDE {
            return at;
        }
    }
    at + text[at..limit].iter().take_while(|&&byte| in_run(byte)).count()
}

/// Where the run that holds the bytes before `at` starts, no farther back than `limit`.
fn run_start(text: &[u8], mut at: usize, limit: usize) -> usize {
    while let Some(bytes) = text[limit..at].last_chunk() {
        let inside = wide::classify(bytes).leading_ones() as usize;
        at -= inside;
        if inside < STRIDE {
            return at;
        }
    }
    at - text[limit..at].iter().rev().take_while(|&&byte| in_run(byte)).count()
}

/// One bit for each lane whose bytes are all in a run, the first lane lowest.
#[inline(always)]
pub(crate) fn full_lanes(bytes: &[u8; STRIDE]) -> u8 {
    let mask = classify(bytes).to_le_bytes();
    mask.iter().enumerate().fold(0, |lanes, (lane, bits)| lanes | u8::from(*bits == 0xFF) << lane)
}

/// The first of [`LANES_IN_RUN`] set bits in a row.
#[inline(always)]
const fn stretch(lanes: u32) -> Option<usize> {
    const _: () = assert!(LANES_IN_RUN == 3);
    let found = lanes & lanes >> 1 & lanes >> 2;
    if found == 0 { None } else { Some(found.trailing_zeros() as usize) }
}

/// One bit for each byte that is in a run.
#[inline(always)]
pub(crate) fn classify(bytes: &[u8; STRIDE]) -> u64 {
    bytes.iter().enumerate().fold(0, |mask, (index, &byte)| mask | u64::from(in_run(byte)) << index)
}

/// For a lookup by nibbles: bit `h` of entry `l` says whether byte `16 h + l` is in a run. No byte from 128 on is.
#[cfg(target_arch = "x86_64")]
pub(crate) const LOW_NIBBLES: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 128 {
        table[byte & 15] |= (IN_RUN[byte] as u8) << (byte >> 4);
        byte += 1;
    }
    table
};

/// Decodes a run, without its padding, into `out`. False when it holds marks of both alphabets, or when its first bytes cannot be text in any encoding
/// that is followed.
pub fn decode(run: &[u8], out: &mut Vec<u8>) -> bool {
    // Most runs are identifiers, digests and paths, which the first bytes give away.
    if !may_begin_text(run) || !probe(&run[..run.len().min(PROBE)]) {
        return false;
    }
    let url_safe = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
    // One character over a whole group carries no byte.
    let whole = if run.len() % 4 == 1 { &run[..run.len() - 1] } else { run };
    (if url_safe { URL_SAFE } else { STANDARD }).decode_vec(whole, out).is_ok()
}

/// False when the first three bytes begin neither ASCII text, wide or narrow, nor UTF-8, nor a byte order mark.
fn may_begin_text(run: &[u8]) -> bool {
    let Some(quad) = run.first_chunk::<4>() else { return false };
    let bits = quad.iter().fold(0u32, |bits, &byte| bits << 6 | u32::from(sextet(byte)));
    let [_, bytes @ ..] = bits.to_be_bytes();
    let wide = bytes.iter().all(|&byte| is_text_byte(byte) || byte == 0);
    let marked = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    // A sequence that goes on behind the third byte is no error yet.
    let utf8 = std::str::from_utf8(&bytes)
        .map_or_else(|error| error.error_len().is_none(), |_| true)
        && bytes.iter().all(|&byte| is_text_byte(byte) || !byte.is_ascii());
    wide || marked || utf8
}

/// A character's six bits, in either alphabet.
const fn sextet(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    }
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
    let odd = odd_bytes(head);
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
