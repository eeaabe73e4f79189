//! `prescan init`: puts the hook into an agent's settings.

use std::io::{self, Write};

use anyhow::{Context as _, Result, bail};
use prescan_host_claude_code::Moment;
use prescan_host_claude_code::install::{
    self, Installation, Rest, Scope, command_line, program_of,
};

use crate::agents::{self, Folders};
use crate::args::{Agent, InitArguments};
use crate::exit::Exit;

pub(crate) fn run(arguments: &InitArguments) -> Result<Exit> {
    let Agent::ClaudeCode = arguments.agent;
    let folders = Folders::find()?;
    let scope = folders.scope(arguments.scope);
    let file = folders.file(scope)?;
    let installation = Installation { command: command()?, fail_closed: arguments.fail_closed };
    let text = install::installed(file.text.as_deref(), &installation)
        .with_context(|| format!("{}: left as it is", file.path.display()))?;
    let mut out = io::stdout().lock();
    if file.text.as_deref() == Some(text.as_str()) {
        writeln!(out, "The hook is in {file} already. Nothing was changed.")?;
        return Ok(Exit::Clean);
    }
    let rest = Rest::Text(text);
    if arguments.dry_run {
        write!(out, "{}", file.diff(&rest))?;
        return Ok(Exit::Clean);
    }
    file.replace(&rest)?;
    writeln!(out, "Installed in {file}")?;
    let events: Vec<&str> = Moment::INSTALLED.iter().map(|moment| moment.name()).collect();
    let failure = if arguments.fail_closed { "tool calls are blocked" } else { "tool calls go on" };
    for (name, value) in [
        ("events", events.join(", ")),
        ("command", installation.command.clone()),
        ("when it fails", failure.to_owned()),
        ("to test it", "prescan doctor".to_owned()),
        ("to undo it", format!("prescan uninstall claude-code --{scope}")),
    ] {
        writeln!(out, "  {name:15}{value}")?;
    }
    if scope == Scope::Project {
        writeln!(
            out,
            "The command is a path of this machine: where the file is shared, everybody needs prescan there. --local is for you alone."
        )?;
    }
    Ok(Exit::Clean)
}

/// The command line for settings, which are UTF-8.
fn command() -> Result<String> {
    let program = agents::program()?;
    let Some(path) = program.to_str() else {
        bail!("{}: the path of this program is not UTF-8", program.display());
    };
    let command = command_line(path);
    if program_of(&command).is_none() {
        bail!("{path}: the hook is known by the name of its program, which must be `prescan`");
    }
    Ok(command)
}
