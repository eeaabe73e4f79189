//! Arguments, lists and objects.

use super::Language;
use super::cursor::Cursor;
use super::lexer::Token;
use super::scanner::{Args, Scanner};
use super::statements::{element, is_joint};
use super::value::{MAX_MEMBERS, Value};
use crate::commands::run::Flow;

impl Scanner<'_, '_> {
    /// The arguments of a call, from its bracket on.
    pub(super) fn arguments(&mut self, cursor: &mut Cursor<'_>) -> Args {
        cursor.at += 1;
        self.list(cursor, ")")
    }

    /// Members up to a closing sign, which is taken.
    pub(super) fn list(&mut self, cursor: &mut Cursor<'_>, close: &str) -> Args {
        let mut args = Args::default();
        if !self.enter(cursor) {
            return args;
        }
        cursor.brackets += 1;
        self.comprehension(cursor);
        let mut counts = true;
        while !cursor.at_end() && !cursor.take(close) {
            if cursor.closes() {
                break;
            }
            let before = cursor.at;
            match cursor.peek() {
                // What is walked through is known already, and is no member.
                Some(Token::Name("for")) => {
                    counts = false;
                    cursor.at += 1;
                }
                Some(Token::Sign(",")) => cursor.at += 1,
                _ => {
                    let name = self.key(cursor);
                    let value = self.expression(cursor);
                    match name {
                        Some(name) if cursor.at > before && args.named.len() < MAX_MEMBERS => {
                            args.named.push((name, value));
                        }
                        None if counts && cursor.at > before && args.list.len() < MAX_MEMBERS => {
                            args.list.push(value);
                        }
                        _ => {}
                    }
                }
            }
            if cursor.at <= before {
                cursor.at = before + 1;
            }
            if !self.spend(cursor, 1) {
                break;
            }
        }
        cursor.brackets = cursor.brackets.saturating_sub(1);
        self.run.ascend();
        args
    }

    /// The name in front of a named argument, with its sign.
    fn key(&mut self, cursor: &mut Cursor<'_>) -> Option<String> {
        let name = match cursor.peek()? {
            Token::Name(name) | Token::Text(name, _) => name,
            Token::Sign(":") if self.language == Language::Ruby => {
                // `:key => value`.
                let Some(Token::Name(name)) = cursor.ahead(1) else { return None };
                if cursor.ahead(2) != Some(Token::Sign("=>")) {
                    return None;
                }
                cursor.at += 3;
                return Some(name.to_owned());
            }
            _ => return None,
        };
        let named = match cursor.ahead(1)? {
            Token::Sign("=") => {
                matches!(self.language, Language::Python | Language::R | Language::Lua)
            }
            Token::Sign(":") => matches!(self.language, Language::Ruby | Language::Php),
            Token::Sign("=>") => self.language != Language::JavaScript,
            _ => false,
        };
        if !named {
            return None;
        }
        cursor.at += 2;
        Some(name.to_owned())
    }

    /// Binds the name of `… for name in values` inside brackets before what stands in front of it is read.
    fn comprehension(&mut self, cursor: &mut Cursor<'_>) {
        if self.language != Language::Python {
            return;
        }
        let start = cursor.at;
        let Some(ahead) = cursor.find_word(&["for"]) else { return };
        cursor.at += ahead + 1;
        let name = cursor.name();
        if let Some(inner) = cursor.find_word(&["in"]).filter(|inner| *inner <= 6) {
            cursor.at += inner + 1;
            let walked = self.operand(cursor);
            if let Some(name) = name {
                self.bind(name, element(&walked), false);
            }
        }
        cursor.at = start;
    }

    /// Arguments without brackets, up to the end of the statement.
    pub(super) fn bare_arguments(&mut self, cursor: &mut Cursor<'_>) -> Args {
        let mut args = Args::default();
        if !self.enter(cursor) {
            return args;
        }
        loop {
            match cursor.peek() {
                None | Some(Token::End { .. } | Token::Sign(")" | "]" | "}")) => break,
                Some(Token::Name(name)) if is_joint(name) => break,
                _ => {}
            }
            let before = cursor.at;
            let name = self.key(cursor);
            let value = self.expression(cursor);
            if cursor.at > before && args.list.len() < MAX_MEMBERS {
                match name {
                    Some(name) => args.named.push((name, value)),
                    None => args.list.push(value),
                }
            }
            // A handle in front of what is printed has no comma behind it.
            if !cursor.take(",") || !self.spend(cursor, 1) {
                break;
            }
            if let Some(Token::End { .. }) = cursor.peek() {
                cursor.at += 1;
            }
        }
        self.run.ascend();
        args
    }

