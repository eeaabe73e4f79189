//! Acts on files.

use super::Language;
use super::acts::{Act, is_address};
use super::scanner::{Args, Scanner};
use super::value::Value;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths;
use crate::commands::run::{Arg, Call, Flow};
use crate::commands::tools;

impl Scanner<'_, '_> {
    /// Acts on files; `None` for other acts.
    pub(super) fn on_files(&mut self, act: Act, args: &Args) -> Option<Value> {
        match act {
            Act::DeleteTree => {
                if !args.is_on("noop") {
                    self.each(args, EffectKind::DeleteRecursive);
                }
            }
            Act::DeleteFile => {
                let tree = args.is_on("recursive") || args.is_on("recurse");
                let kind = if tree { EffectKind::DeleteRecursive } else { EffectKind::DeleteFile };
                self.each(args, kind);
            }
            Act::DeleteEmpty if args.is_on("recursive") => {
                self.each(args, EffectKind::DeleteRecursive)
            }
            Act::DeleteEmpty => {
                for arg in self.subjects(args) {
                    let target = self.run.target(&arg);
                    self.run.effect(
                        EffectKind::DeleteFile,
                        target,
                        Certainty::Certain,
                        Some("if empty"),
                    );
                }
            }
            Act::Write => self.writes(args),
            Act::Append => self.paths(args).iter().for_each(|arg| self.run.appends(arg)),
            Act::Truncate => {
                for arg in self.paths(args) {
                    self.run.on_path(EffectKind::Overwrite, &arg);
                }
            }
            Act::Open => return Some(self.open(args)),
            Act::OpenPerl => return Some(self.open_perl(args)),
            Act::Read => return Some(self.read(args)),
            Act::Move => self.as_program("mv", &[], args, 2),
            Act::Copy if args.first().and_then(Value::known).is_some_and(is_address) => {
                return Some(self.download(args));
            }
            Act::Copy => self.as_program("cp", &[], args, 2),
            Act::Mode => self.mode_of_one(args),
            Act::ModeTree => {
                let owner = args.list.len() > 2;
                self.change_mode(if owner { "chown" } else { "chmod" }, &["-R"], args);
            }
            Act::Folder => {
                let args = self.paths(args);
                let nothing = Flow::nothing();
                let call = Call { name: "cd", args: &args, input: &nothing };
                drop(self.run.change_folder(&call));
            }
            _ => return None,
        }
        Some(Value::nothing())
    }

    /// Changes the permissions of one path.
    fn mode_of_one(&mut self, args: &Args) {
        // The path and the mode stand in either order.
        let mut args = args.clone();
        let is_mode = |value: &Value| value.known().is_some_and(|text| mode(text).is_some());
        if args.list.len() >= 2 && !is_mode(&args.list[0]) {
            args.list.swap(0, 1);
        }
        self.change_mode("chmod", &[], &args);
    }

    /// The paths that an act is on: all arguments where the language takes lists, else the first.
    fn subjects(&self, args: &Args) -> Vec<Arg> {
        let all = matches!(self.language, Language::Ruby | Language::Perl | Language::R);
        let count = if all { args.list.len() } else { 1 };
        let paths = args.list.iter().take(count).filter(|value| !matches!(value, Value::Map(_)));
        let mut found: Vec<Arg> = paths.flat_map(Value::args).collect();
        if found.is_empty() && self.language == Language::Perl && args.list.is_empty() {
            // Without arguments it is the topic.
            found.extend(self.names.get("_").map_or_else(|| vec![Arg::hidden("$_")], Value::args));
        }
        found.truncate(64);
        found
    }

    fn each(&mut self, args: &Args, kind: EffectKind) {
        for arg in self.subjects(args) {
            self.run.on_path(kind, &arg);
        }
    }

    /// The first argument as paths.
    pub(super) fn paths(&self, args: &Args) -> Vec<Arg> {
        args.first().map(Value::args).unwrap_or_default()
    }

