//! Where agents have their settings on this machine, and where this program is.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use prescan_host_claude_code::install::{self, Rest, Scope};

use crate::args::ScopeArguments;

/// The folders that settings files of Claude Code lie in.
pub(crate) struct Folders {
    home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`: what Claude Code uses in place of `~/.claude`.
    config: Option<PathBuf>,
    /// The root of the project, or the current folder where there is none.
    pub(crate) project: PathBuf,
    in_project: bool,
}

impl Folders {
    pub(crate) fn find() -> Result<Self> {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let config = std::env::var_os("CLAUDE_CONFIG_DIR").filter(|folder| !folder.is_empty());
        let current = std::env::current_dir().context("the current folder")?;
        let root = install::project_root(&current, home.as_deref());
        Ok(Self {
            home,
            config: config.map(PathBuf::from),
            in_project: root.is_some(),
            project: root.unwrap_or(current),
        })
    }

    /// The folder of Claude Code's own files. `None` without a home folder.
    pub(crate) fn config(&self) -> Option<PathBuf> {
        let home = || self.home.as_ref().map(|home| home.join(".claude"));
        self.config.clone().or_else(home)
    }

    /// The scope that was asked for, or the one that fits the place.
    pub(crate) fn scope(&self, asked: ScopeArguments) -> Scope {
        match asked {
            ScopeArguments { user: true, .. } => Scope::User,
            ScopeArguments { local: true, .. } => Scope::Local,
            ScopeArguments { project: true, .. } => Scope::Project,
            _ if self.in_project => Scope::Project,
            _ => Scope::User,
        }
    }

    pub(crate) fn file(&self, scope: Scope) -> Result<SettingsFile> {
        if scope == Scope::User && self.home.is_none() && self.config.is_none() {
            bail!("there is no home folder: set HOME");
        }
        let home = self.home.as_deref().unwrap_or(Path::new(""));
        let path = scope.file(home, self.config.as_deref(), &self.project);
        let text = install::read(&path).with_context(|| path.display().to_string())?;
        Ok(SettingsFile { scope, path, text })
    }
}

/// A settings file as it is now.
pub(crate) struct SettingsFile {
    pub(crate) scope: Scope,
    pub(crate) path: PathBuf,
    /// `None` where there is no file.
    pub(crate) text: Option<String>,
}

impl SettingsFile {
    /// Writes what the file shall hold, or removes it.
    pub(crate) fn replace(&self, rest: &Rest) -> Result<()> {
        match rest {
            Rest::Text(text) => install::write(&self.path, text),
            Rest::Nothing => install::remove(&self.path),
        }
        .with_context(|| format!("{}: could not be written", self.path.display()))
    }

    /// What would change, as a unified diff. Secrets on the lines around are masked.
    pub(crate) fn diff(&self, rest: &Rest) -> String {
        let path = self.path.display().to_string();
        let (old, old_name) = match &self.text {
            Some(text) => (text.as_str(), path.as_str()),
            None => ("", "/dev/null"),
        };
        let (new, new_name) = match rest {
            Rest::Text(text) => (text.as_str(), path.as_str()),
            Rest::Nothing => ("", "/dev/null"),
        };
        let diff = similar::TextDiff::from_lines(old, new);
        let text = diff.unified_diff().header(old_name, new_name).to_string();
        prescan_core::redact::mask(prescan_rules::builtin(), &text)
    }
}

/// The path, and whose it is.
impl fmt::Display for SettingsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = match self.scope {
            Scope::User => "yours, in all projects",
            Scope::Project => "of everybody who works on the project",
            Scope::Local => "yours, in this project",
        };
        write!(f, "{} ({whose})", self.path.display())
    }
}

/// The path by which this program can be run again.
///
/// Where the search path leads here, that way is taken: behind it a package manager may put the next version, while the place of this one may be gone then.
pub(crate) fn program() -> Result<PathBuf> {
    let here = std::env::current_exe().context("the path of this program")?;
    let Some(name) = here.file_name() else { return Ok(here) };
    let target = here.canonicalize().ok();
    let search = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&search)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| target.is_some() && path.canonicalize().ok() == target);
    Ok(found.unwrap_or(here))
}
