//! UTF-16 and UTF-32 texts, with and without a byte order mark.

use std::cell::Cell;
use std::ops::Range;

use crate::finding::Codec;

/// How many bytes of a text are looked at when there is no mark.
const SAMPLE: usize = 512;
/// Fewer bytes than this without a mark are taken for plain.
const MIN_SAMPLE: usize = 8;

/// The encoding of a text, from its mark or from where its zero bytes stand; `None` for everything that is read as ASCII or UTF-8.
///
/// Text in UTF-16 without a mark is recognised when at least nine in ten of the units in its head are ASCII: every other byte is then zero.
#[must_use]
pub fn detect(text: &[u8]) -> Option<Codec> {
    match text {
        [0xFF, 0xFE, 0, 0, ..] => return Some(Codec::Utf32Le),
        [0, 0, 0xFE, 0xFF, ..] => return Some(Codec::Utf32Be),
        [0xFF, 0xFE, ..] => return Some(Codec::Utf16Le),
        [0xFE, 0xFF, ..] => return Some(Codec::Utf16Be),
        _ => {}
    }
    let sample = &text[..text.len().min(SAMPLE)];
    // `memchr` would ask the processor first what it has, which takes a virtual machine longer than the sample does.
    if sample.len() < MIN_SAMPLE || !sample.contains(&0) {
        return None;
    }
    [Codec::Utf32Le, Codec::Utf32Be, Codec::Utf16Le, Codec::Utf16Be].into_iter().find(|&codec| {
        let units = sample.len() / width(codec);
        let ascii = units_of(codec, sample)
            .filter(|unit| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..=0x7E))
            .count();
        units >= 4 && ascii * 10 >= units * 9
    })
}

/// Bytes per code unit.
const fn width(codec: Codec) -> usize {
    match codec {
        Codec::Utf32Le | Codec::Utf32Be => 4,
        _ => 2,
    }
}

fn units_of(codec: Codec, text: &[u8]) -> impl Iterator<Item = u32> {
    text.chunks_exact(width(codec)).map(move |unit| match (codec, unit) {
        (Codec::Utf16Be, &[a, b]) => u32::from(u16::from_be_bytes([a, b])),
        (_, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
        (Codec::Utf32Be, &[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
        (_, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    })
}

/// Decodes a text to UTF-8 and returns where in it the range `owned` of the source lies. What is no character becomes U+FFFD, one for each unit. A trailing part of a unit
/// is passed over.
pub fn decode(codec: Codec, text: &[u8], owned: Range<usize>, out: &mut Vec<u8>) -> Range<usize> {
    let mut start = None;
    let mut end = None;
    let mut at = 0;
    let mut buffer = [0u8; 4];
    let mut units = units_of(codec, text).peekable();
    while let Some(unit) = units.next() {
        if at >= owned.start {
            start.get_or_insert(out.len());
        }
        if at >= owned.end {
            end.get_or_insert(out.len());
        }
        at += width(codec);
        let mut char = char::from_u32(unit);
        if let (2, 0xD800..0xDC00, Some(&low @ 0xDC00..0xE000)) = (width(codec), unit, units.peek())
        {
            units.next();
            at += 2;
            char = char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        }
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(char.encode_utf8(&mut buffer).as_bytes());
    }
    start.unwrap_or(out.len())..end.unwrap_or(out.len())
}

/// The bytes of the source that a range of the decoded text came from, when the decoded text starts with the source.
#[must_use]
pub fn source_range(codec: Codec, decoded: &[u8], range: Range<usize>) -> Range<usize> {
    let start = source_len(codec, &decoded[..range.start]);
    start..start + source_len(codec, &decoded[range])
}

/// Finds the source of many ranges of one decoded text. It counts on from the last place it was asked for, so that places that follow each other take linear
/// time together.
pub(crate) struct Places<'d> {
    codec: Codec,
    decoded: &'d [u8],
    /// A place in the decoded text and in its source.
    last: Cell<(usize, usize)>,
}

impl<'d> Places<'d> {
    pub(crate) const fn new(codec: Codec, decoded: &'d [u8]) -> Self {
        Self { codec, decoded, last: Cell::new((0, 0)) }
    }

    /// As [`source_range`].
    pub(crate) fn source_range(&self, range: Range<usize>) -> Range<usize> {
        self.source(range.start)..self.source(range.end)
    }

    fn source(&self, at: usize) -> usize {
        let (last, source) = self.last.get();
        let source = if at >= last {
            source + source_len(self.codec, &self.decoded[last..at])
        } else {
            source - source_len(self.codec, &self.decoded[at..last])
        };
        self.last.set((at, source));
        source
    }
}

/// How many source bytes a decoded text took: a unit for each character, two for one outside the basic plane (a UTF-8 sequence of four bytes).
fn source_len(codec: Codec, decoded: &[u8]) -> usize {
    let wide = decoded.iter().filter(|&&byte| byte >= 0xF0).count();
    let chars = decoded.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    match width(codec) {
        2 => 2 * (chars + wide),
        width => width * chars,
    }
}
