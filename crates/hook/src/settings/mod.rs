//! Settings: `prescan.yaml` of the project, over that of the user, over what is built in.
//!
//! Single values: the project's counts, then the user's, then the built-in one. Lists: the project's entries come before the user's. What the user has `locked`, a project can only make
//! stricter. A file, or a part of one, that cannot be used is left out and becomes a [`SettingsError`]; the rest counts.

mod allow;
mod error;
mod file;
mod guard;
mod merge;
mod read;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use prescan_rules::{PolicyLine, Profile, ToolEntry};

use crate::external::ExternalHook;

pub use allow::{Allowance, Date};
pub use error::SettingsError;
pub use file::{BuiltinHook, Lockable, SettingsFile, Thresholds};
pub use guard::{Guard, GuardAction, GuardMatch};
pub use read::{ALLOW_FILE, SETTINGS_FILE, project_folder, read, schema};

/// Where a setting comes from, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// It comes with prescan.
    Builtin,
    /// The user's file.
    User,
    /// The project's file.
    Project,
}

impl Layer {
    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Builtin => "built-in",
            Self::User => "user",
            Self::Project => "project",
        }
    }
}

/// A setting and where it comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sourced<T> {
    /// The setting.
    pub value: T,
    /// Where it comes from.
    pub layer: Layer,
}

impl<T> Sourced<T> {
    const fn builtin(value: T) -> Self {
        Self { value, layer: Layer::Builtin }
    }
}

/// Limits, all of them resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Percent of the context window at which the model is told.
    pub context_note: Sourced<u8>,
    /// Percent at which the user is warned.
    pub context_warn: Sourced<u8>,
    /// Percent at which the user is asked.
    pub context_ask: Sourced<u8>,
    /// Size of the context window in tokens.
    pub context_window: Sourced<u64>,
}

/// What was meant: every layer merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Rule files and folders.
    pub rules: Vec<Sourced<PathBuf>>,
    /// Only what these rules find is reported.
    pub only: Vec<Sourced<String>>,
    /// What these rules find is not reported.
    pub skip: Vec<Sourced<String>>,
    /// The least sure findings of scans.
    pub min_confidence: Option<Sourced<String>>,
    /// The least severe findings of scans.
    pub severity: Option<Sourced<String>>,
    /// Whether scans heed ignore files.
    pub ignore_files: Sourced<bool>,
    /// How strict the policy is.
    pub profile: Sourced<Profile>,
    /// Guards, in order.
    pub guards: Vec<Sourced<Guard>>,
    /// Policy lines in front of the built-in ones, in order.
    pub policy: Vec<Sourced<PolicyLine>>,
    /// Allowances.
    pub allow: Vec<Sourced<Allowance>>,
    /// Tools in front of the built-in table.
    pub tools: Vec<Sourced<ToolEntry>>,
    /// External hooks, in order, each with the folder of the file it stands in.
    pub hooks: Vec<Sourced<(ExternalHook, PathBuf)>>,
    /// Built-in hooks that do not run.
    pub disable: Vec<Sourced<BuiltinHook>>,
    /// Limits.
    pub limits: Limits,
    /// Seconds that all hooks together may take.
    pub deadline: Sourced<u64>,
    /// Whether decisions are written to the audit log.
    pub audit: Sourced<bool>,
    /// What a project can only make stricter.
    pub locked: Vec<Lockable>,
    /// Folders whose projects may bring hooks of their own.
    pub trust: Vec<String>,
    /// Entries of the project that do not count because the user has locked them or does not trust the folder, in words.
    pub notices: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            only: Vec::new(),
            skip: Vec::new(),
            min_confidence: None,
            severity: None,
            ignore_files: Sourced::builtin(true),
            profile: Sourced::builtin(Profile::Standard),
            guards: Vec::new(),
            policy: Vec::new(),
            allow: Vec::new(),
            tools: Vec::new(),
            hooks: Vec::new(),
            disable: Vec::new(),
            limits: Limits {
                context_note: Sourced::builtin(70),
                context_warn: Sourced::builtin(85),
                context_ask: Sourced::builtin(95),
                context_window: Sourced::builtin(200_000),
            },
            deadline: Sourced::builtin(crate::DEFAULT_DEADLINE.as_secs()),
            audit: Sourced::builtin(true),
            locked: Vec::new(),
            trust: Vec::new(),
            notices: Vec::new(),
        }
    }
}

impl Settings {
    /// The settings for a project: the user's files in the folder `user`, the project's in the folder `project`. Neither needs to exist.
    #[must_use]
    pub fn load(user: Option<&Path>, project: Option<&Path>) -> (Self, Vec<SettingsError>) {
        // A project that is the user's own folder is one layer, not two.
        let project = project.filter(|project| Some(*project) != user);
        Self::load_file(user, project.map(|folder| folder.join(SETTINGS_FILE)).as_deref())
    }

    /// The same with the project's settings in a file of any name. It does not need to exist either.
    #[must_use]
    pub fn load_file(user: Option<&Path>, project: Option<&Path>) -> (Self, Vec<SettingsError>) {
        let mut errors = Vec::new();
        let mut read_in = |file: Option<PathBuf>| match read::read_if_there(&file?) {
            Ok(settings) => settings,
            Err(error) => {
                errors.push(error);
                None
            }
        };
        let in_user = |name: &str| user.map(|folder| folder.join(name));
        let user_file = read_in(in_user(SETTINGS_FILE));
        let allowed = read_in(in_user(ALLOW_FILE));
        let project_file = read_in(project.map(Path::to_owned));
        let mut settings = Self::default();
        if let (Some(file), Some(folder)) = (user_file, user) {
            merge::user(&mut settings, file, folder);
        }
        if let Some(file) = allowed {
            settings.allow.extend(merge::sourced(file.allow, Layer::User));
        }
        if let (Some(file), Some(path)) = (project_file, project) {
            merge::project(&mut settings, file, path.parent().unwrap_or(Path::new("")));
        }
        (settings, errors)
    }

    /// True where a built-in hook runs.
    #[must_use]
    pub fn runs(&self, hook: BuiltinHook) -> bool {
        !self.disable.iter().any(|disabled| disabled.value == hook)
    }

    /// True where a project can only make that setting stricter.
    #[must_use]
    pub fn is_locked(&self, what: Lockable) -> bool {
        self.locked.contains(&what)
    }
}
