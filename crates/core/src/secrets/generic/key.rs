//! What a key's name says about its value.

/// Who makes the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// People: anything they can remember.
    Password,
    /// Either.
    Secret,
    /// Machines: random characters.
    Token,
    /// Machines too, but many keys are those of tables and caches.
    Key,
}

/// The kind of value that a key's last noun wants.
pub(super) fn wanted(key: &[u8]) -> Wanted {
    let last = |words: &[&str]| words.iter().filter_map(|word| rfind(key, word)).max();
    let password = last(&["pass", "pwd"]);
    let secret = last(&["secret", "credential"]);
    let drawn = last(&["token", "key"]);
    if password.is_some() && password >= secret.max(drawn) {
        Wanted::Password
    } else if secret > drawn {
        Wanted::Secret
    } else if last(&SECRET_NOUNS).is_some() {
        Wanted::Token
    } else {
        Wanted::Key
    }
}

/// Words that tell the keys that open something from those that name something.
#[rustfmt::skip]
const SECRET_NOUNS: [&str; 21] = [
    "token", "secret", "credential", "api", "access", "auth", "private", "sign", "crypt", "master",
    "jwt", "session", "service", "hmac", "client", "consumer", "app", "account", "admin", "shared",
    "aes",
];

/// No word of the sorted lists, which [`among`] searches, is longer.
const LONGEST_WORD: usize = 24;

/// Words at the end of a key that make it the name of something else than a secret. Sorted.
#[rustfmt::skip]
const LAST_WORDS: &[&str] = &[
    "account", "action", "alg", "algorithm", "alias", "arn", "attempts", "attribute", "button",
    "caption", "changed", "check", "checksum", "class", "code", "column", "confirmation", "control",
    "cookie", "count", "created", "date", "days", "description", "dialog", "digest", "dir",
    "disabled", "email", "enabled", "encoding", "endpoint", "env", "error", "errors", "event",
    "expiration", "expired", "expires", "expiry", "field", "file", "filename", "fingerprint",
    "flag", "flags", "folder", "form", "format", "group", "handler", "hash", "header", "help",
    "hint", "host", "icon", "id", "identifier", "ids", "index", "info", "input", "kind", "label",
    "len", "length", "level", "limit", "link", "list", "location", "login", "manager", "mask",
    "max", "message", "method", "min", "mode", "msg", "name", "names", "offset", "ops", "page",
    "param", "parameter", "path", "pattern", "placeholder", "policy", "position", "prefix",
    "privilege", "prompt", "prop", "property", "provider", "public", "ref", "reference", "regex",
    "required", "reset", "role", "route", "rule", "rules", "scope", "scopes", "seconds", "selector",
    "service", "size", "source", "spec", "state", "status", "storage", "store", "strength", "style",
    "subject", "suffix", "text", "timeout", "timestamp", "tip", "title", "tooltip", "ttl", "type",
    "types", "uri", "url", "usage", "used", "user", "username", "uuid", "validation", "validator",
    "variable", "vault", "version", "view",
];

/// Words anywhere in a key that make it the name of something else: tokens of forms and keys of tables open nothing. Sorted.
#[rustfmt::skip]
const INNER_WORDS: &[&str] = &[
    "authenticity", "badge", "cache", "csrf", "delimiter", "foreign", "forgot", "idempotency",
    "invalid", "locale", "lookup", "partition", "primary", "publishable", "s3", "separator", "sort",
    "syntax", "translation", "verifier", "xsrf",
];

/// Words of a key whose last is `token` that make it one of pages, requests and changes. Sorted.
#[rustfmt::skip]
const PAGE_WORDS: &[&str] = &[
    "backward", "change", "continuation", "cursor", "forward", "next", "page", "pagination",
    "paging", "previous", "request", "resume", "starting", "update",
];

/// Words in front of a key that make it the name of a switch. Sorted.
const FIRST_WORDS: &[&str] = &[
    "allow", "enable", "has", "hide", "is", "max", "min", "no", "num", "require", "show",
    "validate",
];

