//! Runs a script on values instead of on a machine.
//!
//! The state is what a shell would hold: variables, functions, aliases, arguments, the working directory. Where a value is not known it is
//! hidden behind its name. Branches are all taken, loops run once for each known word.

mod arg;
mod braces;
mod command;
mod emit;
mod expand;
mod function;
mod handles;
mod redirects;
mod script;
mod secret;
mod state;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use arg::{Arg, SimpleCommand};
pub(super) use arg::{Flow, basename};
pub(super) use command::{Call, quote};
pub(super) use handles::Handle;
pub(super) use secret::{Secret, Sink, is_here};

use super::effect::{Analysis, Unclear};
use super::syntax::{self, Joined, Node, Word};
use super::tools::Console;
use super::{MAX_DEPTH, MAX_WORK, Shell, View, paths, tools, windows};
use crate::Span;

/// How many words a loop is run for.
const MAX_ROUNDS: usize = 64;

/// What was found.
pub(super) struct Outcome {
    pub analysis: Analysis,
    pub commands: Vec<SimpleCommand>,
}

/// Analyses a line.
pub(super) fn run(line: &str, view: &View<'_>) -> Outcome {
    let mut run = Run::new(view);
    run.span = Span { start: 0, end: line.len() as u64 };
    match view.shell {
        Shell::Posix => drop(run.script(line, &Flow::default())),
        Shell::PowerShell => windows::powershell(&mut run, line),
        Shell::Cmd => windows::cmd(&mut run, line),
        Shell::Unknown => {
            drop(run.script(line, &Flow::default()));
            windows::powershell(&mut run, line);
            windows::cmd(&mut run, line);
        }
    }
    Outcome {
        analysis: Analysis { effects: run.effects, unclear: run.unclear },
        commands: run.commands,
    }
}

/// What a subshell has a copy of.
#[derive(Clone)]
pub(super) struct Scope {
    pub vars: BTreeMap<String, Rc<[Arg]>>,
    pub functions: BTreeMap<String, Rc<Node>>,
    pub aliases: BTreeMap<String, String>,
    /// `$1` and up, where they are known.
    pub args: Option<Vec<Arg>>,
    pub cwd: String,
    /// What the line has written to files, by absolute path.
    pub files: BTreeMap<String, Rc<Flow>>,
    /// What is open, by its number, besides what a command has anyhow.
    pub fds: BTreeMap<u32, Handle>,
    /// Variables that are other names of variables.
    pub refs: BTreeMap<String, String>,
}

/// A run of one line.
pub(super) struct Run<'v> {
    pub view: &'v View<'v>,
    pub scope: Scope,
    /// The machine or container in which the current command runs, where it is another one.
    pub remote: Option<String>,
    /// The wrappers around the current command.
    pub chain: Vec<String>,
    /// Where the current command stands in the line.
    pub span: Span,
    /// The variable behind unknown parts of a script that runs, or of the folder.
    pub hidden: Option<String>,
    /// True where git's answers do not hold: the line has moved files, or names another repository.
    pub stale: bool,
    /// The scripts on disk that run, from the outside in.
    pub running: Vec<String>,
    /// Where what is printed is going.
    pub sink: Sink,
    /// The named pipes that the line makes or uses.
    pipes: BTreeMap<String, handles::Pipe>,
    /// True inside a script whose text is not a slice of the line.
    fixed: bool,
    depth: usize,
    work: usize,
    pub effects: Vec<super::Effect>,
    pub unclear: Option<Unclear>,
    pub commands: Vec<SimpleCommand>,
}

impl<'v> Run<'v> {
    fn new(view: &'v View<'v>) -> Self {
        Self {
            view,
            scope: Scope {
                vars: BTreeMap::new(),
                functions: BTreeMap::new(),
                aliases: BTreeMap::new(),
                args: None,
                cwd: paths::cwd(view).to_owned(),
                files: BTreeMap::new(),
                fds: BTreeMap::new(),
                refs: BTreeMap::new(),
            },
            remote: None,
            chain: Vec::new(),
            span: Span { start: 0, end: 0 },
            hidden: None,
            stale: false,
            running: Vec::new(),
            sink: Sink::Shown,
            pipes: BTreeMap::new(),
            fixed: false,
            depth: 0,
            work: 0,
            effects: Vec::new(),
            unclear: None,
            commands: Vec::new(),
        }
    }

