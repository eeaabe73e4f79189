//! Where the user's settings and prescan's state are on this machine.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use prescan_hook::Places;

/// The folder of prescan in the folders of settings and state.
const FOLDER: &str = "prescan";

/// Looks the places up in the environment.
///
/// On Unix as the XDG base directory specification has them: `$XDG_CONFIG_HOME/prescan` or `~/.config/prescan`, `$XDG_STATE_HOME/prescan` or `~/.local/state/prescan`. On Windows
/// `%APPDATA%\prescan` and `%LOCALAPPDATA%\prescan\state`.
pub(crate) fn places() -> Places {
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    let (settings, state) = if cfg!(windows) {
        (absolute("APPDATA"), absolute("LOCALAPPDATA").map(|folder| folder.join(FOLDER)))
    } else {
        let below = |path: &str| home.as_ref().map(|home| home.join(path));
        (
            absolute("XDG_CONFIG_HOME").or_else(|| below(".config")),
            absolute("XDG_STATE_HOME").or_else(|| below(".local/state")),
        )
    };
    let last = if cfg!(windows) { "state" } else { FOLDER };
    let mut places = Places::default();
    places.home = home;
    places.settings = settings.map(|folder| folder.join(FOLDER));
    places.state = state.map(|folder| folder.join(last));
    places.environment = |name| std::env::var_os(name);
    places
}

/// The folder with the log and the approvals, for commands that cannot do without.
pub(crate) fn state() -> Result<PathBuf> {
    places().state.context("there is no home folder for what prescan keeps")
}

/// The folder with the user's settings, for commands that cannot do without.
pub(crate) fn settings() -> Result<PathBuf> {
    places().settings.context("there is no home folder for the user's settings")
}

/// The path in a variable. One that is not absolute counts for nothing, as the specification has it.
fn absolute(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}
