//! The hook as a plugin of Claude Code.

use std::path::{Path, PathBuf};

use prescan_host_claude_code::install::{self, Installed};

use super::Seen;

/// A file with the plugin's hooks, or what keeps them from being looked at.
pub(super) type Found = Result<(PathBuf, Installed), Seen>;

/// The hooks of the plugin, which the settings switch on: those of each folder that Claude Code has put it into.
pub(super) fn find(config: &Path, project: &Path) -> Vec<Found> {
    let list = install::plugins_file(config);
    let text = match install::read(&list) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return vec![Err(Seen::dead(format!("{}: {error}", list.display())))],
    };
    let files = install::plugin_hooks(&text, project);
    if files.is_empty() {
        let what =
            format!("the plugin is switched on, and {} names no folder of it", list.display());
        return vec![Err(Seen::dead(what))];
    }
    files.into_iter().map(look).collect()
}

fn look(file: PathBuf) -> Found {
    let fault = |error: &dyn std::fmt::Display| {
        Seen::dead(format!("the plugin's {}: {error}", file.display()))
    };
    let text = install::read(&file).map_err(|error| fault(&error))?;
    let text = text.ok_or_else(|| fault(&"is not there"))?;
    let found = install::find(&text).map_err(|error| fault(&error))?;
    if found.entries.is_empty() {
        return Err(fault(&"holds no hook of prescan"));
    }
    Ok((file, found))
}
