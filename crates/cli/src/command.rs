//! `prescan command`: what a command line would do, and what the policy says of it.

mod bulk;
mod shown;

use std::borrow::Cow;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use prescan_core::commands::{MAX_LINE, Programs, Shell, View};
use prescan_hook::{
    Action, Date, Disk, JudgedCommand, Settings, Surroundings, judge_command, project_folder,
};
use prescan_report::visible;

use crate::args::CommandArguments;
use crate::exit::Exit;
use crate::places::places;
use crate::{rule_files, scan};

/// The most that is read of standard input as one line, in bytes: one more than is understood, so that a longer line is called too long.
const MAX_INPUT: u64 = MAX_LINE as u64 + 1;

pub(crate) fn run(arguments: &CommandArguments) -> Result<Exit> {
    let own = std::env::current_dir().context("the working directory cannot be found")?;
    let cwd = arguments.cwd.as_ref().map_or_else(|| own.clone(), |cwd| own.join(cwd));
    let workspace = match &arguments.workspace {
        Some(folder) => own.join(folder),
        None => project_folder(&cwd).unwrap_or_else(|| cwd.clone()),
    };
    let surroundings = surroundings(&workspace)?;
    let programs = match arguments.rules.as_slice() {
        [] => Cow::Borrowed(prescan_rules::programs()),
        files => Cow::Owned(rule_files::programs_with(&rule_files::read_commands(files)?)?),
    };
    let judge = Judge {
        workspace: arguments.workspace.is_some().then_some(workspace),
        cwd,
        shell: arguments.shell.into(),
        files: match (arguments.no_files, arguments.jsonl) {
            (true, _) => Looks::Never,
            (false, true) => Looks::AtAnyTime,
            (false, false) => Looks::Now,
        },
        surroundings: &surroundings,
        programs: &programs,
    };
    if arguments.jsonl {
        return bulk::run(&judge);
    }
    let line = line(arguments.line.as_deref())?;
    let judged = judge.judge(&line, &judge.cwd, judge.shell);
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer(&mut out, &shown::Answer::of(&judged))?;
        writeln!(out)?;
    } else {
        shown::text(&judged, arguments.explain, scan::colored(arguments.color), &mut out)?;
    }
    out.flush()?;
    Ok(if judged.verdict().action < Action::Ask { Exit::Clean } else { Exit::Findings })
}

/// The line to judge. What is not UTF-8 is read with a sign in its place.
fn line(given: Option<&str>) -> Result<String> {
    match given {
        Some(line) if line != "-" => Ok(line.to_owned()),
        _ => {
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .take(MAX_INPUT)
                .read_to_end(&mut bytes)
                .context("standard input cannot be read")?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}

/// The settings that hold in a folder, as the hook reads them.
fn surroundings(workspace: &Path) -> Result<Surroundings> {
    let places = places();
    let (settings, errors) = Settings::load(places.settings.as_deref(), Some(workspace));
    for error in &errors {
        writeln!(io::stderr(), "prescan: {}", visible(&error.to_string()))?;
    }
    if !errors.is_empty() {
        bail!("the settings cannot be used as they are: `prescan config check` says more");
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(Surroundings::new(settings, places.home, Date::of_unix_seconds(now.as_secs())))
}

/// How the files of this machine are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looks {
    Never,
    /// What is missing can lose nothing.
    Now,
    /// The lines are of any time, so that what is missing now counts as there.
    AtAnyTime,
}

/// What lines are judged with.
struct Judge<'s> {
    /// `None` for the project around the working directory of each line.
    workspace: Option<PathBuf>,
    cwd: PathBuf,
    shell: Shell,
    files: Looks,
    surroundings: &'s Surroundings,
    programs: &'s Programs,
}

impl<'s> Judge<'s> {
    fn judge(&self, line: &str, cwd: &Path, shell: Shell) -> JudgedCommand<'s> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let home = self.surroundings.home.as_deref().map(text);
        let workspace = match &self.workspace {
            Some(folder) => text(folder),
            None if self.files != Looks::Never => {
                text(&project_folder(cwd).unwrap_or_else(|| cwd.to_owned()))
            }
            None => text(cwd),
        };
        let cwd = text(cwd);
        let disk = match self.files {
            Looks::Never => None,
            Looks::Now => Some(Disk::default()),
            Looks::AtAnyTime => Some(Disk::at_any_time()),
        };
        let view = View {
            home: home.as_deref(),
            cwd: Some(&cwd),
            workspace: Some(&workspace),
            files: disk.as_ref().map(|disk| disk as _),
            programs: Some(self.programs),
            shell,
        };
        judge_command(line, &view, self.surroundings)
    }
}
