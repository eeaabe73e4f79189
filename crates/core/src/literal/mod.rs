//! The literal pass: finds every occurrence of a few hundred fixed strings in one sweep over the bytes.
//!
//! It is a filter over four-byte windows. Text is folded to lower case four bytes at a time (`| 0x20` on each). A table of 2^16 words of
//! 32 bits says whether a window may belong to a literal: three of its bytes are hashed to a slot, the low five bits of the fourth
//! choose the bit. Each literal puts in its rarest window that starts at an even offset and its rarest at an odd one, so
//! probing every second position of the text meets every occurrence. The positions that pass are buffered as
//! one mask per 64 bytes and drained later, so no branch depends on a single probe; the drain compares exactly.
//!
//! [`reference::Reference`], built on `aho-corasick`, finds the same hits. It is the twin in tests and takes over where
//! the table would fill up (thousands of three-byte literals).

mod builder;
mod frequency;
pub mod reference;
mod scan;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use crate::decode::base64::Stretches;
use crate::wide;

pub use frequency::{FrequencyError, trigram_table};
pub use reference::Reference;
pub(crate) use scan::{Block, Search, Table, probe};

/// log2 of the number of table slots. 2^16 words are 256 KiB, which a core's L2 cache holds; with the thousand literals of the built-in rules each halving lets a third more positions pass the filter.
pub const SLOT_BITS: u32 = 16;
const SLOTS: usize = 1 << SLOT_BITS;
/// The shortest literal that is accepted, in bytes: a shorter one has no window.
pub const MIN_LEN: usize = 3;
/// The longest literal that is accepted, in bytes. It bounds what a stream carries over.
pub const MAX_LEN: usize = 64;
/// More literals than this are refused: ids are 16 bits wide.
pub const MAX_COUNT: usize = 20_000;

/// One fixed string to look for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Literal {
    /// The bytes; in lower case when `nocase`.
    pub bytes: Cow<'static, [u8]>,
    /// ASCII letters match in either case.
    pub nocase: bool,
    /// Only where the byte before is no word character; see [`starts_word`].
    pub left_boundary: bool,
}

/// An occurrence of a literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hit {
    /// Offset of its first byte in the scanned slice.
    pub start: usize,
    /// Index of the literal in the set.
    pub literal: u16,
}

/// A folded window and the literal's bytes behind it, eight in all: what is compared first. It stands apart from its [`Entry`], so that a crowded slot is gone through in few
/// cache lines and near misses touch nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The bytes, with those outside the literal zero.
    pub bytes: u64,
    /// Which bits of them count.
    pub mask: u64,
}

/// The literal that a window belongs to, filed under the window's slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The literal's first eight bytes, folded where `head_fold` says so.
    pub head: u64,
    /// Which bits of `head` count (all of a longer literal's).
    pub head_mask: u64,
    /// `0x20` at each byte whose case is ignored.
    pub head_fold: u64,
    /// Index of the literal.
    pub literal: u16,
    /// The literal's length in bytes.
    pub len: u8,
    /// Where the window starts in the literal: -1 when its first byte is wild.
    pub offset: i8,
    /// The literal's own boundary flag.
    pub left_boundary: bool,
}

/// The tables of the gram filter, laid down at build time or made at run time by the same builder.
#[derive(Clone, Debug)]
pub struct GramTables {
    /// `2^SLOT_BITS` words; see the module's description.
    pub table: Cow<'static, [u32]>,
    /// `2^SLOT_BITS + 1` indices into `windows` and `entries`: those of slot `s` are `starts[s]..starts[s + 1]`.
    pub starts: Cow<'static, [u16]>,
    /// The windows, by slot.
    pub windows: Cow<'static, [Window]>,
    /// What each window belongs to.
    pub entries: Cow<'static, [Entry]>,
}

#[derive(Clone)]
enum Method {
    Gram(GramTables),
    Reference(Reference),
}

/// A compiled set of literals.
#[derive(Clone)]
pub struct LiteralSet {
    literals: Cow<'static, [Literal]>,
    method: Method,
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

impl LiteralSet {
    /// Compiles literals; a hit's `literal` is an index into them.
    ///
    /// # Errors
    /// When one is too short or too long, or when there are too many.
    pub fn new(literals: Vec<Literal>) -> Result<Self, LiteralError> {
        if literals.len() > MAX_COUNT {
            return Err(LiteralError::TooMany(literals.len()));
        }
        for literal in &literals {
            let text = || String::from_utf8_lossy(&literal.bytes).into_owned();
            if literal.bytes.len() < MIN_LEN {
                return Err(LiteralError::TooShort(text()));
            }
            if literal.bytes.len() > MAX_LEN {
                return Err(LiteralError::TooLong(text()));
            }
        }
        let method = match builder::build(&literals) {
            Some(tables) => Method::Gram(tables),
            None => Method::Reference(Reference::new(&literals)),
        };
        Ok(Self { literals: Cow::Owned(literals), method })
    }

