//! What programs share that start another program.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::run::{Arg, Run, quote};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

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

/// Switches that leave out the hooks of a repository.
const HOOKS_OFF: Words =
    words("HUSKY=0 HUSKY_SKIP_HOOKS=1 HUSKY_SKIP_HOOKS=true LEFTHOOK=0 LEFTHOOK=false");

/// A variable that is set for a program, such as `sudo PRESCAN_X=0 …`, `env PRESCAN_X=0 …`, `HUSKY=0 git commit`: some switch off what watches, or name a program that
/// runs.
pub(in super::super) fn note_variable(run: &mut Run<'_>, name: &str, value: &Arg, program: &str) {
    if name.starts_with("PRESCAN_") {
        run.on_name(EffectKind::TamperGuard, name);
    } else if name.starts_with("GIT_") {
        super::git::variable(run, name, value);
    } else if program == "git" && HOOKS_OFF.contains(&format!("{name}={}", value.text)) {
        let target = Target::named(name, TargetClass::Outside);
        let detail = Some("the hooks of the repository are left out");
        run.effect(EffectKind::System, target, Certainty::Certain, detail);
    }
}

/// The same for an argument `NAME=value`.
pub(in super::super) fn note_switch(run: &mut Run<'_>, assignment: &Arg, program: &str) {
    if let Some((name, value)) = assignment.text.split_once('=') {
        let value = Arg { text: value.to_owned(), ..assignment.clone() };
        note_variable(run, name, &value, program);
    }
}
