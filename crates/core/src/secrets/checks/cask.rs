//! Microsoft's common annotated security keys, known by `JQQJ` in the middle.

use super::encoding::{BASE62, LENIENT, digits, last};
use super::{Candidate, Verdict};
use base64::Engine as _;

/// Characters that the checksum covers.
const HASHED: usize = 80;
/// The seed of the checksum: the text `Default0` read as a big-endian number.
const SEED: u64 = u64::from_be_bytes(*b"Default0");

/// Azure DevOps, Azure AI, NuGet and other keys of 84 characters (88 in the long form). The
/// checksum is Marvin32 over the sixty bytes that the first eighty characters decode to. Source:
/// Microsoft's security-utilities for the layout and the base64 spelling, and NuGet's unit-test
/// key, recomputed, for the base62 spelling. A wrong checksum in a well-formed key passes, since
/// not every service's spelling was seen. A key whose random part is one repeated character is
/// the vendor's mark of a test key.
pub(super) fn run(candidate: Candidate<'_>) -> Verdict {
    let key = candidate.whole;
    if !well_formed(key) || is_test_key(key) {
        return Verdict::Fail;
    }
    if checksum_holds(key) { Verdict::Verified } else { Verdict::Pass }
}

/// Completes the first eighty characters of a key with the base62 checksum.
pub(super) fn tail(text: &[u8]) -> Option<Vec<u8>> {
    let mut sum = base62(marvin(last(text, HASHED)?)?.swap_bytes());
    sum.truncate(4);
    Some(sum)
}

/// Length, alphabet, signature, creation month and the letter that opens the provider signature.
fn well_formed(key: &[u8]) -> bool {
    let (core, end) = match key.len() {
        84 => (key, &b""[..]),
        88 => key.split_at(86),
        _ => return false,
    };
    core.iter().all(u8::is_ascii_alphanumeric)
        && (end.is_empty() || end == b"==")
        && core[52..].starts_with(b"JQQJ9")
        && matches!(core[57], b'9' | b'D' | b'H')
        && core[58].is_ascii_uppercase()
        && matches!(core[59], b'A'..=b'L')
        && core[76].is_ascii_alphabetic()
}

fn is_test_key(key: &[u8]) -> bool {
    key.first().is_some_and(|first| key.iter().take(52).all(|byte| byte == first))
}

fn checksum_holds(key: &[u8]) -> bool {
    let Some((hashed, stored)) = key.split_at_checked(HASHED) else {
        return false;
    };
    let Some(hash) = marvin(hashed) else {
        return false;
    };
    let as_base64 = LENIENT.encode(hash.to_le_bytes());
    if key.len() == 88 {
        return stored == as_base64.as_bytes();
    }
    stored == &as_base64.as_bytes()[..4]
        || base62(hash.swap_bytes()).starts_with(stored)
        // Derived keys spell the number itself, not its swapped bytes.
        || (key[57] == b'D' && base62(hash).starts_with(stored))
}

/// Base62 as Microsoft's encoder writes four bytes: one zero digit for each leading zero byte.
fn base62(number: u32) -> Vec<u8> {
    let zeros = (number.leading_zeros() / 8).min(3) as usize;
    let mut text = vec![BASE62[0]; zeros];
    text.extend(digits(number.into(), BASE62, 1));
    text
}

fn marvin(hashed: &[u8]) -> Option<u32> {
    let bytes = LENIENT.decode(hashed).ok()?;
    let hash = marvin64(&bytes, SEED);
    Some((hash >> 32) as u32 ^ hash as u32)
}

/// The Marvin hash. Source: SymCrypt's published description and test vectors.
fn marvin64(bytes: &[u8], seed: u64) -> u64 {
    let mut state = (seed as u32, (seed >> 32) as u32);
    let mut chunks = bytes.chunks_exact(4);
    for chunk in &mut chunks {
        state.0 = state.0.wrapping_add(little_endian(chunk));
        state = mix(state);
    }
    let rest = chunks.remainder();
    let last = little_endian(rest) | 0x80 << (8 * rest.len());
    state.0 = state.0.wrapping_add(last);
    state = mix(mix(state));
    u64::from(state.1) << 32 | u64::from(state.0)
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn mix((mut low, mut high): (u32, u32)) -> (u32, u32) {
    high ^= low;
    low = low.rotate_left(20).wrapping_add(high);
    high = high.rotate_left(9) ^ low;
    low = low.rotate_left(27).wrapping_add(high);
    high = high.rotate_left(19);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marvin_agrees_with_symcrypt() {
        assert_eq!(marvin64(b"abc", 0xd53c_d9ce_cd08_93b7), 0x22c7_4339_4927_69bf);
        let letters = b"abcdefghijklmnopqrstuvwxyz";
        assert_eq!(marvin64(letters, 0x0ddd_deee_efff_f000), 0xa128_eb7e_7260_aca2);
        assert_eq!(marvin64(&[], 0x004f_b61a_001b_dbcc), 0x30ed_35c1_00cd_3c7d);
        assert_eq!(marvin64(&[175], 0x004f_b61a_001b_dbcc), 0x48e7_3fc7_7d75_ddc1);
        assert_eq!(marvin64(&[231, 15], 0x004f_b61a_001b_dbcc), 0xb5f6_e1fc_485d_bff8);
    }

    fn nuget_test_key() -> Vec<u8> {
        [&[b'a'; 52][..], b"JQQJ99ALN5Z0000", b"LZENeS003NUGT", b"3OrW"].concat()
    }

    #[test]
    fn agrees_with_nugets_unit_test_key_and_rejects_it_as_a_test_key() {
        let key = nuget_test_key();
        assert!(well_formed(&key) && checksum_holds(&key));
        let candidate = Candidate::token(&key, &key);
        assert_eq!(run(candidate), Verdict::Fail);
    }

    #[test]
    fn spells_leading_zero_bytes_as_zero_digits() {
        assert_eq!(base62(0), b"0000");
        assert_eq!(base62(1), b"0001");
        assert_eq!(base62(0x0000_0100), b"0048");
        assert_eq!(base62(u32::MAX), b"4gfFC3");
    }

    #[test]
    fn accepts_the_base64_spelling_in_both_lengths() {
        let mut key = nuget_test_key();
        // Only a sum free of `+` and `/` is ever issued; Microsoft's generator tries until then.
        let sum = (b'0'..=b'9')
            .map(|digit| {
                key[0] = digit;
                LENIENT.encode(marvin(&key[..80]).unwrap().to_le_bytes())
            })
            .find(|sum| sum.bytes().take(6).all(|byte| byte.is_ascii_alphanumeric()))
            .unwrap();
        let long = [&key[..80], sum.as_bytes()].concat();
        for whole in [&long[..84], &long] {
            assert_eq!(run(Candidate::token(whole, whole)), Verdict::Verified);
        }
        let mut wrong = long.clone();
        wrong[84] = if wrong[84] == b'A' { b'Q' } else { b'A' };
        assert_eq!(run(Candidate::token(&wrong, &wrong)), Verdict::Pass);
    }

    #[test]
    fn a_wrong_checksum_only_passes_and_a_wrong_frame_fails() {
        let mut key = nuget_test_key();
        key[3] = b'z';
        assert_eq!(run(Candidate::token(&key, &key)), Verdict::Pass);
        key[59] = b'M';
        assert_eq!(run(Candidate::token(&key, &key)), Verdict::Fail);
        assert_eq!(run(Candidate::token(&key[1..], &key)), Verdict::Fail);
    }
}
