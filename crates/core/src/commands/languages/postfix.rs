//! Operands: literals, names, and the calls, members and indexes behind them.

use super::Language;
use super::cursor::Cursor;
use super::lexer::{Kind, Token};
use super::scanner::{Args, Scanner};
use super::statements::element;
use super::tables;
use super::value::Value;
use crate::commands::run::Flow;
use crate::commands::words::words;

impl Scanner<'_, '_> {
    /// One operand with what stands behind it.
    pub(super) fn operand(&mut self, cursor: &mut Cursor<'_>) -> Value {
        if !self.enter(cursor) {
            return Value::nothing();
        }
        self.prefixes(cursor);
        let value = self.primary(cursor);
        let value = self.behind(cursor, value);
        self.run.ascend();
        value
    }

    /// Takes signs and words that change nothing about what a value is.
    fn prefixes(&mut self, cursor: &mut Cursor<'_>) {
        while let Some(token) = cursor.peek() {
            let passed = match token {
                Token::Sign("!" | "-" | "+" | "~" | "*" | "**" | "&" | "..." | "\\") => true,
                Token::Sign("@" | "%" | "$") => self.language.marks_variables(),
                Token::Name(
                    "not" | "await" | "new" | "typeof" | "void" | "my" | "our" | "local" | "yield"
                    | "async" | "return" | "const" | "let" | "var" | "throw",
                ) => {
                    !matches!(
                        cursor.ahead(1),
                        Some(Token::Sign("." | "(" | "=" | "->" | "=>") | Token::End { .. })
                    ) || matches!(
                        token,
                        Token::Name("not" | "await" | "return" | "my" | "our" | "local")
                    ) && cursor.ahead(1) == Some(Token::Sign("("))
                }
                _ => false,
            };
            if !passed || !self.spend(cursor, 1) {
                return;
            }
            cursor.at += 1;
        }
    }

    fn primary(&mut self, cursor: &mut Cursor<'_>) -> Value {
        let Some(token) = cursor.peek() else { return Value::nothing() };
        match token {
            Token::Text(body, kind) => {
                cursor.at += 1;
                self.literal(body, kind)
            }
            Token::Number(number) => {
                cursor.at += 1;
                Value::text(number.replace('_', ""))
            }
            Token::Variable(name) => {
                cursor.at += 1;
                match name {
                    "ENV" | "_ENV" | "_SERVER" => Value::Name("ENV".to_owned()),
                    name => self.variable(name),
                }
            }
            Token::Name(name) => {
                cursor.at += 1;
                self.word(cursor, name)
            }
            Token::Sign("(") => self.parenthesis(cursor),
            Token::Sign("[") => {
                cursor.at += 1;
                Value::List(self.list(cursor, "]").list)
            }
            Token::Sign("{") => self.braces(cursor),
            Token::Sign(":") if self.language == Language::Ruby => {
                cursor.at += 1;
                match cursor.next() {
                    Some(Token::Name(name)) => Value::text(name),
                    Some(Token::Text(text, _)) => Value::text(text),
                    _ => Value::nothing(),
                }
            }
            Token::Sign("->") if self.language == Language::Ruby => {
                cursor.at += 1;
                Value::nothing()
            }
            Token::Sign(_) | Token::End { .. } => Value::nothing(),
        }
    }

    fn variable(&mut self, name: &str) -> Value {
        match self.lookup(name) {
            Value::Name(own) if own == name && !own.contains('.') => {
                Value::hidden(&format!("${name}"), Flow::default())
            }
            value => value,
        }
    }

