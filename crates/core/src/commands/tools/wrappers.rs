//! Programs that start another program: their own options, and where the other's words begin.

use super::{tables, verbs};
use crate::commands::effect::EffectKind;
use crate::commands::options::{Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run, quote};
use crate::commands::words::{Words, words};

/// The grammar of a wrapper.
pub(in super::super) struct Wrapper {
    /// The program.
    pub name: &'static str,
    /// Words that come first, such as `run` of `uv run`; without them it is no wrapper.
    verbs: Words,
    /// Letters of options that take a value.
    values: &'static str,
    /// Long options that take a value.
    longs: Words,
    /// Operands in front of the command, such as the duration of `timeout`.
    skip: usize,
    /// How the rest is started.
    then: Then,
}

/// How a wrapper starts what it is given.
#[derive(Clone, Copy)]
enum Then {
    /// As a program with arguments.
    Program,
    /// Joined to a line that a shell reads.
    Line,
    /// As a line on another machine, whose name is the last operand that is skipped.
    RemoteLine,
    /// As a program in a container or on another machine.
    RemoteProgram,
}

const PLAIN: Wrapper = Wrapper {
    name: "",
    verbs: words(""),
    values: "",
    longs: words(""),
    skip: 0,
    then: Then::Program,
};

/// A wrapper that is its options and a program.
const fn plain(name: &'static str, values: &'static str, longs: &'static str) -> Wrapper {
    Wrapper { name, values, longs: words(longs), ..PLAIN }
}

/// A wrapper behind verbs.
const fn verb(name: &'static str, verbs: &'static str, values: &'static str) -> Wrapper {
    Wrapper { name, verbs: words(verbs), values, ..PLAIN }
}

/// Every wrapper, by name.
pub(super) static WRAPPERS: &[Wrapper] = &[
    Wrapper { skip: 1, ..verb("aws-vault", "exec", "d") },
    plain("builtin", "", ""),
    verb("bundle", "exec", ""),
    plain("bunx", "p", "package"),
    plain("busybox", "", ""),
    plain("caffeinate", "tw", ""),
    plain("catchsegv", "", ""),
    plain("cgexec", "g", ""),
    Wrapper { skip: 1, ..plain("chroot", "", "userspec groups") },
    Wrapper { skip: 1, ..plain("chrt", "", "") },
    verb("conda", "run", "np"),
    plain("dbus-run-session", "", "config-file"),
    Wrapper { skip: 1, ..verb("direnv", "exec", "") },
    plain("doas", "Cu", ""),
    verb("doppler", "run", "cpt"),
    verb("dotenv", "", "ef"),
    plain("exec", "a", ""),
    plain("fakeroot", "lis", ""),
    Wrapper { skip: 1, ..plain("faketime", "f", "") },
    plain("gtime", "fo", "format output"),
    Wrapper { skip: 1, ..plain("gtimeout", "ks", "kill-after signal") },
    plain("ionice", "cnpPu", "class classdata"),
    plain("lvm", "", ""),
    plain("ltrace", "aeolnpsuFS", ""),
    verb("mise", "exec", "C"),
    plain("nice", "n", "adjustment"),
    plain("nohup", "", ""),
    plain("nsenter", "tSGWrw", "target setuid setgid"),
    plain("numactl", "CNmpi", "cpunodebind membind physcpubind"),
    plain("npx", "pw", "package workspace"),
    verb("op", "run", ""),
    verb("pipx", "run", ""),
    plain("pkexec", "", "user"),
    verb("poetry", "run", "CP"),
    plain("prlimit", "p", ""),
    plain("proxychains", "f", ""),
    plain("proxychains4", "f", ""),
    plain("rlwrap", "fHsS", ""),
    verb("rtk", "", ""),
    plain("setarch", "", ""),
    plain("setsid", "", ""),
    plain("softlimit", "amdslfoptc", ""),
    Wrapper { skip: 1, then: Then::RemoteLine, ..plain("ssh", "BbcDEeFIiJLlmOopPQRSWw", "") },
    Wrapper { skip: 1, ..plain("sshpass", "fdpP", "") },
    plain("stdbuf", "ioe", "input output error"),
    plain("strace", "aeopsuEPSXbIO", "output trace attach"),
    plain("sudo", "CDghpRrTtUu", SUDO_LONGS),
    plain("systemd-run", "uptEMGH", "unit property slice uid gid setenv"),
    Wrapper { skip: 1, ..plain("taskset", "", "") },
    plain("time", "fo", "format output"),
    Wrapper { skip: 1, ..plain("timeout", "ks", "kill-after signal") },
    plain("torsocks", "aPu", ""),
    plain("toybox", "", ""),
    plain("unbuffer", "", ""),
    plain("unshare", "SGRw", "setuid setgid root wd"),
    verb("uv", "run", "pw"),
    plain("uvx", "pw", "from with python"),
    Wrapper { then: Then::Line, ..plain("watch", "nq", "interval equexit") },
    plain("xvfb-run", "enfpsw", "server-args server-num error-file"),
];

const SUDO_LONGS: &str =
    "user group prompt chdir chroot host close-from role type command-timeout other-user";

/// `docker exec` and its kin: words in front, options with values, and the name of the container.
pub(super) static REMOTE: &[Wrapper] = &[
    remote("docker", "exec", "euw", "env user workdir env-file"),
    remote("docker", "container exec", "euw", "env user workdir env-file"),
    remote("docker", "compose exec", "euw", "env user workdir index"),
    remote("docker-compose", "exec", "euw", "env user workdir index"),
    remote("podman", "exec", "euw", "env user workdir"),
    remote("nerdctl", "exec", "euw", "env user workdir"),
    remote("kubectl", "exec", "cn", "container namespace context"),
    remote("oc", "exec", "cn", "container namespace"),
    remote("lxc", "exec", "", "env user cwd"),
    remote("fly", "ssh console", "aC", ""),
];

