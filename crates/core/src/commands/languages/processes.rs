//! Acts that run something: lines, programs, code, statements.

use std::rc::Rc;

use super::acts::Act;
use super::scanner::{Args, Scanner};
use super::value::Value;
use super::{Language, tables};
use crate::commands::Unclear;
use crate::commands::credentials::Secrecy;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::run::{Arg, Call, Flow, Run, Secret};
use crate::commands::target::{Target, TargetClass};
use crate::commands::tools;

impl Scanner<'_, '_> {
    /// Acts that run something; `None` for other acts.
    pub(super) fn runs(&mut self, act: Act, name: &str, args: &Args) -> Option<Value> {
        Some(match act {
            Act::Line => self.with_options(args, |scanner| {
                let line = args.first().cloned().unwrap_or_else(Value::nothing);
                scanner.lines(&line, &args.flow_of_input())
            }),
            Act::Start => self.with_options(args, |scanner| scanner.start(args)),
            Act::Replace => self.replace(&args.list),
            Act::ReplaceMode => self.replace(args.list.get(1..).unwrap_or_default()),
            Act::Code => {
                for value in args.list.iter().take(1) {
                    self.code(value);
                }
                Value::hidden(name, args.flow())
            }
            Act::Module => self.module(args),
            Act::Member => match (args.first(), args.list.get(1).and_then(Value::known)) {
                (Some(Value::Name(module)), Some(member)) => {
                    let full = format!("{module}.{member}");
                    self.special(&full).unwrap_or_else(|| Value::name(full))
                }
                _ => Value::hidden("a member", args.flow()),
            },
            Act::Each => self.for_each(args),
            // The method of this name of regular expressions.
            Act::Sql if matches!(args.first(), Some(Value::Text(arg)) if arg.unknown.as_deref() == Some("a pattern")) => {
                Value::nothing()
            }
            Act::Sql => {
                self.statements_in(args);
                Value::hidden("a result", Flow::default())
            }
            _ => return self.loses(act, args),
        })
    }

    /// Acts that lose what a store holds; `None` for other acts.
    fn loses(&mut self, act: Act, args: &Args) -> Option<Value> {
        match act {
            Act::DropAll => {
                self.drops(args, "drop");
            }
            Act::Remove if !matches!(args.first(), Some(Value::Name(name)) if is_store(name)) => {}
            Act::DropFiltered | Act::Remove => {
                let empty = match args.list.get(1) {
                    None => true,
                    Some(Value::Map(pairs)) => {
                        let filter = pairs.iter().find(|(key, _)| key == "where");
                        pairs.is_empty()
                            || matches!(filter, Some((_, Value::Map(inner))) if inner.is_empty())
                    }
                    Some(_) => false,
                };
                if empty {
                    self.drops(args, "delete");
                }
            }
            Act::DropCollection => {
                // Other things are dropped, too: streams, lines, listeners.
                if matches!(args.first(), Some(Value::Name(name)) if is_store(name)) {
                    self.drops(args, "drop");
                }
            }
            Act::Command => {
                if let Some(Value::Map(pairs)) = args.list.get(1)
                    && let Some((key, value)) = pairs.first()
                    && matches!(
                        key.as_str(),
                        "dropDatabase" | "drop" | "dropIndexes" | "dropAllUsersFromDatabase"
                    )
                {
                    let name =
                        value.known().map_or_else(|| "db".to_owned(), |name| format!("db.{name}"));
                    self.run.on_name(EffectKind::DropData, &name);
                }
            }
            Act::Shutdown => {
                self.run.on_name(EffectKind::System, "database server");
            }
            _ => return None,
        }
        Some(Value::nothing())
    }

    /// Runs something in the folder that an option names.
    fn with_options(&mut self, args: &Args, what: impl FnOnce(&mut Self) -> Value) -> Value {
        let before = self.run.scope.cwd.clone();
        if let Some(folder) = args.option("cwd").or_else(|| args.option("chdir")) {
            let folder = [folder.arg()];
            let nothing = Flow::nothing();
            drop(self.run.change_folder(&Call { name: "cd", args: &folder, input: &nothing }));
        }
        let value = what(self);
        self.run.scope.cwd = before;
        value
    }

