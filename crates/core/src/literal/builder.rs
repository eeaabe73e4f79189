//! Chooses each literal's windows and lays down the tables.

use std::borrow::Cow;
use std::collections::HashMap;

use super::frequency::Frequencies;
use super::{
    BEFORE, Entry, GramTables, Group, KEYS, Literal, SLOTS, Window, bit, fold, has_bit,
    may_stand_before_word, slot,
};

/// Where more of the table than this would be set, too many positions pass the filter and an automaton is faster.
const MAX_FILL: f64 = 0.12;
/// From so many entries on, a slot counts as crowded and other windows are preferred: text that repeats one window pays for each entry.
const CROWDED: usize = 6;
/// The cost of one more entry in a crowded slot, in candidates per probe.
const CROWDED_COST: f64 = 2e-4;
/// The cost of comparing at a position that is a candidate anyway, in candidates.
const COMPARE_COST: f64 = 0.5;

/// A four-byte window of a literal, one byte of which may lie outside.
#[derive(Clone, Copy)]
struct Choice {
    offset: i8,
    folded: u32,
    mask: u32,
    /// What stands in front of the literal, if the window's first byte does, cannot be any byte.
    left_boundary: bool,
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
    order.sort_by_key(|&index| (literals[index].bytes().len(), index));
    for index in order {
        placer.place(index as u16, &literals[index]);
    }
    let set: u64 = placer.table.iter().map(|word| u64::from(word.count_ones())).sum();
    if set as f64 > MAX_FILL * (SLOTS * 32) as f64 {
        return None;
    }
    group(placer.table, &placer.slots)
}

/// Files the windows of the slots by group; `None` where there are more than an index can name.
fn group(table: Vec<u32>, slots: &[Vec<(Window, Entry)>]) -> Option<GramTables> {
    let mut known: HashMap<&[(Window, Entry)], u16> = HashMap::new();
    let mut groups = vec![Group::EMPTY];
    let mut windows = Vec::new();
    let mut entries = Vec::new();
    let mut group_of = Vec::with_capacity(slots.len());
    for slot in slots {
        // Most slots have none, and a table of tens of thousands is not the place to hash them.
        if slot.is_empty() {
            group_of.push(0);
            continue;
        }
        if let Some(group) = known.get(slot.as_slice()) {
            group_of.push(*group);
            continue;
        }
        let group = u16::try_from(groups.len()).ok()?;
        known.insert(slot, group);
        group_of.push(group);
        let first = u16::try_from(windows.len()).ok()?;
        windows.extend(slot.iter().map(|(window, _)| *window));
        groups.push(Group {
            shared: shared(&windows[usize::from(first)..]),
            first,
            count: u16::try_from(slot.len()).ok()?,
            ..keyed(&windows[usize::from(first)..])
        });
        entries.extend(slot.iter().map(|(_, entry)| *entry));
    }
    Some(GramTables {
        table: Cow::Owned(table),
        slots: Cow::Owned(group_of),
        groups: Cow::Owned(groups),
        windows: Cow::Owned(windows),
        entries: Cow::Owned(entries),
    })
}

/// The bits that all windows know and agree on.
fn shared(windows: &[Window]) -> Window {
    let Some((&first, others)) = windows.split_first() else { return Group::EMPTY.shared };
    others.iter().fold(first, |shared, window| {
        let mask = shared.mask & window.mask & !(shared.bytes ^ window.bytes);
        Window { bytes: shared.bytes & mask, mask }
    })
}

/// A group with the keys that leave the fewest windows for the worst text.
fn keyed(windows: &[Window]) -> Group {
    let crowd = |group: &Group| {
        let left = |index: usize| {
            let key = u128::from(group.keys >> (8 * index) & 0xFF);
            group.choose(key << (8 * group.key_at)).count_ones()
        };
        (0..windows.len().min(KEYS)).map(left).max()
    };
    (0..16).map(|at| keyed_at(windows, at)).min_by_key(crowd).unwrap_or(Group::EMPTY)
}

