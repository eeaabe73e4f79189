//! From Claude Code's JSON to an event.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use prescan_hook::json::{self, Fault};
use prescan_hook::{Event, EventKind};
use serde_json::{Map, Value};

use crate::environment::Environment;
use crate::moment::Moment;

/// The name of this host in events and settings.
pub const HOST: &str = "claude-code";

/// Permission modes in which Claude Code puts no question to its user: one lets everything through, the other denies what is not allowed beforehand.
const MODES_WITHOUT_QUESTIONS: &[&str] = &["bypassPermissions", "dontAsk"];

/// A call of a hook: the event, and where its answer goes.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What the agent is about to do, or has done.
    pub event: Event,
    /// What the answer is encoded for.
    pub reply_to: ReplyTo,
}

/// What an answer has to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplyTo {
    /// The moment of the call. Claude Code ignores an answer for another one.
    pub moment: Moment,
    /// A stop that comes after a hook has kept the agent from stopping (`stop_hook_active`). Keeping it once more may go on for ever.
    pub kept_going: bool,
}

/// Why a call could not be read. Its text holds nothing of the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    kind: Kind,
    /// The moment that it seems to be about.
    moment: Option<Moment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Json(Fault),
    NoObject,
    NoName,
}

impl DecodeError {
    /// The moment that the call seems to be about. It is a guess from pieces of the input; where they disagree, it is the one where prescan can prevent most.
    #[must_use]
    pub fn moment(&self) -> Option<Moment> {
        self.moment
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Json(fault) => fault.fmt(f),
            Kind::NoObject => f.write_str("not a JSON object"),
            Kind::NoName => f.write_str("no `hook_event_name`"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Reads what Claude Code writes to a hook's standard input. `None` for a moment that prescan has nothing to say about; the answer to it is [`Reply::empty`](crate::Reply::empty).
///
/// Fields that are missing or of another type than Claude Code's count as not known. The field names are those of Claude Code 2.1; see <https://code.claude.com/docs/en/hooks>.
///
/// # Errors
/// The input is not a JSON object with the name of an event, or is nested more than 127 levels deep.
pub fn decode(bytes: &[u8], environment: &Environment) -> Result<Option<Call>, DecodeError> {
    let failed = |kind| DecodeError { kind, moment: moment_of_pieces(bytes) };
    let mut input = match json::read(bytes) {
        Ok(Value::Object(input)) => Fields(input),
        Ok(_) => return Err(failed(Kind::NoObject)),
        Err(fault) => return Err(failed(Kind::Json(fault))),
    };
    let Some(name) = input.text("hook_event_name") else {
        return Err(DecodeError { kind: Kind::NoName, moment: input.likely_moment() });
    };
    let Some(moment) = Moment::from_name(&name) else { return Ok(None) };
    let reply_to = ReplyTo { moment, kept_going: input.is_true("stop_hook_active") };
    Ok(Some(Call { event: event(moment, &mut input, environment), reply_to }))
}

fn event(moment: Moment, input: &mut Fields, environment: &Environment) -> Event {
    let (kind, args) = match moment {
        Moment::PreToolUse => (EventKind::ToolPre, input.take("tool_input")),
        Moment::PostToolUse | Moment::PostToolUseFailure => {
            (EventKind::ToolPost, input.take("tool_input"))
        }
        Moment::UserPromptSubmit => {
            (EventKind::PromptPre, object([("prompt", input.take("prompt"))]))
        }
        Moment::Stop | Moment::SubagentStop => {
            let message = input.take("last_assistant_message");
            let active = Value::Bool(input.is_true("stop_hook_active"));
            (EventKind::Stop, object([("message", message), ("active", active)]))
        }
        Moment::SessionStart => {
            (EventKind::SessionStart, object([("source", input.take("source"))]))
        }
    };
    let mut event = Event::new(kind, &input.text("tool_name").unwrap_or_default(), args);
    event.result = match moment {
        Moment::PostToolUse => Some(input.take("tool_response")),
        Moment::PostToolUseFailure => Some(input.take("error")),
        _ => None,
    };
    event.host = Cow::Borrowed(HOST);
    event.session_key = input.text("session_id").unwrap_or_default();
    event.agent_id = input.text("agent_id").unwrap_or_default();
    event.cwd = input.text("cwd").map(PathBuf::from);
    event.workspace = environment.project_dir.clone().or_else(|| event.cwd.clone());
    event.transcript = input.text("transcript_path").map(PathBuf::from);
    let asks = |mode: String| !MODES_WITHOUT_QUESTIONS.contains(&mode.as_str());
    event.can_ask = environment.is_attended() && input.text("permission_mode").is_none_or(asks);
    event
}

/// The fields that are there.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let known = fields.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(known.map(|(name, value)| (name.to_owned(), value)).collect())
}

struct Fields(Map<String, Value>);

impl Fields {
    /// A string that is not empty.
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn is_true(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Any value, null where there is none.
    fn take(&mut self, name: &str) -> Value {
        self.0.get_mut(name).map(Value::take).unwrap_or_default()
    }

    /// What the fields look like without the event's name.
    fn likely_moment(&self) -> Option<Moment> {
        let has = |name| self.0.contains_key(name);
        if !has("tool_name") && !has("tool_input") {
            return None;
        }
        Some(if has("tool_response") { Moment::PostToolUse } else { Moment::PreToolUse })
    }
}

/// The moment that bytes which could not be read seem to be about. The arguments of a tool may hold a `hook_event_name` too, so a name of a call that can still be prevented counts before any other.
fn moment_of_pieces(bytes: &[u8]) -> Option<Moment> {
    let mut first = None;
    for moment in json::strings_of(bytes, "hook_event_name").filter_map(Moment::from_name) {
        if moment == Moment::PreToolUse {
            return Some(moment);
        }
        first = first.or(Some(moment));
    }
    let has = |key: &str| bytes.windows(key.len()).any(|window| window == key.as_bytes());
    let tool = || has("\"tool_name\"") && !has("\"tool_response\"");
    first.or_else(|| tool().then_some(Moment::PreToolUse))
}

#[cfg(test)]
mod tests;
