//! Function literals and blocks, and what they walk through.

use super::Language;
use super::cursor::Cursor;
use super::lexer::Token;
use super::scanner::Scanner;
use super::statements::element;
use super::value::Value;

impl Scanner<'_, '_> {
    /// The body of a function literal, whose parameter may be known. Its value is what the function would return.
    pub(super) fn function(&mut self, cursor: &mut Cursor<'_>, parameter: Option<&str>) -> Value {
        if let (Some(name), Some(value)) = (parameter, self.element.take()) {
            self.bind(name, value, false);
        }
        let outer = std::mem::replace(&mut cursor.conditional, true);
        let value = if cursor.take("{") { self.block(cursor) } else { self.expression(cursor) };
        cursor.conditional = outer;
        value
    }

    /// `map { … } values`: the values first, for they are what the block walks through.
    pub(super) fn perl_map(&mut self, cursor: &mut Cursor<'_>) -> Value {
        let start = cursor.at;
        let mut depth = 0_usize;
        let mut ahead = 0;
        loop {
            match cursor.ahead(ahead) {
                Some(Token::Sign("{")) => depth += 1,
                Some(Token::Sign("}")) if depth <= 1 => break,
                Some(Token::Sign("}")) => depth -= 1,
                None => return Value::nothing(),
                _ => {}
            }
            ahead += 1;
            if ahead > 64 {
                return Value::nothing();
            }
        }
        cursor.at += ahead + 1;
        let walked = self.expression(cursor);
        let end = cursor.at;
        self.bind("_", element(&walked), false);
        cursor.at = start + 1;
        drop(self.block(cursor));
        cursor.at = cursor.at.max(end);
        walked
    }

    /// `{ |x| … }` and `do |x|` behind a method: the block walks through what the method is called on, or what it returns.
    pub(super) fn ruby_block(
        &mut self,
        cursor: &mut Cursor<'_>,
        receiver: &Value,
        value: Value,
    ) -> Value {
        let braces = cursor.is_sign("{");
        if self.language != Language::Ruby || !braces && cursor.peek() != Some(Token::Name("do")) {
            return value;
        }
        cursor.at += 1;
        let walked = match receiver {
            Value::Name(_) => element(&value),
            receiver => element(receiver),
        };
        let mut name = "it";
        if cursor.take("|") {
            name = cursor.name().unwrap_or(name);
            while !matches!(cursor.next(), Some(Token::Sign("|") | Token::End { .. }) | None) {
                if !self.spend(cursor, 1) {
                    return value;
                }
            }
        }
        self.bind(name, walked, false);
        if braces { self.block(cursor) } else { value }
    }
}
