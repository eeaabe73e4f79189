//! Passwords in connection strings and basic authentication, and encoded ones.

use super::encoding::base64;
use super::stand_in::{is_example_pair, is_stand_in};
use super::{Candidate, Verdict, judge};

/// The value of `Password=` or `Pwd=` in a connection string, with its quotes or without. Source:
/// the connection-string grammar of ADO.NET and ODBC.
pub(super) fn connection(candidate: Candidate<'_>) -> Verdict {
    judge(!is_stand_in(unquoted(candidate.value.trim_ascii())))
}

/// The value is base64 of `user:password` in readable text. Source: RFC 7617; Docker's `auth`
/// field has the same form. The user may be empty (Azure DevOps), the password may not.
pub(super) fn basic_auth(candidate: Candidate<'_>) -> Verdict {
    let decoded = base64(candidate.value).unwrap_or_default();
    let pair = readable(&decoded).and_then(|text| text.split_once(':'));
    judge(pair.is_some_and(|(user, password)| {
        !is_stand_in(password.as_bytes()) && !is_example_pair(user.as_bytes(), password.as_bytes())
    }))
}

/// The value is base64 of readable text, such as a password, that is no placeholder.
pub(super) fn base64_text(candidate: Candidate<'_>) -> Verdict {
    judge(is_base64_text(candidate.value))
}

/// The value is base64 of twelve bytes or more that are no readable text.
pub(super) fn base64_binary(candidate: Candidate<'_>) -> Verdict {
    let decoded = base64(candidate.value).unwrap_or_default();
    judge(decoded.len() >= 12 && readable(&decoded).is_none())
}

/// The `data` of a Kubernetes secret, as lines `name: base64` or members `"name": "base64"`: at
/// least one of them decodes to something that is no placeholder. Source: the API reference.
pub(super) fn kubernetes_data(candidate: Candidate<'_>) -> Verdict {
    let mut members =
        candidate.value.split(|byte| matches!(byte, b'\n' | b',')).filter_map(|line| {
            let at = memchr::memchr(b':', line)?;
            Some(unquoted(line[at + 1..].trim_ascii()))
        });
    let holds = |value: &[u8]| {
        let decoded = base64(value).unwrap_or_default();
        match readable(&decoded) {
            Some(text) => text.len() >= 4 && !is_stand_in(text.as_bytes()) && !is_setting(text),
            None => decoded.len() >= 12,
        }
    };
    judge(members.any(holds))
}

/// A number, a switch, a host or a bare word: what stands in a secret beside what is secret.
fn is_setting(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_' | b'.'))
        || text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn is_base64_text(value: &[u8]) -> bool {
    let decoded = base64(value).unwrap_or_default();
    readable(&decoded).is_some_and(|text| text.len() >= 4 && !is_stand_in(text.as_bytes()))
}

/// Text without control characters, but for white space at its end.
fn readable(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes).ok()?.trim_end();
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    fn run(check: fn(Candidate<'_>) -> Verdict, value: &str) -> bool {
        check(Candidate::token(b"", value.as_bytes())) == Verdict::Pass
    }

    #[test]
    fn takes_real_passwords() {
        for value in
            ["hunter2", "p%40ss:w/rd", "S3cr$t", "123456", "a", "$2x!", "8080", "'p;w'", "pa<s>s"]
        {
            assert!(run(connection, value), "{value}");
        }
    }

    #[test]
    fn drops_placeholders() {
        for value in [
            "",
            "  ",
            "password",
            "PASS",
            "user",
            "$VAR",
            "${VAR}",
            "a${VAR}b",
            "{{ x }}",
            "<pwd>",
            "%s",
            "***",
            "xxxx",
            "XXXX",
            "ab***",
            "%(pwd)s",
            "%PWD%",
            "#{pwd}",
            "<%= pwd %>",
            "$(pwd)",
            "[password]",
            "{0}",
            "your_password",
            "REPLACE_WITH_PASSWORD",
            "YourPwd",
            "__PWD__",
            "••••",
            "$1",
        ] {
            assert!(!run(connection, value), "{value}");
        }
        assert!(!run(connection, "\"password\"") && !run(connection, "''"));
    }

    #[test]
    fn reads_basic_credentials() {
        let run = |text: &[u8]| run(basic_auth, &LENIENT.encode(text));
        assert!(run(b"admin:hunter2") && run(b":hunter2") && run("user:pässword1".as_bytes()));
        assert!(!run(b"admin:") && !run(b"admin:password") && !run(b"admin") && !run(b""));
        assert!(!run(b"admin:hun\x00ter") && !run(b"\xff\xfe:\xff\xfe"));
        assert!(!super::tests::run(basic_auth, "not base64!"));
    }

    #[test]
    fn tells_encoded_text_from_bytes() {
        let run = |check, bytes: &[u8]| run(check, &LENIENT.encode(bytes));
        assert!(run(base64_text, b"hunter2\n") && !run(base64_text, b"password"));
        assert!(!run(base64_text, b"a\x00bcd") && !run(base64_text, b"abc"));
        assert!(run(base64_binary, &[0xf7; 12]) && !run(base64_binary, &[0xf7; 11]));
        assert!(!run(base64_binary, b"admin:hunter2"));
    }

    #[test]
    fn reads_the_data_of_a_kubernetes_secret() {
        let data = |secret: &[u8]| {
            let user = LENIENT.encode("admin");
            let secret = LENIENT.encode(secret);
            let yaml = format!("\n  username: {user}\n  password: {secret}\n");
            let json = format!("{{\"username\":\"{user}\",\"password\":\"{secret}\"");
            [yaml, json].map(|text| super::tests::run(kubernetes_data, &text))
        };
        assert_eq!(data(b"hunter2"), [true; 2]);
        assert_eq!(data(&[0xf7; 16]), [true; 2]);
        assert_eq!(data(b"password"), [false; 2]);
        assert_eq!(data(b"db.acme.svc"), [false; 2]);
        assert_eq!(data(b"5432"), [false; 2]);
    }
}
