//! Package registries: PyPI macaroons and JFrog tokens.

use super::encoding::base64;
use super::{Candidate, Verdict, whole_or_value};

/// PyPI and TestPyPI tokens: base64url of a version 2 macaroon whose location is the registry.
/// Source: the code of the registry for the format, libmacaroons for its fields. Verified when
/// all fields up to the 32-byte signature parse, plausible when the head does.
pub(super) fn pypi(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let text = text.strip_prefix(b"pypi-").unwrap_or(text);
        // Four characters at a time, so that a damaged end does not hide the head.
        let head = text.get(..text.len().min(32) / 4 * 4).and_then(base64).unwrap_or_default();
        let known = [&b"\x02\x01\x08pypi.org"[..], b"\x02\x01\x0dtest.pypi.org"]
            .iter()
            .any(|start| head.starts_with(start));
        match known {
            true if base64(text).is_some_and(|bytes| is_macaroon(&bytes)) => Verdict::Verified,
            true => Verdict::Pass,
            false => Verdict::Fail,
        }
    })
}

const END: u8 = 0;
const LOCATION: u8 = 1;
const IDENTIFIER: u8 = 2;
const VERIFIER: u8 = 4;
const SIGNATURE: u8 = 6;

/// Version byte, location and identifier, any number of caveats, and a 32-byte signature.
fn is_macaroon(bytes: &[u8]) -> bool {
    let mut fields = Fields { rest: bytes.get(1..).unwrap_or_default() };
    let head = [fields.next(), fields.next(), fields.next()];
    if !matches!(head, [Some((LOCATION, _)), Some((IDENTIFIER, _)), Some((END, _))]) {
        return false;
    }
    let mut in_caveat = false;
    while let Some((kind, _)) = fields.next() {
        match kind {
            LOCATION | IDENTIFIER | VERIFIER => in_caveat = true,
            END if in_caveat => in_caveat = false,
            END => {
                return fields.next() == Some((SIGNATURE, 32)) && fields.rest.is_empty();
            }
            _ => return false,
        }
    }
    false
}

/// The fields of a macaroon as kind and length; [`END`] has no length.
struct Fields<'a> {
    rest: &'a [u8],
}

impl Iterator for Fields<'_> {
    type Item = (u8, usize);

    fn next(&mut self) -> Option<(u8, usize)> {
        let (&kind, rest) = self.rest.split_first()?;
        if kind == END {
            self.rest = rest;
            return Some((END, 0));
        }
        // Lengths are varints; none of these fields needs more than two bytes of it.
        let (length, rest) = match rest {
            [low @ 0..=0x7f, rest @ ..] => (usize::from(*low), rest),
            [low, high @ 0..=0x7f, rest @ ..] => {
                (usize::from(low & 0x7f) | usize::from(*high) << 7, rest)
            }
            _ => return None,
        };
        self.rest = rest.get(length..)?;
        Some((kind, length))
    }
}

/// JFrog reference tokens: base64 of `reftkn:`, two digits and `:`. Source: JFrog's documentation
/// for the prefix, the head decoded. Plausible where only `reftkn:` holds.
pub(super) fn jfrog_reference(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let decoded = base64(text).unwrap_or_default();
        match decoded.strip_prefix(b"reftkn:") {
            Some([first, second, b':', rest @ ..])
                if first.is_ascii_digit()
                    && second.is_ascii_digit()
                    && rest.iter().all(u8::is_ascii_graphic) =>
            {
                Verdict::Verified
            }
            Some(_) => Verdict::Pass,
            None => Verdict::Fail,
        }
    })
}

/// JFrog API keys: base58 of 54 bytes. Source: one peer's notes only, so it proves little.
pub(super) fn jfrog_base58(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let fits =
            text.len() <= 80 && bs58::decode(text).into_vec().is_ok_and(|bytes| bytes.len() == 54);
        if fits { Verdict::Pass } else { Verdict::Fail }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    fn macaroon(signature: usize) -> Vec<u8> {
        let mut bytes = b"\x02\x01\x08pypi.org\x02\x24".to_vec();
        bytes.extend([b'4'; 36]);
        bytes.extend(b"\x00\x02\x03[1]\x00\x00\x06");
        bytes.push(signature as u8);
        bytes.extend(vec![7; signature]);
        bytes
    }

    fn judge(bytes: &[u8]) -> Verdict {
        let text = format!("pypi-{}", LENIENT.encode(bytes));
        pypi(Candidate::token(text.as_bytes(), b""))
    }

    #[test]
    fn reads_a_whole_macaroon() {
        assert_eq!(judge(&macaroon(32)), Verdict::Verified);
        assert_eq!(judge(&macaroon(31)), Verdict::Pass);
        assert_eq!(judge(&macaroon(32)[..60]), Verdict::Pass);
        assert_eq!(judge(b"\x02\x01\x08pypi.com and more"), Verdict::Fail);
        let test_registry = b"\x02\x01\x0dtest.pypi.org".as_slice();
        assert_eq!(judge(test_registry), Verdict::Pass);
    }

    #[test]
    fn tells_reference_tokens_from_other_base64() {
        let judge = |text: &str| {
            let token = LENIENT.encode(text);
            jfrog_reference(Candidate::token(token.as_bytes(), b""))
        };
        assert_eq!(judge("reftkn:01:1700000000:abcdef"), Verdict::Verified);
        assert_eq!(judge("reftkn:x1:1700000000:abcdef"), Verdict::Pass);
        assert_eq!(judge("refbkn:01:1700000000:abcdef"), Verdict::Fail);
    }

    #[test]
    fn counts_the_bytes_of_an_api_key() {
        let key = format!("AKC{}", "p8".repeat(35));
        let candidate = Candidate::token(key.as_bytes(), b"");
        assert_eq!(jfrog_base58(candidate), Verdict::Pass);
        let candidate = Candidate::token(&key.as_bytes()[..60], b"");
        assert_eq!(jfrog_base58(candidate), Verdict::Fail);
        let zero = key.replace('8', "0");
        let candidate = Candidate::token(zero.as_bytes(), b"");
        assert_eq!(jfrog_base58(candidate), Verdict::Fail);
    }
}
