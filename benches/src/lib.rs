//! What the benchmarks share: texts to scan and the engines they are compared with.
//!
//! `cargo bench -p prescan-benches` runs the criterion benchmarks; `cargo run --release -p prescan-benches --bin ratios` prints the ratios that
//! must hold, measured side by side in one run on one thread's CPU time.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use prescan_core::Engine;
use prescan_core::literal::{BEFORE, GramTables, Literal, LiteralSet, Pass};

/// How much source text is scanned.
pub const SOURCE_BYTES: usize = 48 << 20;
/// How long the adversarial texts are.
pub const DENSE_BYTES: usize = 4 << 20;

/// Real source text: the files of the crates in cargo's registry, in the order of their paths, up to [`SOURCE_BYTES`]. Every machine that built this workspace has some. The trigram
/// table was not made from them.
#[must_use]
pub fn source_text() -> Vec<u8> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")));
    let mut files = Vec::new();
    if let Some(home) = home {
        files_below(&home.join("registry/src"), &mut files);
    }
    files.sort();
    let mut text = Vec::new();
    for file in files {
        if text.len() >= SOURCE_BYTES {
            break;
        }
        if let Ok(bytes) = std::fs::read(&file)
            && !bytes.contains(&0)
        {
            text.extend_from_slice(&bytes);
        }
    }
    text.truncate(SOURCE_BYTES);
    text
}

fn files_below(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            files_below(&entry.path(), found);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
}

/// Every literal of the engine back to back, over and over.
#[must_use]
pub fn dense_text(engine: &Engine) -> Vec<u8> {
    let literals = engine.parts().literals.literals();
    let mut text = Vec::with_capacity(DENSE_BYTES + 64);
    while text.len() < DENSE_BYTES {
        for literal in literals {
            text.extend_from_slice(literal.bytes());
        }
    }
    text.truncate(DENSE_BYTES);
    text
}

/// Four bytes that fall into the fullest slot of the gram table, over and over, without being a literal: every other probe passes the filter in vain.
#[must_use]
pub fn near_miss_text(engine: &Engine) -> Vec<u8> {
    let literals = &engine.parts().literals;
    let Some(tables) = literals.tables() else { return Vec::new() };
    let mut groups: Vec<_> = tables.groups.iter().collect();
    groups.sort_by_key(|group| Reverse(group.count));
    for group in groups {
        let Some(window) = tables.windows.get(usize::from(group.first)) else { continue };
        let bytes = window.bytes.to_le_bytes().map(|byte| if byte == 0 { b'~' } else { byte });
        let bytes = bytes.iter().copied().skip(BEFORE).take(4);
        let text: Vec<u8> = bytes.cycle().take(DENSE_BYTES).collect();
        if is_miss(literals, &text) {
            return text;
        }
    }
    Vec::new()
}

/// A few bytes over and over, without a literal in them, at which the pass compares the most windows in vain: they pass the filter and agree with what the windows of a crowded
/// slot have in common.
#[must_use]
pub fn worst_miss_text(engine: &Engine) -> Vec<u8> {
    let literals = &engine.parts().literals;
    let Some(tables) = literals.tables() else { return Vec::new() };
    let mut worst = (0.0, Vec::new());
    for group in tables.groups.iter() {
        let bytes = group.shared.bytes.to_le_bytes();
        let bytes = bytes.map(|byte| if byte == 0 { b'~' } else { byte });
        for (from, period) in (0..=BEFORE).flat_map(|from| [4, 6, 8].map(|period| (from, period))) {
            let chunk = bytes.iter().copied().skip(from).take(period);
            let text: Vec<u8> = chunk.cycle().take(240).collect();
            let compared = compared_windows(tables, &text) as f64 / text.len() as f64;
            if compared > worst.0 && is_miss(literals, &text) {
                worst = (compared, text);
            }
        }
    }
    worst.1.into_iter().cycle().take(DENSE_BYTES).collect()
}

/// True for a text without a literal in it.
fn is_miss(literals: &LiteralSet, text: &[u8]) -> bool {
    let mut hits = 0;
    literals.find(text, &mut Pass::default(), &mut |batch| hits += batch.len());
    hits == 0
}

/// How many windows the pass compares with the text.
fn compared_windows(tables: &GramTables, text: &[u8]) -> usize {
    let windows = text.windows(16).step_by(2).filter_map(|bytes| bytes.try_into().ok());
    windows.map(|bytes| tables.compared_at(bytes)).sum()
}

/// Every literal of the engine with its last byte changed, back to back, over and over: the latest that a comparison can fail.
#[must_use]
pub fn late_miss_text(engine: &Engine) -> Vec<u8> {
    let literals = engine.parts().literals.literals();
    let mut text = Vec::with_capacity(DENSE_BYTES + 64);
    while text.len() < DENSE_BYTES {
        for literal in literals {
            text.extend_from_slice(&literal.bytes()[..literal.bytes().len() - 1]);
            text.push(b'~');
        }
    }
    text.truncate(DENSE_BYTES);
    text
}

/// The same literals as an Aho-Corasick DFA, case-insensitive, as scanners of this kind use it.
///
/// # Panics
/// When the automaton does not build, which a benchmark cannot do without.
#[must_use]
#[expect(clippy::expect_used, reason = "a benchmark without its twin has nothing to measure")]
pub fn aho_corasick(literals: &[Literal]) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(literals.iter().map(Literal::bytes))
        .expect("the literals build")
}
