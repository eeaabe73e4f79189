//! Open descriptors: what a number leads to, and what reading from it and writing to it does.

use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow};
use super::secret::{Sink, is_here};
use crate::Span;
use crate::commands::credentials::Secrecy;
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::syntax::Node;

/// How many descriptors are kept apart.
const MAX_HANDLES: usize = 64;
/// The first number of those that a shell chooses itself.
const FIRST_FREE: u32 = 10;
/// The highest number of those that lead to a command.
const LAST_PROCESS: u32 = 63;

/// What a descriptor leads to.
#[derive(Clone)]
pub(in super::super) enum Handle {
    /// What the command has at this number anyhow: 0, 1 or 2.
    Own(u32),
    /// Something that is read: a file, a text of the line.
    Read(Rc<Flow>),
    /// A file that is written.
    File {
        path: Rc<Arg>,
        /// True where what is written comes behind what is there.
        appends: bool,
    },
    /// Another machine, by its address.
    Host(Rc<str>),
    /// A command: what it prints is read, what is written it reads.
    Process(Rc<Process>),
}

/// A command that runs beside the line.
pub(in super::super) struct Process {
    /// What it prints.
    output: Flow,
    /// What it runs; empty where nothing is written to it.
    body: Rc<[Node]>,
    /// Where it stands, so that its effects are the same however often it is looked at.
    chain: Vec<String>,
    span: Span,
}

/// What a named pipe of the line leads to.
#[derive(Default)]
pub(in super::super) struct Pipe {
    /// True where what is written to it is sent to another machine.
    pub sent: bool,
    /// True where a shell runs what is written to it.
    pub runs: bool,
}