    /// A line that a shell runs, behind a link of the chain.
    pub(super) fn line(&mut self, link: &str, line: &Value) -> Value {
        self.run.chain.push(link.to_owned());
        let value = self.lines(line, &Flow::nothing());
        self.run.chain.pop();
        value
    }

    fn lines(&mut self, line: &Value, input: &Flow) -> Value {
        let mut output = Flow::default();
        for arg in line.args() {
            let arg = from_output(arg);
            output = self.run.apart(|run: &mut Run<'_>| run.run_arg(&arg, input));
        }
        Self::from_flow(output, "$(…)")
    }

    /// A program with its arguments.
    fn start(&mut self, args: &Args) -> Value {
        let input = args.flow_of_input();
        let mut positional: Vec<&Value> = Vec::new();
        let mut own: Option<Vec<Arg>> = None;
        for value in &args.list {
            match value {
                Value::Map(_) => {}
                Value::List(members) => {
                    own.get_or_insert_default().extend(members.iter().flat_map(Value::args));
                }
                value => positional.push(value),
            }
        }
        // The list of an option: `Deno.run({cmd: […]})`, `new Deno.Command("rm", {args: […]})`.
        for name in ["cmd", "args"] {
            if let Some(Value::List(members)) = args.option(name) {
                own.get_or_insert_default().extend(members.iter().flat_map(Value::args));
            }
        }
        let spread = matches!(self.language, Language::Ruby | Language::Perl | Language::Lua);
        let front = if spread { positional.len() } else { 1 };
        let front = positional.iter().take(front);
        let mut all: Vec<Arg> = front.map(|value| from_output(value.arg())).collect();
        let listed = own.is_some() || all.len() > 1;
        all.extend(own.unwrap_or_default());
        let shell = args.is_on("shell");
        let plain = args.option("shell").is_some() && !shell;
        let flow = match all.as_slice() {
            [] => Flow::default(),
            // One text is a line for a shell; where it is none, it is meant as one.
            [line] if !listed && !plain => self.run.apart(|run| run.run_arg(line, &input)),
            all if shell && self.language == Language::JavaScript => {
                let words: Vec<&str> = all.iter().map(|arg| arg.text.as_str()).collect();
                let line = Arg { text: words.join(" "), ..all[0].clone() };
                self.run.apart(|run| run.run_arg(&line, &input))
            }
            // With a shell, only the first is the line.
            [line, ..] if shell => self.run.apart(|run| run.run_arg(line, &input)),
            all => self.run.apart(|run| run.start(all, &input)),
        };
        Self::from_flow(flow, "$(…)")
    }

    /// `execvp(file, [name, …])` and `execlp(file, name, …)`.
    fn replace(&mut self, list: &[Value]) -> Value {
        let Some((file, rest)) = list.split_first() else { return Value::nothing() };
        let rest: Vec<Arg> = rest.iter().flat_map(Value::args).skip(1).collect();
        let all: Vec<Arg> = std::iter::once(file.arg()).chain(rest).collect();
        drop(self.run.apart(|run| run.start(&all, &Flow::nothing())));
        Value::nothing()
    }

    /// Code of the same language, or code that is not known.
    fn code(&mut self, value: &Value) {
        for arg in value.args() {
            if let Some(flow) = &arg.flow {
                self.elsewhere(flow);
            }
            if arg.is_known() {
                drop(self.program(&arg.text));
            } else if arg.flow.is_none()
                && arg.unknown.as_deref().is_some_and(|name| !name.contains('('))
            {
                self.run.fault(Unclear::HiddenScript);
            } else if arg.text.chars().count() > 1 {
                drop(self.program(&arg.text));
            }
        }
    }

    /// Code from the network, or from what was decoded.
    fn elsewhere(&mut self, flow: &Flow) {
        if let Some(address) = &flow.remote {
            let target = Target::named(address.clone(), TargetClass::Remote);
            self.run.effect(EffectKind::RunRemoteCode, target, Certainty::Certain, None);
        }
        if flow.hidden {
            self.run.fault(Unclear::HiddenScript);
        }
    }

    /// A module by its name; from the network, it runs.
    fn module(&mut self, args: &Args) -> Value {
        let Some(first) = args.first() else { return Value::nothing() };
        if let Some(flow) = first.flow() {
            self.elsewhere(&flow);
        }
        match first.known() {
            Some(address) if super::acts::is_address(address) => {
                let flow = Flow { remote: Some(tools::shown(address)), ..Flow::default() };
                self.elsewhere(&flow);
                Value::nothing()
            }
            Some(name) => Value::name(tables::module(self.language, name)),
            None => Value::hidden("a module", Flow::default()),
        }
    }

    /// `map(f, values)` and `array_map('f', values)`.
    fn for_each(&mut self, args: &Args) -> Value {
        let function = match args.first() {
            Some(Value::Name(name)) => Some(name.clone()),
            Some(value) => value.known().map(str::to_owned),
            None => None,
        };
        let values = args.list.get(1).map(super::statements::element);
        match (function, values) {
            (Some(name), Some(values)) if tables::function(self.language, &name).is_some() => {
                self.call(&name, Args::of(values))
            }
            (_, values) => values.unwrap_or_else(Value::nothing),
        }
    }

    fn statements_in(&mut self, args: &Args) {
        for value in
            args.list.iter().filter(|value| matches!(value, Value::Text(_) | Value::List(_)))
        {
            for arg in value.args() {
                if arg.is_known() || arg.text.contains(' ') {
                    tools::statements(self.run, &arg.text);
                }
            }
        }
    }

    fn drops(&mut self, args: &Args, how: &'static str) {
        let name = match args.first() {
            Some(Value::Name(name)) => name.clone(),
            _ => "a database".to_owned(),
        };
        let target = Target::named(name, TargetClass::Outside);
        self.run.effect(EffectKind::DropData, target, Certainty::Certain, Some(how));
    }

    /// Notes secrets that a call sends away.
    pub(super) fn sends(&mut self, args: &Args) {
        let named = args.named.iter().map(|pair| &pair.1);
        for value in args.list.iter().chain(named) {
            let sent = Flow::holding(self.secret_in(value, 0));
            self.run.leaks(&sent, Secrecy::Private);
        }
    }

    /// The secret that a value holds: an open file of it counts.
    fn secret_in(&mut self, value: &Value, depth: usize) -> Option<Rc<Secret>> {
        match value {
            Value::File(path) => self.run.contents(&path.arg()).secret,
            Value::Map(pairs) if depth < 4 => {
                pairs.iter().find_map(|(_, value)| self.secret_in(value, depth + 1))
            }
            Value::List(members) if depth < 4 => {
                members.iter().find_map(|value| self.secret_in(value, depth + 1))
            }
            value => value.flow()?.secret,
        }
    }
}

/// True for the name of a collection or a database.
fn is_store(name: &str) -> bool {
    name == "db" || name.starts_with("db.") || name.contains("ollection")
}

/// A text of which is known where it comes from is none that a variable hides.
fn from_output(arg: Arg) -> Arg {
    match arg.flow {
        Some(_) => Arg { unknown: arg.unknown.map(|_| "$(…)".to_owned()), ..arg },
        None => arg,
    }
}

impl Args {
    /// What an option gives a program to read.
    fn flow_of_input(&self) -> Flow {
        match self.option("input") {
            Some(value) => {
                let arg = value.arg();
                let carried = arg.flow.as_deref().map(Flow::origin).unwrap_or_default();
                Flow { text: arg.is_known().then_some(arg.text), ..carried }
            }
            None => Flow::nothing(),
        }
    }
}
