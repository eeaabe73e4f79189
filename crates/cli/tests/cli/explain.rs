//! `prescan explain`.

use crate::credentials::{github, password};
use crate::folder::{Folder, Run};
use crate::rule_files::ACME;

fn fingerprint(run: &Run) -> String {
    run.findings()[0]["fingerprint"].as_str().unwrap().to_owned()
}

#[test]
fn a_rule_is_explained_as_rules_show_does() {
    let folder = Folder::new();
    let run = folder.prescan(&["explain", "github.personal-access-token"]);
    assert_eq!(run.code, 0);
    let beginning = "github.personal-access-token\nGitHub personal access token (classic)\n\n";
    assert!(run.out.starts_with(beginning), "{run:?}");
    let shown = folder.prescan(&["rules", "show", "github.personal-access-token"]);
    assert_eq!(run.out, shown.out);
}

#[test]
fn a_finding_is_explained_with_its_rule_and_its_reasons() {
    let folder = Folder::with("src/a.txt", format!("x\nt = {}\n", github(1)));
    let run = folder.prescan(&["explain", &fingerprint(&folder.scan(&[])), "src"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("github.personal-access-token\n"));
    let reasons = run.out.split_once("\n\nsrc/a.txt:2:5  verified\n").unwrap().1;
    assert!(reasons.starts_with("  it holds one of `ghp_`\n"), "{reasons}");
    assert!(reasons.contains("check `github-crc32` holds, which chance does not explain"));
}

#[test]
fn every_place_of_a_finding_is_explained() {
    let folder = Folder::with("b.txt", github(1)).and("a.txt", format!("\n{}", github(1)));
    let run = folder.prescan(&["explain", &fingerprint(&folder.scan(&[]))]);
    let places: Vec<&str> = run.out.lines().filter(|line| line.contains(".txt:")).collect();
    assert_eq!(places, ["./a.txt:2:1  verified", "./b.txt:1:1  verified"]);
}

#[test]
fn the_score_of_a_generic_secret_is_explained() {
    let folder = Folder::with("a.txt", format!("password = \"{}\"\n", password(1)));
    let run = folder.prescan(&["explain", &fingerprint(&folder.scan(&[]))]);
    assert!(run.out.contains("the value belongs to the key `password` and stands in quotes"));
    assert!(!run.out.contains(&password(1)));
}

/// Whoever was told of a finding can ask about it, however it was asked for.
#[test]
fn what_any_scan_reports_can_be_explained() {
    let folder = Folder::with("a.txt", format!("{} # prescan:allow\n", github(1)));
    let run = folder.prescan(&["explain", &fingerprint(&folder.scan(&["--no-inline-allow"]))]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("  a comment beside it allows it\n"), "{run:?}");
}

#[test]
fn the_rules_of_the_settings_file_are_known() {
    let folder = Folder::with("tools/acme.yaml", ACME)
        .and("prescan.yaml", "rules: [tools]\nseverity: high\n")
        .and("a.txt", crate::credentials::expand("acme_live_<base62:32>", 1));
    assert_eq!(folder.prescan(&["explain", "acme.api-key"]).code, 0);
    let run = folder.prescan(&["explain", &fingerprint(&folder.scan(&["a.txt"]))]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn other_rules_can_be_named() {
    let folder = Folder::with("acme.yaml", ACME)
        .and("a.txt", crate::credentials::expand("acme_live_<base62:32>", 1));
    let rules = ["--rules", "acme.yaml"];
    let found = fingerprint(&folder.scan(&[&rules[..], &["a.txt"]].concat()));
    let run = folder.prescan(&[&["explain", &found, "a.txt"], &rules[..]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.prescan(&[&["explain", "acme.api-key"], &rules[..]].concat()).code, 0);
}

#[test]
fn nonsense_is_an_error_that_says_what_would_do() {
    let run = Folder::new().prescan(&["explain", "nonsense"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "prescan: `nonsense` is neither a rule's id nor a fingerprint: `prescan rules list` shows the rules, \
         a report's `fingerprint` names a finding\n"
    );
}

#[test]
fn a_fingerprint_that_no_finding_has_is_an_error() {
    let run = Folder::with("a.txt", github(1)).prescan(&["explain", &"0".repeat(32), "a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("no finding has the fingerprint"), "{run:?}");
    assert!(run.err.ends_with("in `a.txt`\n"), "{run:?}");
}
