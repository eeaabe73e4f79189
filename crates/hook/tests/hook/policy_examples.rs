//! Every example of the built-in policy gets the answer of its line, under every profile.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prescan_hook::{Action, Date, Event, EventKind, Settings, Surroundings, builtin_chain};
use prescan_rules::{PolicyAction, PolicyExample, PolicyFile, PolicyLine, Profile};
use serde_json::json;

fn lines() -> Vec<PolicyLine> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/policy.yaml");
    let file: PolicyFile = serde_saphyr::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    file.lines
}

fn event(example: &PolicyExample) -> Event {
    let (tool, args) = match (&example.command, &example.tool) {
        (Some(command), None) => ("Bash", json!({"command": command})),
        (None, Some(tool)) => (tool.as_str(), json!(example.args)),
        _ => unreachable!("an example is a command or a tool"),
    };
    let mut event = Event::new(EventKind::ToolPre, tool, args);
    event.cwd = Some(PathBuf::from("/home/me/project"));
    event.workspace = Some(PathBuf::from("/home/me/project"));
    event
}

fn expected(action: PolicyAction) -> Action {
    match action {
        PolicyAction::Allow | PolicyAction::Note | PolicyAction::Warn => Action::Allow,
        PolicyAction::Mask => Action::Modify,
        PolicyAction::Ask => Action::Ask,
        PolicyAction::Block => Action::Block,
    }
}

#[test]
fn every_example_gets_its_lines_answer() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for profile in Profile::ALL {
        let mut settings = Settings::default();
        settings.profile.value = *profile;
        let surroundings =
            Surroundings::new(settings, Some("/home/me".into()), Date::of_unix_seconds(0))
                .without_files();
        let chain = builtin_chain(&Arc::new(surroundings));
        for line in lines() {
            let action = line.action.under(*profile);
            for example in &line.examples {
                count += 1;
                let decision = chain.decide_blocking(event(example));
                let told = decision.reasons.iter().any(|reason| reason.rule == line.id);
                // What is allowed without a word gives no reason.
                let right =
                    decision.action == expected(action) && told == (action != PolicyAction::Allow);
                if !right || !decision.failures.is_empty() {
                    wrong.push(format!("{profile} {}: {example:?}: {decision:?}", line.id));
                }
            }
        }
    }
    assert!(count > 150, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A line that no example shows is one that nothing holds.
#[test]
fn every_line_that_stops_a_command_has_an_example() {
    let lines = lines();
    let without: Vec<&str> = lines
        .iter()
        .filter(|line| line.id.starts_with("commands.") && line.examples.is_empty())
        .filter(|line| line.action.under(Profile::Strict) >= PolicyAction::Ask)
        .map(|line| line.id.as_str())
        .collect();
    // Its examples are too long or too deep for a file that people read; `decisions` has them.
    assert_eq!(without, ["commands.unclear"]);
}

/// What is suggested and then stopped as well would send an agent round in circles.
#[test]
fn every_advice_is_itself_allowed() {
    let surroundings =
        Surroundings::new(Settings::default(), Some("/home/me".into()), Date::of_unix_seconds(0))
            .without_files();
    let chain = builtin_chain(&Arc::new(surroundings));
    let mut wrong = Vec::new();
    for line in lines().iter().filter(|line| line.id.starts_with("commands.")) {
        if line.advice.is_some() && line.instead.is_empty() {
            wrong.push(format!("{}: advice without a call that follows it", line.id));
        }
        for call in &line.instead {
            let decision = chain.decide_blocking(event(call));
            if decision.action != Action::Allow {
                wrong.push(format!("{}: {call:?}: {:?}", line.id, decision.reasons));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reasons_are_sentences() {
    for line in lines() {
        assert!(line.reason.ends_with('.') && !line.reason.contains('\n'), "{}", line.id);
        assert!(line.reason.starts_with(char::is_uppercase), "{}", line.id);
        if let Some(advice) = &line.advice {
            assert!(!advice.ends_with('.'), "{}", line.id);
        }
    }
}