    /// A name, or a function literal.
    fn word(&mut self, cursor: &mut Cursor<'_>, name: &str) -> Value {
        match (name, self.language) {
            // The parameter of a function literal without brackets.
            _ if cursor.is_sign("=>") && self.language == Language::JavaScript => {
                cursor.at += 1;
                self.function(cursor, Some(name))
            }
            ("function", _) | ("fn", Language::Php) | ("sub", Language::Perl) => {
                while matches!(cursor.peek(), Some(Token::Name(_) | Token::Sign("*"))) {
                    cursor.at += 1;
                }
                let mut parameter = None;
                if cursor.take("(") {
                    parameter = cursor.name();
                    drop(self.list(cursor, ")"));
                }
                self.function(cursor, parameter)
            }
            ("lambda", Language::Python) => {
                let parameter = cursor.name();
                while !matches!(cursor.peek(), Some(Token::Sign(":" | ")" | "]" | "}")) | None) {
                    cursor.at += 1;
                    if !self.spend(cursor, 1) {
                        return Value::nothing();
                    }
                }
                let _ = cursor.take(":");
                self.function(cursor, parameter)
            }
            ("map" | "grep" | "sort" | "first" | "any", Language::Perl) if cursor.is_sign("{") => {
                self.perl_map(cursor)
            }
            ("true" | "True" | "TRUE", _) => Value::Name("true".to_owned()),
            _ => self.lookup(name),
        }
    }

    /// What is in round brackets, or the parameters of a function literal.
    fn parenthesis(&mut self, cursor: &mut Cursor<'_>) -> Value {
        cursor.at += 1;
        let parameter = cursor.name();
        let mut inner = self.list(cursor, ")").list;
        if cursor.is_sign("=>") && self.language == Language::JavaScript {
            cursor.at += 1;
            return self.function(cursor, parameter);
        }
        // A comma makes a list of one value, too.
        let comma = cursor.at.checked_sub(2).and_then(|at| cursor.token(at));
        if inner.len() == 1 && comma != Some(Token::Sign(",")) {
            inner.remove(0)
        } else {
            Value::List(inner)
        }
    }

    /// Members, indexes and calls behind a value.
    fn behind(&mut self, cursor: &mut Cursor<'_>, mut value: Value) -> Value {
        while let Some(token) = self.next_behind(cursor) {
            if !self.spend(cursor, 1) {
                break;
            }
            // Behind a bracket a block starts.
            let keyed = self.language == Language::Perl
                && cursor.at.checked_sub(1).and_then(|at| cursor.token(at))
                    != Some(Token::Sign(")"));
            value = match token {
                Token::Sign(sign) if self.is_member(sign) => {
                    cursor.at += 1;
                    self.member(cursor, value)
                }
                Token::Sign("(") if matches!(value, Value::Name(_)) => {
                    let args = self.arguments(cursor);
                    self.apply(cursor, value, args)
                }
                Token::Sign("(")
                    if matches!(self.language, Language::Php | Language::JavaScript) =>
                {
                    self.by_name(cursor, &value)
                }
                Token::Sign("[") if !self.takes_bare(&value) => {
                    cursor.at += 1;
                    self.index(cursor, &value)
                }
                Token::Sign("{")
                    if keyed && !matches!(&value, Value::Name(name) if name != "ENV") =>
                {
                    cursor.at += 1;
                    let key = self.list(cursor, "}").list;
                    self.at_key(&value, key.first())
                }
                Token::Text(body, Kind::Template) if matches!(value, Value::Name(_)) => {
                    cursor.at += 1;
                    let args = Args::of(self.literal(body, Kind::Template));
                    self.apply(cursor, value, args)
                }
                Token::Text(..)
                    if self.language == Language::Lua && matches!(value, Value::Name(_)) =>
                {
                    let args = Args::of(self.primary(cursor));
                    self.apply(cursor, value, args)
                }
                token if self.takes_bare(&value) && self.starts_operand(Some(token)) => {
                    let args = self.bare_arguments(cursor);
                    self.apply(cursor, value, args)
                }
                _ => break,
            };
        }
        self.finished(value)
    }

    /// Calls a function whose name a variable holds.
    fn by_name(&mut self, cursor: &mut Cursor<'_>, value: &Value) -> Value {
        // A function by its name in a variable.
        let args = self.arguments(cursor);
        match value.known().map(str::to_owned) {
            Some(name) if self.language == Language::Php => {
                self.apply(cursor, Value::name(name), args)
            }
            _ => Value::hidden("a call", args.flow()),
        }
    }

