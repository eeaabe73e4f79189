//! Backslash escapes, as `$'…'`, `printf` and `echo -e` read them.

/// The inside of `$'…'`: its text, and its length with the closing quote.
pub(super) fn ansi_c(body: &str) -> (String, usize) {
    let bytes = body.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b'\'' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    let end = end.min(body.len());
    // An escape at the very end may have stepped into a character.
    let end = (end..=body.len()).find(|at| body.is_char_boundary(*at)).unwrap_or(body.len());
    (decode(&body[..end]), (end + 1).min(body.len()))
}

/// A text with its escapes put in. What is no escape stays as it is.
pub(super) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(kind) = chars.next() else {
            out.push('\\');
            break;
        };
        let (radix, most, value) = match kind {
            'x' => (16, 2, 0),
            'u' => (16, 4, 0),
            'U' => (16, 8, 0),
            '0'..='7' => (8, 2, kind.to_digit(8).unwrap_or(0)),
            _ => {
                match simple(kind) {
                    Some(plain) => out.push(plain),
                    None => out.extend(['\\', kind]),
                }
                continue;
            }
        };
        let mut value = value;
        let mut taken = 0;
        while taken < most
            && let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix))
        {
            value = value * radix + digit;
            taken += 1;
            chars.next();
        }
        if taken == 0 && radix == 16 {
            out.push('\\');
            out.push(kind);
        } else if value != 0 {
            let value = if radix == 8 { value & 0xff } else { value };
            out.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }
    out
}

/// The escapes of one letter.
fn simple(kind: char) -> Option<char> {
    Some(match kind {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' | 'E' => '\u{1b}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\\' | '\'' | '"' | '?' => kind,
        _ => return None,
    })
}
