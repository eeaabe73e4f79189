//! `prescan config`, and what scans take from the settings.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use prescan_hook::{Layer, SETTINGS_FILE, Settings, Sourced, project_folder};
use serde::Serialize;

use crate::args::ConfigCommand;
use crate::exit::Exit;
use crate::places::places;

/// What a scan takes from the settings. Every setting can be overridden on the command line.
#[derive(Default, Debug)]
pub(crate) struct Config {
    /// Rule files and folders.
    pub(crate) rules: Vec<PathBuf>,
    pub(crate) only: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) min_confidence: Option<String>,
    pub(crate) severity: Option<String>,
    pub(crate) ignore_files: Option<bool>,
}

/// Reads the named file, or the current folder's where there is one, over the user's. A scan with settings that cannot be used would report something else than was asked for.
pub(crate) fn read(named: Option<&Path>) -> Result<Config> {
    if let Some(file) = named {
        prescan_hook::read_settings(file)?;
    }
    let project = named.unwrap_or(Path::new(SETTINGS_FILE));
    let (settings, errors) = Settings::load_file(places().settings.as_deref(), Some(project));
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    fn plain<T: Clone>(list: &[Sourced<T>]) -> Vec<T> {
        list.iter().map(|one| one.value.clone()).collect()
    }
    Ok(Config {
        rules: plain(&settings.rules),
        only: plain(&settings.only),
        skip: plain(&settings.skip),
        min_confidence: settings.min_confidence.map(|level| level.value),
        severity: settings.severity.map(|level| level.value),
        ignore_files: Some(settings.ignore_files.value),
    })
}

/// Runs `prescan config`.
pub(crate) fn run(command: &ConfigCommand) -> Result<Exit> {
    match command {
        ConfigCommand::Check { files } => check(files),
        ConfigCommand::Show { origin } => show(*origin),
        ConfigCommand::Schema => {
            write!(io::stdout(), "{}", prescan_hook::settings_schema())?;
            Ok(Exit::Clean)
        }
    }
}

/// The folder with the project's settings, seen from the current one.
fn project() -> Option<PathBuf> {
    let cwd = std::env::current_dir().ok()?;
    project_folder(&cwd).or(Some(cwd))
}

/// Reads the named files, or those that count here, and says what is wrong with them.
fn check(files: &[PathBuf]) -> Result<Exit> {
    let mut checked = 0;
    let mut faults = Vec::new();
    if files.is_empty() {
        let (user, project) = (places().settings, project());
        let (settings, errors) = Settings::load(user.as_deref(), project.as_deref());
        faults.extend(errors.iter().map(ToString::to_string));
        for notice in &settings.notices {
            writeln!(io::stdout(), "note: {notice}")?;
        }
        let there =
            [user, project].into_iter().flatten().filter(|at| at.join(SETTINGS_FILE).exists());
        checked += there.count();
    }
    for file in files {
        checked += 1;
        if let Err(error) = prescan_hook::read_settings(file) {
            faults.push(error.to_string());
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    match checked {
        0 => writeln!(io::stdout(), "no settings file: the built-in settings count")?,
        1 => writeln!(io::stdout(), "1 settings file is fine")?,
        _ => writeln!(io::stdout(), "{checked} settings files are fine")?,
    }
    Ok(Exit::Clean)
}

/// Prints the settings that count in the current folder, as a settings file.
fn show(origin: bool) -> Result<Exit> {
    let (user, project) = (places().settings, project());
    let (settings, errors) = Settings::load(user.as_deref(), project.as_deref());
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    let file = |folder: Option<PathBuf>| {
        folder.map(|folder| folder.join(SETTINGS_FILE).display().to_string()).unwrap_or_default()
    };
    let mut shown = Shown { text: String::new(), origin, user: file(user), project: file(project) };
    shown.all(&settings)?;
    write!(io::stdout(), "{}", shown.text)?;
    for notice in &settings.notices {
        writeln!(io::stdout(), "# note: {notice}")?;
    }
    Ok(Exit::Clean)
}

/// Settings on their way to the reader. Values are written as JSON, which is YAML too and stands on one line.
struct Shown {
    text: String,
    origin: bool,
    user: String,
    project: String,
}

impl Shown {
    fn all(&mut self, settings: &Settings) -> Result<()> {
        self.one("profile", Some(&settings.profile))?;
        self.list("guards", &settings.guards)?;
        self.list("policy", &settings.policy)?;
        self.list("allow", &settings.allow)?;
        self.list("tools", &settings.tools)?;
        let hooks =
            settings.hooks.iter().map(|hook| Sourced { value: &hook.value.0, layer: hook.layer });
        self.list("hooks", &hooks.collect::<Vec<_>>())?;
        self.list("disable", &settings.disable)?;
        let limits = &settings.limits;
        self.text.push_str("thresholds:\n");
        self.one("  context_note", Some(&limits.context_note))?;
        self.one("  context_warn", Some(&limits.context_warn))?;
        self.one("  context_ask", Some(&limits.context_ask))?;
        self.one("  context_window", Some(&limits.context_window))?;
        self.one("deadline", Some(&settings.deadline))?;
        self.one("audit", Some(&settings.audit))?;
        self.list("rules", &settings.rules)?;
        self.list("only", &settings.only)?;
        self.list("skip", &settings.skip)?;
        self.one("min_confidence", settings.min_confidence.as_ref())?;
        self.one("severity", settings.severity.as_ref())?;
        self.one("ignore_files", Some(&settings.ignore_files))?;
        let locked =
            settings.locked.iter().map(|value| Sourced { value: *value, layer: Layer::User });
        self.list("locked", &locked.collect::<Vec<_>>())
    }

    fn comment(&self, layer: Layer) -> String {
        let file = match layer {
            _ if !self.origin => return String::new(),
            Layer::Builtin => return format!("  # {}", layer.name()),
            Layer::User => &self.user,
            Layer::Project => &self.project,
        };
        format!("  # {}: {file}", layer.name())
    }

    fn one<T: Serialize>(&mut self, key: &str, setting: Option<&Sourced<T>>) -> Result<()> {
        let Some(setting) = setting else { return Ok(()) };
        let value = serde_json::to_string(&setting.value)?;
        self.text.push_str(&format!("{key}: {value}{}\n", self.comment(setting.layer)));
        Ok(())
    }

    fn list<T: Serialize>(&mut self, key: &str, list: &[Sourced<T>]) -> Result<()> {
        if list.is_empty() {
            return Ok(());
        }
        self.text.push_str(&format!("{key}:\n"));
        for entry in list {
            let value = serde_json::to_string(&entry.value)?;
            self.text.push_str(&format!("  - {value}{}\n", self.comment(entry.layer)));
        }
        Ok(())
    }
}
