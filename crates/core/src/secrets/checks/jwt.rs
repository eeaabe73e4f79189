//! JSON web tokens and what their claims say.

use super::encoding::{base64, is_base64url};
use super::json::Object;
use super::{Candidate, Verdict, whole_or_value};

/// Claims of RFC 7519 section 4.1.
const REGISTERED: [&str; 7] = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];

/// A JSON web token: three base64url parts, a header object with `alg`, a payload object. Source:
/// RFC 7515 and 7519. An unsigned token (`alg` is `none`, or no signature) is no credential.
pub(super) fn jwt(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let Some(token) = Token::decode(text) else {
            return Verdict::Fail;
        };
        let (Some(header), Some(payload)) = (token.header(), token.payload()) else {
            return Verdict::Fail;
        };
        match header.string("alg") {
            Some(alg) if !alg.eq_ignore_ascii_case(b"none") => {}
            _ => return Verdict::Fail,
        }
        // What stands behind a vendor's prefix, as in `glcbt-`, is the vendor's token first.
        let prefixed = candidate.before.ends_with(b"-");
        let known = header.has("typ") || REGISTERED.iter().any(|claim| payload.has(claim));
        if known && !prefixed { Verdict::Verified } else { Verdict::Pass }
    })
}

/// A Supabase legacy key of role `service_role`; the anonymous key is public. Source: Supabase's
/// documentation.
pub(super) fn supabase_service_role(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| match role(text).as_deref() {
        Some(b"service_role") => Verdict::Verified,
        _ => Verdict::Fail,
    })
}

/// Rejects tokens whose role is public by design: Supabase's `anon` and `authenticated`.
pub(super) fn not_public(candidate: Candidate<'_>) -> Verdict {
    let public = [candidate.whole, candidate.value]
        .into_iter()
        .any(|text| matches!(role(text).as_deref(), Some(b"anon" | b"authenticated")));
    if public { Verdict::Fail } else { Verdict::Pass }
}

fn role(text: &[u8]) -> Option<Vec<u8>> {
    let token = Token::decode(text)?;
    token.header()?;
    token.payload()?.string("role").map(<[u8]>::to_vec)
}

/// The first two parts of a token, decoded.
struct Token {
    header: Vec<u8>,
    payload: Vec<u8>,
}

impl Token {
    fn decode(text: &[u8]) -> Option<Self> {
        let mut parts = text.split(|byte| *byte == b'.');
        let (header, payload, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let signed = !signature.is_empty() && signature.iter().all(is_base64url);
        (signed && parts.next().is_none())
            .then(|| Some(Self { header: base64(header)?, payload: base64(payload)? }))?
    }

    fn header(&self) -> Option<Object<'_>> {
        Object::read(&self.header).filter(|header| header.has("alg"))
    }

    fn payload(&self) -> Option<Object<'_>> {
        Object::read(&self.payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    fn token(header: &str, payload: &str) -> String {
        let part = |text| LENIENT.encode(text).trim_end_matches('=').replace('/', "_");
        format!("{}.{}.{}", part(header), part(payload), "s1-_".repeat(8))
    }

    fn run(check: fn(Candidate<'_>) -> Verdict, token: &str) -> Verdict {
        check(Candidate::token(token.as_bytes(), b""))
    }

    const HEADER: &str = r#"{"alg":"HS256","typ":"JWT"}"#;

    #[test]
    fn reads_header_and_payload() {
        assert_eq!(run(jwt, &token(HEADER, r#"{"sub":"1"}"#)), Verdict::Verified);
        assert_eq!(run(jwt, &token(r#"{"alg":"ES256"}"#, r#"{"iat":1}"#)), Verdict::Verified);
        assert_eq!(run(jwt, &token(r#"{"alg":"ES256"}"#, r#"{"x":1}"#)), Verdict::Pass);
    }

    #[test]
    fn refuses_unsigned_and_broken_tokens() {
        assert_eq!(run(jwt, &token(r#"{"alg":"None"}"#, r#"{"sub":"1"}"#)), Verdict::Fail);
        assert_eq!(run(jwt, &token(r#"{"typ":"JWT"}"#, r#"{"sub":"1"}"#)), Verdict::Fail);
        assert_eq!(run(jwt, &token(r#"{"alg":1}"#, r#"{"sub":"1"}"#)), Verdict::Fail);
        assert_eq!(run(jwt, &token(HEADER, "[1]")), Verdict::Fail);
        let whole = token(HEADER, r#"{"sub":"1"}"#);
        assert_eq!(run(jwt, &format!("{whole}.x")), Verdict::Fail);
        assert_eq!(run(jwt, &format!("x{whole}")), Verdict::Fail);
        assert_eq!(run(jwt, whole.trim_end_matches(|c| c != '.')), Verdict::Fail);
    }

    #[test]
    fn finds_the_token_in_the_value_alone() {
        let token = token(HEADER, r#"{"sub":"1"}"#);
        let whole = format!("Bearer {token}");
        let candidate = Candidate::token(whole.as_bytes(), token.as_bytes());
        assert_eq!(jwt(candidate), Verdict::Verified);
    }

    #[test]
    fn leaves_prefixed_tokens_to_their_vendor() {
        let token = token(HEADER, r#"{"sub":"1"}"#);
        let candidate = Candidate::token(token.as_bytes(), token.as_bytes());
        assert_eq!(jwt(Candidate { before: b"glcbt-", ..candidate }), Verdict::Pass);
        assert_eq!(jwt(Candidate { before: b"token=", ..candidate }), Verdict::Verified);
    }

    #[test]
    fn tells_service_roles_from_public_ones() {
        let role = |role: &str| token(HEADER, &format!(r#"{{"iss":"supabase","role":"{role}"}}"#));
        assert_eq!(run(supabase_service_role, &role("service_role")), Verdict::Verified);
        assert_eq!(run(not_public, &role("service_role")), Verdict::Pass);
        for public in ["anon", "authenticated"] {
            assert_eq!(run(supabase_service_role, &role(public)), Verdict::Fail);
            assert_eq!(run(not_public, &role(public)), Verdict::Fail);
        }
        let nested = token(HEADER, r#"{"app":{"role":"anon"}}"#);
        assert_eq!(run(not_public, &nested), Verdict::Pass);
        assert_eq!(run(supabase_service_role, &nested), Verdict::Fail);
        assert_eq!(run(not_public, "no token at all"), Verdict::Pass);
    }
}
