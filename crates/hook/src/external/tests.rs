//! External hooks against commands and servers that misbehave.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::chain::Chain;
use crate::decision::{Action, Decision};
use crate::event::{Event, EventKind};

mod answers;
#[cfg(unix)]
mod commands;
mod endpoints;
#[cfg(unix)]
mod ends;
mod settings;

/// An entry of the settings; what it does not say is set so that a slow machine makes no difference.
fn entry(fields: Value) -> ExternalHook {
    let mut entry = json!({ "name": "check", "timeout": "2m" });
    for (name, value) in fields.as_object().unwrap() {
        entry[name] = value.clone();
    }
    serde_json::from_value(entry).unwrap()
}

/// The hook of it, with the environment of the tests except that they may run in a hook.
fn hook_in(folder: &Path, fields: Value) -> External {
    let environment = |name: &str| match name {
        RECURSION_VARIABLE => None,
        name => std::env::var_os(name),
    };
    entry(fields).into_hook(folder, None, &environment).unwrap()
}

fn event() -> Event {
    let mut event = Event::new(EventKind::ToolPre, "Bash", json!({ "command": "make deploy" }));
    event.session_key = "s-1".to_owned();
    event
}

fn decide(hook: External) -> Decision {
    decide_about(event(), hook)
}

fn decide_about(event: Event, hook: External) -> Decision {
    let chain = Chain::new(vec![Box::new(hook)]).with_deadline(Duration::from_secs(120));
    chain.decide_blocking(event)
}

/// The failure of a hook that was to fail, whatever `on_error` makes of it.
fn failure(decision: &Decision) -> &str {
    assert_eq!(decision.failures.len(), 1, "{decision:?}");
    assert_eq!(decision.failures[0].hook, "check");
    &decision.failures[0].what
}

fn messages(decision: &Decision) -> Vec<&str> {
    decision.reasons.iter().map(|reason| reason.message.as_str()).collect()
}

fn assert_says(decision: &Decision, action: Action, message: &str) {
    assert_eq!(decision.action, action, "{decision:?}");
    assert_eq!(messages(decision), [message]);
    assert!(decision.failures.is_empty(), "{decision:?}");
}
