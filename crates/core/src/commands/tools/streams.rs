//! Programs whose output is known: what they print may be run, split into arguments, or sent away.

use super::environment;
use crate::commands::escape;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::words;

/// The arguments' origins: what a substitution in them carries is printed with them, and so is a variable that is called a secret.
fn carried(args: &[Arg]) -> Flow {
    let mut carried = Flow::default();
    for arg in args {
        if let Some(flow) = &arg.flow {
            carried = carried.mixed(flow);
        }
        if let Some(secret) = environment::named(arg.unknown.as_deref()) {
            carried = carried.mixed(&Flow::holding(Some(secret)));
        }
    }
    carried
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
