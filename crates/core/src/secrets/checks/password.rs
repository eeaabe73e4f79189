//! Passwords in URLs, connection strings and basic authentication.

use super::encoding::base64;
use super::{Candidate, Verdict};

/// The password of a URL's userinfo. Source: RFC 3986 section 3.2.1. It is decoded first; an
/// empty one, a placeholder, or up to five digits (a port that was taken for a password) fails.
pub(super) fn url(candidate: Candidate<'_>) -> Verdict {
    let password = percent_decoded(candidate.value);
    let like_port = password.len() <= 5 && password.iter().all(u8::is_ascii_digit);
    judge(!like_port && !is_placeholder(&password) && !is_placeholder(candidate.value))
}

/// The value of `Password=` or `Pwd=` in a connection string, with its quotes or without. Source:
/// the connection-string grammar of ADO.NET and ODBC.
pub(super) fn connection(candidate: Candidate<'_>) -> Verdict {
    judge(!is_placeholder(unquoted(candidate.value.trim_ascii())))
}

/// The value is base64 of `user:password` in readable text. Source: RFC 7617; Docker's `auth`
/// field has the same form. The user may be empty (Azure DevOps), the password may not.
pub(super) fn basic_auth(candidate: Candidate<'_>) -> Verdict {
    let decoded = base64(candidate.value).unwrap_or_default();
    let text = str::from_utf8(&decoded).unwrap_or_default();
    judge(
        text.split_once(':').is_some_and(|(_, password)| !is_placeholder(password.as_bytes()))
            && !text.chars().any(char::is_control),
    )
}

fn judge(holds: bool) -> Verdict {
    if holds { Verdict::Pass } else { Verdict::Fail }
}

/// Words that stand for a password in examples and templates.
const WORDS: &[&str] = &[
    "changeme",
    "dummy",
    "empty",
    "example",
    "hidden",
    "key",
    "masked",
    "mypassword",
    "nil",
    "none",
    "null",
    "pass",
    "passwd",
    "password",
    "placeholder",
    "pwd",
    "redacted",
    "secret",
    "token",
    "undefined",
    "user",
    "username",
];

/// Starts of what asks the reader to fill something in, such as `REPLACE_WITH_PASSWORD`.
const ORDERS: &[&[u8]] = &[b"your", b"replace", b"insert", b"enter"];

/// Pairs that mark a template wherever they stand.
const TEMPLATES: &[(&[u8], &[u8])] =
    &[(b"${", b"}"), (b"{{", b"}}"), (b"$(", b")"), (b"#{", b"}"), (b"<%", b"%>"), (b"$[", b"]")];

/// Pairs that mark a placeholder when they enclose all of it.
const ENCLOSURES: &[(&[u8], &[u8])] = &[
    (b"<", b">"),
    (b"{", b"}"),
    (b"[", b"]"),
    (b"%", b"%"),
    (b"__", b"__"),
    (b"@@", b"@@"),
    (b"(", b")"),
];

/// Whether `password` is empty or visibly stands for something to be filled in.
pub(super) fn is_placeholder(password: &[u8]) -> bool {
    let text = password.trim_ascii();
    text.is_empty()
        || is_mask(text)
        || is_word(text)
        || is_variable(text)
        || TEMPLATES.iter().any(|(open, close)| {
            memchr::memmem::find(text, open)
                .is_some_and(|at| memchr::memmem::find(&text[at..], close).is_some())
        })
        || ENCLOSURES.iter().any(|(open, close)| {
            text.len() > open.len() + close.len() && text.starts_with(open) && text.ends_with(close)
        })
}

/// Nothing but marks that hide a password: stars, crosses, dots, dashes.
fn is_mask(text: &[u8]) -> bool {
    text.first().is_some_and(|first| {
        b"*xX.-_?#".contains(first) && text.iter().all(|byte| byte == first)
    }) || text.starts_with(b"***")
        || text.ends_with(b"***")
        // Bullets and ellipses, which are no ASCII.
        || str::from_utf8(text).is_ok_and(|text| text.chars().all(|mark| "•●…".contains(mark)))
}

fn is_word(text: &[u8]) -> bool {
    let lower = text.to_ascii_lowercase();
    let names_a_secret = || {
        [&b"pass"[..], b"pwd", b"secret", b"token", b"key"]
            .iter()
            .any(|word| memchr::memmem::find(&lower, word).is_some())
    };
    WORDS.iter().any(|word| word.as_bytes() == lower)
        || (ORDERS.iter().any(|order| lower.starts_with(order)) && names_a_secret())
}

/// `$NAME`, `$1`, `%s` and `%(name)s`: what a shell or a program will replace.
fn is_variable(text: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    };
    match text {
        [b'$', name @ ..] => is_name(name) || name.iter().all(u8::is_ascii_digit),
        [b'%', rest @ ..] => {
            matches!(rest, [b's' | b'd' | b'v' | b'q' | b'@'])
                || (rest.starts_with(b"(") && rest.ends_with(b")s"))
        }
        _ => false,
    }
}

fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}

/// Replaces `%41` by `A`; what is no valid escape stays as it is.
fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = match after {
            [high, low, ..] if byte == b'%' => nibble(*high).zip(nibble(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                out.push(high << 4 | low);
                rest = &after[2..];
            }
            None => {
                out.push(byte);
                rest = after;
            }
        }
    }
    out
}

fn nibble(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
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
            ["hunter2", "p%40ss:w/rd", "S3cr$t", "123456", "a", "$2x!", "%zz", "x%", "pa<s>s"]
        {
            assert!(run(url, value), "{value}");
            assert!(run(connection, value), "{value}");
        }
        assert!(run(connection, "1234") && run(connection, "'p;w'"));
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
            assert!(!run(url, value), "{value}");
            assert!(!run(connection, value), "{value}");
        }
        assert!(!run(url, "%24%7BVAR%7D") && !run(url, "%3Cpwd%3E"));
        assert!(!run(connection, "\"password\"") && !run(connection, "''"));
    }

    #[test]
    fn drops_ports_in_urls_only() {
        assert!(!run(url, "8080") && !run(url, "65535") && run(url, "655350"));
        assert!(run(connection, "8080"));
    }

    #[test]
    fn reads_basic_credentials() {
        let run = |text: &[u8]| run(basic_auth, &LENIENT.encode(text));
        assert!(run(b"admin:hunter2") && run(b":hunter2") && run("user:pässword1".as_bytes()));
        assert!(!run(b"admin:") && !run(b"admin:password") && !run(b"admin") && !run(b""));
        assert!(!run(b"admin:hun\x00ter") && !run(b"\xff\xfe:\xff\xfe"));
        assert!(!super::tests::run(basic_auth, "not base64!"));
    }
}
