//! Processes, services and the machine itself.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Call, Flow, Run, basename};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// Patterns that fit every name.
const EVERYTHING: Words = words(". .* ^ $ .+ [a-z]* ^.* .*$");
/// Programs that run other people's programs, the agent's own among them: interpreters, shells, desktops, services of the machine.
const SHARED: Words = words(
    "python python3 node java ruby perl php bash sh zsh fish ssh sshd tmux screen docker dockerd \
     containerd systemd dbus-daemon Xorg Xwayland gnome-shell kwin_x11 Finder Dock WindowServer \
     loginwindow launchd explorer.exe claude codex gemini cursor code electron cron crond init",
);

fn all(run: &mut Run<'_>, name: &str, detail: &'static str) {
    let target = Target::named(name, TargetClass::Protected);
    run.effect(EffectKind::KillProcesses, target, Certainty::Certain, Some(detail));
}

/// `kill`: process -1 is every process, process 1 is the first.
pub(super) fn kill(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut signal = false;
    let mut operands = false;
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.text.as_str() {
            "-l" | "-L" | "--list" | "-0" => return Flow::default(),
            "-s" | "-n" | "--signal" => {
                signal = true;
                args.next();
            }
            "--" => operands = true,
            "-1" if signal || operands => all(run, "-1", "every process"),
            "1" => all(run, "1", "the first process"),
            text if text.starts_with('-') && !operands => signal = true,
            _ => {
                operands = true;
                if let Some(listing) = &arg.unknown {
                    listed(run, listing);
                }
            }
        }
    }
    Flow::default()
}

/// The processes of `kill $(…)`, by what lists them.
fn listed(run: &mut Run<'_>, listing: &str) {
    let Some(inner) = listing.strip_prefix("$(").and_then(|rest| rest.strip_suffix(')')) else {
        return;
    };
    let mut words = inner.split_ascii_whitespace();
    match words.next().map(basename) {
        // All that a user, or the machine, runs, unless something chooses among it.
        Some("ps")
            if !["grep", "awk '/", "awk \"/", "-p", "-C"].iter().any(|it| inner.contains(it)) =>
        {
            all(run, "of the machine", "every process");
        }
        Some("pgrep") => {
            let pattern = words.rfind(|word| !word.starts_with('-')).unwrap_or_default();
            let whole = inner.contains(" -f") || inner.contains("--full");
            named(run, "pkill", pattern.trim_matches(['\'', '"']), whole);
        }
        _ => {}
    }
}

/// What a name of processes stands for.
///
/// Without force a program can save what it has; by its whole line a pattern finds what only mentions the name.
fn named(run: &mut Run<'_>, program: &str, text: &str, hard: bool) {
    if text.contains("prescan") {
        run.on_name(EffectKind::TamperGuard, text);
    } else if program == "pkill" && EVERYTHING.contains(text) || text.is_empty() {
        all(run, text, "every process");
    } else if hard && SHARED.contains(text) {
        let target = Target::named(text, TargetClass::Outside);
        let detail = Some("runs more than what is meant");
        run.effect(EffectKind::KillProcesses, target, Certainty::Possible, detail);
    }
}

/// `pkill` and `killall`: a pattern that matches every name, or a user without one.
pub(super) fn by_name(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { values: "uUgGPstF", longs: words("signal euid uid user parent"), ..FLAGS };
    // A signal such as `-KILL` is no cluster of options.
    let is_signal = |text: &str| {
        text.strip_prefix('-').is_some_and(|rest| {
            !rest.is_empty()
                && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
                && rest.len() > 1
        })
    };
    let kills = |text: &str| matches!(text, "-9" | "-KILL" | "-SIGKILL");
    let args: Vec<_> = call.args.iter().filter(|arg| !is_signal(&arg.text)).cloned().collect();
    let options = Options::parse(&args, &spec);
    let users =
        options.short("uU") || options.long("user") || options.long("euid") || options.long("uid");
    if options.operands.is_empty() && users {
        all(run, "of a user", "every process of a user");
    }
    let signals = options.values('s', "signal").into_iter();
    let hard = call.args.iter().any(|arg| kills(&arg.text))
        || signals.into_iter().any(|signal| matches!(signal, "9" | "KILL" | "SIGKILL"))
        || call.name == "pkill" && (options.short("f") || options.long("full"));
    for pattern in &options.operands {
        named(run, call.name, &pattern.text, hard);
    }
    Flow::default()
}

/// `killall5`.
pub(super) fn everything(run: &mut Run<'_>, _: &Call<'_>) -> Flow {
    all(run, "all", "every process");
    Flow::default()
}

/// `init` and `telinit`: level 0 halts, 1 and 6 stop what runs.
pub(super) fn init(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if let Some(level) = call.args.first()
        && matches!(level.text.as_str(), "0" | "1" | "6" | "s" | "S")
    {
        run.on_name(EffectKind::System, &level.text);
    }
    Flow::default()
}

/// Verbs of `systemctl` that take something away.
const STOPPING: Words =
    words("stop disable mask kill poweroff reboot halt kexec isolate rescue emergency");

pub(super) fn systemctl(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "tpnoHMs", longs: words("type host machine signal"), ..FLAGS },
    );
    if options.long("dry-run") || options.long("user") {
        return Flow::default();
    }
    if let [verb, units @ ..] = options.operands.as_slice()
        && STOPPING.contains(verb.text.as_str())
    {
        let name = units.first().unwrap_or(verb).text.as_str();
        run.on_name(EffectKind::System, name);
    }
    Flow::default()
}

/// `crontab -r`.
pub(super) fn crontab(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if Options::parse(call.args, &Spec { values: "u", ..FLAGS })
        .letters()
        .any(|letter| letter == 'r')
    {
        run.on_name(EffectKind::System, "crontab");
    }
    // Five fields of time stand in front of each command.
    for line in call.input.text.iter().flat_map(|text| text.lines()) {
        let command = line.trim_start().splitn(6, [' ', '\t']).nth(5);
        if let Some(command) = command.filter(|_| !line.starts_with('#')) {
            run.apart(|run| run.inner_script(command, &Flow::nothing()));
        }
    }
    Flow::default()
}
