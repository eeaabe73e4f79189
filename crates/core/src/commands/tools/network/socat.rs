//! `socat`: two addresses, and what goes from one to the other.

use super::{Sending, from_address};
use crate::commands::effect::EffectKind;
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Handle, Run};
use crate::commands::words::{Words, words};

/// Options that take the next argument.
const VALUES: Words = words("-b -t -T -L -W -r -R -S");
/// Addresses that are programs with arguments.
const PROGRAMS: Words = words("EXEC");
/// Addresses that are lines for a shell.
const LINES: Words = words("SYSTEM SHELL");
/// Addresses that are files or pipes of this machine.
const FILES: Words = words("OPEN GOPEN FILE CREATE CREAT PIPE FIFO");
/// Other addresses of this machine.
const OWN: Words = words(
    "UNIX UNIX-CONNECT UNIX-CLIENT UNIX-LISTEN UNIX-SEND UNIX-SENDTO UNIX-RECV UNIX-RECVFROM \
     ABSTRACT ABSTRACT-CONNECT ABSTRACT-LISTEN PTY READLINE STDERR SOCKETPAIR TUN LOCAL",
);

/// One side of an address.
#[derive(Clone)]
struct Side {
    /// The keyword, in capitals.
    kind: String,
    /// What stands between the keyword and the options, quotes taken out.
    value: String,
    /// The value as words: blanks in inner quotes do not part them.
    words: Vec<String>,
    /// The folder that is changed to.
    folder: Option<String>,
    unknown: Option<String>,
}

/// An address: what is read, and what is written.
struct Address {
    reads: Side,
    writes: Side,
}

/// `socat`.
pub(in super::super) fn socat(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut operands: Vec<&Arg> = Vec::new();
    let (mut forth, mut back) = (true, true);
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.text.as_str() {
            "-u" => back = false,
            "-U" => forth = false,
            text if VALUES.contains(text) => drop(args.next()),
            "-" => operands.push(arg),
            text if text.starts_with('-') => {}
            _ => operands.push(arg),
        }
    }
    let [left, right] = operands.as_slice() else { return Flow::default() };
    let (left, right) = (Address::read(left), Address::read(right));
    let mut relay = Relay { call, output: Flow::nothing() };
    match (left.reads.runs(), right.reads.runs()) {
        (false, false) => {
            // Both are read before what one of them holds is written over.
            let (out, home) = (relay.read(run, &left.reads), relay.read(run, &right.reads));
            if forth {
                relay.write(run, &right.writes, out);
            }
            if back {
                relay.write(run, &left.writes, home);
            }
        }
        (true, _) => {
            let input = if back { relay.read(run, &right.reads) } else { Flow::nothing() };
            let flow = relay.run(run, &left.reads, &input);
            if forth {
                relay.write(run, &right.writes, flow);
            }
        }
        (false, true) => {
            let input = if forth { relay.read(run, &left.reads) } else { Flow::nothing() };
            let flow = relay.run(run, &right.reads, &input);
            if back {
                relay.write(run, &left.writes, flow);
            }
        }
    }
    relay.output
}

/// The two sides at work.
struct Relay<'c> {
    call: &'c Call<'c>,
    /// What arrives at the standard output.
    output: Flow,
}

impl Relay<'_> {
    fn read(&self, run: &mut Run<'_>, side: &Side) -> Flow {
        match side.kind.as_str() {
            "STDIO" | "STDIN" => self.call.input.clone(),
            "FD" => match side.value.parse().ok().and_then(|number| run.handle(number)) {
                Some(handle) => run.read_from(&handle, self.call.input),
                None => Flow::default(),
            },
            kind if FILES.contains(kind) => run.contents(&side.path()),
            _ => side.host().map_or_else(Flow::default, |host| from_address(&host)),
        }
    }

    fn write(&mut self, run: &mut Run<'_>, side: &Side, flow: Flow) {
        match side.kind.as_str() {
            "STDIO" | "STDOUT" => self.output = flow,
            "FD" => {
                if let Some(handle) = side.value.parse().ok().and_then(|number| run.handle(number))
                {
                    self.output = match handle {
                        Handle::Own(1) => flow,
                        handle => run.write_to(&handle, flow),
                    };
                }
            }
            _ if side.runs() => drop(self.run(run, side, &flow)),
            kind if FILES.contains(kind) => {
                let path = side.path();
                if kind.starts_with("CREAT") {
                    run.on_path(EffectKind::Overwrite, &path);
                }
                drop(run.keep(&path, flow));
            }
            _ => {
                if let Some(host) = side.host() {
                    Sending::to([host.as_str()].into_iter()).flow(run, &flow);
                }
            }
        }
    }

    fn run(&self, run: &mut Run<'_>, side: &Side, input: &Flow) -> Flow {
        run.passed(|run| {
            run.apart(|run| {
                if LINES.contains(&side.kind) {
                    let unknown = side.unknown.clone();
                    run.run_arg(&Arg { unknown, ..Arg::plain(side.value.as_str()) }, input)
                } else {
                    let words: Vec<Arg> = side.words.iter().map(Arg::plain).collect();
                    run.start(&words, input)
                }
            })
        })
    }
}

