//! Rule files: reading, linting, testing, compiling; and the built-in rules.
//!
//! - [`builtin`] is the engine of the built-in rules, compiled at build time.
//! - [`read`] and [`compile`] turn rule files into an [`Engine`](prescan_core::Engine) with the same code.
//! - [`trial`] runs the examples that every rule carries.
//! - [`policy()`] are the lines of the built-in policy, [`tools()`] is the table of tools and what their arguments carry.
//! - [`programs()`] is what is known of programs, and [`commands`] reads and tests the files that say so.
//! - [`json_schema`] describes the format for editors.
//!
//! This crate opens no file: callers hand it the text and the name.
//!
//! ```
//! use prescan_core::Scratch;
//!
//! let engine = prescan_rules::builtin();
//! let text = format!("token: {}_{}", "glsa", "x".repeat(41));
//! assert!(engine.scan(&mut Scratch::default(), text.as_bytes()).is_empty());
//! ```

mod builtin;
pub mod commands;
pub mod example;
mod format;
pub mod policy;
mod schema;
pub mod tools;
pub mod trial;

pub use builtin::{builtin, fingerprint, policy, policy_of, programs, tools};
pub use format::{AuthoredRule, Example, Examples, MIN_EXAMPLES, RuleFileError, compile, read};
pub use policy::{Actions, Family, PolicyAction, PolicyExample, PolicyFile, PolicyLine, Profile};
pub use schema::{commands_json_schema, json_schema};
pub use tools::{PartKind, ToolEntry, Tools};
