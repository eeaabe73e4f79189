//! Rule files on disk.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result};
use prescan_core::Engine;
use prescan_core::commands::Programs;
use prescan_rules::AuthoredRule;
use prescan_rules::commands::{self, CommandFile};

/// The rules of files and of the YAML files in folders. Files about commands are passed over.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<AuthoredRule>> {
    let mut rules = Vec::new();
    for (name, source) in sources(paths)? {
        if !commands::is_command_file(&source) {
            rules.extend(prescan_rules::read(&name, &source)?);
        }
    }
    Ok(rules)
}

/// What the files about commands among those say.
pub(crate) fn read_commands(paths: &[PathBuf]) -> Result<Vec<CommandFile>> {
    let mut found = Vec::new();
    for (name, source) in sources(paths)? {
        if commands::is_command_file(&source) {
            found.push(commands::read(&name, &source).map_err(Error::msg)?);
        }
    }
    Ok(found)
}

/// The built-in programs with what those files say of some.
pub(crate) fn programs_with(files: &[CommandFile]) -> Result<Programs> {
    commands::extend(prescan_rules::programs(), files).map_err(Error::msg)
}

/// The files by name, with their texts.
fn sources(paths: &[PathBuf]) -> Result<Vec<(String, String)>> {
    let read = |file: PathBuf| {
        let name = file.display().to_string();
        let source = std::fs::read_to_string(&file).with_context(|| name.clone())?;
        Ok((name, source))
    };
    files(paths)?.into_iter().map(read).collect()
}

/// The built-in engine with the rules of these files; a rule with the id of a built-in one takes its place.
pub(crate) fn engine_with(rules: &[AuthoredRule]) -> Result<Engine> {
    let source_of = |name: &str| std::fs::read_to_string(name).unwrap_or_default();
    Ok(prescan_rules::compile(Some(prescan_rules::builtin()), rules, &source_of)?)
}

fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            below(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn below(dir: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml")
        {
            found.push(path);
        }
    }
    Ok(())
}
