//! The insides of literals: escapes, and values that are put in.

use super::Language;
use super::cursor::Cursor;
use super::lexer::{self, Kind, name_length};
use super::scanner::Scanner;
use super::value::Value;
use crate::commands::escape;
use crate::commands::run::{Arg, Flow};

/// The longest text of a literal that is kept, in bytes.
const MAX_LITERAL: usize = 1 << 16;

/// How values are put into a text.
#[derive(Clone, Copy)]
struct Marks {
    /// What stands in front of an expression in braces.
    open: &'static str,
    /// True where `$name` and `@name` stand for variables.
    names: bool,
}

impl Scanner<'_, '_> {
    /// The value of a literal.
    pub(super) fn literal(&mut self, body: &str, kind: Kind) -> Value {
        if !self.run.step(body.len() / 64) {
            return Value::nothing();
        }
        match kind {
            Kind::Raw => self.raw(body),
            Kind::Plain => Value::text(unescaped(body)),
            Kind::Mixed | Kind::Template => self.mixed(body),
            Kind::Shell => {
                let line = self.mixed(body);
                self.line("`…`", &line)
            }
            Kind::Words => {
                let words = body.split_ascii_whitespace().take(super::value::MAX_MEMBERS);
                Value::List(words.map(Value::text).collect())
            }
            Kind::Glob if body.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'$') => {
                self.read_input()
            }
            Kind::Glob => {
                let value = self.mixed(body);
                value.map(|arg| Arg { glob: true, ..arg.clone() })
            }
            Kind::Pattern => Value::hidden("a pattern", Flow::default()),
        }
    }

    fn raw(&self, body: &str) -> Value {
        let escapes = matches!(self.language, Language::Ruby | Language::Perl | Language::Php);
        if escapes && body.contains('\\') {
            return Value::text(body.replace("\\'", "'").replace("\\\\", "\\"));
        }
        Value::text(body)
    }

    fn marks(&self) -> Option<Marks> {
        Some(match self.language {
            Language::Python => Marks { open: "{", names: false },
            Language::JavaScript => Marks { open: "${", names: false },
            Language::Ruby => Marks { open: "#{", names: false },
            Language::Perl => Marks { open: "${", names: true },
            Language::Php => Marks { open: "{$", names: true },
            Language::Lua | Language::Awk | Language::AppleScript | Language::R => return None,
        })
    }

    /// A text with values put in.
    fn mixed(&mut self, body: &str) -> Value {
        let Some(marks) = self.marks() else { return Value::text(unescaped(body)) };
        let mut value = Value::text("");
        let mut plain = 0;
        let mut at = 0;
        let bytes = body.as_bytes();
        while at < bytes.len() {
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            let rest = body.get(at..).unwrap_or_default();
            // Doubled braces of Python stand for one.
            if self.language == Language::Python
                && (rest.starts_with("{{") || rest.starts_with("}}"))
            {
                let text = unescaped(body.get(plain..=at).unwrap_or_default());
                value = value.joined(&Value::text(text));
                at += 2;
                plain = at;
                continue;
            }
            let Some((inner, length)) = self.put_in(rest, marks) else {
                at += 1;
                continue;
            };
            let text = unescaped(body.get(plain..at).unwrap_or_default());
            let size = value.size();
            value = value.joined(&Value::text(text)).joined(&inner);
            at += length;
            plain = at;
            if !self.run.step(1 + size / 64) {
                return value;
            }
        }
        let text = unescaped(body.get(plain..).unwrap_or_default());
        value.joined(&Value::text(text))
    }

    /// A value that is put into a text here, and how long it is written.
    fn put_in(&mut self, rest: &str, marks: Marks) -> Option<(Value, usize)> {
        if let Some(inner) = rest.strip_prefix(marks.open) {
            let end = closing(inner);
            let code = inner.get(..end).unwrap_or_default();
            let length = (marks.open.len() + end + 1).min(rest.len());
            return Some((self.inner(code, marks), length));
        }
        if !marks.names || !rest.starts_with(['$', '@']) {
            return None;
        }
        let length = name_length(rest.get(1..)?);
        if length == 0 || self.language == Language::Php && rest.starts_with('@') {
            return None;
        }
        let name = &rest[1..=length];
        // One index may follow.
        let tail = &rest[1 + length..];
        let close = match tail.as_bytes().first() {
            Some(b'[') => ']',
            Some(b'{') if self.language == Language::Perl => '}',
            _ => return Some((self.named(name), 1 + length)),
        };
        let end = tail.bytes().take(64).position(|byte| byte == close as u8)?;
        let key = tail.get(1..end)?.trim_matches(['\'', '"', '$']);
        let value = self.named_or_environment(name);
        let value = self.at_key(&value, Some(&Value::text(key)));
        Some((value, 1 + length + end + 1))
    }

    fn named(&mut self, name: &str) -> Value {
        match self.lookup(name) {
            Value::Name(_) => Value::hidden(&format!("${name}"), Flow::default()),
            // The members of a list with blanks between.
            Value::List(members) if self.language == Language::Perl && members.len() > 1 => {
                let texts: Vec<String> = members.iter().map(|value| value.arg().text).collect();
                Value::text(texts.join(" "))
            }
            value => value,
        }
    }

    fn named_or_environment(&mut self, name: &str) -> Value {
        match name {
            "ENV" | "_ENV" | "_SERVER" => Value::Name("ENV".to_owned()),
            name => self.lookup(name),
        }
    }

    /// The expression inside braces.
    fn inner(&mut self, code: &str, marks: Marks) -> Value {
        // `{value!r:>10}`: what follows says how it is written.
        let code = match self.language {
            Language::Python => {
                let end = code
                    .find([':', '!', '='])
                    .filter(|at| !code[..*at].contains(['(', '[', '\'', '"', '{']));
                &code[..end.unwrap_or(code.len())]
            }
            _ => code,
        };
        if marks.names && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return self.named(code);
        }
        if !self.run.step(1 + code.len() / 64) || !self.run.descend() {
            return Value::nothing();
        }
        let code =
            if self.language == Language::Php { format!("${code}") } else { code.to_owned() };
        let tokens = lexer::tokens(&code, self.language);
        let mut cursor = Cursor::new(&tokens);
        let value = self.expression(&mut cursor);
        self.run.ascend();
        match value {
            Value::Name(name) => Value::hidden(&name, Flow::default()),
            value => value,
        }
    }
}

/// Where the brace closes that is open in front of a text; quotes and braces in it are passed.
fn closing(inner: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, byte) in inner.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'{') => depth += 1,
            (None, b'}') if depth == 0 => return at,
            (None, b'}') => depth -= 1,
            (None, _) => {}
        }
    }
    inner.len()
}

/// A text with its escapes put in. A backslash in front of anything else is left out where it stands in front of a sign.
fn unescaped(text: &str) -> String {
    if text.len() > MAX_LITERAL || !text.contains('\\') {
        return text.to_owned();
    }
    let mut made = String::with_capacity(text.len());
    let mut plain = 0;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        let sign = bytes.get(at + 1).copied().unwrap_or(b'\\');
        if matches!(sign, b'$' | b'@' | b'#' | b'/' | b'`' | b'{' | b'}' | b' ' | b'\n') {
            made.push_str(&escape::decode(text.get(plain..at).unwrap_or_default()));
            if sign != b'\n' {
                made.push(char::from(sign));
            }
            plain = at + 2;
        }
        at += 2;
    }
    made.push_str(&escape::decode(text.get(plain..).unwrap_or_default()));
    made
}
