//! From what is authored to the table's text.

use std::fmt;

use super::{ProgramPlace, Programs};
use crate::commands::effect::{Certainty, EffectKind};

/// What is known of a program, or of several that are alike.
///
/// Lists of words are texts with a blank between two words.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ProgramSpec {
    /// The names, without folder. A name that ends in `.*` or `_*` stands for every name that begins like it.
    pub names: Vec<String>,
    /// Options whose value may be the next argument: `-C`, `--git-dir`. Others that stand in front of a verb may still take one; these are sure to.
    pub values: String,
    /// Options with which nothing is done, besides the usual ones such as `--dry-run` and `--help`.
    pub dry: String,
    /// True where `-name` is one option and not letters, as for `terraform` and `find`.
    pub single_dash: bool,
    /// True where an argument that is not known may be an option that makes it worse: `rm $FLAGS x`.
    pub hidden_options: bool,
    /// How it starts other programs. The first row that fits counts, before all effects.
    pub starts: Vec<StartsSpec>,
    /// What it does. The first row that fits counts.
    pub effects: Vec<EffectSpec>,
}

/// How a program starts another one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StartsSpec {
    /// Words that must come first, such as `run` of `uv run`. A word may list several, `exec|run`.
    pub verb: String,
    /// Options behind the words whose value may be the next argument.
    pub values: String,
    /// Operands in front of the other program, such as the duration of `timeout`.
    pub skip: usize,
    /// Options of which one must be given.
    pub when: String,
    /// Which arguments are started, each by itself: `operands` or `values -x --exec`; the rest as one where it is empty. With values, the rows behind are asked too.
    pub from: String,
    /// How the rest is started.
    pub how: Starts,
    /// Options with which, without a program, a shell reads the input: `-s` of `sudo`.
    pub shell: String,
}

/// How a wrapper starts what it is given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Starts {
    /// As a program with arguments.
    #[default]
    Program,
    /// Joined to a line that a shell reads.
    Line,
    /// As a line on another machine, whose name is the last operand that is skipped.
    RemoteLine,
    /// As a program in a container or on another machine.
    RemoteProgram,
}

impl Starts {
    /// Every way.
    pub const ALL: &'static [Self] =
        &[Self::Program, Self::Line, Self::RemoteLine, Self::RemoteProgram];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Line => "line",
            Self::RemoteLine => "remote-line",
            Self::RemoteProgram => "remote-program",
        }
    }
}

/// One thing that a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectSpec {
    /// The words behind the program. `*` is any word and a part of one, `a|b` either, `**` in front any words.
    pub verb: String,
    /// Options behind the words whose value may be the next argument, besides those of the program.
    pub values: String,
    /// What is done; `None` for what is harmless, so that no later row is asked.
    pub kind: Option<EffectKind>,
    /// Options and patterns of operands of which one must be given.
    pub when: String,
    /// More of them, of which one must be given too.
    pub and: String,
    /// Options and patterns of operands of which none may be given.
    pub unless: String,
    /// How sure it is.
    pub certainty: Certainty,
    /// Which arguments it is done to, see [`ProgramError`]; the operand behind the words by name where it is empty.
    pub target: String,
    /// The path or name it is done to where no argument says so.
    pub otherwise: String,
    /// What tells the effect from others of its kind.
    pub detail: String,
}

/// A description that cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramError {
    program: String,
    fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    NoName,
    Twice,
    Character(String),
    Words(String),
    Target(String),
    Size,
}

impl ProgramError {
    pub(super) fn too_large() -> Self {
        Self { program: String::new(), fault: Fault::Size }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "program `{}`: ", self.program)?;
        match &self.fault {
            Fault::NoName => f.write_str("a program needs a name"),
            Fault::Twice => f.write_str("the name is taken by another program"),
            Fault::Character(text) => {
                write!(f, "`{}` holds a tab or a line break", text.escape_debug())
            }
            Fault::Words(text) => {
                write!(f, "`{text}` has two blanks between words or one at an end")
            }
            Fault::Target(text) => write!(
                f,
                "`{text}` is no target: use `operands`, `operands 2..`, `operand 2`, `last`, `first`, `but last`, `values -o --out`, \
                 `prefix of=`, `like PATTERN`, `behind --` or `here`"
            ),
            Fault::Size => f.write_str("the table is larger than 4 GiB"),
        }
    }
}

