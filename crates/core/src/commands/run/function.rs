//! Functions: calls, and the ones that fork without end.

use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::syntax::{Node, Part, Simple};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// Commands that give time, or end a loop.
const WAITING: Words = words("sleep wait read exit break return inotifywait fswatch");

/// How a function calls itself.
#[derive(Default)]
struct Calls {
    all: usize,
    background: usize,
    /// The most calls in one pipeline.
    piped: usize,
}

impl Run<'_> {
    /// Runs a function of the line with its arguments.
    pub(super) fn call_function(
        &mut self,
        name: &str,
        body: &Rc<Node>,
        args: &[Arg],
        input: &Flow,
    ) -> Flow {
        let mut calls = Calls::default();
        count(body, name, false, &mut calls);
        if calls.piped > 1 || calls.background > 0 && (calls.all > 1 || args.is_empty()) {
            let target = Target::named(name, TargetClass::Protected);
            self.effect(EffectKind::KillProcesses, target, Certainty::Certain, Some("fork bomb"));
            return Flow::default();
        }
        let outer = self.scope.args.replace(args.to_vec());
        // A function that calls itself is run once; its own name is nothing inside.
        let shadow = self.scope.functions.remove(name);
        self.chain.push(format!("{name}()"));
        let flow = self.deeper(|run| run.node(body, input));
        self.chain.pop();
        self.scope.args = outer;
        if let Some(shadow) = shadow {
            self.scope.functions.entry(name.to_owned()).or_insert(shadow);
        }
        flow
    }
}

impl Run<'_> {
    /// Notes a body of a loop without end that starts what it does not wait for.
    pub(super) fn floods(&mut self, body: &[Node]) {
        let waits = |node: &Node| match node {
            Node::Simple(simple) => WAITING.iter().any(|name| is_call(simple, name)),
            // What is behind a condition may end the loop.
            Node::Branches(..) | Node::Case { .. } => true,
            _ => false,
        };
        let starts = body.iter().rposition(|node| matches!(node, Node::Background(_)));
        // Waiting helps where it comes behind the last start, or in front of the first.
        if let Some(at) = starts
            && !body[at..].iter().any(waits)
            && !body.first().is_some_and(waits)
        {
            if let Node::Background(node) = &body[at]
                && let Node::Simple(simple) = node.as_ref()
            {
                self.stands_at(simple);
            }
            let target = Target::named("a loop without end", TargetClass::Protected);
            let detail = Some("starts without waiting");
            self.effect(EffectKind::KillProcesses, target, Certainty::Certain, detail);
        }
    }
}

fn count_all(nodes: &[Node], name: &str, background: bool, calls: &mut Calls) {
    for node in nodes {
        count(node, name, background, calls);
    }
}

fn count(node: &Node, name: &str, background: bool, calls: &mut Calls) {
    match node {
        Node::Simple(simple) => {
            if is_call(simple, name) {
                calls.all += 1;
                calls.background += usize::from(background);
            }
        }
        Node::Pipeline(stages) => {
            let before = calls.all;
            count_all(stages, name, background, calls);
            calls.piped = calls.piped.max(calls.all - before);
        }
        Node::Background(node) => count(node, name, true, calls),
        Node::Coprocess { body, .. } => count_all(body, name, true, calls),
        Node::Next(_, node) => count(node, name, background, calls),
        Node::Group(body, _) | Node::Subshell(body, _) => count_all(body, name, background, calls),
        Node::For { body, .. } => count_all(body, name, background, calls),
        // A condition stops what would go on without end.
        Node::Branches(..)
        | Node::Endless(..)
        | Node::Case { .. }
        | Node::Function { .. }
        | Node::Test(_) => {}
    }
}

fn is_call(simple: &Simple, name: &str) -> bool {
    simple.words.first().is_some_and(|word| {
        matches!(word.parts.as_slice(), [Part::Bare(text) | Part::Quoted(text)] if text == name)
    })
}
