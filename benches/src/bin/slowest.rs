//! Prints the texts on which the engine is slowest: each literal over and over, alone and behind a mark that begins a word, with bytes of every kind between.
//!
//! Every time is linear in the text, so one figure in MB/s tells the worst. A rule shows up here when its value is wide, its `reach` long, and its literal can stand inside its own value.
#![allow(clippy::print_stdout, reason = "a command-line tool")]

use cpu_time::ThreadTime;
use prescan_core::{Scratch, Segment};

/// How long each text is.
const BYTES: usize = 64 << 10;
/// How many are printed.
const SHOWN: usize = 20;
/// What stands between two occurrences, and what may follow a literal to look like a value.
const BETWEEN: [&str; 7] = ["", "-", "-a", "=a", ".a1", "/Az09", " = 'aB3"];

fn main() {
    let engine = prescan_rules::builtin();
    let mut scratch = Scratch::default();
    let mut slowest: Vec<(f64, String)> = Vec::new();
    for literal in engine.parts().literals.literals() {
        for between in BETWEEN {
            let chunk = [literal.bytes(), between.as_bytes()].concat();
            let text: Vec<u8> = chunk.iter().copied().cycle().take(BYTES).collect();
            let started = ThreadTime::now();
            engine.scan_segment(&mut scratch, &Segment::whole(&text), &mut |_| {});
            let rate = BYTES as f64 / started.elapsed().as_secs_f64() / 1e6;
            slowest.push((rate, String::from_utf8_lossy(&chunk).into_owned()));
        }
    }
    slowest.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (rate, chunk) in slowest.iter().take(SHOWN) {
        println!("{rate:8.2} MB/s  {chunk:?} over and over");
    }
}
