//! `prescan.yaml`.

use crate::credentials::{expand, github, stripe, stripe_test};
use crate::folder::Folder;
use crate::rule_files::ACME;

fn three() -> Folder {
    Folder::with("a.txt", format!("{}\n{}\n{}\n", github(1), stripe(1), stripe_test(1)))
}

const GITHUB: &str = "github.personal-access-token";
const STRIPE: &str = "stripe.secret-key";
const STRIPE_TEST: &str = "stripe.test-key";

/// What a scan finds with these settings and these flags.
fn found(settings: &str, flags: &[&str]) -> Vec<String> {
    let run = three().and("prescan.yaml", settings).scan(flags);
    assert_eq!(run.err, "", "{settings}");
    run.rules()
}

#[test]
fn every_setting_has_its_effect() {
    assert_eq!(found("", &[]), [GITHUB, STRIPE, STRIPE_TEST]);
    assert_eq!(found("only: [github.*]", &[]), [GITHUB]);
    assert_eq!(found("skip: [github.*, stripe.test-key]", &[]), [STRIPE]);
    assert_eq!(found("min_confidence: verified", &[]), [GITHUB]);
    assert_eq!(found("severity: critical", &[]), [GITHUB, STRIPE]);
}

#[test]
fn a_flag_wins_over_the_file() {
    assert_eq!(found("only: [github.*]", &["--only", "stripe.*"]), [STRIPE, STRIPE_TEST]);
    assert_eq!(found("min_confidence: verified", &["--min-confidence", "format"]).len(), 3);
    assert_eq!(found("severity: critical", &["--severity", "low"]).len(), 3);
}

#[test]
fn skipped_rules_of_both_count() {
    assert_eq!(found("skip: [github.*]", &["--skip", STRIPE]), [STRIPE_TEST]);
}

#[test]
fn ignore_files_can_be_turned_off() {
    let folder = three().and(".prescanignore", "a.txt");
    assert_eq!(folder.scan(&[]).rules().len(), 0);
    assert_eq!(folder.scan(&["--no-ignore"]).rules().len(), 3);
    folder.write("prescan.yaml", "ignore_files: false");
    assert_eq!(folder.scan(&[]).rules().len(), 3);
}

#[test]
fn rules_start_at_the_files_own_folder() {
    let folder = Folder::with("conf/acme.yaml", ACME)
        .and("conf/settings.yaml", "rules: [acme.yaml]")
        .and("a.txt", expand("acme_live_<base62:32>", 1));
    let run = folder.scan(&["--config", "conf/settings.yaml", "a.txt"]);
    assert_eq!(run.rules(), ["acme.api-key"]);
}

#[test]
fn rules_of_both_count() {
    let other = ACME.replace("acme.api-key", "acme.other").replace("acme_live", "acme_other");
    let text = [expand("acme_live_<base62:32>", 1), expand("acme_other_<base62:32>", 1)].join("\n");
    let folder = Folder::with("one.yaml", ACME)
        .and("two.yaml", other)
        .and("prescan.yaml", "rules: [one.yaml]")
        .and("a.txt", text);
    let both = ["acme.api-key", "acme.other"];
    assert_eq!(folder.scan(&["--rules", "two.yaml", "a.txt"]).rules(), both);
    assert_eq!(folder.scan(&["--rules", "one.yaml", "a.txt"]).rules(), [both[0]]);
}

#[test]
fn a_named_file_takes_the_place_of_the_one_in_the_folder() {
    let folder = three().and("prescan.yaml", "only: [github.*]").and("x.yaml", "only: [stripe.*]");
    assert_eq!(folder.scan(&["--config", "x.yaml"]).rules(), [STRIPE, STRIPE_TEST]);
}

#[test]
fn the_file_of_another_folder_is_not_read() {
    let folder = three().and("sub/prescan.yaml", "skip: ['*']");
    assert_eq!(folder.scan(&["a.txt", "sub"]).rules().len(), 3);
}

#[test]
fn a_faulty_setting_is_an_error_and_not_passed_over() {
    for (settings, said) in [
        ("onyl: [github.*]", "onyl"),
        ("severity: dire", "dire"),
        ("severity: High", "High"),
        ("min_confidence: certain", "certain"),
        ("min_confidence: ''", "``"),
        ("only: [no.such-rule]", "no.such-rule"),
        ("skip: [no.such-rule]", "no.such-rule"),
        ("rules: [missing.yaml]", "missing.yaml"),
        ("ignore_files: perhaps", "prescan.yaml"),
        ("only: github.*", "prescan.yaml"),
        ("- only", "prescan.yaml"),
        ("only: [", "prescan.yaml"),
    ] {
        let run = three().and("prescan.yaml", settings).scan(&[]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{settings}: {run:?}");
        assert!(run.err.starts_with("prescan: ") && run.err.contains(said), "{settings}: {run:?}");
        assert!(!run.err.contains("struct "), "no name of a Rust type: {run:?}");
    }
}

#[test]
fn an_empty_file_changes_nothing() {
    for settings in ["", "# nothing yet\n", "{}\n", "---\n"] {
        assert_eq!(found(settings, &[]).len(), 3, "{settings:?}");
    }
}

/// A tree that somebody else made must not hold up a scan of it.
#[cfg(unix)]
#[test]
fn a_fifo_in_the_place_of_the_file_is_an_error() {
    let folder = three();
    let path = folder.path("prescan.yaml");
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    let run = folder.scan(&["a.txt"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.err, "prescan: prescan.yaml: is not a regular file\n");
}
