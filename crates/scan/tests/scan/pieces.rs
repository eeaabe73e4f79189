//! Inputs that are scanned in pieces give the very records that they give as a whole.

use prescan_report::Record;
use prescan_scan::scan;
use prescan_sources::{Layout, Progress};
use proptest::prelude::*;

use crate::texts::{Encoding, by_place, github, records, whole_up_to};

/// Larger than any input here.
const WHOLE: usize = 1 << 29;
/// Smaller than any.
const CUT: usize = 1 << 20;

/// The records of the bytes as a whole; asserts that a stream and a file in pieces give the same.
fn assert_same(bytes: &[u8]) -> Vec<Record> {
    let engine = prescan_rules::builtin();
    let whole = records(engine, "a.txt", bytes, &whole_up_to(WHOLE));
    let stream = records(engine, "a.txt", bytes, &whole_up_to(CUT));
    assert_eq!(stream, whole);

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.txt");
    std::fs::write(&path, bytes).unwrap();
    let outcome = scan(engine, &[path], &whole_up_to(CUT), &Progress::default());
    assert!(!outcome.is_incomplete());
    let mut file = by_place(outcome);
    for record in &mut file {
        record.path = "a.txt".to_owned();
    }
    assert_eq!(file, whole);
    whole
}

/// Line and column of every offset, counted character by character over the whole text.
fn naive(text: &str, offsets: &[usize]) -> Vec<(u64, u64)> {
    let (mut line, mut column) = (1, 1);
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        if offsets.contains(&at) {
            places.push((line, column));
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    places
}

/// A text of somewhat more than two segments, with secrets where it is cut, and where they start.
fn text(filler: &str, encoding: Encoding, shifts: &[usize]) -> (String, Vec<usize>) {
    let per_filler = encoding.encode(filler).len();
    let mut text = String::new();
    let mut offsets = Vec::new();
    let mut len = 0;
    for index in 0..2 * shifts.len() {
        let cut = Layout::SEGMENT * (1 + index / shifts.len());
        // A shift is up to 200, so that both sides of the cut are met.
        let goal = (cut + shifts[index % shifts.len()]).saturating_sub(100);
        let count = goal.saturating_sub(len) / per_filler;
        text.extend(std::iter::repeat_n(filler, count));
        offsets.push(text.len() + 1);
        let planted = format!(" {} ", github(index as u64));
        len += count * per_filler + encoding.encode(&planted).len();
        text.push_str(&planted);
    }
    text.extend(std::iter::repeat_n(filler, 1_000));
    (text, offsets)
}

fn assert_planted(filler: &str, encoding: Encoding, shifts: &[usize], marked: bool) {
    let (text, offsets) = text(filler, encoding, shifts);
    let mark = if marked { "\u{feff}" } else { "" };
    let records = assert_same(&encoding.encode(&format!("{mark}{text}")));
    let places: Vec<(u64, u64)> =
        records.iter().map(|record| (record.start.line, record.start.column)).collect();
    assert_eq!(places, naive(&text, &offsets));
}

#[test]
fn of_lines() {
    assert_planted("a line of a log\n", Encoding::Utf8, &[20, 90, 150], false);
}

#[test]
fn of_one_line() {
    assert_planted("ü€😀, ", Encoding::Utf8, &[20, 90, 150], true);
}

#[test]
fn of_wide_lines() {
    assert_planted("a line, 😀\r\n", Encoding::Utf16Le, &[20, 60, 150], true);
}

#[test]
fn of_one_wide_line() {
    assert_planted("one, 😀", Encoding::Utf16Be, &[20, 60, 150], true);
}

#[test]
fn a_long_line_is_counted_from_its_start_in_another_piece() {
    let (start, secret) = ("\n".repeat(1_000), github(1));
    let line = ".".repeat(3 * Layout::SEGMENT);
    let records = assert_same(format!("{start}{line} {secret}\n{secret}").as_bytes());
    let places: Vec<(u64, u64)> =
        records.iter().map(|record| (record.start.line, record.start.column)).collect();
    assert_eq!(places, [(1_001, line.len() as u64 + 2), (1_002, 1)]);
}

/// So many findings on one line that looking back to its start for each would take minutes.
#[test]
fn a_line_with_a_finding_every_hundred_bytes() {
    for filler in [String::new(), "\n".repeat(100)] {
        let line: String =
            (0..20_000).map(|seed| format!("{:>50}{filler}", github(seed))).collect();
        let records =
            records(prescan_rules::builtin(), "a.txt", line.as_bytes(), &whole_up_to(WHOLE));
        assert_eq!(records.len(), 20_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wherever_the_secrets_stand(
        shifts in prop::collection::vec(0usize..200, 1..3),
        filler in prop_oneof![Just("x\n"), Just("a longer line, ü\n"), Just("no line end "), Just("😀\r\n")],
    ) {
        assert_planted(filler, Encoding::Utf8, &shifts, true);
    }
}
