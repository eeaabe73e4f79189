//! What stands in a template's places.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use fastrand::Rng;
use prescan_core::secrets::checks::{CHECKS, find};

use super::Template;

/// A generator that cannot be used or cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratorError {
    name: String,
    argument: String,
    message: String,
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.argument.is_empty() { "" } else { ":" };
        write!(f, "generator `<{}{colon}{}>`: {}", self.name, self.argument, self.message)
    }
}

impl std::error::Error for GeneratorError {}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: &str = "0123456789";

/// The alphabet of a named class.
fn alphabet(name: &str) -> Option<String> {
    Some(match name {
        "base62" => format!("{DIGITS}{UPPER}{LOWER}"),
        "hex" => format!("{DIGITS}abcdef"),
        "HEX" => format!("{DIGITS}ABCDEF"),
        "digit" => DIGITS.to_owned(),
        "lower" => LOWER.to_owned(),
        "upper" => UPPER.to_owned(),
        "lowernum" => format!("{DIGITS}{LOWER}"),
        "uppernum" => format!("{DIGITS}{UPPER}"),
        "base64" => format!("{DIGITS}{UPPER}{LOWER}+/"),
        "base64url" => format!("{DIGITS}{UPPER}{LOWER}-_"),
        "base32" => format!("{UPPER}234567"),
        "base32lower" => format!("{LOWER}234567"),
        "base58" => format!("{DIGITS}{UPPER}{LOWER}").replace(['0', 'O', 'I', 'l'], ""),
        "friendly" => format!("{DIGITS}{UPPER}{LOWER}-_").replace(['0', 'O', 'I', 'l'], ""),
        _ => return None,
    })
}

/// Generators that are no plain classes.
const OTHERS: [&str; 12] = [
    "uuid",
    "password",
    "oneof",
    "b64",
    "b64url",
    "pem",
    "pem-escaped",
    "pem-oneline",
    "pem-crlf",
    "jwt",
    "tail",
    "badtail",
];

/// True for the name of a generator.
pub(super) fn exists(name: &str) -> bool {
    alphabet(name).is_some() || OTHERS.contains(&name)
}

/// The bytes of a bracketed class, `[a-f_-]`.
fn class(name: &str) -> Vec<u8> {
    let inner = name.trim_start_matches('[').trim_end_matches(']').as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < inner.len() {
        if let [first, b'-', last, ..] = inner[at..] {
            bytes.extend(first..=last);
            at += 3;
        } else {
            bytes.push(inner[at]);
            at += 1;
        }
    }
    bytes
}

/// A length or a range of lengths.
fn lengths(argument: &str) -> Option<(usize, usize)> {
    let (least, most) = argument.split_once('-').unwrap_or((argument, argument));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (least <= most && most <= 65_536).then_some((least, most))
}

/// Checks a generator's argument.
pub(super) fn validate(name: &str, argument: &str) -> Result<(), GeneratorError> {
    let fault = |message: String| {
        Err(GeneratorError { name: name.to_owned(), argument: argument.to_owned(), message })
    };
    match name {
        "tail" | "badtail" => {
            let computes =
                find(argument).is_some_and(|id| CHECKS[usize::from(id.0)].tail.is_some());
            if computes {
                Ok(())
            } else {
                fault(format!("no check `{argument}` can compute a checksum"))
            }
        }
        "b64" | "b64url" => Template::parse(argument).map(|_| ()),
        "uuid" | "jwt" if argument.is_empty() => Ok(()),
        "uuid" | "jwt" => fault("takes no argument".to_owned()),
        "oneof" | "pem" | "pem-escaped" | "pem-oneline" | "pem-crlf" => {
            if argument.is_empty() {
                fault("needs an argument".to_owned())
            } else {
                Ok(())
            }
        }
        _ => match lengths(argument) {
            Some(_) => Ok(()),
            None => fault("the length is a number or a range such as `24-36`".to_owned()),
        },
    }
}

