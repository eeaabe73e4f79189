//! Claude Code as a host of prescan's hooks.
//!
//! - [`decode`] reads what Claude Code tells a hook, [`encode`] says a [`Decision`](prescan_hook::Decision) in its words.
//! - [`encode_undecodable`], [`encode_unread`] and [`encode_without_stdout`] answer where one of the two cannot be done.
//! - [`install`] writes the hook into Claude Code's settings files and takes it out again. It alone touches files.
//!
//! ```
//! use prescan_hook::{Action, Decision, Reason};
//! use prescan_host_claude_code::{Environment, decode, encode};
//!
//! let input = br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
//! let call = decode(input, &Environment::default())?.ok_or("not a moment of ours")?;
//! assert_eq!(call.event.tool_name, "Bash");
//!
//! assert!(encode(call.reply_to, &Decision::allow()).stdout.is_empty());
//! let denied = Decision::because(Reason::new(Action::Block, "example", "not today"));
//! assert!(encode(call.reply_to, &denied).stdout.starts_with(b"{"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What to decide is not said here, and nothing is run.

mod decode;
mod encode;
mod environment;
pub mod install;
mod moment;

pub use decode::{Call, DecodeError, HOST, ReplyTo, decode};
pub use encode::{Reply, encode, encode_undecodable, encode_unread, encode_without_stdout};
pub use environment::Environment;
pub use moment::Moment;
