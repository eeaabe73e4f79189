//! The files of `rules/commands/` hold to their own examples.

use std::path::{Path, PathBuf};

use prescan_rules::commands::{CommandFile, compile, read};

/// Every file, read when the test runs: a change needs no build.
fn files() -> Vec<CommandFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/commands");
    let mut folders = vec![root];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: &PathBuf| {
        read(&path.display().to_string(), &std::fs::read_to_string(path).unwrap()).unwrap()
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_example_has_its_effect() {
    let files = files();
    let programs = compile(&files).unwrap();
    let failures: Vec<String> = files
        .iter()
        .flat_map(|file| file.check(&programs))
        .map(|failure| failure.to_string())
        .collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(programs.names().count() > 200);
}
