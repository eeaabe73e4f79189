//! What Claude Code takes for an answer. Its own check is a schema; these are the parts of it that an answer of ours can touch (2.1).

use serde_json::{Map, Value};

/// Why Claude Code would drop or misread what is on standard output, in words; `None` where it takes it.
pub(crate) fn objection(stdout: &[u8], moment: &str) -> Option<String> {
    if stdout.is_empty() {
        return None;
    }
    let answer: Value = match serde_json::from_slice(stdout) {
        Ok(answer) => answer,
        Err(error) => return Some(error.to_string()),
    };
    let Some(answer) = answer.as_object() else { return Some("not an object".to_owned()) };
    answer.iter().find_map(|(name, value)| match (name.as_str(), value) {
        ("systemMessage" | "reason" | "stopReason", Value::String(_)) => None,
        ("decision", Value::String(word)) if word == "block" => {
            // A block without a reason is an empty line for the model.
            let reasoned =
                answer.get("reason").and_then(Value::as_str).is_some_and(|why| !why.is_empty());
            let heard = ["PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"];
            (!reasoned || !heard.contains(&moment)).then(|| "a block that is not heard".to_owned())
        }
        ("hookSpecificOutput", Value::Object(specific)) => objection_to(specific, moment),
        _ => Some(format!("`{name}`: {value}")),
    })
}

fn objection_to(specific: &Map<String, Value>, moment: &str) -> Option<String> {
    if specific.get("hookEventName").and_then(Value::as_str) != Some(moment) {
        return Some("for another moment".to_owned());
    }
    let notes = !matches!(moment, "Stop" | "SubagentStop");
    specific.iter().find_map(|(name, value)| {
        let fits = match (name.as_str(), moment) {
            ("hookEventName", _) => true,
            ("additionalContext", _) => notes && value.is_string(),
            // Never `allow`: it takes the question away from the user.
            ("permissionDecision", "PreToolUse") => value == "deny" || value == "ask",
            ("permissionDecisionReason", "PreToolUse") => value.is_string(),
            ("updatedInput", "PreToolUse") => value.is_object(),
            ("updatedToolOutput", "PostToolUse") => true,
            _ => false,
        };
        (!fits).then(|| format!("`{name}` of {moment}: {value}"))
    })
}
