//! Values that decode to something recognisable.

use super::encoding::{base32, base64};
use super::json::Object;
use super::{Candidate, Verdict, whole_or_value};

/// The value, or its part up to the first `.` or `_`, is base64 of a JSON object. Source: the
/// heads of Grafana Cloud, Sentry and 1Password tokens, decoded. Verified when the object is
/// complete, plausible when only its start is there.
pub(super) fn base64_json(candidate: Candidate<'_>) -> Verdict {
    // A literal may hold the first characters of the object (`glc_eyJ`), so the object is also
    // looked for where the whole has its first `ey`, which is base64 of `{"`.
    let inside = memchr::memmem::find(candidate.whole, b"ey").map(|at| &candidate.whole[at..]);
    let mut best = Verdict::Fail;
    for text in [Some(candidate.whole), Some(candidate.value), inside].into_iter().flatten() {
        let up_to = |mark: u8| memchr::memchr(mark, text).map(|at| &text[..at]);
        for part in [Some(text), up_to(b'.'), up_to(b'_')].into_iter().flatten() {
            let decoded = base64(part).unwrap_or_default();
            if Object::read(&decoded).is_some() {
                return Verdict::Verified;
            }
            if decoded.starts_with(b"{") {
                best = Verdict::Pass;
            }
        }
    }
    best
}

/// WorkOS keys: `sk_…` whose body is base64 of `key_`, a ULID, a comma and the secret. Source: the
/// head decoded, the rest seen on one published example; so `key_` alone is plausible.
pub(super) fn workos(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let body = [&b"sk_live_"[..], b"sk_test_", b"sk_"]
            .iter()
            .find_map(|head| text.strip_prefix(*head))
            .unwrap_or(text);
        let decoded = base64(body).unwrap_or_default();
        let Some(rest) = decoded.strip_prefix(b"key_") else {
            return Verdict::Fail;
        };
        let complete = rest.split_at_checked(26).is_some_and(|(ulid, secret)| {
            ulid.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
                && secret.first() == Some(&b',')
                && secret.len() > 16
                && secret.iter().all(u8::is_ascii_graphic)
        });
        match complete {
            true => Verdict::Verified,
            false if rest.iter().all(u8::is_ascii_graphic) => Verdict::Pass,
            false => Verdict::Fail,
        }
    })
}

/// Webhook signing secrets: base64 of 24 to 64 bytes. Source: the Standard Webhooks specification.
/// Most texts of fitting length decode, so it proves nothing.
pub(super) fn standard_webhook(candidate: Candidate<'_>) -> Verdict {
    let text = candidate.value;
    let body = text.strip_prefix(b"whsec_").unwrap_or(text);
    match base64(body).map(|bytes| bytes.len()) {
        Some(24..=64) => Verdict::Pass,
        _ => Verdict::Fail,
    }
}

/// The secret of a one-time-password URL: sixteen or more base32 characters. Source: the key URI
/// format of the authenticator apps. Where `secret=` stands several times the first one counts.
pub(super) fn otpauth(candidate: Candidate<'_>) -> Verdict {
    let secret = [candidate.value, candidate.whole]
        .into_iter()
        .find_map(|text| memchr::memmem::find(text, b"secret=").map(|at| &text[at + 7..]));
    let text = secret.unwrap_or(candidate.value);
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
    let body = text[..end].to_ascii_uppercase();
    if body.len() >= 16 && base32(&body).is_some() { Verdict::Pass } else { Verdict::Fail }
}

/// A private JSON web key: `kty`, and `d` (asymmetric) or `k` (symmetric) of sixteen bytes or
/// more. Source: RFC 7517 and 7518. Escaped quotes are read too, since keys stand in strings.
pub(super) fn jwk_private(candidate: Candidate<'_>) -> Verdict {
    let text = candidate.whole;
    let private = match member(text, b"kty") {
        Some(b"RSA" | b"EC" | b"OKP") => member(text, b"d"),
        Some(b"oct") => member(text, b"k"),
        _ => None,
    };
    let holds = private.and_then(base64).is_some_and(|bytes| bytes.len() >= 16);
    if holds { Verdict::Verified } else { Verdict::Fail }
}

