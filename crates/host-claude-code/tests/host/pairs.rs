//! The pairs below `tests/hosts/claude-code` of the repository. A folder holds `event.json` (what Claude Code says), maybe `decision.json` (what a chain decides; allow without it), `reply.json` (what is printed; empty for nothing) and
//! maybe `wire.json` (the event that is read).

use std::fs;
use std::path::{Path, PathBuf};

use prescan_hook::{Action, Decision, Reason};
use prescan_host_claude_code::{Environment, Reply, decode, encode, encode_undecodable};
use serde::Deserialize;
use serde_json::Value;

use crate::accepted::objection;

/// A decision as a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Written {
    action: Action,
    #[serde(default)]
    reasons: Vec<Reason>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    notes: Vec<String>,
    modified_args: Option<Value>,
    modified_result: Option<Value>,
    approval_code: Option<String>,
}

fn decision(path: &Path) -> Decision {
    let Ok(text) = fs::read(path) else { return Decision::allow() };
    let written: Written = serde_json::from_slice(&text).unwrap();
    Decision {
        action: written.action,
        reasons: written.reasons,
        warnings: written.warnings,
        notes: written.notes,
        modified_args: written.modified_args,
        modified_result: written.modified_result,
        approval_code: written.approval_code,
        ..Decision::allow()
    }
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hosts/claude-code");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

/// JSON as a value, and anything else as the text it is.
fn shown(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).trim_end().to_owned()))
}

#[test]
fn every_event_and_decision_is_answered_as_written() {
    let environment = Environment {
        project_dir: Some("/home/user/project".into()),
        entrypoint: Some("cli".to_owned()),
    };
    let folders = folders();
    assert!(!folders.is_empty());
    let mut faults = Vec::new();
    for folder in &folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let event = fs::read(folder.join("event.json")).unwrap();
        let (reply, moment) = match decode(&event, &environment) {
            Ok(None) => (Reply::empty(), ""),
            Err(error) => {
                (encode_undecodable(&error), error.moment().map_or("", |moment| moment.name()))
            }
            Ok(Some(call)) => {
                if let Ok(wire) = fs::read(folder.join("wire.json")) {
                    let read = serde_json::to_value(&call.event).unwrap();
                    if read != shown(&wire) {
                        faults.push(format!("{name}: read as {read}"));
                    }
                }
                let reply = encode(call.reply_to, &decision(&folder.join("decision.json")));
                (reply, call.reply_to.moment.name())
            }
        };
        let expected = fs::read(folder.join("reply.json")).unwrap();
        if shown(&reply.stdout) != shown(&expected) {
            faults.push(format!("{name}: answered {}", shown(&reply.stdout)));
        }
        faults.extend(objection(&reply.stdout, moment).map(|why| format!("{name}: {why}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
