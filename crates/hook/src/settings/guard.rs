//! Guards: patterns of a user's own.

use prescan_core::Severity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::severity::SeverityName;

/// A pattern and what is done about what matches it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    /// What to look for. In commands it means the command, not the text: `rm -rf /` matches `sudo rm -fr /` and neither `rm -rf /tmp/x` nor `echo "rm -rf /"`.
    #[schemars(length(min = 1))]
    pub pattern: String,
    /// What to do.
    pub action: GuardAction,
    /// Why, shown to the user and the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where to look. Default: `command`.
    #[serde(default, rename = "match", skip_serializing_if = "GuardMatch::is_default")]
    pub place: GuardMatch,
    /// The pattern is a regular expression, searched for anywhere in the text. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub regex: bool,
    /// How bad it is, for the log: `info`, `low`, `medium`, `high` or `critical`.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::severity")]
    #[schemars(with = "Option<SeverityName>")]
    pub severity: Option<Severity>,
}

/// What a guard does, weakest first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GuardAction {
    /// Later guards are not asked; the other hooks are.
    Allow,
    /// The user is warned.
    Warn,
    /// The user is asked.
    Ask,
    /// It does not happen.
    Block,
}

/// Where a guard looks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GuardMatch {
    /// In each command that a line runs.
    #[default]
    Command,
    /// In every argument of a tool.
    Args,
    /// In outbound messages.
    Message,
    /// In paths of files that tools read or write; the pattern is a glob in which `*` stands for any characters.
    Path,
}

impl GuardMatch {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
