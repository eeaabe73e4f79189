//! Makes `src/literal/trigrams.txt`: how often folded three-byte windows occur in ordinary text.
//!
//! `cargo run --release -p prescan-core --example trigrams -- DIR… > crates/core/src/literal/trigrams.txt`
//!
//! Reads every file below the folders. Do not give it the text of the benchmarks.
#![allow(clippy::print_stdout, reason = "a command-line tool")]

use std::path::{Path, PathBuf};

/// Trigrams beyond these are rarer than one in twenty million positions.
const KEEP: usize = 12_000;
/// Files above this size are more likely data than text.
const MAX_FILE: u64 = 1 << 20;

fn files_below(dir: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files_below(&entry.path(), found)?;
        } else if kind.is_file() && entry.metadata()?.len() <= MAX_FILE {
            found.push(entry.path());
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dirs: Vec<String> = std::env::args().skip(1).collect();
    let mut files = Vec::new();
    for dir in &dirs {
        files_below(Path::new(dir), &mut files)?;
    }
    let texts =
        files.iter().filter_map(|file| std::fs::read(file).ok()).filter(|text| !text.contains(&0));
    let table = prescan_core::literal::trigram_table(texts, KEEP)?;
    println!(
        "# Trigrams of folded text and their count per hundred million positions; see frequency.rs."
    );
    println!(
        "# Made by `cargo run --release -p prescan-core --example trigrams` from {} files of {}.",
        files.len(),
        dirs.join(", ")
    );
    print!("{table}");
    Ok(())
}