/// Appends what a generator gives. Arguments were validated when the template was parsed.
pub(super) fn run(
    name: &str,
    argument: &str,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> Result<(), GeneratorError> {
    match name {
        "uuid" => uuid(rng, out),
        "password" => password(length(argument, rng), rng, out),
        "oneof" => {
            let words: Vec<&str> = argument.split('|').collect();
            out.extend_from_slice(words[rng.usize(..words.len())].as_bytes());
        }
        "b64" | "b64url" => {
            let inner = Template::parse(argument)?.expand(rng.u64(..))?;
            let engine = if name == "b64" { &STANDARD } else { &URL_SAFE_NO_PAD };
            out.extend_from_slice(engine.encode(inner.text).as_bytes());
        }
        "pem" | "pem-escaped" | "pem-oneline" | "pem-crlf" => {
            let separator = match name {
                "pem-escaped" => "\\n",
                "pem-oneline" => " ",
                "pem-crlf" => "\r\n",
                _ => "\n",
            };
            pem(argument, separator, rng, out);
        }
        "jwt" => jwt(rng, out),
        "tail" | "badtail" => tail(name, argument, rng, out)?,
        _ => {
            let bytes = match alphabet(name) {
                Some(alphabet) => alphabet.into_bytes(),
                None => class(name),
            };
            for _ in 0..length(argument, rng) {
                out.push(bytes[rng.usize(..bytes.len())]);
            }
        }
    }
    Ok(())
}

fn length(argument: &str, rng: &mut Rng) -> usize {
    let (least, most) = lengths(argument).unwrap_or_default();
    rng.usize(least..=most)
}

fn tail(
    name: &str,
    argument: &str,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> Result<(), GeneratorError> {
    let computed = find(argument)
        .and_then(|id| CHECKS[usize::from(id.0)].tail)
        .and_then(|tail| tail(out))
        .ok_or_else(|| GeneratorError {
            name: name.to_owned(),
            argument: argument.to_owned(),
            message: "the text before it is too short or not in the check's alphabet".to_owned(),
        })?;
    let start = out.len();
    out.extend_from_slice(&computed);
    if name == "badtail" && !computed.is_empty() {
        let at = start + rng.usize(..computed.len());
        out[at] = match out[at] {
            b'0' => b'1',
            b'a'..=b'y' | b'A'..=b'Y' | b'0'..=b'8' => out[at] + 1,
            b'z' => b'y',
            b'Z' => b'Y',
            _ => b'8',
        };
    }
    Ok(())
}

fn uuid(rng: &mut Rng, out: &mut Vec<u8>) {
    for (index, len) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if index > 0 {
            out.push(b'-');
        }
        for position in 0..len {
            let digit = match (index, position) {
                (2, 0) => 4,
                (3, 0) => rng.u8(8..12),
                _ => rng.u8(..16),
            };
            out.push(b"0123456789abcdef"[usize::from(digit)]);
        }
    }
}

/// At least one small letter, capital, digit and mark; no mark that quotes or ends a string anywhere.
fn password(len: usize, rng: &mut Rng, out: &mut Vec<u8>) {
    let kinds: [&[u8]; 4] = [LOWER.as_bytes(), UPPER.as_bytes(), DIGITS.as_bytes(), b"!#*+-_~^"];
    let mut value: Vec<u8> = kinds.iter().map(|kind| kind[rng.usize(..kind.len())]).collect();
    while value.len() < len {
        let kind = kinds[rng.usize(..3)];
        value.push(kind[rng.usize(..kind.len())]);
    }
    rng.shuffle(&mut value);
    // A letter in front, so that no shell or file format takes a mark for its own.
    if let Some(at) = value.iter().position(u8::is_ascii_alphabetic) {
        value.swap(0, at);
    }
    out.extend_from_slice(&value);
}

fn pem(label: &str, separator: &str, rng: &mut Rng, out: &mut Vec<u8>) {
    let mut body: Vec<u8> = if label.starts_with("OPENSSH") {
        b"openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01".to_vec()
    } else if label.starts_with("PGP") {
        vec![0x95, 0x01, 0x3C, 0x04]
    } else {
        Vec::new()
    };
    let random = rng.usize(300..1200);
    if body.is_empty() {
        // A DER sequence with a two-byte length.
        body.extend([0x30, 0x82]);
        body.extend((random as u16).to_be_bytes());
    }
    body.extend((0..random).map(|_| rng.u8(..)));
    out.extend_from_slice(format!("-----BEGIN {label}-----").as_bytes());
    for line in STANDARD.encode(body).as_bytes().chunks(64) {
        out.extend_from_slice(separator.as_bytes());
        out.extend_from_slice(line);
    }
    out.extend_from_slice(separator.as_bytes());
    out.extend_from_slice(format!("-----END {label}-----").as_bytes());
}

fn jwt(rng: &mut Rng, out: &mut Vec<u8>) {
    let header = r#"{"alg":"HS256","typ":"JWT"}"#;
    let issued = rng.u32(1_600_000_000..2_000_000_000);
    let payload =
        format!(r#"{{"sub":"{}","iat":{issued},"exp":{}}}"#, rng.u32(..), u64::from(issued) + 3600);
    let signature: Vec<u8> = (0..32).map(|_| rng.u8(..)).collect();
    let parts = [header.as_bytes(), payload.as_bytes(), &signature];
    out.extend_from_slice(parts.map(|part| URL_SAFE_NO_PAD.encode(part)).join(".").as_bytes());
}
