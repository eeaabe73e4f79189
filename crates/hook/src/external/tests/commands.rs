//! Commands: what each way to behave leads to.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tempfile::TempDir;

use super::*;

pub(super) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// What the chain decides with a hook that is this line for the shell.
fn shell(line: &str) -> Decision {
    decide(hook_in(folder().path(), json!({ "command": line })))
}

#[test]
fn it_gets_the_event_as_one_line() {
    let folder = folder();
    let decision = decide(hook_in(folder.path(), json!({ "command": "cat >got" })));
    assert_eq!(decision, Decision::allow());
    let got = fs::read_to_string(folder.path().join("got")).unwrap();
    assert_eq!(got, serde_json::to_string(&event()).unwrap() + "\n");
}

#[test]
fn its_answer_decides() {
    let line = r#"echo '{"action":"ask","reason":"it is Friday"}'"#;
    assert_says(&shell(line), Action::Ask, "check: it is Friday");
    let line = r#"echo '{"action":"modify","modifiedArgs":{"command":"make -n deploy"}}'"#;
    let decision = shell(line);
    assert_eq!(decision.modified_args, Some(json!({ "command": "make -n deploy" })));
}

#[test]
fn no_output_allows() {
    for line in ["exit 0", "echo; echo ' '", "cat >/dev/null"] {
        assert_eq!(shell(line), Decision::allow(), "{line}");
    }
}

#[test]
fn exit_code_2_blocks_with_what_it_wrote_to_its_standard_error() {
    let decision = shell("echo '{\"action\":\"allow\"}'; echo 'no ticket' >&2; exit 2");
    assert_says(&decision, Action::Block, "check: no ticket");
    assert_says(&shell("exit 2"), Action::Block, "the hook `check` says so");
}

#[test]
fn standard_error_alone_is_no_answer() {
    assert_eq!(shell("echo '{\"action\":\"block\"}' >&2"), Decision::allow());
}

#[test]
fn any_other_end_is_a_failure() {
    assert_eq!(failure(&shell("echo '{\"action\":\"allow\"}'; exit 1")), "it exited with 1");
    assert_eq!(failure(&shell("exit 137")), "it exited with 137");
    assert_eq!(failure(&shell("kill -KILL $$")), "it was killed by signal 9");
    assert_eq!(failure(&shell("no-such-command-at-all")), "it exited with 127");
}

