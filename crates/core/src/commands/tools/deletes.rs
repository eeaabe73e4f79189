//! Programs that delete files.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::words;

/// `rm`, in every spelling of its flags, which may stand behind the operands.
pub(super) fn rm(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &FLAGS);
    if options.long("help") || options.long("version") {
        return Flow::default();
    }
    let recursive = options.short("rR") || options.long("recursive");
    // A word that is not known and not quoted may be the flags.
    let maybe = call.args.iter().any(may_be_flags);
    for operand in options.operands {
        match (recursive, maybe && !may_be_flags(operand)) {
            (true, _) => run.on_path(EffectKind::DeleteRecursive, operand),
            (false, true) => {
                let target = run.judged(EffectKind::DeleteRecursive, operand);
                run.effect(EffectKind::DeleteRecursive, target, Certainty::Possible, None);
            }
            (false, false) => run.on_path(EffectKind::DeleteFile, operand),
        }
    }
    Flow::default()
}

fn may_be_flags(arg: &Arg) -> bool {
    let alone = arg.text.chars().eq([UNKNOWN]);
    !arg.quoted && alone || arg.is_option() && arg.text.contains(UNKNOWN)
}

/// Programs that delete trees without being told to: `rimraf`, `del-cli`.
pub(super) fn tree(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &FLAGS);
    for operand in options.operands {
        // They expand patterns themselves, quoted or not.
        let glob = operand.glob || operand.text.contains('*');
        run.on_path(EffectKind::DeleteRecursive, &Arg { glob, ..operand.clone() });
    }
    Flow::default()
}

pub(super) fn rmdir(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &FLAGS);
    for operand in options.operands {
        let target = run.judged(EffectKind::DeleteFile, operand);
        run.effect(EffectKind::DeleteFile, target, Certainty::Certain, Some("if empty"));
    }
    Flow::default()
}

pub(super) fn unlink(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    for operand in Options::parse(call.args, &FLAGS).operands {
        run.on_path(EffectKind::DeleteFile, operand);
    }
    Flow::default()
}

pub(super) fn shred(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { values: "ns", longs: words("iterations size random-source"), ..FLAGS };
    for operand in Options::parse(call.args, &spec).operands {
        run.on_path(EffectKind::Overwrite, operand);
    }
    Flow::default()
}

pub(super) fn truncate(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { values: "sr", longs: words("size reference"), ..FLAGS };
    let options = Options::parse(call.args, &spec);
    // A size that only grows the file keeps its content.
    if options.values('s', "size").iter().any(|size| size.starts_with('+')) {
        return Flow::default();
    }
    for operand in options.operands {
        run.on_path(EffectKind::Overwrite, operand);
    }
    Flow::default()
}

/// Moving to the trash can be undone, except where it takes the ground away.
pub(super) fn keep(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    for operand in Options::parse(call.args, &FLAGS).operands {
        let target: Target = run.target(operand);
        if target.class >= TargetClass::Vcs {
            run.effect(EffectKind::Move, target, Certainty::Certain, Some("to the trash"));
        }
    }
    Flow::default()
}
