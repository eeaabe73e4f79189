//! What the files of a real machine change about a decision.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use prescan_hook::{Action, Decision, EventKind};
use serde_json::json;

use super::places::Machine;

fn git(folder: &Path, args: &[&str]) -> bool {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(args);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A project that is a repository with everything committed; `None`, with a word, where there is no git.
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn committed() -> Option<Machine> {
    let machine = Machine::new();
    write(&machine, "src/a.rs", "a\n");
    write(&machine, ".gitignore", "*.o\n.env\n");
    let project = machine.at("project");
    if !git(&project, &["init", "-q"]) {
        eprintln!("SKIPPED: there is no git on this machine");
        return None;
    }
    assert!(git(&project, &["add", "-A"]) && git(&project, &["commit", "-qm", "x"]));
    Some(machine)
}

fn write(machine: &Machine, name: &str, text: &str) {
    let path = machine.at("project").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// What is decided about a command in the project.
fn inside(machine: &Machine, command: &str) -> Decision {
    let mut event = machine.event(EventKind::ToolPre, "Bash", json!({"command": command}));
    event.cwd = event.workspace.clone();
    event.can_ask = true;
    machine.decide(event)
}

#[test]
fn a_tree_without_changes_may_be_reset() {
    let Some(machine) = committed() else { return };
    let lines = ["git reset --hard", "git checkout -- .", "git clean -fd", "git restore src"];
    for line in lines {
        assert_eq!(inside(&machine, line), Decision::allow(), "{line}");
    }
    assert_eq!(inside(&machine, "rm -rf src").action, Action::Allow);
    write(&machine, "src/a.rs", "b\n");
    write(&machine, "src/new.rs", "n\n");
    for line in lines.into_iter().chain(["rm -rf src", "rm -rf *"]) {
        assert_eq!(inside(&machine, line).action, Action::Ask, "{line}");
    }
    // Git says of what is not its own what it always said.
    assert_eq!(inside(&machine, "ssh host git reset --hard").action, Action::Ask);
}

#[test]
fn what_git_ignores_is_made_anew_unless_it_is_dear() {
    let Some(machine) = committed() else { return };
    write(&machine, "a.o", "o");
    write(&machine, ".env", "KEY=1");
    assert_eq!(inside(&machine, "rm a.o"), Decision::allow());
    assert_eq!(inside(&machine, "rm .env").action, Action::Ask);
}

#[test]
fn links_lead_where_they_lead() {
    let machine = Machine::new();
    symlink("/etc", machine.at("project/link")).unwrap();
    for line in ["rm -rf link/", "rm -rf link/*", "cd link && rm -rf *"] {
        assert_eq!(inside(&machine, line).action, Action::Block, "{line}");
    }
    for line in ["rm link", "rm -rf link", "unlink link"] {
        assert_eq!(inside(&machine, line).action, Action::Allow, "{line}");
    }
}

#[test]
fn scripts_and_recipes_are_judged_by_what_they_do() {
    let machine = Machine::new();
    write(&machine, "Makefile", "clean:\n\trm -rf $(OUT)/x /etc/ssl\nOUT = /srv/app\n");
    write(
        &machine,
        "package.json",
        r#"{"scripts": {"wipe": "rm -rf /etc/ssl", "ok": "rm -rf dist"}}"#,
    );
    write(&machine, "x.sh", "#!/bin/sh\nrm -rf \"$HOME\"\n");
    for (line, said) in [
        ("make clean", "make clean → rm -rf: deletes recursively \"/etc/ssl\""),
        ("npm run wipe", "npm run wipe → rm -rf: deletes recursively \"/etc/ssl\""),
        ("sh x.sh", "sh → x.sh → rm -rf: deletes recursively \"/home/me\""),
        ("./x.sh", "x.sh → rm -rf: deletes recursively \"/home/me\""),
    ] {
        let decision = inside(&machine, line);
        assert_eq!(decision.action, Action::Block, "{line}");
        assert!(
            decision.reasons.iter().any(|reason| reason.message.contains(said)),
            "{decision:?}"
        );
    }
    for line in ["npm run ok", "make other", "make -n clean", "sh -n x.sh", "cat x.sh"] {
        assert_eq!(inside(&machine, line), Decision::allow(), "{line}");
    }
}