#[test]
fn what_it_writes_is_not_in_the_failure() {
    let decision = shell("echo hunter2; echo hunter2 >&2; exit 3");
    assert!(!format!("{decision:?}").contains("hunter2"));
    let decision = shell("echo hunter2");
    assert!(!format!("{decision:?}").contains("hunter2"));
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure() {
    let cases = [
        ("echo yes", "its answer is not JSON: line 1, column 1"),
        ("printf '{\"action\":\"allo'", "its answer is not JSON: line 1, column 15"),
        ("printf '{\"action\":\"maybe\"}'", "its answer has no `action`"),
        ("printf '{\"action\":\"modify\"}'", "its answer is `modify` without"),
        ("printf '{\"action\":\"allow\\377\"}'", "its answer is not UTF-8"),
    ];
    for (line, what) in cases {
        let decision = shell(line);
        assert!(failure(&decision).starts_with(what), "{line}: {decision:?}");
    }
}

#[test]
fn a_failure_means_what_on_error_says() {
    for (on_error, action) in
        [("allow", Action::Allow), ("ask", Action::Ask), ("block", Action::Block)]
    {
        let fields = json!({ "command": "exit 1", "on_error": on_error });
        let decision = decide(hook_in(folder().path(), fields));
        assert_eq!(decision.action, action);
        assert_eq!(
            decision.warnings,
            ["prescan: the hook `check` did not answer: it exited with 1"]
        );
    }
}

#[test]
fn the_longest_answer_is_read() {
    let pad = |length: usize| {
        let line =
            format!("head -c {length} /dev/zero | tr '\\0' ' '; printf '{{\"action\":\"ask\"}}'");
        shell(&line)
    };
    let answer = r#"{"action":"ask"}"#.len();
    assert_eq!(pad((1 << 20) - answer).action, Action::Ask);
    assert_eq!(failure(&pad((1 << 20) - answer + 1)), "its answer is longer than 1048576 bytes");
}

/// An event of several MiB, far more than a pipe holds.
fn large() -> Event {
    let mut event = event();
    event.args = json!({ "content": "x".repeat(5 << 20) });
    event
}

#[test]
fn a_large_event_may_be_read_late_or_not_at_all() {
    let lines = [
        "echo '{\"action\":\"ask\"}'; cat >/dev/null",
        "echo '{\"action\":\"ask\"}'",
        "exec <&-; sleep 0.1; echo '{\"action\":\"ask\"}'",
        "head -c 100 >/dev/null; echo '{\"action\":\"ask\"}'",
        "head -c 900000 /dev/zero | tr '\\0' ' '; cat >/dev/null; echo '{\"action\":\"ask\"}'",
    ];
    let folder = folder();
    for line in lines {
        let hook = hook_in(folder.path(), json!({ "command": line }));
        let decision = decide_about(large(), hook);
        assert_eq!(decision.action, Action::Ask, "{line}: {decision:?}");
    }
}

#[test]
fn a_flood_of_errors_is_drained() {
    let line = "head -c 5000000 /dev/zero | tr '\\0' 'e' >&2; echo '{\"action\":\"ask\"}'";
    assert_eq!(shell(line).action, Action::Ask);
    let decision = shell("head -c 5000000 /dev/zero | tr '\\0' 'e' >&2; exit 2");
    assert_eq!(decision.action, Action::Block);
    assert!(decision.reasons[0].message.starts_with("check: eeee"));
    assert!(decision.reasons[0].message.chars().count() < 1_020);
}

#[test]
fn what_cannot_be_started_is_a_failure() {
    let folder = folder();
    let file = folder.path().join("plain");
    fs::write(&file, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let missing = "it cannot be started: no such command or folder";
    let cases = [
        (json!(["./nothing"]), missing),
        (json!(["no-such-command-at-all"]), missing),
        (json!(["./plain"]), "it cannot be started: permission denied"),
        (json!(["."]), "it cannot be started: permission denied"),
    ];
    for (command, what) in cases {
        let decision = decide(hook_in(folder.path(), json!({ "command": command })));
        assert_eq!(failure(&decision), what, "{command}");
    }
    let nowhere = folder.path().join("nowhere");
    let decision = decide(hook_in(&nowhere, json!({ "command": "exit 0" })));
    assert_eq!(failure(&decision), missing);
}

#[test]
fn a_program_is_looked_for_in_the_folder_of_the_settings() {
    let folder = folder();
    fs::create_dir(folder.path().join("hooks")).unwrap();
    symlink("/bin/sh", folder.path().join("hooks/check")).unwrap();
    let script = "pwd -P >&2; exit 2";
    let command = json!(["hooks/check", "-c", script]);
    let decision = decide(hook_in(folder.path(), json!({ "command": command })));
    let place = folder.path().canonicalize().unwrap();
    assert_says(&decision, Action::Block, &format!("check: {}", place.display()));
    // A name alone is one in `PATH`, whatever lies in the folder.
    fs::write(folder.path().join("sh"), "").unwrap();
    let command = json!(["sh", "-c", "echo from the path >&2; exit 2"]);
    let decision = decide(hook_in(folder.path(), json!({ "command": command })));
    assert_says(&decision, Action::Block, "check: from the path");
}

#[test]
fn it_gets_the_variables_that_are_listed_and_no_other() {
    let folder = folder();
    let environment = |name: &str| match name {
        "PATH" => std::env::var_os(name),
        "TICKETS" => Some("of the team".into()),
        RECURSION_VARIABLE | "UNSET" => None,
        other => Some(format!("value of {other}").into()),
    };
    let variables = |fields: Value| {
        let hook = entry(fields).into_hook(folder.path(), None, &environment).unwrap();
        assert_eq!(decide(hook), Decision::allow());
        let got = fs::read_to_string(folder.path().join("got")).unwrap();
        // The shell adds some of its own.
        let own = ["PWD", "OLDPWD", "SHLVL", "_", "PATH"];
        let mut got: Vec<String> = got
            .lines()
            .filter(|line| !own.contains(&line.split_once('=').unwrap().0))
            .map(str::to_owned)
            .collect();
        got.sort();
        got
    };
    let listed = json!({ "command": "env >got", "env": ["PATH", "TICKETS", "UNSET"] });
    assert_eq!(variables(listed), ["PRESCAN_HOOK=1", "TICKETS=of the team"]);
    let default =
        ["HOME=value of HOME", "LANG=value of LANG", "PRESCAN_HOOK=1", "TMPDIR=value of TMPDIR"];
    assert_eq!(variables(json!({ "command": "env >got" })), default);
}

#[test]
fn a_path_that_is_not_unicode_is_no_way_round_it() {
    let folder = folder();
    let hook = hook_in(folder.path(), json!({ "command": "cat >got" }));
    let mut event = event();
    event.cwd = Some(OsStr::from_bytes(b"/caf\xe9").into());
    let decision = decide_about(event, hook);
    assert_eq!(decision, Decision::allow());
    let got: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("got")).unwrap()).unwrap();
    assert_eq!(got["cwd"], "/caf\u{fffd}");
}

