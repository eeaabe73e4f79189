//! Compiles the rules of `rules/` into statics, with the code that compiles rule files at run time.
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_docs,
    reason = "the build uses a part of the modules it shares with the library"
)]

use std::path::{Path, PathBuf};

#[path = "src/emit.rs"]
mod emit;
#[path = "src/example/mod.rs"]
mod example;
#[path = "src/format/mod.rs"]
mod format;

fn main() {
    if let Err(message) = build() {
        // The first line is what cargo shows; the error names file, line and column itself.
        println!("cargo::error={}", message.replace('\n', "\ncargo::error="));
    }
}

fn build() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../rules");
    let out = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut rules = Vec::new();
    for file in files(&root)? {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let source = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        rules.extend(
            format::read(&format!("rules/{name}"), &source).map_err(|error| error.to_string())?,
        );
    }
    let source_of = |name: &str| {
        std::fs::read_to_string(root.join(name.trim_start_matches("rules/"))).unwrap_or_default()
    };
    let engine = format::compile(None, &rules, &source_of).map_err(|error| error.to_string())?;
    emit::write(&engine, &out, variable("CARGO_CFG_TARGET_ENDIAN")? == "big")
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// The rule files below `root`, sorted, so that equal rules give equal tables.
fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut dirs = vec![root.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        let entries =
            std::fs::read_dir(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
