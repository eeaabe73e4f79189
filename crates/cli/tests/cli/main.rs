//! The program as people and pipelines meet it: every test runs the real binary in a throw-away folder and looks at all that came out.
//!
//! No credential stands in these files. [`credentials`] makes them, checksums and all, while the tests run.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod allow_comments;
mod approve;
mod command;
mod confidence;
mod config;
mod credentials;
mod doctor;
mod exit_codes;
mod explain;
mod faults;
mod fingerprints;
mod folder;
mod formats;
mod hook;
mod init;
mod large;
mod log;
mod order;
mod output;
mod positions;
mod redaction;
mod rule_files;
mod rules_command;
mod schema;
mod selection;
mod settings_file;
mod state;
mod terminal;
mod walking;
