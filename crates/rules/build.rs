//! Compiles the rules of `rules/` into statics, with the code that compiles rule files at run time.
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_docs,
    reason = "the build uses a part of the modules it shares with the library"
)]

use std::path::{Path, PathBuf};

#[path = "src/commands/mod.rs"]
mod commands;
#[path = "src/emit.rs"]
mod emit;
#[path = "src/example/mod.rs"]
mod example;
#[path = "src/format/mod.rs"]
mod format;
#[path = "src/policy.rs"]
mod policy;
#[path = "src/tools.rs"]
mod tools;

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
    let tools: tools::ToolsFile = read_yaml(&root.join("tools.yaml"))?;
    write(&out.join("tools.txt"), &tools::table(&tools.tools)?)?;
    let policy: policy::PolicyFile = read_yaml(&root.join("policy.yaml"))?;
    write(&out.join("policy.txt"), &embedded(&policy)?)?;
    write(&out.join("policy_lines.in"), &policy.lines.len().to_string())?;
    let mut sources = Vec::new();
    for name in ["policy.yaml", "tools.yaml"] {
        sources.extend(std::fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?);
    }
    let mut rules = Vec::new();
    for file in files(&root.join("secrets"))? {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let source = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        sources.extend(source.as_bytes());
        rules.extend(
            format::read(&format!("rules/{name}"), &source).map_err(|error| error.to_string())?,
        );
    }
    let mut described = Vec::new();
    for file in files(&root.join("commands"))? {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let source = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        sources.extend(source.as_bytes());
        described.push(commands::read(&format!("rules/{name}"), &source)?);
    }
    emit::programs(&commands::compile(&described)?, &out)?;
    let hash = prescan_core::redact::fingerprint("rules", &sources);
    write(&out.join("hash.txt"), &hash)?;
    let source_of = |name: &str| {
        std::fs::read_to_string(root.join(name.trim_start_matches("rules/"))).unwrap_or_default()
    };
    let engine = format::compile(None, &rules, &source_of).map_err(|error| error.to_string())?;
    emit::write(&engine, &out, variable("CARGO_CFG_TARGET_ENDIAN")? == "big")
}

/// The policy as it is embedded: a line each, `family TAB effects TAB JSON` without examples, so that a look-up reads the JSON of few.
fn embedded(policy: &policy::PolicyFile) -> Result<String, String> {
    let mut text = String::new();
    let mut ids: Vec<&str> = policy.lines.iter().map(|line| line.id.as_str()).collect();
    ids.sort_unstable();
    if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("rules/policy.yaml: two lines are called `{}`", twice[0]));
    }
    for line in &policy.lines {
        let plain =
            policy::PolicyLine { examples: Vec::new(), instead: Vec::new(), ..line.clone() };
        let json = |value: serde_json::Result<String>| {
            value.map_err(|error| format!("rules/policy.yaml: {error}"))
        };
        let family = json(serde_json::to_string(&line.family))?;
        text.push_str(family.trim_matches('"'));
        text.push('\t');
        text.push_str(&line.effect.join(","));
        text.push('\t');
        text.push_str(&json(serde_json::to_string(&plain))?);
        text.push('\n');
    }
    Ok(text)
}

fn read_yaml<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, String> {
    println!("cargo::rerun-if-changed={}", file.display());
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let source = std::fs::read_to_string(file).map_err(|error| named(&error))?;
    serde_saphyr::from_str(&source).map_err(|error| named(&error))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
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
