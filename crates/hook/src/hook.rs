//! What a hook is.

use std::fmt;
use std::future::{self, Future};
use std::pin::Pin;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Verdict};
use crate::event::Event;

/// A verdict that may still be on its way.
pub type Judgement<'a> = Pin<Box<dyn Future<Output = Result<Verdict, HookError>> + Send + 'a>>;

/// Maps an event to a verdict.
///
/// A hook may be asked from several threads at once. One that needs no waiting returns [`ready`]; the chain then starts neither a timer nor a runtime. The future of one that waits may be
/// polled on any executor.
pub trait Hook: Send + Sync {
    /// The hook's name in reasons, settings and the log.
    fn name(&self) -> &str;

    /// What its failure means.
    fn on_error(&self) -> OnError {
        OnError::Allow
    }

    /// True where the hook has something to say about events of that kind and tool.
    fn applies(&self, event: &Event) -> bool;

    /// Judges the event, whose arguments are as the hooks before it left them. Work that can take long ends at the deadline.
    fn judge<'a>(&'a self, event: &'a Event, deadline: Instant) -> Judgement<'a>;
}

/// A judgement that is there already.
#[must_use]
pub fn ready<'a>(verdict: Result<Verdict, HookError>) -> Judgement<'a> {
    Box::pin(future::ready(verdict))
}

/// What the failure of a hook means for the event.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnError {
    /// The other hooks decide; the failure is shown as a warning and logged.
    #[default]
    Allow,
    /// The user is asked.
    Ask,
    /// The event is blocked.
    Block,
}

impl OnError {
    /// The action it stands for.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Allow => Action::Allow,
            Self::Ask => Action::Ask,
            Self::Block => Action::Block,
        }
    }
}

/// Why a hook has no verdict. Its text holds nothing of the event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HookError {
    what: String,
}

impl HookError {
    /// An error in words: what went wrong, lower case, without anything from the event.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl fmt::Display for HookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for HookError {}
