//! What an effect is done to.

use std::rc::Rc;

use super::given::{Given, Operand, fits};
use super::row::{EffectRow, Head};
use crate::commands::credentials::Secrecy;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Run, Secret, Sink};
use crate::commands::target::{Target, TargetClass};

/// Options with which a program only shows what it would do.
const DRY: &str = "--dry-run* --dryrun --help -help --version --noop --no-act --what-if --whatif --plan --preview --preview-only";

/// Which arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which<'t> {
    /// The operand behind the words, by its name.
    Name,
    /// The operands from one on, from 0, to one, exclusive.
    Operands { from: usize, to: usize },
    /// The last operand.
    Last,
    /// Every operand but the last.
    ButLast,
    /// The values of options.
    Values(&'t str),
    /// What stands behind a prefix of an operand.
    Prefix(&'t str),
    /// The operands that a pattern fits.
    Like(&'t str),
    /// The operands behind `--`.
    Behind,
    /// The working directory.
    Here,
}

impl<'t> Which<'t> {
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match (word, rest) {
            ("", "") => Self::Name,
            ("operands", "") => Self::Operands { from: 0, to: usize::MAX },
            ("operands", range) => {
                let from: usize = range.strip_suffix("..")?.parse().ok()?;
                Self::Operands { from: from.checked_sub(1)?, to: usize::MAX }
            }
            ("operand", number) => {
                let to: usize = number.parse().ok()?;
                Self::Operands { from: to.checked_sub(1)?, to }
            }
            ("first", "") => Self::Operands { from: 0, to: 1 },
            ("last", "") => Self::Last,
            ("but", "last") => Self::ButLast,
            ("values", options) if !options.is_empty() => Self::Values(options),
            ("prefix", prefix) if !prefix.is_empty() => Self::Prefix(prefix),
            ("like", pattern) if !pattern.is_empty() => Self::Like(pattern),
            ("behind", "--") => Self::Behind,
            ("here", "") => Self::Here,
            _ => return None,
        })
    }

    pub(super) fn arguments(self, given: &Given<'_>, behind: usize) -> Vec<Arg> {
        let operands = given.operands.get(behind..).unwrap_or_default();
        let all =
            |operands: &[Operand<'_>]| operands.iter().map(|operand| operand.arg.clone()).collect();
        match self {
            Self::Name => all(operands.get(..1).unwrap_or_default()),
            Self::Operands { from, to } => {
                all(operands.get(from..to.min(operands.len())).unwrap_or_default())
            }
            Self::Last => all(operands.last().map(std::slice::from_ref).unwrap_or_default()),
            Self::ButLast => all(operands.split_last().map(|(_, rest)| rest).unwrap_or_default()),
            Self::Values(options) => given.values(options).into_iter().map(Arg::plain).collect(),
            Self::Prefix(prefix) => {
                let cut = |operand: &Operand<'_>| {
                    let text = operand.arg.text.strip_prefix(prefix)?.to_owned();
                    Some(Arg { text, ..operand.arg.clone() })
                };
                operands.iter().filter_map(cut).collect()
            }
            Self::Like(patterns) => {
                let like = |operand: &&Operand<'_>| {
                    patterns.split(' ').any(|pattern| fits(pattern, &operand.arg.text))
                };
                operands.iter().filter(like).map(|operand| operand.arg.clone()).collect()
            }
            Self::Behind => operands
                .iter()
                .filter(|operand| operand.behind)
                .map(|operand| operand.arg.clone())
                .collect(),
            Self::Here => vec![Arg::plain(".")],
        }
    }
}

/// What became of a row that fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Noted {
    /// Its effect is noted.
    Effect,
    /// It prints a secret that another command, a variable or a file gets.
    Kept(Rc<Secret>),
    /// It says that nothing is done.
    Nothing,
}

