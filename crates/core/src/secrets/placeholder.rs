//! Values that stand where a credential would stand and are visibly none.

/// Words of five letters or more that no generated credential holds by chance (in a hundred random letters of either case, one of five turns up once in 3,000 values).
const WORDS: [&str; 32] = [
    "-here",
    "_here",
    "asdfasdf",
    "censored",
    "change-me",
    "change_me",
    "changeme",
    "deadbeef",
    "dummy",
    "example",
    "foobar",
    "goes_here",
    "insert_",
    "invalid",
    "loremipsum",
    "masked",
    "not-real",
    "not_real",
    "notreal",
    "placeholder",
    "redacted",
    "replace-",
    "replace_",
    "replaceme",
    "sample",
    "secret_key_here",
    "xxxxx",
    "your-",
    "your_",
    "yourkey",
    "yoursecret",
    "yourtoken",
];
/// Where the words with a first byte start in [`WORDS`], which are sorted.
const FIRST_BYTES: [u8; 129] = {
    let mut starts = [0; 129];
    let mut byte = 0;
    let mut word = 0;
    while byte < starts.len() {
        while word < WORDS.len() && (WORDS[word].as_bytes()[0] as usize) < byte {
            word += 1;
        }
        starts[byte] = word as u8;
        byte += 1;
    }
    starts
};
/// Values longer than this are not searched for words: keys of kilobytes hold anything.
const MAX_SEARCHED: usize = 256;
/// So many bytes that each follow the one before are a keyboard's or an alphabet's order.
const SEQUENCE: usize = 8;

/// True for templates, masks, repeated characters, counting sequences and values with a word such as `EXAMPLE` in them.
#[must_use]
pub fn is_placeholder(value: &[u8]) -> bool {
    is_template(value)
        || is_repetitive(value)
        || has_sequence(value)
        || is_counting(value)
        || has_word(value)
}

/// `${VAR}`, `{{ value }}`, `<key>`, `%s`, `$(command)`, `***`, `...`.
fn is_template(value: &[u8]) -> bool {
    let trimmed = value.trim_ascii();
    let enclosed = matches!(
        (trimmed.first(), trimmed.last()),
        (Some(b'<'), Some(b'>')) | (Some(b'['), Some(b']')) | (Some(b'{'), Some(b'}'))
    );
    enclosed || has_template_mark(trimmed) || has_tag(trimmed)
}

/// An opening mark of some template language, or what stands for characters left out.
fn has_template_mark(value: &[u8]) -> bool {
    const MARKS: [&[u8]; 12] = [
        b"${",
        b"{{",
        b"$(",
        b"<%",
        b"#{",
        b"@{",
        b"%{",
        b"[[",
        b"***",
        b"...",
        "…".as_bytes(),
        "•".as_bytes(),
    ];
    value.iter().enumerate().any(|(at, byte)| {
        !byte.is_ascii_alphanumeric() && MARKS.iter().any(|mark| value[at..].starts_with(mark))
    })
}

/// A name in angle brackets somewhere in the value: `sk-<your-key>`, `<base62:32>`.
fn has_tag(value: &[u8]) -> bool {
    let of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-: .|".contains(byte);
    memchr::memchr_iter(b'<', value).any(|at| {
        let rest = &value[at + 1..];
        let len = rest.iter().take(48).take_while(|byte| of_name(byte)).count();
        len >= 3 && rest[0].is_ascii_alphabetic() && rest.get(len) == Some(&b'>')
    })
}

