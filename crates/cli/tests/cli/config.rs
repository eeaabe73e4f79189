//! `prescan config`.

use std::path::Path;

use serde_json::Value;

use crate::folder::Folder;

const SETTINGS: &str = "\
profile: strict
guards:
  - { pattern: 'npm publish', action: ask, reason: Ask first. }
allow:
  - { command: 'git push --force origin gh-pages', reason: The branch is generated., until: 2027-01-31 }
policy:
  - { id: mine, family: secrets, place: command, action: mask, reason: Masked. }
hooks:
  - { name: mine, command: [check], timeout: 2s }
thresholds: { context_warn: 80 }
";

#[test]
fn check_reads_what_is_there() {
    let none = Folder::new().prescan(&["config", "check"]);
    assert_eq!(
        (none.code, none.out.as_str()),
        (0, "no settings file: the built-in settings count\n")
    );
    let fine = Folder::with("prescan.yaml", SETTINGS).prescan(&["config", "check"]);
    assert_eq!(fine.code, 0, "{fine:?}");
    assert!(
        fine.out.contains("`trust`") && fine.out.contains("1 settings file is fine"),
        "{fine:?}"
    );
    let wrong = Folder::with("prescan.yaml", "profil: strict").prescan(&["config", "check"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean `profile`?"), "{wrong:?}");
    let named = Folder::with("other.yaml", "guards: 1").prescan(&["config", "check", "other.yaml"]);
    assert_eq!(named.code, 2);
    assert!(named.err.starts_with("prescan: other.yaml: "), "{named:?}");
}

#[test]
fn show_says_where_each_comes_from() {
    let folder = Folder::with("prescan.yaml", SETTINGS);
    let run = folder.prescan(&["config", "show", "--origin"]);
    assert_eq!(run.code, 0, "{run:?}");
    let line = |start: &str| run.out.lines().find(|line| line.starts_with(start)).unwrap();
    assert!(
        line("profile: \"strict\"").contains("# project: ")
            && line("profile").ends_with("prescan.yaml")
    );
    assert!(line("  context_warn: 80").contains("# project"));
    assert!(line("  context_ask: 95").ends_with("# built-in"));
    assert!(line("audit: true").ends_with("# built-in"));
}

/// What is shown is a settings file that means the same.
#[test]
fn what_is_shown_can_be_read_back() {
    let folder = Folder::with("prescan.yaml", SETTINGS);
    let first = folder.prescan(&["config", "show"]);
    let settings = first.out.split("# note: ").next().unwrap();
    let again = Folder::with("prescan.yaml", settings).prescan(&["config", "show"]);
    assert_eq!((again.code, again.out.as_str()), (0, settings), "{again:?}");
}

fn schema() -> Value {
    let run = Folder::new().prescan(&["config", "schema"]);
    assert_eq!(run.code, 0);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn the_schema_in_the_repository_is_current() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.schema.json");
    let stored = std::fs::read_to_string(stored).unwrap();
    let printed = Folder::new().prescan(&["config", "schema"]).out;
    assert!(printed == stored, "run `prescan config schema > docs/settings.schema.json`");
}

/// An editor marks what the program refuses, and nothing that it takes.
#[test]
fn the_schema_says_what_the_program_says() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let valid =
        |source: &str| validator.is_valid(&serde_saphyr::from_str::<Value>(source).unwrap());
    let taken = |source: &str| {
        Folder::with("a.yaml", source).prescan(&["config", "check", "a.yaml"]).code == 0
    };
    let value: Value = serde_saphyr::from_str(SETTINGS).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty() && taken(SETTINGS), "{errors:?}");
    for (from, to) in [
        ("profile: strict", "profil: strict"),
        ("profile: strict", "profile: strictest"),
        ("action: ask", "action: askk"),
        ("action: ask, ", ""),
        ("reason: Masked.", "raison: Masked."),
        ("family: secrets", "family: secret"),
        ("action: mask", "action: hide"),
        ("timeout: 2s", "timeut: 2s"),
        ("2027-01-31", "soon"),
        ("context_warn: 80", "context_warn: often"),
        ("pattern: 'npm publish'", "pattern: ''"),
    ] {
        let source = SETTINGS.replace(from, to);
        assert_ne!(source, SETTINGS);
        assert!(!valid(&source), "schema takes `{to}`");
        assert!(!taken(&source), "program takes `{to}`");
    }
}
