//! Tokens of the form *prefix, body of fixed width, sum of that body*.

use super::Verdict;
use super::encoding::{BASE62, LENIENT, digits, hex, last};
use base64::Engine as _;

/// Where the sum of a token stands and how it is computed.
pub(super) struct Layout {
    /// Known prefixes, and what a wrong sum means under each: [`Verdict::Fail`] where the rule was
    /// confirmed, [`Verdict::Pass`] where it is only reported. The first one counts for a text
    /// that has no prefix at all.
    pub heads: &'static [(&'static [u8], Verdict)],
    /// Width of the body in bytes.
    pub body: usize,
    /// What stands between body and sum.
    pub gap: &'static [u8],
    /// The sum, from the body alone.
    pub sum: fn(&[u8]) -> Vec<u8>,
}

impl Layout {
    /// Judges a whole token, with its prefix or without.
    pub(super) fn judge(&self, whole: &[u8]) -> Verdict {
        let first = self.heads.first().map_or(Verdict::Fail, |head| head.1);
        let (rest, miss) = self
            .heads
            .iter()
            .find_map(|(head, miss)| Some((whole.strip_prefix(*head)?, *miss)))
            .unwrap_or((whole, first));
        if self.holds(rest) { Verdict::Verified } else { miss }
    }

    /// The sum that would pass after `text`.
    pub(super) fn tail(&self, text: &[u8]) -> Option<Vec<u8>> {
        let body = last(text.strip_suffix(self.gap)?, self.body)?;
        Some((self.sum)(body))
    }

    fn holds(&self, rest: &[u8]) -> bool {
        rest.split_at_checked(self.body).is_some_and(|(body, tail)| {
            tail.strip_prefix(self.gap).is_some_and(|sum| sum == (self.sum)(body))
        })
    }
}

/// CRC32 (the zlib one) as six base62 digits.
pub(super) fn crc32_base62(body: &[u8]) -> Vec<u8> {
    digits(crc32fast::hash(body).into(), BASE62, 6)
}

/// CRC32 as lower-case hexadecimal, most significant byte first.
pub(super) fn crc32_hex(body: &[u8]) -> Vec<u8> {
    hex(&crc32fast::hash(body).to_be_bytes())
}

/// The first six base64 characters of the little-endian CRC32.
pub(super) fn crc32_base64(body: &[u8]) -> Vec<u8> {
    let mut text = LENIENT.encode(crc32fast::hash(body).to_le_bytes()).into_bytes();
    text.truncate(6);
    text
}
