//! Chooses each literal's windows and lays down the tables.

use std::borrow::Cow;

use super::frequency::Frequencies;
use super::{Entry, GramTables, Literal, SLOTS, Window, bit, fold, slot};

/// Where more of the table than this would be set, too many positions pass the filter and an automaton is faster.
const MAX_FILL: f64 = 0.12;
/// From so many entries on, a slot counts as crowded and other windows are preferred: text that repeats one window pays for each entry.
const CROWDED: usize = 4;
/// The cost of one more entry in a crowded slot, in candidates per probe.
const CROWDED_COST: f64 = 2e-4;

/// A four-byte window of a literal, one byte of which may lie outside.
#[derive(Clone, Copy)]
struct Choice {
    offset: i8,
    folded: u32,
    mask: u32,
}

/// The tables, or `None` where the filter would pass too much.
pub(super) fn build(literals: &[Literal]) -> Option<GramTables> {
    let mut placer = Placer {
        frequencies: Frequencies::embedded(),
        table: vec![0; SLOTS],
        slots: vec![Vec::new(); SLOTS],
    };
    // Short literals have the least choice, so they go first.
    let mut order: Vec<usize> = (0..literals.len()).collect();
    order.sort_by_key(|&index| (literals[index].bytes.len(), index));
    for index in order {
        placer.place(index as u16, &literals[index]);
    }
    let set: u64 = placer.table.iter().map(|word| u64::from(word.count_ones())).sum();
    if set as f64 > MAX_FILL * (SLOTS * 32) as f64 {
        return None;
    }
    let mut starts = Vec::with_capacity(SLOTS + 1);
    let mut windows = Vec::new();
    let mut entries = Vec::new();
    for slot in placer.slots {
        starts.push(u16::try_from(entries.len()).ok()?);
        windows.extend(slot.iter().map(|(window, _)| *window));
        entries.extend(slot.iter().map(|(_, entry)| *entry));
    }
    starts.push(u16::try_from(entries.len()).ok()?);
    Some(GramTables {
        table: Cow::Owned(placer.table),
        starts: Cow::Owned(starts),
        windows: Cow::Owned(windows),
        entries: Cow::Owned(entries),
    })
}

struct Placer {
    frequencies: &'static Frequencies,
    table: Vec<u32>,
    slots: Vec<Vec<(Window, Entry)>>,
}

impl Placer {
    fn place(&mut self, index: u16, literal: &Literal) {
        for residue in [0, 1] {
            let best = windows(&literal.bytes, residue)
                .map(|window| (self.cost(window), window))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, window)) = best {
                let known = known_bytes(&literal.bytes, window.offset);
                let entry = (known, entry(index, literal, window));
                for folded in values(window) {
                    self.table[slot(folded)] |= 1 << bit(folded);
                }
                for slot in slots(window) {
                    self.slots[slot].push(entry);
                }
            }
        }
    }

    /// Expected candidates per probe: how often the window itself occurs, and how often other text meets the bits it sets.
    fn cost(&self, window: Choice) -> f64 {
        let own = self.frequencies.window(window.folded, window.mask);
        let shared: f64 = values(window)
            .filter(|&folded| self.table[slot(folded)] >> bit(folded) & 1 == 0)
            .map(|folded| self.frequencies.slot_bit(slot(folded), bit(folded)))
            .sum();
        let crowd: usize =
            slots(window).map(|slot| self.slots[slot].len().saturating_sub(CROWDED)).sum();
        own + shared + crowd as f64 * CROWDED_COST
    }
}

/// The windows of a literal whose offset is `residue` modulo two.
fn windows(bytes: &[u8], residue: i8) -> impl Iterator<Item = Choice> {
    let last = bytes.len() as i8 - 3;
    (-1..=last).filter(move |offset| offset.rem_euclid(2) == residue).map(|offset| {
        let mut folded = 0;
        let mut mask = 0;
        for k in 0..4i8 {
            if let Some(&byte) =
                usize::try_from(offset + k).ok().and_then(|position| bytes.get(position))
            {
                folded |= u32::from(byte | 0x20) << (8 * k);
                mask |= 0xFF << (8 * k);
            }
        }
        Choice { offset, folded, mask }
    })
}

/// Every folded value that sets a bit for the window: one when all four bytes are known, else one for each value of the wild byte that differs after folding.
fn values(window: Choice) -> impl Iterator<Item = u32> {
    let shift = (!window.mask).trailing_zeros() & 24;
    let wild = window.mask != u32::MAX;
    let count = if wild { 256 } else { 1 };
    (0..count)
        .map(move |byte: u32| if wild { window.folded | byte << shift } else { window.folded })
        .filter(move |folded| fold(*folded) == *folded)
}

/// The slots of those values, each once.
fn slots(window: Choice) -> impl Iterator<Item = usize> {
    let mut found: Vec<usize> = values(window).map(slot).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}

/// The eight folded bytes of a literal from an offset on, as far as it has them.
fn known_bytes(bytes: &[u8], offset: i8) -> Window {
    let mut known = Window { bytes: 0, mask: 0 };
    for k in 0..8i8 {
        let position = usize::try_from(offset + k).ok();
        if let Some(&byte) = position.and_then(|position| bytes.get(position)) {
            known.bytes |= u64::from(byte | 0x20) << (8 * k);
            known.mask |= 0xFF << (8 * k);
        }
    }
    known
}

fn entry(index: u16, literal: &Literal, window: Choice) -> Entry {
    let mut head = 0;
    let mut head_mask = 0;
    let mut head_fold = 0;
    for (k, &byte) in literal.bytes.iter().take(8).enumerate() {
        let folds = literal.nocase && byte.is_ascii_alphabetic();
        let byte = if folds { byte | 0x20 } else { byte };
        head |= u64::from(byte) << (8 * k);
        head_mask |= 0xFF << (8 * k);
        head_fold |= if folds { 0x20 << (8 * k) } else { 0 };
    }
    Entry {
        head,
        head_mask,
        head_fold,
        literal: index,
        len: literal.bytes.len() as u8,
        offset: window.offset,
        left_boundary: literal.left_boundary,
    }
}
