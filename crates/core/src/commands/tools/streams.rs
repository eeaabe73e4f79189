//! Programs whose output is known: what they print may be run, split into arguments, or sent away.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::escape;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::words;

/// The arguments' origins: what a substitution in them carries is printed with them.
fn carried(args: &[Arg]) -> Flow {
    args.iter().find_map(|arg| arg.flow.as_deref()).map(Flow::origin).unwrap_or_default()
}

pub(super) fn echo(_: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut args = call.args;
    let (mut line_end, mut escapes) = (true, false);
    while let Some((first, rest)) = args.split_first()
        && first.is_option()
        && first.text[1..].bytes().all(|byte| matches!(byte, b'n' | b'e' | b'E'))
    {
        line_end &= !first.text.contains('n');
        escapes |= first.text.contains('e');
        args = rest;
    }
    let words: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
    let mut text = words.join(" ");
    if escapes {
        text = escape::decode(&text);
    }
    if line_end {
        text.push('\n');
    }
    Flow { text: Some(text), ..carried(args) }
}

/// `printf`: the format is used again while there are arguments.
pub(super) fn printf(_: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let args = match call.args {
        [dash, rest @ ..] if dash.text == "--" => rest,
        args => args,
    };
    let Some((format, args)) = args.split_first() else { return Flow::nothing() };
    let format = escape::decode(&format.text);
    let mut rest = args.iter();
    let mut text = String::new();
    loop {
        let before = rest.len();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            let kind = chars.by_ref().find(|c| c.is_ascii_alphabetic() || *c == '%');
            match kind {
                Some('%') | None => text.push('%'),
                Some('b') => {
                    text.push_str(&escape::decode(rest.next().map_or("", |arg| &arg.text)))
                }
                Some(_) => text.push_str(rest.next().map_or("", |arg| &arg.text)),
            }
        }
        if rest.len() == 0 || rest.len() == before || text.len() > 1 << 16 {
            break;
        }
    }
    Flow { text: Some(text), ..carried(args) }
}

/// `cat` and other programs that print files, or pass on what they read.
pub(super) fn print(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { values: "nceABCm", ..FLAGS });
    let mut operands = options.operands;
    // The pattern of `grep` is no file.
    if call.name == "grep" && !operands.is_empty() && !options_have_pattern(call.args) {
        operands.remove(0);
    }
    if operands.iter().all(|arg| arg.text == "-") {
        let whole = matches!(call.name, "cat" | "bat" | "less" | "more");
        return if whole { call.input.clone() } else { call.input.origin() };
    }
    let mut output = Flow::default();
    for operand in operands {
        let contents = run.contents(operand);
        let quiet = call.name == "grep" && options_are_quiet(call.args);
        if contents.secret.is_some() && !quiet {
            let target = run.target(operand);
            run.effect(EffectKind::ExposeSecret, target, Certainty::Possible, None);
        }
        output = Flow {
            text: contents.text.clone().filter(|_| call.name == "cat"),
            remote: output.remote.or(contents.remote),
            secret: output.secret.or(contents.secret),
            hidden: output.hidden || contents.hidden,
            file: contents.file.filter(|_| call.name == "cat"),
            found: None,
        };
    }
    output
}

/// `grep -q`, `-l` and `-c` print no line.
fn options_are_quiet(args: &[Arg]) -> bool {
    Options::parse(args, &FLAGS).short("qlLc")
}

fn options_have_pattern(args: &[Arg]) -> bool {
    args.iter()
        .any(|arg| matches!(arg.text.as_str(), "-e" | "-f") || arg.text.starts_with("--regexp"))
}

/// Programs that print a path which follows from their arguments.
pub(super) fn path(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options =
        Options::parse(call.args, &Spec { values: "ps", longs: words("tmpdir"), ..FLAGS });
    let first = options.operands.first();
    let text = match (call.name, first) {
        ("pwd", _) => run.scope.cwd.clone(),
        ("mktemp", _) => format!("/tmp/tmp.{UNKNOWN}"),
        ("dirname", Some(arg)) if arg.is_known() && !arg.glob => match arg.text.rsplit_once('/') {
            Some(("", _)) => "/".to_owned(),
            Some((folder, _)) => folder.to_owned(),
            None => ".".to_owned(),
        },
        ("realpath" | "readlink", Some(arg)) if arg.is_known() && !arg.glob => {
            paths::absolute(&arg.text, &run.scope.cwd)
        }
        ("cygpath", Some(arg)) => arg.text.clone(),
        _ => return Flow::default(),
    };
    Flow::text(text)
}

/// Archives hold what they are made of.
pub(super) fn pack(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "fCXTI", longs: words("file directory exclude"), ..FLAGS },
    );
    let home = paths::home(run.view).to_owned();
    let secret = options.operands.iter().find_map(|operand| {
        let path = paths::absolute(&operand.text, &run.scope.cwd);
        let whole = path == home || path == "/";
        if whole { Some(path) } else { run.contents(operand).secret }
    });
    let flow = Flow { secret, ..Flow::default() };
    // `tar czf name` has the name behind letters without a dash.
    let named = options.values('f', "file").first().map(|name| Arg::plain(*name));
    let named = named.or_else(|| {
        options
            .operands
            .iter()
            .find(|arg| arg.text.contains(".t") || arg.text.ends_with(".zip"))
            .map(|arg| (*arg).clone())
    });
    match named {
        Some(name) if name.text != "-" => {
            run.keep(&name, flow);
            Flow::nothing()
        }
        _ => flow,
    }
}
