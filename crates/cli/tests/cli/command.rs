//! `prescan command`: one line for a person, many for a program.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::state::Home;

/// Runs the program with a text on its standard input.
fn with_input(home: &Home, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = home.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn answers(home: &Home, arguments: &[&str], questions: &[Value]) -> Vec<Value> {
    let input: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let (exit, out, err) = with_input(home, &[&["command", "--jsonl"], arguments].concat(), &input);
    assert_eq!((exit, err.as_str()), (0, ""));
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@b", "-C"]).arg(folder).args(arguments);
    assert!(command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
}

#[test]
fn a_line_is_judged_and_the_exit_code_says_so() {
    let home = Home::new();
    for (line, exit, first) in [
        ("ls -la", 0, "allow"),
        ("git commit -m 'never rm -rf /'", 0, "allow"),
        ("git push --force origin main", 1, "ask"),
        ("sudo rm -rf /etc", 1, "block"),
        ("echo 'a", 1, "ask"),
    ] {
        let (code, out, err) = home.prescan(&["command", line]);
        assert_eq!((code, err.as_str()), (exit, ""), "{line}");
        assert_eq!(out.lines().next(), Some(first), "{line}: {out}");
    }
}

#[test]
fn the_reason_names_chain_target_rule_and_advice() {
    let (_, out, _) = Home::new().prescan(&["command", "sudo bash -c 'rm -rf \"$DIR\"/x'"]);
    assert!(out.contains("sudo → bash -c → rm -rf: possibly deletes recursively"), "{out}");
    assert!(out.contains("($DIR is not known here)"), "{out}");
    assert!(out.contains("[commands.delete-recursive.unknown]"), "{out}");
    assert!(out.contains("write the folder's name out"), "{out}");
}

#[test]
fn explain_tells_what_decided() {
    let (_, out, _) = Home::new().prescan(&["command", "--explain", "rm -rf /"]);
    for part in
        ["effect:    delete-recursive, certain", "target:    /, protected", "policy:    block by"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn json_has_effects_and_reasons() {
    let (exit, out, _) = Home::new().prescan(&["command", "--json", "psql -c 'DROP TABLE users'"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(exit, 1);
    assert_eq!(answer["decision"], "ask");
    assert_eq!(answer["effects"][0]["effect"], "drop-data");
    assert_eq!(answer["effects"][0]["span"], json!([0, 26]));
    assert_eq!(answer["reasons"][0]["rule"], "commands.drop-data");
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn many_lines_are_answered_in_order() {
    let home = Home::new();
    let questions = [
        json!({"command": "rm -rf /"}),
        json!({"command": "ls"}),
        json!({"command": "Remove-Item -Recurse C:\\Windows", "shell": "powershell"}),
        json!({"command": "rm -rf src", "cwd": "/etc"}),
        json!({"command": "echo\u{0}\u{1b}[31m"}),
        json!({"command": "git push -f origin main", "shell": "bash", "other": 1}),
    ];
    let found = answers(&home, &[], &questions);
    let decisions: Vec<&str> = found.iter().filter_map(|it| it["decision"].as_str()).collect();
    assert_eq!(decisions, ["block", "allow", "block", "block", "allow", "ask"]);
    assert_eq!(found[1], json!({"decision": "allow", "effects": [], "reasons": []}));
    assert_eq!(found[3]["effects"][0]["target"], "/etc/src");
}

/// Nobody may take a question that was not understood for one that was allowed.
#[test]
fn what_is_no_question_is_answered_with_a_fault() {
    let home = Home::new();
    let input = "{\"command\": 3}\nnonsense sk-secret\n\n{\"command\":\"ls\"}\n{\"command\":\"ls\",\"shell\":\"x\"}";
    let (exit, out, _) = with_input(&home, &["command", "--jsonl"], input);
    let found: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exit, 2);
    assert_eq!(found.len(), 4);
    for at in [0, 1, 3] {
        assert_eq!(found[at]["decision"], "ask", "{out}");
        assert!(found[at]["error"].is_string(), "{out}");
    }
    assert_eq!(found[2]["decision"], "allow");
    assert!(!out.contains("nonsense"), "{out}");
}

#[test]
fn the_line_may_come_from_standard_input() {
    let home = Home::new();
    for arguments in [&["command"][..], &["command", "-"]] {
        let (exit, out, _) = with_input(&home, arguments, "set -e\ncd /\nrm -rf *\n");
        assert_eq!(exit, 1);
        assert!(out.starts_with("block\n"), "{out}");
    }
}

#[test]
fn files_and_git_are_asked() {
    let home = Home::new();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("work");
    std::fs::create_dir_all(root.join("src")).unwrap();
    std::fs::write(root.join("src/a.txt"), "a").unwrap();
    git(&root, &["init", "-q"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "a"]);
    std::fs::create_dir_all(root.join("new")).unwrap();
    std::fs::write(root.join("new/b.txt"), "b").unwrap();
    let cwd = root.to_str().unwrap();
    for (arguments, line, first) in [
        (&[][..], "rm -rf src", "allow"),
        (&[], "git reset --hard", "allow"),
        (&[], "rm -rf new", "ask"),
        (&[], "git clean -fd", "ask"),
        (&[], "rm -rf nothing", "allow"),
        (&["--no-files"], "rm -rf src", "ask"),
        (&["--no-files"], "rm -rf nothing", "ask"),
    ] {
        let all = [&["command", "--cwd", cwd], arguments, &[line]].concat();
        let (_, out, err) = home.prescan(&all);
        assert_eq!(out.lines().next(), Some(first), "{line}: {out}{err}");
    }
    // Lines of a log may have met what is gone by now.
    let questions = ["rm -rf src", "rm -rf nothing", "echo x > fresh.sql"];
    let questions = questions.map(|line| json!({"command": line, "cwd": cwd}));
    let found = answers(&home, &[], &questions);
    let decisions: Vec<&str> = found.iter().filter_map(|it| it["decision"].as_str()).collect();
    assert_eq!(decisions, ["allow", "ask", "allow"]);
}

#[test]
fn settings_and_own_programs_count() {
    let home = Home::new();
    std::fs::create_dir_all(home.config("")).unwrap();
    std::fs::write(home.config("prescan.yaml"), "profile: strict\n").unwrap();
    let (_, out, err) = home.prescan(&["command", "git reset --hard", "--no-files"]);
    assert_eq!(out.lines().next(), Some("block"), "{out}{err}");
    let own = home.config("wipe.yaml");
    let rows = "programs: [wipeout]\neffects:\n  - { verb: now, effect: drop-data }\nexamples:\n  drop-data: [wipeout now]\n  none: [wipeout later]\n";
    std::fs::write(&own, rows).unwrap();
    let own = own.to_str().unwrap();
    let (exit, out, _) = home.prescan(&["command", "--rules", own, "wipeout now"]);
    assert_eq!((exit, out.lines().next()), (1, Some("block")), "{out}");
    assert_eq!(home.prescan(&["command", "wipeout now"]).0, 0);
    assert_eq!(home.prescan(&["rules", "test", own]).1, "1 command file: 2 passed, 0 failed\n");
}

#[test]
fn secrets_and_escapes_never_come_out() {
    let home = Home::new();
    let token = super::credentials::github(7);
    let line = format!("rm -rf /etc/{token} && echo \u{1b}[31m");
    for arguments in [&["command"][..], &["command", "--explain"], &["command", "--json"]] {
        let (_, out, err) = home.prescan(&[arguments, &[line.as_str()]].concat());
        assert!(!out.contains(&token) && !err.contains(&token), "{out}{err}");
        assert!(!out.contains('\u{1b}'), "{out:?}");
    }
}
