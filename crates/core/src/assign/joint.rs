//! What joins a value to its key.

use super::{Bound, Key, Quote, skip_blanks, string_at};
use crate::literal::is_word;

/// How a value is joined to its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// `=`, `:=`, `=>` and the like.
    Equals,
    /// `:` of YAML, JSON and headers.
    Colon,
    /// A comma, an opening parenthesis or an `or`: only a string can follow.
    Call,
    /// A blank, as in `--password x` and SQL's `PASSWORD 'x'`.
    Blank,
}

/// What stands between key and value, and where it ends. The key with its quote ends at `at`, blanks behind it at `blank`.
pub(super) fn joint(text: &[u8], key: &Key, at: usize, blank: usize) -> Option<(Joint, usize)> {
    let rest = text.get(blank..)?;
    let first = rest.first()?;
    match (first, rest.first_chunk::<2>()) {
        (_, Some(b"==" | b"=~" | b"::")) => None,
        (_, Some(b"=>" | b":=" | b"?=")) => Some((Joint::Equals, blank + 2)),
        (_, Some(b"||" | b"??")) => match rest.get(2) {
            Some(b'=') => Some((Joint::Equals, blank + 3)),
            _ => Some((Joint::Call, blank + 2)),
        },
        (b'=', _) => Some((Joint::Equals, blank + 1)),
        (b':', _) => Some((Joint::Colon, blank + 1)),
        (b',', _) if key.closed && is_name_argument(text, key) => Some((Joint::Call, blank + 1)),
        (b'(', _) if !key.closed && blank == at && takes_secret(text, key) => {
            Some((Joint::Call, blank + 1))
        }
        _ if blank > at && !key.closed => {
            follows_blank(text, key, blank).then_some((Joint::Blank, blank))
        }
        _ => None,
    }
}

/// Places where a blank alone joins: `--password x`, `-Password x`, `ENV PASSWORD x`, `#define PASSWORD "x"`, `PASSWORD 'x'` of SQL.
fn follows_blank(text: &[u8], key: &Key, blank: usize) -> bool {
    let before = &text[..key.name.start - key.dashes];
    if key.dashes > 0 {
        return key.dashes == 2 || before.last().is_none_or(|byte| b" \t\n\"'`".contains(byte));
    }
    let words: [&[u8]; 3] = [b"ENV", b"ARG", b"#define"];
    let trimmed = before.trim_ascii_end();
    if trimmed.len() < before.len() && words.iter().any(|word| trimmed.ends_with(word)) {
        return true;
    }
    if text[blank] == b'\'' {
        return text[key.name.clone()].eq_ignore_ascii_case(b"password");
    }
    // A header's value may start with a word such as `Acme-Key`.
    if text[key.name.clone()].contains(&b'-') {
        return false;
    }
    // In prose and in files of other tools, only what looks drawn can be told from the next word.
    let rest = &text[blank..];
    let len =
        rest.iter().take(128).take_while(|byte| is_word(**byte) || b"-.+/=".contains(byte)).count();
    let digits = rest[..len].iter().filter(|byte| byte.is_ascii_digit()).count();
    len >= 16 && digits >= 3
}

/// Parts of the names of functions that take a name and something else than its value.
#[rustfmt::skip]
const OTHER_PAIRS: [&[u8]; 15] = [
    b"alias", b"assert", b"attribute", b"check", b"compare", b"deprecat", b"equal", b"expect",
    b"match", b"move", b"rename", b"replace", b"sensitive", b"split", b"validat",
];

/// A quoted key directly behind a parenthesis, as in `put("password", "…")` or `("password", "…")`, or behind the type of Gradle's `buildConfigField`;
/// elsewhere a comma separates the members of a list.
fn is_name_argument(text: &[u8], key: &Key) -> bool {
    if key.dashes > 0 {
        return true;
    }
    let before = text[..key.start()].trim_ascii_end();
    if let Some(before) = before.strip_suffix(b"(") {
        let name = word_before(before);
        return !OTHER_PAIRS.iter().any(|part| contains(name, part));
    }
    before.ends_with(b",")
        && [&b"buildConfigField"[..], b"resValue"].iter().any(|name| {
            let from = before.len().saturating_sub(64);
            memchr::memmem::find(&before[from..], name).is_some()
        })
}

/// Beginnings of the names of functions that are handed something else than the secret they are named after.
#[rustfmt::skip]
const OTHER_CALLS: [&[u8]; 26] = [
    b"assert", b"check", b"compare", b"contains", b"endswith", b"expect", b"find", b"forgot",
    b"from", b"generate", b"get", b"hash", b"lstrip", b"match", b"parse", b"raw", b"read",
    b"remove", b"rstrip", b"should", b"split", b"startswith", b"strip", b"test", b"validate",
    b"verify",
];

/// True when the key may name a function that is handed a secret: `setPassword(`, not `split_password(`.
fn takes_secret(text: &[u8], key: &Key) -> bool {
    let name = word_before(&text[..key.name.end]);
    let starts =
        |part: &&[u8]| name.get(..part.len()).is_some_and(|start| start.eq_ignore_ascii_case(part));
    // `pass` alone is a verb.
    !name.eq_ignore_ascii_case(b"pass") && !OTHER_CALLS.iter().any(starts)
}

/// The string behind the first in a call that takes a user's name in front, such as `NetworkCredential("ann", "…")`.
pub(super) fn second_argument(text: &[u8], key: &Key, first: &Bound) -> Bound {
    let name = word_before(&text[..key.name.end]);
    if ![&b"credential"[..], b"authentication"].iter().any(|part| contains(name, part)) {
        return None;
    }
    let (first, _) = first.as_ref()?;
    let comma = skip_blanks(text, Quote::at(text, first.end)?.len() + first.end);
    if text.get(comma) != Some(&b',') {
        return None;
    }
    string_at(text, skip_blanks(text, comma + 1))
}

/// The word that ends the text.
fn word_before(text: &[u8]) -> &[u8] {
    let len = text.iter().rev().take(48).take_while(|byte| is_word(**byte)).count();
    &text[text.len() - len..]
}

fn contains(name: &[u8], part: &[u8]) -> bool {
    name.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// Whether the text ends with the name of an attribute and its `=`, such as `name=`.
pub(super) fn is_attribute(text: &[u8], names: &[&[u8]]) -> bool {
    text.strip_suffix(b"=").is_some_and(|text| {
        let name = word_before(text);
        names.iter().any(|known| name.eq_ignore_ascii_case(known))
    })
}

/// Whether a quote stands where a value would start.
pub(super) fn is_quote(text: &[u8], at: usize) -> bool {
    Quote::at(text, at).is_some()
}