fn keyed_at(windows: &[Window], at: u8) -> Group {
    let mut group = Group { key_at: at, ..Group::EMPTY };
    for (index, window) in windows.iter().take(KEYS).enumerate() {
        let byte = |of: u128| u64::from((of >> (8 * at)) as u8);
        group.keys |= byte(window.bytes) << (8 * index);
        let flags = if byte(window.mask) == 0 { &mut group.keyless } else { &mut group.keyed };
        *flags |= 0x80 << (8 * index);
    }
    group
}

struct Placer {
    frequencies: &'static Frequencies,
    table: Vec<u32>,
    slots: Vec<Vec<(Window, Entry)>>,
}

impl Placer {
    fn place(&mut self, index: u16, literal: &Literal) {
        for residue in [0, 1] {
            let best = windows(literal, residue)
                .map(|window| (self.cost(window), window))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, window)) = best {
                let known = known_bytes(literal.bytes(), window.offset);
                let entry = (known, entry(index, literal, window));
                for folded in values(window) {
                    self.table[slot(folded)] |= 1 << 31 >> bit(folded);
                }
                for slot in slots(window) {
                    self.slots[slot].push(entry);
                }
            }
        }
    }

    /// Expected candidates per probe: how often text meets the bits that the window would add, and a little for what it costs to compare its own occurrences.
    fn cost(&self, window: Choice) -> f64 {
        let added: f64 = values(window)
            .filter(|&folded| !has_bit(self.table[slot(folded)], folded))
            .map(|folded| self.frequencies.probes(folded))
            .sum();
        // A wild fourth byte has four folded values for each bit.
        let added = if window.mask >> 24 == 0 { added / 4.0 } else { added };
        let own: f64 = values(window).map(|folded| self.frequencies.window(folded)).sum();
        let crowd: usize =
            slots(window).map(|slot| self.slots[slot].len().saturating_sub(CROWDED)).sum();
        added + own * COMPARE_COST + crowd as f64 * CROWDED_COST
    }
}

/// The windows of a literal whose offset is `residue` modulo two.
fn windows(literal: &Literal, residue: i8) -> impl Iterator<Item = Choice> {
    let bytes = literal.bytes();
    let last = bytes.len() as i8 - 3;
    (-1..=last).filter(move |offset| offset.rem_euclid(2) == residue).map(move |offset| {
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
        Choice { offset, folded, mask, left_boundary: literal.left_boundary }
    })
}

/// Every folded value that sets a bit for the window: one when all four bytes are known, else one for each value of the wild byte that differs after folding and may stand
/// there.
fn values(window: Choice) -> impl Iterator<Item = u32> {
    let shift = (!window.mask).trailing_zeros() & 24;
    let wild = window.mask != u32::MAX;
    let count = if wild { 256 } else { 1 };
    (0..count)
        .map(move |byte: u32| if wild { window.folded | byte << shift } else { window.folded })
        .filter(move |folded| fold(*folded) == *folded)
        .filter(move |folded| {
            let bounded = window.mask & 0xFF == 0 && window.left_boundary;
            !bounded || may_stand_before_word(*folded as u8)
        })
}

/// The slots of those values, each once.
fn slots(window: Choice) -> impl Iterator<Item = usize> {
    let mut found: Vec<usize> = values(window).map(slot).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}

/// The folded bytes of a literal round the window at an offset, as far as it has them.
fn known_bytes(bytes: &[u8], offset: i8) -> Window {
    let mut known = Window { bytes: 0, mask: 0 };
    for k in 0..16i8 {
        let position = usize::try_from(offset - BEFORE as i8 + k).ok();
        if let Some(&byte) = position.and_then(|position| bytes.get(position)) {
            known.bytes |= u128::from(byte | 0x20) << (8 * k);
            known.mask |= 0xFF << (8 * k);
        }
    }
    known
}

fn entry(index: u16, literal: &Literal, window: Choice) -> Entry {
    let mut head = 0;
    let mut head_mask = 0;
    let mut head_fold = 0;
    for (k, &byte) in literal.bytes().iter().take(8).enumerate() {
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
        len: literal.bytes().len() as u8,
        offset: window.offset,
        left_boundary: literal.left_boundary,
    }
}
