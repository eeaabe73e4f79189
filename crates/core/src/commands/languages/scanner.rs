//! The state in which a program is read.

use std::collections::BTreeMap;

use super::cursor::Cursor;
use super::lexer::{self, Token};
use super::value::Value;
use super::{Language, Program};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::run::{Flow, Run};
use crate::commands::target::{Target, TargetClass};

/// How many names are kept.
const MAX_NAMES: usize = 512;
/// The longest program, in tokens, that can be nothing but a bomb.
const MAX_BOMB: usize = 64;
/// The longest output that is kept, in bytes.
const MAX_OUTPUT: usize = 1 << 16;

/// The arguments of a call.
#[derive(Default, Clone)]
pub(super) struct Args {
    pub list: Vec<Value>,
    pub named: Vec<(String, Value)>,
}

impl Args {
    pub(super) fn of(value: Value) -> Self {
        Self { list: vec![value], named: Vec::new() }
    }

    pub(super) fn first(&self) -> Option<&Value> {
        self.list.first()
    }

    /// A named argument, or a member of an object among the others.
    pub(super) fn option(&self, name: &str) -> Option<Value> {
        let named = self.named.iter().find(|(own, _)| own == name).map(|pair| pair.1.clone());
        named.or_else(|| {
            let maps = self.list.iter().filter(|value| matches!(value, Value::Map(_)));
            maps.filter_map(|map| map.member(name)).next()
        })
    }

    /// True where an option is on, or not known to be off.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.option(name).is_some_and(|value| value.holds())
    }

    /// Where an argument comes from.
    pub(super) fn flow(&self) -> Flow {
        let named = self.named.iter().map(|pair| &pair.1);
        let mut all = self.list.iter().chain(named);
        all.find_map(Value::flow).map(|flow| flow.origin()).unwrap_or_default()
    }
}

/// What is known while a program is read.
pub(super) struct Scanner<'r, 'v> {
    pub run: &'r mut Run<'v>,
    pub language: Language,
    pub names: BTreeMap<String, Value>,
    pub input: Flow,
    /// What the first parameter of the next function literal is.
    pub element: Option<Value>,
    /// Modules all of whose names are imported.
    pub stars: Vec<String>,
    /// What is printed, where all of it is known.
    output: Option<String>,
    origins: Flow,
    /// Tokens that are not charged yet.
    spent: usize,
    stopped: bool,
}

impl<'r, 'v> Scanner<'r, 'v> {
    pub(super) fn new(run: &'r mut Run<'v>, program: &Program<'_>) -> Self {
        let mut scanner = Self {
            run,
            language: program.language,
            names: BTreeMap::new(),
            input: program.input.clone(),
            element: None,
            stars: Vec::new(),
            output: Some(String::new()),
            origins: Flow::default(),
            spent: 0,
            stopped: false,
        };
        scanner.bind_args(program);
        scanner
    }

    fn bind_args(&mut self, program: &Program<'_>) {
        let own = program.args.iter().take(64).cloned().map(Value::Text);
        let (names, skipped): (&[&str], &[&str]) = match self.language {
            Language::Python => (&["sys.argv"], &["-c"]),
            Language::JavaScript => (&["process.argv", "Bun.argv"], &["node"]),
            Language::Ruby | Language::Perl => (&["ARGV"], &[]),
            Language::Php => (&["argv"], &["-"]),
            Language::Lua | Language::R => (&["arg"], &[]),
            Language::Awk | Language::AppleScript => return,
        };
        let front = skipped.iter().map(|name| Value::text(*name));
        let value = Value::List(front.chain(own).collect());
        for name in names {
            self.names.insert((*name).to_owned(), value.clone());
        }
        if self.language == Language::JavaScript {
            let own = program.args.iter().take(64).cloned().map(Value::Text).collect();
            self.names.insert("Deno.args".to_owned(), Value::List(own));
        }
    }

