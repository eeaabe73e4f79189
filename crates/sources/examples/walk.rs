//! Measures a walk: `walk PATH [ROUNDS] [THREADS] [MODE]`, where the mode is `read` (a visitor
//! that does nothing) or `all` (the same without ignore files).
//!
//! Time it from outside, once with few and once with many rounds: the difference is the cost.
#![expect(clippy::print_stdout, reason = "a tool for a terminal")]

use std::env::args;
use std::path::PathBuf;

use prescan_sources::{Blob, Options, Progress, Visitor, walk};

struct Nothing;

impl Visitor for Nothing {
    fn blob(&mut self, _: Blob<'_>) -> std::io::Result<()> {
        Ok(())
    }
}

fn main() {
    let number =
        |at: usize, default| args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let path = PathBuf::from(args().nth(1).unwrap_or_else(|| ".".into()));
    let ignore_files = args().nth(4).as_deref() != Some("all");
    let options = Options { threads: number(3, 0), ignore_files, ..Options::default() };
    for _ in 0..number(2, 1) {
        let progress = Progress::default();
        let summary = walk(std::slice::from_ref(&path), &options, || Nothing, &progress);
        println!("{} files, {} bytes, {:?}", summary.files, summary.bytes, summary.problems);
    }
}
