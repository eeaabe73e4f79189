//! The protocol's own wire form: an event in, an answer out.
//!
//! In: `{"type": "tool:pre", "toolName", "args", "sessionKey", "agentId"}`, with `cwd`, `workspace`, `transcript` and `canAsk` where the caller knows them. Out: `{"action": "allow" |
//! "block" | "modify", "reason"?, "modifiedArgs"?}`, and where there is something to say `warnings`, `notes`, `modifiedResult` and `approvalCode`. The action `ask` is answered to callers
//! that say they can ask.

use serde::Serialize;
use serde_json::Value;

use crate::decide::unreadable;
use crate::decision::{Action, Decision};
use crate::event::{Event, EventKind};
use crate::json;

/// An answer on the wire.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'d> {
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_args: Option<&'d Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_result: Option<&'d Value>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'d [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'d [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    approval_code: Option<&'d str>,
}

/// What was read from a caller.
#[derive(Debug)]
pub enum Incoming {
    /// An event to decide about.
    Event(Event),
    /// An event that needs no decision of a chain: it is of a kind that is not known, or cannot be read.
    Decided(Decision),
}

/// Reads an event. Any bytes give something: an event of a kind that is not known is allowed with a warning, and what cannot be read is put to the user, or blocked where the caller cannot
/// ask. `can_ask` counts beside what the event says of itself.
#[must_use]
pub fn decode(bytes: &[u8], can_ask: bool) -> Incoming {
    let value = match json::read(bytes) {
        Ok(value) => value,
        Err(fault) => return Incoming::Decided(undecodable(&fault, can_ask)),
    };
    let kind = value.get("type").and_then(Value::as_str).map(str::to_owned);
    match kind.as_deref().map(EventKind::from_name) {
        Some(Some(_)) => {}
        Some(None) => {
            let mut decision = Decision::allow();
            let shown: String = kind.unwrap_or_default().chars().take(40).collect();
            decision.warnings.push(format!(
                "prescan: events of the type `{}` are not known here",
                shown.escape_debug()
            ));
            return Incoming::Decided(decision);
        }
        None => return Incoming::Decided(undecodable(&"no `type`", can_ask)),
    }
    match serde_json::from_value::<Event>(value) {
        Ok(mut event) => {
            event.can_ask |= can_ask;
            Incoming::Event(event)
        }
        // The message may quote the event.
        Err(_) => Incoming::Decided(undecodable(&"a field has the wrong type", can_ask)),
    }
}

/// The decision about an event that cannot be read: it is put to the user, or blocked where the caller cannot ask.
pub fn undecodable(what: &dyn std::fmt::Display, can_ask: bool) -> Decision {
    let mut reason = unreadable(what);
    if !can_ask {
        reason.action = Action::Block;
    }
    Decision::because(reason)
}

/// The answer as one line of JSON with a final newline.
///
/// # Errors
/// Never: every field of an answer can be written.
pub fn encode(decision: &Decision) -> Result<Vec<u8>, serde_json::Error> {
    let changed = matches!(decision.action, Action::Modify | Action::Ask);
    let answer = Answer {
        action: decision.action,
        reason: decision.explanation(),
        modified_args: decision.modified_args.as_ref().filter(|_| changed),
        modified_result: decision.modified_result.as_ref().filter(|_| changed),
        warnings: &decision.warnings,
        notes: &decision.notes,
        approval_code: decision.approval_code.as_deref(),
    };
    let mut line = serde_json::to_vec(&answer)?;
    line.push(b'\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::decision::Reason;

    fn event(bytes: &[u8]) -> Option<Event> {
        match decode(bytes, false) {
            Incoming::Event(event) => Some(event),
            Incoming::Decided(_) => None,
        }
    }

    fn decided(bytes: &[u8], can_ask: bool) -> Option<Decision> {
        match decode(bytes, can_ask) {
            Incoming::Event(_) => None,
            Incoming::Decided(decision) => Some(decision),
        }
    }

    #[test]
    fn the_five_fields_are_enough() {
        let line = br#"{"type":"tool:pre","toolName":"exec","args":{"command":"ls"},"sessionKey":"s","agentId":"a"}"#;
        let event = event(line).expect("an event");
        assert_eq!(event.kind, EventKind::ToolPre);
        assert_eq!((event.tool_name.as_str(), event.session_key.as_str()), ("exec", "s"));
        assert_eq!((event.agent_id.as_str(), &*event.host), ("a", Event::GENERIC));
        assert!(!event.can_ask);
        // And back, with nothing added.
        let back = serde_json::to_value(&event).expect("serializable");
        assert_eq!(back["args"], json!({"command": "ls"}));
    }

    #[test]
    fn an_answer_holds_what_there_is_to_say() {
        let text = |decision: &Decision| {
            String::from_utf8(encode(decision).expect("an answer")).expect("text")
        };
        assert_eq!(text(&Decision::allow()), "{\"action\":\"allow\"}\n");
        let blocked = Decision::because(Reason::new(Action::Block, "a.b", "No"));
        assert_eq!(text(&blocked), "{\"action\":\"block\",\"reason\":\"prescan: No [a.b]\"}\n");
        let mut modified = Decision::because(Reason::new(Action::Modify, "a.b", "Better"));
        modified.modified_args = Some(json!({"x": 1}));
        let answer: Value = serde_json::from_str(&text(&modified)).expect("JSON");
        assert_eq!(
            (&answer["action"], &answer["modifiedArgs"]),
            (&json!("modify"), &json!({"x": 1}))
        );
    }

    #[test]
    fn what_cannot_be_read_is_not_allowed() {
        for bytes in
            [&b""[..], b"{", b"[]", b"{}", b"\xff", b"{\"type\":\"tool:pre\",\"toolName\":1}"]
        {
            for (can_ask, action) in [(false, Action::Block), (true, Action::Ask)] {
                let decision = decided(bytes, can_ask).expect("a decision");
                assert_eq!(decision.action, action, "{}", String::from_utf8_lossy(bytes));
            }
        }
        let unknown = decided(b"{\"type\":\"tool:other\"}", false).expect("a decision");
        assert_eq!((unknown.action, unknown.warnings.len()), (Action::Allow, 1));
    }

    proptest! {
        #[test]
        fn any_bytes_give_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..200), can_ask: bool) {
            if let Incoming::Decided(decision) = decode(&bytes, can_ask) {
                let answer = encode(&decision).expect("an answer");
                let answer: Value = serde_json::from_slice(&answer).expect("JSON");
                prop_assert!(answer["action"].is_string());
            }
        }
    }
}
