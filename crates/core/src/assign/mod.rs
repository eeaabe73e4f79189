//! Values bound to keys: `password = "…"`, `"api_key": "…"`, `export TOKEN=…`, `--password …`, `<password>…</password>`, `setPassword("…")`,
//! `{"key": "password", "value": "…"}`.
//!
//! The parser starts from a literal that stands in a key and looks at a few bytes around it. It knows the shapes that languages and formats share instead of one grammar for each: a wrong guess about
//! the language would lose the value, a shared shape does not.

#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;

use crate::literal::is_word;

/// The longest key name, in bytes, on each side of the literal.
const MAX_KEY: usize = 64;
/// The most blanks between key, separator and value.
const MAX_BLANKS: usize = 64;

/// A value and the key it is bound to, as ranges of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Assignment {
    /// The key's name, dots and dashes included, without quotes.
    pub(crate) key: Range<usize>,
    /// The value, without quotes.
    pub(crate) value: Range<usize>,
    /// The value stands in quotes or in an element.
    pub(crate) quoted: bool,
}

/// The assignment whose key holds the literal, or `None`.
pub(crate) fn parse(text: &[u8], literal: Range<usize>) -> Option<Assignment> {
    let key = key_round(text, &literal)?;
    if !stands_apart(text, &key, &literal) {
        return None;
    }
    let quote = Quote::before(text, key.start);
    let after_key = match quote {
        Some(quote) => quote.skip(text, key.end).unwrap_or(key.end),
        None => key.end,
    };
    let closed = quote.is_some() && after_key > key.end;
    let (value, quoted) = bound_value(text, &key, after_key, closed)
        .or_else(|| if closed || quote.is_none() { sibling(text, after_key) } else { None })?;
    let value = value::without_scheme(text, value);
    (!value.is_empty()).then_some(Assignment { key, value, quoted })
}

/// The key's name round the literal.
fn key_round(text: &[u8], literal: &Range<usize>) -> Option<Range<usize>> {
    let in_key = |byte: &&u8| is_word(**byte) || matches!(**byte, b'-' | b'.');
    let back = text[..literal.start].iter().rev().take(MAX_KEY + 1).take_while(in_key).count();
    let forward = text[literal.end..].iter().take(MAX_KEY + 1).take_while(in_key).count();
    if back > MAX_KEY || forward > MAX_KEY {
        return None;
    }
    let mut key = literal.start - back..literal.end + forward;
    // The dashes of a flag and the dot of a sentence are no part of the name.
    while key.start < literal.start && matches!(text[key.start], b'-' | b'.') {
        key.start += 1;
    }
    while key.end > literal.end && matches!(text[key.end - 1], b'-' | b'.') {
        key.end -= 1;
    }
    Some(key)
}

/// Words that may follow a literal within one lower-case name, as in `twilioauthtoken`.
const TAILS: [&[u8]; 8] =
    [b"api", b"auth", b"token", b"key", b"secret", b"pass", b"pwd", b"access"];
/// Literals shorter than this must start a part of the key: `pwd` in `xpwdy` says nothing.
const SHORT: usize = 5;

/// True where the literal is a part of the key's name and not of a longer word: `token` in `auth_token` and `authToken`, not in `tokenizer`.
fn stands_apart(text: &[u8], key: &Range<usize>, literal: &Range<usize>) -> bool {
    let starts_part = literal.start == key.start || {
        let (before, first) = (text[literal.start - 1], text[literal.start]);
        !before.is_ascii_alphabetic() || (before.is_ascii_lowercase() && first.is_ascii_uppercase())
    };
    if !starts_part && literal.len() < SHORT {
        return false;
    }
    let rest = &text[literal.end..key.end];
    let last = text[literal.end - 1];
    match rest {
        [] => true,
        _ if !last.is_ascii_alphabetic() => true,
        [next, ..] if !next.is_ascii_alphabetic() => true,
        [next, ..] if next.is_ascii_uppercase() && !last.is_ascii_uppercase() => true,
        [b's' | b'S'] => true,
        [b's' | b'S', next, ..] if !next.is_ascii_alphabetic() => true,
        _ => TAILS.iter().any(|tail| {
            rest.get(..tail.len()).is_some_and(|start| start.eq_ignore_ascii_case(tail))
        }),
    }
}

/// A quotation mark, perhaps escaped because the text is itself inside a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Quote {
    mark: u8,
    /// How many backslashes stand before it.
    escapes: usize,
}

impl Quote {
    fn is_mark(byte: u8) -> bool {
        matches!(byte, b'"' | b'\'' | b'`')
    }

    /// The quote that ends at `at`.
    fn before(text: &[u8], at: usize) -> Option<Self> {
        let mark = *text[..at].last().filter(|byte| Self::is_mark(**byte))?;
        let escapes =
            text[..at - 1].iter().rev().take(8).take_while(|byte| **byte == b'\\').count();
        Some(Self { mark, escapes })
    }

    /// The quote that starts at `at`.
    fn at(text: &[u8], at: usize) -> Option<Self> {
        let escapes = text.get(at..)?.iter().take(8).take_while(|byte| **byte == b'\\').count();
        let mark = *text.get(at + escapes).filter(|byte| Self::is_mark(**byte))?;
        Some(Self { mark, escapes })
    }

    fn len(self) -> usize {
        self.escapes + 1
    }

    /// Behind this quote when it stands at `at`.
    fn skip(self, text: &[u8], at: usize) -> Option<usize> {
        (Self::at(text, at)? == self).then_some(at + self.len())
    }

