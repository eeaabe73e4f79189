//! `prescan approve`: who may say yes, and what it lets through.

use std::io::Write as _;
use std::process::Stdio;

use super::state::{Home, call};

#[test]
fn without_a_terminal_or_a_secret_nobody_approves() {
    let home = Home::new();
    let code = home.stop(&call()).code.to_string();
    let (exit, out, err) = home.prescan(&["approve", &code]);
    assert_eq!((exit, out.as_str()), (2, ""));
    assert!(err.contains("only a person at a terminal approves"), "{err}");
    let (exit, _, err) = home.prescan(&["approve", &code, "--secret-stdin"]);
    assert_eq!(exit, 2);
    assert!(err.contains("there is no secret to compare with"), "{err}");
    assert!(!home.lets_through(&call()));
}

#[test]
fn what_waits_is_listed_without_its_code() {
    let home = Home::new();
    let (exit, out, _) = home.prescan(&["approve", "--list"]);
    assert_eq!((exit, out.as_str()), (0, "0 waiting, 0 granted\n"));
    let issued = home.stop(&call());
    let (exit, out, err) = home.prescan(&["approve", "--list"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.starts_with("1 waiting, 0 granted\n"), "{out}");
    for shown in
        ["rm -rf \\x1b[2Jbuild", "Bash", "claude-code", "session 1", "it deletes", &issued.id]
    {
        assert!(out.contains(shown), "{shown}: {out}");
    }
    assert!(!out.contains(&issued.code.to_string()));
    std::fs::write(home.state().path().join("pending/x.json"), "{").unwrap();
    let (exit, out, err) = home.prescan(&["approve", "--list"]);
    assert_eq!(exit, 2);
    assert!(out.contains("1 waiting") && err.contains("is damaged"), "{out}{err}");
}

#[test]
fn arguments_that_contradict_are_refused() {
    let home = Home::new();
    for arguments in [
        &["approve"][..],
        &["approve", "K7QX-M3RT", "--list"],
        &["approve", "K7QX-M3RT", "--always"],
        &["approve", "K7QX-M3RT", "--reason", "x"],
        &["approve", "K7QX-M3RT", "--always", "--reason", ""],
        &["approve", "K7QX-M3RT", "--always", "--reason", "x", "--for", "10m"],
        &["approve", "--for", "10m"],
        &["approve", "K7QX-M3RT", "--for", "soon"],
    ] {
        assert_eq!(home.prescan(arguments).0, 2, "{arguments:?}");
    }
    let (exit, _, err) = home.prescan(&["approve", "--revoke", "0f"]);
    assert_eq!(exit, 2);
    assert!(err.contains("there is no grant `0f`"), "{err}");
}

#[cfg(unix)]
mod in_a_terminal {
    use super::*;
    use crate::terminal::{run, run_with};

    const YES: (&str, &str, bool) = ("(yes/no)", "yes", false);

    #[test]
    fn a_yes_lets_the_call_through_once() {
        let home = Home::new();
        let code = home.stop(&call()).code.to_string().to_lowercase();
        let (exit, shown) = run(&home, &["approve", &code], &[YES]);
        assert_eq!(exit, 0, "{shown}");
        for text in ["rm -rf \\x1b[2Jbuild", "it deletes", "once, within 30m", "goes through once"]
        {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        assert!(home.lets_through(&call()));
        assert!(!home.lets_through(&call()));
    }

    #[test]
    fn anything_but_yes_is_no() {
        let home = Home::new();
        let code = home.stop(&call()).code.to_string();
        for answer in ["", "no", "yes please", "\u{4}"] {
            let (exit, shown) = run(&home, &["approve", &code], &[("(yes/no)", answer, false)]);
            assert_eq!(exit, 2, "{shown}");
            assert!(!home.lets_through(&call()));
        }
        assert_eq!(run(&home, &["approve", &code], &[YES]).0, 0, "the code stays good");
    }

    #[test]
    fn under_an_agents_host_a_terminal_is_not_enough() {
        let home = Home::new();
        let code = home.stop(&call()).code.to_string();
        for name in ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "CURSOR_AGENT", "OPENCODE"] {
            let (exit, shown) = run_with(&home, &["approve", &code], &[YES], &[(name, "1")]);
            assert_eq!(exit, 2, "{shown}");
            assert!(shown.contains(name), "{shown}");
        }
        let variables = [("CLAUDECODE", "1")];
        let (exit, shown) = run_with(&home, &["approve", "--set-secret"], &[], &variables);
        assert_eq!(exit, 2, "{shown}");
        assert!(!home.lets_through(&call()));
    }

    #[test]
    fn a_duration_lets_the_call_through_again() {
        let home = Home::new();
        let issued = home.stop(&call());
        let code = issued.code.to_string();
        assert_eq!(run(&home, &["approve", &code, "--for", "10m"], &[YES]).0, 0);
        assert!(home.lets_through(&call()) && home.lets_through(&call()));
        let (_, out, _) = home.prescan(&["approve", "--list"]);
        assert!(out.contains(&format!("granted {}", issued.id)), "{out}");
        let (exit, out, _) = home.prescan(&["approve", "--revoke", &issued.id]);
        assert_eq!((exit, out.as_str()), (0, "1 taken back\n"));
        assert!(!home.lets_through(&call()));
    }

    #[test]
    fn always_is_written_to_the_allowlist() {
        let home = Home::new();
        let code = home.stop(&call()).code.to_string();
        let arguments = ["approve", &code, "--always", "--reason", "our own: script"];
        let (exit, shown) = run(&home, &arguments, &[YES]);
        assert_eq!(exit, 0, "{shown}");
        assert!(!home.lets_through(&call()), "the list is read by the policy, not by approvals");
        let list = prescan_hook::read_settings(&home.config("allow.yaml")).unwrap().allow;
        assert_eq!(list[0].event, Some(prescan_hook::EventHash::of(&call()).to_string()));
        assert_eq!(list[0].reason, "our own: script");
    }

    const SECRET: &str = "open sesame 7";

    fn set_secret(home: &Home) {
        let steps = [("New secret", SECRET, true), ("Once more", SECRET, true)];
        let (exit, shown) = run(home, &["approve", "--set-secret"], &steps);
        assert_eq!(exit, 0, "{shown}");
        assert!(!shown.contains(SECRET), "{shown}");
    }

    /// Without a terminal, below an agent's host, with a secret on standard input.
    fn approve_with(home: &Home, code: &str, secret: &str) -> (i32, String) {
        let mut command = home.command(&["approve", code, "--secret-stdin"]);
        command.env("CLAUDECODE", "1").stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{secret}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn once_set_the_secret_is_always_needed() {
        let home = Home::new();
        set_secret(&home);
        let code = home.stop(&call()).code.to_string();
        let wrong = [("Secret:", "sesame open 7", true), YES];
        let (exit, shown) = run(&home, &["approve", &code], &wrong);
        assert_eq!(exit, 2, "{shown}");
        assert!(shown.contains("this is not the secret (9 more"), "{shown}");
        assert!(!shown.contains("sesame"), "{shown}");
        assert!(!home.lets_through(&call()));
        let right = [("Secret:", SECRET, true), YES];
        let (exit, shown) = run(&home, &["approve", &code], &right);
        assert_eq!(exit, 0, "{shown}");
        assert!(home.lets_through(&call()));
    }

    #[test]
    fn the_secret_approves_without_a_terminal() {
        let home = Home::new();
        set_secret(&home);
        let code = home.stop(&call()).code.to_string();
        let (exit, err) = approve_with(&home, &code, "sesame open 7");
        assert_eq!(exit, 2, "{err}");
        assert!(!home.lets_through(&call()));
        let (exit, err) = approve_with(&home, &code, SECRET);
        assert_eq!(exit, 0, "{err}");
        assert!(home.lets_through(&call()));
    }

    #[test]
    fn wrong_secrets_drop_what_waits() {
        let home = Home::new();
        set_secret(&home);
        let code = home.stop(&call()).code.to_string();
        for _ in 0..9 {
            assert!(approve_with(&home, &code, "guess guess").1.contains("not the secret"));
        }
        assert!(approve_with(&home, &code, "guess guess").1.contains("too many wrong tries"));
        assert_eq!(approve_with(&home, &code, SECRET).0, 2);
    }

    #[test]
    fn a_secret_is_changed_only_by_who_knows_it() {
        let home = Home::new();
        set_secret(&home);
        let before = std::fs::read(home.config("approval-secret.json")).unwrap();
        let steps = [
            ("so far", "sesame open 7", true),
            ("New", "12345678", true),
            ("Once", "12345678", true),
        ];
        let (exit, shown) = run(&home, &["approve", "--set-secret"], &steps);
        assert_eq!(exit, 2, "{shown}");
        assert_eq!(std::fs::read(home.config("approval-secret.json")).unwrap(), before);
        let steps =
            [("so far", SECRET, true), ("New", "12345678", true), ("Once", "1234567", true)];
        assert_eq!(run(&home, &["approve", "--set-secret"], &steps).0, 2, "not the same twice");
        assert_eq!(std::fs::read(home.config("approval-secret.json")).unwrap(), before);
        let steps =
            [("so far", SECRET, true), ("New", "12345678", true), ("Once", "12345678", true)];
        assert_eq!(run(&home, &["approve", "--set-secret"], &steps).0, 0);
        assert_ne!(std::fs::read(home.config("approval-secret.json")).unwrap(), before);
    }
}
