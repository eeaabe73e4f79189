//! Programs that start another program.

use super::Starts;
use super::given::{Given, fits, leading};
use super::place::Which;
use super::row::{Head, StartsRow};
use crate::commands::credentials::Secrecy;
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run, basename, is_here};
use crate::commands::tools::{
    elsewhere, is_assignment, joined, note_options, note_switch, reads_input,
};

/// How many arguments are started by themselves.
const MAX_EACH: usize = 64;

/// What a program is given to start.
pub(super) struct Started<'a> {
    /// The other program and its arguments.
    pub rest: &'a [Arg],
    /// The first operand in front of it, such as a host.
    skipped: Option<&'a Arg>,
}

/// Starts what the program is given.
pub(super) fn run(
    head: &Head<'_>,
    row: &StartsRow<'_>,
    found: &Started<'_>,
    run: &mut Run<'_>,
    call: &Call<'_>,
) -> Flow {
    let Started { rest, skipped } = *found;
    if row.how == Starts::RemoteLine && (skipped.is_some() || !rest.is_empty()) {
        return on_host(run, call, found);
    }
    if rest.is_empty() {
        // A shell without a command reads its input: `sudo -s`.
        let shell = !row.shell.is_empty() && Given::of(call.args, head).any(row.shell);
        return match (shell, skipped) {
            (true, None) => run.run_flow(call.input),
            (true, Some(host)) => elsewhere(run, &host.text, |run| run.run_flow(call.input)),
            _ => Flow::default(),
        };
    }
    let place = skipped.map_or("", |arg| arg.text.as_str());
    match row.how {
        Starts::Program => run.start(rest, call.input),
        Starts::Line | Starts::RemoteLine => run.run_arg(&joined(rest), call.input),
        Starts::RemoteProgram => elsewhere(run, place, |run| run.start(rest, call.input)),
    }
}

/// A line on another machine, or its shell, which reads its input: `ssh host`. What goes there has left this machine.
fn on_host(run: &mut Run<'_>, call: &Call<'_>, found: &Started<'_>) -> Flow {
    note_options(run, call);
    let host = found.skipped.map_or(call.name, |arg| arg.text.as_str());
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let here = is_here(host);
    let line = joined(found.rest);
    let read = if reads_input(call) { call.input.clone() } else { Flow::nothing() };
    if !here {
        let carried = line.flow.as_deref().cloned().unwrap_or_default();
        run.leaks(&read.origin().mixed(&carried), Secrecy::Private);
    }
    let input = Flow { secret: None, ..read };
    let mut flow = elsewhere(run, host, |run| match found.rest.is_empty() {
        true => run.run_flow(&input),
        false => run.run_arg(&line, &input),
    });
    if !here && flow.text.is_none() {
        flow.remote.get_or_insert_with(|| host.replace(UNKNOWN, "…"));
    }
    Flow { secret: flow.secret.map(|secret| secret.on(host)), ..flow }
}

/// Starts arguments one by one: each operand, or what options are given.
pub(super) fn each(head: &Head<'_>, row: &StartsRow<'_>, run: &mut Run<'_>, call: &Call<'_>) {
    let given = Given::of(call.args, head);
    let (Some(behind), Some(which)) = (given.behind(row.verb), Which::of(row.from)) else { return };
    if !(row.when.is_empty() || given.any(row.when)) {
        return;
    }
    for argument in which.arguments(&given, behind).iter().take(MAX_EACH) {
        run.apart(|run| match row.how {
            Starts::Program => run.start(std::slice::from_ref(argument), call.input),
            Starts::Line => run.run_arg(argument, call.input),
            Starts::RemoteLine => {
                elsewhere(run, call.name, |run| run.run_arg(argument, call.input))
            }
            Starts::RemoteProgram => elsewhere(run, call.name, |run| {
                run.start(std::slice::from_ref(argument), call.input)
            }),
        });
    }
}

/// What the program is given to start, if the words of the row are there.
pub(super) fn started<'a>(
    head: &Head<'_>,
    row: &StartsRow<'_>,
    run: &mut Run<'_>,
    args: &'a [Arg],
) -> Option<Started<'a>> {
    if !(row.when.is_empty() || Given::of(args, head).any(row.when)) {
        return None;
    }
    let mut rest = args;
    for verb in row.verb.split(' ').filter(|verb| !verb.is_empty()) {
        // Options of the program itself may stand in front of its verb.
        let (first, behind) = rest.get(leading(rest, head.values, head)..)?.split_first()?;
        if !verb.split('|').any(|verb| fits(verb, &first.text)) {
            return None;
        }
        rest = behind;
    }
    let values = if row.verb.is_empty() { head.values } else { row.values };
    let mut skipped = None;
    for round in 0..=row.skip {
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
        if round < row.skip {
            let (first, behind) = rest.split_first()?;
            skipped = skipped.or(Some(first));
            rest = behind;
        }
    }
    Some(Started { rest, skipped })
}
