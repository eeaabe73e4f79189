//! Archives and compressed files: they hold what they are made of, and some options name programs.

mod tar;

pub(super) use tar::tar;

use super::network::is_elsewhere;
use crate::commands::credentials::Secrecy;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run, is_here};
use crate::commands::words::words;

/// How many names of a list are looked at.
const MAX_NAMES: usize = 256;

/// What an archive has in it is not known; whoever runs it runs something hidden.
fn unpacked(run: &mut Run<'_>, call: &Call<'_>, archive: Option<&Arg>) -> Flow {
    let flow = match archive.filter(|arg| arg.text != "-") {
        Some(archive) => run.contents(archive),
        None => call.input.clone(),
    };
    let hidden = flow.hidden || flow.remote.is_none();
    Flow { hidden, ..flow.origin() }
}

/// Puts an archive where it is written. What is returned goes to the standard output.
fn packed(run: &mut Run<'_>, archive: &Arg, flow: Flow, remote: bool) -> Flow {
    if archive.text == "-" {
        return flow;
    }
    if remote && is_elsewhere(&archive.text) {
        let host = archive.text.split(':').next().unwrap_or_default();
        if !is_here(host.rsplit_once('@').map_or(host, |(_, host)| host)) {
            run.leaks(&flow, Secrecy::Private);
        }
        return Flow::nothing();
    }
    run.keep(archive, flow)
}

/// What goes in, besides what is there.
fn with(run: &mut Run<'_>, held: &Flow, member: &Arg) -> Flow {
    held.clone().mixed(&Flow::holding(run.secret_in(member)))
}

/// The names in a list, where the line holds its text, and what the files that they name hold otherwise.
fn names(run: &mut Run<'_>, call: &Call<'_>, list: &Arg) -> (Vec<Arg>, Flow) {
    let flow = match (list.text.as_str(), &list.flow) {
        ("-", _) => call.input.clone(),
        (_, Some(flow)) => (**flow).clone(),
        _ => run.contents(list),
    };
    let text = flow.text.unwrap_or_default();
    let names = text.split(['\n', '\0']).filter(|name| !name.is_empty());
    (names.take(MAX_NAMES).map(Arg::plain).collect(), Flow::holding(flow.lists))
}

/// `zip`: the archive, then what goes in.
pub(super) fn zip(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "bntPOsZ",
        longs: words("temp-path password output-file unzip-command suffixes split-size"),
        ..FLAGS
    };
    // `-TT line` tests the archive with a program.
    let tests = call.args.iter().position(|arg| arg.text == "-TT");
    let line = tests.and_then(|at| call.args.get(at + 1));
    let options = Options::parse(call.args, &spec);
    let named = options.values('\0', "unzip-command").first().map(|line| Arg::plain(*line));
    for line in line.cloned().into_iter().chain(named) {
        run.linked("-TT", |run| run.apart(|run| run.run_arg(&line, &Flow::nothing())));
    }
    let Some((archive, members)) = options.operands.split_first() else { return Flow::default() };
    let mut members: Vec<Arg> = members.iter().take(MAX_NAMES).map(|arg| (*arg).clone()).collect();
    let mut held = Flow::default();
    if options.short("@") {
        let (named, listed) = names(run, call, &Arg::plain("-"));
        members.extend(named);
        held = listed;
    }
    for member in &members {
        held = with(run, &held, member);
    }
    if members.iter().any(|member| member.text == "-") {
        held = held.mixed(call.input);
    }
    let name = archive.text.rsplit('/').next().unwrap_or_default();
    if name != "-" && !name.contains('.') {
        let full = Arg { text: format!("{}.zip", archive.text), ..(*archive).clone() };
        return packed(run, &full, held, false);
    }
    packed(run, archive, held, false)
}

