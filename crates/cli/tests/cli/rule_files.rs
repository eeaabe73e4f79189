//! Rules of one's own, and what is said of faulty ones.

use crate::credentials::{expand, github};
use crate::folder::Folder;

/// A good rule file.
pub const ACME: &str = "\
provider: Acme
rules:
  - id: acme.api-key
    title: Acme API key
    why: Orders anvils.
    severity: high
    literals: [acme_live_]
    value: '[A-Za-z0-9]{32}'
    checks: [not-hex]
    examples:
      match:
        - 'KEY=acme_live_<base62:32>'
        - '\"acme_live_<base62:32>\"'
      no_match:
        - 'KEY=acme_live_<base62:31>'
        - 'KEY=acme_live_<base62:33>'
";

fn acme_key() -> String {
    expand("acme_live_<base62:32>", 1)
}

#[test]
fn a_file_or_a_folder_of_rules_runs_beside_the_built_in_ones() {
    let text = format!("{} {}\n", acme_key(), github(1));
    let folder = Folder::with("rules/deep/acme.yaml", ACME).and("a.txt", text);
    for rules in ["rules/deep/acme.yaml", "rules"] {
        let run = folder.scan(&["--rules", rules, "a.txt"]);
        assert_eq!(run.rules(), ["acme.api-key", "github.personal-access-token"]);
    }
    assert_eq!(folder.scan(&["a.txt"]).rules(), ["github.personal-access-token"]);
}

#[test]
fn added_rules_can_be_chosen_from() {
    let text = format!("{} {}\n", acme_key(), github(1));
    let folder = Folder::with("acme.yaml", ACME).and("a.txt", text);
    let scan = |flag, name| folder.scan(&["--rules", "acme.yaml", flag, name, "a.txt"]).rules();
    assert_eq!(scan("--only", "acme.*"), ["acme.api-key"]);
    assert_eq!(scan("--skip", "acme.*"), ["github.personal-access-token"]);
}

#[test]
fn a_rule_with_a_built_in_id_takes_its_place() {
    let own = ACME.replace("acme.api-key", "github.personal-access-token");
    let folder =
        Folder::with("own.yaml", own).and("a.txt", format!("{} {}\n", acme_key(), github(1)));
    let run = folder.scan(&["--rules", "own.yaml", "a.txt"]);
    let findings = run.findings();
    let own: Vec<_> =
        findings.iter().filter(|f| f["rule"] == "github.personal-access-token").collect();
    assert_eq!(own.len(), 1, "{run:?}");
    assert_eq!(own[0]["title"], "Acme API key");
    assert_eq!(own[0]["match"], "acme********");
}

/// The two lines an error consists of beside its message: the offending line and a caret below the offending text.
fn assert_fault(file: &str, at: &str, message: &str) {
    let folder = Folder::with("bad.yaml", file).and("a.txt", github(1));
    let (line, column) = at.split_once(':').unwrap();
    let excerpt = file.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap();
    let caret = format!("{}^", " ".repeat(column.parse::<usize>().unwrap() - 1));
    let expected = format!("prescan: bad.yaml:{at}: {message}\n  {excerpt}\n  {caret}\n");
    for command in [
        &["scan", "--rules", "bad.yaml"][..],
        &["rules", "check", "bad.yaml"],
        &["rules", "test", "bad.yaml"],
        &["rules", "list", "--rules", "bad.yaml"],
        &["explain", "acme.api-key", "--rules", "bad.yaml"],
    ] {
        let run = folder.prescan(command);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command:?}");
        assert_eq!(run.err, expected, "{command:?}");
    }
}

#[test]
fn an_unknown_field_is_shown() {
    let folder = Folder::with("bad.yaml", ACME.replace("severity:", "severty:"));
    let run = folder.prescan(&["rules", "check", "bad.yaml"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("prescan: bad.yaml:6:5: unknown field `severty`"), "{}", run.err);
    assert!(run.err.ends_with("\n      severty: high\n      ^\n"), "{}", run.err);
}

#[test]
fn a_pattern_that_does_not_compile_is_shown() {
    let file = ACME.replace("[A-Za-z0-9]{32}", "[A-Z]{3}(x");
    let run = Folder::with("bad.yaml", file).prescan(&["rules", "check", "bad.yaml"]);
    assert_eq!(run.code, 2);
    let beginning =
        "prescan: bad.yaml:8:21: rule `acme.api-key`: value: pattern does not compile: ";
    assert!(run.err.starts_with(beginning), "{}", run.err);
    assert!(
        run.err.ends_with("\n      value: '[A-Z]{3}(x'\n                      ^\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_literal_that_is_too_short_is_shown() {
    let file = ACME.replace("[acme_live_]", "[acme_live_, ac]");
    let run = Folder::with("bad.yaml", file).prescan(&["rules", "check", "bad.yaml"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("prescan: bad.yaml:7:"), "{}", run.err);
    assert!(run.err.contains("rule `acme.api-key`: literals: "), "{}", run.err);
    assert!(run.err.contains("`ac`"), "{}", run.err);
}

#[test]
fn an_unknown_check_is_shown() {
    assert_fault(
        &ACME.replace("[not-hex]", "[not-hex, not-there]"),
        "9:23",
        "rule `acme.api-key`: checks: there is no check `not-there`: `prescan rules checks` lists them",
    );
}

#[test]
fn too_few_examples_are_shown() {
    assert_fault(
        &ACME.replace("        - 'KEY=acme_live_<base62:33>'\n", ""),
        "10:5",
        "rule `acme.api-key`: examples: a rule needs at least 2 `no_match` examples, this one has 1",
    );
}

#[test]
fn two_rules_with_one_id_are_shown() {
    let second = ACME.split_once("rules:\n").unwrap().1;
    assert_fault(
        &format!("{ACME}{second}"),
        "3:9",
        "rule `acme.api-key`: id: another rule has this id already: choose another",
    );
}

#[test]
fn a_missing_field_is_shown() {
    let file = ACME.replace("    severity: high\n", "");
    let run = Folder::with("bad.yaml", file).prescan(&["rules", "check", "bad.yaml"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.starts_with("prescan: bad.yaml:") && run.err.contains("missing field `severity`"),
        "{}",
        run.err
    );
}

#[test]
fn what_is_no_yaml_is_shown() {
    let run = Folder::with("bad.yaml", "rules: [\n").prescan(&["rules", "check", "bad.yaml"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("prescan: bad.yaml:"), "{}", run.err);
}

#[test]
fn every_file_of_a_folder_is_read_and_the_faulty_one_named() {
    let folder = Folder::with("rules/a.yaml", ACME)
        .and("rules/b.yml", ACME.replace("acme.api-key", "acme.other").replace("high", "hihg"))
        .and("rules/notes.md", "not a rule file");
    let run = folder.prescan(&["scan", "--rules", "rules"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("prescan: rules/b.yml:6:"), "{}", run.err);
    assert!(run.err.contains("`hihg`"), "{}", run.err);
}
