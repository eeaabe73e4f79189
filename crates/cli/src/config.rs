//! `prescan.yaml`: settings that belong to a project.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use prescan_core::{Confidence, Severity};
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
    if named.is_none() {
        match path.metadata() {
            Ok(metadata) if metadata.is_file() => {}
            // It was not asked for: a FIFO would hold up the scan for ever.
            Ok(_) => bail!("{}: is not a regular file", path.display()),
            Err(_) => return Ok(Config::default()),
        }
    }
    let source = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut config = parse(&source).with_context(|| path.display().to_string())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for rules in &mut config.rules {
        *rules = folder.join(&*rules);
    }
    Ok(config)
}

fn parse(source: &str) -> Result<Config> {
    let config: Option<Config> = serde_saphyr::from_str(source)
        .map_err(|error| anyhow::anyhow!("{}", error.without_snippet()))?;
    let config = config.unwrap_or_default();
    let confidences = Confidence::ALL.iter().map(|level| level.name());
    check_level("min_confidence", config.min_confidence.as_deref(), confidences)?;
    let severities = Severity::ALL.iter().map(|level| level.name());
    check_level("severity", config.severity.as_deref(), severities)?;
    Ok(config)
}

/// A level that does not exist would otherwise count as none at all.
fn check_level(
    key: &str,
    given: Option<&str>,
    names: impl Iterator<Item = &'static str>,
) -> Result<()> {
    let names: Vec<&str> = names.collect();
    match given {
        Some(level) if !names.contains(&level) => {
            bail!("{key}: there is no level `{level}`: the levels are {}", names.join(", "))
        }
        _ => Ok(()),
    }
}