    fn writes(&mut self, args: &Args) {
        let flag =
            args.option("flag").or_else(|| args.option("flags")).or_else(|| args.option("mode"));
        let appends =
            flag.as_ref().and_then(Value::known).is_some_and(|flag| flag.starts_with('a'))
                || matches!(args.list.get(2), Some(Value::Name(name)) if name.contains("APPEND"));
        let text = args.list.get(1).map(Value::arg);
        for path in self.paths(args) {
            if appends {
                self.run.appends(&path);
                continue;
            }
            self.run.on_path(EffectKind::Overwrite, &path);
            let flow = match &text {
                Some(text) if text.is_known() => Flow::text(text.text.as_str()),
                Some(text) => text.flow.as_deref().map(Flow::origin).unwrap_or_default(),
                None => Flow::default(),
            };
            self.run.keep(&path, flow);
        }
    }

    /// `open(path, mode)`.
    fn open(&mut self, args: &Args) -> Value {
        let path = args.first().cloned().unwrap_or_else(Value::nothing);
        if let Some(line) = path.known().and_then(|text| text.strip_prefix('|'))
            && self.language == Language::Ruby
        {
            let line = Value::text(line);
            return self.line("open", &line);
        }
        if path.known().is_some_and(is_address) {
            return self.read(args);
        }
        let flags = args.option("flags").or_else(|| args.option("mode"));
        let mode = flags.or_else(|| args.list.get(1).cloned()).or_else(|| args.option("open"));
        let write_options = args.is_on("write") && !args.is_on("append");
        match mode.as_ref().and_then(Value::known) {
            Some(mode) if mode.contains('w') => {
                for arg in path.args() {
                    self.run.on_path(EffectKind::Overwrite, &arg);
                }
            }
            Some(mode) if mode.contains('a') => {
                path.args().iter().for_each(|arg| self.run.appends(arg));
            }
            _ if write_options => {
                for arg in path.args() {
                    self.run.on_path(EffectKind::Overwrite, &arg);
                }
            }
            _ => {}
        }
        Value::File(Box::new(path))
    }

    /// `open(HANDLE, MODE, PATH)` and `open(HANDLE, "MODE PATH")`.
    fn open_perl(&mut self, args: &Args) -> Value {
        let rest = args.list.get(1..).unwrap_or_default();
        let Some(first) = rest.first() else { return Value::nothing() };
        let text = first.arg();
        let mode = text.text.trim();
        match rest.get(1) {
            Some(path) if mode.starts_with(">>") => {
                path.args().iter().for_each(|arg| self.run.appends(arg))
            }
            Some(path) if mode.starts_with('>') || mode.starts_with("+>") => {
                for arg in path.args() {
                    self.run.on_path(EffectKind::Overwrite, &arg);
                }
            }
            Some(_) if mode.contains('|') => {
                let args = Args { list: rest[1..].to_vec(), named: Vec::new() };
                return self.runs(Act::Start, "open", &args).unwrap_or_else(Value::nothing);
            }
            Some(path) => return Value::File(Box::new(path.clone())),
            None => {
                let line = mode.strip_prefix('|').or_else(|| mode.strip_suffix('|'));
                if let Some(line) = line {
                    let line = Value::Text(Arg { text: line.to_owned(), ..text.clone() });
                    return self.line("open", &line);
                }
                if let Some(path) = mode.strip_prefix('>') {
                    let arg = Arg {
                        text: path.trim_start_matches('>').trim().to_owned(),
                        ..text.clone()
                    };
                    if path.starts_with('>') {
                        self.run.appends(&arg);
                    } else {
                        self.run.on_path(EffectKind::Overwrite, &arg);
                    }
                }
            }
        }
        Value::nothing()
    }

