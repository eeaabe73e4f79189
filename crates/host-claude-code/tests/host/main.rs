//! The crate from the outside: pairs of what Claude Code says and what it is answered, and promises about any input and any decision.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod accepted;
mod any;
mod pairs;
mod plugin;
mod samples;
