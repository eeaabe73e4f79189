//! `tar`: its options in order, the commands among them, and what goes in.

use super::{MAX_NAMES, names, packed, unpacked, with};
use crate::commands::options::abbreviates;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Letters of `tar` that take a value.
const TAR_LETTERS: &str = "fCTXIFbgHKLNV";
/// Long names of `tar` that take a value.
const TAR_LONGS: Words = words(
    "file directory files-from exclude exclude-from use-compress-program to-command rsh-command \
     rmt-command info-script new-volume-script checkpoint-action owner group mode transform xform \
     strip-components starting-file newer mtime label blocking-factor record-size tape-length \
     volno-file listed-incremental level format sort suffix",
);
/// Those whose value is a command.
const TAR_COMMANDS: Words = words(
    "use-compress-program to-command rsh-command rmt-command info-script new-volume-script \
     checkpoint-action",
);
/// What `tar` is asked to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Create,
    Extract,
    List,
}

/// The arguments of `tar`, in order.
#[derive(Default)]
struct Tar {
    mode: Option<Mode>,
    prints: bool,
    local: bool,
    archives: Vec<Arg>,
    commands: Vec<(String, Arg)>,
    /// What goes in: each with the folder it is looked for in.
    members: Vec<(Option<String>, Arg)>,
    lists: Vec<(Option<String>, Arg)>,
    folder: Option<String>,
}

impl Tar {
    fn read(args: &[Arg]) -> Self {
        let mut tar = Self::default();
        let mut at = 0;
        // `tar czf name` has letters without a dash, and their values behind them.
        if let Some(first) = args.first()
            && !first.text.starts_with('-')
            && first.text.contains(['c', 'x', 't', 'r', 'u'])
            && first.text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            at = 1;
            for letter in first.text.chars() {
                let takes = TAR_LETTERS.contains(letter);
                tar.letter(letter, if takes { args.get(at) } else { None });
                at += usize::from(takes);
            }
        }
        let mut operands = false;
        while let Some(arg) = args.get(at) {
            at += 1;
            match arg.text.as_str() {
                "--" if !operands => operands = true,
                text if text.starts_with("--") && !operands => {
                    at += usize::from(tar.long(arg, &text[2..], args.get(at)));
                }
                _ if arg.is_option() && !operands => {
                    at += usize::from(tar.cluster(arg, args.get(at)));
                }
                _ => tar.members.push((tar.folder.clone(), arg.clone())),
            }
        }
        tar
    }

    fn letter(&mut self, letter: char, value: Option<&Arg>) {
        match letter {
            'c' | 'r' | 'u' | 'A' => self.mode = self.mode.or(Some(Mode::Create)),
            'x' => self.mode = self.mode.or(Some(Mode::Extract)),
            't' | 'd' => self.mode = self.mode.or(Some(Mode::List)),
            'O' => self.prints = true,
            'f' => self.archives.extend(value.cloned()),
            'C' => self.folder = value.map(|arg| arg.text.clone()),
            'T' => self.lists.extend(value.map(|arg| (self.folder.clone(), arg.clone()))),
            'I' | 'F' => self.commands.extend(value.map(|arg| (format!("-{letter}"), arg.clone()))),
            _ => {}
        }
    }

    /// True where the next argument was the value.
    fn cluster(&mut self, arg: &Arg, next: Option<&Arg>) -> bool {
        for (index, letter) in arg.text.char_indices().skip(1) {
            if !TAR_LETTERS.contains(letter) {
                self.letter(letter, None);
                continue;
            }
            let attached = &arg.text[index + letter.len_utf8()..];
            let own = Arg { text: attached.to_owned(), ..arg.clone() };
            self.letter(letter, if attached.is_empty() { next } else { Some(&own) });
            return attached.is_empty() && next.is_some();
        }
        false
    }

    /// True where the next argument was the value.
    fn long(&mut self, arg: &Arg, name: &str, next: Option<&Arg>) -> bool {
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(Arg { text: value.to_owned(), ..arg.clone() })),
            None => (name, None),
        };
        let short = |full: &&str| name.len() > 2 && abbreviates(name, full);
        let flags =
            words("create extract get list append update concatenate to-stdout force-local");
        let known = |names: Words| match names.contains(name) {
            true => names.iter().find(|full| *full == name),
            false => names.iter().find(short),
        };
        if value.is_none()
            && let Some(flag) = known(flags)
        {
            match flag {
                "create" | "append" | "update" | "concatenate" => self.letter('c', None),
                "extract" | "get" => self.letter('x', None),
                "list" => self.letter('t', None),
                "to-stdout" => self.letter('O', None),
                _ => self.local = true,
            }
            return false;
        }
        let Some(full) = known(TAR_LONGS) else { return false };
        let attached = value.is_some();
        let value = value.or_else(|| next.cloned());
        match full {
            "file" => self.letter('f', value.as_ref()),
            "directory" => self.letter('C', value.as_ref()),
            "files-from" => self.letter('T', value.as_ref()),
            full if TAR_COMMANDS.contains(full) => {
                self.commands.extend(value.clone().map(|value| (format!("--{full}"), value)));
            }
            _ => {}
        }
        !attached && value.is_some()
    }
}

/// `tar`.
pub(in super::super) fn tar(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut args = Vec::new();
    // GNU's program reads more options from a variable.
    if let Some(more) = run.variable("TAR_OPTIONS").filter(Arg::is_known) {
        args.extend(more.text.split_ascii_whitespace().map(Arg::plain));
    }
    args.extend_from_slice(call.args);
    let mut tar = Tar::read(&args);
    if tar.archives.is_empty() {
        tar.archives.extend(run.variable("TAPE").filter(Arg::is_known));
    }
    for (option, line) in tar.commands.iter().take(8) {
        let script = match line.text.strip_prefix("exec=") {
            Some(script) => script,
            None if option == "--checkpoint-action" => continue,
            None => line.text.as_str(),
        };
        let script = Arg { text: script.to_owned(), ..line.clone() };
        run.linked(option, |run| run.apart(|run| run.run_arg(&script, &Flow::nothing())));
    }
    match tar.mode {
        Some(Mode::Create) => create(run, call, &tar),
        Some(Mode::Extract) if tar.prints => unpacked(run, call, tar.archives.first()),
        _ => Flow::default(),
    }
}

fn create(run: &mut Run<'_>, call: &Call<'_>, tar: &Tar) -> Flow {
    let mut held = Flow::default();
    for (folder, member) in tar.members.iter().take(MAX_NAMES) {
        held = with(run, &held, &below(folder.as_deref(), member));
    }
    for (folder, list) in tar.lists.iter().take(8) {
        let (names, listed) = names(run, call, list);
        held = held.mixed(&listed);
        for name in names {
            held = with(run, &held, &below(folder.as_deref(), &name));
        }
    }
    if tar.archives.is_empty() {
        return held;
    }
    let mut output = Flow::nothing();
    for archive in tar.archives.iter().take(8) {
        output = output.then(packed(run, archive, held.clone(), !tar.local));
    }
    output
}

fn below(folder: Option<&str>, member: &Arg) -> Arg {
    match folder.filter(|_| !member.text.starts_with('/')) {
        Some(folder) => Arg {
            text: format!("{}/{}", folder.trim_end_matches('/'), member.text),
            ..member.clone()
        },
        None => member.clone(),
    }
}
