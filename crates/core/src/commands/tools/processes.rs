//! Processes, services and the machine itself.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

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
            _ => operands = true,
        }
    }
    Flow::default()
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
    let args: Vec<_> = call.args.iter().filter(|arg| !is_signal(&arg.text)).cloned().collect();
    let options = Options::parse(&args, &spec);
    let users =
        options.short("uU") || options.long("user") || options.long("euid") || options.long("uid");
    if options.operands.is_empty() && users {
        all(run, "of a user", "every process of a user");
    }
    for pattern in &options.operands {
        let text = pattern.text.as_str();
        if text.contains("prescan") {
            run.on_name(EffectKind::TamperGuard, text);
        } else if call.name == "pkill"
            && matches!(text, "." | ".*" | "" | "^" | "$" | ".+" | "[a-z]*")
        {
            all(run, text, "every process");
        }
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
