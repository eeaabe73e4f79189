//! `prescan uninstall`: takes the hook out of an agent's settings.

use std::io::{self, Write};

use anyhow::{Context as _, Result};
use prescan_host_claude_code::install::{self, Rest, Scope};

use crate::agents::Folders;
use crate::args::{Agent, UninstallArguments};
use crate::exit::Exit;

pub(crate) fn run(arguments: &UninstallArguments) -> Result<Exit> {
    let Agent::ClaudeCode = arguments.agent;
    let folders = Folders::find()?;
    let scope = folders.scope(arguments.scope);
    let file = folders.file(scope)?;
    let mut out = io::stdout().lock();
    let rest = match &file.text {
        Some(text) => install::removed(text)
            .with_context(|| format!("{}: left as it is", file.path.display()))?,
        None => Rest::Text(String::new()),
    };
    if rest == Rest::Text(file.text.clone().unwrap_or_default()) {
        writeln!(out, "There is no hook of prescan in {file}. Nothing was changed.")?;
    } else if arguments.dry_run {
        write!(out, "{}", file.diff(&rest))?;
    } else {
        file.replace(&rest)?;
        match rest {
            Rest::Text(_) => writeln!(out, "Taken out of {file}")?,
            Rest::Nothing => writeln!(out, "Removed {file}: it held nothing else")?,
        }
    }
    say_where_else(&folders, scope, &mut out)?;
    Ok(Exit::Clean)
}

/// Lists the other settings files that hold the hook.
fn say_where_else(folders: &Folders, scope: Scope, out: &mut dyn Write) -> Result<()> {
    for &other in Scope::ALL.iter().filter(|&&other| other != scope) {
        // What cannot be read was not asked about; `prescan doctor` says so.
        let Ok(file) = folders.file(other) else { continue };
        let found = install::find(file.text.as_deref().unwrap_or_default()).unwrap_or_default();
        if !found.entries.is_empty() {
            writeln!(out, "It is in {file} too: prescan uninstall claude-code --{other}")?;
        }
    }
    Ok(())
}
