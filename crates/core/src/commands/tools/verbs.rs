//! Programs that are described by their words and options.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// Options with which a program of the table only shows what it would do.
const DRY: Words = words(
    "--dry-run* --dryrun --help -help --noop --no-act --what-if --whatif --plan --preview \
     --preview-only",
);

/// How many arguments are looked at for words.
const MAX_ARGS: usize = 256;

/// One thing that a program does, by its words.
#[derive(Clone, Copy)]
pub(in super::super) struct Verb {
    /// The words behind the program. `*` is any word, a `*` at either end of a word any text, `**` any words.
    pub words: Words,
    /// Arguments of which one must be there, if any are given.
    pub with: Words,
    /// Arguments of which none may be there.
    pub without: Words,
    pub kind: EffectKind,
    pub certainty: Certainty,
}

/// A row for words.
pub(super) const fn verb(text: &'static str, kind: EffectKind) -> Verb {
    Verb {
        words: words(text),
        with: words(""),
        without: words(""),
        kind,
        certainty: Certainty::Certain,
    }
}

impl Verb {
    /// Only where one of the arguments is there.
    pub(super) const fn with(mut self, with: &'static str) -> Self {
        self.with = words(with);
        self
    }

    /// Only where none of the arguments is there.
    pub(super) const fn without(mut self, without: &'static str) -> Self {
        self.without = words(without);
        self
    }

    /// It depends on more than the words.
    pub(super) const fn possibly(mut self) -> Self {
        self.certainty = Certainty::Possible;
        self
    }
}

/// Notes the effect of the first row that fits.
pub(super) fn run(rows: &[Verb], run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if call.args.iter().any(|arg| DRY.iter().any(|dry| fits(dry, &arg.text)) && !is_off(&arg.text))
    {
        return Flow::default();
    }
    for row in rows {
        let Some(named) = matched(row, call.args) else { continue };
        let name = match named {
            Some(arg) => arg.text.replace(UNKNOWN, "…"),
            None => row
                .words
                .iter()
                .next_back()
                .map_or(call.name, |word| word.trim_matches('*'))
                .to_owned(),
        };
        let name = if name.is_empty() { call.name.to_owned() } else { name };
        let class =
            if row.kind == EffectKind::Disk { TargetClass::Device } else { TargetClass::Outside };
        run.effect(row.kind, Target::named(name, class), row.certainty, None);
        break;
    }
    Flow::default()
}

/// `--dry-run=none` runs.
fn is_off(text: &str) -> bool {
    text.ends_with("=none") || text.ends_with("=false")
}

/// The argument behind the words, where the row fits: `Some(None)` where there is none.
fn matched<'a>(row: &Verb, args: &'a [Arg]) -> Option<Option<&'a Arg>> {
    let any =
        |wanted: Words| args.iter().any(|arg| wanted.iter().any(|want| fits(want, &arg.text)));
    if !row.with.is_empty() && !any(row.with) || any(row.without) {
        return None;
    }
    let mut words = row.words.iter();
    let mut behind = words.clone();
    let anywhere = behind.next() == Some("**");
    if anywhere {
        words = behind;
    }
    // A word behind an option may be its value.
    let mut after_option = false;
    let mut operands: Vec<(bool, &Arg)> = Vec::new();
    for arg in args.iter().take(MAX_ARGS) {
        if !arg.is_option() {
            operands.push((after_option, arg));
        }
        after_option = arg.is_option() && !arg.text.contains('=');
    }
    for start in 0..=operands.len() {
        if let Some(named) = from(&operands[start..], words.clone()) {
            return Some(named);
        }
        if !anywhere && operands.get(start).is_none_or(|(value, _)| !value) {
            break;
        }
    }
    None
}

/// The argument behind the words, where they stand at the beginning, with values of options between them.
fn from<'a>(
    operands: &[(bool, &'a Arg)],
    mut wanted: impl Iterator<Item = &'static str>,
) -> Option<Option<&'a Arg>> {
    let Some(mut word) = wanted.next() else {
        return Some(operands.first().map(|(_, arg)| *arg));
    };
    for (at, (value, arg)) in operands.iter().enumerate() {
        if fits(word, &arg.text) {
            match wanted.next() {
                Some(next) => word = next,
                None => return Some(operands.get(at + 1).map(|(_, arg)| *arg)),
            }
        } else if !value {
            return None;
        }
    }
    None
}

/// A word, or a part of one with `*` at an end.
fn fits(pattern: &str, text: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        _ if pattern == "*" => true,
        (Some(end), _) => text.ends_with(end),
        (_, Some(start)) => text.starts_with(start),
        _ => pattern == text,
    }
}
