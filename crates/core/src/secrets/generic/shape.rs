//! Shapes that values have which are no secrets.

use memchr::memmem;

/// Marks that join words into a name.
const JOINS: &[u8] = b"-_./: @+";

/// Numbers, times, versions, colours, addresses and what is encrypted or hashed already.
pub(super) fn is_plain_data(value: &[u8]) -> bool {
    is_number(value)
        || is_time(value)
        || is_version(value)
        || is_color(value)
        || is_protected(value)
        || is_escaped(value)
        || memmem::find(value, b"://").is_some()
        || memmem::find(value, b"aws4_request").is_some()
}

/// `0x0B95`, `-12`, `4096i32`, `1.5e-9`, `1,000`.
fn is_number(value: &[u8]) -> bool {
    let value = value.strip_prefix(b"-").unwrap_or(value);
    if let Some(hex) = value.strip_prefix(b"0x").or_else(|| value.strip_prefix(b"0X")) {
        // Longer ones are keys of blockchains.
        return hex.len() <= 16
            && hex.iter().all(|b| b.is_ascii_hexdigit() || b"_uUlL".contains(b));
    }
    if value.len() > 24 || !value.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let number = value.iter().take_while(|byte| byte.is_ascii_digit() || b".,_".contains(byte));
    match &value[number.count()..] {
        [] => true,
        [b'e' | b'E', sign @ ..] => sign.iter().all(|b| b.is_ascii_digit() || b"+-".contains(b)),
        [b'i' | b'u' | b'f' | b'U' | b'L' | b'l', rest @ ..] => {
            rest.len() < 6 && rest.iter().all(|b| b.is_ascii_digit() || b"sizeUL".contains(b))
        }
        [b'm', b's'] | [b's' | b'm' | b'h' | b'd'] => true,
        _ => false,
    }
}

/// `2016-09-08T21:47:36Z`, `12/31/2020`, `10:15`.
fn is_time(value: &[u8]) -> bool {
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    value.len() <= 35
        && digits >= 4
        && value[0].is_ascii_digit()
        && value.iter().any(|byte| b"-:/".contains(byte))
        && value.iter().all(|byte| byte.is_ascii_digit() || b"-:/.TZ+ ".contains(byte))
}

/// `^3.0.0`, `~> 1.2`, `v1.2.3`, `1.0.0-beta.1`.
fn is_version(value: &[u8]) -> bool {
    let start = value.iter().take_while(|byte| b"^~>=<v ".contains(byte)).count();
    let rest = &value[start..];
    let number = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = number(rest);
    let second = rest.get(first..).and_then(|rest| rest.strip_prefix(b".")).map_or(0, number);
    (1..=5).contains(&first)
        && (1..=5).contains(&second)
        && (start > 0 || rest.iter().filter(|byte| **byte == b'.').count() >= 2)
        && rest.len() <= 64
}

/// `#d8dee9`.
fn is_color(value: &[u8]) -> bool {
    value
        .strip_prefix(b"#")
        .is_some_and(|hex| matches!(hex.len(), 6 | 8) && hex.iter().all(u8::is_ascii_hexdigit))
}

/// Bytes and characters written as escapes, `\x6d\x61…`: labels and data.
fn is_escaped(value: &[u8]) -> bool {
    [&b"\\x"[..], b"\\u"]
        .iter()
        .any(|mark| value.starts_with(mark) && memmem::find_iter(value, mark).count() >= 2)
}

/// What is encrypted, sealed or hashed: the secret cannot be read from it.
fn is_protected(value: &[u8]) -> bool {
    const STARTS: [&[u8]; 20] = [
        b"$2a$",
        b"$2b$",
        b"$2y$",
        b"$1$",
        b"$5$",
        b"$6$",
        b"$y$",
        b"$apr1$",
        b"$argon2",
        b"$pbkdf2",
        b"pbkdf2",
        b"{SSHA}",
        b"{SHA}",
        b"{cipher}",
        b"{AES}",
        b"ENC(",
        b"ENC[",
        b"sha256:",
        b"sha512-",
        b"sha256-",
    ];
    STARTS.iter().any(|start| value.starts_with(start))
}

/// What only a program writes without quotes: `a::b`, `&x.y`, `a->b`, `x?.y`, names joined by dots.
pub(super) fn is_code(value: &[u8]) -> bool {
    let signs: [&[u8]; 6] = [b"::", b"->", b"?.", b"\\n", b"&lt;", b"&#"];
    matches!(value[0], b'&' | b'!' | b'*' | b'(' | b'[' | b'{' | b'\\')
        && value[1..].iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.:)]}".contains(byte))
        || signs.iter().any(|sign| memmem::find(value, sign).is_some())
}

