//! Sequences of class runs: the patterns that need no automaton.

use regex_syntax::hir::{Class, Hir, HirKind};

/// A set of bytes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByteSet {
    /// Bit `b % 32` of word `b / 32` stands for byte `b`.
    pub words: [u32; 8],
}

impl ByteSet {
    /// True when the set holds the byte.
    #[inline(always)]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        self.words[(byte >> 5) as usize] >> (byte & 31) & 1 != 0
    }

    fn insert(&mut self, byte: u8) {
        self.words[usize::from(byte >> 5)] |= 1 << (byte & 31);
    }

    fn disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == 0)
    }
}

/// Between `min` and `max` bytes of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The bytes.
    pub set: ByteSet,
    /// The least number of bytes.
    pub min: u32,
    /// The greatest number of bytes.
    pub max: u32,
}

/// The end of the runs that start at `at`, one after the other and each greedy, or `None`.
#[inline]
#[must_use]
pub fn match_forward(runs: &[Run], text: &[u8], mut at: usize) -> Option<usize> {
    for run in runs {
        let rest = text.get(at..)?;
        let limit = rest.len().min(run.max as usize);
        let len = rest[..limit].iter().position(|&byte| !run.set.contains(byte)).unwrap_or(limit);
        if len < run.min as usize {
            return None;
        }
        at += len;
    }
    Some(at)
}

/// The start of the runs that end at `at`, or `None`; for runs in reading order.
#[inline]
#[must_use]
pub fn match_backward(runs: &[Run], text: &[u8], mut at: usize) -> Option<usize> {
    for run in runs.iter().rev() {
        let head = text.get(..at)?;
        let limit = head.len().min(run.max as usize);
        let len = head[head.len() - limit..]
            .iter()
            .rev()
            .position(|&byte| !run.set.contains(byte))
            .unwrap_or(limit);
        if len < run.min as usize {
            return None;
        }
        at -= len;
    }
    Some(at)
}

/// Which way the runs will be matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From a literal's end on.
    Forward,
    /// From a literal's start back.
    Backward,
}

/// The runs of a pattern that is a plain sequence of them and for which greedy matching without backtracking gives what the regular expression gives;
/// `None` for every other pattern.
#[must_use]
pub fn from_hir(hir: &Hir, direction: Direction) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    collect(hir, &mut runs)?;
    let ordered: Vec<Run> = match direction {
        Direction::Forward => runs.clone(),
        Direction::Backward => runs.iter().rev().copied().collect(),
    };
    // INVARIANT: a run of variable length is followed by a byte outside its set, so giving bytes back never helps.
    for (i, run) in ordered.iter().enumerate() {
        if run.min == run.max {
            continue;
        }
        for next in &ordered[i + 1..] {
            if !run.set.disjoint(&next.set) {
                return None;
            }
            if next.min > 0 {
                break;
            }
        }
    }
    Some(runs)
}

fn collect(hir: &Hir, runs: &mut Vec<Run>) -> Option<()> {
    match hir.kind() {
        HirKind::Empty => Some(()),
        HirKind::Capture(capture) => collect(&capture.sub, runs),
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| collect(part, runs)),
        HirKind::Repetition(repetition) => {
            let set = single(&repetition.sub)?;
            let max = repetition.max.unwrap_or(u32::MAX);
            if !repetition.greedy && max != repetition.min {
                return None;
            }
            runs.push(Run { set, min: repetition.min, max });
            Some(())
        }
        HirKind::Literal(literal) => {
            for &byte in &literal.0 {
                let mut set = ByteSet::default();
                set.insert(byte);
                runs.push(Run { set, min: 1, max: 1 });
            }
            Some(())
        }
        HirKind::Class(class) => {
            runs.push(Run { set: class_set(class)?, min: 1, max: 1 });
            Some(())
        }
        HirKind::Look(_) | HirKind::Alternation(_) => None,
    }
}

/// The set of a pattern that matches exactly one byte.
fn single(hir: &Hir) -> Option<ByteSet> {
    match hir.kind() {
        HirKind::Capture(capture) => single(&capture.sub),
        HirKind::Class(class) => class_set(class),
        HirKind::Literal(literal) => {
            let [byte] = *literal.0 else { return None };
            let mut set = ByteSet::default();
            set.insert(byte);
            Some(set)
        }
        _ => None,
    }
}

fn class_set(class: &Class) -> Option<ByteSet> {
    let mut set = ByteSet::default();
    match class {
        Class::Bytes(bytes) => {
            for range in bytes.ranges() {
                (range.start()..=range.end()).for_each(|byte| set.insert(byte));
            }
        }
        Class::Unicode(chars) => {
            for range in chars.ranges() {
                let end = u8::try_from(range.end()).ok().filter(u8::is_ascii)?;
                (u8::try_from(range.start()).ok()?..=end).for_each(|byte| set.insert(byte));
            }
        }
    }
    Some(set)
}
