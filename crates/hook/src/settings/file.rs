//! `prescan.yaml` as it is written. The doc comments become the descriptions of the JSON Schema that editors show.

use std::path::PathBuf;

use prescan_core::{Confidence, Severity};
use prescan_rules::{PolicyLine, Profile, ToolEntry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::allow::Allowance;
use super::guard::Guard;
use crate::external::ExternalHook;
use crate::severity::SeverityName;

/// Settings of a project or a user.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SettingsFile {
    /// Rule files and folders, relative to this file. One with a built-in rule's id takes its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<PathBuf>,
    /// Only what these rules find is reported: ids, or `vendor.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// What these rules find is not reported: ids, or `vendor.*`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
    /// Scans leave out less sure findings: `generic`, `context`, `format` or `verified`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "confidence")]
    #[schemars(with = "Option<ConfidenceName>")]
    pub min_confidence: Option<String>,
    /// Scans leave out less severe findings: `info`, `low`, `medium`, `high` or `critical`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "severity")]
    #[schemars(with = "Option<SeverityName>")]
    pub severity: Option<String>,
    /// Whether scans leave out what `.gitignore` and `.prescanignore` name. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_files: Option<bool>,
    /// How strict the policy is. Default: `standard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Commands, arguments, messages and paths to stop, ask about or let pass. The first that matches counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Guard>,
    /// Policy lines that come before the built-in ones. The first that matches decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<PolicyLine>,
    /// What is let through although the policy asks about it or blocks it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<Allowance>,
    /// Tools that the built-in table does not know, or knows otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolEntry>,
    /// Hooks of your own: programs and endpoints that judge events after the built-in hooks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<ExternalHook>,
    /// Built-in hooks that do not run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disable: Vec<BuiltinHook>,
    /// Limits of the context and message hooks.
    #[serde(skip_serializing_if = "Thresholds::is_empty")]
    pub thresholds: Thresholds,
    /// How many seconds all hooks together may take. Default: 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 600))]
    pub deadline: Option<u64>,
    /// Whether decisions are written to the audit log. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<bool>,
    /// In the user's file: settings that a project's file may make stricter, not looser.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<Lockable>,
    /// In the user's file: folders whose projects may bring hooks of their own, which are programs that run; `*` stands for any characters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trust: Vec<String>,
}

/// A hook that comes with prescan.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum BuiltinHook {
    /// The `guards` of the settings.
    Guards,
    /// What commands and file tools do.
    Commands,
    /// Credentials.
    Secrets,
    /// Quality of outbound messages.
    Messages,
    /// Use of the context window.
    Context,
    /// Claims of one agent on what another works on.
    Claims,
}

impl BuiltinHook {
    /// Every built-in hook, in the order in which they run.
    pub const ALL: &'static [Self] =
        &[Self::Guards, Self::Commands, Self::Secrets, Self::Messages, Self::Context, Self::Claims];

    /// The name in settings, reasons and the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guards => "guards",
            Self::Commands => "commands",
            Self::Secrets => "secrets",
            Self::Messages => "messages",
            Self::Context => "context",
            Self::Claims => "claims",
        }
    }
}

/// A setting that a user can lock.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lockable {
    /// A project can choose a stricter profile only.
    Profile,
    /// A project's guards can only add to what is stopped.
    Guards,
    /// A project's policy lines can only make a decision stronger.
    Policy,
    /// A project's `allow` counts for nothing.
    Allow,
    /// A project's `tools` count for nothing.
    Tools,
    /// A project's rule files, `only` and `skip` count for nothing.
    Rules,
    /// A project's hooks count for nothing, trusted or not.
    Hooks,
    /// A project's `disable` counts for nothing.
    Disable,
    /// A project can only lower the thresholds.
    Thresholds,
    /// A project's `deadline` counts for nothing.
    Deadline,
    /// A project's `audit` counts for nothing.
    Audit,
}

/// Limits of the context and message hooks.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Thresholds {
    /// Percent of the context window at which the model is told. Default: 70.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub context_note: Option<u8>,
    /// Percent at which the user is warned. Default: 85.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub context_warn: Option<u8>,
    /// Percent at which the user is asked. Default: 95.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub context_ask: Option<u8>,
    /// Size of the context window in tokens. Default: 200,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1000))]
    pub context_window: Option<u64>,
}

impl Thresholds {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Names of confidences, for the schema.
#[derive(JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes what `confidence` reads")]
enum ConfidenceName {
    Generic,
    Context,
    Format,
    Verified,
}

fn confidence<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    let names = Confidence::ALL.iter().map(|level| level.name());
    level(Option::deserialize(input)?, names)
}

fn severity<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    let names = Severity::ALL.iter().map(|level| level.name());
    level(Option::deserialize(input)?, names)
}

/// A level that does not exist would otherwise count as none at all.
fn level<E: serde::de::Error>(
    given: Option<String>,
    names: impl Iterator<Item = &'static str>,
) -> Result<Option<String>, E> {
    let names: Vec<&str> = names.collect();
    match given {
        Some(level) if !names.contains(&level.as_str()) => Err(E::custom(format!(
            "there is no level `{level}`: the levels are {}",
            names.join(", ")
        ))),
        given => Ok(given),
    }
}
