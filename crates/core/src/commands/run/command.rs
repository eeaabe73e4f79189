//! Simple commands: assignments, and what the program is.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow, SimpleCommand, basename};
use super::handles::Handle;
use crate::Span;
use crate::commands::Unclear;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::syntax::{Op, Redirect, Simple};
use crate::commands::target::{Target, TargetClass};
use crate::commands::tools::{self, Console, Tool};
use crate::commands::words::{Words, words};

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
        let opened = self.scope.fds.clone();
        let args = self.words(&simple.words);
        let program = args.first().map(|arg| basename(&arg.text));
        let outer = self.assigns(simple, program);
        let name = args.first().map_or("", |arg| basename(&arg.text)).to_owned();
        self.redirects(&simple.redirects, &name);
        if !simple.redirects.is_empty() && only_opens(&args) {
            self.stay_open();
            return Flow::nothing();
        }
        let streams = self.streams(input);
        let reads = simple.redirects.iter().any(|redirect| redirect.op == Op::Read);
        let flow = self.with_streams(&streams, &name, |run, input| match args.is_empty() {
            // `$(<file)` is what the file holds.
            true if reads && simple.assigns.is_empty() => input.clone(),
            true => Flow::nothing(),
            false => run.start(&args, input),
        });
        self.close(opened, &simple.redirects);
        // An assignment in front of a command is for that command alone.
        for (name, values) in outer {
            match values {
                Some(values) => drop(self.scope.vars.insert(name, values)),
                None => drop(self.scope.vars.remove(&name)),
            }
        }
        flow
    }

    /// Assigns what stands in front of a command. Returns what the variables held, where they are given back.
    fn assigns(
        &mut self,
        simple: &Simple,
        program: Option<&str>,
    ) -> Vec<(String, Option<Rc<[Arg]>>)> {
        let mut outer = Vec::new();
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
            if program == Some("git")
                && let Some(value) = values.first()
            {
                tools::note_variable(self, name, value, "git");
            }
            if program.is_some() {
                outer.push((name.clone(), self.scope.vars.get(name).cloned()));
            }
            self.set(name, values);
        }
        outer
    }

    /// Closes what a command has opened, but for what it has given a name.
    fn close(&mut self, mut opened: BTreeMap<u32, Handle>, redirects: &[Redirect]) {
        for name in redirects.iter().filter_map(|redirect| redirect.name.as_deref()) {
            let number = self.variable(name).and_then(|number| number.text.parse().ok());
            if let Some(number) = number
                && let Some(handle) = self.scope.fds.get(&number)
            {
                opened.insert(number, handle.clone());
            }
        }
        self.scope.fds = opened;
    }

    /// Notes where in the line the command stands that runs now.
    pub(super) fn stands_at(&mut self, simple: &Simple) {
        if !self.fixed {
            let (start, end) = (simple.span.start as u64, simple.span.end as u64);
            self.span = Span { start, end };
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
        if names_input(args) && !self.scope.fds.contains_key(&0) {
            self.scope.fds.insert(0, Handle::Read(Rc::new(input.clone())));
            let flow = self.start(args, input);
            self.scope.fds.remove(&0);
            return flow;
        }
        if let Some(flow) = self.own_name(program, rest, input) {
            return flow;
        }
        if self.statement(args) {
            return Flow::default();
        }
        if self.is_written(program)
            && let Some(flow) =
                self.linked(basename(&program.text), |run| run.own_file(program, rest))
        {
            return flow;
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
            Some(tool) => self.linked(&link, |run| {
                run.deeper(|run| {
                    let flow = tool.run(run, &call);
                    // What another program does with a secret is not known, and most take it for themselves.
                    if matches!(tool, Tool::Function(..)) { run.exposes(flow) } else { flow }
                })
            }),
            None if name.contains(UNKNOWN) => {
                self.linked(&link, |run| run.hidden_program(program, &call))
            }
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

    /// True for a program that the line itself has written, whatever name it has.
    fn is_written(&self, program: &Arg) -> bool {
        let flow = program
            .text
            .contains('/')
            .then(|| self.scope.files.get(&paths::absolute(&program.text, &self.scope.cwd)));
        flow.flatten().is_some_and(|flow| flow.text.is_some() || flow.remote.is_some())
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
    fn hidden_program(&mut self, program: &Arg, call: &Call<'_>) -> Flow {
        if let Some(flow) = program.flow.as_deref().filter(|flow| flow.remote.is_some()) {
            drop(self.run_flow(&flow.origin()));
        }
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
        if let Some(pipe) = &flow.pipe {
            self.pipe_of(pipe).runs = true;
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
        let told = arg.flow.as_ref().is_some_and(|flow| flow.remote.is_some());
        if variable && !told && arg.text.trim().chars().eq([UNKNOWN]) {
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

/// True for `exec` without a program: its redirections are for the rest of the shell.
fn only_opens(args: &[Arg]) -> bool {
    let mut words = args.iter().map(|arg| arg.text.as_str());
    let first = words.by_ref().find(|word| !matches!(*word, "command" | "builtin"));
    let mut named = false;
    first == Some("exec")
        && words.all(|word| {
            let own = named || word.starts_with('-');
            named = word.starts_with('-') && word.ends_with('a');
            own
        })
}

/// True where an argument names the command's own input.
fn names_input(args: &[Arg]) -> bool {
    let inputs = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
    args.iter().any(|arg| inputs.iter().any(|input| arg.text.contains(input)))
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
