//! The guard's own program, run by what it guards.

use crate::commands::effect::EffectKind;
use crate::commands::run::{Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Words of the program that loosen the guard. Looking at it is free.
const LOOSENING: Words = words("approve uninstall disable off pause allow trust reset nap snooze");

pub(super) fn own(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let words: Vec<&str> =
        call.args.iter().filter(|arg| !arg.is_option()).map(|arg| arg.text.as_str()).collect();
    let loosens = match words.as_slice() {
        ["config" | "hooks" | "hook" | "policy", verb, ..] => {
            matches!(*verb, "set" | "unset" | "edit" | "reset" | "remove" | "uninstall" | "disable")
        }
        [verb, ..] => LOOSENING.contains(verb),
        [] => false,
    };
    if loosens {
        run.on_name(EffectKind::TamperGuard, &format!("prescan {}", words.join(" ")));
    }
    Flow::default()
}
