//! Values bound to keys: `password = "…"`, `"api_key": "…"`, `export TOKEN=…`, `--password …`, `<password>…</password>`, `setPassword("…")`,
//! `{"key": "password", "value": "…"}`.
//!
//! The parser starts from a literal that stands in a key and looks at a few bytes around it. It knows the shapes that languages and formats share instead of one grammar for each: a wrong guess about
//! the language would lose the value, a shared shape does not.

mod joint;
mod pair;
#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;

use crate::literal::is_word;
use joint::Joint;

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

/// A value's range, and whether it stands in quotes.
type Bound = Option<(Range<usize>, bool)>;

/// The assignment whose key holds the literal, or `None`.
pub(crate) fn parse(text: &[u8], literal: Range<usize>) -> Option<Assignment> {
    let literal = within_key(text, literal)?;
    let key = Key::round(text, &literal)?;
    if !stands_apart(text, &key.name, &literal) {
        return None;
    }
    let (value, quoted) = bound_value(text, &key).or_else(|| pair::sibling(text, &key))?;
    let value = value::without_scheme(text, value::inside_quotes(text, value));
    (!value.is_empty()).then_some(Assignment { key: key.name, value, quoted })
}

const fn in_key(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'-' | b'.')
}

/// The part of the literal that is of a key: rules may name what stands round it, as in `pass"` and `pass =`, to be woken less often. A blank within it is of the key, as in `API key: …`.
fn within_key(text: &[u8], literal: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.get(literal.clone())?;
    let first = bytes.iter().position(|byte| in_key(*byte))?;
    let last = bytes.iter().rposition(|byte| in_key(*byte))?;
    Some(literal.start + first..literal.start + last + 1)
}

/// A key's name and the quotes round it.
struct Key {
    name: Range<usize>,
    /// The quote in front.
    quote: Option<Quote>,
    /// The same quote stands behind.
    closed: bool,
    /// Where the name and its quote end.
    end: usize,
    /// How many dashes stand in front of the name.
    dashes: usize,
}

impl Key {
    fn round(text: &[u8], literal: &Range<usize>) -> Option<Self> {
        let is_in = |byte: &&u8| in_key(**byte);
        let back = text[..literal.start].iter().rev().take(MAX_KEY + 1).take_while(is_in).count();
        let forward = text[literal.end..].iter().take(MAX_KEY + 1).take_while(is_in).count();
        if back > MAX_KEY || forward > MAX_KEY {
            return None;
        }
        let first = literal.start - back;
        let mut name = first..literal.end + forward;
        // The dashes of a flag and the dot of a sentence are no part of the name.
        while name.start < literal.start && matches!(text[name.start], b'-' | b'.') {
            name.start += 1;
        }
        while name.end > literal.end && matches!(text[name.end - 1], b'-' | b'.') {
            name.end -= 1;
        }
        let dashes = text[first..name.start].iter().filter(|byte| **byte == b'-').count();
        let quote = Quote::before(text, first);
        let end = quote.and_then(|quote| quote.skip(text, name.end));
        Some(Self { quote, closed: end.is_some(), end: end.unwrap_or(name.end), dashes, name })
    }

    /// Where the name starts with its dashes and quote.
    fn start(&self) -> usize {
        self.name.start - self.dashes - self.quote.map_or(0, Quote::len)
    }
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

/// The string whose quote stands at `at`.
fn string_at(text: &[u8], at: usize) -> Bound {
    let quote = Quote::at(text, at)?;
    let from = at + quote.len();
    Some((from..quote.close(text, from)?, true))
}

/// The value that follows a key.
fn bound_value(text: &[u8], key: &Key) -> Bound {
    if let Some(value) = pair::element(text, key) {
        return Some(value);
    }
    let at = value::skip_index(text, key);
    let blank = skip_blanks(text, at);
    let (joint, end) = joint::joint(text, key, at, blank)?;
    let start = skip_blanks(text, end);
    if joint == Joint::Colon
        && let Some(value) = value::after_annotation(text, start)
    {
        return Some(value);
    }
    let start = value::skip_wrapper(text, value::skip_line_end(text, start, joint));
    if let Some(quote) = Quote::at(text, start) {
        // In `"password: " + x` the next quote ends the string that the key stands in.
        if key.quote == Some(quote) && !key.closed {
            return None;
        }
        let value = string_at(text, start);
        return match joint {
            Joint::Call if !key.closed => joint::second_argument(text, key, &value).or(value),
            _ => value,
        };
    }
    let value = match joint {
        Joint::Call => None,
        Joint::Colon => value::unquoted(text, start, start > end),
        Joint::Equals => value::unquoted(text, start, false),
        Joint::Blank => {
            value::unquoted(text, start, false).filter(|value| text[value.start] != b'-')
        }
    };
    value.map(|value| (value, false))
}
