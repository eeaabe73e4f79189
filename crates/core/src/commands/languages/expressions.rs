//! Expressions: operators, read from left to right.

use super::Language;
use super::cursor::Cursor;
use super::lexer::{Kind, Token};
use super::scanner::Scanner;
use super::statements::is_joint;
use super::value::{Value, filled};
use crate::commands::run::Flow;

impl Scanner<'_, '_> {
    /// One expression. It takes nothing where none starts here.
    pub(super) fn expression(&mut self, cursor: &mut Cursor<'_>) -> Value {
        if !self.enter(cursor) {
            return Value::nothing();
        }
        let value = self.operators(cursor);
        self.run.ascend();
        value
    }

    fn operators(&mut self, cursor: &mut Cursor<'_>) -> Value {
        let start = cursor.at;
        let mut left = self.operand(cursor);
        if let Some(value) = self.assigned(cursor, start, &left) {
            return value;
        }
        while let Some(token) = cursor.peek() {
            let before = cursor.at;
            if !self.spend(cursor, 1) {
                break;
            }
            left = match self.joined(cursor, token, left, start) {
                Ok(value) => value,
                Err(value) => return value,
            };
            if cursor.at <= before {
                break;
            }
        }
        left
    }

    /// `name = value`, `name += value`: the value, where the operand is a name alone.
    fn assigned(&mut self, cursor: &mut Cursor<'_>, start: usize, left: &Value) -> Option<Value> {
        let Some(Token::Sign(sign)) = cursor.peek() else { return None };
        let sets = match sign {
            "=" | ":=" | "||=" | "&&=" => true,
            "<-" => self.language == Language::R,
            "+=" | ".=" => false,
            _ => return None,
        };
        // A name alone, with a word such as `my` in front at most.
        let name = match cursor.at.checked_sub(1).and_then(|at| cursor.token(at)) {
            Some(Token::Name(name) | Token::Variable(name)) if cursor.at - start <= 2 => Some(name),
            _ => None,
        };
        cursor.at += 1;
        let conditional = cursor.conditional || cursor.blocks > 0;
        let right = self.expression(cursor);
        self.spend(cursor, (left.size() + right.size()) / 64);
        let value = if sets { right } else { left.joined(&right) };
        if let Some(name) = name {
            self.bind(name, value.clone(), conditional);
        }
        Some(value)
    }

    /// The value with what one operator puts behind it; an error is the value where the expression ends.
    fn joined(
        &mut self,
        cursor: &mut Cursor<'_>,
        token: Token<'_>,
        left: Value,
        start: usize,
    ) -> Result<Value, Value> {
        let adjacent = self.language == Language::Awk
            || self.language == Language::Python
                && cursor.at - start == 1
                && matches!(left, Value::Text(_));
        match token {
            Token::Sign(sign) => self.signed(cursor, sign, left),
            Token::Text(_, kind) if adjacent && kind != Kind::Pattern => {
                let right = self.operand(cursor);
                self.spend(cursor, right.size() / 64);
                Ok(left.joined(&right))
            }
            Token::Variable(_) | Token::Number(_) | Token::Text(..)
                if self.language == Language::Awk =>
            {
                let right = self.operand(cursor);
                Ok(left.joined(&right))
            }
            Token::Name("if") if self.language == Language::Python => {
                cursor.at += 1;
                drop(self.expression(cursor));
                if !cursor.take_word("else") {
                    return Err(left);
                }
                let other = self.expression(cursor);
                Ok(left.or(other))
            }
            Token::Name("or" | "xor") => {
                cursor.at += 1;
                let other = self.expression(cursor);
                Ok(alternative(left, other))
            }
            Token::Name("and") => {
                cursor.at += 1;
                Ok(self.expression(cursor))
            }
            Token::Name(
                "in" | "is" | "not" | "instanceof" | "eq" | "ne" | "x" | "cmp" | "lt" | "gt",
            ) if self.language != Language::AppleScript => {
                cursor.at += 1;
                drop(self.operand(cursor));
                Ok(Value::hidden("a comparison", Flow::default()))
            }
            Token::Name(name) if self.language == Language::Awk && !is_joint(name) => {
                let right = self.operand(cursor);
                Ok(left.joined(&right))
            }
            _ => Err(left),
        }
    }

