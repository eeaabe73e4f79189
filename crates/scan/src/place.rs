//! Lines and columns, in any text encoding.

use std::borrow::Cow;
use std::path::Path;

use prescan_core::Codec;

/// A path with `/` between its parts; bytes that are no UTF-8 become U+FFFD.
pub(crate) fn display(path: &Path) -> Cow<'_, str> {
    // Validation is faster than the search for what is invalid, and each file asks.
    let text = path.to_str().map_or_else(|| path.to_string_lossy(), Cow::Borrowed);
    if std::path::MAIN_SEPARATOR == '/' {
        text
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/").into()
    }
}

/// A text whose units are counted.
#[derive(Clone, Copy)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    pub(crate) encoding: Option<Codec>,
}

impl<'t> Text<'t> {
    /// Bytes per unit.
    pub(crate) fn unit(self) -> usize {
        match self.encoding {
            Some(Codec::Utf32Le | Codec::Utf32Be) => 4,
            Some(Codec::Utf16Le | Codec::Utf16Be) => 2,
            _ => 1,
        }
    }

    /// Where the low byte of a unit stands in it.
    fn low(self) -> usize {
        match self.encoding {
            Some(Codec::Utf32Be | Codec::Utf16Be) => self.unit() - 1,
            _ => 0,
        }
    }

    /// The length of the byte order mark that the text starts with, which is no character of it.
    pub(crate) fn mark(self) -> usize {
        let mark: &[u8] = match self.encoding {
            None => b"\xEF\xBB\xBF",
            Some(Codec::Utf16Le) => b"\xFF\xFE",
            Some(Codec::Utf16Be) => b"\xFE\xFF",
            Some(Codec::Utf32Le) => b"\xFF\xFE\0\0",
            Some(Codec::Utf32Be) => b"\0\0\xFE\xFF",
            Some(_) => return 0,
        };
        if self.bytes.starts_with(mark) { mark.len() } else { 0 }
    }

