//! Values that stand in another member or element than the name of their key.

use super::joint::is_attribute;
use super::{Bound, Key, MAX_BLANKS, Quote, bound_value, value};
use crate::literal::is_word;

/// Names of the member or element that holds the value where another one holds the key.
const VALUE_NAMES: [&[u8]; 5] = [b"value", b"val", b"defaultvalue", b"default", b"string"];
/// Members that may stand between the two.
const BETWEEN: usize = 2;
/// The longest of them, in bytes.
const MAX_MEMBER: usize = 64;

/// The value of a sibling member: `"key": "password", "value": "…"`, `name: PASSWORD` over `value: …`, `<add key="password" value="…"/>`.
pub(super) fn sibling(text: &[u8], key: &Key) -> Bound {
    if key.quote.is_some() && !key.closed {
        return None;
    }
    let before = text[..key.start()].trim_ascii_end();
    if !before.ends_with(b":") && !before.ends_with(b"=") {
        return None;
    }
    let mut at = key.end;
    for _ in 0..=BETWEEN {
        // One comma or line end and blanks, then the name.
        let gap = text
            .get(at..)?
            .iter()
            .take(MAX_BLANKS)
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b','))
            .count();
        if gap == 0 {
            return None;
        }
        let start = at + gap;
        let quote = Quote::at(text, start);
        let name = start + quote.map_or(0, Quote::len);
        let len = text.get(name..)?.iter().take(16).take_while(|byte| is_word(**byte)).count();
        let name = name..name + len;
        if VALUE_NAMES.iter().any(|known| text[name.clone()].eq_ignore_ascii_case(known)) {
            let end = match quote {
                Some(quote) => quote.skip(text, name.end)?,
                None => name.end,
            };
            let member = Key { name, quote, closed: quote.is_some(), end, dashes: 0 };
            return bound_value(text, &member);
        }
        let member = text.get(start..)?.iter().take(MAX_MEMBER);
        let len =
            member.take_while(|byte| !matches!(byte, b',' | b'\n' | b'{' | b'}' | b'[')).count();
        at = start + len;
    }
    None
}

/// The text of an element: `<password>…</password>`, `<entry key="password">…</entry>`, `<key>password</key><string>…</string>`.
pub(super) fn element(text: &[u8], key: &Key) -> Bound {
    let before = &text[..key.start()];
    let rest = text.get(key.end..)?;
    if key.quote.is_none() && before.ends_with(b"<") {
        let end = if rest.starts_with(b">") { 0 } else { attributes(rest)? };
        return value::element(text, key.end + end + 1);
    }
    if key.closed && is_attribute(before, &[b"name", b"key"]) {
        return value::element(text, key.end + attributes(rest)? + 1);
    }
    if before.ends_with(b">") && rest.starts_with(b"</") {
        let close = rest.iter().take(MAX_MEMBER).position(|byte| *byte == b'>')? + 1;
        let blanks = rest[close..].iter().take(MAX_BLANKS);
        let open = close + blanks.take_while(|byte| byte.is_ascii_whitespace()).count();
        let name = rest.get(open..)?.strip_prefix(b"<")?;
        let len = name.iter().take(16).take_while(|byte| is_word(**byte)).count();
        if name.get(len) == Some(&b'>')
            && VALUE_NAMES.iter().any(|known| name[..len].eq_ignore_ascii_case(known))
        {
            return value::element(text, key.end + open + len + 2);
        }
    }
    None
}

/// Where the tag that goes on with attributes ends: the place of its `>`.
fn attributes(rest: &[u8]) -> Option<usize> {
    let of_attribute = |byte: &u8| {
        is_word(*byte) || matches!(byte, b' ' | b'=' | b'"' | b'\'' | b':' | b'.' | b'-')
    };
    let len = rest.iter().take(MAX_MEMBER).take_while(|byte| of_attribute(byte)).count();
    let attributes = len == 0 || rest[0] == b' ';
    (attributes && rest.get(len) == Some(&b'>')).then_some(len)
}