    /// Where the string that starts at `at` ends: at the next mark with no more escapes than the opening one. Strings do not go over line ends.
    fn close(self, text: &[u8], at: usize) -> Option<usize> {
        let mut escapes = 0;
        for (offset, &byte) in text.get(at..)?.iter().enumerate() {
            match byte {
                b'\\' => escapes += 1,
                b'\n' => return None,
                _ if byte == self.mark && escapes <= self.escapes => {
                    return Some(at + offset - escapes);
                }
                _ => escapes = 0,
            }
        }
        None
    }
}

/// Behind the blanks at `at`.
fn skip_blanks(text: &[u8], at: usize) -> usize {
    let blanks = text[at.min(text.len())..]
        .iter()
        .take(MAX_BLANKS)
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    at + blanks
}

/// How a value is joined to its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Joint {
    /// `=`, `:=`, `=>` and the like.
    Equals,
    /// `:` of YAML, JSON and headers.
    Colon,
    /// A comma or an opening parenthesis: only a string can follow.
    Call,
    /// A blank, as in `--password x` and SQL's `PASSWORD 'x'`.
    Blank,
}

/// The value that follows a key.
fn bound_value(
    text: &[u8],
    key: &Range<usize>,
    mut at: usize,
    closed: bool,
) -> Option<(Range<usize>, bool)> {
    if closed && text.get(at) == Some(&b']') {
        at += 1;
    }
    if key.start > 0 && text[key.start - 1] == b'<' && text.get(at) == Some(&b'>') {
        return value::element(text, at + 1);
    }
    let blank = skip_blanks(text, at);
    let (joint, end) = joint(text, key, at, blank, closed)?;
    let start = skip_blanks(text, end);
    if joint == Joint::Colon
        && let Some(value) = value::after_annotation(text, start)
    {
        return Some(value);
    }
    let start = value::skip_prefix(text, start);
    if let Some(quote) = Quote::at(text, start) {
        let from = start + quote.len();
        return Some((from..quote.close(text, from)?, true));
    }
    match joint {
        Joint::Call => None,
        Joint::Colon => value::unquoted(text, start, true).map(|value| (value, false)),
        Joint::Equals => value::unquoted(text, start, false).map(|value| (value, false)),
        Joint::Blank => value::unquoted(text, start, false)
            .filter(|value| text[value.start] != b'-')
            .map(|value| (value, false)),
    }
}

/// What stands between key and value, and where it ends.
fn joint(
    text: &[u8],
    key: &Range<usize>,
    after_key: usize,
    blank: usize,
    closed: bool,
) -> Option<(Joint, usize)> {
    let rest = text.get(blank..)?;
    let two = rest.first_chunk::<2>();
    match (rest.first()?, two) {
        (_, Some(b"==" | b"=~")) => None,
        (_, Some(b"=>" | b":=" | b"?=")) => Some((Joint::Equals, blank + 2)),
        (_, Some(b"::")) => None,
        (b'|', _) if rest.starts_with(b"||=") => Some((Joint::Equals, blank + 3)),
        (b'=', _) => Some((Joint::Equals, blank + 1)),
        (b':', _) => Some((Joint::Colon, blank + 1)),
        (b',', _) if closed && is_first_argument(text, key) => Some((Joint::Call, blank + 1)),
        (b'(', _) if !closed && blank == after_key => Some((Joint::Call, blank + 1)),
        (_, _) if blank > after_key && is_flag(text, key) => Some((Joint::Blank, blank)),
        (b'\'', _) if blank == after_key + 1 && is_sql_password(text, key) => {
            Some((Joint::Blank, blank))
        }
        _ => None,
    }
}

/// A quoted key directly behind a parenthesis, as in `put("password", "…")`; elsewhere a comma separates the members of a list.
fn is_first_argument(text: &[u8], key: &Range<usize>) -> bool {
    let before = text[..key.start].trim_ascii_end();
    let quote = before.iter().rev().take_while(|&&byte| Quote::is_mark(byte) || byte == b'\\');
    before[..before.len() - quote.count()].trim_ascii_end().ends_with(b"(")
}

/// `--name` of a command line.
fn is_flag(text: &[u8], key: &Range<usize>) -> bool {
    text[..key.start].ends_with(b"--")
}

/// The keyword before a password in SQL's `CREATE USER` and `ALTER ROLE`.
fn is_sql_password(text: &[u8], key: &Range<usize>) -> bool {
    text[key.clone()].eq_ignore_ascii_case(b"password")
}

/// Names of the member that holds the value where another member holds the key.
const VALUE_NAMES: [&[u8]; 4] = [b"value", b"val", b"defaultvalue", b"default"];

/// The value of a sibling member: `"key": "password", "value": "…"`, `name: PASSWORD` over `value: …`, `<add key="password" value="…"/>`.
fn sibling(text: &[u8], at: usize) -> Option<(Range<usize>, bool)> {
    let rest = text.get(at..)?;
    // One comma or line end and blanks, then the name.
    let gap = rest
        .iter()
        .take(MAX_BLANKS)
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b','))
        .count();
    let mut start = at + gap;
    if gap == 0 {
        return None;
    }
    let quote = Quote::at(text, start);
    start += quote.map_or(0, Quote::len);
    let len = text.get(start..)?.iter().take(16).take_while(|byte| is_word(**byte)).count();
    let name = &text[start..start + len];
    if !VALUE_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return None;
    }
    let end = match quote {
        Some(quote) => quote.skip(text, start + len)?,
        None => start + len,
    };
    bound_value(text, &(start..start + len), end, quote.is_some())
}
