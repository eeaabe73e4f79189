//! Private keys with a checksum of their own: NATS, age, nostr, Bitcoin.

use super::encoding::{BASE32, base32, last, split_last};
use super::{Candidate, Verdict, whole_or_value};
use bech32::primitives::decode::CheckedHrpstring;
use bech32::primitives::iter::Fe32IterExt as _;
use bech32::{Bech32, Fe32, Hrp};
use sha2::{Digest as _, Sha256};

/// Longest text any of these checks decodes; base58 takes quadratic time.
const LONGEST: usize = 128;

/// NATS seeds (58 characters) and public keys (56): base32 whose last two bytes are the
/// little-endian CRC16 of the rest. Source: NATS nkeys, recomputed on the seed and the user key
/// of the NATS documentation.
pub(super) fn nkey(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let known = match text.first_chunk() {
            Some([b'S', kind]) => text.len() == 58 && is_nkey_kind(*kind),
            Some([kind, _]) => text.len() == 56 && is_nkey_kind(*kind),
            None => false,
        };
        if known && nkey_holds(text) { Verdict::Verified } else { Verdict::Fail }
    })
}

/// Completes 54 characters of a seed or 52 of a public key with four more.
pub(super) fn nkey_tail(text: &[u8]) -> Option<Vec<u8>> {
    let run = text.iter().rev().take_while(|byte| BASE32.contains(byte)).count();
    let is_seed = run >= 54
        && matches!(last(text, 54)?.first_chunk(), Some([b'S', kind]) if is_nkey_kind(*kind));
    let body = last(text, if is_seed { 54 } else { 52 })?;
    // The four characters hold, from the left: what is missing to a whole byte (zeros here), the
    // sixteen bits of the sum, and in a seed two spare bits.
    let padded = [body, b"A"].concat();
    let bytes = base32(&padded)?;
    let hashed = bytes.get(..if is_seed { 34 } else { 33 })?;
    let sum = u32::from(crc16(hashed).swap_bytes()) << if is_seed { 2 } else { 0 };
    Some((0..4).rev().map(|at| BASE32[(sum >> (at * 5) & 31) as usize]).collect())
}

fn is_nkey_kind(byte: u8) -> bool {
    b"ACNOPUX".contains(&byte)
}

fn nkey_holds(text: &[u8]) -> bool {
    // A seed has two bits more than bytes; NATS writes them as zeros.
    let spare = text.len() == 58
        && text
            .last()
            .and_then(|end| BASE32.iter().position(|letter| letter == end))
            .is_none_or(|five| five & 3 != 0);
    let bytes = base32(text).unwrap_or_default();
    split_last(&bytes, 2).is_some_and(|(body, sum)| !spare && crc16(body).to_le_bytes() == sum)
}

/// CRC16-XMODEM: polynomial 0x1021, initial value zero.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
        })
    })
}

/// age identities: bech32 under `age-secret-key-`, also the post-quantum form with `pq-`. Source:
/// the age specification and README. Spare bits are not looked at.
pub(super) fn age(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let known =
            bech32_holds(text, |hrp| hrp == "age-secret-key-" || hrp == "age-secret-key-pq-");
        if known { Verdict::Verified } else { Verdict::Fail }
    })
}

/// Completes `AGE-SECRET-KEY-1` or `AGE-SECRET-KEY-PQ-1` and 52 characters.
pub(super) fn age_tail(text: &[u8]) -> Option<Vec<u8>> {
    let (front, data) = split_last(text, 52)?;
    let hrp = match front.ends_with(b"PQ-1") {
        true => "age-secret-key-pq-",
        false => "age-secret-key-",
    };
    bech32_tail(hrp, data).map(|tail| tail.to_ascii_uppercase())
}

/// nostr private keys: bech32 under `nsec`. Source: NIP-19 and its example.
pub(super) fn nsec(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| match bech32_holds(text, |hrp| hrp == "nsec") {
        true if text.len() == 63 => Verdict::Verified,
        _ => Verdict::Fail,
    })
}

/// Completes `nsec1` and 52 characters.
pub(super) fn nsec_tail(text: &[u8]) -> Option<Vec<u8>> {
    bech32_tail("nsec", last(text, 52)?)
}

/// A valid checksum, a wanted human-readable part, and at least 32 bytes.
fn bech32_holds(text: &[u8], wanted: fn(&str) -> bool) -> bool {
    let text = if text.len() <= LONGEST { str::from_utf8(text).ok() } else { None };
    text.and_then(|text| CheckedHrpstring::new::<Bech32>(text).ok()).is_some_and(|checked| {
        wanted(&checked.hrp().to_lowercase()) && checked.data_part_ascii_no_checksum().len() >= 52
    })
}

fn bech32_tail(hrp: &str, data: &[u8]) -> Option<Vec<u8>> {
    let hrp = Hrp::parse(hrp).ok()?;
    let data: Vec<Fe32> = data
        .iter()
        .map(|byte| Fe32::from_char(char::from(*byte)))
        .collect::<Result<_, _>>()
        .ok()?;
    let text: String = data.into_iter().with_checksum::<Bech32>(&hrp).chars().collect();
    last(text.as_bytes(), 6).map(<[u8]>::to_vec)
}

/// Bitcoin private keys in wallet import format: 0x80, 32 bytes, 0x01 for a compressed public
/// key, and the first four bytes of the double SHA-256. Source: the Bitcoin wiki and its example.
pub(super) fn wif(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(
        candidate,
        |text| if wif_holds(text) { Verdict::Verified } else { Verdict::Fail },
    )
}

/// Completes the first 45 characters of a key: with six characters after `5`, with seven after
/// `K` or `L`. `None` where these 45 cannot start a key; those after `5J`, `Kx` and `L2` can.
pub(super) fn wif_tail(text: &[u8]) -> Option<Vec<u8>> {
    let start = last(text, 45)?;
    let (fill, compressed) = match start.first()? {
        b'5' => (6, false),
        b'K' | b'L' => (7, true),
        _ => return None,
    };
    // The lowest number that starts so; a little above it lies one whose sum fits. The range of
    // the missing digits is wider than one step of the private part, so the start stays.
    let lowest = [start, &b"1111111"[..fill]].concat();
    let bytes = bs58::decode(lowest).into_vec().ok()?;
    let mut payload = bytes.get(..33)?.to_vec();
    for byte in payload.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
    if compressed {
        payload.push(1);
    }
    let sum = double_sha256(&payload);
    payload.extend(sum);
    let whole = bs58::encode(payload).into_vec();
    (wif_holds(&whole) && whole.starts_with(start)).then(|| whole[45..].to_vec())
}

fn wif_holds(text: &[u8]) -> bool {
    if !(51..=52).contains(&text.len()) {
        return false;
    }
    let bytes = bs58::decode(text).into_vec().unwrap_or_default();
    let framed = match bytes.len() {
        37 => true,
        38 => bytes[33] == 1,
        _ => false,
    };
    framed
        && bytes[0] == 0x80
        && split_last(&bytes, 4).is_some_and(|(payload, sum)| double_sha256(payload) == sum)
}

fn double_sha256(bytes: &[u8]) -> [u8; 4] {
    let digest = Sha256::digest(Sha256::digest(bytes));
    std::array::from_fn(|at| digest[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc16_agrees_with_the_xmodem_check_value() {
        assert_eq!(crc16(b"123456789"), 0x31c3);
        assert_eq!(crc16(b""), 0);
        assert_eq!(crc16(b"A"), 0x58e5);
    }
}
