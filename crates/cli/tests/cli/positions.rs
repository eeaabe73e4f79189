//! Lines, columns and offsets, against counting by hand.

use serde_json::Value;

use crate::credentials::{encoded_github, github, pem, stripe};
use crate::folder::Folder;

/// A text encoding and its byte order mark.
#[derive(Clone, Copy, Debug)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

/// Line and column of a byte offset in UTF-8, counted one character at a time.
fn naive(text: &str, at: usize) -> (u64, u64) {
    let (mut line, mut column) = (1, 1);
    for c in text[..at].chars() {
        if c == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    (line, column)
}

fn numbers(finding: &Value, keys: [&str; 2]) -> (u64, u64) {
    (finding[keys[0]].as_u64().unwrap(), finding[keys[1]].as_u64().unwrap())
}

/// Scans the text in every encoding, with and without a mark, and compares each finding with where its secret stands.
fn assert_places(text: &str, secrets: &[&str]) {
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
        for mark in ["", "\u{feff}"] {
            let bytes = encoding.encode(&format!("{mark}{text}"));
            let run = Folder::with("a.txt", &bytes).scan(&[]);
            let findings = run.findings();
            assert_eq!(findings.len(), secrets.len(), "{encoding:?} {mark:?}: {run:?}");
            for (finding, secret) in findings.iter().zip(secrets) {
                let at = text.find(secret).unwrap();
                let what = format!("{encoding:?} {mark:?} {text:?}");
                let start = numbers(finding, ["line", "column"]);
                assert_eq!(start, naive(text, at), "start: {what}");
                let end = numbers(finding, ["end_line", "end_column"]);
                assert_eq!(end, naive(text, at + secret.len()), "end: {what}");
                let (offset, length) = numbers(finding, ["offset", "length"]);
                let span = &bytes[offset as usize..(offset + length) as usize];
                assert_eq!(span, encoding.encode(secret), "span: {what}");
            }
        }
    }
}

#[test]
fn in_the_middle_of_lines() {
    let (one, two) = (github(1), stripe(1));
    assert_places(&format!("a\nb = '{one}'\nc\n\nd '{two}' e\n"), &[&one, &two]);
}

#[test]
fn with_carriage_returns() {
    let (one, two) = (github(1), stripe(1));
    assert_places(&format!("a\r\nb = {one}\r\nc\r\n\r\n{two}\r\n"), &[&one, &two]);
}

#[test]
fn a_lone_carriage_return_ends_no_line() {
    let one = github(1);
    assert_places(&format!("a\rb\rc = {one}\rd\n"), &[&one]);
}

#[test]
fn a_tab_is_one_column() {
    let one = github(1);
    assert_places(&format!("\t\tkey:\t{one}\n"), &[&one]);
}

#[test]
fn a_character_is_one_column_however_many_bytes_it_takes() {
    let (one, two) = (github(1), stripe(1));
    let filler = "plain text, so that the encoding can be told without a mark. ".repeat(5);
    assert_places(&format!("{filler}\nä€😀 日本 '{one}' 😀 '{two}'\n"), &[&one, &two]);
}

#[test]
fn from_the_first_byte_to_the_last() {
    let (one, two) = (github(1), stripe(1));
    assert_places(&one, &[&one]);
    assert_places(&format!("{one}\n{two}"), &[&one, &two]);
    assert_places(&format!("{one}\n"), &[&one]);
    assert_places(&format!("\n{one}"), &[&one]);
}

#[test]
fn over_many_lines() {
    for lines in [pem(1), pem(2).replace('\n', "\r\n")] {
        let key = lines.trim_end();
        let one = github(1);
        assert_places(&format!("x: |\n{key}\ny: {one}\n"), &[key, &one]);
        assert_places(key, &[key]);
    }
}

#[test]
fn a_decoded_finding_stands_where_its_encoded_run_does() {
    let encoded = encoded_github(1);
    let padded = format!("a: 1\nb: {encoded}\n");
    assert_places(&padded, &[encoded.trim_end_matches('=')]);
}

#[test]
fn bytes_that_are_no_text_part_words() {
    let mut bytes = b"\x00\x01\x02x\x00".to_vec();
    bytes.extend(github(1).bytes());
    bytes.extend(b"\x02\xff\xfe\n\x80\x81");
    bytes.extend(stripe(1).bytes());
    bytes.push(0);
    let run = Folder::with("a.bin", &bytes).scan(&[]);
    assert_eq!(run.rules(), ["github.personal-access-token", "stripe.secret-key"], "{run:?}");
    let findings = run.findings();
    assert_eq!(
        (findings[0]["offset"].as_u64(), findings[0]["length"].as_u64()),
        (Some(5), Some(40))
    );
    assert_eq!(findings[1]["line"], 2);
}
