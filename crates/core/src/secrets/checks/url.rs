//! Passwords in URLs: whether they are any, and whether they open only what is local.

use super::stand_in::{is_example_pair, is_stand_in};
use super::{Candidate, Verdict, judge};

/// Hosts that documentation names.
const EXAMPLE_HOSTS: &[&str] = &[
    "addr",
    "address",
    "domain",
    "domain.com",
    "endpoint",
    "fqdn",
    "host",
    "hostname",
    "ip",
    "url",
    "mydomain.com",
    "myhost",
    "mysite.com",
    "site.com",
    "somehost",
    "somewhere.com",
    "yourhost",
];
/// Passwords that services are shipped with.
const DEFAULTS: &[&str] = &[
    "admin",
    "dev",
    "default",
    "demo",
    "guest",
    "local",
    "localhost",
    "mongo",
    "mysql",
    "postgres",
    "rabbitmq",
    "redis",
    "root",
    "sa",
    "test",
    "testing",
    "1234",
    "12345",
    "123456",
    "1234567",
];

/// The password of a URL's userinfo. Source: RFC 3986 section 3.2.1. It is decoded first; an
/// empty one, one that stands for something to be filled in, or up to five digits (a port that was
/// taken for a password) fails. So does a host that is reserved for documentation (RFC 2606).
pub(super) fn password(candidate: Candidate<'_>) -> Verdict {
    let password = percent_decoded(candidate.value);
    let like_port = password.len() <= 5 && password.iter().all(u8::is_ascii_digit);
    judge(
        !like_port
            && !is_stand_in(&password)
            && !is_stand_in(candidate.value)
            && !is_example_pair(user(candidate.before), &password)
            && !host(candidate.behind).is_some_and(is_example_host),
    )
}

/// The URL leads to the own machine, or its password is a default, or the name of the user, of the
/// host or of what the path leads to.
pub(super) fn local(candidate: Candidate<'_>) -> Verdict {
    judge(is_local(candidate))
}

/// The reverse of [`local`].
pub(super) fn remote(candidate: Candidate<'_>) -> Verdict {
    judge(!is_local(candidate))
}

fn is_local(candidate: Candidate<'_>) -> bool {
    let password = percent_decoded(candidate.value).to_ascii_lowercase();
    let repeats = |name: &[u8]| name.eq_ignore_ascii_case(&password);
    host(candidate.behind).is_some_and(|host| is_local_host(host) || repeats(host))
        || repeats(database(candidate.behind))
        || user(candidate.before).eq_ignore_ascii_case(&password)
        || DEFAULTS.iter().any(|known| known.as_bytes() == password)
}

/// The user's name at the end of what stands before the password.
fn user(before: &[u8]) -> &[u8] {
    let text = before.strip_suffix(b":").unwrap_or_default();
    let in_name = |byte: &&u8| !byte.is_ascii_whitespace() && !b"/\"'`<>".contains(byte);
    &text[text.len() - text.iter().rev().take_while(in_name).count()..]
}

/// The host behind the `@`, without its port.
fn host(behind: &[u8]) -> Option<&[u8]> {
    let text = behind.strip_prefix(b"@")?;
    if text.starts_with(b"[") {
        return text.split(|byte| *byte == b']').next();
    }
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b":/?#,;\\\"'`<>()|&".contains(byte);
    text.split(ends).next()
}

/// The first part of the path behind the host.
fn database(behind: &[u8]) -> &[u8] {
    let mut parts = behind.split(|byte| b"/?\"'` ".contains(byte));
    parts.next();
    parts.next().unwrap_or_default().trim_ascii_end()
}

fn is_example_host(host: &[u8]) -> bool {
    let host = host.trim_ascii_end().to_ascii_lowercase();
    let host = host.strip_suffix(b".").unwrap_or(&host);
    let ends = |suffix: &str| {
        host.strip_suffix(suffix.as_bytes())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(b"."))
    };
    EXAMPLE_HOSTS.iter().any(|known| known.as_bytes() == host)
        || ["example.com", "example.org", "example.net", "example.edu", "example", "invalid"]
            .into_iter()
            .any(ends)
        || [&b"your"[..], b"<", b"xxx"].iter().any(|start| host.starts_with(start))
        || host.ends_with(b"...")
}

fn is_local_host(host: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    let host = &host[..];
    matches!(host, b"localhost" | b"0.0.0.0" | b"[::1" | b"[::" | b"host.docker.internal")
        || host.starts_with(b"127.")
        || host.ends_with(b".localhost")
        || host.ends_with(b".test")
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

    /// The verdict on the password between the marks of `text`.
    fn run(check: fn(Candidate<'_>) -> Verdict, text: &str) -> bool {
        let (before, rest) = text.split_once('«').unwrap();
        let (value, behind) = rest.split_once('»').unwrap();
        let candidate = Candidate {
            before: before.as_bytes(),
            behind: behind.as_bytes(),
            ..Candidate::token(value.as_bytes(), value.as_bytes())
        };
        check(candidate) == Verdict::Pass
    }

    #[test]
    fn takes_passwords_and_drops_stand_ins() {
        let run = |value: &str| run(password, &format!("«{value}»"));
        assert!(run("hunter2") && run("p%40ss:w/rd") && run("%zz") && run("x%"));
        assert!(!run("%24%7BVAR%7D") && !run("%3Cpwd%3E") && !run("password") && !run(""));
        assert!(!run("8080") && !run("65535") && run("655350"));
    }

    #[test]
    fn drops_hosts_and_pairs_of_documentation() {
        assert!(run(password, "https://ann:«hunter2»@git.acme.io/x"));
        assert!(run(password, "https://ann:«hunter2»@myexample.com"));
        for text in [
            "https://ann:«hunter2»@example.com/x",
            "https://ann:«hunter2»@db.Example.org:80",
            "https://ann:«hunter2»@host:5432/db",
            "https://ann:«hunter2»@your-server.com",
            "https://foo:«bar»@git.acme.io",
        ] {
            assert!(!run(password, text), "{text}");
        }
    }

    #[test]
    fn tells_local_from_remote() {
        for text in [
            "redis://:«hunter2»@localhost:6379",
            "redis://:«hunter2»@127.0.0.1",
            "redis://:«hunter2»@[::1]:6379/0",
            "mysql://wp:«wp»@db.acme.io",
            "mysql://wp:«root»@db.acme.io",
            "mysql://root:«blog»@db.acme.io/blog?charset=utf8",
            "mysql://root:«mysql8»@mysql8:3306",
            "http://ann:«hunter2»@app.localhost\"",
        ] {
            assert!(run(local, text) && !run(remote, text), "{text}");
        }
        for text in
            ["mysql://wp:«wp1»@db.acme.io", "redis://:«hunter2»@localhost.acme.io", "«hunter2»"]
        {
            assert!(run(remote, text) && !run(local, text), "{text}");
        }
    }
}
