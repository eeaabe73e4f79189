//! What of a secret may be printed, and how a finding is known again.

use sha2::{Digest, Sha256};

use crate::engine::{Engine, Scratch, Segment};
use crate::finding::Span;

/// Stands for what is hidden. Its length says nothing about the secret's.
const MASK: &str = "********";
/// The most characters of a secret that are shown.
const SHOWN: usize = 4;
/// Secrets shorter than this are hidden as a whole: a part of a short password helps to guess it.
const MIN_SHOWN: usize = 16;

/// A secret as it may be printed: its first four characters where it has sixteen or more, and a mask of fixed length. A key block shows its header line.
#[must_use]
pub fn redact(secret: &[u8]) -> String {
    if let Some(header) = key_header(secret) {
        return format!("{header}{MASK}");
    }
    if secret.len() < MIN_SHOWN {
        return MASK.to_owned();
    }
    let head: String = secret
        .iter()
        .take(SHOWN)
        .take_while(|byte| byte.is_ascii_graphic())
        .map(|&byte| char::from(byte))
        .collect();
    format!("{head}{MASK}")
}

/// The text with every secret that the engine finds in it redacted, whatever comments allow: for messages that quote a file, a command or an argument.
#[must_use]
pub fn mask(engine: &Engine, text: &str) -> String {
    mask_with(engine, &mut Scratch::default(), text)
}

/// The same with buffers that are there already, for many texts.
#[must_use]
pub fn mask_with(engine: &Engine, scratch: &mut Scratch, text: &str) -> String {
    let segment = Segment { encoding: None, ..Segment::whole(text.as_bytes()) };
    let mut spans = Vec::new();
    engine.scan_segment(scratch, &segment, &mut |found| {
        spans.push(found.finding.span);
    });
    mask_spans(text, spans)
}

/// The text with those ranges of it redacted. They may overlap and come in any order; what lies outside the text is left out.
#[must_use]
pub fn mask_spans(text: &str, spans: Vec<Span>) -> String {
    let bytes = text.as_bytes();
    let mut masked = String::with_capacity(text.len());
    let mut at = 0;
    for span in merged(spans) {
        let start = usize::try_from(span.start).unwrap_or(usize::MAX).min(bytes.len());
        let end = usize::try_from(span.end).unwrap_or(usize::MAX).min(bytes.len());
        if start >= end {
            continue;
        }
        masked.push_str(&String::from_utf8_lossy(&bytes[at..start]));
        masked.push_str(&redact(&bytes[start..end]));
        at = end;
    }
    masked.push_str(&String::from_utf8_lossy(&bytes[at..]));
    masked
}

/// The spans, sorted and disjoint: those that overlap become one.
#[must_use]
pub fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// `-----BEGIN RSA PRIVATE KEY-----` of a key block.
fn key_header(secret: &[u8]) -> Option<String> {
    let rest = secret.strip_prefix(b"-----BEGIN ")?;
    let len = rest.iter().take(64).position(|&byte| byte == b'-')?;
    let label = &rest[..len];
    let plain = label
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ');
    plain.then(|| format!("-----BEGIN {}-----", String::from_utf8_lossy(label)))
}

/// A finding's identity: 32 hexadecimal digits of SHA-256 over the rule and the secret.
///
/// It holds neither path nor place nor commit, so it stays when the secret moves, is re-indented with other line ends or turns up in another file; another secret on the same line has
/// another one. Whoever knows the fingerprint of a guessable password can find it by trying.
#[must_use]
pub fn fingerprint(rule: &str, secret: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(b"prescan/v1\0");
    hash.update(rule.as_bytes());
    hash.update(b"\0");
    // Line ends differ between checkouts of the same file.
    for part in secret.split(|&byte| byte == b'\r') {
        hash.update(part);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, mask_spans, redact};
    use crate::finding::Span;

    #[test]
    fn spans_of_any_kind_are_masked() {
        let span = |start, end| Span { start, end };
        let text = "key: \u{e9}abc, end";
        let spans = vec![span(5, 9), span(6, 10), span(14, 99), span(70, 80), span(3, 3)];
        let masked = mask_spans(text, spans);
        assert!(masked.starts_with("key:") && !masked.contains("abc"), "{masked}");
        assert_eq!(mask_spans(text, Vec::new()), text);
    }

    #[test]
    fn shows_little() {
        assert_eq!(redact(b"hunter2"), "********");
        assert_eq!(redact(b"abcdefghijklmnop"), "abcd********");
        assert_eq!(redact(b"\x1b[31mabcdefghijklmnop"), "********");
        assert_eq!(
            redact(b"-----BEGIN EC PRIVATE KEY-----\nMHcC"),
            "-----BEGIN EC PRIVATE KEY-----********"
        );
        assert_eq!(redact(b"-----BEGIN \x1b[31m-----aaaaaaaaaaaaa"), "----********");
    }

    #[test]
    fn identity() {
        let one = fingerprint("acme.key", b"a\r\nb");
        assert_eq!(one, fingerprint("acme.key", b"a\nb"));
        assert_ne!(one, fingerprint("acme.other", b"a\nb"));
        assert_ne!(one, fingerprint("acme.key", b"a\nc"));
        assert_eq!(one.len(), 32);
    }
}
