//! Writes the hook into Claude Code's settings files and takes it out again.
//!
//! [`installed`] and [`removed`] edit the text of a settings file, [`find`] looks into it, also into the hooks of a plugin ([`plugin_hooks`]); [`Scope`] says which file, and [`read`], [`write()`] and [`remove`] are the only functions of this crate that touch one.

mod command;
mod file;
mod plugin;
mod settings;
mod splice;

pub use command::{command_line, program_of};
pub use file::{Scope, project_root, read, remove, write};
pub use plugin::{plugin_hooks, plugins_file};
pub use settings::{Entry, Installation, Installed, Rest, SettingsError, find, installed, removed};
