//! A fault on one input.

use std::io::{self, Read};
use std::path::Path;

use prescan_report::{Problem, Verdict};
use prescan_scan::scan_stream;
use prescan_sources::Progress;

use crate::texts::{github, whole_up_to};

/// Gives a text and then fails.
struct Failing<'t> {
    text: &'t [u8],
    fail: fn() -> io::Result<usize>,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() { (self.fail)() } else { self.text.read(buffer) }
    }
}

fn problem(reason: &str) -> Problem {
    Problem { path: "a.txt".to_owned(), reason: reason.to_owned(), incomplete: true }
}

#[test]
fn a_panic_becomes_a_problem_and_makes_the_scan_incomplete() {
    let mut reader = Failing { text: &[b'x'; 100], fail: || panic!("as a test wants it") };
    let engine = prescan_rules::builtin();
    let name = Path::new("a.txt");
    let outcome = scan_stream(engine, name, &mut reader, &whole_up_to(16), &Progress::default());
    assert_eq!(outcome.problems, [problem("the engine failed on this file")]);
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
    assert_eq!(outcome.files, 0);
}

#[test]
fn what_was_read_before_an_error_is_reported_beside_it() {
    let text = format!("{}\n", github(1));
    for whole_max in [16, 1_000] {
        let fail = || Err(io::Error::other("Out of paper."));
        let mut reader = Failing { text: text.as_bytes(), fail };
        let (engine, settings) = (prescan_rules::builtin(), whole_up_to(whole_max));
        let name = Path::new("a.txt");
        let outcome = scan_stream(engine, name, &mut reader, &settings, &Progress::default());
        assert_eq!(outcome.problems, [problem("out of paper")]);
        assert_eq!(outcome.records.len(), 1);
    }
}