    /// What is in braces where an operand stands: an object.
    pub(super) fn braces(&mut self, cursor: &mut Cursor<'_>) -> Value {
        cursor.at += 1;
        let mut pairs: Vec<(String, Value)> = Vec::new();
        if !self.enter(cursor) {
            return Value::Map(pairs);
        }
        cursor.brackets += 1;
        while !cursor.at_end() && !cursor.take("}") {
            let before = cursor.at;
            if matches!(cursor.peek(), Some(Token::Sign(")" | "]"))) {
                break;
            }
            let key = match cursor.peek() {
                Some(Token::Name(name) | Token::Text(name, _) | Token::Number(name)) => Some(name),
                _ => None,
            };
            let sign = cursor.ahead(1);
            let pair = matches!(sign, Some(Token::Sign(":" | "=>")))
                || sign == Some(Token::Sign("=")) && self.language == Language::Lua;
            match key {
                _ if cursor.take(",") => {}
                Some(key) if pair => {
                    cursor.at += 2;
                    let value = self.expression(cursor);
                    pairs.push((key.to_owned(), value));
                }
                key => {
                    let value = self.expression(cursor);
                    // A method of an object has its body here.
                    if cursor.is_sign("{") {
                        cursor.at += 1;
                        drop(self.block(cursor));
                    }
                    pairs.extend(key.map(|key| (key.to_owned(), value)));
                }
            }
            pairs.truncate(MAX_MEMBERS);
            if cursor.at <= before {
                cursor.at = before + 1;
            }
            if !self.spend(cursor, 1) {
                break;
            }
        }
        cursor.brackets = cursor.brackets.saturating_sub(1);
        self.run.ascend();
        // The tables of Lua are lists, too.
        if self.language == Language::Lua && pairs.is_empty() {
            return Value::List(Vec::new());
        }
        Value::Map(pairs)
    }

    /// What stands behind `[`.
    pub(super) fn index(&mut self, cursor: &mut Cursor<'_>, value: &Value) -> Value {
        let start = cursor.at;
        let keys = self.list(cursor, "]").list;
        // `[a:b:c]`: the first sign decides what kind of part it is.
        let mut signs = 0;
        let mut reversed = false;
        for at in start..cursor.at.min(start + 16) {
            let token = cursor.token(at);
            signs += usize::from(token == Some(Token::Sign(":")));
            // `::` is one sign elsewhere.
            signs += 2 * usize::from(token == Some(Token::Sign("::")));
            reversed |= token == Some(Token::Sign("-")) && signs == 2;
        }
        if self.language == Language::Python && signs > 0 {
            if reversed && value.known().is_some() {
                return value.map(|arg| {
                    crate::commands::run::Arg::plain(arg.text.chars().rev().collect::<String>())
                });
            }
            return match (value, keys.first().and_then(Value::known)) {
                (Value::List(members), Some(from)) if signs == 1 && keys.len() == 1 => {
                    let from: usize = from.parse().unwrap_or(0);
                    Value::List(members.iter().skip(from).cloned().collect())
                }
                (Value::Text(arg), _) => {
                    let flow = arg.flow.as_deref().map(Flow::origin).unwrap_or_default();
                    Value::hidden("a part of a text", flow)
                }
                _ => value.clone(),
            };
        }
        self.at_key(value, keys.first())
    }

    /// The member of a value by a key that may be known.
    pub(super) fn at_key(&mut self, value: &Value, key: Option<&Value>) -> Value {
        let known = match key {
            Some(Value::Name(name)) if self.language == Language::Perl => Some(name.clone()),
            Some(key) => key.known().map(str::to_owned),
            None => None,
        };
        match (value, known) {
            (Value::Name(name), Some(key)) if super::tables::is_environment(name) => {
                self.environment(&key)
            }
            (Value::Name(name), Some(key)) => {
                let full = format!("{name}.{key}");
                self.special(&full).unwrap_or_else(|| Value::name(full))
            }
            (Value::Name(name), None) => Value::hidden(&format!("{name}[…]"), Flow::default()),
            (value, Some(key)) => match value.member(&key) {
                Some(member) => member,
                None => {
                    let flow = value.flow().map(|flow| flow.origin()).unwrap_or_default();
                    Value::hidden(&format!("[{key}]"), flow)
                }
            },
            (value, None) => element(value),
        }
    }
}