impl Run<'_> {
    /// What a path leads to that is a name of a descriptor or of an address.
    pub(super) fn handle_at(&self, path: &str) -> Option<Handle> {
        if let Some(address) = path.strip_prefix("/dev/tcp/").or(path.strip_prefix("/dev/udp/")) {
            let address = address.split('/').next().unwrap_or_default();
            return Some(Handle::Host(address.replace(UNKNOWN, "…").into()));
        }
        let number = match path {
            "/dev/stdin" => 0,
            "/dev/stdout" => 1,
            "/dev/stderr" | "/dev/tty" => 2,
            _ => {
                let number =
                    path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/"));
                number?.parse().ok()?
            }
        };
        self.handle(number)
    }

    /// What a number leads to; `None` where nothing was opened there.
    pub(in super::super) fn handle(&self, number: u32) -> Option<Handle> {
        let opened = self.scope.fds.get(&number).cloned();
        opened.or_else(|| (number < 3).then_some(Handle::Own(number)))
    }

    pub(super) fn open(&mut self, number: u32, handle: Handle) {
        if self.scope.fds.len() < MAX_HANDLES || self.scope.fds.contains_key(&number) {
            self.scope.fds.insert(number, handle);
        }
    }

    /// A number that is free, for `{name}>file`.
    pub(super) fn free_number(&self) -> u32 {
        let free = |number: &u32| !self.scope.fds.contains_key(number);
        (FIRST_FREE..LAST_PROCESS).find(free).unwrap_or(LAST_PROCESS)
    }

    /// Opens a command at a number from the highest on, and returns the number.
    pub(super) fn open_process(&mut self, output: Flow, body: &Rc<[Node]>) -> u32 {
        let free = |number: &u32| !self.scope.fds.contains_key(number);
        let number = (FIRST_FREE..=LAST_PROCESS).rev().find(free).unwrap_or(LAST_PROCESS);
        let (chain, span) = (self.chain.clone(), self.span);
        let process = Process { output, body: Rc::clone(body), chain, span };
        self.open(number, Handle::Process(Rc::new(process)));
        number
    }

    /// What is read from a handle.
    pub(in super::super) fn read_from(&mut self, handle: &Handle, input: &Flow) -> Flow {
        match handle {
            Handle::Own(0) => input.clone(),
            Handle::Own(_) => Flow::default(),
            Handle::Read(flow) => self.copied(flow),
            Handle::File { path, .. } => self.contents(path),
            Handle::Host(address) => Flow { remote: Some(address.to_string()), ..Flow::default() },
            Handle::Process(process) => self.copied(&process.output),
        }
    }

    /// A copy of what flows, with its text as far as there is work left.
    pub(super) fn copied(&mut self, flow: &Flow) -> Flow {
        let length = flow.text.as_ref().map_or(0, String::len);
        if self.step(length / 64) { flow.clone() } else { flow.origin() }
    }

    /// Where what is written to a handle is going, for the command that writes.
    pub(super) fn sink_of(&self, handle: &Handle) -> Sink {
        match handle {
            Handle::Own(1) => self.sink,
            Handle::Own(_) => Sink::Shown,
            _ => Sink::Passed,
        }
    }

    /// Writes to a handle. What is returned goes to the standard output.
    pub(in super::super) fn write_to(&mut self, handle: &Handle, flow: Flow) -> Flow {
        match handle {
            Handle::Own(1) => return flow,
            Handle::Own(_) => drop(self.with_sink(Sink::Shown, |run| run.exposes(flow))),
            Handle::Read(_) => {}
            Handle::File { path, appends: true } => {
                let before = self.contents(path);
                return self.keep(path, before.then(flow));
            }
            Handle::File { path, appends: false } => return self.keep(path, flow),
            Handle::Host(address) => self.sends(address, &flow),
            Handle::Process(process) => self.feeds(process, &flow),
        }
        Flow::nothing()
    }

    /// Sends something to an address.
    pub(in super::super) fn sends(&mut self, address: &str, flow: &Flow) {
        if !is_here(address) {
            self.leaks(flow, Secrecy::Work);
        }
    }

    /// Lets a command read what is written to it.
    fn feeds(&mut self, process: &Rc<Process>, flow: &Flow) {
        if process.body.is_empty() || flow.text.is_none() && !flow.has_origin() {
            return;
        }
        let chain = std::mem::replace(&mut self.chain, process.chain.clone());
        let span = std::mem::replace(&mut self.span, process.span);
        let fixed = std::mem::replace(&mut self.fixed, true);
        self.with_sink(Sink::Shown, |run| {
            run.apart(|run| {
                run.scope.fds.remove(&0);
                run.list(&process.body, flow)
            })
        });
        (self.chain, self.span, self.fixed) = (chain, span, fixed);
    }

    /// The named pipe at a path.
    pub(in super::super) fn pipe_of(&mut self, path: &str) -> &mut Pipe {
        self.pipes.entry(path.to_owned()).or_default()
    }

    /// `mkfifo` and `mknod … p`.
    pub(in super::super) fn make_pipe(&mut self, arg: &Arg) {
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        if arg.is_known() && self.pipes.len() < MAX_HANDLES {
            self.scope.files.remove(&path);
            self.pipe_of(&path);
        }
    }

    /// The path of the named pipe that an argument leads to.
    pub(super) fn pipe_at(&mut self, arg: &Arg, path: &str) -> Option<String> {
        if self.pipes.contains_key(path) {
            return Some(path.to_owned());
        }
        let real = self.own_path(arg).map(|_| self.target(arg).path)?;
        let is_pipe = !real.starts_with("/dev/")
            && self.kind_of(&real) == Some(crate::commands::FileKind::Other)
            && self.pipes.len() < MAX_HANDLES;
        is_pipe.then(|| {
            self.pipe_of(&real);
            real
        })
    }

    /// What is written to a named pipe goes where it is read.
    pub(super) fn write_to_pipe(&mut self, path: &str, flow: &Flow) {
        let Pipe { sent, runs } = *self.pipe_of(path);
        if sent {
            self.leaks(flow, Secrecy::Work);
        }
        if runs {
            drop(self.run_flow(flow));
        }
    }
}