    /// Counts steps. False where there were too many: the caller stops.
    pub(super) fn step(&mut self, steps: usize) -> bool {
        self.work = self.work.saturating_add(steps);
        if self.work > MAX_WORK {
            self.fault(Unclear::TooMuchWork);
            return false;
        }
        true
    }

    pub(super) fn fault(&mut self, why: Unclear) {
        self.unclear.get_or_insert(why);
    }

    /// Runs something one level deeper, unless that is too deep.
    pub(super) fn deeper<T: Default>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        if !self.descend() {
            return T::default();
        }
        let result = what(self);
        self.ascend();
        result
    }

    /// Goes one level deeper, unless that is too deep.
    pub(super) fn descend(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Goes back from where [`Self::descend`] led.
    pub(super) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Runs something whose variables and folder do not come back, as in a subshell.
    pub(super) fn apart<T: Default>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let size = self.scope.vars.len()
            + self.scope.functions.len()
            + self.scope.files.len()
            + self.scope.fds.len();
        if !self.step(1 + size / 4) {
            return T::default();
        }
        let scope = self.scope.clone();
        let result = self.deeper(what);
        // Files are on the disk, whoever wrote them.
        let files = std::mem::take(&mut self.scope.files);
        self.scope = Scope { files, ..scope };
        result
    }

    /// Runs a script in a text: the line itself, or what a shell inside it is given.
    pub(super) fn script(&mut self, text: &str, input: &Flow) -> Flow {
        if !self.step(1 + text.len() / 64) && self.depth > 0 {
            return Flow::default();
        }
        let parsed = syntax::parse(text);
        // A statement has another grammar than a command.
        let console = tools::console_of(text)
            .filter(|console| parsed.unclear.is_some() || *console == Console::Documents);
        if let Some(why) = parsed.unclear.filter(|_| console.is_none()) {
            self.fault(why);
        }
        let flow = self.list(&parsed.nodes, input);
        if let Some(console) = console {
            if !self.fixed {
                self.span = Span { start: 0, end: text.len() as u64 };
            }
            tools::run_console(self, console, text);
        }
        flow
    }

    /// Runs a script that is not the line itself, behind a link of the chain.
    pub(super) fn inner_script(&mut self, text: &str, input: &Flow) -> Flow {
        let fixed = std::mem::replace(&mut self.fixed, true);
        let flow = self.deeper(|run| run.script(text, input));
        self.fixed = fixed;
        flow
    }

    /// Runs commands one after the other; only the first that reads gets the input.
    pub(super) fn list(&mut self, nodes: &[Node], input: &Flow) -> Flow {
        let mut output = Flow::nothing();
        for node in nodes {
            if !self.step(1) {
                return Flow::default();
            }
            output = output.then(self.node(node, input));
        }
        output
    }

    pub(super) fn node(&mut self, node: &Node, input: &Flow) -> Flow {
        match node {
            Node::Simple(simple) => self.simple(simple, input),
            Node::Pipeline(stages) => self.pipeline(stages, input),
            Node::Background(node) => self.deeper(|run| run.node(node, input)),
            Node::Next(joined, node) => self.next(*joined, node, input),
            Node::Coprocess { name, body } => self.coprocess(name, body),
            Node::Group(body, redirects) => self.redirected(redirects, input, "{", |run, input| {
                run.deeper(|run| run.list(body, input))
            }),
            Node::Subshell(body, redirects) => {
                self.redirected(redirects, input, "(", |run, input| {
                    run.apart(|run| run.list(body, input))
                })
            }
            Node::Branches(lists, redirects) => {
                self.redirected(redirects, input, "if", |run, input| {
                    run.deeper(|run| run.branches(lists, input))
                })
            }
            Node::Endless(lists, redirects) => {
                self.redirected(redirects, input, "while", |run, input| {
                    run.floods(lists.last().map_or(&[], Vec::as_slice));
                    run.deeper(|run| run.branches(lists, input))
                })
            }
            Node::Case { word, arms, redirects } => {
                drop(self.value(word));
                self.redirected(redirects, input, "case", |run, input| {
                    run.deeper(|run| run.branches(arms, input))
                })
            }
            Node::For { name, words, body, redirects } => {
                self.redirected(redirects, input, "for", |run, input| {
                    run.deeper(|run| run.walk(name, words.as_deref(), body, input))
                })
            }
            Node::Function { name, body } => {
                self.scope.functions.insert(name.clone(), Rc::clone(body));
                Flow::nothing()
            }
            Node::Test(words) => {
                drop(self.words(words));
                Flow::nothing()
            }
        }
    }

    /// What runs after `||` runs where the first failed: a variable it sets has either value.
    fn next(&mut self, joined: Joined, node: &Node, input: &Flow) -> Flow {
        match joined {
            Joined::And => self.deeper(|run| run.node(node, input)),
            Joined::Or => {
                let cwd = self.scope.cwd.clone();
                let flow = self.deeper(|run| {
                    let before = run.scope.vars.clone();
                    run.step(before.len() / 4);
                    let flow = run.node(node, input);
                    run.hide_changed(&before);
                    flow
                });
                self.scope.cwd = cwd;
                flow
            }
        }
    }

    fn pipeline(&mut self, stages: &[Node], input: &Flow) -> Flow {
        let mut flow = input.clone();
        for (at, stage) in stages.iter().enumerate() {
            let last = at + 1 == stages.len();
            let sink = if last { self.sink } else { Sink::Passed };
            flow = self.with_sink(sink, |run| {
                run.apart(|run| {
                    // The ends of a pipe take the place of what is open.
                    if at > 0 {
                        run.scope.fds.remove(&0);
                    }
                    if !last {
                        run.scope.fds.remove(&1);
                    }
                    run.node(stage, &flow)
                })
            });
        }
        flow
    }

    /// `coproc`: its streams are descriptors whose numbers a variable holds. One number stands for both.
    fn coprocess(&mut self, name: &str, body: &Rc<[Node]>) -> Flow {
        let output = self.output_of(body);
        let number = self.open_process(output, body);
        self.set(name, vec![Arg::plain(number.to_string())]);
        Flow::nothing()
    }

    /// What commands print that run beside the line, or inside a word of it.
    pub(super) fn output_of(&mut self, body: &[Node]) -> Flow {
        self.passed(|run| {
            run.apart(|run| {
                run.scope.fds.remove(&1);
                run.list(body, &Flow::default())
            })
        })
    }

    /// Runs every list; a variable that they leave different is not known afterwards.
    fn branches(&mut self, lists: &[Vec<Node>], input: &Flow) -> Flow {
        let mut output = Flow::nothing();
        let mut changed: Vec<String> = Vec::new();
        for list in lists {
            let before = self.scope.vars.clone();
            if !self.step(1 + before.len() / 4) {
                break;
            }
            output = output.then(self.list(list, input));
            changed.extend(self.changed(&before));
        }
        self.hide(changed);
        output.origin()
    }

    /// The variables that had another value before.
    fn changed(&self, before: &BTreeMap<String, Rc<[Arg]>>) -> Vec<String> {
        let differs =
            |name: &String, value: &Rc<[Arg]>| before.get(name).is_some_and(|old| old != value);
        let vars = self.scope.vars.iter();
        vars.filter(|(name, value)| differs(name, value)).map(|(name, _)| name.clone()).collect()
    }

    fn hide_changed(&mut self, before: &BTreeMap<String, Rc<[Arg]>>) {
        let changed = self.changed(before);
        self.hide(changed);
    }

    fn hide(&mut self, names: Vec<String>) {
        for name in names {
            let value = Arg::hidden(format!("${name}"));
            self.scope.vars.insert(name, Rc::new([value]));
        }
    }

    fn walk(&mut self, name: &str, words: Option<&[Word]>, body: &[Node], input: &Flow) -> Flow {
        let values = match words {
            Some(words) => self.words(words),
            None => self.scope.args.clone().unwrap_or_default(),
        };
        let mut output = Flow::nothing();
        let hidden = || Rc::new([Arg::hidden(format!("${name}"))]);
        if values.is_empty() {
            self.scope.vars.insert(name.to_owned(), hidden());
            return self.list(body, input).origin();
        }
        for (round, value) in values.into_iter().enumerate() {
            if round == MAX_ROUNDS {
                self.fault(Unclear::TooMuchWork);
                break;
            }
            self.scope.vars.insert(name.to_owned(), Rc::new([value]));
            output = output.then(self.list(body, input));
        }
        output
    }
}
