//! What a value looks like, whoever issued it.

use super::{Candidate, Verdict, judge};

/// Whether `text` is a UUID in its canonical 36-character form, of any version.
pub(super) fn is_uuid(text: &[u8]) -> bool {
    text.len() == 36
        && text.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// The value, or the last 36 bytes of the whole, is a version 4 UUID. Source: RFC 9562.
pub(super) fn uuid_v4(candidate: Candidate<'_>) -> Verdict {
    let text = match is_uuid(candidate.value) {
        true => candidate.value,
        false => super::encoding::last(candidate.whole, 36).unwrap_or_default(),
    };
    judge(is_uuid(text) && text[14] == b'4' && b"89abAB".contains(&text[19]))
}

/// The value is anything but a UUID.
pub(super) fn not_uuid(candidate: Candidate<'_>) -> Verdict {
    judge(!is_uuid(candidate.value))
}

/// The value holds something other than hexadecimal digits: no digest and no colour.
pub(super) fn not_hex(candidate: Candidate<'_>) -> Verdict {
    judge(!candidate.value.iter().all(u8::is_ascii_hexdigit))
}

/// The value holds upper-case and lower-case letters.
pub(super) fn mixed_case(candidate: Candidate<'_>) -> Verdict {
    let value = candidate.value;
    judge(value.iter().any(u8::is_ascii_uppercase) && value.iter().any(u8::is_ascii_lowercase))
}

/// The value holds a digit.
pub(super) fn has_digit(candidate: Candidate<'_>) -> Verdict {
    judge(candidate.value.iter().any(u8::is_ascii_digit))
}

/// The value holds an ASCII letter.
pub(super) fn has_letter(candidate: Candidate<'_>) -> Verdict {
    judge(candidate.value.iter().any(u8::is_ascii_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(check: fn(Candidate<'_>) -> Verdict, value: &str) -> bool {
        check(Candidate::token(value.as_bytes(), value.as_bytes())) == Verdict::Pass
    }

    #[test]
    fn tells_uuids() {
        let four = "0a1b2c3d-0a1b-4c3d-8a1b-0a1b2c3d4e5f";
        assert!(run(uuid_v4, four) && !run(not_uuid, four));
        assert!(run(uuid_v4, &format!("sk-lf-{four}")));
        for other in [four.replace("-4", "-1"), four.replace("-8", "-c"), four.replace('a', "g")] {
            assert!(!run(uuid_v4, &other), "{other}");
        }
        assert!(!run(not_uuid, &four.to_uppercase()));
        assert!(run(not_uuid, "0a1b"));
    }

    #[test]
    fn looks_at_characters() {
        assert!(run(not_hex, "0aFg") && !run(not_hex, "0aFf"));
        assert!(run(mixed_case, "aB") && !run(mixed_case, "ab1") && !run(mixed_case, "AB"));
        assert!(run(has_digit, "a1") && !run(has_digit, "ab"));
        assert!(run(has_letter, "a1") && !run(has_letter, "12"));
        for check in [not_hex, mixed_case, has_digit, has_letter] {
            assert!(!run(check, ""));
        }
    }
}