    /// A set from tables that the builder made earlier, for code generated at build time.
    #[must_use]
    pub const fn from_tables(literals: Cow<'static, [Literal]>, tables: GramTables) -> Self {
        Self { literals, method: Method::Gram(tables) }
    }

    /// The tables, or `None` when the set is searched with the reference automaton.
    #[must_use]
    pub const fn tables(&self) -> Option<&GramTables> {
        match &self.method {
            Method::Gram(tables) => Some(tables),
            Method::Reference(_) => None,
        }
    }

    /// The literals, in the order of their indices.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Finds every occurrence, overlapping ones included. `on_hits` receives them in batches, each occurrence once, not
    /// quite in the order of the text (near ones may be swapped).
    pub fn find(&self, text: &[u8], pass: &mut Pass, on_hits: &mut dyn FnMut(&[Hit])) {
        match &self.method {
            Method::Gram(tables) => {
                wide::find_literals(&Search::new(tables, &self.literals), text, pass, on_hits);
            }
            Method::Reference(reference) => reference.find(&self.literals, text, pass, on_hits),
        }
    }

    /// The same, and notes in passing where the text may hold a run of base64, for [`base64::runs`](crate::decode::base64::runs).
    pub(crate) fn find_with_stretches(
        &self,
        text: &[u8],
        pass: &mut Pass,
        stretches: &mut Stretches,
        on_hits: &mut dyn FnMut(&[Hit]),
    ) {
        stretches.clear();
        match &self.method {
            Method::Gram(tables) => {
                let search = Search::new(tables, &self.literals);
                wide::find_literals_and_stretches(&search, text, pass, stretches, on_hits);
            }
            Method::Reference(reference) => {
                reference.find(&self.literals, text, pass, on_hits);
                stretches.find(text);
            }
        }
    }
}

impl fmt::Debug for LiteralSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiteralSet")
            .field("literals", &self.literals.len())
            .field("gram", &self.tables().is_some())
            .finish()
    }
}

/// The buffers of a pass, reused from text to text.
#[derive(Default)]
pub struct Pass {
    blocks: Vec<(usize, u32)>,
    hits: Vec<Hit>,
}

/// True where a token that starts at `at` touches no word before it.
///
/// The byte before must not be in `[A-Za-z0-9_]`, unless it closes an escape as in `\n`, `\t`, `\r`, `\b`, `\f` or the percent escape of a mark (`%3D`).
#[must_use]
pub fn starts_word(text: &[u8], at: usize) -> bool {
    let Some(&last) = text.get(at.wrapping_sub(1)) else { return true };
    if !is_word(last) {
        return true;
    }
    let before = |n: usize| text.get(at.wrapping_sub(n)).copied();
    match last {
        b'n' | b't' | b'r' | b'b' | b'f' => before(2) == Some(b'\\'),
        _ => {
            before(3) == Some(b'%')
                && matches!(before(2), Some(b'2'..=b'3'))
                && last.is_ascii_hexdigit()
        }
    }
}

/// `[A-Za-z0-9_]`.
#[must_use]
pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

pub(crate) const MULTIPLIER: u32 = 0x9E37_79B1;

/// The bit that tells ASCII's cases apart, in four bytes.
pub(crate) const FOLD: u32 = 0x2020_2020;

/// Four bytes to ASCII lower case at once. Some marks merge too (`[` with `{`), which a filter may do.
#[inline(always)]
const fn fold(window: u32) -> u32 {
    window | FOLD
}

/// The slot of a folded window: a multiplicative hash of its first three bytes.
#[inline(always)]
const fn slot(folded: u32) -> usize {
    ((folded << 8).wrapping_mul(MULTIPLIER) >> (32 - SLOT_BITS)) as usize
}

/// The bit of a folded window: the low five bits of its fourth byte.
#[inline(always)]
const fn bit(folded: u32) -> u32 {
    (folded >> 24) & 31
}
