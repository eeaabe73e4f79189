//! Every example of every built-in rule is a test of its own, run against the full engine.
#![allow(
    clippy::unwrap_used,
    reason = "a test with a harness of its own, which clippy does not take for one"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use prescan_rules::trial::{self, Expect};

fn rule_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rule_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/secrets");
    let mut files = Vec::new();
    rule_files(&root, &mut files);
    files.sort();
    let mut trials = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let source = std::fs::read_to_string(&file).unwrap();
        for rule in prescan_rules::read(&name, &source).unwrap() {
            let rule = Arc::new(rule);
            let own = Arc::clone(&rule);
            for (expect, number, example) in trial::trials(&own) {
                let kind = if expect == Expect::Match { "match" } else { "no_match" };
                let title = format!("{}::{kind}_{}", rule.spec.id, number + 1);
                let (rule, example) = (Arc::clone(&rule), example.clone());
                trials.push(Trial::test(title, move || {
                    trial::run(prescan_rules::builtin(), &rule, expect, &example)
                        .map_err(|failure| Failed::from(failure.to_string()))
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
