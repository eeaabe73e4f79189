//! Alphabets and number spellings that several checks share.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// `0-9A-Za-z`: the digits in which GitHub, npm, Vercel and Microsoft write a checksum.
pub(super) const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// `0-9a-z`: the digits in which GitLab writes lengths and checksums.
pub(super) const BASE36: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// RFC 4648 base32.
pub(super) const BASE32: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Standard base64 in which padding may be there or not and spare bits may be set: a credential
/// whose characters were redrawn still has to decode.
pub(super) const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Writes `number` in the digits of `alphabet`, filled up on the left with its first digit to
/// `width` characters.
pub(super) fn digits(mut number: u64, alphabet: &[u8], width: usize) -> Vec<u8> {
    let (base, Some(&zero)) = (alphabet.len() as u64, alphabet.first()) else {
        return Vec::new();
    };
    let mut out = Vec::with_capacity(width.max(8));
    while number > 0 && base > 1 {
        out.push(alphabet[(number % base) as usize]);
        number /= base;
    }
    while out.len() < width {
        out.push(zero);
    }
    out.reverse();
    out
}

/// Lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|half| BASE36[half as usize]).collect()
}

/// Decodes base64 of either alphabet, padded or not; `None` where it is not base64.
pub(super) fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1);
    let standard: Vec<u8> = text[..end]
        .iter()
        .map(|byte| match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => *other,
        })
        .collect();
    LENIENT.decode(standard).ok()
}

/// Decodes upper-case RFC 4648 base32 without padding; bits short of a byte are dropped.
pub(super) fn base32(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 5 / 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in text {
        let five = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        };
        bits = (bits << 5 | u32::from(five)) & 0xfff;
        held += 5;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}

/// The last `count` bytes of `text`.
pub(super) fn last(text: &[u8], count: usize) -> Option<&[u8]> {
    text.len().checked_sub(count).map(|from| &text[from..])
}

/// `text` without its last `count` bytes, and those.
pub(super) fn split_last(text: &[u8], count: usize) -> Option<(&[u8], &[u8])> {
    text.len().checked_sub(count).map(|at| text.split_at(at))
}

/// Whether `byte` belongs to the URL-safe base64 alphabet.
pub(super) fn is_base64url(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers_in_any_alphabet() {
        assert_eq!(digits(0, BASE62, 6), b"000000");
        assert_eq!(digits(61, BASE62, 2), b"0z");
        assert_eq!(digits(36, BASE36, 1), b"10");
        assert_eq!(digits(5, b"", 3), b"");
        assert_eq!(hex(&[0, 0xab]), b"00ab");
    }

    #[test]
    fn decodes_both_base64_alphabets() {
        assert_eq!(base64(b"-_-_"), base64(b"+/+/"));
        assert_eq!(base64(b"Zm9v"), Some(b"foo".to_vec()));
        assert_eq!(base64(b"Zm8="), base64(b"Zm8"));
        assert_eq!(base64(b"Zm9v!"), None);
        assert_eq!(base64(b"Z"), None);
    }

    #[test]
    fn decodes_the_rfc_4648_base32_vectors() {
        assert_eq!(base32(b"MZXW6YTB"), Some(b"fooba".to_vec()));
        assert_eq!(base32(b"MZXW6YQ"), Some(b"foob".to_vec()));
        assert_eq!(base32(b"mz"), None);
        assert_eq!(base32(b""), Some(Vec::new()));
    }
}