/// `settings.auth.password`, `self._secret`, `Password`, `x25519.PrivateKey`.
pub(super) fn is_name(value: &[u8]) -> bool {
    let name = |part: &[u8]| {
        part.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let dots = value.iter().filter(|byte| **byte == b'.').count();
    let mut parts = value.split(|byte| *byte == b'.').filter(|part| !part.is_empty());
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    parts.all(name)
        && if dots > 0 {
            digits * 2 < value.len() && super::words::familiarity(value) > 0.25
        } else {
            digits <= 2
                && digits * 5 < value.len()
                && (value.len() < 16 || super::words::familiarity(value) > 0.3)
        }
}

/// `/run/secrets/db`, `./key`, `C:\keys`, `user/repo.git`.
pub(super) fn is_path(value: &[u8]) -> bool {
    let starts: [&[u8]; 6] = [b"./", b"../", b"~/", b"\\\\", b"arn:", b"data:"];
    let segments = value.split(|byte| *byte == b'/').count();
    starts.iter().any(|start| value.starts_with(start))
        || value.starts_with(b"/")
            && (segments > 2 || value[1..].iter().all(|b| b.is_ascii_alphabetic()))
        || matches!(value, [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic())
}

/// A name followed by parentheses. In a jumbled value one may stand by chance.
pub(super) fn is_call(value: &[u8], jumbled: bool) -> bool {
    let name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.:$".contains(byte);
    let len = value.iter().take_while(name).count();
    let opens = len >= 3 && value.get(len) == Some(&b'(');
    opens && (value.ends_with(b")") || value.len() == len + 1 || !jumbled) || value.ends_with(b"()")
}

/// `server.pem`, `app.config.json`.
pub(super) fn is_file_name(value: &[u8]) -> bool {
    const ENDS: [&[u8]; 24] = [
        b"pem",
        b"key",
        b"crt",
        b"cer",
        b"p12",
        b"pfx",
        b"jks",
        b"json",
        b"yaml",
        b"yml",
        b"toml",
        b"xml",
        b"txt",
        b"md",
        b"js",
        b"ts",
        b"py",
        b"html",
        b"css",
        b"png",
        b"jpg",
        b"svg",
        b"conf",
        b"properties",
    ];
    value
        .iter()
        .rposition(|byte| *byte == b'.')
        .is_some_and(|dot| ENDS.iter().any(|end| value[dot + 1..].eq_ignore_ascii_case(end)))
}

/// Marks that no token holds and programs do.
pub(super) fn has_marks_of_code(value: &[u8], quoted: bool) -> bool {
    let marks: &[u8] = if quoted { b"()[]{}<>\\ " } else { b"()[]{}<>\\,;*$?\"'`|^" };
    // An equals sign within is another assignment's.
    let body = value.trim_ascii_end();
    let body = &body[..body.iter().rposition(|byte| *byte != b'=').map_or(0, |at| at + 1)];
    value.iter().any(|byte| marks.contains(byte)) || body.contains(&b'=')
}

/// Pieces of regular expressions.
pub(super) fn is_pattern(value: &[u8]) -> bool {
    let signs: [&[u8]; 12] = [
        b"\\d", b"\\w", b"\\s", b"\\S", b"\\b", b"a-z", b"A-Z", b"0-9", b"[^", b"(?", b".*", b".+",
    ];
    signs.iter().any(|sign| memmem::find(value, sign).is_some())
        || (value.starts_with(b"^") && value.ends_with(b"$"))
}

/// Words and short numbers with marks between them: `my-secret-name`, `AUTH_TOKEN`, `user.password2`, `ECC_NIST_P521`, `#add-password`.
pub(super) fn is_compound(value: &[u8]) -> bool {
    let start = usize::from(matches!(value.first(), Some(b'#' | b'.' | b'@' | b'-' | b'_' | b'!')));
    let value = &value[start..];
    if !value.iter().any(|byte| JOINS.contains(byte)) {
        return start > 0 && value.iter().all(u8::is_ascii_alphabetic);
    }
    let (mut named, mut others) = (0, 0);
    for part in value.split(|byte| JOINS.contains(byte)) {
        let letters = part.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let digits = part[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let ends = letters + digits == part.len() && digits <= if letters == 0 { 4 } else { 3 };
        let cased = part[..letters].iter().skip(1).all(u8::is_ascii_lowercase)
            || part[..letters].iter().all(u8::is_ascii_uppercase)
            || letters >= 8 && super::words::familiarity(&part[..letters]) > 0.5;
        if ends && cased {
            named += letters;
        } else if letters > 0 || digits < part.len() {
            others += part.len();
        }
    }
    named >= 3 && named > others * 2
}

pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
