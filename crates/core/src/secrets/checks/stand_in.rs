//! Passwords that visibly stand for something to be filled in.

/// Words that stand for a password in examples and templates.
const WORDS: &[&str] = &[
    "bar",
    "baz",
    "changeit",
    "changeme",
    "dummy",
    "empty",
    "example",
    "false",
    "foo",
    "foobar",
    "hidden",
    "key",
    "masked",
    "nil",
    "none",
    "null",
    "placeholder",
    "redacted",
    "removed",
    "tiger",
    "token",
    "true",
    "undefined",
    "user",
    "username",
];

/// Words that name a secret. A value made of one of them and of [`OTHERS`] names what belongs there.
const NOUNS: &[&str] = &[
    "apikey",
    "credential",
    "credentials",
    "key",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "psw",
    "pw",
    "pwd",
    "secret",
    "token",
];

/// Words that stand beside a noun in a name or a description.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "a", "access", "account", "admin", "an", "any", "api", "app", "args", "auth", "bad", "bar",
    "basic", "body", "bot", "build", "cfg", "change", "ci", "cli", "client", "cmd", "conf",
    "config", "creds", "ctx", "data", "database", "db", "default", "demo", "dev", "dummy",
    "email", "encoded", "encrypted", "enter", "entry", "env", "environ", "event", "example",
    "fake", "flags", "foo", "for", "form", "ftp", "generated", "git", "goes", "here", "host",
    "http", "https", "in", "info", "input", "insert", "is", "item", "ldap", "local", "login",
    "long", "mail", "me", "mongo", "mongodb", "mqtt", "my", "mysql", "new", "not", "obj", "of", "old",
    "opt", "options", "opts", "params", "parsed", "pg", "plain", "postgres", "postgresql",
    "private", "prod", "props", "proxy", "put", "rabbitmq", "random", "real", "redis",
    "replace", "req", "request", "root", "row", "sample", "secrets", "secure", "self",
    "server", "service", "session", "set", "settings", "smtp", "some", "state", "string",
    "strong", "super", "system", "test", "text", "that", "the", "this", "to", "top", "url",
    "user", "username", "value", "values", "vars", "very", "web", "with", "word", "wrong",
    "your",
];

/// Longest text that is taken apart into words.
const LONGEST: usize = 48;

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

/// Whether `password` is empty, a template, a mask, a variable, or names what belongs there.
pub(super) fn is_stand_in(password: &[u8]) -> bool {
    let text = password.trim_ascii();
    text.is_empty()
        || is_mask(text)
        || is_variable(text)
        || is_call(text)
        || is_description(text)
        || TEMPLATES.iter().any(|(open, close)| {
            memchr::memmem::find(text, open)
                .is_some_and(|at| memchr::memmem::find(&text[at..], close).is_some())
        })
        || ENCLOSURES.iter().any(|(open, close)| {
            text.len() > open.len() + close.len() && text.starts_with(open) && text.ends_with(close)
        })
}

/// Users and passwords that documentation makes up.
const EXAMPLE_PAIRS: (&[&str], &[&str]) = (
    &["a", "aladdin", "bar", "foo", "login", "me", "name", "u", "user", "username", "usr"],
    &["abc", "b", "bar", "baz", "foo", "open sesame", "opensesame", "p", "psswd", "qux", "word"],
);

/// Whether both the user and the password are such that documentation makes up.
pub(super) fn is_example_pair(user: &[u8], password: &[u8]) -> bool {
    let holds = |words: &[&str], text: &[u8]| {
        words.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(text))
    };
    holds(EXAMPLE_PAIRS.0, user) && holds(EXAMPLE_PAIRS.1, password)
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

/// `name(` and `a.b(`: code that gives the password.
fn is_call(text: &[u8]) -> bool {
    let name = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        .count();
    name > 1 && text[0].is_ascii_alphabetic() && text.get(name) == Some(&b'(')
}

/// `password`, `db_password`, `my-secret-token`, `YOUR_PASS`, `config.password`: words that say
/// what belongs there, however they are joined. A digit makes a password of it.
fn is_description(text: &[u8]) -> bool {
    let text = match text {
        [b'@' | b':' | b'$' | b'%', rest @ ..] => rest,
        _ => text,
    };
    let lower: Vec<u8> = text
        .iter()
        .filter(|byte| !b"-_. ".contains(byte))
        .take(LONGEST + 1)
        .map(u8::to_ascii_lowercase)
        .collect();
    if WORDS.iter().any(|word| word.as_bytes() == lower) {
        return true;
    }
    if lower.len() > LONGEST || !lower.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    // `oplog_reader_password`: whatever it belongs to, its last part is a noun.
    let mut parts = text.rsplit(|byte| b"-_. ".contains(byte));
    let last = parts.next().unwrap_or_default();
    if parts.next().is_some() && NOUNS.iter().any(|noun| noun.as_bytes().eq_ignore_ascii_case(last))
    {
        return true;
    }
    // For every prefix: whether words make it up, and whether a noun is among them.
    let mut reached = [[false; 2]; LONGEST + 1];
    reached[0][0] = true;
    for at in 0..lower.len() {
        let [plain, named] = reached[at];
        let rest = &lower[at..];
        for len in lengths(NOUNS, rest).filter(|_| plain || named) {
            reached[at + len][1] = true;
        }
        for len in lengths(OTHERS, rest) {
            reached[at + len][0] |= plain;
            reached[at + len][1] |= named;
        }
    }
    reached[lower.len()][1]
}

/// The lengths of the words that `text` starts with.
fn lengths<'a>(words: &'a [&str], text: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    words.iter().filter(|word| text.starts_with(word.as_bytes())).map(|word| word.len())
}

#[cfg(test)]
mod tests {
    use super::{is_example_pair, is_stand_in};

    #[test]
    fn names_of_passwords_stand_for_them() {
        for text in [
            "password",
            "db_password",
            "dbpass",
            "DB-PASSWORD",
            "my-secret-pw",
            "mysecretpassword",
            "supersecret",
            "YOUR_API_KEY",
            "config.password",
            "@pwd",
            ":password",
            "bar",
            "baz",
            "changeit",
            "getPassword()",
            "os.environ.get(",
            "the password goes here",
            "oplog_reader_password",
            "e.password",
            "foo",
        ] {
            assert!(is_stand_in(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn documentation_makes_up_pairs() {
        assert!(is_example_pair(b"foo", b"bar") && is_example_pair(b"Aladdin", b"open sesame"));
        assert!(!is_example_pair(b"foo", b"hunter2") && !is_example_pair(b"ann", b"bar"));
    }

    #[test]
    fn passwords_stand_for_themselves() {
        for text in [
            "hunter2",
            "password1",
            "p4ssword",
            "postgres",
            "admin",
            "letmein",
            "testtest",
            "correcthorse",
            "tokenize",
            "f(x",
            "passwordpasswordpasswordpasswordpasswordpasswordpasswordpassword",
        ] {
            assert!(!is_stand_in(text.as_bytes()), "{text}");
        }
    }
}
