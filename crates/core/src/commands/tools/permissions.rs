//! `chmod`, `chown`, `chgrp`.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Call, Flow, Run};
use crate::commands::target::TargetClass;
use crate::commands::words::words;

pub(super) fn change(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { longs: words("from reference"), ..FLAGS });
    let recursive = options.short("R") || options.long("recursive");
    // A mode such as `-x` looks like an option.
    let mode_is_option = call.name == "chmod"
        && call.args.iter().any(|arg| {
            arg.is_option() && arg.text[1..].bytes().all(|byte| b"rwxXst".contains(&byte))
        });
    let by_reference = options.long("reference");
    // Without a mode the shell's user meant one: what is there is still the target.
    let skip = usize::from(!mode_is_option && !by_reference && options.operands.len() > 1);
    for operand in options.operands.iter().skip(skip) {
        let target = run.target(operand);
        if recursive {
            let target = run.judged(EffectKind::ChangePermissions, operand);
            run.effect(EffectKind::ChangePermissions, target, Certainty::Certain, None);
        } else if target.marks.guard || opens(call, operand.text.as_str(), target.class) {
            run.effect(EffectKind::ChangePermissions, target, Certainty::Certain, Some("one file"));
        }
    }
    Flow::default()
}

/// One file matters where everybody may write to it afterwards, or where it is a root of the system.
fn opens(call: &Call<'_>, path: &str, class: TargetClass) -> bool {
    if class < TargetClass::Protected {
        return false;
    }
    let mode = call.args.iter().find(|arg| !arg.is_option()).map_or("", |arg| arg.text.as_str());
    let writable =
        matches!(mode, "777" | "0777" | "666" | "0666" | "a+rwx" | "a+w" | "o+w" | "ugo+rwx");
    let closed = matches!(mode, "000" | "0" | "0000" | "a-rwx" | "a-x");
    call.name == "chmod" && (writable || closed) && !path.is_empty()
}
