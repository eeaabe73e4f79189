//! Armored keys as people paste them: in lines, on one line with spaces, in string literals with
//! escaped newlines, in JSON inside JSON.

use super::encoding::LENIENT;
use base64::Engine as _;

/// Fewest base64 characters of a real key: an Ed25519 key in PKCS#8 has just 64.
const FEWEST: usize = 64;
/// Fewest different characters among them; `xxxx…` and `AAAA…` have one.
const FEWEST_DIFFERENT: usize = 10;

/// One armored block.
pub(super) struct Armor<'a> {
    /// What stands after `BEGIN`.
    pub label: &'a [u8],
    /// What stands between the `BEGIN` and the `END` line.
    inside: &'a [u8],
}

impl<'a> Armor<'a> {
    /// Reads the first block in `text`. Its `END` line may be missing.
    pub(super) fn read(text: &'a [u8]) -> Option<Self> {
        let begin = memchr::memmem::find(text, b"BEGIN ")?;
        text[..begin].trim_ascii_end().ends_with(b"----").then_some(())?;
        let rest = &text[begin + 6..];
        let label = &rest[..memchr::memchr(b'-', rest)?];
        let rest = rest[label.len()..].trim_ascii_start();
        let rest = &rest[rest.iter().take_while(|byte| **byte == b'-').count()..];
        let end = [&b"-----END"[..], b"---- END"]
            .iter()
            .filter_map(|mark| memchr::memmem::find(rest, mark))
            .min()
            .unwrap_or(rest.len());
        Some(Self { label: label.trim_ascii(), inside: &rest[..end] })
    }

    /// Whether an RFC 1421 header says that the body is encrypted.
    pub(super) fn says_encrypted(&self) -> bool {
        memchr::memmem::find(self.inside, b"4,ENCRYPTED").is_some()
    }

    /// The decoded body; `None` where it is no base64 or too little of it.
    pub(super) fn body(&self) -> Option<Vec<u8>> {
        let plain = unescaped(self.inside);
        let mut lines: Vec<Vec<u8>> =
            undiffed(&plain).into_iter().map(content).filter(|line| !line.is_empty()).collect();
        // On one line a header ends at a space; in lines it ends with its line.
        let joined = match &lines[..] {
            [only] => without_headers(only),
            _ => {
                lines.retain(|line| !line.contains(&b':'));
                lines.concat()
            }
        };
        decode(&joined)
    }
}

/// The lines that are not empty, without the mark of a diff that added or removed all of them.
fn undiffed(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
    let is_mark = |mark: &u8| lines.len() > 1 && lines.iter().all(|line| line[0] == *mark);
    match b"+-".iter().find(|mark| is_mark(mark)) {
        Some(_) => lines.into_iter().map(|line| &line[1..]).collect(),
        None => lines,
    }
}

/// Undoes string escapes, however often they were escaped themselves.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'\r', b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let slashes = rest[at..].iter().take_while(|byte| **byte == b'\\').count();
        let (byte, used) = if slashes == 0 { (b'\n', 1) } else { escape(&rest[at + slashes..]) };
        out.push(byte);
        rest = &rest[at + slashes + used..];
    }
    out.extend_from_slice(rest);
    out
}

/// What an escape stands for, and how many bytes it takes after its backslashes.
fn escape(after: &[u8]) -> (u8, usize) {
    match after {
        [b'n' | b'r' | b'\n' | b'\r', ..] => (b'\n', 1),
        [b't', ..] => (b' ', 1),
        [mark @ (b'/' | b'"' | b'\''), ..] => (*mark, 1),
        [b'u', b'0', b'0', high, low, ..] => {
            let code = str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match code {
                Some(b'\r') => (b'\n', 5),
                Some(code) => (code, 5),
                None => (b'\\', 0),
            }
        }
        [] => (b'\n', 0),
        _ => (b'\\', 0),
    }
}

/// A line without indentation, comment marks, and the quotes and joints of string concatenation.
fn content(line: &[u8]) -> Vec<u8> {
    let is_joint = |byte: &u8| byte.is_ascii_whitespace() || b"+.,&;()[]".contains(byte);
    let mut line = line.trim_ascii();
    for mark in [&b"# "[..], b"// ", b"* ", b"> ", b"| "] {
        line = line.strip_prefix(mark).unwrap_or(line);
    }
    let quoted: Vec<&[u8]> = line.split(|byte| matches!(byte, b'"' | b'\'' | b'`')).collect();
    if quoted.len() == 1 {
        return line.to_vec();
    }
    // A plus is base64 too, but no piece of a key consists of pluses. Two dots are no joint but a
    // sign of something left out.
    let is_joined =
        |piece: &&[u8]| piece.iter().all(is_joint) && memchr::memmem::find(piece, b"..").is_none();
    let pieces: Vec<&[u8]> = quoted.into_iter().filter(|piece| !is_joined(piece)).collect();
    pieces.concat().trim_ascii().to_vec()
}

/// Drops `Name:` and the word after it from a block that stands on one line.
fn without_headers(line: &[u8]) -> Vec<u8> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut out = Vec::with_capacity(line.len());
    while let Some(word) = words.next() {
        if word.ends_with(b":") {
            words.next();
        } else {
            out.extend_from_slice(word);
        }
    }
    out
}

/// Decodes the characters before the padding; what follows it is an OpenPGP checksum.
fn decode(joined: &[u8]) -> Option<Vec<u8>> {
    let text: Vec<u8> = joined
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take_while(|byte| *byte != b'=')
        .collect();
    let mut seen = [false; 256];
    text.iter().for_each(|byte| seen[usize::from(*byte)] = true);
    let different = seen.iter().filter(|seen| **seen).count();
    (text.len() >= FEWEST && different >= FEWEST_DIFFERENT)
        .then(|| LENIENT.decode(&text).ok())
        .flatten()
}
