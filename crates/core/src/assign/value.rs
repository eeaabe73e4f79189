//! Where a value starts and ends.

use std::ops::Range;

use super::joint::{Joint, is_quote};
use super::{Bound, Key, Quote, skip_blanks, string_at};
use crate::literal::is_word;

/// The longest value, in bytes.
const MAX_VALUE: usize = 4000;

/// Behind the letters that may stand before a string's quote: `b"`, `r'`, `f"`, `L"`, `@"`, `$"`, `&"`.
fn skip_prefix(text: &[u8], at: usize) -> usize {
    let len = text
        .get(at..)
        .unwrap_or_default()
        .iter()
        .take(2)
        .take_while(|byte| {
            matches!(
                byte,
                b'b' | b'B' | b'r' | b'R' | b'f' | b'F' | b'u' | b'U' | b'L' | b'@' | b'$' | b'&'
            )
        })
        .count();
    match text.get(at + len) {
        Some(b'"' | b'\'' | b'`') => at + len,
        _ => at,
    }
}

/// Functions and types that make a secret of the string in their parentheses.
const WRAPPERS: [&[u8]; 11] = [
    b"some",
    b"secret",
    b"string",
    b"str",
    b"from",
    b"new",
    b"bytes",
    b"optional",
    b"just",
    b"text",
    b"encode",
];

/// Behind `SecretStr(`, `Some(String::from(` and the like when a string follows, and behind the letters before its quote.
pub(super) fn skip_wrapper(text: &[u8], at: usize) -> usize {
    let mut start = at;
    for _ in 0..2 {
        let name = text.get(start..).unwrap_or_default();
        let of_name = |byte: &&u8| is_word(**byte) || matches!(**byte, b'.' | b':');
        let len = name.iter().take(32).take_while(of_name).count();
        let wraps = |wrapper: &&[u8]| {
            name[..len].windows(wrapper.len()).any(|part| part.eq_ignore_ascii_case(wrapper))
        };
        if name.get(len) != Some(&b'(') || !WRAPPERS.iter().any(wraps) {
            break;
        }
        start += len + 1;
    }
    let string = skip_prefix(text, start);
    if start > at && !is_quote(text, string) { at } else { string }
}

/// Behind the line end after a joint, when the value is a string on the next line.
pub(super) fn skip_line_end(text: &[u8], at: usize, joint: Joint) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let end = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
    if end == 0 || joint == Joint::Blank {
        return at;
    }
    let start = skip_blanks(text, at + end);
    if start > at + end && is_quote(text, skip_prefix(text, start)) { start } else { at }
}

/// Behind a key and what indexes it: `config['password']`, `char password[20]`.
pub(super) fn skip_index(text: &[u8], key: &Key) -> usize {
    let rest = text.get(key.end..).unwrap_or_default();
    match rest.first() {
        Some(b']') if key.closed => key.end + 1,
        Some(b'[') if !key.closed => {
            let digits = rest[1..].iter().take(8).take_while(|byte| byte.is_ascii_digit()).count();
            let closed = rest.get(digits + 1) == Some(&b']');
            key.end + if closed { digits + 2 } else { 0 }
        }
        _ => key.end,
    }
}

/// The value without a second pair of quotes: `"\"x\""`, `"'x'"`.
pub(super) fn inside_quotes(text: &[u8], value: Range<usize>) -> Range<usize> {
    let Some(quote) = Quote::at(text, value.start) else { return value };
    let inner = value.start + quote.len();
    let end = value.end.checked_sub(quote.len()).filter(|end| *end >= inner);
    match end {
        Some(end) if quote.skip(text, end) == Some(value.end) => inner..end,
        _ => value,
    }
}

/// The text of an element that starts at `at`, up to the next tag.
pub(super) fn element(text: &[u8], at: usize) -> Bound {
    let rest = text.get(at..)?;
    let len = rest.iter().take(MAX_VALUE).position(|&byte| byte == b'<')?;
    if !rest[len..].starts_with(b"</") {
        return None;
    }
    let value = &rest[..len];
    let lead = value.len() - value.trim_ascii_start().len();
    let value = value.trim_ascii();
    Some((at + lead..at + lead + value.len(), true))
}

/// The string behind a type: `password: str = "…"`, `password: &'static str = "…"`.
pub(super) fn after_annotation(text: &[u8], at: usize) -> Bound {
    let rest = text.get(at..)?;
    let kind = |byte: &&u8| {
        is_word(**byte)
            || matches!(
                **byte,
                b'&' | b'<' | b'>' | b'[' | b']' | b'?' | b'|' | b'.' | b' ' | b'\'' | b':'
            )
    };
    let len = rest.iter().take(48).take_while(kind).count();
    if len == 0 || rest.get(len) != Some(&b'=') || rest.get(len + 1) == Some(&b'=') {
        return None;
    }
    string_at(text, skip_wrapper(text, skip_blanks(text, at + len + 1)))
}

/// The value that starts at `at` without quotes: up to white space or a mark that cannot belong to it. After a colon and a blank, marks of query strings and
/// shells belong to it.
pub(super) fn unquoted(text: &[u8], at: usize, takes_marks: bool) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let len = unquoted_len(&rest[..rest.len().min(MAX_VALUE + 1)], takes_marks);
    if len > MAX_VALUE {
        return None;
    }
    let mut value = &rest[..len];
    // What closes the structure around it is not the value's.
    while let Some(b',' | b';' | b'}' | b']' | b')' | b'\\') = value.last() {
        value = &value[..value.len() - 1];
    }
    (!value.is_empty()).then_some(at..at + value.len())
}

/// How many bytes stand before one that ends a value. Whole blocks are looked at without a branch in them, so that keys bound to keys (`a=a=a=`), each with
/// kilobytes behind it, are passed quickly.
fn unquoted_len(rest: &[u8], after_colon: bool) -> usize {
    let ends = |byte: u8| {
        let blank =
            (byte == b' ') | (byte == b'\t') | (byte == b'\n') | (byte == b'\r') | (byte == 0x0C);
        let quote =
            (byte == b'"') | (byte == b'\'') | (byte == b'`') | (byte == b'<') | (byte == b'>');
        let mark =
            (byte == b';') | (byte == b'&') | (byte == b'|') | (byte == b',') | (byte == b')');
        blank | quote | (mark & !after_colon)
    };
    let (blocks, _) = rest.as_chunks::<32>();
    let whole =
        blocks.iter().take_while(|block| !block.iter().fold(false, |any, &byte| any | ends(byte)));
    let passed = whole.count() * 32;
    let len = rest[passed..].iter().position(|&byte| ends(byte));
    len.map_or(rest.len(), |len| passed + len)
}

/// Words before a token in an `Authorization` header.
const SCHEMES: [&[u8]; 6] = [b"bearer", b"basic", b"token", b"apikey", b"key", b"ssws"];

/// The value without the scheme of an `Authorization` header in front. An unquoted value that is just the scheme goes on behind the blank.
pub(super) fn without_scheme(text: &[u8], value: Range<usize>) -> Range<usize> {
    let bytes = &text[value.clone()];
    let word = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if !SCHEMES.iter().any(|scheme| bytes[..word].eq_ignore_ascii_case(scheme)) {
        return value;
    }
    match bytes.get(word) {
        Some(b' ') => {
            let start = skip_blanks(text, value.start + word).min(value.end);
            start..value.end
        }
        None if text.get(value.end) == Some(&b' ') => {
            let start = skip_blanks(text, value.end);
            unquoted(text, start, true).unwrap_or(value)
        }
        _ => value,
    }
}
