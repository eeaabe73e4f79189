//! Reads JSON as JavaScript writes it.

use std::fmt;

use serde_json::Value;

/// Why bytes are not JSON that can be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// They end, or leave the grammar, at a line and a column (from 1; of column 0 when a line has just begun).
    Syntax {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
    },
    /// Arrays and objects are nested too deeply.
    Depth,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column } => {
                write!(f, "not valid JSON at line {line}, column {column}")
            }
            Self::Depth => f.write_str("nested too deeply"),
        }
    }
}

impl std::error::Error for Fault {}

/// Reads a JSON text. A byte order mark is skipped, what is not UTF-8 and every half of a surrogate pair is read as U+FFFD, as JavaScript prints them, and the last of equal keys counts.
///
/// # Errors
/// The bytes are no JSON text, or one that is nested more than 127 levels deep.
pub fn read(bytes: &[u8]) -> Result<Value, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(first) => match with_whole_pairs(text) {
            Some(mended) => serde_json::from_str(&mended).map_err(|error| fault(&error)),
            None => Err(fault(&first)),
        },
    }
}

fn fault(error: &serde_json::Error) -> Fault {
    // The limit has no category of its own.
    if error.to_string().starts_with("recursion limit") {
        return Fault::Depth;
    }
    Fault::Syntax { line: error.line(), column: error.column() }
}

/// The text with each escape of half a surrogate pair replaced, `None` where there is none. JavaScript strings may hold such halves and `JSON.stringify` escapes them; JSON readers in Rust refuse them, so that
/// a single one would keep a whole call from being judged.
fn with_whole_pairs(text: &str) -> Option<String> {
    let mut mended = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = memchr_backslash(text, at) {
        let Some(unit) = escaped_unit(text, found) else {
            // The escaped character may be a backslash, which escapes nothing itself.
            at = found + 2;
            continue;
        };
        at = found + 6;
        let high = (0xd800..0xdc00).contains(&unit);
        let low_follows =
            escaped_unit(text, at).is_some_and(|next| (0xdc00..0xe000).contains(&next));
        if high && low_follows {
            at += 6;
        } else if (0xd800..0xe000).contains(&unit) {
            mended.push_str(text.get(kept..found)?);
            mended.push_str("\\ufffd");
            kept = at;
        }
    }
    if kept == 0 {
        return None;
    }
    mended.push_str(text.get(kept..)?);
    Some(mended)
}

fn memchr_backslash(text: &str, from: usize) -> Option<usize> {
    text.as_bytes().get(from..)?.iter().position(|&byte| byte == b'\\').map(|at| from + at)
}

/// The UTF-16 unit of an escape `\uXXXX` that begins there.
fn escaped_unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    // A sign is no digit, though the conversion takes it.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

/// The values of a key that stands anywhere in bytes which may not be JSON, where they are strings without escapes.
pub fn strings_of<'t>(bytes: &'t [u8], key: &str) -> impl Iterator<Item = &'t str> {
    let key = format!("\"{key}\"").into_bytes();
    let len = key.len();
    let keys = bytes.windows(len).enumerate().filter(move |(_, window)| *window == key);
    keys.filter_map(move |(at, _)| {
        let rest = bytes.get(at + len..)?.trim_ascii_start();
        let rest = rest.strip_prefix(b":")?.trim_ascii_start().strip_prefix(b"\"")?;
        let end = rest.iter().position(|&byte| byte == b'"')?;
        std::str::from_utf8(&rest[..end]).ok()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn halves_of_pairs_are_replaced_and_whole_pairs_are_kept() {
        for (text, expected) in [
            (r#""a\ud800b""#, "a\u{fffd}b"),
            (r#""\udc00\ud800""#, "\u{fffd}\u{fffd}"),
            (r#""\ud800\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\ud83d\ude00\uDEAD""#, "\u{1f600}\u{fffd}"),
            (r#""\\ud800\ud800""#, "\\ud800\u{fffd}"),
            (r#""\\\ud800""#, "\\\u{fffd}"),
        ] {
            assert_eq!(read(text.as_bytes()), Ok(json!(expected)), "{text}");
        }
    }

    #[test]
    fn a_mark_and_broken_bytes_are_read_over() {
        assert_eq!(read(b"\xef\xbb\xbf{}"), Ok(json!({})));
        assert_eq!(read(b"\"a\xffb\""), Ok(json!("a\u{fffd}b")));
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        assert_eq!(read(br#"{"a":1,"a":2}"#), Ok(json!({"a": 2})));
    }

    #[test]
    fn what_is_not_json_has_a_place_and_what_is_too_deep_is_called_so() {
        assert_eq!(read(b"{\n]"), Err(Fault::Syntax { line: 2, column: 1 }));
        assert_eq!(read(b""), Err(Fault::Syntax { line: 1, column: 0 }));
        assert_eq!(read("[".repeat(100_000).as_bytes()), Err(Fault::Depth));
    }

    proptest! {
        #[test]
        fn any_string_of_javascript_is_read(units in prop::collection::vec(any::<u16>(), 0..40)) {
            let mut text = String::from('"');
            for unit in &units {
                text.push_str(&format!("\\u{unit:04x}"));
            }
            text.push('"');
            let expected = String::from_utf16_lossy(&units);
            prop_assert_eq!(read(text.as_bytes()), Ok(json!(expected)));
        }

        #[test]
        fn mending_leaves_texts_without_halves_alone(value in ".*") {
            prop_assert_eq!(with_whole_pairs(&json!(value).to_string()), None);
        }
    }
}