/// The text of the first string member of this name, at any depth. In scripts the name may stand
/// without quotes.
fn member<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let skip = |text: &'a [u8]| {
        let marks = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'\\');
        &text[marks.count()..]
    };
    memchr::memmem::find_iter(text, name).find_map(|at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-$.".contains(byte)) {
            return None;
        }
        let mut rest = skip(&text[at + name.len()..]);
        if before.is_some_and(is_quote) {
            rest = rest.split_first().filter(|(byte, _)| is_quote(byte))?.1;
        }
        let rest = skip(rest).strip_prefix(b":")?;
        let (_, rest) = skip(rest).split_first().filter(|(byte, _)| is_quote(byte))?;
        let end = rest.iter().position(|byte| is_quote(byte) || *byte == b'\\')?;
        Some(&rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    fn whole(text: &str) -> Candidate<'_> {
        Candidate::token(text.as_bytes(), text.as_bytes())
    }

    #[test]
    fn finds_encoded_objects_behind_prefix_and_before_tail() {
        let object = LENIENT.encode(r#"{"o":"1","n":"name"}"#).trim_end_matches('=').to_owned();
        for text in [object.clone(), format!("glc_{object}"), format!("{object}_tail0")] {
            assert_eq!(base64_json(whole(&text)), Verdict::Verified, "{text}");
        }
        let (head, rest) = object.split_at(3);
        let token = format!("ops_{head}{rest}");
        let candidate = Candidate::token(token.as_bytes(), rest.as_bytes());
        assert_eq!(base64_json(candidate), Verdict::Verified);
        assert_eq!(base64_json(whole(&object[..16])), Verdict::Pass);
        assert_eq!(base64_json(whole("Zm9vYmFyZm9vYmFy")), Verdict::Fail);
    }

    #[test]
    fn reads_workos_keys() {
        let key = |text: &str| format!("sk_test_{}", LENIENT.encode(text));
        let inner = format!("key_01K{},{}", "AB3".repeat(7) + "XY", "s3Cr".repeat(6));
        assert_eq!(workos(whole(&key(&inner))), Verdict::Verified);
        assert_eq!(workos(whole(&key(&inner.replace(',', ";")))), Verdict::Pass);
        assert_eq!(workos(whole(&key("kex_01K"))), Verdict::Fail);
        assert_eq!(workos(whole(&key("key_\u{1}"))), Verdict::Fail);
    }

    #[test]
    fn counts_the_bytes_of_a_webhook_secret() {
        let run = |bytes: usize| standard_webhook(whole(&LENIENT.encode(vec![77; bytes])));
        assert_eq!((run(23), run(24), run(64), run(65)), {
            use Verdict::{Fail, Pass};
            (Fail, Pass, Pass, Fail)
        });
        assert_eq!(standard_webhook(whole("whsec_")), Verdict::Fail);
    }

    #[test]
    fn reads_the_first_secret_of_an_otpauth_url() {
        let url = |secret: &str| format!("otpauth://totp/A:b?issuer=A&secret={secret}&secret=x");
        assert_eq!(otpauth(whole(&url(&"MZXW6YTB".repeat(2)))), Verdict::Pass);
        assert_eq!(otpauth(whole(&url(&"mzxw6ytb".repeat(4)))), Verdict::Pass);
        assert_eq!(otpauth(whole(&url("MZXW6YTB"))), Verdict::Fail);
        assert_eq!(otpauth(whole(&url(&"MZXW6YT1".repeat(2)))), Verdict::Fail);
        assert_eq!(otpauth(whole(&"MZXW6YTB".repeat(2))), Verdict::Pass);
    }

    #[test]
    fn tells_private_from_public_web_keys() {
        let d = LENIENT.encode([9; 32]).trim_end_matches('=').to_owned();
        let key = |kty: &str, name: &str| format!(r#"{{ "kty" : "{kty}", "{name}":"{d}" }}"#);
        for (kty, name) in [("EC", "d"), ("RSA", "d"), ("OKP", "d"), ("oct", "k")] {
            let text = key(kty, name);
            assert_eq!(jwk_private(whole(&text)), Verdict::Verified, "{kty}");
            let escaped = text.replace('"', "\\\"");
            assert_eq!(jwk_private(whole(&escaped)), Verdict::Verified, "{kty}");
        }
        for (kty, name) in [("RSA", "n"), ("oct", "d"), ("EC", "k"), ("new", "d")] {
            assert_eq!(jwk_private(whole(&key(kty, name))), Verdict::Fail, "{kty}");
        }
        assert_eq!(jwk_private(whole(r#"{"kty":"EC","d":"..."}"#)), Verdict::Fail);
        let script = format!("{{ kty: 'EC', id: 'd', d: '{d}' }}");
        assert_eq!(jwk_private(whole(&script)), Verdict::Verified);
        assert_eq!(jwk_private(whole(&script.replace(", d:", ", kid:"))), Verdict::Fail);
    }
}
