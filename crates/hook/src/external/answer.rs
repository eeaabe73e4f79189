//! What a hook answers.

use serde_json::{Map, Value};

use super::text;
use crate::decision::{Action, Reason, Verdict};
use crate::event::{Event, EventKind};
use crate::hook::HookError;

/// The longest answer, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// The longest message, in characters; rules are shorter.
const LONGEST_MESSAGE: usize = 1_000;
const LONGEST_RULE: usize = 100;

/// How many reasons, warnings and notes of each are kept.
const MOST: usize = 20;

/// The failure of a hook whose answer is longer than that.
pub(super) fn too_long() -> HookError {
    HookError::new(format!("its answer is longer than {LONGEST} bytes"))
}

/// The verdict of a hook that blocks in words alone.
pub(super) fn blocked(hook: &str, words: &[u8]) -> Verdict {
    let words = text::line(&String::from_utf8_lossy(words), LONGEST_MESSAGE);
    if words.is_empty() {
        return Verdict { action: Action::Block, ..Verdict::default() };
    }
    Verdict::because(Reason::new(Action::Block, "", format!("{hook}: {words}")))
}

/// Reads an answer to that event. Its texts are made fit to be shown and say which hook they are of.
pub(super) fn read(hook: &str, event: &Event, answer: &[u8]) -> Result<Verdict, HookError> {
    let answer = object(answer)?;
    let action = answer
        .get("action")
        .and_then(Value::as_str)
        .and_then(|name| Action::ALL.iter().copied().find(|action| action.name() == name))
        .ok_or_else(|| {
            HookError::new("its answer has no `action` of `allow`, `modify`, `ask` or `block`")
        })?;
    let lines = |field| -> Result<Vec<String>, HookError> {
        let lines = texts(&answer, field)?;
        Ok(lines.map(|line| said(hook, line)).collect())
    };
    let mut verdict = Verdict {
        action,
        reasons: reasons(hook, action, &answer)?,
        warnings: lines("warnings")?,
        notes: lines("notes")?,
        ..Verdict::default()
    };
    replace(hook, event, &answer, &mut verdict)?;
    Ok(verdict)
}

fn object(answer: &[u8]) -> Result<Map<String, Value>, HookError> {
    // PowerShell writes a byte order mark.
    let answer = answer.strip_prefix("\u{feff}".as_bytes()).unwrap_or(answer);
    let answer =
        std::str::from_utf8(answer).map_err(|_| HookError::new("its answer is not UTF-8"))?;
    // The reader's own words may quote the answer.
    let value: Value = serde_json::from_str(answer).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        HookError::new(format!("its answer is not JSON: line {line}, column {column}"))
    })?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(HookError::new("its answer is not a JSON object")),
    }
}

/// A field that is there and not `null`.
fn field<'a>(answer: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    answer.get(name).filter(|value| !value.is_null())
}

fn wrong(name: &str, what: &str) -> HookError {
    HookError::new(format!("`{name}` of its answer is not {what}"))
}

/// The first items of a list; none where there is no such field.
fn items<'a>(
    answer: &'a Map<String, Value>,
    name: &str,
) -> Result<impl Iterator<Item = &'a Value>, HookError> {
    let items = match field(answer, name) {
        None => &[],
        Some(Value::Array(items)) => items.as_slice(),
        Some(_) => return Err(wrong(name, "a list")),
    };
    Ok(items.iter().take(MOST))
}

fn texts<'a>(
    answer: &'a Map<String, Value>,
    name: &str,
) -> Result<impl Iterator<Item = &'a str>, HookError> {
    let texts: Option<Vec<&str>> = items(answer, name)?.map(Value::as_str).collect();
    Ok(texts.ok_or_else(|| wrong(name, "a list of strings"))?.into_iter())
}

fn text_of<'a>(answer: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, HookError> {
    field(answer, name)
        .map(|value| value.as_str().ok_or_else(|| wrong(name, "a string")))
        .transpose()
}

fn said(hook: &str, words: &str) -> String {
    format!("{hook}: {}", text::line(words, LONGEST_MESSAGE))
}

fn reasons(
    hook: &str,
    action: Action,
    answer: &Map<String, Value>,
) -> Result<Vec<Reason>, HookError> {
    let mut reasons = Vec::new();
    if let Some(words) = text_of(answer, "reason")?.filter(|words| !words.is_empty()) {
        reasons.push(Reason::new(action, "", said(hook, words)));
    }
    for reason in items(answer, "reasons")? {
        let reason = reason.as_object().ok_or_else(|| wrong("reasons", "a list of objects"))?;
        let message = text_of(reason, "message")?
            .ok_or_else(|| HookError::new("a reason of its answer has no `message`"))?;
        let rule = text::line(text_of(reason, "rule")?.unwrap_or_default(), LONGEST_RULE);
        let advice = text_of(reason, "advice")?.map(|words| text::line(words, LONGEST_MESSAGE));
        reasons.push(Reason { advice, ..Reason::new(action, &rule, said(hook, message)) });
    }
    Ok(reasons)
}

/// Takes what is to be used instead of the arguments, or of the result of a tool that was called.
fn replace(
    hook: &str,
    event: &Event,
    answer: &Map<String, Value>,
    verdict: &mut Verdict,
) -> Result<(), HookError> {
    let (args, result) = ("modifiedArgs", "modifiedResult");
    let (used, unused) =
        if event.kind == EventKind::ToolPost { (result, args) } else { (args, result) };
    let modifies = verdict.action == Action::Modify;
    let mut ignored = |name: &str| {
        if field(answer, name).is_some() {
            let (action, kind) = (verdict.action, event.kind);
            verdict
                .warnings
                .push(format!("{hook}: `{name}` counts for nothing with `{action}` of a `{kind}`"));
        }
    };
    ignored(unused);
    if !modifies {
        ignored(used);
        return Ok(());
    }
    let Some(value) = field(answer, used) else {
        return Err(HookError::new(format!("its answer is `modify` without `{used}`")));
    };
    if used == result {
        verdict.result = Some(value.clone());
    } else if event.args.is_object() && !value.is_object() {
        return Err(wrong(used, "an object"));
    } else {
        verdict.args = Some(value.clone());
    }
    Ok(())
}
