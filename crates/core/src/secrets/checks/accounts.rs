//! Credentials that carry a readable account: AWS, Discord, Telegram, Bitbucket, OpenShift.

use super::encoding::{base32, base64, is_base64url, last};
use super::shape::is_uuid;
use super::{Candidate, Verdict, whole_or_value};

/// AWS access key ids: characters 5 to 20 are base32, and bits 7 to 46 of the first six bytes are
/// the account number, below 10^12. Source: recomputed on the id of the AWS documentation. Nine of
/// ten random ids pass too, so it proves nothing.
pub(super) fn aws_account_id(candidate: Candidate<'_>) -> Verdict {
    let encoded = last(candidate.whole, 16).and_then(base32).unwrap_or_default();
    let number = encoded.iter().take(6).fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    let account = (number & 0x7fff_ffff_ff80) >> 7;
    if encoded.is_empty() || account >= 1_000_000_000_000 { Verdict::Fail } else { Verdict::Pass }
}

/// AWS Bedrock short-term keys: base64 of a presigned request, which must hold its signature.
/// Source: the head decoded, the rest from AWS's token generator. The host alone is no secret.
pub(super) fn bedrock_url(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let text = text.strip_prefix(b"bedrock-api-key-").unwrap_or(text);
        let url = base64(text).unwrap_or_default();
        let signed = memchr::memmem::find(&url, b"X-Amz-Signature=").is_some_and(|at| {
            let digits = url[at + 16..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            digits >= 64
        });
        if signed { Verdict::Verified } else { Verdict::Fail }
    })
}

/// Discord bot tokens: base64 of the bot's decimal id, six characters, 27 to 38 characters. Source:
/// Discord's reference example; the id has at least 17 digits.
pub(super) fn discord(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let mut parts = text.split(|byte| *byte == b'.');
        let (Some(id), Some(time), Some(mac), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Verdict::Fail;
        };
        let id = base64(id).unwrap_or_default();
        let is_snowflake = (17..=20).contains(&id.len())
            && str::from_utf8(&id).is_ok_and(|id| {
                id.bytes().all(|byte| byte.is_ascii_digit()) && id.parse::<u64>().is_ok()
            });
        let fits = is_snowflake
            && time.len() == 6
            && (27..=38).contains(&mac.len())
            && time.iter().chain(mac).all(is_base64url);
        if fits { Verdict::Verified } else { Verdict::Fail }
    })
}

/// Telegram bot tokens: an id below 2^54 without leading zero, `:`, at least 24 characters, 80 in
/// all. Source: Telegram's server code as catalogued. A UUID after the colon is an Atlassian
/// account id.
pub(super) fn telegram(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let Some((id, secret)) =
            memchr::memchr(b':', text).map(|at| (&text[..at], &text[at + 1..]))
        else {
            return Verdict::Fail;
        };
        let number = str::from_utf8(id).ok().and_then(|id| id.parse::<u64>().ok());
        let fits = text.len() <= 80
            && id.iter().all(u8::is_ascii_digit)
            && !id.starts_with(b"0")
            && number.is_some_and(|number| number < 1 << 54)
            && secret.len() >= 24
            && secret.iter().all(is_base64url)
            && !is_uuid(secret);
        if fits { Verdict::Pass } else { Verdict::Fail }
    })
}

/// Bitbucket and Jira Data Center tokens: base64 of a decimal id, `:` and random bytes. Source: one
/// peer's notes; so a `BBDC-` token of another form still passes.
pub(super) fn bitbucket_dc(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let body = text.strip_prefix(b"BBDC-");
        let bytes = base64(body.unwrap_or(text)).unwrap_or_default();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let fits = (4..=20).contains(&digits)
            && bytes.get(digits) == Some(&b':')
            && bytes.len() >= digits + 17;
        match fits {
            true => Verdict::Verified,
            false if body.is_some() => Verdict::Pass,
            false => Verdict::Fail,
        }
    })
}

/// The characters that can end 32 bytes in unpadded base64.
const LAST_OF_32_BYTES: &[u8; 16] = b"AEIMQUYcgkosw048";

/// OpenShift tokens: `sha256~` and 43 characters that encode 32 bytes, so that the last is one of
/// sixteen. Source: OpenShift's code and arithmetic. One in four random texts passes.
pub(super) fn openshift(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let body = text.strip_prefix(b"sha256~").unwrap_or(text);
        let fits = body.len() == 43
            && body.iter().all(is_base64url)
            && body.last().is_some_and(|end| LAST_OF_32_BYTES.contains(end));
        if fits { Verdict::Pass } else { Verdict::Fail }
    })
}

