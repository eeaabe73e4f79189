//! What an agent is about to do, or has just done.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The moment of an [`Event`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EventKind {
    /// A tool is about to be called.
    #[serde(rename = "tool:pre")]
    ToolPre,
    /// A tool was called, and the model is about to see its result.
    #[serde(rename = "tool:post")]
    ToolPost,
    /// A message is about to be sent to somebody.
    #[serde(rename = "message:pre")]
    MessagePre,
    /// The user's prompt is about to reach the model.
    #[serde(rename = "prompt:pre")]
    PromptPre,
    /// The agent is about to end its turn.
    #[serde(rename = "stop")]
    Stop,
    /// A session begins.
    #[serde(rename = "session:start")]
    SessionStart,
}

impl EventKind {
    /// Every kind, in the order of a session's life.
    pub const ALL: &'static [Self] = &[
        Self::SessionStart,
        Self::PromptPre,
        Self::ToolPre,
        Self::ToolPost,
        Self::MessagePre,
        Self::Stop,
    ];

    /// The name on the wire, such as `tool:pre`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ToolPre => "tool:pre",
            Self::ToolPost => "tool:post",
            Self::MessagePre => "message:pre",
            Self::PromptPre => "prompt:pre",
            Self::Stop => "stop",
            Self::SessionStart => "session:start",
        }
    }

    /// The kind of that name, or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an agent is about to do, or has just done, in the words of no particular host.
///
/// Its serialized form is the event of the wire protocol: `{"type", "toolName", "args", "sessionKey", "agentId"}`, and the other fields where they are known. Fields that are not known are
/// ignored when one is read.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The moment.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// The tool's name as the host says it; empty for events without a tool.
    #[serde(default)]
    pub tool_name: String,
    /// The tool's arguments. For other events an object: `{"prompt"}` of a prompt, `{"message"}` of a message or of the last message before a stop.
    #[serde(default)]
    pub args: Value,
    /// What the tool returned (`tool:post`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The session it belongs to; empty where the host does not say.
    #[serde(default)]
    pub session_key: String,
    /// The agent within the session; empty where the host does not say.
    #[serde(default)]
    pub agent_id: String,
    /// The host's name, such as `claude-code`; `generic` for the wire protocol itself.
    #[serde(default = "generic")]
    pub host: Cow<'static, str>,
    /// The working directory of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<PathBuf>,
    /// The root of the project that the agent works on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<PathBuf>,
    /// The file with the session's transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<PathBuf>,
    /// The host can put a question to its user and act on the answer. Where it cannot, a decision to ask becomes one to block.
    #[serde(default)]
    pub can_ask: bool,
}

fn generic() -> Cow<'static, str> {
    Cow::Borrowed(Event::GENERIC)
}

impl Event {
    /// The host of events that come in the wire form of the protocol.
    pub const GENERIC: &'static str = "generic";

    /// An event of that kind about that tool, with nothing else known.
    #[must_use]
    pub fn new(kind: EventKind, tool_name: &str, args: Value) -> Self {
        Self {
            kind,
            tool_name: tool_name.to_owned(),
            args,
            result: None,
            session_key: String::new(),
            agent_id: String::new(),
            host: generic(),
            cwd: None,
            workspace: None,
            transcript: None,
            can_ask: false,
        }
    }
}

/// Without arguments and result, which may hold secrets.
impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event")
            .field("kind", &self.kind.name())
            .field("host", &self.host)
            .field("tool_name", &self.tool_name)
            .finish_non_exhaustive()
    }
}
