//! Simple commands: assignments, redirections, and what the program is.

use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow, SimpleCommand, basename};
use crate::Span;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::places;
use crate::commands::syntax::{Op, Redirect, Simple};
use crate::commands::target::{Target, TargetClass};
use crate::commands::tools::{self, Console, Tool};
use crate::commands::words::{Words, words};
use crate::commands::{MAX_LINE, Unclear};

/// Variables whose value another program runs.
const RUN_LATER: Words = words(
    "GIT_SSH_COMMAND GIT_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_SEQUENCE_EDITOR \
     GIT_ASKPASS GIT_PROXY_COMMAND PROMPT_COMMAND LESSOPEN RSYNC_RSH",
);
/// The longest label of a command in a chain.
const MAX_LABEL: usize = 40;

/// A program that is started.
#[derive(Clone, Copy)]
pub(in super::super) struct Call<'c> {
    /// The program without its folder.
    pub name: &'c str,
    pub args: &'c [Arg],
    pub input: &'c Flow,
}

impl Run<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, input: &Flow) -> Flow {
        self.stands_at(simple);
        let args = self.words(&simple.words);
        for (name, words) in &simple.assigns {
            let values: Vec<Arg> = match words.as_slice() {
                [word] => vec![self.value(word)],
                words => self.words(words),
            };
            if RUN_LATER.contains(name)
                && let Some(line) = values.first()
            {
                let link = format!("{name}=");
                self.linked(&link, |run| run.apart(|run| run.run_arg(line, &Flow::default())));
            }
            let program = args.first().map_or("", |arg| basename(&arg.text));
            if program == "git"
                && let Some(value) = values.first()
            {
                tools::note_variable(self, name, value, program);
            }
            let kept = if args.is_empty() { None } else { self.scope.vars.get(name).cloned() };
            self.set(name, values);
            // An assignment in front of a command is for that command alone.
            if !args.is_empty() {
                match kept {
                    Some(values) => drop(self.scope.vars.insert(name.clone(), values)),
                    None => drop(self.scope.vars.remove(name)),
                }
            }
        }
        let name = args.first().map_or("", |arg| basename(&arg.text)).to_owned();
        let input = self.redirects(&simple.redirects, input, &name);
        let reads = simple.redirects.iter().any(|redirect| redirect.op == Op::Read);
        let output = match args.is_empty() {
            // `$(<file)` is what the file holds.
            true if reads && simple.assigns.is_empty() => input,
            true => Flow::nothing(),
            false => self.start(&args, &input),
        };
        self.written(&simple.redirects, output)
    }

    /// Notes where in the line the command stands that runs now.
    pub(super) fn stands_at(&mut self, simple: &Simple) {
        if !self.fixed {
            let (start, end) = (simple.span.start as u64, simple.span.end as u64);
            self.span = Span { start, end };
        }
    }

    /// Where the output goes: to the next command, or into a file.
    fn written(&mut self, redirects: &[Redirect], output: Flow) -> Flow {
        let to_file = |redirect: &&Redirect| {
            redirect.fd.unwrap_or(1) == 1 && matches!(redirect.op, Op::Write | Op::Append)
        };
        let Some(redirect) = redirects.iter().rev().find(to_file) else { return output };
        let arg = self.value(&redirect.target);
        if arg.text.starts_with("/dev/tcp/") || arg.text.starts_with("/dev/udp/") {
            if let Some(secret) = &output.secret {
                self.on_path(EffectKind::Exfiltrate, &Arg::plain(secret.as_str()));
            }
            return Flow::nothing();
        }
        if matches!(arg.text.as_str(), "/dev/stdout" | "/dev/fd/1") {
            return output;
        }
        if redirect.op == Op::Append {
            let before = self.contents(&arg);
            self.keep(&arg, before.then(output));
        } else {
            self.keep(&arg, output);
        }
        Flow::nothing()
    }

    /// Remembers what a file holds, where that is known.
    pub(in super::super) fn keep(&mut self, arg: &Arg, flow: Flow) {
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        if !arg.is_known() || arg.glob || path.starts_with("/dev/") || self.scope.files.len() > 64 {
            return;
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
    }

    /// Notes what redirections write, and returns what the command reads.
    pub(super) fn redirects(&mut self, redirects: &[Redirect], input: &Flow, name: &str) -> Flow {
        let mut flow = input.clone();
        for redirect in redirects {
            if !self.step(1) {
                break;
            }
            let arg = self.value(&redirect.target);
            match redirect.op {
                Op::Text if redirect.fd.unwrap_or(0) == 0 => {
                    let carried = arg.flow.map(|flow| *flow).unwrap_or_default();
                    flow = Flow { text: Some(arg.text), ..carried };
                }
                Op::Text | Op::Duplicate => {}
                Op::Read => flow = self.contents(&arg),
                Op::Write | Op::ReadWrite => {
                    self.linked(&format!("{name} >"), |run| {
                        run.on_path(EffectKind::Overwrite, &arg)
                    });
                }
                Op::Append => self.linked(&format!("{name} >>"), |run| run.appends(&arg)),
            }
        }
        flow
    }

    /// What a file holds, as far as its name says.
    pub(in super::super) fn contents(&mut self, arg: &Arg) -> Flow {
        if let Some(flow) = &arg.flow {
            return (**flow).clone();
        }
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        if let Some(host) = path.strip_prefix("/dev/tcp/").or(path.strip_prefix("/dev/udp/")) {
            return Flow { remote: Some(host.replace(UNKNOWN, "…")), ..Flow::default() };
        }
        if let Some(flow) = self.scope.files.get(&path).cloned() {
            let length = flow.text.as_ref().map_or(0, String::len);
            return if self.step(length / 64) { (*flow).clone() } else { flow.origin() };
        }
        let secret = places::marks(&path, paths::home(self.view)).credential;
        let file = self.own_path(arg);
        Flow { secret: secret.then_some(path), file, ..Flow::default() }
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

    /// Runs something behind one more link of the chain.
    pub(in super::super) fn linked<T>(
        &mut self,
        link: &str,
        what: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.chain.push(link.trim_start().to_owned());
        let result = what(self);
        self.chain.pop();
        result
    }

    /// Starts a program: the first argument and the rest.
    pub(in super::super) fn start(&mut self, args: &[Arg], input: &Flow) -> Flow {
        let Some((program, rest)) = args.split_first() else { return Flow::nothing() };
        if !self.step(1 + rest.len() / 8) {
            return Flow::default();
        }
        if let Some(flow) = self.own_name(program, rest, input) {
            return flow;
        }
        if self.statement(args) {
            return Flow::default();
        }
        let name = tools::canonical(basename(&program.text), self.view.programs);
        let name = name.as_ref();
        let tool = tools::find(name, self.view.programs);
        let wrapper = tool.is_some_and(Tool::is_wrapper);
        self.record(program, rest, tool);
        let call = Call { name, args: rest, input };
        let link = if wrapper {
            name.to_owned()
        } else {
            label(name, rest, tool.is_some_and(Tool::has_verbs))
        };
        match tool {
            Some(tool) => self.linked(&link, |run| run.deeper(|run| tool.run(run, &call))),
            None if name.contains(UNKNOWN) => self.linked(&link, |run| run.hidden_program(&call)),
            None => self
                .own_file(program, rest)
                .or_else(|| self.behind_dashes(name, rest, input))
                .unwrap_or_else(|| input.origin()),
        }
    }

    /// Words that are no command but a statement for a console.
    fn statement(&mut self, args: &[Arg]) -> bool {
        let Some(program) = args.first() else { return false };
        if program.quoted || !tools::may_be_statement(&program.text) {
            return false;
        }
        let words: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
        let text = words.join(" ");
        let console = tools::console_of(&text).filter(|console| *console != Console::Documents);
        if let Some(console) = console {
            tools::run_console(self, console, &text);
        }
        console.is_some()
    }

    /// `xyz -- rm -rf /`: what stands behind the dashes of a program that is not known, where it is a program that is.
    fn behind_dashes(&mut self, name: &str, rest: &[Arg], input: &Flow) -> Option<Flow> {
        let at = rest.iter().position(|arg| arg.text == "--")?;
        let started = rest.get(at + 1..)?;
        let known = tools::find(basename(&started.first()?.text), self.view.programs);
        known.map(|_| self.linked(name, |run| run.deeper(|run| run.start(started, input))))
    }

    /// A script that the line itself has written, or that stands on the disk.
    fn own_file(&mut self, program: &Arg, rest: &[Arg]) -> Option<Flow> {
        if !program.text.contains('/') {
            return None;
        }
        let path = paths::absolute(&program.text, &self.scope.cwd);
        let flow = self.scope.files.get(&path).map(Rc::clone);
        let own = self.own_path(program);
        self.apart(|run| {
            run.scope.args = Some(rest.to_vec());
            match flow {
                Some(flow) => Some(run.run_flow(&flow)),
                None => run.run_file(&own?, false),
            }
        })
    }

    /// Aliases and functions of the line.
    fn own_name(&mut self, program: &Arg, rest: &[Arg], input: &Flow) -> Option<Flow> {
        let name = program.text.as_str();
        if !program.quoted
            && let Some(text) = self.scope.aliases.remove(name)
        {
            let words: Vec<String> = rest.iter().map(|arg| quote(&arg.text)).collect();
            let line = format!("{text} {}", words.join(" "));
            let flow = self.linked(name, |run| run.inner_script(&line, input));
            self.scope.aliases.insert(name.to_owned(), text);
            return Some(flow);
        }
        let body = self.scope.functions.get(name).cloned()?;
        Some(self.call_function(name, &body, rest, input))
    }

    fn record(&mut self, program: &Arg, args: &[Arg], tool: Option<Tool<'_>>) {
        self.commands.push(SimpleCommand {
            program: program.text.clone(),
            args: args.to_vec(),
            wrapper: tool.is_some_and(Tool::is_wrapper),
            verbs: tool.is_some_and(Tool::has_verbs),
            span: self.span,
            cwd: self.scope.cwd.clone(),
            home: paths::home(self.view).to_owned(),
        });
    }

    /// A program that is not known: its arguments may still say what it is for.
    fn hidden_program(&mut self, call: &Call<'_>) -> Flow {
        let cluster = |arg: &Arg| {
            let short = arg.text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            short.is_some_and(|rest| rest.contains(['r', 'R']) && rest.len() <= 4)
        };
        if call.args.iter().any(cluster) {
            for arg in call.args.iter().filter(|arg| !arg.is_option()) {
                let target = self.target(arg);
                if target.class >= TargetClass::Vcs {
                    self.effect(
                        EffectKind::DeleteRecursive,
                        target,
                        Certainty::Unknown,
                        Some("unknown program"),
                    );
                }
            }
        }
        call.input.origin()
    }

    /// Runs what a shell is given: text of the line, or code from elsewhere.
    pub(in super::super) fn run_flow(&mut self, flow: &Flow) -> Flow {
        if let Some(address) = &flow.remote {
            let target = Target::named(address.clone(), TargetClass::Remote);
            self.effect(EffectKind::RunRemoteCode, target, Certainty::Certain, None);
        }
        if flow.hidden {
            self.fault(Unclear::HiddenScript);
        }
        match (&flow.text, &flow.file) {
            (Some(text), _) => self.inner_script(text, &Flow::default()),
            (None, Some(path)) => self.run_file(path, true).unwrap_or_default(),
            (None, None) => Flow::default(),
        }
    }

    /// Runs the text of an argument as a script.
    pub(in super::super) fn run_arg(&mut self, arg: &Arg, input: &Flow) -> Flow {
        if let Some(flow) = &arg.flow {
            let origin = flow.origin();
            drop(self.run_flow(&origin));
        }
        let variable = arg.unknown.as_deref().is_some_and(|name| !name.starts_with("$("));
        if variable && arg.text.trim().chars().eq([UNKNOWN]) {
            self.fault(Unclear::HiddenScript);
        }
        let outer = self.hidden.clone();
        if arg.unknown.is_some() {
            self.hidden.clone_from(&arg.unknown);
        }
        let flow = self.inner_script(&arg.text, input);
        self.hidden = outer;
        flow
    }
}

/// The program with its first options or verbs: enough to be recognised, and nothing that could hold a secret.
fn label(name: &str, args: &[Arg], verbs: bool) -> String {
    let mut label = name.replace(UNKNOWN, "…");
    let short = |arg: &Arg| {
        arg.text.len() <= 24
            && arg.is_known()
            && arg.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    for arg in args.iter().take(3) {
        let verb = verbs && arg.text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !(arg.is_option() || verb) || !short(arg) || label.len() > MAX_LABEL {
            break;
        }
        label.push(' ');
        label.push_str(&arg.text);
    }
    label
}

/// A word that a shell reads as this text.
pub(in super::super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