    /// Reads a program, or code inside one. Returns the value of its last statement.
    pub(super) fn program(&mut self, text: &str) -> Value {
        if self.stopped || !self.run.step(1 + text.len() / 64) || !self.run.descend() {
            return Value::nothing();
        }
        let tokens = lexer::tokens(text, self.language);
        if forks_without_end(&tokens) {
            let target = Target::named("fork", TargetClass::Protected);
            let kind = EffectKind::KillProcesses;
            self.run.effect(kind, target, Certainty::Possible, Some("fork bomb"));
        }
        let mut cursor = Cursor::new(&tokens);
        let value = match self.language {
            Language::Awk => {
                self.awk(&mut cursor);
                Value::nothing()
            }
            _ => self.statements(&mut cursor, None),
        };
        self.run.ascend();
        value
    }

    /// Counts a token. False where there were too many: nothing more is read.
    pub(super) fn spend(&mut self, cursor: &mut Cursor<'_>, steps: usize) -> bool {
        self.spent += steps;
        if self.spent >= 8 {
            let steps = self.spent / 8;
            self.spent %= 8;
            self.stopped |= !self.run.step(steps);
        }
        if self.stopped {
            cursor.stop();
        }
        !self.stopped
    }

    /// Goes one level deeper; false where that is too deep, and nothing more is read.
    pub(super) fn enter(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if !self.spend(cursor, 1) {
            return false;
        }
        if !self.run.descend() {
            self.stopped = true;
            cursor.stop();
            return false;
        }
        true
    }

    /// Gives a name a value. Where that may not happen, it has either.
    pub(super) fn bind(&mut self, name: &str, value: Value, conditional: bool) {
        if self.names.len() >= MAX_NAMES && !self.names.contains_key(name) {
            return;
        }
        let steps = value.size() / 64;
        self.stopped |= !self.run.step(steps);
        let value = match self.names.remove(name) {
            Some(before) if conditional => before.or(value),
            _ => value,
        };
        self.names.insert(name.to_owned(), value);
    }

    /// What a name stands for.
    pub(super) fn lookup(&mut self, name: &str) -> Value {
        if let Some(value) = self.names.get(name) {
            let steps = value.size() / 64;
            let value = value.clone();
            self.stopped |= !self.run.step(steps);
            return value;
        }
        // A name that a module gave away.
        let known = |module: &&String| {
            super::tables::function(self.language, &format!("{module}.{name}")).is_some()
        };
        match self.stars.iter().find(known) {
            Some(module) => Value::name(format!("{module}.{name}")),
            None => self.special(name).unwrap_or_else(|| Value::name(name.to_owned())),
        }
    }

    /// Notes what is printed.
    pub(super) fn print(&mut self, value: &Value, end: &str) {
        let known = value.known().map(str::to_owned);
        if let Some(flow) = value.flow() {
            let before = std::mem::take(&mut self.origins);
            self.origins = before.mixed(&flow);
        }
        match (&mut self.output, known) {
            (Some(output), Some(text)) if output.len() + text.len() <= MAX_OUTPUT => {
                output.push_str(&text);
                output.push_str(end);
            }
            _ => self.output = None,
        }
    }

    /// What the program prints.
    pub(super) fn printed(&mut self) -> Flow {
        let text = self.output.take().filter(|text| !text.is_empty());
        Flow { text, ..std::mem::take(&mut self.origins) }
    }

    /// True for a token that starts an operand.
    pub(super) fn starts_operand(&self, token: Option<Token<'_>>) -> bool {
        match token {
            Some(Token::Text(..) | Token::Variable(_) | Token::Number(_)) => true,
            Some(Token::Name(name)) => !super::statements::is_joint(name),
            Some(Token::Sign(sign)) => {
                matches!(sign, "[" | "(" | "\\" | "@")
                    || sign == ":" && self.language == Language::Ruby
            }
            Some(Token::End { .. }) | None => false,
        }
    }
}

/// True for a short program that forks in a loop and neither waits nor ends: `fork while fork`, `while True: os.fork()`.
fn forks_without_end(tokens: &[Token<'_>]) -> bool {
    let has = |words: &[&str]| {
        tokens.iter().any(|token| matches!(token, Token::Name(name) if words.contains(name)))
    };
    tokens.len() <= MAX_BOMB
        && has(&["fork"])
        && has(&["while", "loop", "until", "for"])
        && !has(&["wait", "waitpid", "exit", "_exit", "break", "sleep", "exec", "range", "in"])
}
