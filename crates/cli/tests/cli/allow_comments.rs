//! Comments that allow a finding.

use crate::credentials::{github, stripe};
use crate::folder::Folder;

/// The number of findings and of suppressed ones in a text with `TOKEN` for a GitHub token.
fn counts(text: &str, arguments: &[&str]) -> (usize, u64) {
    let run = Folder::with("a.txt", text.replace("TOKEN", &github(1))).scan(arguments);
    assert_eq!(run.code, i32::from(!run.findings().is_empty()), "{run:?}");
    (run.findings().len(), run.summary()["suppressed"].as_u64().unwrap())
}

const ALLOWED: &[&str] = &[
    "x = TOKEN # prescan:allow",
    "x = TOKEN # prescan:allow\r\n",
    "/* prescan:allow */ x = TOKEN",
    "x = TOKEN # prescan:allow github.personal-access-token",
    "x = TOKEN # prescan:allow stripe.secret-key, github.personal-access-token",
    "x = TOKEN # prescan:allow github.*",
    "x = TOKEN # prescan:allow it is a test value",
    "x = TOKEN // gitleaks:allow",
    "x = TOKEN // betterleaks:allow",
    "x = TOKEN // trufflehog:ignore",
    "x = TOKEN # pragma: allowlist secret",
    "# pragma: allowlist nextline secret\nx = TOKEN",
];

const NOT_ALLOWED: &[&str] = &[
    "x = TOKEN # prescan:allow stripe.secret-key",
    "x = TOKEN # prescan:allow stripe.*",
    "x = TOKEN\n# prescan:allow",
    "# prescan:allow\nx = TOKEN",
    "# pragma: allowlist nextline secret\n\nx = TOKEN",
];

#[test]
fn a_comment_on_the_line_allows() {
    for text in ALLOWED {
        assert_eq!(counts(text, &[]), (0, 1), "{text}");
    }
}

#[test]
fn a_comment_elsewhere_or_for_others_does_not() {
    for text in NOT_ALLOWED {
        assert_eq!(counts(text, &[]), (1, 0), "{text}");
    }
}

#[test]
fn no_inline_allow_reports_all_of_them() {
    for text in ALLOWED {
        assert_eq!(counts(text, &["--no-inline-allow"]), (1, 0), "{text}");
    }
}

#[test]
fn a_comment_allows_what_it_names_and_nothing_beside_it() {
    let text = format!("{} {} # prescan:allow stripe.*\n", github(1), stripe(1));
    let run = Folder::with("a.txt", text).scan(&[]);
    assert_eq!(run.rules(), ["github.personal-access-token"]);
    assert_eq!(run.summary()["suppressed"], 1);
}

#[test]
fn people_read_how_many_were_suppressed() {
    let text = format!("{0} # prescan:allow\n{0} # prescan:allow\n", github(1));
    let run = Folder::with("a.txt", text).prescan(&["scan"]);
    assert!(
        run.out.contains("\n2 findings suppressed by comments\nclean: no findings\n"),
        "{run:?}"
    );
}

#[test]
fn a_comment_counts_in_every_encoding() {
    let text = format!("x = {} # prescan:allow\n", github(1));
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = Folder::with("a.txt", wide).scan(&[]);
    assert_eq!((run.code, run.summary()["suppressed"].as_u64()), (0, Some(1)), "{run:?}");
}

#[test]
fn a_comment_counts_in_a_large_file() {
    let before = "a line of a log\n".repeat(600_000);
    let text = format!("{before}x = {} # prescan:allow\n", github(1));
    let run = Folder::with("a.txt", text).scan(&[]);
    assert_eq!((run.code, run.summary()["suppressed"].as_u64()), (0, Some(1)), "{run:?}");
}
