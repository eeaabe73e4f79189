//! Hooks outside the program: a command, or an endpoint over HTTP.
//!
//! Both get the [`Event`](crate::Event) as JSON and answer with JSON; `docs/external-hooks.md` describes the protocol and what each misbehaviour leads to. An [`ExternalHook`] is one entry of
//! the settings, [`External`] the hook made of it. Nothing is started, opened or allocated before a hook is really called.

mod answer;
mod breaker;
mod command;
mod config;
mod glob;
mod hook;
mod http;
mod invalid;
mod period;
mod prepare;
mod text;

pub use config::{BreakerLimits, CommandLine, ExternalHook, Matching};
pub use hook::{External, RECURSION_VARIABLE};
pub use invalid::InvalidHook;
pub use period::Period;

#[cfg(test)]
mod tests;
