//! The literal pass: finds every occurrence of a few hundred fixed strings in one sweep over the bytes.
//!
//! It is a filter over four-byte windows. Text is folded to lower case four bytes at a time (`| 0x20` on each). A table of 2^16 words of
//! 32 bits says whether a window may belong to a literal: three of its bytes are hashed to a slot, the low five bits of the fourth
//! choose the bit. Each literal puts in its rarest window that starts at an even offset and its rarest at an odd one, so
//! probing every second position of the text meets every occurrence. The positions that pass are buffered as
//! one mask per 64 bytes and drained later, so no branch depends on a single probe. The drain first compares each with what the windows of its slot have in common, again without a
//! branch, then what is left with each of them.
//!
//! [`reference::Reference`], built on `aho-corasick`, finds the same hits. It is the twin in tests and takes over where
//! the table would fill up (thousands of three-byte literals).

mod builder;
mod frequency;
pub mod reference;
mod scan;
mod string;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use crate::decode::base64::Stretches;
use crate::wide;

pub use frequency::{FrequencyError, trigram_table};
pub use reference::Reference;
pub(crate) use scan::{Block, Search, Table, probe};
pub use string::{Literal, LiteralError};

/// log2 of the number of table slots. 2^16 words are 256 KiB, which a core's L2 cache holds; with the thousand literals of the built-in rules each halving lets a third more positions pass the filter.
pub const SLOT_BITS: u32 = 16;
const SLOTS: usize = 1 << SLOT_BITS;
/// The shortest literal that is accepted, in bytes: a shorter one has no window.
pub const MIN_LEN: usize = 3;
/// The longest literal that is accepted, in bytes. It bounds what a stream carries over.
pub const MAX_LEN: usize = 64;
/// How many bytes in front of a window are compared with it at once.
pub const BEFORE: usize = 8;
/// More literals than this are refused: ids are 16 bits wide.
pub const MAX_COUNT: usize = 20_000;

/// An occurrence of a literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hit {
    /// Offset of its first byte in the scanned slice.
    pub start: usize,
    /// Index of the literal in the set.
    pub literal: u16,
}

/// A folded window with the literal's bytes round it: the [`BEFORE`] in front of the window's first byte and those from there on, sixteen in all. It is compared first, and stands
/// apart from its [`Entry`], so that a crowded slot is gone through in few cache lines and near misses touch nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// The bytes, with those outside the literal zero.
    pub bytes: u128,
    /// Which bits of them count.
    pub mask: u128,
}

impl Window {
    #[inline(always)]
    const fn agrees(&self, folded: u128) -> bool {
        folded & self.mask == self.bytes
    }
}

/// How many windows of a group have a key; where there are more, each is compared.
pub const KEYS: usize = 8;

/// The windows that share a slot. Slots with the same windows share a group, which keeps the tables small: a literal of three bytes stands in a hundred slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub struct Group {
    /// What all its windows have in common. Text that differs from it is none of them.
    pub shared: Window,
    /// Each window's byte at `key_at`, the first window's lowest.
    pub keys: u64,
    /// The top bit of each byte of `keys` that is one.
    pub keyed: u64,
    /// The same bit for each window that knows no byte at `key_at`.
    pub keyless: u64,
    /// Index of its first window and entry.
    pub first: u16,
    /// How many it has.
    pub count: u16,
    /// Which of the sixteen bytes round the window tells the group's windows apart best.
    pub key_at: u8,
}

impl Group {
    /// The group of the slots without a window: no text has its bytes.
    pub const EMPTY: Self = Self {
        shared: Window { bytes: 1, mask: 0 },
        keys: 0,
        keyed: 0,
        keyless: 0,
        first: 0,
        count: 0,
        key_at: 0,
    };

    /// The top bit of each window's byte, for the windows that agree with the text at the key.
    #[inline(always)]
    fn choose(&self, folded: u128) -> u64 {
        const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let byte = (folded >> (8 * self.key_at)) as u8;
        let differs = self.keys ^ u64::from_le_bytes([byte; 8]);
        // A byte is zero where neither its low bits carry into its top bit nor that is set.
        let equal = !(((differs & LOW) + LOW) | differs);
        equal & self.keyed | self.keyless
    }
}

/// The literal that a window belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// `2^SLOT_BITS` indices into `groups`.
    pub slots: Cow<'static, [u16]>,
    /// The groups; the first is [`Group::EMPTY`].
    pub groups: Cow<'static, [Group]>,
    /// The windows, by group.
    pub windows: Cow<'static, [Window]>,
    /// What each window belongs to.
    pub entries: Cow<'static, [Entry]>,
}

impl GramTables {
    /// How much is compared with sixteen bytes of text, of which the ninth is probed: the group's keys count as one window. For benchmarks that look for the worst text.
    #[must_use]
    pub fn compared_at(&self, text: [u8; 16]) -> usize {
        let folded = u128::from_le_bytes(text.map(|byte| byte | 0x20));
        let window = (folded >> (8 * BEFORE)) as u32;
        if !has_bit(self.table[slot(window)], window) {
            return 0;
        }
        let group = self.groups[usize::from(self.slots[slot(window)])];
        match group.shared.agrees(folded) {
            false => 0,
            true if usize::from(group.count) > KEYS => usize::from(group.count),
            true => 1 + group.choose(folded).count_ones() as usize,
        }
    }
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

impl LiteralSet {
    /// Compiles literals; a hit's `literal` is an index into them.
    ///
    /// # Errors
    /// When there are too many.
    pub fn new(literals: Vec<Literal>) -> Result<Self, LiteralError> {
        if literals.len() > MAX_COUNT {
            return Err(LiteralError::TooMany(literals.len()));
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
    /// Positions that passed the filter, then, from the front, those that agree with their group, which are kept beside it.
    positions: Vec<usize>,
    groups: Vec<u16>,
    hits: Vec<Hit>,
}

/// True where a token that starts at `at` touches no word before it.
///
/// The byte before must not be in `[A-Za-z0-9_]`, unless it closes an escape as in `\n`, `\t`, `\r`, `\b`, `\f` or the percent escape of a mark (`%3D`). The control character
/// DEL counts as a word character here, for the literal pass folds `_` to it.
#[must_use]
pub fn starts_word(text: &[u8], at: usize) -> bool {
    let Some(&last) = text.get(at.wrapping_sub(1)) else { return true };
    if !is_word(last) && last != b'_' | 0x20 {
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

/// True for folded bytes after which [`starts_word`] may hold.
const fn may_stand_before_word(folded: u8) -> bool {
    !(is_word(folded) || folded == b'_' | 0x20)
        || matches!(folded, b'n' | b't' | b'r' | b'a'..=b'f' | b'0'..=b'9')
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

/// The bit of a folded window, counted from the highest: the low five bits of its fourth byte.
#[inline(always)]
const fn bit(folded: u32) -> u32 {
    (folded >> 24) & 31
}

/// True where a slot's word has the bit of a folded window.
#[inline(always)]
const fn has_bit(word: u32, folded: u32) -> bool {
    word << bit(folded) >> 31 == 1
}
