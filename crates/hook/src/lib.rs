//! Decides about what an AI agent is about to do.
//!
//! - [`Event`] is what an agent is about to do, in the words of no particular host.
//! - A [`Hook`] maps an event to a [`Verdict`]; a [`Chain`] runs hooks in order and gives a [`Decision`] with every reason.
//! - A [`Disk`] answers what the detector of commands asks about files and git.
//! - A [`StateFolder`] keeps what outlives a run: the [`AuditLog`], and [`Approvals`] by the user.
//!
//! A host's wire format is not here: each has a crate of its own that turns its JSON into an event and a decision into its JSON.

mod chain;
mod decide;
mod decision;
mod disk;
mod event;
mod external;
mod hook;
mod hooks;
pub mod json;
mod parts;
mod policy;
mod settings;
mod severity;
mod state;
pub mod wire;

pub use chain::{Chain, DEFAULT_DEADLINE};
pub use decide::{Places, decide, unreadable};
pub use decision::{Action, Decision, Failure, Reason, Verdict};
pub use disk::Disk;
pub use event::{Event, EventKind};
pub use external::{
    BreakerLimits, CommandLine, External, ExternalHook, InvalidHook, Matching, Period,
    RECURSION_VARIABLE,
};
pub use hook::{Hook, HookError, Judgement, OnError, ready};
pub use hooks::commands::masked;
pub use hooks::judge::{JudgedCommand, JudgedEffect, JudgedUnclear, judge_command};
pub use hooks::{Surroundings, builtin, builtin_chain};
pub use parts::{Part, Place, parts};
pub use policy::{Case, Policy, READ_FILE, Ruling, UNCLEAR, WRITE_FILE};
pub use settings::{
    ALLOW_FILE, Allowance, BuiltinHook, Date, Guard, GuardAction, GuardMatch, Layer, Limits,
    Lockable, SETTINGS_FILE, Settings, SettingsError, SettingsFile, Sourced, Thresholds,
    project_folder, read as read_settings, schema as settings_schema,
};
pub use state::{
    AllowEntry, Approvals, Approved, AuditApproval, AuditLine, AuditLog, AuditReader, AuditRecord,
    AuditSettings, Code, EventHash, Grant, InvalidTimestamp, Issued, Listing, PendingRequest,
    RequestText, StateError, StateFolder, Term, Timestamp,
};