#[test]
fn one_that_keeps_failing_is_skipped_for_a_while() {
    let folder = folder();
    let state = folder.path().join("state");
    let now = Arc::new(AtomicU64::new(36_000));
    let command = "echo call >>calls; test -e mended";
    // Each decision has a process of its own, so each has a hook of its own here.
    let decide_now = || {
        let fields = json!({
            "command": command,
            "on_error": "ask",
            "breaker": { "failures": 2, "pause": "60s" },
        });
        let environment = |name: &str| (name == "PATH").then(|| std::env::var_os(name)).flatten();
        let clock = Arc::clone(&now);
        let hook = entry(fields).into_hook(folder.path(), Some(&state), &environment).unwrap();
        decide(hook.with_clock(move || -> SystemTime {
            UNIX_EPOCH + Duration::from_secs(clock.load(Ordering::Relaxed))
        }))
    };
    let calls = || fs::read_to_string(folder.path().join("calls")).unwrap().lines().count();
    for call in 1..=2 {
        assert_eq!(failure(&decide_now()), "it exited with 1");
        assert_eq!(calls(), call);
    }
    now.fetch_add(59, Ordering::Relaxed);
    let decision = decide_now();
    assert_eq!(failure(&decision), "skipped until 10:01:00 UTC after 2 failures in a row");
    assert_eq!(decision.action, Action::Ask);
    assert_eq!(calls(), 2);
    now.fetch_add(1, Ordering::Relaxed);
    assert_eq!(failure(&decide_now()), "it exited with 1");
    assert!(failure(&decide_now()).starts_with("skipped until 10:02:00 UTC"));
    assert_eq!(calls(), 3);
    fs::write(folder.path().join("mended"), "").unwrap();
    now.fetch_add(60, Ordering::Relaxed);
    for call in 4..=6 {
        assert_eq!(decide_now(), Decision::allow());
        assert_eq!(calls(), call);
    }
    assert_eq!(fs::read_dir(state.join("hooks")).unwrap().count(), 0);
}

#[test]
fn a_state_that_cannot_be_written_is_said_and_changes_no_answer() {
    let folder = folder();
    let state = folder.path().join("state");
    fs::write(&state, "").unwrap();
    let environment = |_: &str| None;
    let fields = json!({ "command": "exit 1" });
    let hook = entry(fields).into_hook(folder.path(), Some(&state), &environment).unwrap();
    let decision = decide(hook);
    assert!(failure(&decision).starts_with("it exited with 1; nor can its state be written: "));
    // One that answers has no state to write.
    let fields = json!({ "command": "exit 0" });
    let hook = entry(fields).into_hook(folder.path(), Some(&state), &environment).unwrap();
    assert_eq!(decide(hook), Decision::allow());
}