    /// Where the character starts that holds the unit at `at`.
    pub(crate) fn char_start(self, at: usize) -> usize {
        let goes_on = |at: usize| match self.unit() {
            1 => self.bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80),
            2 => self.bytes.get(at..at + 2).is_some_and(|unit| self.is_low_surrogate(unit)),
            _ => false,
        };
        // A character has at most four bytes; what has more is none.
        let starts = (0..4).step_by(self.unit()).map_while(|back| at.checked_sub(back));
        starts.into_iter().find(|&at| !goes_on(at)).unwrap_or(at)
    }

    fn is_low_surrogate(self, unit: &[u8]) -> bool {
        unit[usize::from(self.encoding == Some(Codec::Utf16Le))] & 0xFC == 0xDC
    }

    fn is_newline(self, unit: &[u8]) -> bool {
        unit.iter()
            .enumerate()
            .all(|(index, &byte)| byte == if index == self.low() { b'\n' } else { 0 })
    }

    /// The number of line ends in a range.
    pub(crate) fn newlines(self, from: usize, to: usize) -> u64 {
        let part = &self.bytes[from.min(to)..to];
        if self.unit() == 1 {
            return memchr::memchr_iter(b'\n', part).count() as u64;
        }
        part.chunks_exact(self.unit()).filter(|unit| self.is_newline(unit)).count() as u64
    }

    /// Where the line that holds `at` starts, looking back no farther than `from`; the second value says whether a line end was seen.
    pub(crate) fn line_start(self, from: usize, at: usize) -> (usize, bool) {
        let part = &self.bytes[from.min(at)..at];
        if self.unit() == 1 {
            return memchr::memrchr(b'\n', part)
                .map_or((from.min(at), false), |end| (from + end + 1, true));
        }
        let units = part.chunks_exact(self.unit());
        match units.rev().position(|unit| self.is_newline(unit)) {
            Some(back) => (at - back * self.unit(), true),
            None => (from.min(at), false),
        }
    }

    /// Where the line that holds `at` ends, looking no farther than `to`.
    pub(crate) fn line_end(self, at: usize, to: usize) -> usize {
        let part = &self.bytes[at..to.max(at)];
        if self.unit() == 1 {
            return memchr::memchr(b'\n', part).map_or(to, |len| at + len);
        }
        part.chunks_exact(self.unit())
            .position(|unit| self.is_newline(unit))
            .map_or(to, |units| at + units * self.unit())
    }

    /// The number of characters in a range; a byte that is no UTF-8 counts as one.
    pub(crate) fn chars(self, from: usize, to: usize) -> u64 {
        let part = &self.bytes[from.min(to)..to];
        match self.unit() {
            1 => part.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64,
            2 => part.chunks_exact(2).filter(|unit| !self.is_low_surrogate(unit)).count() as u64,
            unit => (part.len() / unit) as u64,
        }
    }

    /// A range as text.
    pub(crate) fn decode(self, from: usize, to: usize) -> String {
        let part = &self.bytes[from.min(to)..to];
        match self.encoding {
            None => String::from_utf8_lossy(part).into_owned(),
            Some(codec) => {
                let mut out = Vec::new();
                prescan_core::decode::unicode::decode(codec, part, 0..part.len(), &mut out);
                String::from_utf8_lossy(&out).into_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use prescan_core::{Codec, decode::unicode};

    use super::Text;

    #[test]
    fn a_mark_is_told_in_every_encoding() {
        let marked = "\u{feff}a text of some length";
        let wide: Vec<u16> = marked.encode_utf16().collect();
        let texts: [(Vec<u8>, usize); 5] = [
            (marked.into(), 3),
            (wide.iter().flat_map(|unit| unit.to_le_bytes()).collect(), 2),
            (wide.iter().flat_map(|unit| unit.to_be_bytes()).collect(), 2),
            (marked.chars().flat_map(|c| (c as u32).to_le_bytes()).collect(), 4),
            (marked.chars().flat_map(|c| (c as u32).to_be_bytes()).collect(), 4),
        ];
        for (bytes, len) in texts {
            let encoding = unicode::detect(&bytes);
            assert_eq!(Text { bytes: &bytes, encoding }.mark(), len, "{encoding:?}");
            let unmarked = &bytes[len..];
            let encoding = unicode::detect(unmarked);
            assert_eq!(Text { bytes: unmarked, encoding }.mark(), 0, "{encoding:?}");
        }
    }

    #[test]
    fn counts_the_same_in_every_encoding() {
        let source = "eins\nzwei ü 😀\ndrei";
        let wide: Vec<u16> = source.encode_utf16().collect();
        let texts = [
            (None, source.as_bytes().to_vec()),
            (Some(Codec::Utf16Le), wide.iter().flat_map(|unit| unit.to_le_bytes()).collect()),
            (Some(Codec::Utf16Be), wide.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
            (Some(Codec::Utf32Le), source.chars().flat_map(|c| (c as u32).to_le_bytes()).collect()),
            (Some(Codec::Utf32Be), source.chars().flat_map(|c| (c as u32).to_be_bytes()).collect()),
        ];
        for (encoding, bytes) in texts {
            let text = Text { bytes: &bytes, encoding };
            assert_eq!(text.newlines(0, bytes.len()), 2, "{encoding:?}");
            assert_eq!(text.chars(0, bytes.len()), source.chars().count() as u64, "{encoding:?}");
            let (start, seen) = text.line_start(0, bytes.len());
            assert!(seen);
            assert_eq!(text.decode(start, bytes.len()), "drei");
            let second = text.line_end(0, bytes.len()) + text.unit();
            let end = text.line_end(second, bytes.len());
            assert_eq!(text.decode(second, end), "zwei ü 😀");
            let face = text.char_start(end - text.unit());
            assert_eq!(text.decode(face, end), "😀", "{encoding:?}");
            assert_eq!(text.char_start(face), face);
            assert_eq!(text.char_start(bytes.len()), bytes.len());
        }
    }
}
