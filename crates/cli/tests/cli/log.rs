//! `prescan log`: what was decided, for people and for programs.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use prescan_hook::Action;
use serde_json::Value;

use super::state::Home;

/// A home with three decisions.
fn home() -> Home {
    let home = Home::new();
    home.log(1_000, Action::Block, "deletes \u{1b}[31mthe\nhome\u{202e}");
    home.log(2_000, Action::Allow, "fine");
    home.log(3_000, Action::Ask, "may delete");
    home
}

#[test]
fn every_decision_is_a_line() {
    let (exit, out, err) = home().prescan(&["log"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let expected = "\
1970-01-01T00:16:40.000Z  block   claude-code   Bash          fs.delete                 deletes \\x1b[31mthe\\nhome\\u{202e}
1970-01-01T00:33:20.000Z  allow   claude-code   Bash          fs.delete                 fine
1970-01-01T00:50:00.000Z  ask     claude-code   Bash          fs.delete                 may delete
";
    assert_eq!(out, expected);
}

#[test]
fn colour_is_only_round_the_action() {
    let (_, out, _) = home().prescan(&["log", "--color", "always", "--action", "block"]);
    assert!(out.contains("\u{1b}[1m\u{1b}[31mblock \u{1b}[0m  claude-code"), "{out:?}");
    assert_eq!(out.matches('\u{1b}').count(), 3, "{out:?}");
}

#[test]
fn json_is_one_object_a_line_and_harmless() {
    let (exit, out, _) = home().prescan(&["log", "--json"]);
    assert_eq!(exit, 0);
    assert_eq!(out.lines().count(), 3);
    let first: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(first["reasons"][0]["message"], "deletes \u{1b}[31mthe\nhome\u{202e}");
    assert!(!out.contains(['\u{1b}', '\u{202e}']), "{out:?}");
}

#[test]
fn what_is_asked_for_is_shown() {
    let home = home();
    for (arguments, lines) in [
        (&["--action", "ask"][..], 1),
        (&["--since", "1970-01-01T00:33:20Z"], 2),
        (&["--since", "1970-01-01T01:33:21+01:00"], 1),
        (&["--since", "1970-01-01"], 3),
        (&["--since", "10m"], 0),
        (&["--since", "10m", "--json"], 0),
    ] {
        let (exit, out, _) = home.prescan(&[&["log"], arguments].concat());
        assert_eq!((exit, out.lines().count()), (0, lines), "{arguments:?}");
    }
    let (exit, _, err) = home.prescan(&["log", "--since", "yesterday"]);
    assert_eq!(exit, 2);
    assert!(err.contains("`yesterday` is neither a duration"), "{err}");
}

#[test]
fn a_log_that_is_not_there_is_empty() {
    let home = Home::new();
    assert_eq!(home.prescan(&["log"]), (0, String::new(), String::new()));
    assert!(!home.state().path().exists());
}

#[test]
fn lines_that_are_no_records_are_counted() {
    let home = home();
    let path = home.state().path().join("audit.jsonl");
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("garbage\u{1b}[2J\n{log}{{\"time\"")).unwrap();
    let (exit, out, err) = home.prescan(&["log"]);
    assert_eq!((exit, out.lines().count()), (0, 3));
    assert_eq!(err, "prescan: 2 lines of the log are no whole records\n");
}

#[test]
fn followed_it_goes_on_with_what_is_added() {
    let home = home();
    let mut child = home.command(&["log", "--follow"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        lines.next().unwrap().unwrap();
    }
    let path = home.state().path().join("audit.jsonl");
    std::fs::rename(&path, path.with_file_name("audit.1.jsonl")).unwrap();
    home.log(4_000, Action::Block, "after the rotation");
    assert!(lines.next().unwrap().unwrap().ends_with("after the rotation"));
    // Nobody reads on: what is added next finds the pipe closed.
    drop(lines);
    home.log(5_000, Action::Block, "into the void");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
