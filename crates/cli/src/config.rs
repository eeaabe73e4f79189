//! `prescan.yaml`: settings that belong to a project.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// The name of the file that is read from the current folder.
const NAME: &str = "prescan.yaml";

/// What the file may hold. Every setting can be overridden on the command line.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// Rule files and folders, relative to the settings file.
    pub(crate) rules: Vec<PathBuf>,
    pub(crate) only: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) min_confidence: Option<String>,
    pub(crate) severity: Option<String>,
    pub(crate) ignore_files: Option<bool>,
}

/// Reads the named file, or the current folder's where there is one.
pub(crate) fn read(named: Option<&Path>) -> Result<Config> {
    let path = named.unwrap_or(Path::new(NAME));
    if named.is_none() && !path.exists() {
        return Ok(Config::default());
    }
    let source = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut config: Config = serde_saphyr::from_str(&source)
        .map_err(|error| anyhow::anyhow!("{}: {}", path.display(), error.without_snippet()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for rules in &mut config.rules {
        *rules = folder.join(&*rules);
    }
    Ok(config)
}