const fn remote(
    name: &'static str,
    verbs: &'static str,
    values: &'static str,
    longs: &'static str,
) -> Wrapper {
    let (verbs, longs) = (words(verbs), words(longs));
    Wrapper { name, verbs, values, longs, skip: 1, then: Then::RemoteProgram }
}

impl Wrapper {
    /// The arguments behind the wrapper's verbs; `None` where they are not there.
    fn behind_verbs<'a>(&self, args: &'a [Arg]) -> Option<&'a [Arg]> {
        let mut rest = args;
        for verb in self.verbs.iter() {
            // Options of the program itself may stand in front of its verb.
            let spec =
                Spec { values: self.values, longs: self.longs, leading: true, ..Spec::default() };
            let options = Options::parse(rest, &spec);
            let (first, behind) = rest.get(options.rest..)?.split_first()?;
            if first.text != verb {
                return None;
            }
            rest = behind;
        }
        Some(rest)
    }

    /// The words that the wrapper starts, and the last operand in front of them.
    fn started<'a>(
        &self,
        run: &mut Run<'_>,
        args: &'a [Arg],
    ) -> Option<(&'a [Arg], Option<&'a Arg>)> {
        let mut rest = self.behind_verbs(args)?;
        let spec =
            Spec { values: self.values, longs: self.longs, leading: true, ..Spec::default() };
        let mut skipped = None;
        for _ in 0..=self.skip {
            loop {
                let options = Options::parse(rest, &spec);
                rest = rest.get(options.rest..)?;
                // Assignments are taken by `sudo` and `env`; no program's name has the sign.
                match rest.split_first() {
                    Some((first, behind)) if is_assignment(&first.text) => {
                        note_switch(run, &first.text);
                        rest = behind;
                    }
                    _ => break,
                }
            }
            if skipped.is_none() && self.skip > 0 {
                let (first, behind) = rest.split_first()?;
                (skipped, rest) = (Some(first), behind);
            }
        }
        Some((rest, skipped))
    }

    pub(super) fn run(&self, run: &mut Run<'_>, call: &Call<'_>) -> Flow {
        let Some((rest, skipped)) = self.started(run, call.args) else {
            // Behind other verbs it may be known for something else.
            return match tables::rows(self.name) {
                Some(rows) => verbs::run(rows, run, call),
                None => call.input.origin(),
            };
        };
        if rest.is_empty() {
            // A shell without a command reads its input: `sudo -s`, `ssh host`.
            let shell = matches!(self.name, "sudo" | "doas")
                && Options::parse(call.args, &LOGIN).short("si");
            let host = matches!(self.then, Then::RemoteLine) && skipped.is_some();
            return match (shell || host, skipped) {
                (true, None) => run.run_flow(call.input),
                (true, Some(host)) => elsewhere(run, &host.text, |run| run.run_flow(call.input)),
                _ => Flow::default(),
            };
        }
        match self.then {
            Then::Program => run.start(rest, call.input),
            Then::Line => run.run_arg(&joined(rest), call.input),
            Then::RemoteLine => {
                let host = skipped.map_or("", |arg| arg.text.as_str());
                sends_input(run, call);
                elsewhere(run, host, |run| run.run_arg(&joined(rest), call.input))
            }
            Then::RemoteProgram => {
                let host = skipped.map_or("", |arg| arg.text.as_str());
                elsewhere(run, host, |run| run.start(rest, call.input))
            }
        }
    }
}

/// The options of `sudo` that start a shell.
const LOGIN: Spec =
    Spec { values: "CDghpRrTtUu", longs: words(SUDO_LONGS), leading: true, single_dash: false };

/// Runs something in another place, where none of this one's folders and variables are.
pub(super) fn elsewhere<T: Default>(
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

/// What another machine reads has left this one.
fn sends_input(run: &mut Run<'_>, call: &Call<'_>) {
    if let Some(secret) = &call.input.secret {
        run.on_path(EffectKind::Exfiltrate, &Arg::plain(secret.as_str()));
    }
}

/// Runs the first row that fits, for programs that are wrappers only behind some verbs.
pub(super) fn run_remote(run: &mut Run<'_>, call: &Call<'_>) -> Option<Flow> {
    let row =
        REMOTE.iter().find(|row| row.name == call.name && row.behind_verbs(call.args).is_some())?;
    Some(row.run(run, call))
}

/// Words joined by blanks: what a shell is given to read.
pub(super) fn joined(args: &[Arg]) -> Arg {
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

pub(super) fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.as_bytes()[0].is_ascii_digit()
    })
}

/// `sudo PRESCAN_X=0 …` and `env PRESCAN_X=0 …`.
pub(super) fn note_switch(run: &mut Run<'_>, assignment: &str) {
    if assignment.starts_with("PRESCAN_") {
        let name = assignment.split('=').next().unwrap_or_default();
        run.on_name(EffectKind::TamperGuard, name);
    }
}

#[cfg(test)]
mod tests {
    use super::{REMOTE, WRAPPERS};

    #[test]
    fn every_wrapper_is_words_with_one_blank_between() {
        for row in WRAPPERS.iter().chain(REMOTE) {
            assert!(row.verbs.is_sound() && row.longs.is_sound(), "{}", row.name);
        }
    }
}
