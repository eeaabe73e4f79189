//! Which of several overlapping findings stays.

use crate::finding::Finding;

/// A finding before or after overlaps are resolved, with whatever its owner keeps beside it.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    /// The finding.
    pub finding: Finding,
    /// Its rule's priority.
    pub priority: i16,
    /// What goes with it.
    pub payload: T,
}

/// Keeps, of findings that overlap, the one with the greatest confidence, then the highest priority, then the longest span, then the least decoding, then the
/// first rule; and sorts the rest by place.
///
/// The result depends on the set of findings only, not on their order, so a text that was scanned in parts gives what it gives as a whole.
pub fn resolve<T>(found: &mut Vec<Resolved<T>>) {
    let rank = |one: &Resolved<T>| {
        let finding = &one.finding;
        (
            std::cmp::Reverse(finding.confidence),
            std::cmp::Reverse(one.priority),
            std::cmp::Reverse(finding.span.len()),
            finding.via.steps().count(),
            finding.rule,
            finding.span.start,
            finding.via,
        )
    };
    // Only runs of findings that touch one another compete, so each run is settled by itself.
    found.sort_by_key(|one| (one.finding.span.start, rank(one)));
    let mut settled: Vec<Resolved<T>> = Vec::with_capacity(found.len());
    let mut run: Vec<Resolved<T>> = Vec::new();
    let mut reach = 0;
    for one in found.drain(..) {
        if one.finding.span.start >= reach {
            settle(&mut run, &mut settled, &rank);
        }
        reach = reach.max(one.finding.span.end);
        run.push(one);
    }
    settle(&mut run, &mut settled, &rank);
    *found = settled;
}

/// Picks the best of a run, drops what overlaps it, and so on.
fn settle<T, R: Ord>(
    run: &mut Vec<Resolved<T>>,
    settled: &mut Vec<Resolved<T>>,
    rank: &impl Fn(&Resolved<T>) -> R,
) {
    if run.len() == 1 {
        settled.append(run);
        return;
    }
    run.sort_by_key(|one| rank(one));
    // The kept spans are disjoint, so a tree by start answers "does it overlap a kept one" in logarithmic time.
    let mut kept: std::collections::BTreeMap<u64, u64> = std::collections::BTreeMap::new();
    let first = settled.len();
    for one in run.drain(..) {
        let span = one.finding.span;
        let before = kept.range(..span.end).next_back();
        if before.is_some_and(|(_, &end)| end > span.start) {
            continue;
        }
        kept.insert(span.start, span.end);
        settled.push(one);
    }
    settled[first..].sort_by_key(|one| one.finding.span);
}
