//! What programs share that start another program.

use crate::commands::effect::EffectKind;
use crate::commands::run::{Arg, Run, quote};

/// Runs something in another place, where none of this one's folders and variables are.
pub(in super::super) fn elsewhere<T: Default>(
    run: &mut Run<'_>,
    place: &str,
    what: impl FnOnce(&mut Run<'_>) -> T,
) -> T {
    let place = place.rsplit_once('@').map_or(place, |(_, host)| host).to_owned();
    let outer = run.remote.replace(place);
    let result = run.apart(what);
    run.remote = outer;
    result
}

/// Words joined by blanks: what a shell is given to read.
pub(in super::super) fn joined(args: &[Arg]) -> Arg {
    let mut line = Arg::default();
    for arg in args {
        if !line.text.is_empty() {
            line.text.push(' ');
        }
        line.text.push_str(&arg.text);
        if line.unknown.is_none() {
            line.unknown.clone_from(&arg.unknown);
        }
        if line.flow.is_none() {
            line.flow.clone_from(&arg.flow);
        }
    }
    line
}

/// Words as one line in which each stays a word.
pub(super) fn quoted(args: &[Arg]) -> String {
    let words: Vec<String> = args.iter().map(|arg| quote(&arg.text)).collect();
    words.join(" ")
}

pub(in super::super) fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.as_bytes()[0].is_ascii_digit()
    })
}

/// `sudo PRESCAN_X=0 …` and `env PRESCAN_X=0 …`.
pub(in super::super) fn note_switch(run: &mut Run<'_>, assignment: &str) {
    if assignment.starts_with("PRESCAN_") {
        let name = assignment.split('=').next().unwrap_or_default();
        run.on_name(EffectKind::TamperGuard, name);
    }
}