    /// What a file, or an address, holds.
    pub(super) fn read(&mut self, args: &Args) -> Value {
        let Some(path) = args.first() else { return Value::nothing() };
        if let Some(address) = path.known().filter(|text| is_address(text)) {
            let flow = Flow { remote: Some(tools::shown(address)), ..Flow::default() };
            return Value::hidden("an address", flow);
        }
        if matches!(path.known(), Some("/dev/stdin" | "php://stdin" | "-" | "0")) {
            return self.read_input();
        }
        let arg = path.arg();
        let flow = self.run.contents(&arg);
        Self::from_flow(flow, "a file(…)")
    }

    /// A flow as a value.
    pub(super) fn from_flow(flow: Flow, name: &str) -> Value {
        match &flow.text {
            Some(text) => {
                let origin = flow.origin();
                let carried = origin.has_origin().then(|| Box::new(origin));
                Value::Text(Arg { flow: carried, ..Arg::plain(text.as_str()) })
            }
            None => Value::hidden(name, flow),
        }
    }

    /// Methods of an open file.
    pub(super) fn on_file(&mut self, path: &Value, method: &str, args: &Args) -> Value {
        match method {
            "write" | "puts" | "print" | "writelines" | "end" | "syswrite" => {
                if let Some(text) = args.first() {
                    let text = text.arg();
                    let flow = match text.is_known() {
                        true => Flow::text(text.text.as_str()),
                        false => text.flow.as_deref().map(Flow::origin).unwrap_or_default(),
                    };
                    for arg in path.args() {
                        self.run.keep(&arg, flow.clone());
                    }
                }
                Value::nothing()
            }
            "truncate" => {
                self.on_files(Act::Truncate, &Args::of(path.clone())).unwrap_or_else(Value::nothing)
            }
            "delete" | "unlink" if self.language == Language::JavaScript => self
                .on_files(Act::DeleteFile, &Args::of(path.clone()))
                .unwrap_or_else(Value::nothing),
            "name" | "path" => path.clone(),
            "close" | "flush" | "seek" | "fileno" => Value::nothing(),
            _ => self.read(&Args::of(path.clone())),
        }
    }

    /// Fetches an address into a file.
    pub(super) fn download(&mut self, args: &Args) -> Value {
        let address = args
            .first()
            .and_then(Value::known)
            .map_or_else(|| "an address".to_owned(), tools::shown);
        if let Some(path) = args.list.get(1) {
            for arg in path.args() {
                self.run.on_path(EffectKind::Overwrite, &arg);
                let flow = Flow { remote: Some(address.clone()), ..Flow::default() };
                self.run.keep(&arg, flow);
            }
        }
        Value::nothing()
    }

    /// Does what a program of a shell does with the same arguments.
    fn as_program(&mut self, name: &str, front: &[&str], args: &Args, count: usize) {
        let own = args.list.iter().take(count).flat_map(Value::args);
        let front = front.iter().chain(&["--"]).map(|text| Arg::plain(*text));
        let all: Vec<Arg> = front.chain(own).collect();
        let nothing = Flow::nothing();
        let call = Call { name, args: &all, input: &nothing };
        if let Some(tool) = tools::find(name, self.run.view.programs) {
            drop(self.run.deeper(|run| tool.run(run, &call)));
        }
    }

    fn change_mode(&mut self, name: &str, front: &[&str], args: &Args) {
        let mut args = args.clone();
        if let Some(first) = args.list.first_mut()
            && let Some(mode) = first.known().and_then(mode)
        {
            *first = Value::text(mode);
        }
        // An owner and a group are one argument of the program.
        if name == "chown" {
            args.list.remove(0);
        }
        let count = args.list.len();
        self.as_program(name, front, &args, count);
    }
}

/// A number that is written in base eight, as a shell writes it.
fn mode(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches("0o").trim_start_matches("0O");
    let octal =
        !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| matches!(b, b'0'..=b'7'));
    octal.then(|| if digits.len() > 3 { digits.trim_start_matches('0') } else { digits })
}

/// The folder of a path.
pub(super) fn parent(path: &str) -> String {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None if path.contains(paths::UNKNOWN) => format!("{path}/.."),
        None => ".".to_owned(),
    }
}
