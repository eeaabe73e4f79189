//! Clients of clouds and forges: files that they copy away. What else they do is told by the table of programs.

use super::{Sending, from_address, is_elsewhere};
use crate::commands::credentials::Secrecy;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::tools::by_table;
use crate::commands::words::{Words, words};

/// A way to copy files away.
struct Upload {
    program: &'static str,
    /// The words behind the program, in order, each with its alternatives.
    verb: &'static [&'static str],
    to: To,
}

/// Where the files go.
enum To {
    /// To the last operand, where it is an address. From there they come back, too.
    Last,
    /// To the service itself, whatever the operands are.
    Service,
    /// The values of these options go to the service.
    Options(Words),
}

const UPLOADS: &[Upload] = &[
    Upload { program: "aws", verb: &["s3", "cp|mv|sync"], to: To::Last },
    Upload {
        program: "aws",
        verb: &["s3api", "put-object|upload-part"],
        to: To::Options(words("--body")),
    },
    Upload { program: "gsutil", verb: &["cp|mv|rsync"], to: To::Last },
    Upload { program: "gcloud", verb: &["storage", "cp|mv|rsync"], to: To::Last },
    Upload { program: "gcloud", verb: &["compute", "scp"], to: To::Last },
    Upload { program: "rclone", verb: &["copy|copyto|sync|move|moveto"], to: To::Last },
    Upload { program: "rclone", verb: &["rcat"], to: To::Service },
    Upload { program: "s3cmd", verb: &["put|sync|cp"], to: To::Last },
    Upload { program: "s5cmd", verb: &["cp|mv|sync"], to: To::Last },
    Upload { program: "azcopy", verb: &["copy|cp|sync"], to: To::Last },
    Upload { program: "mc", verb: &["pipe"], to: To::Service },
    Upload { program: "mc", verb: &["cp|mirror|mv|put"], to: To::Service },
    Upload {
        program: "az",
        verb: &["storage", "blob|file", "upload|upload-batch"],
        to: To::Options(words("-f --file -s --source")),
    },
    Upload { program: "gh", verb: &["gist", "create"], to: To::Service },
    Upload { program: "gh", verb: &["gist", "edit"], to: To::Options(words("-a --add")) },
    Upload { program: "gh", verb: &["release", "upload|create"], to: To::Service },
    Upload {
        program: "gh",
        verb: &["issue|pr|release|discussion", "*"],
        to: To::Options(words("-F --body-file --notes-file")),
    },
    Upload { program: "glab", verb: &["snippet", "create"], to: To::Service },
    Upload { program: "ipfs", verb: &["add"], to: To::Service },
    Upload { program: "wormhole", verb: &["send"], to: To::Service },
    Upload { program: "croc", verb: &["send"], to: To::Service },
    Upload { program: "ffsend", verb: &["upload|u"], to: To::Service },
    Upload { program: "tailscale", verb: &["file", "cp"], to: To::Last },
];

/// Notes what the arguments of a program copy away. `None` where it copies nothing.
pub(in crate::commands) fn uploads(run: &mut Run<'_>, call: &Call<'_>) -> Option<Flow> {
    let rows = UPLOADS.iter().filter(|row| row.program == call.name);
    let dry = |arg: &Arg| matches!(arg.text.as_str(), "--dryrun" | "--dry-run");
    let mut found = None;
    for row in rows {
        let Some(rest) = behind(row.verb, call.args) else { continue };
        if call.args.iter().any(dry) {
            return None;
        }
        // Whole projects are kept in such places.
        let sending = Sending { leaves: true, least: Secrecy::Private };
        for arg in rest {
            sending.carried(run, arg);
        }
        let operands: Vec<&Arg> = rest.iter().filter(|arg| !arg.is_option()).collect();
        found = match row.to {
            To::Last => last(run, call, &operands, &sending),
            To::Service => {
                sending.flow(run, call.input);
                each(run, call, &operands, &sending);
                found
            }
            To::Options(names) => {
                values(run, call, rest, names, &sending);
                found
            }
        };
    }
    found
}

/// A client that is told by its uploads, and by the table where it is there.
pub(in super::super) fn client(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    match uploads(run, call) {
        Some(flow) => flow,
        None => by_table(run, call),
    }
}

/// The arguments behind the words; `None` where they are not there.
fn behind<'a>(verb: &[&str], args: &'a [Arg]) -> Option<&'a [Arg]> {
    let mut rest = args;
    for words in verb {
        let at = rest.iter().position(|arg| {
            !arg.is_option() && words.split('|').any(|word| word == "*" || word == arg.text)
        })?;
        // A word too far behind is an operand.
        if at > 4 {
            return None;
        }
        rest = &rest[at + 1..];
    }
    Some(rest)
}

fn each(run: &mut Run<'_>, call: &Call<'_>, operands: &[&Arg], sending: &Sending) {
    for operand in operands.iter().take(64) {
        match operand.text.as_str() {
            "-" => sending.flow(run, call.input),
            _ if is_elsewhere(&operand.text) => {}
            _ => sending.file(run, operand),
        }
    }
}

/// From files to an address, or from an address to files.
fn last(run: &mut Run<'_>, call: &Call<'_>, operands: &[&Arg], to: &Sending) -> Option<Flow> {
    let (target, sources) = operands.split_last()?;
    if is_elsewhere(&target.text) {
        each(run, call, sources, to);
        return None;
    }
    let source = sources.iter().find(|source| is_elsewhere(&source.text))?;
    let flow = from_address(&source.text);
    if target.text == "-" {
        return Some(flow);
    }
    let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let folder = target.text.trim_end_matches('/');
    run.keep(&Arg { text: format!("{folder}/{name}"), ..(*target).clone() }, flow.clone());
    Some(run.keep(target, flow))
}

/// Values of options that are files.
fn values(run: &mut Run<'_>, call: &Call<'_>, args: &[Arg], names: Words, sending: &Sending) {
    for (at, arg) in args.iter().enumerate() {
        let (name, value) = match arg.text.split_once('=') {
            Some((name, value)) => (name, Some(Arg { text: value.to_owned(), ..arg.clone() })),
            None => (arg.text.as_str(), args.get(at + 1).cloned()),
        };
        if let Some(value) = value.filter(|_| names.contains(name)) {
            each(run, call, &[&value], sending);
        }
    }
}