/// Completes `sha256~` and 42 characters with one that fits.
pub(super) fn openshift_tail(text: &[u8]) -> Option<Vec<u8>> {
    let body = last(text, 42)?;
    let at = crc32fast::hash(body) as usize % LAST_OF_32_BYTES.len();
    body.iter().all(is_base64url).then(|| vec![LAST_OF_32_BYTES[at]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    fn whole(text: &str) -> Candidate<'_> {
        Candidate::token(text.as_bytes(), b"")
    }

    #[test]
    fn reads_the_account_of_the_documentation_id() {
        let id = ["AKIA", "IOSFODNN7", "EXAMPLE"].concat();
        assert_eq!(aws_account_id(whole(&id)), Verdict::Pass);
        assert_eq!(aws_account_id(whole(&id.replace('7', "8"))), Verdict::Fail);
        // The highest account that forty bits hold is above 10^12.
        assert_eq!(aws_account_id(whole("AKIAPPPPPPPPPPPPPPPP")), Verdict::Fail);
        assert_eq!(aws_account_id(whole("AKIA")), Verdict::Fail);
    }

    #[test]
    fn wants_a_signature_in_a_bedrock_key() {
        let url = format!("bedrock.amazonaws.com/?X-Amz-Signature={}&Version=1", "0a".repeat(32));
        let key = |url: &str| format!("bedrock-api-key-{}", LENIENT.encode(url));
        assert_eq!(bedrock_url(whole(&key(&url))), Verdict::Verified);
        assert_eq!(bedrock_url(whole(&key(&url.replace("0a&", "&")))), Verdict::Fail);
        assert_eq!(bedrock_url(whole(&key("bedrock.amazonaws.com/?"))), Verdict::Fail);
    }

    #[test]
    fn reads_the_snowflake_of_the_documentation_token() {
        let token = ["MTk4NjIyNDgzNDcx", "OTI1MjQ4", ".Cl2FMQ", ".ZnCjm1XVW7", "vRze4b7Cq4se7kKWs"];
        let token = token.concat();
        assert_eq!(discord(whole(&token)), Verdict::Verified);
        assert_eq!(discord(whole(&token.replace("MTk4", "MTk+"))), Verdict::Fail);
        assert_eq!(discord(whole(&token.replace(".Cl2FMQ", ".Cl2FMQQ"))), Verdict::Fail);
        assert_eq!(discord(whole(&format!("{token}.x"))), Verdict::Fail);
    }

    #[test]
    fn tells_bot_tokens_from_account_ids_and_ports() {
        let secret = "AA".to_owned() + &"b-_9".repeat(8);
        assert_eq!(telegram(whole(&format!("123456789:{secret}"))), Verdict::Pass);
        assert_eq!(telegram(whole(&format!("023456789:{secret}"))), Verdict::Fail);
        assert_eq!(telegram(whole(&format!("18014398509481984:{secret}"))), Verdict::Fail);
        assert_eq!(telegram(whole("557058:0a1b2c3d-0a1b-4c3d-8a1b-0a1b2c3d4e5f")), Verdict::Fail);
        assert_eq!(telegram(whole("localhost:8080")), Verdict::Fail);
    }

    #[test]
    fn decodes_the_id_of_a_data_center_token() {
        let token = LENIENT.encode([&b"123456789012:"[..], &[200; 20]].concat());
        assert_eq!(bitbucket_dc(whole(&token)), Verdict::Verified);
        assert_eq!(bitbucket_dc(whole(&format!("BBDC-{token}"))), Verdict::Verified);
        let other = token.replacen('M', "Z", 1);
        assert_eq!(bitbucket_dc(whole(&other)), Verdict::Fail);
        assert_eq!(bitbucket_dc(whole(&format!("BBDC-{other}"))), Verdict::Pass);
    }

    #[test]
    fn knows_the_last_character_of_32_bytes() {
        let token = format!("sha256~{}", "q".repeat(42));
        assert_eq!(openshift(whole(&(token.clone() + "A"))), Verdict::Pass);
        assert_eq!(openshift(whole(&(token.clone() + "B"))), Verdict::Fail);
        assert_eq!(openshift(whole(&(token + "AA"))), Verdict::Fail);
    }
}
