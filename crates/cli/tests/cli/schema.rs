//! The JSON Schema of rule files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::folder::Folder;
use crate::rule_files::ACME;

fn rules_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

#[test]
fn the_file_in_the_repository_is_current() {
    let printed = Folder::new().prescan(&["rules", "schema"]);
    assert_eq!(printed.code, 0);
    let stored = std::fs::read_to_string(rules_folder().join("schema.json")).unwrap();
    assert!(printed.out == stored, "run `prescan rules schema > rules/schema.json`");
}

fn validator() -> jsonschema::Validator {
    let schema = Folder::new().prescan(&["rules", "schema"]).json();
    jsonschema::validator_for(&schema).unwrap()
}

fn yaml(source: &str) -> Value {
    serde_saphyr::from_str(source).unwrap()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
}

#[test]
fn every_built_in_rule_file_follows_it() {
    let validator = validator();
    let mut found = Vec::new();
    files(&rules_folder().join("secrets"), &mut found);
    assert!(found.len() > 100);
    for file in found {
        let value = yaml(&std::fs::read_to_string(&file).unwrap());
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", file.display());
    }
}

/// What the program refuses, an editor marks too.
#[test]
fn it_refuses_what_the_program_refuses() {
    let validator = validator();
    assert!(validator.is_valid(&yaml(ACME)));
    for (from, to) in [
        ("severity: high", "severty: high"),
        ("severity: high", "severity: dire"),
        ("    severity: high\n", ""),
        ("literals: [acme_live_]", "literals: []"),
        ("literals: [acme_live_]", "literals: [ac]"),
        ("id: acme.api-key", "id: acme"),
        ("        - 'KEY=acme_live_<base62:33>'\n", ""),
        ("value:", "reach: 0\n    value:"),
    ] {
        let file = ACME.replace(from, to);
        assert!(!validator.is_valid(&yaml(&file)), "{to}");
        let run = Folder::with("acme.yaml", &file).prescan(&["rules", "check", "acme.yaml"]);
        assert_eq!(run.code, 2, "{to}: {run:?}");
    }
}

#[test]
fn the_schema_of_command_files_is_current_and_accepts_every_built_in_one() {
    let printed = Folder::new().prescan(&["rules", "schema", "--commands"]);
    let folder = rules_folder().join("commands");
    let stored = std::fs::read_to_string(folder.join("schema.json")).unwrap();
    assert!(
        printed.out == stored,
        "run `prescan rules schema --commands > rules/commands/schema.json`"
    );
    let validator = jsonschema::validator_for(&printed.json()).unwrap();
    let mut found = Vec::new();
    files(&folder, &mut found);
    for file in &found {
        let source = std::fs::read_to_string(file).unwrap();
        assert!(validator.is_valid(&yaml(&source)), "{}", file.display());
    }
    assert!(found.len() > 100);
    assert!(!validator.is_valid(&yaml("programs: [a]\nefects: []\nexamples: {}\n")));
}
