//! `prescan rules`.

use crate::folder::Folder;
use crate::rule_files::ACME;

#[test]
fn list_has_a_line_for_every_rule_in_order() {
    let run = Folder::new().prescan(&["rules", "list"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let ids: Vec<&str> = run.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(ids.len(), prescan_rules::builtin().rules().filter(|rule| !rule.hidden).count());
    assert!(ids.is_sorted() && ids.iter().all(|id| id.contains('.')));
    let line = run.out.lines().find(|line| line.starts_with("github.personal-access-token "));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    assert_eq!(
        words[1..],
        ["critical", "format", "GitHub", "personal", "access", "token", "(classic)"]
    );
}

#[test]
fn list_and_show_know_the_rules_of_files() {
    let folder = Folder::with("acme.yaml", ACME);
    let list = folder.prescan(&["rules", "list", "--rules", "acme.yaml"]);
    assert!(list.out.lines().any(|line| line.starts_with("acme.api-key ")));
    let show = folder.prescan(&["rules", "show", "acme.api-key", "--rules", "acme.yaml"]);
    let expected = "\
acme.api-key
Acme API key

Orders anvils.
provider    Acme
severity    high
confidence  format
kind        token
woken by    acme_live_
checks      not-hex
";
    assert_eq!((show.code, show.out.as_str()), (0, expected));
}

#[test]
fn show_of_an_unknown_rule_is_an_error() {
    let run = Folder::new().prescan(&["rules", "show", "acme.api-key"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "prescan: there is no rule `acme.api-key`: `prescan rules list` shows them all\n"
    );
}

#[test]
fn check_passes_a_good_file() {
    let run = Folder::with("acme.yaml", ACME).prescan(&["rules", "check", "acme.yaml"]);
    assert_eq!((run.code, run.everything().as_str()), (0, "1 rule, no fault\n"));
}

#[test]
fn check_passes_the_built_in_rules() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/secrets");
    let run = Folder::new().prescan(&["rules", "check", rules]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
}

#[test]
fn check_looks_at_the_generators_of_examples() {
    let file = ACME.replace("<base62:33>", "<base62:many>");
    let run = Folder::with("acme.yaml", file).prescan(&["rules", "check", "acme.yaml"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "prescan: acme.yaml:3: rule `acme.api-key`: generator `<base62:many>`: the length is a number or a range such as `24-36`\n"
    );
}

#[test]
fn test_runs_the_examples() {
    let run = Folder::with("acme.yaml", ACME).prescan(&["rules", "test", "acme.yaml"]);
    assert_eq!((run.code, run.everything().as_str()), (0, "1 rule: 4 passed, 0 failed\n"));
}

#[test]
fn test_names_the_example_that_fails() {
    let file = ACME.replace("<base62:31>", "<base62:32>");
    let run = Folder::with("acme.yaml", file).prescan(&["rules", "test", "acme.yaml"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let (failure, summary) = run.out.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(summary, "1 rule: 3 passed, 1 failed");
    let beginning = "acme.yaml:3: acme.api-key no_match 1: `KEY=acme_live_<base62:32>`: ";
    assert!(failure.starts_with(beginning), "{failure}");
}

#[test]
fn checks_lists_every_check_with_what_it_asks() {
    let run = Folder::new().prescan(&["rules", "checks"]);
    assert_eq!(run.code, 0);
    let checks = prescan_core::secrets::checks::CHECKS;
    assert_eq!(run.out.lines().count(), checks.len());
    for (line, check) in run.out.lines().zip(checks) {
        assert!(line.starts_with(check.name) && line.contains(check.about), "{line}");
        assert_eq!(line.ends_with(" [tail]"), check.tail.is_some(), "{line}");
    }
}
