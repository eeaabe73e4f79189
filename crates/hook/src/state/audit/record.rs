//! One line of the audit log.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::decision::{Action, Decision, Failure, Reason};
use crate::event::{Event, EventKind};
use crate::state::files::{self, CUT};
use crate::state::timestamp::Timestamp;

/// How many bytes of JSON the arguments may take, and the patch.
const VALUE_LIMIT: usize = 8 * 1024;

/// How many bytes of a value that is too long are kept.
const VALUE_START: usize = 4 * 1024;

/// How many bytes a text may have.
const TEXT_LIMIT: usize = 2 * 1024;

/// How many reasons, warnings or failures are kept.
const LIST_LIMIT: usize = 32;

/// A decision, as the audit log keeps it.
///
/// None of it may hold a secret: arguments and patch are set by the caller, who redacts them first. What is longer than a log should hold is cut when it is written, with a mark in its place.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditRecord {
    /// When it was decided.
    pub time: Timestamp,
    /// The version of prescan.
    #[serde(default)]
    pub version: Cow<'static, str>,
    /// The hash of the rules and the policy.
    #[serde(default)]
    pub rules: String,
    /// The host's name.
    #[serde(default)]
    pub host: String,
    /// The kind of the event.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// The session.
    #[serde(default)]
    pub session_key: String,
    /// The agent within the session.
    #[serde(default)]
    pub agent_id: String,
    /// The tool.
    #[serde(default)]
    pub tool_name: String,
    /// The working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The arguments without secrets. Null until they are set.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub args: Value,
    /// What was decided.
    pub action: Action,
    /// Why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// What the user was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Hooks that did not answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// What was changed in the arguments (RFC 6902), without secrets. Null until it is set.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub patch: Value,
    /// The approval it asked for, or was let through by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<AuditApproval>,
    /// How long deciding took, in microseconds.
    #[serde(default)]
    pub duration_micros: u64,
    /// The process that decided.
    #[serde(default)]
    pub pid: u32,
}

/// An approval in the log, by the id of its request. The code itself is nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuditApproval {
    /// A code was issued for this request.
    Requested(String),
    /// The grant of this request let the event through.
    Used(String),
}

impl AuditRecord {
    /// What is known from an event and its decision alone; arguments, patch, rules, approval and duration are the caller's to set.
    #[must_use]
    pub fn new(time: Timestamp, event: &Event, decision: &Decision) -> Self {
        Self {
            time,
            version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
            rules: String::new(),
            host: event.host.clone().into_owned(),
            kind: event.kind,
            session_key: event.session_key.clone(),
            agent_id: event.agent_id.clone(),
            tool_name: event.tool_name.clone(),
            cwd: event.cwd.as_ref().map(|path| path.to_string_lossy().into_owned()),
            args: Value::Null,
            action: decision.action,
            reasons: decision.reasons.clone(),
            warnings: decision.warnings.clone(),
            failures: decision.failures.clone(),
            patch: Value::Null,
            approval: None,
            duration_micros: 0,
            pid: std::process::id(),
        }
    }

    /// The same with the time it took.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> Self {
        self.duration_micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self
    }

    /// The record as one line with its line feed; what is too long is cut.
    pub(super) fn into_line(mut self) -> Result<Vec<u8>, serde_json::Error> {
        self.fit();
        let mut line = serde_json::to_vec(&self)?;
        line.push(b'\n');
        Ok(line)
    }

    fn fit(&mut self) {
        let names = [&mut self.rules, &mut self.host, &mut self.session_key, &mut self.agent_id];
        names.into_iter().for_each(cut);
        cut(&mut self.tool_name);
        fit_value(&mut self.args);
        fit_value(&mut self.patch);
        cut_list(&mut self.warnings);
        self.reasons.truncate(LIST_LIMIT);
        self.failures.truncate(LIST_LIMIT);
        self.cwd.iter_mut().for_each(cut);
        for reason in &mut self.reasons {
            cut(&mut reason.rule);
            cut(&mut reason.message);
            reason.advice.iter_mut().for_each(cut);
            reason.part.iter_mut().for_each(cut);
            if reason.hook.len() > TEXT_LIMIT {
                cut(reason.hook.to_mut());
            }
        }
        for failure in &mut self.failures {
            cut(&mut failure.hook);
            cut(&mut failure.what);
        }
    }
}

/// Without arguments and patch, which may be long.
impl fmt::Debug for AuditRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuditRecord")
            .field("time", &self.time)
            .field("kind", &self.kind)
            .field("tool_name", &self.tool_name)
            .field("action", &self.action)
            .field("reasons", &self.reasons)
            .finish_non_exhaustive()
    }
}

/// Texts, and how many more there were.
fn cut_list(texts: &mut Vec<String>) {
    let more = texts.len().saturating_sub(LIST_LIMIT);
    texts.truncate(LIST_LIMIT);
    texts.iter_mut().for_each(cut);
    if more > 0 {
        texts.push(format!("{CUT} {more} more"));
    }
}

fn cut(text: &mut String) {
    files::cut(text, TEXT_LIMIT);
}

/// Puts the start of a value's JSON in its place where that is too long: `{"cut": true, "start": "…"}`.
fn fit_value(value: &mut Value) {
    let mut start = Start::default();
    if serde_json::to_writer(&mut start, value).is_ok() {
        return;
    }
    start.bytes.truncate(VALUE_START);
    // The cut may fall into a character.
    let text = start.bytes.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    *value = json!({ "cut": true, "start": text });
}

/// Takes the first bytes of a JSON text and stops its writer there.
#[derive(Default)]
struct Start {
    bytes: Vec<u8>,
}

impl Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = VALUE_LIMIT - self.bytes.len();
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = room.min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
