//! `scp`, `rsync`, `sftp` and other programs that copy files from and to other machines.

use super::{Sending, from_address, is_elsewhere, ssh};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::TargetClass;
use crate::commands::tools::elsewhere;
use crate::commands::words::words;

const SCP: Spec = Spec { values: "cDFiJloPSX", ..FLAGS };
const SFTP: Spec = Spec { values: "BbcDFiJloPRSsX", ..FLAGS };
const RSYNC: Spec = Spec {
    values: "efTBM@",
    longs: words(
        "rsh rsync-path exclude include filter files-from exclude-from include-from password-file \
         log-file temp-dir backup-dir suffix chmod chown bwlimit port partial-dir compare-dest \
         copy-dest link-dest max-size min-size timeout out-format info debug sockopts address \
         remote-option write-batch read-batch only-write-batch",
    ),
    ..FLAGS
};

/// `scp` and `rsync`.
pub(in super::super) fn copy(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let rsync = call.name == "rsync";
    let options = Options::parse(call.args, if rsync { &RSYNC } else { &SCP });
    commands(run, &options, rsync);
    let Some((target, sources)) = options.operands.split_last() else { return Flow::default() };
    if is_elsewhere(&target.text) {
        let sending = Sending::to_machine(machine(&target.text));
        for source in sources {
            sending.carried(run, source);
            sending.file(run, source);
        }
        for list in options.values('\0', "files-from").into_iter().take(4) {
            listed(run, call, list, sources.first().copied(), &sending);
        }
        return Flow::default();
    }
    brings(run, sources, target);
    let dry = options.short("n") && rsync || options.long("dry-run");
    let deletes = options.names().any(|name| name.starts_with("delete"));
    let found = run.target(target);
    if rsync && deletes && !dry {
        let detail = Some("what the source lacks");
        run.effect(EffectKind::DeleteRecursive, found, Certainty::Possible, detail);
    } else if !rsync && (found.class == TargetClass::Device || found.marks.guard) {
        run.effect(EffectKind::Overwrite, found, Certainty::Certain, None);
    }
    Flow::default()
}

/// The commands that options name.
fn commands(run: &mut Run<'_>, options: &Options<'_>, rsync: bool) {
    if !rsync {
        ssh::settings(run, &options.values('o', ""));
        for program in options.values('S', "").into_iter().take(4) {
            ssh::line(run, "-S", program);
        }
        return;
    }
    for line in options.values('e', "rsh").into_iter().take(4) {
        ssh::line(run, "-e", line);
    }
    let host = options.operands.iter().find(|arg| is_elsewhere(&arg.text));
    let host = host.map_or("a host", |arg| machine(&arg.text)).to_owned();
    for line in options.values('\0', "rsync-path").into_iter().take(4) {
        run.linked("--rsync-path", |run| {
            elsewhere(run, &host, |run| run.inner_script(line, &Flow::nothing()))
        });
    }
}

/// The machine in front of a path.
fn machine(text: &str) -> &str {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let rest = rest.split(['/', ':']).next().unwrap_or_default();
    rest.rsplit_once('@').map_or(rest, |(_, host)| host)
}

/// What a list of names stands for, where the line holds its text.
fn listed(run: &mut Run<'_>, call: &Call<'_>, list: &str, folder: Option<&Arg>, to: &Sending) {
    let flow = match list {
        "-" => call.input.clone(),
        path => run.contents(&Arg::plain(path)),
    };
    let folder = folder.map_or(".", |arg| arg.text.trim_end_matches('/'));
    let names = flow.text.unwrap_or_default();
    for name in names.split(['\n', '\0']).filter(|name| !name.is_empty()).take(256) {
        to.file(run, &Arg::plain(format!("{folder}/{name}")));
    }
}

/// What comes from elsewhere, or from another file, is what the target then holds.
fn brings(run: &mut Run<'_>, sources: &[&Arg], target: &Arg) {
    for source in sources.iter().take(16) {
        let flow = match is_elsewhere(&source.text) {
            true => from_address(machine(&source.text)),
            false => run.contents(source),
        };
        let name = source.text.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
        let folder = target.text.trim_end_matches('/');
        let below = Arg { text: format!("{folder}/{name}"), ..target.clone() };
        run.keep(&below, flow.clone());
        if let [_] = sources
            && folder != "."
        {
            run.keep(target, flow);
        }
    }
}

/// `sftp`, `ftp` and `lftp`: a shell for files, whose lines come from its input, a file or an option.
pub(in super::super) fn shell_of_files(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = match call.name {
        "lftp" | "smbclient" => Spec { values: "ecfupUIDWA", ..FLAGS },
        "ftp" | "tftp" | "ncftp" => Spec { values: "upPjoc", ..FLAGS },
        _ => SFTP,
    };
    let options = Options::parse(call.args, &spec);
    if call.name == "sftp" {
        ssh::settings(run, &options.values('o', ""));
        for program in options.values('S', "").into_iter().chain(options.values('D', "")).take(4) {
            ssh::line(run, "-S", program);
        }
    }
    let host = options.operands.first().map_or("a host", |arg| arg.text.as_str()).to_owned();
    let sending = Sending::to_machine(machine(&host));
    let mut scripts: Vec<String> = call.input.text.iter().cloned().collect();
    let lines = options.values('e', "").into_iter().chain(options.values('c', ""));
    scripts.extend(lines.map(str::to_owned));
    for path in options.values('b', "").into_iter().chain(options.values('f', "")).take(4) {
        scripts.extend(run.contents(&Arg::plain(path)).text);
    }
    if call.name == "tftp" && options.short("c") {
        let words: Vec<&str> = options.operands.iter().map(|arg| arg.text.as_str()).collect();
        scripts.push(format!("put {}", words.join(" ")));
    }
    for script in scripts {
        if !run.step(script.len() / 64) {
            break;
        }
        for line in script.split(['\n', ';']).take(256) {
            order(run, line.trim(), &sending);
        }
    }
    sending.flow(run, &call.input.origin());
    if let [_, target] = options.operands.as_slice()
        && call.name == "sftp"
    {
        brings(run, &options.operands[..1], target);
    }
    Flow::default()
}

/// One line of such a shell.
fn order(run: &mut Run<'_>, line: &str, sending: &Sending) {
    if let Some(own) = line.strip_prefix('!') {
        run.apart(|run| run.inner_script(own, &Flow::nothing()));
        return;
    }
    let mut words = line.split_ascii_whitespace();
    let sends = match words.next() {
        Some("put" | "mput" | "reput" | "send" | "append") => true,
        Some("mirror") => line.split(' ').any(|word| matches!(word, "-R" | "--reverse")),
        _ => false,
    };
    if !sends {
        return;
    }
    for word in words.filter(|word| !word.starts_with('-')).take(64) {
        let arg = super::with_home(run, word.trim_matches(['"', '\'']));
        sending.file(run, &Arg { glob: arg.text.contains('*'), ..arg });
    }
}
