//! Nothing of a secret beyond its first four characters leaves the program unless it is asked for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;

use crate::credentials::{expand, github, password, pem, stripe};
use crate::folder::Folder;

/// So many characters in a row give a secret away.
const WINDOW: usize = 6;
/// What a report shows of a secret, and what all secrets of a kind begin with, give nothing away.
const PREFIXES: [&str; 4] =
    ["sk_live_", "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "acme_live_"];

/// The first window of a secret that the text holds.
fn leak<'s>(text: &str, secret: &'s str) -> Option<&'s str> {
    let windows = (0..secret.len().saturating_sub(WINDOW - 1)).map(|at| &secret[at..at + WINDOW]);
    windows
        .filter(|window| !PREFIXES.iter().any(|prefix| prefix.contains(window)))
        .filter(|window| !window.contains('\n') && !window.contains("--"))
        .find(|window| text.contains(window))
}

pub fn assert_hidden(text: &str, secrets: &[String], what: &str) {
    for secret in secrets {
        let found = leak(text, secret);
        assert_eq!(found, None, "of `{secret}`, {what}:\n{text}");
    }
}

const FORMATS: [&str; 4] = ["pretty", "json", "jsonl", "sarif"];

/// Scans in every format, with flags that change what is reported, and asks for an explanation of each finding.
fn assert_no_report_leaks(bytes: &[u8], secrets: &[String]) {
    let folder = Folder::with("a.txt", bytes);
    let what = format!("of {:?}", String::from_utf8_lossy(bytes));
    for format in FORMATS {
        for flags in [&[][..], &["--no-inline-allow"], &["--min-confidence", "format"]] {
            let run = folder.prescan(&[&["scan", "a.txt", "--format", format], flags].concat());
            assert!(run.code == 1 || run.code == 0, "{run:?}");
            assert_hidden(&run.everything(), secrets, &format!("{format} {flags:?} {what}"));
        }
    }
    let stream = folder.prescan_reading(&["scan", "-"], bytes);
    assert_hidden(&stream.everything(), secrets, &what);
    let report = folder.scan(&["a.txt"]);
    for finding in report.findings() {
        let fingerprint = finding["fingerprint"].as_str().unwrap();
        let run = folder.prescan(&["explain", fingerprint, "a.txt"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert_hidden(&run.everything(), secrets, &what);
    }
}

fn assert_found_and_hidden(text: &str, secrets: &[String]) {
    let found = Folder::with("a.txt", text).scan(&["--no-inline-allow"]).findings().len();
    assert!(found >= 1, "nothing was found in {text}");
    assert_no_report_leaks(text.as_bytes(), secrets);
}

#[test]
fn several_secrets_on_a_line() {
    let secrets = [github(1), stripe(1), password(1), github(2)];
    let [one, two, three, four] = &secrets;
    assert_found_and_hidden(&format!("{one} {two};password='{three}' {four}\n"), &secrets);
}

#[test]
fn secrets_that_touch() {
    let secrets = [github(1), github(2), stripe(1)];
    assert_found_and_hidden(&secrets.join(","), &secrets);
    assert_found_and_hidden(&secrets.join("\u{0}"), &secrets);
}

#[test]
fn a_secret_that_a_comment_allows_beside_one_that_is_reported() {
    let secrets = [github(1), stripe(1)];
    let text = format!("{} {} # prescan:allow stripe.*\n", secrets[0], secrets[1]);
    assert_found_and_hidden(&text, &secrets);
}

/// Rules that were not asked for still say what must not be shown.
#[test]
fn a_secret_of_a_rule_that_does_not_run_beside_one_that_is_reported() {
    let secrets = [github(1), stripe(1), password(1)];
    let [one, two, three] = &secrets;
    let folder = Folder::with("a.txt", format!("{two} {one} password='{three}'\n"));
    for flags in [["--only", "github.*"], ["--skip", "stripe.*,generic.*"]] {
        let run = folder.prescan(&["scan", flags[0], flags[1]]);
        assert!(
            run.out.contains("    1 | sk_l******** ghp_******** password='********'\n"),
            "{run:?}"
        );
        assert!(run.out.ends_with("1 finding: 1 critical\n"), "{run:?}");
        assert_hidden(&run.everything(), &secrets, "with some rules only");
    }
}

#[test]
fn a_less_sure_secret_beside_one_that_is_reported() {
    let secrets = [github(1), password(1)];
    assert_found_and_hidden(&format!("password='{}' {}\n", secrets[1], secrets[0]), &secrets);
}

#[test]
fn secrets_inside_secrets() {
    let secrets = [github(1), password(1), stripe(1)];
    let [one, two, three] = &secrets;
    assert_found_and_hidden(&format!("password = \"{two}-{one}-{three}\"\n"), &secrets);
    assert_found_and_hidden(&format!("https://user:{one}@example.org/?token={three}\n"), &secrets);
}

#[test]
fn secrets_in_encoded_text() {
    let secret = github(1);
    for before in 0..4 {
        let inner = format!("{}{secret} ", "x ".repeat(before));
        let encoded = STANDARD.encode(&inner);
        let twice = STANDARD.encode(format!("a: {encoded} "));
        let percent = format!("next=%2Fsite%3Ftoken%3D{secret}%26a%3Db\n");
        for text in [format!("data: {encoded}\n"), format!("data: {twice} {secret}"), percent] {
            assert_found_and_hidden(&text, std::slice::from_ref(&secret));
        }
    }
    let encoded = STANDARD.encode(&secret);
    let all = [secret.clone(), encoded.clone()];
    assert_found_and_hidden(&format!("a {secret} b {encoded} c {secret}"), &all);
}

#[test]
fn secrets_in_wide_text() {
    let secrets = [github(1), stripe(1), password(1)];
    let [one, two, three] = &secrets;
    let text = format!("{one} {two} password='{three}'\r\n");
    for mark in ["", "\u{feff}"] {
        let marked = format!("{mark}{text}");
        let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let four: Vec<u8> = marked.chars().flat_map(|c| (c as u32).to_le_bytes()).collect();
        for bytes in [little, big, four] {
            assert_eq!(Folder::with("a.txt", &bytes).scan(&[]).findings().len(), 3);
            assert_no_report_leaks(&bytes, &secrets);
        }
    }
}

#[test]
fn secrets_of_many_lines_and_what_stands_at_their_ends() {
    let secrets = [github(1), pem(1), stripe(1), pem(2)];
    let [one, two, three, four] = &secrets;
    assert_found_and_hidden(&format!("{one} {two} {three}\n{one} {four}{three}"), &secrets);
    let oneline = expand("<pem-oneline:RSA PRIVATE KEY>", 3);
    assert_found_and_hidden(
        &format!("K=\"{oneline}\" {three} {one}\n"),
        &[one.clone(), three.clone(), oneline],
    );
}

#[test]
fn secrets_longer_than_what_is_shown() {
    let long = expand("sk_live_<base62:128>", 1);
    let longer = expand("<pem-escaped:RSA PRIVATE KEY>", 1);
    let token = expand("<base62:200>", 1);
    let secrets = [long, longer, token, github(1)];
    let [one, two, three, four] = &secrets;
    let text =
        format!("{four} \"{two}\" client_secret = \"{three}\" {one} {four} \"{two}\" {four}\n");
    assert_found_and_hidden(&text, &secrets);
}

#[test]
fn secrets_where_a_long_line_is_cut() {
    let secrets = [github(1), stripe(1), github(2)];
    let [one, two, three] = &secrets;
    // The line is cut at every place in and round the neighbours.
    for gap in 60..180 {
        let filler = "x, ".repeat(gap / 3) + &" ".repeat(gap % 3);
        let text = format!("{one} {filler}{two} {filler}{three}");
        let run = Folder::with("a.txt", text).prescan(&["scan"]);
        assert_eq!(run.code, 1);
        assert_hidden(&run.everything(), &secrets, &format!("{gap}"));
    }
}

/// A neighbour whose beginning is cut off shows none of its middle.
#[test]
fn a_secret_that_is_cut_on_the_left_shows_nothing() {
    let (one, two) = (github(1), github(2));
    let text = format!("{one}{}{two}", " ".repeat(100));
    let run = Folder::with("a.txt", text).prescan(&["scan"]);
    let shown = |line: &&str| line.contains(" | …");
    let line = run.out.lines().find(shown).unwrap().split_once(" | ").unwrap().1;
    assert_eq!(line, format!("…********{}ghp_********", " ".repeat(100)), "{}", run.out);
}

/// Wide or narrow, a secret shows the same four characters.
#[test]
fn wide_text_shows_what_narrow_text_does() {
    let text = format!("a '{}' password='{}'\n", github(1), password(1));
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let line = |bytes: &[u8]| {
        let run = Folder::with("a.txt", bytes).prescan(&["scan"]);
        run.out.lines().find(|line| line.contains("1 | ")).unwrap().to_owned()
    };
    assert_eq!(line(text.as_bytes()), "    1 | a 'ghp_********' password='********'");
    assert_eq!(line(&wide), line(text.as_bytes()));
}

#[test]
fn show_secrets_shows_them() {
    let secrets = [github(1), stripe(1), password(1)];
    let [one, two, three] = &secrets;
    let folder = Folder::with("a.txt", format!("{one} {two}\npassword = '{three}'\n"));
    for format in FORMATS {
        let run = folder.prescan(&["scan", "--show-secrets", "--format", format]);
        for secret in &secrets {
            assert!(run.out.contains(secret.as_str()), "{format}: {run:?}");
        }
    }
    let encoded = STANDARD.encode(format!("{one} "));
    let run = Folder::with("a.txt", encoded).prescan(&["scan", "--show-secrets"]);
    assert!(run.out.contains(&format!("    match: {one}\n")), "{run:?}");
}

#[test]
fn show_secrets_underlines_the_secret_and_nothing_else() {
    let (one, two) = (github(1), stripe(1));
    let folder = Folder::with("a.txt", format!("password = \"{one}\" {two}\n"));
    let run = folder.prescan(&["scan", "--show-secrets"]);
    let line = format!(
        "    1 | password = \"{one}\" {two}\n      | {}{}\n",
        " ".repeat(12),
        "^".repeat(40)
    );
    assert!(run.out.contains(&line), "{run:?}");
}

/// A piece of a line.
#[derive(Clone, Debug)]
enum Piece {
    Plain(String),
    Secret(u8, u64),
    Comment(&'static str),
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        "[ a-z=:'\",;/@\\\\ü€\t]{0,12}".prop_map(Piece::Plain),
        (50usize..200).prop_map(|len| Piece::Plain(". ".repeat(len))),
        Just(Piece::Plain("\n".to_owned())),
        Just(Piece::Plain("\r\n".to_owned())),
        Just(Piece::Plain("password = \"".to_owned())),
        (0u8..6, 0u64..50).prop_map(|(kind, seed)| Piece::Secret(kind, seed)),
        (0u8..6, 0u64..50).prop_map(|(kind, seed)| Piece::Secret(kind, seed)),
        Just(Piece::Comment(" # prescan:allow stripe.* generic.*")),
    ]
}

/// The text of the pieces, and the secrets in it.
fn assemble(pieces: &[Piece]) -> (String, Vec<String>) {
    let (mut text, mut secrets) = (String::new(), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Comment(comment) => text.push_str(comment),
            Piece::Secret(kind, seed) => {
                let (before, secret, after) = match kind {
                    0 | 1 => (" ", github(*seed), " "),
                    2 => (" ", stripe(*seed), " "),
                    3 => (" password=\"", password(*seed), "\" "),
                    4 => ("\n", pem(*seed), "\n"),
                    _ => (" ", STANDARD.encode(format!("{} ", github(*seed))), " "),
                };
                text.push_str(&format!("{before}{secret}{after}"));
                secrets.push(secret);
            }
        }
    }
    (text, secrets)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_stands_beside_them(
        pieces in prop::collection::vec(piece(), 1..16),
        encoding in 0u8..4,
    ) {
        let (text, secrets) = assemble(&pieces);
        let bytes: Vec<u8> = match encoding {
            0 | 1 => text.into_bytes(),
            2 => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect(),
        };
        assert_no_report_leaks(&bytes, &secrets);
    }
}
