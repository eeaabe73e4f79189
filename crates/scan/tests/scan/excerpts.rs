//! The line that is shown beside a finding.

use prescan_core::Engine;
use prescan_report::Record;
use prescan_scan::Settings;
use proptest::prelude::*;

use crate::texts::{Encoding, engine, records};

/// Long secrets that may hold short ones, which are then reported in their place. Nothing but secrets holds letters and digits in the texts below.
const RULES: &str = "\
provider: Test
rules:
  - {id: test.long, title: long, why: x, severity: high, literals: ['begin['], value: '[^\\]]{1,4000}', boundary: none, placeholders: false, examples: {match: [a, b], no_match: [a, b]}}
  - {id: test.key, title: key, why: x, severity: high, literals: [key_], value: '[a-z0-9]{20}', boundary: none, placeholders: false, priority: 5, examples: {match: [a, b], no_match: [a, b]}}
  - {id: test.pin, title: pin, why: x, severity: high, literals: [pin_], value: '[0-9]{6}', boundary: none, placeholders: false, examples: {match: [a, b], no_match: [a, b]}}
";

fn key(seed: u64) -> String {
    format!("key_{:020}", seed * 7_919 + 1_234_567_890_123)
}

fn pin(seed: u64) -> String {
    format!("pin_{:06}", seed * 791 + 123_456)
}

fn shown(line: &str, settings: &Settings) -> Vec<Record> {
    records(&engine(RULES), "a.txt", line.as_bytes(), settings)
}

fn excerpt(record: &Record) -> (&str, &str, bool, bool) {
    let excerpt = record.excerpt.as_ref().unwrap();
    (&excerpt.text, &excerpt.text[excerpt.mark.clone()], excerpt.cut_left, excerpt.cut_right)
}

#[test]
fn a_short_line_is_shown_from_its_start_to_its_end() {
    let secret = key(1);
    for before in ["", ".", "..", "...", "....", "- ü: ", "😀 "] {
        for (first, last) in [("", ""), ("..\n", "\n.."), ("\n", "\n"), ("\u{feff}", "\n")] {
            let records = shown(&format!("{first}{before}{secret} .{last}"), &Settings::default());
            let text = format!("{before}key_******** .");
            let expected = (text.as_str(), "key_********", false, false);
            assert_eq!(excerpt(&records[0]), expected, "{first:?} {before:?} {last:?}");
        }
    }
}

#[test]
fn a_line_of_just_the_length_that_is_shown_is_not_cut() {
    let secret = key(1);
    for (dots, cut) in [(119, false), (120, false), (121, true)] {
        let dots = ".".repeat(dots);
        for end in ["\n..", ""] {
            let records = shown(&format!("\n{dots}{secret}{dots}{end}"), &Settings::default());
            let (_, mark, left, right) = excerpt(&records[0]);
            assert_eq!((mark, left, right), ("key_********", cut, cut), "{} {end:?}", dots.len());
        }
    }
}

#[test]
fn a_cut_line_begins_and_ends_with_a_whole_character() {
    let secret = key(1);
    for encoding in Encoding::ALL {
        for shift in 0..8 {
            let around = format!("{}{}", ".".repeat(shift), "ü€😀".repeat(60));
            let mirrored: String = around.chars().rev().collect();
            let text = format!("\u{feff}{around}{secret}{mirrored}");
            let engine = engine(RULES);
            let records = records(&engine, "a.txt", &encoding.encode(&text), &Settings::default());
            let (text, _, left, right) = excerpt(&records[0]);
            assert!(left && right && !text.contains('\u{fffd}'), "{encoding:?} {shift}: {text}");
        }
    }
}

/// The binary search for what overlaps a line once passed by secrets that began long before it.
#[test]
fn a_long_secret_is_masked_though_short_ones_follow_its_beginning() {
    for short in 0..40 {
        let inside: Vec<String> = (0..short).map(key).collect();
        let line = format!("begin[{}{}]", inside.join("-"), "z".repeat(400));
        let records = shown(&line, &Settings::default());
        assert_eq!(records.len(), short.max(1) as usize);
        for record in records {
            assert!(!excerpt(&record).0.contains('z'), "{short}: {:?}", excerpt(&record));
        }
    }
}

#[test]
fn shown_secrets_are_underlined_alone() {
    let (one, two) = (key(1), pin(2));
    let settings = Settings { show_secrets: true, ..Settings::default() };
    let line = format!("{two}, begin[-{one}-] {two}");
    let records = shown(&line, &settings);
    let marks: Vec<&str> = records.iter().map(|record| excerpt(record).1).collect();
    assert_eq!(marks, [&two, &one, &two]);
    assert!(records.iter().all(|record| excerpt(record).0 == line));
}

#[derive(Clone, Debug)]
enum Piece {
    Dots(usize),
    Break(&'static str),
    Key(u64),
    Pin(u64),
    Open,
    Close,
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        (0usize..150).prop_map(Piece::Dots),
        (0usize..4).prop_map(Piece::Dots),
        prop_oneof![Just("\n"), Just("\r\n"), Just(" ü€😀 ")].prop_map(Piece::Break),
        (0u64..1000).prop_map(Piece::Key),
        (0u64..1000).prop_map(Piece::Key),
        (0u64..1000).prop_map(Piece::Pin),
        Just(Piece::Open),
        Just(Piece::Close),
    ]
}

fn assemble(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Dots(count) => text.push_str(&".".repeat(*count)),
            Piece::Break(end) => text.push_str(end),
            Piece::Key(seed) => text.push_str(&key(*seed)),
            Piece::Pin(seed) => text.push_str(&format!("{}.", pin(*seed))),
            Piece::Open => text.push_str("begin[."),
            Piece::Close => text.push(']'),
        }
    }
    // Every bracket that is open holds something and is closed, so that it is a secret.
    text.push(']');
    text
}

/// True where every run of a secret's characters is the head of a mask.
fn is_masked(text: &str) -> bool {
    let parts = text.split("********");
    let count = parts.clone().count();
    parts.enumerate().all(|(index, part)| {
        let head = part.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        // What stands behind the last mask is no head of another.
        head.len() <= 4 && (head.is_empty() || index + 1 < count)
    })
}

fn assert_masked(engine: &Engine, bytes: &[u8]) {
    for record in records(engine, "a.txt", bytes, &Settings::default()) {
        let (text, mark, ..) = excerpt(&record);
        assert!(is_masked(text), "{text}");
        assert!(mark.ends_with("********") && is_masked(mark), "{mark}");
        assert!(is_masked(&record.matched), "{}", record.matched);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_more_than_the_head_of_any_secret_is_shown(
        pieces in prop::collection::vec(piece(), 1..24),
        encoding in 0usize..4,
        marked in any::<bool>(),
    ) {
        let text = format!("{}{}", if marked { "\u{feff}" } else { "" }, assemble(&pieces));
        assert_masked(&engine(RULES), &Encoding::ALL[encoding].encode(&text));
    }
}
