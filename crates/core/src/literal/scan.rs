//! The sweep itself: one portable source, instantiated per instruction set in [`wide`](crate::wide).

use super::{
    BEFORE, Entry, GramTables, Group, Hit, KEYS, Literal, Pass, SLOTS, Window, fold, has_bit, slot,
    starts_word,
};

/// Bytes whose windows one mask covers.
const BLOCK: usize = 64;
/// Bytes a block's probes read: the last window starts at its second last byte.
const BLOCK_READ: usize = BLOCK + 4;
/// Masks that are buffered before they are drained. These and the positions take four kilobytes, so that the table keeps the rest of a core's first cache.
const BLOCKS_BUFFERED: usize = 128;
/// Sixteen bytes to ASCII lower case, as [`fold`] does with four.
const FOLD: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020;
/// Positions that are compared at once, and room for those of one more block.
const POSITIONS_BUFFERED: usize = 256;
const POSITIONS: usize = POSITIONS_BUFFERED + BLOCK / 2;
/// How many positions of a block are unpacked together.
const UNPACKED: usize = 4;
/// Hits that are handed over at once.
const HITS_BUFFERED: usize = 1024;

/// The gram table in the fixed size that lets the compiler drop bounds checks.
pub(crate) type Table = [u32; SLOTS];
/// What the probes of a block read.
pub(crate) type Block = [u8; BLOCK_READ];

/// One bit for each even position of a block whose window may belong to a literal.
#[inline(always)]
pub(crate) fn probe(table: &Table, block: &Block) -> u32 {
    let mut mask = 0;
    for k in 0..BLOCK / 2 {
        let i = 2 * k;
        let window = fold(u32::from_le_bytes([block[i], block[i + 1], block[i + 2], block[i + 3]]));
        mask |= u32::from(has_bit(table[slot(window)], window)) << k;
    }
    mask
}

/// The tables in the fixed sizes that let the compiler drop bounds checks.
pub(crate) struct Search<'s> {
    table: &'s Table,
    slots: &'s [u16; SLOTS],
    groups: &'s [Group],
    windows: &'s [Window],
    entries: &'s [Entry],
    literals: &'s [Literal],
}

/// A table in which nothing is set, for tables of the wrong size (which the builder never makes).
static EMPTY: [u32; SLOTS] = [0; SLOTS];
static NO_GROUPS: [u16; SLOTS] = [0; SLOTS];

impl<'s> Search<'s> {
    pub(crate) fn new(tables: &'s GramTables, literals: &'s [Literal]) -> Self {
        let table = tables.table.as_ref().try_into().unwrap_or(&EMPTY);
        let slots = tables.slots.as_ref().try_into().unwrap_or(&NO_GROUPS);
        let GramTables { groups, windows, entries, .. } = tables;
        Self { table, slots, groups, windows, entries, literals }
    }

