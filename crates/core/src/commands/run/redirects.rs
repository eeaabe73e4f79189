//! Redirections, and what files hold.

use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow};
use super::handles::Handle;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths;
use crate::commands::places;
use crate::commands::syntax::{Op, Redirect};
use crate::commands::target::TargetClass;
use crate::commands::{MAX_LINE, Unclear};

/// How many files of the line are remembered.
const MAX_FILES: usize = 64;

/// What a command reads, and where its output goes.
pub(super) struct Streams {
    pub input: Flow,
    pub output: Handle,
}

impl Run<'_> {
    /// Runs a command with its redirections. Its descriptors are closed behind it.
    pub(super) fn redirected(
        &mut self,
        redirects: &[Redirect],
        input: &Flow,
        name: &str,
        what: impl FnOnce(&mut Self, &Flow) -> Flow,
    ) -> Flow {
        if redirects.is_empty() {
            return what(self, input);
        }
        let before = self.scope.fds.clone();
        self.redirects(redirects, name);
        let streams = self.streams(input);
        let flow = self.with_streams(&streams, name, what);
        self.scope.fds = before;
        flow
    }

    /// Takes the command's own streams out of the open descriptors: what it starts has them as its own.
    pub(super) fn streams(&mut self, input: &Flow) -> Streams {
        let input = match self.scope.fds.remove(&0) {
            Some(handle) => self.read_from(&handle, input),
            None => input.clone(),
        };
        let output = self.scope.fds.remove(&1).unwrap_or(Handle::Own(1));
        Streams { input, output }
    }

    /// Runs a command, and writes what it prints to where that goes.
    pub(super) fn with_streams(
        &mut self,
        streams: &Streams,
        name: &str,
        what: impl FnOnce(&mut Self, &Flow) -> Flow,
    ) -> Flow {
        let sink = self.sink_of(&streams.output);
        let flow = self.with_sink(sink, |run| what(run, &streams.input));
        match &streams.output {
            Handle::Own(1) => flow,
            output => self.linked(&format!("{name} >"), |run| run.write_to(output, flow)),
        }
    }

    /// Leaves what is open for the commands that follow: what they write to a file comes behind what is there.
    pub(super) fn stay_open(&mut self) {
        let numbers: Vec<u32> = self.scope.fds.keys().copied().collect();
        for number in numbers {
            if let Some(Handle::File { path, appends: false }) =
                self.scope.fds.get(&number).cloned()
            {
                self.open(number, Handle::File { path: Rc::clone(&path), appends: true });
                self.keep(&path, Flow::nothing());
            }
        }
    }

    /// Opens what redirections open, and notes what they overwrite.
    pub(super) fn redirects(&mut self, redirects: &[Redirect], name: &str) {
        for redirect in redirects {
            if !self.step(1) {
                break;
            }
            let arg = self.value(&redirect.target);
            let usual = match redirect.op {
                Op::Text | Op::Read | Op::ReadWrite | Op::DuplicateRead => 0,
                Op::Write | Op::Append | Op::Duplicate => 1,
            };
            let number = match &redirect.name {
                Some(variable) => self.named_number(variable, &redirect.op, &arg),
                None => Some(redirect.fd.unwrap_or(usual)),
            };
            let Some(number) = number else { continue };
            let opened = self.opened(redirect.op, &arg, name);
            match opened {
                Opened::Handle(handle) => self.open(number, handle),
                Opened::Closed => drop(self.scope.fds.remove(&number)),
                Opened::Moved(from) => {
                    if let Some(handle) = self.handle(from) {
                        self.scope.fds.remove(&from);
                        self.open(number, handle);
                    }
                }
                Opened::Unknown => {}
            }
        }
    }

    /// The number behind `{name}`: a new one, or the one that the variable holds where it is closed.
    fn named_number(&mut self, variable: &str, op: &Op, arg: &Arg) -> Option<u32> {
        if matches!(op, Op::Duplicate | Op::DuplicateRead) && arg.text == "-" {
            return self.variable(variable)?.text.parse().ok();
        }
        let number = self.free_number();
        self.set(variable, vec![Arg::plain(number.to_string())]);
        Some(number)
    }

    fn opened(&mut self, op: Op, arg: &Arg, name: &str) -> Opened {
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        let writes = matches!(op, Op::Write | Op::ReadWrite | Op::Append);
        if writes && places::is_descriptor(&path) {
            return self.handle_at(&path).map_or(Opened::Unknown, Opened::Handle);
        }
        match op {
            Op::Text => {
                let carried = arg.flow.as_deref().cloned().unwrap_or_default();
                let flow = Flow { text: Some(arg.text.clone()), ..carried };
                Opened::Handle(Handle::Read(Rc::new(flow)))
            }
            Op::Read => match self.handle_at(&path) {
                Some(handle) => Opened::Handle(handle),
                None => Opened::Handle(Handle::Read(Rc::new(self.contents(arg)))),
            },
            Op::Write | Op::ReadWrite => {
                self.linked(&format!("{name} >"), |run| run.on_path(EffectKind::Overwrite, arg));
                Opened::Handle(Handle::File { path: Rc::new(arg.clone()), appends: false })
            }
            Op::Append => {
                self.linked(&format!("{name} >>"), |run| run.appends(arg));
                Opened::Handle(Handle::File { path: Rc::new(arg.clone()), appends: true })
            }
            Op::Duplicate | Op::DuplicateRead => self.duplicated(op, arg, name),
        }
    }

    /// `>&3`, `<&3`, `>&3-`, `>&-`, and `>& file`.
    fn duplicated(&mut self, op: Op, arg: &Arg, name: &str) -> Opened {
        let text = arg.text.as_str();
        if text == "-" {
            return Opened::Closed;
        }
        if let Some(from) = text.strip_suffix('-').and_then(|from| from.parse().ok()) {
            return Opened::Moved(from);
        }
        match text.parse() {
            Ok(from) => self.handle(from).map_or(Opened::Unknown, Opened::Handle),
            Err(_) if op == Op::Duplicate => self.opened(Op::Write, arg, name),
            Err(_) => Opened::Unknown,
        }
    }

    /// Remembers what a file holds, where that is known. What is returned goes to the standard output.
    pub(in super::super) fn keep(&mut self, arg: &Arg, flow: Flow) -> Flow {
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        if let Some(handle) = self.handle_at(&path) {
            return match handle {
                Handle::File { path: other, .. } if *other == *arg => Flow::nothing(),
                handle => self.deeper(|run| run.write_to(&handle, flow)),
            };
        }
        if let Some(pipe) = self.pipe_at(arg, &path) {
            self.write_to_pipe(&pipe, &flow);
        }
        let full = self.scope.files.len() > MAX_FILES && !self.scope.files.contains_key(&path);
        if !arg.is_known() || arg.glob || path.starts_with("/dev/") || full {
            return Flow::nothing();
        }
        let length = flow.text.as_ref().map_or(0, String::len);
        if length > MAX_LINE || !self.step(length / 64) {
            // What grows without end is not known any more.
            self.fault(Unclear::TooMuchWork);
            self.scope.files.remove(&path);
        } else if flow.text.is_some() || flow.has_origin() || flow.file.is_some() {
            self.scope.files.insert(path, Rc::new(flow));
        } else {
            self.scope.files.remove(&path);
        }
        Flow::nothing()
    }

    /// What a file holds, as far as its name says.
    pub(in super::super) fn contents(&mut self, arg: &Arg) -> Flow {
        if let Some(flow) = &arg.flow {
            // The name of a file that a search has printed stands for what is in the file.
            return match &flow.lists {
                Some(secret) => Flow::holding(Some(Rc::clone(secret))),
                None => (**flow).clone(),
            };
        }
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        if let Some(handle) = self.handle_at(&path) {
            return self.deeper(|run| run.read_from(&handle, &Flow::default()));
        }
        if let Some(flow) = self.scope.files.get(&path).cloned() {
            return self.copied(&flow);
        }
        let secret = self.secret_at(arg);
        let pipe = self.pipe_at(arg, &path);
        Flow { secret, pipe, file: self.own_path(arg), ..Flow::default() }
    }

    /// Appending keeps what is there, so it matters only where one more line changes who decides.
    pub(in super::super) fn appends(&mut self, arg: &Arg) {
        let target = self.target(arg);
        let login = target.path.ends_with("/authorized_keys") || target.path.starts_with("/etc/");
        let decides = target.marks.guard || target.marks.profile || login;
        if decides || target.class == TargetClass::Device {
            self.effect(EffectKind::Overwrite, target, Certainty::Certain, Some("appends"));
        }
    }
}

/// What a redirection opens.
enum Opened {
    Handle(Handle),
    Closed,
    /// What another number led to, which is closed.
    Moved(u32),
    Unknown,
}