/// `7z` and `rar`: a verb, the archive, then what goes in.
pub(super) fn seven(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let has = |name: &str| call.args.iter().any(|arg| arg.text == name);
    let operands: Vec<&Arg> = call.args.iter().filter(|arg| !arg.text.starts_with('-')).collect();
    let (verb, rest) = match operands.split_first() {
        Some((verb, rest)) => (verb.text.as_str(), rest),
        None => return Flow::default(),
    };
    match verb {
        "a" | "u" => {
            let prints = has("-so");
            let members = rest.get(usize::from(!prints)..).unwrap_or_default();
            let mut held = Flow::default();
            for member in members.iter().take(MAX_NAMES) {
                held = with(run, &held, member);
            }
            if call.args.iter().any(|arg| arg.text.starts_with("-si")) {
                held = held.mixed(call.input);
            }
            match rest.first().filter(|_| !prints) {
                Some(archive) => packed(run, archive, held, false),
                None => held,
            }
        }
        "x" | "e" if has("-so") => unpacked(run, call, rest.first().copied()),
        "p" | "pipe" => unpacked(run, call, rest.first().copied()),
        _ => Flow::default(),
    }
}

/// `unzip -p` prints what is in an archive.
pub(super) fn unzip(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { values: "dPx", ..FLAGS });
    match options.short("pc") {
        true => unpacked(run, call, options.operands.first().copied()),
        false => Flow::default(),
    }
}

/// `cpio -o` and `pax -w`: what goes in is named by the input.
pub(super) fn listed(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "CEFHIMORfsxb", longs: words("file format"), ..FLAGS },
    );
    let makes = call.args.iter().any(|arg| {
        let letter = if call.name == "cpio" { 'o' } else { 'w' };
        arg.text == "--create"
            || !arg.text.starts_with("--") && arg.is_option() && arg.text.contains(letter)
    });
    if !makes {
        return Flow::default();
    }
    let (mut members, listed) = names(run, call, &Arg::plain("-"));
    if call.name == "pax" {
        members.extend(options.operands.iter().take(MAX_NAMES).map(|arg| (*arg).clone()));
    }
    let mut held = listed.mixed(call.input);
    for member in &members {
        held = with(run, &held, member);
    }
    let pax = if call.name == "pax" { options.values('f', "") } else { Vec::new() };
    let named = options.values('F', "file").into_iter().chain(options.values('O', ""));
    match named.chain(pax).last() {
        Some(archive) => packed(run, &Arg::plain(archive), held, true),
        None => held,
    }
}

/// The end of the name that a compressor gives its file.
fn ending(name: &str) -> Option<&'static str> {
    Some(match name {
        "gzip" | "pigz" | "zopfli" => "gz",
        "bzip2" | "pbzip2" => "bz2",
        "xz" | "pixz" => "xz",
        "zstd" => "zst",
        "lz4" => "lz4",
        "lzma" => "lzma",
        "lzop" => "lzo",
        "brotli" => "br",
        "compress" => "Z",
        _ => return None,
    })
}

/// A compressor that is not asked to undo what it does. `None` for other programs.
pub(super) fn compress(run: &mut Run<'_>, call: &Call<'_>) -> Option<Flow> {
    let ending = ending(call.name)?;
    let values = if call.name == "lz4" { "BTD" } else { "SobBpTMCD" };
    let longs = words("output suffix threads memory output-dir-flat");
    let options = Options::parse(call.args, &Spec { values, longs, ..FLAGS });
    let files: Vec<&Arg> =
        options.operands.iter().copied().filter(|arg| arg.text != "-").take(MAX_NAMES).collect();
    if files.is_empty() {
        return Some(call.input.origin());
    }
    let output = options.values('o', "output").first().map(|path| Arg::plain(*path));
    // Its second operand is where the result goes.
    let second = files.get(1).filter(|_| call.name == "lz4").map(|arg| (*arg).clone());
    let prints = options.short("c") || options.long("stdout") || options.long("to-stdout");
    let mut printed = Flow::nothing();
    for file in files {
        let flow = run.contents(file).origin();
        if prints {
            printed = printed.origin().mixed(&flow);
            continue;
        }
        let path = output
            .clone()
            .or_else(|| second.clone())
            .unwrap_or_else(|| Arg { text: format!("{}.{ending}", file.text), ..file.clone() });
        drop(run.keep(&path, flow));
    }
    Some(printed)
}
