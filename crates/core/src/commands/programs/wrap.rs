//! Programs that start another program.

use super::Starts;
use super::given::{Given, leading};
use super::row::{Head, StartsRow};
use crate::commands::effect::EffectKind;
use crate::commands::run::{Arg, Call, Flow, Run, basename};
use crate::commands::tools::{elsewhere, is_assignment, joined, note_switch};

/// Starts what the program is given, if the words of the row are there.
pub(super) fn run(
    head: &Head<'_>,
    row: &StartsRow<'_>,
    run: &mut Run<'_>,
    call: &Call<'_>,
) -> Option<Flow> {
    let (rest, skipped) = started(head, row, run, call.args)?;
    if rest.is_empty() {
        // A shell without a command reads its input: `sudo -s`, `ssh host`.
        let host = row.how == Starts::RemoteLine && skipped.is_some();
        let shell = !row.shell.is_empty() && Given::of(call.args, head).any(row.shell);
        return Some(match (shell || host, skipped) {
            (true, None) => run.run_flow(call.input),
            (true, Some(host)) => elsewhere(run, &host.text, |run| run.run_flow(call.input)),
            _ => Flow::default(),
        });
    }
    let place = skipped.map_or("", |arg| arg.text.as_str());
    Some(match row.how {
        Starts::Program => run.start(rest, call.input),
        Starts::Line => run.run_arg(&joined(rest), call.input),
        Starts::RemoteLine => {
            sends_input(run, call);
            elsewhere(run, place, |run| run.run_arg(&joined(rest), call.input))
        }
        Starts::RemoteProgram => elsewhere(run, place, |run| run.start(rest, call.input)),
    })
}

/// The words that the wrapper starts, and the first operand in front of them.
fn started<'a>(
    head: &Head<'_>,
    row: &StartsRow<'_>,
    run: &mut Run<'_>,
    args: &'a [Arg],
) -> Option<(&'a [Arg], Option<&'a Arg>)> {
    let mut rest = args;
    for verb in row.verb.split(' ').filter(|verb| !verb.is_empty()) {
        // Options of the program itself may stand in front of its verb.
        let (first, behind) = rest.get(leading(rest, head.values, head)..)?.split_first()?;
        if !verb.split('|').any(|verb| verb == first.text) {
            return None;
        }
        rest = behind;
    }
    let values = if row.verb.is_empty() { head.values } else { row.values };
    let mut skipped = None;
    for _ in 0..=row.skip {
        loop {
            rest = rest.get(leading(rest, values, head)..)?;
            // Assignments are taken by `sudo` and `env`; no program's name has the sign.
            match rest.split_first() {
                Some((first, behind)) if is_assignment(&first.text) => {
                    let program = behind.first().map_or("", |arg| basename(&arg.text));
                    note_switch(run, first, program);
                    rest = behind;
                }
                _ => break,
            }
        }
        if skipped.is_none() && row.skip > 0 {
            let (first, behind) = rest.split_first()?;
            (skipped, rest) = (Some(first), behind);
        }
    }
    Some((rest, skipped))
}

/// What another machine reads has left this one.
fn sends_input(run: &mut Run<'_>, call: &Call<'_>) {
    if let Some(secret) = &call.input.secret {
        run.on_path(EffectKind::Exfiltrate, &Arg::plain(secret.as_str()));
    }
}
