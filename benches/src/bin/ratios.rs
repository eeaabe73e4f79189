//! Prints the ratios that must hold: literal pass and whole rule set beside aho-corasick's DFA over the same literals.
//!
//! The candidates take turns in one run, on one thread, and the thread's CPU time counts, so that other load on the machine moves all of them alike.
#![allow(clippy::print_stdout, reason = "a command-line tool")]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use prescan_benches::{
    aho_corasick, dense_text, late_miss_text, near_miss_text, source_text, worst_miss_text,
};
use prescan_core::literal::Pass;
use prescan_core::{Scratch, Segment};

/// How often each candidate runs. The fastest run counts: it was disturbed least.
const ROUNDS: usize = 9;

/// Scans a text and counts what it finds.
type Run<'c> = dyn FnMut(&[u8]) -> usize + 'c;

struct Candidate<'c> {
    name: &'static str,
    run: Box<Run<'c>>,
    best: Duration,
}

fn main() {
    let engine = prescan_rules::builtin();
    let literals = &engine.parts().literals;
    let automaton = aho_corasick(literals.literals());
    println!("{} rules, {} literals", engine.rules().len(), literals.literals().len());
    let mut held = true;
    for (name, text) in [
        ("source", source_text()),
        ("dense", dense_text(engine)),
        ("near-miss", near_miss_text(engine)),
        ("late-miss", late_miss_text(engine)),
        ("worst-miss", worst_miss_text(engine)),
    ] {
        let mut pass = Pass::default();
        let mut scratch = Scratch::default();
        let mut decoding = Scratch::default();
        let mut candidates = [
            candidate("memchr", |text| memchr::memchr_iter(0, text).count()),
            candidate("aho-corasick", |text| automaton.find_overlapping_iter(text).count()),
            candidate("literal-pass", move |text| {
                let mut hits = 0;
                literals.find(text, &mut pass, &mut |batch| hits += batch.len());
                hits
            }),
            candidate("all-rules", move |text| {
                let mut found = 0;
                let segment = Segment { decode_depth: 0, ..Segment::whole(text) };
                engine.scan_segment(&mut scratch, &segment, &mut |_| found += 1);
                found
            }),
            candidate("with-decoders", move |text| {
                let mut found = 0;
                engine.scan_segment(&mut decoding, &Segment::whole(text), &mut |_| found += 1);
                found
            }),
        ];
        println!("\n{name}: {} bytes", text.len());
        measure(&mut candidates, &text);
        let ratio = |fast: usize, slow: usize| {
            candidates[slow].best.as_secs_f64() / candidates[fast].best.as_secs_f64()
        };
        if name == "source" {
            held &= bar("literal pass, times aho-corasick", ratio(2, 1), 6.0);
            held &= bar("all rules, share of the literal pass", ratio(3, 2), 0.8);
            println!("  with decoders too: {:.2} of the literal pass", ratio(4, 2));
        } else if name == "worst-miss" {
            println!("  literal pass, times aho-corasick: {:.2}", ratio(2, 1));
        } else {
            held &= bar("literal pass, times aho-corasick", ratio(2, 1), 1.0);
        }
    }
    if !held {
        std::process::exit(1);
    }
}

fn candidate<'c>(name: &'static str, run: impl FnMut(&[u8]) -> usize + 'c) -> Candidate<'c> {
    Candidate { name, run: Box::new(run), best: Duration::MAX }
}

fn measure(candidates: &mut [Candidate<'_>], text: &[u8]) {
    let mut counts = vec![0; candidates.len()];
    for _ in 0..ROUNDS {
        for (candidate, count) in candidates.iter_mut().zip(&mut counts) {
            let started = ThreadTime::now();
            *count = black_box((candidate.run)(black_box(text)));
            candidate.best = candidate.best.min(started.elapsed());
        }
    }
    for (candidate, count) in candidates.iter().zip(counts) {
        let rate = text.len() as f64 / candidate.best.as_secs_f64() / 1e6;
        println!("  {:14} {rate:8.0} MB/s  {count} found", candidate.name);
    }
}

fn bar(what: &str, value: f64, wanted: f64) -> bool {
    let held = value >= wanted;
    println!("  bar {what}: {value:.2} (wanted {wanted}) {}", if held { "ok" } else { "MISSED" });
    held
}
