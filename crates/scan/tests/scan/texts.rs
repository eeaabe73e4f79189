//! Texts in their encodings, and scans of them.

use std::path::Path;

use prescan_core::Engine;
use prescan_report::{Outcome, Record};
use prescan_rules::example::Template;
use prescan_scan::{Settings, scan_stream};
use prescan_sources::{Options, Progress};

/// The ways a text becomes bytes.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
}

impl Encoding {
    pub const ALL: [Self; 4] = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Utf32Le];

    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Utf32Le => text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect(),
        }
    }
}

/// A made-up GitHub token.
pub fn github(seed: u64) -> String {
    let template = Template::parse("ghp_<base62:30><tail:github-crc32>").unwrap();
    String::from_utf8(template.expand(seed).unwrap().text).unwrap()
}

/// An engine of the rules that a file holds.
pub fn engine(source: &str) -> Engine {
    let rules = prescan_rules::read("rules.yaml", source).unwrap();
    prescan_rules::compile(None, &rules, &|_| source.to_owned()).unwrap()
}

/// Settings for inputs that come whole up to so many bytes.
pub fn whole_up_to(whole_max: usize) -> Settings {
    let sources = Options { whole_max, threads: 2, ..Options::default() };
    Settings { sources, ..Settings::default() }
}

/// The records by place; a report sorts them so.
pub fn by_place(outcome: Outcome) -> Vec<Record> {
    let mut records = outcome.records;
    records.sort_by_key(|record| (record.offset, record.length));
    records
}

/// The records of bytes, scanned as a stream under this name.
pub fn records(engine: &Engine, name: &str, mut bytes: &[u8], settings: &Settings) -> Vec<Record> {
    let progress = Progress::default();
    let outcome = scan_stream(engine, Path::new(name), &mut bytes, settings, &progress);
    assert!(!outcome.is_incomplete(), "{:?}", outcome.problems);
    by_place(outcome)
}
