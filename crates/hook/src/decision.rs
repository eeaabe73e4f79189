//! What to do about an event, and why.

use std::borrow::Cow;
use std::fmt;

use json_patch::Patch;
use prescan_core::Severity;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What to do, weakest first. The strongest of several wins.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Let it happen.
    #[default]
    Allow,
    /// Let it happen with other arguments, or show the model another result.
    Modify,
    /// Put it to the user.
    Ask,
    /// Do not let it happen.
    Block,
}

impl Action {
    /// Every action, weakest first.
    pub const ALL: &'static [Self] = &[Self::Allow, Self::Modify, Self::Ask, Self::Block];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Modify => "modify",
            Self::Ask => "ask",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a hook decided as it did. No text of it holds a secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reason {
    /// The hook's name.
    #[serde(default)]
    pub hook: Cow<'static, str>,
    /// What this reason alone asks for.
    #[serde(default)]
    pub action: Action,
    /// The id of the rule, guard or policy line.
    #[serde(default)]
    pub rule: String,
    /// What was seen and why it matters, one sentence.
    pub message: String,
    /// A safer way that is itself allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// How bad it is, where the rule or guard says so; for the log and for readers, it decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::severity")]
    pub severity: Option<Severity>,
    /// The JSON Pointer (RFC 6901) of the argument it is about, such as `/command`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Where in that argument: byte offsets, half open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<(u64, u64)>,
    /// Neither a project's configuration nor a one-time approval overrules it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub floor: bool,
}

impl Reason {
    /// A reason of a rule, for an action, in words; the hook's name is filled in by the chain.
    #[must_use]
    pub fn new(action: Action, rule: &str, message: impl Into<String>) -> Self {
        Self {
            hook: Cow::Borrowed(""),
            action,
            rule: rule.to_owned(),
            message: message.into(),
            advice: None,
            severity: None,
            part: None,
            span: None,
            floor: false,
        }
    }
}

/// What one hook says of an event.
#[derive(Clone, PartialEq, Default)]
pub struct Verdict {
    /// What to do.
    pub action: Action,
    /// Why.
    pub reasons: Vec<Reason>,
    /// Lines for the user.
    pub warnings: Vec<String>,
    /// Lines for the model.
    pub notes: Vec<String>,
    /// With [`Action::Modify`]: the whole arguments to use instead.
    pub args: Option<Value>,
    /// With [`Action::Modify`] of a `tool:post`: the whole result to show instead.
    pub result: Option<Value>,
}

impl Verdict {
    /// Nothing to say.
    #[must_use]
    pub fn allow() -> Self {
        Self::default()
    }

    /// A verdict with one reason, whose action it takes.
    #[must_use]
    pub fn because(reason: Reason) -> Self {
        Self { action: reason.action, reasons: vec![reason], ..Self::default() }
    }

    /// Adds a reason and raises the action to it.
    pub fn push(&mut self, reason: Reason) {
        self.action = self.action.max(reason.action);
        self.reasons.push(reason);
    }
}

/// Without arguments and result, which may hold secrets.
impl fmt::Debug for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict")
            .field("action", &self.action)
            .field("reasons", &self.reasons)
            .field("warnings", &self.warnings)
            .field("notes", &self.notes)
            .finish_non_exhaustive()
    }
}

/// A hook that did not answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The hook's name.
    pub hook: String,
    /// What went wrong, in words without secrets.
    pub what: String,
}

/// What a chain says of an event.
#[must_use]
#[derive(Clone, PartialEq, Default)]
pub struct Decision {
    /// What to do: the strongest that any hook asked for.
    pub action: Action,
    /// The reasons of all hooks, in the order of the chain.
    pub reasons: Vec<Reason>,
    /// Lines for the user.
    pub warnings: Vec<String>,
    /// Lines for the model.
    pub notes: Vec<String>,
    /// The whole arguments to use instead, where a hook changed them.
    pub modified_args: Option<Value>,
    /// The whole result to show the model instead, where a hook changed it (`tool:post`).
    pub modified_result: Option<Value>,
    /// What was changed in the arguments, as a JSON Patch (RFC 6902). It may hold what the arguments hold.
    pub patch: Patch,
    /// Hooks that did not answer.
    pub failures: Vec<Failure>,
    /// A one-time code with which the user can let exactly this event through.
    pub approval_code: Option<String>,
}

impl Decision {
    /// Nothing to say.
    pub fn allow() -> Self {
        Self::default()
    }

    /// A decision with one reason, whose action it takes.
    pub fn because(reason: Reason) -> Self {
        Self { action: reason.action, reasons: vec![reason], ..Self::default() }
    }

    /// The reasons that carry the decision: those that ask for its action.
    pub fn deciding(&self) -> impl Iterator<Item = &Reason> {
        self.reasons.iter().filter(|reason| reason.action == self.action)
    }

    /// True where a deciding reason cannot be overruled.
    #[must_use]
    pub fn is_floor(&self) -> bool {
        self.deciding().any(|reason| reason.floor)
    }

    /// The decision in words, for the user or the model: each deciding reason with its advice and rule id, then how to approve it. `None` where nothing was decided.
    #[must_use]
    pub fn explanation(&self) -> Option<String> {
        if self.action == Action::Allow {
            return None;
        }
        let mut lines: Vec<String> = Vec::new();
        for reason in self.deciding() {
            let mut line = reason.message.clone();
            if !reason.rule.is_empty() {
                line.push_str(&format!(" [{}]", reason.rule));
            }
            if let Some(advice) = &reason.advice {
                line.push_str(&format!("\n  Instead: {advice}"));
            }
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if let Some(code) = &self.approval_code {
            lines.push(format!(
                "The user can let this through once, in a terminal of their own: prescan approve {code}"
            ));
        }
        Some(format!("prescan: {}", lines.join("\n")))
    }
}

/// Without arguments, result and patch, which may hold secrets.
impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("action", &self.action)
            .field("reasons", &self.reasons)
            .field("warnings", &self.warnings)
            .field("notes", &self.notes)
            .field("failures", &self.failures)
            .finish_non_exhaustive()
    }
}