/// Few different bytes for its length: `xxxxxxxx`, `00000000-0000`, `abababababab`.
fn is_repetitive(value: &[u8]) -> bool {
    let mut seen = [0u64; 4];
    for &byte in value {
        let byte = byte.to_ascii_lowercase();
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    let distinct: u32 = seen.iter().map(|word| word.count_ones()).sum();
    match value.len() {
        0..4 => false,
        4..8 => distinct == 1,
        8..20 => distinct <= 3,
        20.. => distinct <= 5,
    }
}

/// Eight bytes in a row that count up or down, as in `12345678` and `abcdefgh`.
fn has_sequence(value: &[u8]) -> bool {
    let mut up = 1;
    let mut down = 1;
    for pair in value.windows(2) {
        let alphanumeric = pair.iter().all(u8::is_ascii_alphanumeric);
        // `9` is followed by `0` on a keyboard.
        let step_up = pair[1] == pair[0].wrapping_add(1) || (pair[0] == b'9' && pair[1] == b'0');
        let step_down = pair[0] == pair[1].wrapping_add(1);
        up = if alphanumeric && step_up { up + 1 } else { 1 };
        down = if alphanumeric && step_down { down + 1 } else { 1 };
        if up >= SEQUENCE || down >= SEQUENCE {
            return true;
        }
    }
    false
}

/// Letters and digits that count up, each for themselves: `a1b2c3d4e5f6`, `abc123def456`, `AB1C2defGH`.
fn is_counting(value: &[u8]) -> bool {
    let (mut steps, mut up) = (0, 0);
    let (mut letter, mut digit) = (None, None);
    for &byte in value {
        let byte = byte.to_ascii_lowercase();
        let last = match byte {
            b'a'..=b'z' => &mut letter,
            b'0'..=b'9' => &mut digit,
            _ => continue,
        };
        if let Some(last) = last.replace(byte) {
            steps += 1;
            // Hexadecimal letters start again behind `f`.
            let again = matches!((last, byte), (b'f' | b'z', b'a') | (b'9', b'0' | b'1'));
            up += usize::from(again || byte == last + 1);
        }
    }
    (steps >= 6 && up * 10 >= steps * 7) || counts_bytes(value)
}

/// Hexadecimal bytes that count up, as test vectors have them: `000102030405…`.
fn counts_bytes(value: &[u8]) -> bool {
    let nibble = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| Some(nibble(pair[0])? << 4 | nibble(pair[1])?);
    let (pairs, _) = value.as_chunks::<2>();
    let steps = pairs.windows(2);
    let up = steps.filter(|two| match (byte(&two[0]), byte(&two[1])) {
        (Some(first), Some(second)) => second == first + 1,
        _ => false,
    });
    pairs.len() >= 8 && up.count() * 10 >= (pairs.len() - 1) * 7
}

fn has_word(value: &[u8]) -> bool {
    if value.len() > MAX_SEARCHED {
        return false;
    }
    let mut lower = [0u8; MAX_SEARCHED];
    let lower = &mut lower[..value.len()];
    lower.copy_from_slice(value);
    lower.make_ascii_lowercase();
    (0..lower.len()).any(|at| {
        let rest = &lower[at..];
        let first = usize::from(rest[0] & 0x7F);
        let words = usize::from(FIRST_BYTES[first])..usize::from(FIRST_BYTES[first + 1]);
        WORDS[words].iter().any(|word| rest.starts_with(word.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn placeholders() {
        for value in [
            "xxxxxxxxxxxxxxxxxxxx",
            "${API_KEY}",
            "{{ token }}",
            "<your-key>",
            "0123456789abcdef",
            "1234567890",
            "AKIAEXAMPLE",
            "changeme",
            "your_token_here",
            "****",
            "abc...xyz",
            "00000000-0000-0000-0000-000000000000",
            "zyxwvutsrq",
            "XXXX",
            "prefix${VAR}",
            "sk-<your-key>",
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "<base62:24>-x",
            "a1b2c3d4e5f6",
            "abc123def456ghi789",
            "AB1C2defGHijkLMNo3PqQ",
        ] {
            assert!(is_placeholder(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn every_word_is_found_wherever_it_stands() {
        assert!(super::WORDS.is_sorted());
        for word in super::WORDS {
            for text in [word.to_owned(), format!("q8{word}"), format!("Zt{word}J4w")] {
                assert!(super::has_word(text.to_ascii_uppercase().as_bytes()), "{text}");
            }
        }
    }

    #[test]
    fn values() {
        for value in
            ["", "q8Zr", "hG7f5dKq29sLx0Pw", "correct horse battery", "4f9d3c2b1a", "p@55w0rd!"]
        {
            assert!(!is_placeholder(value.as_bytes()), "{value}");
        }
    }
}
