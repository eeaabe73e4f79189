//! Policy lines: what to do about what a detector says. As they are written, as they are embedded, and as a settings file may hold them.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// What a policy line is about.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// What a command or a file tool does.
    Commands,
    /// Credentials.
    Secrets,
    /// Outbound messages.
    Messages,
    /// Use of the context window.
    Context,
}

impl Family {
    /// The name in policy lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::Secrets => "secrets",
            Self::Messages => "messages",
            Self::Context => "context",
        }
    }
}

/// How strict the policy is.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Debug,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Asks less.
    Relaxed,
    /// What the built-in policy is written for.
    #[default]
    Standard,
    /// Blocks what `standard` asks about where nobody may be there to answer.
    Strict,
}

impl Profile {
    /// Every profile, loosest first.
    pub const ALL: &'static [Self] = &[Self::Relaxed, Self::Standard, Self::Strict];

    /// The name in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relaxed => "relaxed",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a policy line does, weakest first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PolicyAction {
    /// Nothing.
    Allow,
    /// A note for the model.
    Note,
    /// A warning for the user.
    Warn,
    /// The secret is masked, and the rest goes through.
    Mask,
    /// The user is asked.
    Ask,
    /// It does not happen.
    Block,
}

impl PolicyAction {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Note => "note",
            Self::Warn => "warn",
            Self::Mask => "mask",
            Self::Ask => "ask",
            Self::Block => "block",
        }
    }
}

/// One value or a list of them, as the schema tells it.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what `one_or_many` reads")]
enum OneOrMany {
    /// One.
    One(String),
    /// Any of these.
    Many(Vec<String>),
}

fn one_or_many<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    struct Reader;

    impl<'de> Visitor<'de> for Reader {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word or a list of words")
        }

        fn visit_str<E: de::Error>(self, one: &str) -> Result<Self::Value, E> {
            Ok(vec![one.to_owned()])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut many = Vec::new();
            while let Some(one) = list.next_element()? {
                many.push(one);
            }
            Ok(many)
        }
    }

    input.deserialize_any(Reader)
}

/// An action for every profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Actions {
    /// The same for all.
    Same(PolicyAction),
    /// One for each.
    Each(EachProfile),
}

/// An action for each profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EachProfile {
    /// Under `relaxed`.
    pub relaxed: PolicyAction,
    /// Under `standard`.
    pub standard: PolicyAction,
    /// Under `strict`.
    pub strict: PolicyAction,
}

impl Actions {
    /// The action under a profile.
    #[must_use]
    pub const fn under(self, profile: Profile) -> PolicyAction {
        match (self, profile) {
            (Self::Same(action), _) => action,
            (Self::Each(each), Profile::Relaxed) => each.relaxed,
            (Self::Each(each), Profile::Standard) => each.standard,
            (Self::Each(each), Profile::Strict) => each.strict,
        }
    }
}

/// One line of policy. Every condition that is given must hold; one that is left out holds always.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyLine {
    /// What reasons and the log call it.
    pub id: String,
    /// What it is about.
    pub family: Family,
    /// `commands`: what is done, such as `delete-recursive`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub effect: Vec<String>,
    /// `commands`: what it is done to, such as `outside`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub target: Vec<String>,
    /// `secrets`: where the secret stands. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub place: Vec<String>,
    /// `secrets`: how sure the finding is. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub confidence: Vec<String>,
    /// `secrets`: how bad the finding is. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub severity: Vec<String>,
    /// `secrets`: the rule that found it, an id or `vendor.*`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub rule: Vec<String>,
    /// `messages`, `context`: how far it has gone, such as `warn`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub level: Vec<String>,
    /// The kind of event, such as `tool:pre`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub event: Vec<String>,
    /// Globs of the target or the file, any of which matches; `*` stands for any characters. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub path: Vec<String>,
    /// `commands`: what the target is besides: `credential`, `data`, `profile`, `guard` or `glob`. One or a list.
    #[serde(default, deserialize_with = "one_or_many", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "OneOrMany")]
    pub mark: Vec<String>,
    /// What is done: one action, or one each for `relaxed`, `standard` and `strict`.
    pub action: Actions,
    /// Neither a project's settings nor a one-time approval loosen the line. Counts in the user's own settings and the built-in policy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub floor: bool,
    /// Why, one sentence that is shown to the user and the model.
    pub reason: String,
    /// A safer way that is itself allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Calls that do what the advice says, each a test: the built-in policy allows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<PolicyExample>,
    /// What the line is for, each a test of the built-in policy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<PolicyExample>,
}

/// A tool call that a policy line decides about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyExample {
    /// A command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Or a tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// And its arguments, all strings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<std::collections::BTreeMap<String, String>>,
}

/// `policy.yaml`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyFile {
    /// The lines; the first that matches decides.
    pub lines: Vec<PolicyLine>,
}
