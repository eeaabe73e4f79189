//! Settings that make no hook.

use std::fmt;

use super::text;

/// Why an entry of the settings makes no hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidHook {
    hook: String,
    kind: Kind,
}

/// What is wrong. No variant holds a header's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Name,
    NeitherCommandNorUrl,
    BothCommandAndUrl,
    EmptyCommand,
    NulInCommand,
    BaseFolder(String),
    Events,
    Tools,
    Timeout,
    Failures,
    EnvironmentName(String),
    Url(&'static str),
    OnlyForUrl(&'static str),
    Header(String, &'static str),
    NotInEnv(String, String),
}

impl InvalidHook {
    pub(super) fn new(hook: &str, kind: Kind) -> Self {
        Self { hook: text::line(hook, 64), kind }
    }

    /// The name of the hook.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.hook
    }
}

impl fmt::Display for InvalidHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hook `{}`: {}", self.hook, self.kind)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("a name is 1 to 64 letters, digits, `-`, `_` and `.`"),
            Self::NeitherCommandNorUrl => f.write_str("one of `command` and `url` is needed"),
            Self::BothCommandAndUrl => f.write_str("`command` and `url` exclude one another"),
            Self::EmptyCommand => f.write_str("`command` is empty"),
            Self::NulInCommand => f.write_str("`command` holds a NUL character"),
            Self::BaseFolder(error) => {
                write!(f, "the folder of the settings file cannot be told: {error}")
            }
            Self::Events => f.write_str("`match.events` is empty"),
            Self::Tools => f.write_str("`match.tools` is empty"),
            Self::Timeout => f.write_str("`timeout` is zero"),
            Self::Failures => f.write_str("`breaker.failures` is zero"),
            Self::EnvironmentName(name) => {
                write!(f, "`{name}` in `env` is no name of an environment variable")
            }
            Self::Url(what) => write!(f, "`url` {what}"),
            Self::OnlyForUrl(field) => write!(f, "`{field}` belongs to a hook with `url`"),
            Self::Header(name, what) => write!(f, "header `{name}` {what}"),
            Self::NotInEnv(header, name) => {
                write!(f, "header `{header}` uses `${{{name}}}`, which is not listed in `env`")
            }
        }
    }
}

impl std::error::Error for InvalidHook {}
