//! Wildcards for names, matched in bounded time.

/// The longest pattern that is read, in bytes.
const MAX_PATTERN: usize = 1024;

/// One piece of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Byte(u8),
    /// `?`: any byte but a slash.
    One,
    /// `*`: any bytes but slashes.
    Many,
    /// `**` between slashes: any bytes.
    All,
    /// `[…]`: ranges, and whether they are those that do not match.
    Class {
        ranges: Vec<(u8, u8)>,
        negated: bool,
    },
}

/// A pattern with `*`, `?`, `[…]` and, between slashes, `**`, as shells and git read it. Only `**` crosses a slash.
///
/// Matching takes at most the product of both lengths, whatever the pattern is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wild {
    pieces: Vec<Piece>,
}

impl Wild {
    /// Reads a pattern; `None` where it is longer than 1024 bytes or a bracket has no end.
    #[must_use]
    pub fn new(pattern: &[u8]) -> Option<Self> {
        if pattern.len() > MAX_PATTERN {
            return None;
        }
        let mut pieces = Vec::with_capacity(pattern.len());
        let mut at = 0;
        while let Some(byte) = pattern.get(at) {
            let rest = &pattern[at..];
            let (piece, length) = match byte {
                b'\\' => (Piece::Byte(*rest.get(1)?), 2),
                b'?' => (Piece::One, 1),
                b'*' => stars(rest, at == 0 || pattern[at - 1] == b'/'),
                b'[' => class(rest)?,
                byte => (Piece::Byte(*byte), 1),
            };
            pieces.push(piece);
            at += length;
        }
        Some(Self { pieces })
    }

    /// True where the whole text fits.
    #[must_use]
    pub fn matches(&self, text: &[u8]) -> bool {
        let count = self.pieces.len();
        // Which pieces may come next, after what was read so far.
        let mut next = vec![false; count + 1];
        next[0] = true;
        self.skip(&mut next, true);
        let mut then = vec![false; count + 1];
        for byte in text {
            then.fill(false);
            let mut any = false;
            for (at, piece) in self.pieces.iter().enumerate().filter(|(at, _)| next[*at]) {
                let to = match piece {
                    Piece::All => Some(at),
                    Piece::Many => (*byte != b'/').then_some(at),
                    piece => piece.fits(*byte).then_some(at + 1),
                };
                if let Some(to) = to {
                    then[to] = true;
                    any = true;
                }
            }
            if !any {
                return false;
            }
            self.skip(&mut then, *byte == b'/');
            std::mem::swap(&mut next, &mut then);
        }
        next[count]
    }

    /// Pieces that may stand for nothing.
    fn skip(&self, next: &mut [bool], after_slash: bool) {
        for (at, piece) in self.pieces.iter().enumerate() {
            if next[at] && matches!(piece, Piece::Many | Piece::All) {
                next[at + 1] = true;
                // `a/**/b` is also `a/b`: the slash behind it falls away with it.
                let slash = self.pieces.get(at + 1) == Some(&Piece::Byte(b'/'));
                if after_slash && *piece == Piece::All && slash {
                    next[at + 2] = true;
                }
            }
        }
    }
}

impl Piece {
    fn fits(&self, byte: u8) -> bool {
        match self {
            Self::Byte(own) => *own == byte,
            Self::One => byte != b'/',
            Self::Class { ranges, negated } => {
                let inside = ranges.iter().any(|(first, last)| (*first..=*last).contains(&byte));
                byte != b'/' && inside != *negated
            }
            Self::Many | Self::All => false,
        }
    }
}

/// A run of stars, and its length.
fn stars(rest: &[u8], after_slash: bool) -> (Piece, usize) {
    let length = rest.iter().take_while(|byte| **byte == b'*').count();
    let alone = after_slash && rest.get(length).is_none_or(|byte| *byte == b'/');
    if length == 2 && alone { (Piece::All, length) } else { (Piece::Many, length) }
}

/// `[…]`, and its length.
fn class(rest: &[u8]) -> Option<(Piece, usize)> {
    let negated = matches!(rest.get(1), Some(b'!' | b'^'));
    let start = if negated { 2 } else { 1 };
    let mut ranges = Vec::new();
    let mut at = start;
    loop {
        match rest.get(at)? {
            b']' if at > start => return Some((Piece::Class { ranges, negated }, at + 1)),
            b'[' if rest.get(at + 1) == Some(&b':') => {
                let length = rest[at..].windows(2).position(|pair| pair == b":]")?;
                ranges.extend(named(&rest[at + 2..at + length])?);
                at += length + 2;
            }
            first => {
                let escaped = *first == b'\\';
                at += usize::from(escaped);
                let first = *rest.get(at)?;
                let range = rest.get(at + 1) == Some(&b'-')
                    && rest.get(at + 2).is_some_and(|last| *last != b']');
                let last = if range { rest[at + 2] } else { first };
                ranges.push((first, last));
                at += if range { 3 } else { 1 };
            }
        }
    }
}

/// A class by its POSIX name.
fn named(name: &[u8]) -> Option<Vec<(u8, u8)>> {
    Some(match name {
        b"alpha" => vec![(b'a', b'z'), (b'A', b'Z')],
        b"digit" => vec![(b'0', b'9')],
        b"alnum" => vec![(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')],
        b"lower" => vec![(b'a', b'z')],
        b"upper" => vec![(b'A', b'Z')],
        b"space" => vec![(b' ', b' '), (b'\t', b'\r')],
        b"xdigit" => vec![(b'0', b'9'), (b'a', b'f'), (b'A', b'F')],
        b"punct" => vec![(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Wild::new(pattern.as_bytes()).unwrap().matches(text.as_bytes())
    }

    #[test]
    fn patterns_fit_what_they_name() {
        for (pattern, yes, no) in [
            ("*.o", "a.o", "a.oo"),
            ("*", "anything", "a/b"),
            ("a?c", "abc", "a/c"),
            ("a*c", "ac", "a/c"),
            ("**/a", "x/y/a", "x/ya"),
            ("**/a", "a", "b"),
            ("a/**", "a/b/c", "a"),
            ("a/**/b", "a/b", "ab"),
            ("a/**/b", "a/x/y/b", "a/xb"),
            ("a**b", "axxb", "ax/b"),
            ("[a-c]x", "bx", "dx"),
            ("[!a-c]x", "dx", "bx"),
            ("[]-]", "]", "a"),
            ("[[:digit:]_]", "_", "x"),
            ("[[:digit:]]", "7", ":"),
            ("\\*", "*", "a"),
            ("[\\]]", "]", "\\"),
            ("", "", "a"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(!matches(pattern, no), "{pattern} {no}");
        }
    }

    #[test]
    fn what_has_no_end_is_no_pattern() {
        for pattern in ["[a", "[", "\\", "[[:digit:", "[[:nothing:]]"] {
            assert_eq!(Wild::new(pattern.as_bytes()), None, "{pattern}");
        }
        assert_eq!(Wild::new(&[b'a'; MAX_PATTERN + 1]), None);
    }

    #[test]
    fn stars_do_not_multiply() {
        let pattern = "*a".repeat(MAX_PATTERN / 2);
        assert!(!matches(&pattern, &"a".repeat(4000).replacen('a', "b", 1).repeat(2)[..4001]));
        assert!(!matches(&"**/a".repeat(200), &"a/".repeat(2000)));
    }
}