    fn signed(&mut self, cursor: &mut Cursor<'_>, sign: &str, left: Value) -> Result<Value, Value> {
        use Language::{AppleScript, Awk, Lua, Perl, Php, Python, R, Ruby};
        let joins = match sign {
            "+" => !matches!(self.language, Perl | Php | Lua | Awk | R),
            "." => matches!(self.language, Perl | Php),
            ".." => self.language == Lua,
            "&" => self.language == AppleScript,
            _ => false,
        };
        if joins {
            cursor.at += 1;
            let right = self.operand(cursor);
            let lists = matches!((&left, &right), (Value::List(_), Value::List(_)));
            self.spend(cursor, (left.size() + right.size()) / 64);
            return Ok(if lists && self.language != Perl {
                appended(left, right)
            } else {
                left.joined(&right)
            });
        }
        match sign {
            "/" if self.language == Python => {
                cursor.at += 1;
                let right = self.operand(cursor);
                self.spend(cursor, (left.size() + right.size()) / 64);
                Ok(left.below(&right))
            }
            "%" if matches!(self.language, Python | Ruby) && left.known().is_some() => {
                Ok(self.filled(cursor, &left))
            }
            "||" | "??" | "//" => {
                cursor.at += 1;
                let other = self.operand(cursor);
                Ok(alternative(left, other))
            }
            "?" => Ok(self.choice(cursor, left)),
            "&&" => {
                cursor.at += 1;
                Ok(self.operand(cursor))
            }
            // The value of an assignment to a part of something.
            "=" | "+=" | "-=" | ".=" | "||=" | "<<" => {
                cursor.at += 1;
                Ok(self.expression(cursor))
            }
            ">" | ">>" | "|" | "|&" if self.language == Awk => Err(left),
            "==" | "===" | "!=" | "!==" | "<=" | ">=" | "<" | ">" | "<=>" | "=~" | "!~" | "~"
            | "-" | "*" | "**" | "/" | "%" | "+" | "^" | "|" | "&" | ">>" | "//=" | "**="
            | "<-" => {
                cursor.at += 1;
                drop(self.operand(cursor));
                Ok(Value::hidden("a result", Flow::default()))
            }
            _ => Err(left),
        }
    }

    /// Both values behind a condition.
    fn choice(&mut self, cursor: &mut Cursor<'_>, left: Value) -> Value {
        cursor.at += 1;
        let first = self.expression(cursor);
        if !cursor.take(":") {
            return alternative(left, first);
        }
        let second = self.expression(cursor);
        alternative(first, second)
    }

    /// A format with its values.
    fn filled(&mut self, cursor: &mut Cursor<'_>, left: &Value) -> Value {
        cursor.at += 1;
        let right = self.operand(cursor);
        let values = match right {
            Value::List(values) => values,
            value => vec![value],
        };
        let format = left.known().unwrap_or_default();
        self.spend(cursor, format.len() / 64);
        Value::Text(filled(format, &values, true))
    }
}

/// Either value, unless the other one ends the program.
fn alternative(left: Value, right: Value) -> Value {
    let ends = |name: &str| {
        name.starts_with("die")
            || name.starts_with("exit")
            || name.starts_with("raise")
            || matches!(name, "null" | "nil" | "None" | "undefined" | "croak()" | "throw")
    };
    match &right {
        Value::Name(name) if ends(name) => left,
        _ => left.or(right),
    }
}

/// One list behind the other.
fn appended(left: Value, right: Value) -> Value {
    let (Value::List(mut left), Value::List(right)) = (left, right) else {
        return Value::nothing();
    };
    left.extend(right);
    left.truncate(super::value::MAX_MEMBERS);
    Value::List(left)
}