    /// See [`LiteralSet::find`](super::LiteralSet::find). `probe` is [`probe`] or gives what it gives; `observe` is shown every block of the text in passing, the last ones padded
    /// with zeros.
    #[inline(always)]
    pub(crate) fn find(
        &self,
        text: &[u8],
        pass: &mut Pass,
        on_hits: &mut dyn FnMut(&[Hit]),
        probe: impl Fn(&Table, &Block) -> u32,
        mut observe: impl FnMut(usize, &[u8; BLOCK]),
    ) {
        pass.hits.clear();
        if pass.blocks.len() != BLOCKS_BUFFERED {
            pass.blocks = vec![(0, 0); BLOCKS_BUFFERED];
            pass.positions = vec![0; POSITIONS];
            pass.groups = vec![0; POSITIONS];
        }
        let mut buffered = 0;
        let mut at = 0;
        while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk::<BLOCK_READ>()) {
            let mask = probe(self.table, block);
            pass.blocks[buffered] = (at, mask);
            buffered += usize::from(mask != 0);
            // The probes wait for the table, so this work beside them costs next to nothing.
            if let Some(bytes) = block.first_chunk() {
                observe(at, bytes);
            }
            if buffered == BLOCKS_BUFFERED {
                self.drain(text, buffered, pass, on_hits);
                buffered = 0;
            }
            at += BLOCK;
        }
        self.drain(text, buffered, pass, on_hits);
        self.tail(text, at, pass, on_hits, &probe, &mut observe);
        if !pass.hits.is_empty() {
            on_hits(&pass.hits);
            pass.hits.clear();
        }
    }

    /// The last bytes, which no whole block covers, through a zero-padded copy.
    #[inline(always)]
    fn tail(
        &self,
        text: &[u8],
        at: usize,
        pass: &mut Pass,
        on_hits: &mut dyn FnMut(&[Hit]),
        probe: &impl Fn(&Table, &Block) -> u32,
        observe: &mut impl FnMut(usize, &[u8; BLOCK]),
    ) {
        let rest = &text[at.min(text.len())..];
        let mut copy = [0u8; 2 * BLOCK + 4];
        copy[..rest.len()].copy_from_slice(rest);
        let mut buffered = 0;
        for start in (0..rest.len()).step_by(BLOCK) {
            if let Some(block) = copy[start..].first_chunk::<BLOCK_READ>() {
                let mask = probe(self.table, block);
                pass.blocks[buffered] = (at + start, mask);
                buffered += usize::from(mask != 0);
                if let Some(bytes) = block.first_chunk() {
                    observe(at + start, bytes);
                }
            }
        }
        self.drain(text, buffered, pass, on_hits);
    }

    /// Compares exactly at every buffered position.
    #[inline(always)]
    fn drain(
        &self,
        text: &[u8],
        buffered: usize,
        pass: &mut Pass,
        on_hits: &mut dyn FnMut(&[Hit]),
    ) {
        let mut found = 0;
        for index in 0..buffered {
            let (at, mut mask) = pass.blocks[index];
            let count = mask.count_ones() as usize;
            // Most blocks have few positions, so a fixed number of them costs no mispredicted branch.
            let mut unpacked = 0;
            while unpacked < count {
                let places = &mut pass.positions[found + unpacked..];
                let Some(places) = places.first_chunk_mut::<UNPACKED>() else { break };
                for place in places {
                    *place = at + 2 * mask.trailing_zeros() as usize;
                    mask &= mask.wrapping_sub(1);
                }
                unpacked += UNPACKED;
            }
            found += count;
            if found >= POSITIONS_BUFFERED {
                self.compare(text, found, pass, on_hits);
                found = 0;
            }
        }
        self.compare(text, found, pass, on_hits);
    }

    /// Compares at the first `found` positions. Not part of the vectorised loop: it needs the registers for itself.
    #[inline(never)]
    fn compare(&self, text: &[u8], found: usize, pass: &mut Pass, on_hits: &mut dyn FnMut(&[Hit])) {
        let mut kept = 0;
        for index in 0..found {
            let position = pass.positions[index];
            let folded = around(text, position) | FOLD;
            let group = self.slots[slot((folded >> (8 * BEFORE)) as u32)];
            pass.positions[kept] = position;
            pass.groups[kept] = group;
            kept += usize::from(self.groups[usize::from(group)].shared.agrees(folded));
        }
        for index in 0..kept {
            let group = &self.groups[usize::from(pass.groups[index])];
            self.compare_group(text, pass.positions[index], group, &mut pass.hits);
            if pass.hits.len() >= HITS_BUFFERED {
                on_hits(&pass.hits);
                pass.hits.clear();
            }
        }
    }

    #[inline(always)]
    fn compare_group(&self, text: &[u8], position: usize, group: &Group, hits: &mut Vec<Hit>) {
        let folded = around(text, position) | FOLD;
        let first = usize::from(group.first);
        if usize::from(group.count) > KEYS {
            for index in first..first + usize::from(group.count) {
                self.compare_window(text, position, folded, index, hits);
            }
            return;
        }
        let mut chosen = group.choose(folded);
        while chosen != 0 {
            let index = first + chosen.trailing_zeros() as usize / 8;
            chosen &= chosen - 1;
            self.compare_window(text, position, folded, index, hits);
        }
    }

    #[inline(always)]
    fn compare_window(
        &self,
        text: &[u8],
        position: usize,
        folded: u128,
        index: usize,
        hits: &mut Vec<Hit>,
    ) {
        if !self.windows[index].agrees(folded) {
            return;
        }
        let entry = &self.entries[index];
        let start = position.wrapping_add_signed(-isize::from(entry.offset));
        let head = load_u64(text, start);
        if (head | entry.head_fold) & entry.head_mask == entry.head
            && self.rest_matches(text, start, entry)
            && (!entry.left_boundary || starts_word(text, start))
        {
            hits.push(Hit { start, literal: entry.literal });
        }
    }

    /// The bytes behind the head, and that the literal ends within the text.
    #[inline(always)]
    fn rest_matches(&self, text: &[u8], start: usize, entry: &Entry) -> bool {
        let len = usize::from(entry.len);
        let Some(end) = start.checked_add(len) else { return false };
        let Some(found) = text.get(start..end) else { return false };
        if len <= 8 {
            return true;
        }
        let literal = &self.literals[usize::from(entry.literal)];
        if literal.nocase {
            found[8..].eq_ignore_ascii_case(&literal.bytes()[8..])
        } else {
            found[8..] == literal.bytes()[8..]
        }
    }
}

/// The [`BEFORE`] bytes in front of a position and those from there on, sixteen in all; those outside the text are zero.
#[inline(always)]
fn around(text: &[u8], at: usize) -> u128 {
    match text.get(at.wrapping_sub(BEFORE)..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u128::from_le_bytes(*bytes),
        None => around_edge(text, at),
    }
}

#[cold]
fn around_edge(text: &[u8], at: usize) -> u128 {
    let mut bytes = [0; 16];
    for (index, byte) in bytes.iter_mut().enumerate() {
        let place = (at + index).checked_sub(BEFORE);
        *byte = place.and_then(|place| text.get(place)).copied().unwrap_or_default();
    }
    u128::from_le_bytes(bytes)
}

/// Eight bytes at a position; those outside the text are zero.
#[inline(always)]
fn load_u64(text: &[u8], at: usize) -> u64 {
    match text.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => load_short(text, at),
    }
}

#[cold]
fn load_short(text: &[u8], at: usize) -> u64 {
    let mut bytes = [0u8; 8];
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.len().min(8);
    bytes[..len].copy_from_slice(&rest[..len]);
    u64::from_le_bytes(bytes)
}
