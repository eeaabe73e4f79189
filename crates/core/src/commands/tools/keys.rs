//! Clients of Redis and its kin.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::words;

/// `redis-cli`: the command is the operands, or the lines of the input.
pub(super) fn keys(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "hpsanuirDd",
        longs: words("user pass cacert cert key sni pattern count eval"),
        leading: true,
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    for path in options.values('\0', "eval") {
        let script = run.contents(&Arg::plain(path));
        in_script(run, script.text.as_deref().unwrap_or_default());
    }
    let own: Vec<&str> = options.operands.iter().map(|arg| arg.text.as_str()).collect();
    if !own.is_empty() {
        command(run, &own);
        return Flow::default();
    }
    for line in call.input.text.iter().flat_map(|text| text.lines()) {
        if !run.step(1) {
            break;
        }
        let words: Vec<&str> = line.split_ascii_whitespace().take(64).collect();
        command(run, &words);
    }
    Flow::default()
}

/// One command.
pub(super) fn command(run: &mut Run<'_>, words: &[&str]) {
    let Some((first, rest)) = words.split_first() else { return };
    let second = rest.first().map(|word| word.to_ascii_uppercase()).unwrap_or_default();
    let last = rest.last().copied().unwrap_or_default();
    match (first.to_ascii_uppercase().as_str(), second.as_str()) {
        ("FLUSHALL" | "FLUSHDB", _) => lost(run, "all keys", "flush", Certainty::Certain),
        ("DEL" | "UNLINK", _) if rest.iter().any(|key| key.contains(UNKNOWN)) => {
            lost(run, "keys", "delete", Certainty::Certain);
        }
        ("SHUTDOWN", _) => run.on_name(EffectKind::System, "the server of Redis"),
        ("DEBUG", "SEGFAULT" | "RELOAD" | "RESTART") => {
            run.on_name(EffectKind::System, "the server of Redis");
        }
        ("SWAPDB", _) => lost(run, "two databases", "swapped", Certainty::Possible),
        ("FUNCTION", "FLUSH") => lost(run, "all functions", "flush", Certainty::Certain),
        ("CLUSTER", "RESET" | "FLUSHSLOTS") => {
            lost(run, "the cluster", "reset", Certainty::Certain);
        }
        // A server that follows another one takes over its data.
        ("SLAVEOF" | "REPLICAOF", _) if second != "NO" => {
            lost(run, "all keys", "replaced by another server's", Certainty::Possible);
        }
        // Where the server writes is how it is made to write keys and jobs of others.
        ("CONFIG", "SET") => {
            let name = rest.get(1).map(|name| name.to_ascii_lowercase()).unwrap_or_default();
            if matches!(name.as_str(), "dir" | "dbfilename") {
                run.on_name(EffectKind::System, &format!("redis {name} {last}"));
            }
        }
        ("MODULE", "LOAD" | "LOADEX") => run.on_name(EffectKind::System, "redis module"),
        ("EVAL", _) => in_script(run, &rest.join(" ")),
        _ => {}
    }
}

/// A script of the server: the commands in it stand in quotes.
fn in_script(run: &mut Run<'_>, script: &str) {
    if !run.step(script.len() / 64) {
        return;
    }
    let mut listed = false;
    let mut deletes = false;
    for text in script.split(['\'', '"']) {
        match text.to_ascii_uppercase().as_str() {
            "FLUSHALL" | "FLUSHDB" => lost(run, "all keys", "flush", Certainty::Certain),
            "KEYS" | "SCAN" => listed = true,
            "DEL" | "UNLINK" => deletes = true,
            _ => {}
        }
    }
    if listed && deletes {
        lost(run, "keys", "delete", Certainty::Certain);
    }
}

fn lost(run: &mut Run<'_>, name: &str, how: &'static str, certainty: Certainty) {
    let target = Target::named(name, TargetClass::Outside);
    run.effect(EffectKind::DropData, target, certainty, Some(how));
}
