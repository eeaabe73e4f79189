//! One entry of `hooks` in the settings.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::period::Period;
use crate::event::EventKind;
use crate::hook::OnError;

/// A hook outside the program: a command that gets the event as JSON on its standard input, or an endpoint that gets it by POST. Its answer decides, as `docs/external-hooks.md` describes.
///
/// Serializing writes header values as they stand in the settings; `Debug` shows none.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExternalHook {
    /// The name in reasons, warnings and the log: 1 to 64 letters, digits, `-`, `_` and `.`.
    pub name: String,

    /// The command: a program and its arguments, or one string for the shell (`sh -c`, `cmd /c` on Windows). It runs in the folder of the settings file, and a program with a relative path is looked
    /// for there. Either this or `url`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandLine>,

    /// The endpoint: `https://…`, or `http://…` on this machine. Either this or `command`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,

    /// Headers for `url`. `${NAME}` in a value stands for the environment variable of that name, which `env` must list. Default: none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,

    /// Whether `url` may be `http://…` on another machine, where anybody on the way can read and change what is said. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_http: bool,

    /// What the hook is asked about. Default: every tool, before it is called.
    #[serde(default, rename = "match")]
    pub matching: Matching,

    /// How long an answer may take: `500ms`, `5s`, `1m`, or a number of seconds; more than 10 minutes count as 10 minutes. Default: 5 s.
    #[serde(default = "five_seconds")]
    pub timeout: Period,

    /// What happens where the hook fails: `allow` leaves the decision to the other hooks and warns, `ask` asks the user, `block` blocks. Default: `allow`.
    #[serde(default)]
    #[schemars(schema_with = "on_error_schema")]
    pub on_error: OnError,

    /// The environment variables that the command gets and that headers may use; it gets no other, except `PRESCAN_HOOK=1`. Default: `PATH`, `HOME`, `LANG` and `TMPDIR`; on Windows `PATH`, `HOME`,
    /// `LANG`, `TEMP` and `SystemRoot`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub env: Option<Vec<String>>,

    /// When a hook that keeps failing is left alone for a while.
    #[serde(default)]
    pub breaker: BreakerLimits,
}

impl ExternalHook {
    /// The variables that are passed on where `env` is not set.
    pub const DEFAULT_ENV: &'static [&'static str] = if cfg!(windows) {
        &["PATH", "HOME", "LANG", "TEMP", "SystemRoot"]
    } else {
        &["PATH", "HOME", "LANG", "TMPDIR"]
    };

    /// The variables that are passed on.
    pub(super) fn environment_names(&self) -> Vec<&str> {
        match &self.env {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => Self::DEFAULT_ENV.to_vec(),
        }
    }
}

/// Without address and headers, which may hold credentials, and without the command, whose arguments may.
impl fmt::Debug for ExternalHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalHook")
            .field("name", &self.name)
            .field("matching", &self.matching)
            .field("timeout", &self.timeout)
            .field("on_error", &self.on_error)
            .field("env", &self.env)
            .field("breaker", &self.breaker)
            .finish_non_exhaustive()
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CommandLine {
    /// A line for the shell.
    Shell(String),
    /// A program and its arguments.
    Program(Vec<String>),
}

/// Without the words, which may hold credentials.
impl fmt::Debug for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shell(_) => "Shell",
            Self::Program(_) => "Program",
        })
    }
}

impl<'de> Deserialize<'de> for CommandLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StringOrList)
    }
}

/// The derived reader of an untagged enum does not say what it expects.
struct StringOrList;

impl<'de> Visitor<'de> for StringOrList {
    type Value = CommandLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string for the shell, or a list of a program and its arguments")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<CommandLine, E> {
        Ok(CommandLine::Shell(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<CommandLine, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = sequence.next_element()? {
            words.push(word);
        }
        Ok(CommandLine::Program(words))
    }
}

impl JsonSchema for CommandLine {
    fn schema_name() -> Cow<'static, str> {
        "CommandLine".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A program and its arguments, or one string for the shell.",
            "anyOf": [
                { "type": "string", "minLength": 1 },
                { "type": "array", "minItems": 1, "items": { "type": "string" } },
            ],
        })
    }
}

/// What a hook is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Matching {
    /// The tools, as the host names them; `*` stands for any run of characters, `?` for one. Events without a tool are not judged by it. Default: every tool.
    #[serde(default = "every_tool")]
    pub tools: Vec<String>,

    /// The moments. Default: `tool:pre`.
    #[serde(default = "before_a_tool")]
    #[schemars(schema_with = "events_schema")]
    pub events: Vec<EventKind>,
}

impl Default for Matching {
    fn default() -> Self {
        Self { tools: every_tool(), events: before_a_tool() }
    }
}

/// When a hook that keeps failing is left alone for a while, so that its timeout does not slow down every call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakerLimits {
    /// After how many failures in a row it is skipped. Default: 5.
    #[serde(default = "five")]
    #[schemars(range(min = 1))]
    pub failures: u32,

    /// For how long; then one call is tried. `0s` means that it is never skipped. Default: 60 s.
    #[serde(default = "a_minute")]
    pub pause: Period,
}

impl Default for BreakerLimits {
    fn default() -> Self {
        Self { failures: five(), pause: a_minute() }
    }
}

fn every_tool() -> Vec<String> {
    vec!["*".to_owned()]
}

fn before_a_tool() -> Vec<EventKind> {
    vec![EventKind::ToolPre]
}

const fn five() -> u32 {
    5
}

const fn five_seconds() -> Period {
    Period::from_secs(5)
}

const fn a_minute() -> Period {
    Period::from_secs(60)
}

fn on_error_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["allow", "ask", "block"] })
}

fn events_schema(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.name()).collect();
    json_schema!({
        "type": "array",
        "minItems": 1,
        "items": { "type": "string", "enum": names },
    })
}
