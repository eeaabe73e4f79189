//! The moments at which Claude Code calls its hooks.

use std::fmt;

/// A hook event of Claude Code that prescan answers, by Claude Code's own name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Moment {
    /// Before a tool is called.
    PreToolUse,
    /// After a tool was called.
    PostToolUse,
    /// After the call of a tool failed.
    PostToolUseFailure,
    /// Before a prompt of the user is worked on.
    UserPromptSubmit,
    /// Before the agent ends its turn.
    Stop,
    /// Before a subagent ends.
    SubagentStop,
    /// When a session starts or is resumed.
    SessionStart,
}

impl Moment {
    /// Every moment.
    pub const ALL: &'static [Self] = &[
        Self::PreToolUse,
        Self::PostToolUse,
        Self::PostToolUseFailure,
        Self::UserPromptSubmit,
        Self::Stop,
        Self::SubagentStop,
        Self::SessionStart,
    ];

    /// Those that an installation asks Claude Code to call prescan at.
    pub const INSTALLED: &'static [Self] = &[
        Self::PreToolUse,
        Self::PostToolUse,
        Self::PostToolUseFailure,
        Self::UserPromptSubmit,
        Self::Stop,
        Self::SessionStart,
    ];

    /// The name in `hook_event_name` and in settings, such as `PreToolUse`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::PostToolUseFailure => "PostToolUseFailure",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::Stop => "Stop",
            Self::SubagentStop => "SubagentStop",
            Self::SessionStart => "SessionStart",
        }
    }

    /// The moment of that name, or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|moment| moment.name() == name)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
