//! `prescan doctor`: whether an installed hook works.

mod plugin;
mod probe;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use prescan_hook::{Settings, project_folder};
use prescan_host_claude_code::Moment;
use prescan_host_claude_code::install::{self, Installed, Scope, program_of};

use crate::agents::{Folders, SettingsFile};
use crate::args::{Agent, DoctorArguments};
use crate::exit::Exit;
use crate::places::places;

/// How much an observation matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Fine,
    /// Works, and may not be what was meant.
    Odd,
    /// The hook does not protect.
    Dead,
}

/// What was seen.
struct Seen {
    level: Level,
    what: String,
}

impl Seen {
    fn fine(what: impl Into<String>) -> Self {
        Self { level: Level::Fine, what: what.into() }
    }

    fn odd(what: impl Into<String>) -> Self {
        Self { level: Level::Odd, what: what.into() }
    }

    fn dead(what: impl Into<String>) -> Self {
        Self { level: Level::Dead, what: what.into() }
    }
}

pub(crate) fn run(arguments: &DoctorArguments) -> Result<Exit> {
    let Agent::ClaudeCode = arguments.agent;
    let folders = Folders::find()?;
    let mut out = io::stdout().lock();
    let mut worst = Level::Fine;
    let mut tell = |out: &mut dyn Write, seen: Seen| {
        worst = worst.max(seen.level);
        let word = match seen.level {
            Level::Fine => "ok",
            Level::Odd => "warning",
            Level::Dead => "PROBLEM",
        };
        writeln!(out, "  {word:9}{}", seen.what)
    };
    let mut installed = false;
    let (mut disabled, mut plugin) = (None, None);
    for &scope in Scope::ALL {
        let (title, found) = look(&folders, scope);
        let found = match found {
            Ok(None) => continue,
            Ok(Some(found)) => found,
            Err(seen) => {
                writeln!(out, "{title}")?;
                tell(&mut out, seen)?;
                continue;
            }
        };
        disabled = found.disabled.or(disabled);
        plugin = found.plugin.or(plugin);
        if !found.entries.is_empty() {
            installed = true;
            writeln!(out, "{title}")?;
            for seen in examine(&found, &folders.project) {
                tell(&mut out, seen)?;
            }
        }
    }
    if let (Some(true), Some(config)) = (plugin, folders.config()) {
        writeln!(out, "plugin of Claude Code")?;
        if installed {
            tell(
                &mut out,
                Seen::odd("installed in a settings file too, so that each call is judged twice"),
            )?;
        }
        for found in plugin::find(&config, &folders.project) {
            installed = true;
            match found {
                Err(seen) => tell(&mut out, seen)?,
                Ok((file, found)) => {
                    tell(&mut out, Seen::fine(format!("in {}", file.display())))?;
                    for seen in examine(&found, &folders.project) {
                        tell(&mut out, seen)?;
                    }
                }
            }
        }
    }
    writeln!(out, "{}", env!("CARGO_PKG_NAME"))?;
    for seen in around(installed, disabled) {
        tell(&mut out, seen)?;
    }
    let alive = worst < Level::Dead;
    writeln!(out, "{}", if alive { "The hook is alive." } else { "The hook is NOT alive." })?;
    Ok(if alive { Exit::Clean } else { Exit::Findings })
}

/// What a settings file says, `None` where there is no file; and the file's name.
fn look(folders: &Folders, scope: Scope) -> (String, Result<Option<Installed>, Seen>) {
    let file = match folders.file(scope) {
        Ok(file) => file,
        Err(error) => return (format!("{scope} settings"), Err(Seen::dead(format!("{error:#}")))),
    };
    let found = match &file.text {
        None => Ok(None),
        Some(text) => install::find(text).map(Some).map_err(|error| Seen::dead(error.to_string())),
    };
    (SettingsFile::to_string(&file), found)
}

/// What there is to see beside settings files.
fn around(installed: bool, disabled: Option<bool>) -> Vec<Seen> {
    let mut seen = Vec::new();
    if !installed {
        seen.push(Seen::dead(
            "not installed, neither in a settings file nor as a plugin: `prescan init claude-code` does it",
        ));
    }
    if disabled == Some(true) {
        seen.push(Seen::dead("`disableAllHooks` in the settings switches all hooks off"));
    }
    let project = std::env::current_dir().ok().map(|cwd| project_folder(&cwd).unwrap_or(cwd));
    let (_, errors) = Settings::load(places().settings.as_deref(), project.as_deref());
    seen.extend(errors.iter().map(|error| Seen::odd(format!("settings do not count: {error}"))));
    seen.push(match places().state {
        None => Seen::odd("there is no folder for approvals and the log: set HOME"),
        Some(folder) => match writable(&folder) {
            Ok(()) => Seen::fine(format!("{} can be written", folder.display())),
            Err(error) => Seen::odd(format!("{} cannot be written: {error}", folder.display())),
        },
    });
    seen
}

/// Whether a file can be made in a folder, or where the folder would be made.
fn writable(folder: &Path) -> io::Result<()> {
    let Some(there) = folder.ancestors().find(|folder| folder.exists()) else { return Ok(()) };
    let probe = there.join(format!(".prescan-doctor-{}", std::process::id()));
    std::fs::write(&probe, "")?;
    std::fs::remove_file(probe)
}

/// Looks at the entries of one settings file and runs each of their commands.
fn examine(found: &Installed, project: &Path) -> Vec<Seen> {
    let events: BTreeSet<&str> = found.entries.iter().map(|entry| entry.event.as_str()).collect();
    let (there, missing): (Vec<&str>, Vec<&str>) = Moment::INSTALLED
        .iter()
        .map(|moment| moment.name())
        .partition(|name| events.contains(name));
    let mut seen = vec![Seen::fine(format!("installed for {}", there.join(", ")))];
    if !missing.is_empty() {
        let what = format!("not installed for {}", missing.join(", "));
        let judges = events.contains(Moment::PreToolUse.name());
        seen.push(if judges { Seen::odd(what) } else { Seen::dead(what) });
    }
    let commands: BTreeSet<&str> =
        found.entries.iter().map(|entry| entry.command.as_str()).collect();
    for command in commands {
        seen.extend(program_of(command).map(|program| version(&program)));
        seen.extend(probe::judge(command, project));
    }
    seen
}

/// Whether a program is there, and of this version.
fn version(program: &str) -> Seen {
    let ours = concat!("prescan ", env!("CARGO_PKG_VERSION"));
    let mut command = std::process::Command::new(program);
    command.arg("--version");
    match probe::run(command, b"") {
        Err(error) => Seen::dead(format!("`{program}` cannot be run: {error}")),
        Ok(ran) if ran.stdout.trim_ascii() == ours.as_bytes() => {
            Seen::fine(format!("`{program}` is {ours}"))
        }
        Ok(ran) => {
            let says = String::from_utf8_lossy(ran.stdout.trim_ascii()).into_owned();
            let says = says.lines().next().unwrap_or("nothing").to_owned();
            Seen::odd(format!("`{program}` says that it is {says}; this is {ours}"))
        }
    }
}
