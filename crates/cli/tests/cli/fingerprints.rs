//! A finding's identity.

use crate::credentials::{github, pem, stripe};
use crate::folder::Folder;

/// The fingerprints of a text in a file of that name.
fn fingerprints(path: &str, text: impl AsRef<[u8]>, arguments: &[&str]) -> Vec<String> {
    let findings = Folder::with(path, text).scan(arguments).findings();
    findings.iter().map(|finding| finding["fingerprint"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn stays_when_lines_and_files_move() {
    let key = pem(1);
    let text = format!("a = {}\n{key}\n", github(1));
    let first = fingerprints("a.txt", &text, &[]);
    assert_eq!(first.len(), 2);
    assert_eq!(fingerprints("b/c.md", format!("new\n\nlines\n  {text}"), &[]), first);
    assert_eq!(fingerprints("a.txt", text.replace('\n', "\r\n"), &[]), first);
    let wide: Vec<u8> =
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(fingerprints("a.txt", wide, &[]), first);
    let large = format!("{}{text}", "a line of a log\n".repeat(600_000));
    assert_eq!(fingerprints("a.txt", large, &[]), first);
}

#[test]
fn does_not_depend_on_how_much_is_shown() {
    let text = format!("{} # prescan:allow", github(1));
    let shown = fingerprints("a.txt", &text, &["--no-inline-allow", "--show-secrets"]);
    assert_eq!(fingerprints("a.txt", &text, &["--no-inline-allow"]), shown);
}

#[test]
fn differs_for_another_secret_on_the_same_line() {
    let first = fingerprints("a.txt", format!("a = {}\n", github(1)), &[]);
    let second = fingerprints("a.txt", format!("a = {}\n", github(2)), &[]);
    let other = fingerprints("a.txt", format!("a = {}\n", stripe(1)), &[]);
    assert!(first != second && first != other && second != other);
}

#[test]
fn is_the_same_for_the_same_secret_twice() {
    let found = fingerprints("a.txt", format!("{0}\n{0}\n", github(1)), &[]);
    assert!(found.len() == 2 && found[0] == found[1]);
}
