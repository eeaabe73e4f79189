//! Files of `rules/commands/`: what programs do, as data.
//!
//! One file describes one program, or several that are alike, and carries its own examples. [`read`] reads it, [`Programs::new`] compiles
//! what was read, and [`check`](CommandFile::check) runs the examples. The build script compiles the built-in files with the same code.

mod file;
mod trial;

use prescan_core::commands::{EffectKind, EffectSpec, ProgramSpec, Programs, Starts, StartsSpec};

pub use file::{CommandFile, EffectEntry, OptionsEntry, StartsEntry};
pub use trial::CommandFailure;

/// Reads a file.
///
/// # Errors
/// When it is no YAML or a field is unknown, missing or of the wrong type, in words that name the file and the place.
pub fn read(name: &str, source: &str) -> Result<CommandFile, String> {
    serde_saphyr::from_str(source).map_err(|error| format!("{name}: {error}"))
}

/// The table of the programs that files describe.
///
/// # Errors
/// When an effect, a way to start or a target is not known, or two files name the same program.
pub fn compile(files: &[CommandFile]) -> Result<Programs, String> {
    extend(&Programs::default(), files)
}

/// A table and the programs that files describe; what a file says of a program takes the place of what the table says.
///
/// # Errors
/// As for [`compile`].
pub fn extend(programs: &Programs, files: &[CommandFile]) -> Result<Programs, String> {
    let specs: Result<Vec<ProgramSpec>, String> = files.iter().map(spec).collect();
    programs.with(&specs?).map_err(|error| error.to_string())
}

/// True for a text that is a file of commands, not one of rules: only the former has the key `programs`.
#[must_use]
pub fn is_command_file(source: &str) -> bool {
    source.lines().any(|line| line.starts_with("programs:"))
}

fn spec(file: &CommandFile) -> Result<ProgramSpec, String> {
    let named = |error: String| format!("program `{}`: {error}", file.names().join(", "));
    Ok(ProgramSpec {
        names: file.programs.clone(),
        values: file.options.values.clone(),
        dry: file.options.dry.clone(),
        single_dash: file.options.single_dash,
        hidden_options: file.options.hidden,
        starts: file.starts.iter().map(starts).collect::<Result<_, _>>().map_err(named)?,
        effects: file.effects.iter().map(effect).collect::<Result<_, _>>().map_err(named)?,
    })
}

fn starts(entry: &StartsEntry) -> Result<StartsSpec, String> {
    let how = Starts::ALL.iter().find(|how| how.name() == entry.how);
    Ok(StartsSpec {
        verb: entry.verb.clone(),
        values: entry.values.clone(),
        skip: entry.skip,
        how: *how.ok_or_else(|| {
            unknown("way to start", &entry.how, Starts::ALL.iter().map(|how| how.name()))
        })?,
        shell: entry.shell.clone(),
        when: entry.when.clone(),
        from: entry.from.clone(),
    })
}

fn effect(entry: &EffectEntry) -> Result<EffectSpec, String> {
    Ok(EffectSpec {
        verb: entry.verb.clone(),
        values: entry.values.clone(),
        kind: kind(&entry.effect)?,
        when: entry.when.clone(),
        and: entry.and.clone(),
        unless: entry.unless.clone(),
        certainty: if entry.possible {
            prescan_core::commands::Certainty::Possible
        } else {
            prescan_core::commands::Certainty::Certain
        },
        target: entry.target.clone(),
        otherwise: entry.otherwise.clone(),
        detail: entry.detail.clone(),
    })
}

/// The effect of a name; `none` is no effect.
fn kind(name: &str) -> Result<Option<EffectKind>, String> {
    if name == "none" {
        return Ok(None);
    }
    let kind = EffectKind::ALL.iter().find(|kind| kind.name() == name);
    kind.copied()
        .map(Some)
        .ok_or_else(|| unknown("effect", name, EffectKind::ALL.iter().map(|kind| kind.name())))
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    format!("no {what} is called `{name}`; there are: {}", known.collect::<Vec<_>>().join(", "))
}