/// Notes the effect of a row, if it fits. `None` where it does not.
pub(super) fn note(
    head: &Head<'_>,
    row: &EffectRow<'_>,
    run: &mut Run<'_>,
    call: &Call<'_>,
    wraps: bool,
) -> Option<Noted> {
    let given = Given::with(call.args, head, row.values);
    if !wraps && given.is_dry(DRY, head) {
        return Some(Noted::Nothing);
    }
    let behind = given.behind(row.verb)?;
    let wanted = |words: &str| words.is_empty() || given.any(words);
    if given.any(row.unless) {
        return None;
    }
    let fits = wanted(row.when) && wanted(row.and);
    let hidden = head.hidden_options && call.args.iter().any(may_be_option);
    let certainty = match (fits, hidden) {
        (true, _) => row.certainty,
        (false, true) => Certainty::Possible,
        (false, false) => return None,
    };
    let Some(kind) = row.kind else { return Some(Noted::Nothing) };
    if !run.step(1 + call.args.len() / 8) {
        return Some(Noted::Nothing);
    }
    let which = Which::of(row.target)?;
    let mut arguments = which.arguments(&given, behind);
    if hidden {
        arguments.retain(|arg| !may_be_option(arg));
    }
    let detail = Some(row.detail).filter(|detail| !detail.is_empty());
    if arguments.is_empty() && on_paths(kind) && which != Which::Name {
        if row.otherwise.is_empty() {
            return Some(Noted::Nothing);
        }
        arguments.push(Arg::plain(row.otherwise));
    }
    if kind == EffectKind::ExposeSecret && run.sink == Sink::Passed {
        return Some(Noted::Kept(Secret::named(&name(row, call, &arguments), Secrecy::Token)));
    }
    if which == Which::Name || !on_paths(kind) {
        let name = name(row, call, &arguments);
        run.effect(kind, Target::named(name, class_of(kind)), certainty, detail);
        return Some(Noted::Effect);
    }
    for argument in &arguments {
        on_path(run, kind, argument, certainty, detail);
    }
    Some(Noted::Effect)
}

/// True for effects that are done to files.
const fn on_paths(kind: EffectKind) -> bool {
    matches!(
        kind,
        EffectKind::DeleteRecursive
            | EffectKind::DeleteFile
            | EffectKind::Overwrite
            | EffectKind::Move
            | EffectKind::ChangePermissions
            | EffectKind::DiscardWork
            | EffectKind::Disk
            | EffectKind::ExposeSecret
            | EffectKind::Exfiltrate
    )
}

/// The class of a target that has a name only.
const fn class_of(kind: EffectKind) -> TargetClass {
    match kind {
        EffectKind::Disk => TargetClass::Device,
        EffectKind::DropHistory => TargetClass::Vcs,
        _ => TargetClass::Outside,
    }
}

fn name(row: &EffectRow<'_>, call: &Call<'_>, arguments: &[Arg]) -> String {
    let verb = row.verb.split(' ').next_back().unwrap_or_default();
    let verb = verb.split('|').next().unwrap_or_default().trim_matches('*');
    let given =
        arguments.iter().map(|arg| arg.text.replace(UNKNOWN, "…")).find(|name| !name.is_empty());
    let names = [row.otherwise, verb, call.name];
    given.unwrap_or_else(|| {
        names.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned()
    })
}

fn on_path(
    run: &mut Run<'_>,
    kind: EffectKind,
    argument: &Arg,
    certainty: Certainty,
    detail: Option<&str>,
) {
    // `:/` and `:(top)` of git are the top of the work tree.
    let top = kind == EffectKind::DiscardWork && argument.text.starts_with([':']);
    let here = Arg::plain(".");
    let target = run.target(if top { &here } else { argument });
    let kind = match (kind, target.class) {
        // What is no device is a file with a disk's image, or a device that is not known.
        (EffectKind::Disk, TargetClass::Device | TargetClass::Unknown | TargetClass::Protected) => {
            kind
        }
        (EffectKind::Disk, _) => EffectKind::Overwrite,
        _ => kind,
    };
    run.effect(kind, target, certainty, detail);
}

/// A word that is not known and not quoted may be an option.
fn may_be_option(arg: &Arg) -> bool {
    let alone = arg.text.chars().eq([UNKNOWN]);
    !arg.quoted && alone || arg.is_option() && arg.text.contains(UNKNOWN)
}