impl std::error::Error for ProgramError {}

pub(super) fn compile(specs: &[ProgramSpec]) -> Result<Programs, ProgramError> {
    let mut text = String::new();
    let mut places: Vec<ProgramPlace> = Vec::new();
    for spec in specs {
        let first = spec.names.first().cloned().unwrap_or_default();
        let fault = |fault| ProgramError { program: first.clone(), fault };
        if spec.names.is_empty() || spec.names.iter().any(String::is_empty) {
            return Err(fault(Fault::NoName));
        }
        let place = |start: usize, end: usize| -> Result<(u32, u32), ProgramError> {
            let number = |at: usize| u32::try_from(at).map_err(|_| fault(Fault::Size));
            Ok((number(start)?, number(end - start)?))
        };
        let start = text.len();
        rows(spec, &mut text).map_err(fault)?;
        let (rows, rows_len) = place(start, text.len())?;
        for own in &spec.names {
            sound(own).map_err(fault)?;
            let start = text.len();
            text.push_str(own);
            let (name, name_len) = place(start, text.len())?;
            places.push(ProgramPlace { name, name_len, rows, rows_len });
        }
    }
    let name = |place: &ProgramPlace| {
        text[place.name as usize..(place.name + place.name_len) as usize].to_owned()
    };
    places.sort_by_key(name);
    if let Some(twice) = places.windows(2).find(|pair| name(&pair[0]) == name(&pair[1])) {
        return Err(ProgramError { program: name(&twice[0]), fault: Fault::Twice });
    }
    Ok(Programs { text: text.into(), places: places.into() })
}

/// The head, then a line for each row.
fn rows(spec: &ProgramSpec, text: &mut String) -> Result<(), Fault> {
    let flags = match (spec.single_dash, spec.hidden_options) {
        (true, true) => "dh",
        (true, false) => "d",
        (false, true) => "h",
        (false, false) => "",
    };
    line(text, &[flags, &spec.values, &spec.dry])?;
    for starts in &spec.starts {
        let skip = starts.skip.to_string();
        if super::place::Which::of(&starts.from).is_none() {
            return Err(Fault::Target(starts.from.clone()));
        }
        let StartsSpec { verb, values, how, shell, when, from, .. } = starts;
        line(text, &["+", verb, values, &skip, how.name(), shell, when, from])?;
    }
    for effect in &spec.effects {
        let kind = effect.kind.map_or("none", EffectKind::name);
        if super::place::Which::of(&effect.target).is_none() {
            return Err(Fault::Target(effect.target.clone()));
        }
        line(
            text,
            &[
                kind,
                &effect.verb,
                &effect.when,
                &effect.and,
                &effect.unless,
                effect.certainty.name(),
                &effect.target,
                &effect.otherwise,
                &effect.detail,
                &effect.values,
            ],
        )?;
    }
    Ok(())
}

fn line(text: &mut String, fields: &[&str]) -> Result<(), Fault> {
    for (at, field) in fields.iter().enumerate() {
        sound(field)?;
        if at > 0 {
            text.push('\t');
        }
        text.push_str(field);
    }
    text.push('\n');
    Ok(())
}

fn sound(field: &str) -> Result<(), Fault> {
    if field.contains(['\t', '\n', '\r']) {
        return Err(Fault::Character(field.to_owned()));
    }
    if field.starts_with(' ') || field.ends_with(' ') || field.contains("  ") {
        return Err(Fault::Words(field.to_owned()));
    }
    Ok(())
}
