//! Inputs that are scanned in pieces. `crates/scan` compares whole records; here the program itself does it, with files and a stream.

use serde_json::Value;

use crate::credentials::{github, pem, stripe};
use crate::folder::{Folder, Run};

/// A segment of a large input.
const SEGMENT: usize = 8 << 20;

/// A text of 20 MiB with secrets on, before and behind the places where it is cut, and where they stand.
fn text(filler: &[u8]) -> (Vec<u8>, Vec<(usize, String)>) {
    let mut text: Vec<u8> = filler.iter().copied().cycle().take(20 << 20).collect();
    let mut planted = Vec::new();
    for (number, cut) in [SEGMENT, 2 * SEGMENT].into_iter().enumerate() {
        for (index, at) in [cut - 5_000, cut - 20, cut + 100, cut + 30_000].into_iter().enumerate()
        {
            let seed = (10 * number + index) as u64;
            let secret = if index == 3 { pem(seed) } else { github(seed) };
            planted.push((at, secret));
        }
    }
    planted.push((0, stripe(1)));
    planted.push((text.len() - stripe(2).len(), stripe(2)));
    planted.sort();
    for (at, secret) in &planted {
        let around = at.saturating_sub(1)..(at + secret.len() + 1).min(text.len());
        text[around].fill(b' ');
        text[*at..at + secret.len()].copy_from_slice(secret.as_bytes());
    }
    (text, planted)
}

fn number(finding: &Value, key: &str) -> u64 {
    finding[key].as_u64().unwrap()
}

/// Line and column of an offset, counted from the very start.
fn naive(text: &[u8], at: usize) -> (u64, u64) {
    let line_start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = text[..line_start].iter().filter(|&&byte| byte == b'\n').count();
    let chars = text[line_start..at].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    (lines as u64 + 1, chars as u64 + 1)
}

fn assert_planted(run: &Run, text: &[u8], planted: &[(usize, String)]) {
    let findings = run.findings();
    let offsets: Vec<usize> = findings.iter().map(|f| number(f, "offset") as usize).collect();
    let expected: Vec<usize> = planted.iter().map(|(at, _)| *at).collect();
    assert_eq!(offsets, expected);
    for (finding, (at, secret)) in findings.iter().zip(planted) {
        assert_eq!(number(finding, "length") as usize, secret.trim_end().len());
        let start = (number(finding, "line"), number(finding, "column"));
        assert_eq!(start, naive(text, *at), "at {at}");
        let end = (number(finding, "end_line"), number(finding, "end_column"));
        assert_eq!(end, naive(text, at + secret.trim_end().len()), "at {at}");
    }
    assert_eq!(run.summary()["bytes"].as_u64(), Some(text.len() as u64));
    assert_eq!(run.code, 1);
}

fn assert_file_and_stream(filler: &[u8]) {
    let (text, planted) = text(filler);
    let folder = Folder::with("a.log", &text);
    assert_planted(&folder.scan(&["a.log"]), &text, &planted);
    assert_planted(&folder.scan(&["."]), &text, &planted);
    let stream = folder.prescan_reading(&["scan", "--format", "jsonl", "-"], &text);
    assert_planted(&stream, &text, &planted);
}

#[test]
fn of_ordinary_lines() {
    assert_file_and_stream("a line of a log, ö\n".as_bytes());
}

#[test]
fn of_one_line() {
    assert_file_and_stream("one line, ü € 😀; ".as_bytes());
}

#[test]
fn of_empty_lines() {
    assert_file_and_stream(b"\n");
}

#[test]
fn the_same_line_in_a_small_file_gives_the_same() {
    let line = format!("key = '{}' ü '{}'\n", github(1), stripe(1));
    let before = "a line of a log\n".repeat(400_000);
    let folder = Folder::with("small.txt", &line).and("large.txt", format!("{before}{line}"));
    let (small, large) = (folder.scan(&["small.txt"]), folder.scan(&["large.txt"]));
    for (small, large) in small.findings().iter().zip(large.findings()) {
        for key in ["rule", "column", "end_column", "length", "match", "fingerprint"] {
            assert_eq!(small[key], large[key]);
        }
        assert_eq!(number(&large, "line"), 400_001);
        assert_eq!(number(&large, "offset"), number(small, "offset") + before.len() as u64);
    }
    assert_eq!((small.findings().len(), large.findings().len()), (2, 2));
}

#[test]
fn a_page_shows_the_line_of_a_large_file_as_of_a_small_one() {
    let line = format!("key = '{}' ü '{}'\n", github(1), stripe(1));
    let before = "a line of a log\n".repeat(600_000);
    let folder = Folder::with("large.txt", format!("{before}{line}{before}"));
    let run = folder.prescan(&["scan"]);
    let shown = "    600001 | key = 'ghp_********' ü 'sk_l********'\n";
    assert_eq!(run.out.matches(shown).count(), 2, "{}", run.out);
}
