//! Options of `ssh` and its kin that name a command of this machine.

use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Letters of `ssh` that take a value.
const VALUES: &str = "BbcDEeFIiJLlmOopPQRSWw";
/// Settings whose value a shell of this machine runs, in small letters.
const COMMANDS: Words = words("proxycommand knownhostscommand localcommand xauthlocation");

/// Runs what settings among the options run: `-o ProxyCommand=…`.
pub(in crate::commands) fn note_options(run: &mut Run<'_>, call: &Call<'_>) {
    if words("ssh slogin autossh").contains(call.name) {
        let options = Options::parse(call.args, &Spec { values: VALUES, leading: true, ..FLAGS });
        settings(run, &options.values('o', ""));
    }
}

/// False for `ssh -n` and `-f`: what is piped to it stays here.
pub(in crate::commands) fn reads_input(call: &Call<'_>) -> bool {
    let options = Options::parse(call.args, &Spec { values: VALUES, leading: true, ..FLAGS });
    call.name != "ssh" || !options.short("nf")
}

/// Runs the commands that settings name.
pub(super) fn settings(run: &mut Run<'_>, settings: &[&str]) {
    for setting in settings.iter().take(16) {
        let Some((name, value)) = setting.trim().split_once(['=', ' ', '\t']) else { continue };
        let value = value.trim().trim_matches('"');
        if COMMANDS.contains(&name.to_ascii_lowercase()) && !value.eq_ignore_ascii_case("none") {
            run.linked(name, |run| run.apart(|run| run.inner_script(value, &Flow::nothing())));
        }
    }
}

/// Runs a line that an option names, such as `rsync -e`.
pub(super) fn line(run: &mut Run<'_>, option: &str, line: &str) {
    run.linked(option, |run| {
        run.apart(|run| run.run_arg(&Arg::plain(line), &Flow::nothing()));
    });
}