impl Address {
    fn read(arg: &Arg) -> Self {
        match arg.text.split_once("!!") {
            Some((reads, writes)) => {
                Self { reads: Side::read(reads, arg), writes: Side::read(writes, arg) }
            }
            None => {
                let side = Side::read(&arg.text, arg);
                Self { reads: side.clone(), writes: side }
            }
        }
    }
}

impl Side {
    fn read(text: &str, arg: &Arg) -> Self {
        let mut parts = Unquoted::of(text);
        let unknown = arg.unknown.clone();
        let (kind, mut value) = match text {
            "-" | "STDIO" => ("STDIO".to_owned(), String::new()),
            _ if parts.value.is_empty() && !parts.keyword.is_empty() => {
                keyword_alone(&parts.keyword)
            }
            _ => (parts.keyword.to_ascii_uppercase(), std::mem::take(&mut parts.value)),
        };
        let kind = match kind.as_str() {
            "" => "GOPEN".to_owned(),
            _ => kind,
        };
        if kind == "CREAT" || kind == "CREATE" || FILES.contains(&kind) {
            value = value.split(':').next().unwrap_or_default().to_owned();
        }
        let folder = |name: &str| {
            let named = parts.options.iter().find_map(|option| option.strip_prefix(name));
            named.map(str::to_owned)
        };
        let folder = folder("chdir=").or_else(|| folder("cd="));
        Self { kind, value, words: parts.words, folder, unknown }
    }

    fn runs(&self) -> bool {
        PROGRAMS.contains(&self.kind) || LINES.contains(&self.kind)
    }

    fn path(&self) -> Arg {
        let text = match &self.folder {
            Some(folder) if !self.value.starts_with('/') => format!("{folder}/{}", self.value),
            _ => self.value.clone(),
        };
        Arg { unknown: self.unknown.clone(), ..Arg::plain(text) }
    }

    /// The host of an address that leads to one. Whoever connects to a port that is listened on is one.
    fn host(&self) -> Option<String> {
        let kind = self.kind.as_str();
        let own = FILES.contains(kind) || OWN.contains(kind) || self.runs();
        if own || matches!(kind, "STDIO" | "STDIN" | "STDOUT" | "FD") {
            return None;
        }
        let listens = kind.ends_with("-LISTEN") || kind.ends_with("-L");
        let serves = listens || kind.contains("RECV");
        let address = match serves || self.value.is_empty() {
            true => format!("port {}", self.value),
            // `PROXY:proxy:host:port`, `SOCKS4:proxy:host:port`.
            false if kind.starts_with("PROXY") || kind.starts_with("SOCKS") => {
                self.value.split(':').nth(1).unwrap_or_default().to_owned()
            }
            false => self.value.clone(),
        };
        Some(address.replace(UNKNOWN, "…"))
    }
}

/// An address that is a word alone: a stream, a descriptor by its number, or a path.
fn keyword_alone(word: &str) -> (String, String) {
    let upper = word.to_ascii_uppercase();
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return ("FD".to_owned(), word.to_owned());
    }
    if matches!(upper.as_str(), "STDIN" | "STDOUT" | "STDERR" | "STDIO" | "PIPE" | "FIFO" | "PTY") {
        return (upper, String::new());
    }
    match word.contains('/') {
        true => ("GOPEN".to_owned(), word.to_owned()),
        // A name that is not known may be any address.
        false if word.contains(UNKNOWN) => ("TCP".to_owned(), word.to_owned()),
        false => (upper, String::new()),
    }
}

/// An address without its quotes, cut at its colon and its commas.
#[derive(Default)]
struct Unquoted {
    keyword: String,
    value: String,
    words: Vec<String>,
    options: Vec<String>,
}

impl Unquoted {
    fn of(text: &str) -> Self {
        let mut parts = Self::default();
        let mut quote = None;
        let mut word = String::new();
        let mut behind = false;
        let path = text.starts_with(['/', '.']);
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let c = match (c, quote) {
                ('\\', None) => match chars.next() {
                    Some(c) => c,
                    None => break,
                },
                ('"' | '\'', None) => {
                    quote = Some(c);
                    continue;
                }
                (c, Some(open)) if c == open => {
                    quote = None;
                    continue;
                }
                (':', None) if !behind && !path => {
                    behind = true;
                    continue;
                }
                (',', None) => {
                    parts.options.push(String::new());
                    continue;
                }
                (c, _) => c,
            };
            if let Some(option) = parts.options.last_mut() {
                option.push(c);
            } else if behind {
                parts.value.push(c);
                // A blank parts words though it is quoted for the reader of addresses.
                if c == ' ' {
                    parts.words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
                } else {
                    word.push(c);
                }
            } else {
                parts.keyword.push(c);
            }
        }
        parts.words.extend((!word.is_empty()).then_some(word));
        for word in &mut parts.words {
            if word.contains(['"', '\'']) {
                word.retain(|c| !matches!(c, '"' | '\''));
            }
        }
        if path {
            parts.keyword = text.split(',').next().unwrap_or_default().to_owned();
        }
        parts
    }
}
