//! One fixed string, and what is wrong with one that cannot be looked for.

use std::fmt;

use super::{MAX_COUNT, MAX_LEN, MIN_LEN};

/// One fixed string to look for.
///
/// Its bytes stand in it, not behind a reference, so that literals laid down at build time are read-only data.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// Padded with zeros, so that literals compare as their bytes do.
    bytes: [u8; MAX_LEN],
    len: u8,
    /// ASCII letters match in either case; the bytes are in lower case.
    pub nocase: bool,
    /// Only where the byte before is no word character; see [`starts_word`](super::starts_word).
    pub left_boundary: bool,
}

impl Literal {
    /// A literal; its bytes are in lower case when `nocase`.
    ///
    /// # Errors
    /// When it is too short or too long.
    pub fn new(bytes: &[u8], nocase: bool, left_boundary: bool) -> Result<Self, LiteralError> {
        let text = || String::from_utf8_lossy(bytes).into_owned();
        if bytes.len() < MIN_LEN {
            return Err(LiteralError::TooShort(text()));
        }
        let mut padded = [0; MAX_LEN];
        let Some(front) = padded.get_mut(..bytes.len()) else {
            return Err(LiteralError::TooLong(text()));
        };
        front.copy_from_slice(bytes);
        Ok(Self { bytes: padded, len: bytes.len() as u8, nocase, left_boundary })
    }

    /// The same for code generated at build time, where a length out of bounds does not compile.
    #[must_use]
    pub const fn embedded<const LEN: usize>(
        bytes: &[u8; LEN],
        nocase: bool,
        left_boundary: bool,
    ) -> Self {
        const { assert!(MIN_LEN <= LEN && LEN <= MAX_LEN) };
        let mut padded = [0; MAX_LEN];
        let mut at = 0;
        while at < LEN {
            padded[at] = bytes[at];
            at += 1;
        }
        Self { bytes: padded, len: LEN as u8, nocase, left_boundary }
    }

    /// Its bytes.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literal")
            .field("bytes", &String::from_utf8_lossy(self.bytes()))
            .field("nocase", &self.nocase)
            .field("left_boundary", &self.left_boundary)
            .finish()
    }
}

/// A literal that cannot be searched for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LiteralError {
    /// Shorter than [`MIN_LEN`].
    TooShort(String),
    /// Longer than [`MAX_LEN`].
    TooLong(String),
    /// More literals than [`MAX_COUNT`].
    TooMany(usize),
}

impl fmt::Display for LiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(text) => write!(
                f,
                "literal `{text}` has fewer than {MIN_LEN} bytes: take a longer fixed part of what is looked for, or move it into `before` or `value` beside another literal"
            ),
            Self::TooLong(text) => write!(
                f,
                "literal `{text}` has more than {MAX_LEN} bytes: keep its first {MAX_LEN} and put the rest into `value`"
            ),
            Self::TooMany(count) => {
                write!(f, "{count} literals are more than the {MAX_COUNT} one set can hold")
            }
        }
    }
}

impl std::error::Error for LiteralError {}
