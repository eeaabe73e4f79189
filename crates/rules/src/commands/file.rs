//! The authoring format.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// A file of `rules/commands/`: one program, or several that are alike. Lists of options and words are texts with a blank between two.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct CommandFile {
    /// The programs' names, without folder. A name that ends in `.*` or `_*` stands for every name that begins like it.
    pub programs: Vec<String>,
    /// How the arguments are read.
    #[serde(default)]
    pub options: OptionsEntry,
    /// How other programs are started. The first row that fits counts, before all effects.
    #[serde(default)]
    pub starts: Vec<StartsEntry>,
    /// What is done. The first row that fits counts.
    #[serde(default)]
    pub effects: Vec<EffectEntry>,
    /// Lines by the effect that they have; those of `none` have none.
    pub examples: BTreeMap<String, Vec<String>>,
}

/// How arguments are read.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct OptionsEntry {
    /// Options whose value may be the next argument.
    #[serde(default)]
    pub values: String,
    /// Options with which nothing is done, besides `--dry-run`, `--help` and their kin.
    #[serde(default)]
    pub dry: String,
    /// True where `-name` is one option and not letters.
    #[serde(default)]
    pub single_dash: bool,
    /// True where a variable that is not known may be an option that makes it worse.
    #[serde(default)]
    pub hidden: bool,
}

/// How another program is started.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct StartsEntry {
    /// Words that must come first; `a|b` is either.
    #[serde(default)]
    pub verb: String,
    /// Options behind the words whose value may be the next argument.
    #[serde(default)]
    pub values: String,
    /// Operands in front of the other program.
    #[serde(default)]
    pub skip: usize,
    /// Options of which one must be given.
    #[serde(default)]
    pub when: String,
    /// Which arguments are started, each by itself: `operands` or `values -x --exec`; the rest as one where it is empty.
    #[serde(default)]
    pub from: String,
    /// `program`, `line`, `remote-line` or `remote-program`.
    #[serde(default = "program")]
    pub how: String,
    /// Options with which, without a program, a shell reads the input.
    #[serde(default)]
    pub shell: String,
}

fn program() -> String {
    "program".to_owned()
}

/// What a program does.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct EffectEntry {
    /// The words behind the program: `*` stands for any characters of a word, `a|b` for either, `**` in front for any words.
    #[serde(default)]
    pub verb: String,
    /// Options behind the words whose next argument is their value, besides those of `options`.
    #[serde(default)]
    pub values: String,
    /// The effect, or `none` for what is harmless, so that no later row is asked.
    pub effect: String,
    /// Options and patterns of operands of which one must be given; `2..` asks for two operands or more, `$` for one that is not known, `--` for one behind `--`.
    #[serde(default)]
    pub when: String,
    /// More of them, of which one must be given too.
    #[serde(default)]
    pub and: String,
    /// Options and patterns of operands of which none may be given.
    #[serde(default)]
    pub unless: String,
    /// True where it depends on what cannot be seen.
    #[serde(default)]
    pub possible: bool,
    /// What it is done to: nothing for the operand behind the words by its name, or `operands`, `operands 2..`, `operand 2`, `first`, `last`, `but last`, `values -o --out`, `prefix of=`, `like PATTERN`, `behind --`, `here`.
    #[serde(default)]
    pub target: String,
    /// The path or name where no argument says so.
    #[serde(default)]
    pub otherwise: String,
    /// What tells it from other effects of its kind.
    #[serde(default)]
    pub detail: String,
}

impl CommandFile {
    /// The programs' names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.programs
    }
}
