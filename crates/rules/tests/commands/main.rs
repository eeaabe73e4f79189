//! What the analysis of commands says with the built-in programs: tables of lines and what they do, and properties that hold for all of them.

#![expect(clippy::unwrap_used, reason = "tests, and what they share")]

mod bounds;
mod code;
mod console;
mod data;
mod examples;
mod files;
mod git;
mod harmless;
mod languages;
mod machine;
mod patterns;
mod printed;
mod properties;
mod scripts;
mod secrets;
mod shells;
mod systems;
mod views;

use prescan_core::commands::{Analysis, Effect, Shell, View, analyse};

/// A kind and a class, then lines that have such an effect.
type Table = &'static [(&'static str, &'static [&'static str])];

/// Every table of lines that do something.
const TABLES: &[Table] = &[
    files::CASES,
    git::CASES,
    data::CASES,
    shells::CASES,
    systems::CASES,
    languages::CASES,
    console::CASES,
    secrets::CASES,
];

/// A user's home with a project in it.
const VIEW: View<'static> = View {
    home: Some("/home/ada"),
    cwd: Some("/home/ada/src/loom"),
    workspace: Some("/home/ada/src/loom"),
    files: None,
    programs: Some(prescan_rules::programs()),
    shell: Shell::Posix,
};

/// Effects as `kind class`.
fn names(analysis: &Analysis) -> Vec<String> {
    let name = |effect: &Effect| format!("{} {}", effect.kind, effect.target.class);
    analysis.effects.iter().map(name).collect()
}

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLES.iter().flat_map(|table| table.iter());
    rows.flat_map(|(expected, lines)| lines.iter().map(move |line| (*expected, *line)))
}

#[test]
fn lines_have_their_effects() {
    let mut wrong = Vec::new();
    for (expected, line) in lines() {
        let analysis = analyse(line, &VIEW);
        if !names(&analysis).iter().any(|name| name == expected) || analysis.unclear.is_some() {
            wrong.push(format!(
                "{line}\n    wanted {expected}, found {:?} {:?}",
                names(&analysis),
                analysis.unclear
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines().count() > 300);
}
