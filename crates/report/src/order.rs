//! The order of a report, which does not depend on the order things were found in.

use crate::{Outcome, Problem, Record};

/// The records by path, offset and rule id. Every other field breaks ties, so that only records
/// that print alike compare equal.
pub(crate) fn records(outcome: &Outcome) -> Vec<&Record> {
    let mut records: Vec<&Record> = outcome.records.iter().collect();
    records.sort_by(|a, b| key(a).cmp(&key(b)));
    records
}

fn key(record: &Record) -> impl Ord {
    let excerpt = record.excerpt.as_ref().map(|excerpt| {
        let mark = (excerpt.mark.start, excerpt.mark.end);
        (&excerpt.text, mark, excerpt.cut_left, excerpt.cut_right)
    });
    (
        (&record.path, record.offset, &record.rule, record.length),
        (record.start, record.end, record.severity, record.confidence),
        (&record.fingerprint, &record.matched, &record.via, excerpt),
    )
}

/// The problems by path and reason.
pub(crate) fn problems(outcome: &Outcome) -> Vec<&Problem> {
    let mut problems: Vec<&Problem> = outcome.problems.iter().collect();
    problems.sort();
    problems
}