    /// The next token, where an end of a line goes on with a member.
    fn next_behind<'t>(&mut self, cursor: &mut Cursor<'t>) -> Option<Token<'t>> {
        let token = cursor.peek()?;
        let chained = matches!(token, Token::End { .. })
            && !matches!(self.language, Language::Perl | Language::Php | Language::Python)
            && matches!(cursor.ahead(1), Some(Token::Sign("." | "?.")));
        if chained {
            cursor.at += 1;
            return cursor.peek();
        }
        Some(token)
    }

    /// A bare word that is called without arguments.
    fn finished(&mut self, value: Value) -> Value {
        match &value {
            Value::Name(name) if self.language.calls_bare() => {
                match tables::function(self.language, name) {
                    Some(act) if act.needs_nothing() => {
                        self.perform(act, &name.clone(), Args::default())
                    }
                    _ => value,
                }
            }
            _ => value,
        }
    }

    fn is_member(&self, sign: &str) -> bool {
        match sign {
            "." => !matches!(
                self.language,
                Language::Perl | Language::Php | Language::AppleScript | Language::Awk
            ),
            "?." | "::" => true,
            "->" => matches!(self.language, Language::Perl | Language::Php),
            ":" => self.language == Language::Lua,
            _ => false,
        }
    }

    /// True for a name whose arguments may follow without brackets.
    fn takes_bare(&self, value: &Value) -> bool {
        let Value::Name(name) = value else { return false };
        self.language.calls_bare()
            && (tables::function(self.language, name).is_some()
                || words(
                    "print puts echo say p warn die exit push join glob require include \
                          include_once require_once printf return shift keys sort reverse",
                )
                .contains(name))
    }

    /// A member by its name: a call, or a property.
    fn member(&mut self, cursor: &mut Cursor<'_>, value: Value) -> Value {
        match cursor.peek() {
            Some(Token::Name(name) | Token::Variable(name)) => {
                cursor.at += 1;
                if cursor.is_sign("(") {
                    let before = self.walked(name, &value);
                    let args = self.arguments(cursor);
                    self.element = before;
                    let receiver = value.clone();
                    let value = self.invoke(cursor, value, name, args);
                    return self.ruby_block(cursor, &receiver, value);
                }
                let bare = self.language == Language::Ruby
                    && self.starts_operand(cursor.peek())
                    && !matches!(cursor.peek(), Some(Token::Sign("[" | "(" | "\\" | "@")))
                    && (tables::method(self.language, name).is_some()
                        || matches!(&value, Value::Name(own)
                            if tables::function(self.language, &format!("{own}.{name}")).is_some()));
                let template = matches!(cursor.peek(), Some(Token::Text(_, Kind::Template)));
                let lua = self.language == Language::Lua
                    && matches!(cursor.peek(), Some(Token::Text(..)));
                if bare || lua || template {
                    let args = if bare {
                        self.bare_arguments(cursor)
                    } else {
                        Args::of(self.primary(cursor))
                    };
                    return self.invoke(cursor, value, name, args);
                }
                let receiver = value.clone();
                let value = self.property(cursor, value, name);
                self.ruby_block(cursor, &receiver, value)
            }
            // `?.(…)`, `->(…)`, `->[…]`, `->{…}`.
            Some(Token::Sign("[")) => {
                cursor.at += 1;
                self.index(cursor, &value)
            }
            Some(Token::Sign("{")) => {
                cursor.at += 1;
                let key = self.list(cursor, "}").list;
                self.at_key(&value, key.first())
            }
            _ => value,
        }
    }

    /// Sets what the functions among the arguments of a method walk through. Returns what was set before.
    fn walked(&mut self, method: &str, value: &Value) -> Option<Value> {
        let walked = match method {
            "then" | "tap" | "pipe" => Some(value.clone()),
            "forEach" | "map" | "each" | "filter" | "flatMap" | "each_entry" | "select"
            | "reduce" => Some(element(value)),
            _ => None,
        };
        std::mem::replace(&mut self.element, walked)
    }
}