/// The key names something about a secret, such as its name, place or age.
pub(super) fn names_another_thing(key: &[u8]) -> bool {
    let (mut count, mut starts, mut inner, mut paged) = (0, false, false, false);
    let mut last: &[u8] = b"";
    for word in Words(key) {
        starts |= count == 0 && among(word, FIRST_WORDS);
        inner |= among(word, INNER_WORDS);
        paged |= among(word, PAGE_WORDS);
        last = word;
        count += 1;
    }
    inner
        || among(last, LAST_WORDS)
        || (starts && count > 1)
        || (paged && among(last, &["token", "tokens"]))
}

/// True for a word of a sorted list, in any case.
fn among(word: &[u8], list: &[&str]) -> bool {
    let mut lower = [0; LONGEST_WORD];
    let Some(lower) = lower.get_mut(..word.len()) else { return false };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    list.binary_search_by(|other| other.as_bytes().cmp(lower)).is_ok()
}

/// The key says that the value is no secret or a made-up one.
pub(super) fn says_none(key: &[u8]) -> bool {
    ["public", "pub_key", "example", "sample", "dummy", "fake", "mock"]
        .iter()
        .any(|word| rfind(key, word).is_some())
}

/// Nouns that a drawn value does not hold.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "passwor", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key",
    "credential", "private", "access", "username", "changeme", "default", "hunter2",
];

/// The value holds a word for a secret, as its name or description would.
pub(super) fn holds_noun(value: &[u8]) -> bool {
    value.len() <= 64 && NOUNS.iter().any(|noun| rfind(value, noun).is_some())
}

/// The value holds a word of its key.
pub(super) fn repeats(key: &[u8], value: &[u8]) -> bool {
    value.len() <= 64
        && Words(key).any(|word| {
            word.len() >= 5 && value.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
        })
}

/// Where a word stands last, in any case.
fn rfind(text: &[u8], word: &str) -> Option<usize> {
    let (first, rest) = word.as_bytes().split_first()?;
    let starts = text.len().checked_sub(rest.len())?;
    // The first byte alone turns nearly every place down.
    (0..starts).rev().find(|&at| {
        text[at].eq_ignore_ascii_case(first)
            && text[at + 1..][..rest.len()].eq_ignore_ascii_case(rest)
    })
}

/// The words of a name in any of the usual spellings.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.0.iter().position(u8::is_ascii_alphanumeric)?;
        let rest = &self.0[start..];
        let ends = |pair: &[u8]| {
            !pair[1].is_ascii_alphanumeric()
                || (pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        };
        let len = rest.windows(2).position(ends).map_or(rest.len(), |at| at + 1);
        let (word, rest) = rest.split_at(len);
        self.0 = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        FIRST_WORDS, INNER_WORDS, LAST_WORDS, LONGEST_WORD, PAGE_WORDS, Words, among, rfind,
    };

    #[test]
    fn every_word_of_a_list_is_found_in_any_case() {
        for list in [FIRST_WORDS, INNER_WORDS, LAST_WORDS, PAGE_WORDS] {
            assert!(list.is_sorted());
            for word in list {
                assert!(word.len() <= LONGEST_WORD, "{word}");
                assert!(among(word.as_bytes(), list) && !among(&word.as_bytes()[1..], list));
                assert!(among(word.to_ascii_uppercase().as_bytes(), list), "{word}");
            }
            assert!(!among(&[b'a'; 2 * LONGEST_WORD], list) && !among(b"", list));
        }
    }

    #[test]
    fn the_last_place_of_a_word_is_found() {
        for (text, word, at) in [
            ("tokenToken", "token", Some(5)),
            ("api_KEY", "key", Some(4)),
            ("key", "key", Some(0)),
            ("ke", "key", None),
            ("", "key", None),
            ("keke", "key", None),
        ] {
            assert_eq!(rfind(text.as_bytes(), word), at, "{text}");
        }
    }

    #[test]
    fn words_of_all_spellings() {
        for (name, words) in [
            ("db_password", vec!["db", "password"]),
            ("spring.datasource.userName", vec!["spring", "datasource", "user", "Name"]),
            ("API-Key2", vec!["API", "Key2"]),
            ("__x__", vec!["x"]),
        ] {
            let found: Vec<_> =
                Words(name.as_bytes()).map(|word| str::from_utf8(word).unwrap()).collect();
            assert_eq!(found, words);
        }
    }
}
