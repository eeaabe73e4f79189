//! `chmod`, `chown`, `chgrp`.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::places;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::words;

pub(super) fn change(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { longs: words("from reference"), ..FLAGS });
    if options.long("help") || options.long("version") {
        return Flow::default();
    }
    let recursive = options.short("R") || options.long("recursive");
    // A mode such as `-x` looks like an option.
    let looks_like_mode =
        |arg: &&Arg| arg.is_option() && arg.text[1..].bytes().all(|byte| b"rwxXst".contains(&byte));
    let mode_is_option = call.name == "chmod" && call.args.iter().any(|arg| looks_like_mode(&arg));
    let by_reference = options.long("reference");
    // Without a mode the shell's user meant one: what is there is still the target.
    let skip = usize::from(!mode_is_option && !by_reference && options.operands.len() > 1);
    let mode = match call.name {
        "chmod" if mode_is_option => call.args.iter().find(looks_like_mode),
        "chmod" => options.operands.first().copied(),
        _ => None,
    };
    let mode = mode.map(|arg| Mode::of(&arg.text));
    for operand in options.operands.iter().skip(skip) {
        let target = run.target(operand);
        if recursive {
            // Keys are meant to be the owner's alone.
            let closes_keys = target.marks.credential && !target.marks.guard;
            if !(closes_keys && mode.is_some_and(|mode| mode.only_closes)) {
                let target = run.judged(EffectKind::ChangePermissions, operand);
                run.effect(EffectKind::ChangePermissions, target, Certainty::Certain, None);
            }
        } else if target.marks.guard || mode.is_some_and(|mode| mode.harms(&target)) {
            run.effect(EffectKind::ChangePermissions, target, Certainty::Certain, Some("one file"));
        }
    }
    Flow::default()
}

/// What a mode gives and takes.
#[derive(Clone, Copy, Default)]
struct Mode {
    /// Everybody may write.
    opens: bool,
    /// Everybody may read.
    shows: bool,
    /// It runs with the rights of its owner or group.
    raises: bool,
    /// Others, or the owner, can no longer use it.
    shuts: bool,
    /// Nobody gets a right.
    only_closes: bool,
}

impl Mode {
    /// Reads `755`, `u+x,go-w`, `a=r`.
    fn of(text: &str) -> Self {
        if let Ok(bits) = u32::from_str_radix(text, 8) {
            return Self {
                opens: bits & 0o002 != 0,
                shows: bits & 0o004 != 0,
                raises: bits & 0o6000 != 0,
                shuts: bits & 0o005 != 0o005,
                only_closes: bits & 0o077 == 0 && bits & 0o600 == 0o600,
            };
        }
        let mut mode = Self { only_closes: true, ..Self::default() };
        for clause in text.split(',') {
            let Some(at) = clause.find(['+', '-', '=']) else { continue };
            let (who, sign, rights) = (&clause[..at], &clause[at..=at], &clause[at + 1..]);
            let others = who.is_empty() || who.contains(['a', 'o']);
            if sign == "-" {
                mode.shuts |= who.is_empty() || who.contains('a');
                mode.only_closes &= !(who.is_empty() || who.contains(['a', 'u']));
                continue;
            }
            mode.only_closes &= rights.is_empty() && !who.contains('u');
            mode.opens |= others && rights.contains('w') && !who.is_empty();
            mode.shows |= others && rights.contains('r') && !who.is_empty();
            mode.raises |= rights.contains('s');
            mode.shuts |= sign == "=" && others && !rights.contains('x') && rights.len() < 2;
        }
        mode
    }

    /// A single file matters where it runs with another's rights, where everybody may write to it or read it who should not, and where the system needs it.
    fn harms(self, target: &Target) -> bool {
        let protected = target.class >= TargetClass::Protected;
        let dear = target.marks.credential || target.marks.data;
        protected && self.raises
            || (protected || dear) && self.opens
            || target.marks.credential && self.shows
            || self.shuts && places::is_pillar(&target.path)
    }
}
