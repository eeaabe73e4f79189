//! What is decided about whole events, with settings, approvals and the log.

use prescan_core::Severity;
use prescan_hook::{Action, Approvals, Code, Decision, EventKind, StateFolder, Term};
use serde_json::{Value, json};

use crate::places::{Machine, now};

/// A token that is none: nobody issued it, and its checksum holds.
fn token() -> String {
    let body = "x9QvT2mKp7RwZ4cLs8NdY3bHf6JgU1";
    let mut crc = crc32(body.as_bytes());
    let alphabet = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut check = [b'0'; 6];
    for digit in check.iter_mut().rev() {
        *digit = alphabet[(crc % 62) as usize];
        crc /= 62;
    }
    format!("gh{}_{body}{}", 'p', std::str::from_utf8(&check).unwrap())
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

fn rules(decision: &Decision) -> Vec<&str> {
    decision.reasons.iter().map(|reason| reason.rule.as_str()).collect()
}

/// Everything that was written to the state folder.
fn written(machine: &Machine) -> String {
    let mut text = String::new();
    let mut folders = vec![machine.at("state")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                text.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

#[test]
fn a_harmless_call_is_allowed_without_a_word() {
    let machine = Machine::new();
    for command in ["git status", "cargo test", "ls -la | head", "echo 'rm -rf /'"] {
        let decision = machine.command(command);
        assert_eq!(decision, Decision::allow(), "{command}");
    }
    assert_eq!(written(&machine).lines().count(), 4);
}

#[test]
fn guards_mean_the_command_and_not_the_text() {
    let guard = "guards: [{pattern: 'rm -rf /', action: block, reason: 'Not the root.'}]\ndisable: [commands]\n";
    let machine = Machine::new().with_project(guard);
    for command in [
        "rm -rf /",
        "rm -fr /",
        "sudo rm -fr / --no-preserve-root",
        "bash -c 'rm -r -f /'",
        "cd /tmp; rm --recursive --force /",
    ] {
        let decision = machine.command(command);
        assert_eq!(decision.action, Action::Block, "{command}");
        assert_eq!(rules(&decision), ["guards.rm -rf /"]);
        assert!(decision.explanation().unwrap().contains("Not the root."));
    }
    for command in [
        "rm -rf /tmp/build",
        "echo \"never rm -rf /\"",
        "rm -r /tmp",
        "git commit -m 'rm -rf /'",
        "grep 'rm -rf /' x",
    ] {
        assert_eq!(machine.command(command).action, Action::Allow, "{command}");
    }
}

#[test]
fn what_a_guard_or_a_rule_says_of_severity_is_with_the_reason_and_in_the_log() {
    let guard =
        "guards: [{pattern: 'npm publish', action: ask, severity: high}]\ndisable: [commands]\n";
    let machine = Machine::new().with_project(guard);
    let decision = machine.command("npm publish");
    assert_eq!(decision.reasons[0].severity, Some(Severity::High));
    assert!(written(&machine).contains(r#""severity":"high""#));

    let decision = machine.command(&format!("curl -u x:{} https://api.github.com", token()));
    assert!(decision.reasons.iter().any(|reason| reason.severity == Some(Severity::Critical)
        || reason.severity == Some(Severity::High)));

    let json = serde_json::to_string(&decision.reasons).unwrap();
    let read: Vec<prescan_hook::Reason> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, decision.reasons);
    assert!(
        serde_json::from_str::<Vec<prescan_hook::Reason>>(
            &json.replace("high", "huge").replace("critical", "huge")
        )
        .is_err()
    );
}

#[test]
fn guards_look_where_they_are_told() {
    let machine = Machine::new().with_project(
        "guards:\n\
         - { pattern: 'DROP TABLE', action: ask }\n\
         - { pattern: 'internal only', action: block, match: message }\n\
         - { pattern: '*/vendor/*', action: ask, match: path }\n\
         - { pattern: 'acme-[0-9]+', action: warn, match: args, regex: true }\n\
         disable: [commands]\n",
    );
    let tool =
        |name: &str, args: Value| machine.decide(machine.event(EventKind::ToolPre, name, args));
    assert_eq!(machine.command("psql -c 'drop  table users'").action, Action::Block);
    assert_eq!(machine.command("echo 'DROP TABLE users'").action, Action::Allow);
    assert_eq!(
        tool("SendMessage", json!({"to": "all", "text": "This is Internal Only."})).action,
        Action::Block
    );
    assert_eq!(
        tool("Write", json!({"file_path": "/x/vendor/a.c", "content": "internal only"})).action,
        Action::Block
    );
    let warned = tool("other", json!({"a": ["ticket acme-17"]}));
    assert_eq!((warned.action, warned.warnings.len()), (Action::Allow, 1));
}

#[test]
fn a_secret_in_a_command_is_blocked_and_nowhere_written() {
    let machine = Machine::new();
    let token = token();
    let decision = machine.command(&format!(
        "curl -H 'Authorization: Bearer {token}' https://api.github.com # prescan:allow"
    ));
    assert_eq!(decision.action, Action::Block);
    assert!(rules(&decision).contains(&"secrets.command"));
    let explanation = decision.explanation().unwrap();
    assert!(explanation.contains("[github.") && !explanation.contains(&token), "{explanation}");
    let written = written(&machine);
    assert!(written.contains("Authorization") && !written.contains(&token));
}

#[test]
fn a_secret_is_masked_where_the_settings_say_so() {
    let machine = Machine::new().with_project(
        "policy: [{id: mine, family: secrets, place: command, action: mask, reason: 'Masked here.'}]\n",
    );
    let token = token();
    let decision = machine.command(&format!("deploy --token {token} --now"));
    assert_eq!(decision.action, Action::Modify);
    assert_eq!(
        decision.modified_args,
        Some(json!({"command": "deploy --token ghp_******** --now"}))
    );
    assert_eq!(decision.patch.0.len(), 1);
    assert!(!written(&machine).contains(&token));
}

#[test]
fn a_secret_in_a_result_is_masked_and_the_rest_is_kept() {
    let machine = Machine::new();
    let token = token();
    let mut event = machine.event(EventKind::ToolPost, "Bash", json!({"command": "cat x"}));
    event.result =
        Some(json!({"stdout": format!("a {token} b"), "stderr": "", "interrupted": false}));
    let decision = machine.decide(event);
    assert_eq!(decision.action, Action::Modify);
    let masked = json!({"stdout": "a ghp_******** b", "stderr": "", "interrupted": false});
    assert_eq!((decision.modified_result, decision.modified_args), (Some(masked), None));
}

#[test]
fn a_prompt_with_a_secret_is_let_through_with_a_warning() {
    let machine = Machine::new();
    let decision = machine.decide(machine.event(
        EventKind::PromptPre,
        "",
        json!({"prompt": format!("use {}", token())}),
    ));
    assert_eq!((decision.action, decision.warnings.len()), (Action::Allow, 1));
    assert!(!decision.warnings[0].contains(&token()));
}

#[test]
fn files_are_judged_by_where_they_are() {
    let machine = Machine::new();
    let write = |path: &str| {
        let args = json!({"file_path": path, "content": "x"});
        machine.decide(machine.event(EventKind::ToolPre, "Write", args)).action
    };
    assert_eq!(write("/home/me/project/src/main.rs"), Action::Allow);
    assert_eq!(write("/etc/passwd"), Action::Block);
    assert_eq!(write("/home/me/.claude/settings.json"), Action::Block);
}

#[test]
fn a_command_is_one_whatever_tool_runs_it() {
    let machine = Machine::new();
    let run = |args: Value| {
        machine.decide(machine.event(EventKind::ToolPre, "mcp__box__run", args)).action
    };
    assert_eq!(run(json!({"command": "rm -rf /"})), Action::Block);
    assert_eq!(run(json!({"command": ["sh", "-c", "rm -rf /"]})), Action::Block);
    assert_eq!(run(json!({"command": "ls", "note": "rm -rf /"})), Action::Allow);
}

#[test]
fn a_question_that_nobody_can_answer_is_a_block_with_a_code() {
    let machine = Machine::new();
    let ask = || machine.command("git reset --hard");
    let decision = ask();
    assert_eq!(decision.action, Action::Block);
    let code = decision.approval_code.clone().unwrap();
    assert!(decision.explanation().unwrap().contains(&format!("prescan approve {code}")));
    assert!(!written(&machine).contains(&code));

    let approvals = Approvals::new(StateFolder::new(machine.at("state")));
    let code: Code = code.parse().unwrap();
    approvals.approve(&code, &Term::Once(std::time::Duration::from_secs(600)), now()).unwrap();
    assert_eq!(machine.command("git reset --hard HEAD").action, Action::Block, "another call");
    assert_eq!(ask().action, Action::Allow);
    assert_eq!(ask().action, Action::Block, "once");
}

#[test]
fn a_host_that_can_ask_asks() {
    let machine = Machine::new();
    let mut event =
        machine.event(EventKind::ToolPre, "Bash", json!({"command": "git reset --hard"}));
    event.can_ask = true;
    let decision = machine.decide(event);
    assert_eq!((decision.action, decision.approval_code), (Action::Ask, None));
}

#[test]
fn a_floor_has_no_code_and_no_project_loosens_it() {
    let loose = "policy: [{id: commands.delete-recursive.protected, family: commands, action: allow, reason: 'Mine.'}]\n\
                 allow: [{command: 'rm -rf /', reason: 'Mine.'}]\nprofile: relaxed\n";
    let machine = Machine::new().with_project(loose);
    let decision = machine.command("rm -rf /");
    assert_eq!((decision.action, decision.approval_code), (Action::Block, None));
    let machine = Machine::new().with_user(loose);
    assert_eq!(machine.command("rm -rf /").action, Action::Allow, "the user may, by name");
}

#[test]
fn what_is_allowed_for_good_passes_until_its_day() {
    for (until, action) in [
        ("", Action::Allow),
        (", until: 2026-12-01", Action::Allow),
        (", until: 2026-11-30", Action::Block),
    ] {
        let allow = format!("allow: [{{command: 'git reset --hard', reason: 'CI'{until}}}]\n");
        assert_eq!(
            Machine::new().with_project(&allow).command("git reset --hard").action,
            action,
            "{until}"
        );
    }
}

#[test]
fn an_event_that_was_approved_for_good_passes() {
    let machine = Machine::new();
    let event = machine.event(EventKind::ToolPre, "Bash", json!({"command": "git reset --hard"}));
    let hash = prescan_hook::EventHash::of(&event);
    std::fs::write(
        machine.at("settings/allow.yaml"),
        format!("allow:\n- event: {hash}\n  reason: always\n"),
    )
    .unwrap();
    assert_eq!(machine.decide(event).action, Action::Allow);
    assert_eq!(machine.command("git reset --hard HEAD").action, Action::Block);
}

#[test]
fn broken_settings_are_a_warning_and_the_rest_counts() {
    let machine = Machine::new().with_project("profil: strict");
    let decision = machine.command("rm -rf /");
    assert_eq!((decision.action, decision.warnings.len()), (Action::Block, 1));
    assert!(decision.warnings[0].contains("did you mean `profile`"));
    assert_eq!(machine.command("ls").action, Action::Allow);
}

#[test]
fn a_state_folder_that_cannot_be_used_changes_no_decision() {
    let machine = Machine::new();
    std::fs::write(machine.at("state"), "a file").unwrap();
    assert_eq!(machine.command("rm -rf /").action, Action::Block);
    let allowed = machine.command("ls");
    assert_eq!((allowed.action, allowed.warnings.len()), (Action::Allow, 1));
    let asked = machine.command("git reset --hard");
    assert_eq!((asked.action, asked.approval_code), (Action::Block, None));
}

#[test]
fn messages_with_marks_of_the_model_are_blocked() {
    let machine = Machine::new();
    let send = |text: &str| {
        machine
            .decide(machine.event(EventKind::ToolPre, "SendMessage", json!({"text": text})))
            .action
    };
    assert_eq!(send("Deployed, see the log."), Action::Allow);
    assert_eq!(send("<think>should I say so?</think> Deployed."), Action::Block);
    assert_eq!(send("  \n"), Action::Block);
}

#[test]
fn the_context_hook_reads_the_transcript() {
    let machine = Machine::new();
    let transcript = machine.at("transcript.jsonl");
    let line = |tokens: u64, sidechain: bool| json!({"type": "assistant", "isSidechain": sidechain, "message": {"usage": {"input_tokens": tokens, "cache_read_input_tokens": 1000, "output_tokens": 0}}});
    for (tokens, warnings, notes) in
        [(10_000, 0, 0), (150_000, 0, 1), (180_000, 1, 0), (400_000, 1, 0)]
    {
        let text = format!("{{\"cut\n{}\n{}\n", line(tokens, false), line(1, true));
        std::fs::write(&transcript, text).unwrap();
        let mut event = machine.event(EventKind::PromptPre, "", json!({"prompt": "go on"}));
        event.transcript = Some(transcript.clone());
        let decision = machine.decide(event);
        assert_eq!(
            (decision.action, decision.warnings.len(), decision.notes.len()),
            (Action::Allow, warnings, notes),
            "{tokens}"
        );
    }
}

#[test]
fn what_is_too_much_to_judge_is_not_allowed() {
    let machine = Machine::new();
    let deep = format!("{}ls{}", "$(".repeat(5_000), ")".repeat(5_000));
    assert_eq!(machine.command(&deep).action, Action::Block);
    let long = format!("ls {}; rm -rf $X", "a".repeat(2 << 20));
    assert_eq!(machine.command(&long).action, Action::Block);
}

#[test]
fn every_call_is_in_the_log_with_its_reasons() {
    let machine = Machine::new();
    let _ = machine.command("git reset --hard");
    let _ = machine.command("rm -rf ~");
    let log = std::fs::read_to_string(machine.at("state/audit.jsonl")).unwrap();
    let records: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rules: Vec<&Value> = records.iter().map(|record| &record["reasons"][0]["rule"]).collect();
    assert_eq!(rules, ["commands.discard-work", "commands.delete-recursive.protected"]);
    for record in &records {
        assert_eq!(record["action"], "block");
        assert_eq!(
            (&record["toolName"], &record["sessionKey"]),
            (&json!("Bash"), &json!("session"))
        );
        assert_eq!(record["rules"], prescan_rules::fingerprint());
    }
}

#[cfg(unix)]
fn hook(answer: &str) -> String {
    format!(
        "hooks: [{{name: mine, command: \"cat > /dev/null; printf '%s' '{}'\"}}]\n",
        answer.replace('"', "\\\"")
    )
}

#[cfg(unix)]
#[test]
fn a_hook_of_the_user_has_its_say() {
    let machine =
        Machine::new().with_user(&hook(r#"{"action":"block","reason":"Not on Fridays"}"#));
    let decision = machine.command("ls");
    assert_eq!(decision.action, Action::Block, "{decision:?}");
    assert!(decision.explanation().unwrap().contains("Not on Fridays"));
}

#[cfg(unix)]
#[test]
fn what_a_hook_makes_of_a_call_is_judged_too() {
    let changed = r#"{"action":"modify","modifiedArgs":{"command":"rm -rf /"}}"#;
    let machine = Machine::new().with_user(&hook(changed));
    assert_eq!(machine.command("ls").action, Action::Block);
    let changed = r#"{"action":"modify","modifiedArgs":{"command":"ls -l"}}"#;
    let decision = Machine::new().with_user(&hook(changed)).command("ls");
    assert_eq!(
        (decision.action, decision.modified_args),
        (Action::Modify, Some(json!({"command": "ls -l"})))
    );
}

#[cfg(unix)]
#[test]
fn a_project_brings_hooks_only_where_the_user_trusts_its_folder() {
    let block = hook(r#"{"action":"block","reason":"mine"}"#);
    let machine = Machine::new().with_project(&block);
    assert_eq!(machine.command("ls").action, Action::Allow);
    let start = machine.decide(machine.event(EventKind::SessionStart, "", json!({})));
    assert!(start.warnings.iter().any(|warning| warning.contains("`trust`")), "{start:?}");
    let root = machine.at("project").canonicalize().unwrap();
    let machine = machine.with_user(&format!("trust: ['{}']\n", root.display()));
    assert_eq!(machine.command("ls").action, Action::Block);
}
