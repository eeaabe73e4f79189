//! Words: quotes, escapes, variables and substitutions.

use std::ops::Range;

use super::super::MAX_DEPTH;
use super::ast::{Node, Param, ParamOp, Part, Word};
use super::reader::{Reader, parse_part};
use crate::commands::Unclear;
use crate::commands::escape;

/// What `${name…}` may have behind the name, longest first.
const OPERATORS: &[(&str, ParamOp)] = &[
    (":-", ParamOp::Default),
    (":=", ParamOp::Assign),
    (":+", ParamOp::Alternate),
    (":?", ParamOp::Require),
    ("##", ParamOp::CutFront),
    ("%%", ParamOp::CutBack),
    ("-", ParamOp::Default),
    ("=", ParamOp::Assign),
    ("+", ParamOp::Alternate),
    ("?", ParamOp::Require),
    ("#", ParamOp::CutFront),
    ("%", ParamOp::CutBack),
];

/// The longest subscript, in bytes.
const MAX_SUBSCRIPT: usize = 256;

/// Parts under construction: neighbours of the same kind are one part.
#[derive(Default)]
struct Parts(Vec<Part>);

impl Parts {
    fn bare(&mut self, c: char) {
        match self.0.last_mut() {
            Some(Part::Bare(text)) => text.push(c),
            _ => self.0.push(Part::Bare(c.into())),
        }
    }

    fn quoted(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Part::Quoted(before)) => before.push_str(text),
            _ => self.0.push(Part::Quoted(text.to_owned())),
        }
    }

    fn push(&mut self, part: Part) {
        self.0.push(part);
    }
}

impl Reader<'_> {
    /// A word: everything up to a blank or an operator.
    pub(super) fn word(&mut self) -> Word {
        self.word_until(|byte| {
            byte.is_ascii_whitespace() || matches!(byte, b';' | b'&' | b'|' | b')')
        })
    }

    fn word_until(&mut self, ends: impl Fn(u8) -> bool) -> Word {
        let mut parts = Parts::default();
        while !self.at_end() && !ends(self.peek(0)) {
            match self.peek(0) {
                b'<' | b'>' if self.peek(1) == b'(' => {
                    let write = self.peek(0) == b'>';
                    self.at += 2;
                    let body = self.nested().into();
                    parts.push(Part::Process { body, write });
                }
                b'<' | b'>' if ends(b';') => break,
                b'(' if ends(b';') => {
                    if !self.extended_glob(&mut parts) {
                        break;
                    }
                }
                b'"' => {
                    self.at += 1;
                    self.double_quoted(&mut parts);
                }
                b'\'' => self.single_quoted(&mut parts),
                b'\\' => self.escaped(&mut parts),
                b'$' => self.dollar(false, &mut parts),
                b'`' => self.backquoted(false, &mut parts),
                _ => self.take_bare(&mut parts),
            }
        }
        Word { parts: parts.0 }
    }

    fn take_bare(&mut self, parts: &mut Parts) {
        if let Some(c) = self.text[self.at..].chars().next() {
            self.at += c.len_utf8();
            parts.bare(c);
        }
    }

    /// `!(…)` and its kin, taken as a wildcard. False where the bracket is none of a pattern.
    fn extended_glob(&mut self, parts: &mut Parts) -> bool {
        let Some(Part::Bare(before)) = parts.0.last_mut() else { return false };
        if !before.ends_with(['?', '*', '+', '@', '!']) {
            return false;
        }
        let Some(length) = self.text[self.at..].find(')') else { return false };
        let inner = &self.text[self.at + 1..self.at + length];
        self.at += length + 1;
        let kind = before.pop();
        // `@(name)` is that name.
        match kind == Some('@') && !inner.contains(['|', '$', '\'', '"', '`', '\\', '(']) {
            true => before.push_str(inner),
            false => before.push('*'),
        }
        true
    }

    fn single_quoted(&mut self, parts: &mut Parts) {
        let body = &self.text[self.at + 1..];
        let end = body.find('\'').unwrap_or_else(|| {
            self.unclear.get_or_insert(Unclear::Unparsable);
            body.len()
        });
        parts.quoted(&body[..end]);
        self.at = (self.at + end + 2).min(self.text.len());
    }

    fn double_quoted(&mut self, parts: &mut Parts) {
        let inner = self.quoted_parts(Some(b'"'));
        if inner.is_empty() {
            parts.quoted("");
        }
        parts.0.extend(inner);
    }

    /// How far a closing bracket is. Not looked for in all of the text, which would be done again and again where there is none.
    fn bracket(&self) -> Option<usize> {
        self.text.as_bytes()[self.at..].iter().take(MAX_SUBSCRIPT).position(|byte| *byte == b']')
    }

    fn escaped(&mut self, parts: &mut Parts) {
        self.at += 1;
        let Some(c) = self.text[self.at..].chars().next() else {
            parts.quoted("\\");
            return;
        };
        self.at += c.len_utf8();
        if c != '\n' {
            parts.quoted(c.encode_utf8(&mut [0; 4]));
        }
    }

    /// The inside of double quotes, whose end is taken, or of a here-document.
    pub(super) fn quoted_parts(&mut self, end: Option<u8>) -> Vec<Part> {
        let mut parts = Parts::default();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\', '$', '`']).unwrap_or(rest.len());
            if plain > 0 {
                parts.quoted(&rest[..plain]);
                self.at += plain;
            }
            match self.peek(0) {
                _ if self.at_end() => {
                    if end.is_some() {
                        self.fault(Unclear::Unparsable);
                    }
                    return parts.0;
                }
                b'"' if end == Some(b'"') => {
                    self.at += 1;
                    return parts.0;
                }
                b'\\' => {
                    match self.peek(1) {
                        b'\n' => {}
                        b'$' | b'`' | b'\\' => {
                            parts.quoted(&self.text[self.at + 1..self.at + 2]);
                        }
                        b'"' if end.is_some() => parts.quoted("\""),
                        _ => {
                            parts.quoted("\\");
                            self.at += 1;
                            continue;
                        }
                    }
                    self.at += 2;
                }
                b'$' => self.dollar(true, &mut parts),
                b'`' => self.backquoted(true, &mut parts),
                _ => {
                    parts.quoted("\"");
                    self.at += 1;
                }
            }
        }
    }

    fn dollar(&mut self, quoted: bool, parts: &mut Parts) {
        self.at += 1;
        match self.peek(0) {
            b'(' if self.peek(1) == b'(' && self.arithmetic() => parts.push(Part::Number),
            b'(' => {
                self.at += 1;
                let body = self.nested();
                parts.push(Part::Command { body, quoted });
            }
            b'[' if self.bracket().is_some() => {
                self.at += self.bracket().unwrap_or(0) + 1;
                parts.push(Part::Number);
            }
            b'{' => {
                let part = self.braced(quoted);
                parts.push(part);
            }
            b'\'' if !quoted => {
                let (text, length) = escape::ansi_c(&self.text[self.at + 1..]);
                parts.quoted(&text);
                self.at += 1 + length;
            }
            b'"' if !quoted => {
                self.at += 1;
                self.double_quoted(parts);
            }
            byte => {
                let length = name_length(&self.text.as_bytes()[self.at..]);
                if length == 0 {
                    parts.quoted("$");
                    return;
                }
                let name = self.text[self.at..self.at + length].to_owned();
                self.at += length;
                debug_assert!(byte != 0);
                parts.push(Part::Param(Param { name, op: ParamOp::Plain, word: None, quoted }));
            }
        }
    }

    /// `$(( … ))` behind its dollar. False where it is a substitution that starts with a subshell.
    pub(super) fn arithmetic(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut open = 0_usize;
        for (offset, byte) in bytes[self.at..].iter().enumerate().take(4096) {
            match byte {
                b'(' => open += 1,
                b')' => {
                    open -= 1;
                    if open == 0 {
                        let closed = bytes[self.at + offset - 1] == b')';
                        if closed {
                            self.at += offset + 1;
                        }
                        return closed;
                    }
                }
                // A command stands in it: read it as commands, so that it is seen.
                b'`' | b'\n' | b';' => return false,
                b'$' if bytes.get(self.at + offset + 1) == Some(&b'(') => return false,
                _ => {}
            }
        }
        false
    }

    /// Commands up to a closing bracket, which is taken.
    fn nested(&mut self) -> Vec<Node> {
        let body = self.list(&[]);
        if self.peek(0) == b')' {
            self.at += 1;
        } else {
            self.fault(Unclear::Unparsable);
            // What stands before the bracket belongs to no command; go on behind it.
            self.at =
                self.text[self.at..].find(')').map_or(self.text.len(), |end| self.at + end + 1);
        }
        body
    }

    fn backquoted(&mut self, quoted: bool, parts: &mut Parts) {
        let start = self.at;
        self.at += 1;
        let mut script = String::new();
        loop {
            match self.text[self.at..].chars().next() {
                None => {
                    self.fault(Unclear::Unparsable);
                    break;
                }
                Some('`') => {
                    self.at += 1;
                    break;
                }
                Some('\\') if matches!(self.peek(1), b'`' | b'\\' | b'$') => {
                    script.push(char::from(self.peek(1)));
                    self.at += 2;
                }
                Some(c) => {
                    script.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        let body = self.apart(&script, start..self.at);
        parts.push(Part::Command { body, quoted });
    }

    /// Parses a text that is not a slice of this one, one level deeper.
    fn apart(&mut self, script: &str, span: Range<usize>) -> Vec<Node> {
        if self.depth >= MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            return Vec::new();
        }
        let mut inner = Reader::new(script, self.depth + 1);
        inner.stands = Some(self.stands.clone().unwrap_or(span));
        let parsed = parse_part(inner);
        if let Some(why) = parsed.unclear {
            self.fault(why);
        }
        parsed.nodes
    }

    /// `${…}` behind its dollar.
    fn braced(&mut self, quoted: bool) -> Part {
        self.at += 1;
        let counts = self.peek(0) == b'#' && self.peek(1) != b'}';
        let indirect = self.peek(0) == b'!';
        self.at += usize::from(counts || indirect);
        let length = name_length(&self.text.as_bytes()[self.at..]);
        let name = self.text[self.at..self.at + length].to_owned();
        self.at += length;
        if self.peek(0) == b'[' {
            let close = self.bracket();
            self.at += close.map_or(0, |end| end + 1);
        }
        let rest = &self.text[self.at..];
        let (skip, op) = OPERATORS
            .iter()
            .find(|(symbol, _)| rest.starts_with(symbol))
            .map_or((0, ParamOp::Other), |(symbol, op)| (symbol.len(), *op));
        let plain = rest.starts_with('}');
        self.at += skip;
        let word = self.inside_braces();
        if counts {
            return Part::Number;
        }
        let op = match op {
            _ if indirect || length == 0 => ParamOp::Other,
            _ if plain => ParamOp::Plain,
            op => op,
        };
        Part::Param(Param { name, op, word: word.map(Box::new), quoted })
    }

    fn inside_braces(&mut self) -> Option<Word> {
        if self.depth >= MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            self.at = self.text.len();
            return None;
        }
        self.depth += 1;
        let word = self.word_until(|byte| byte == b'}');
        self.depth -= 1;
        if self.at_end() {
            self.fault(Unclear::Unparsable);
        } else {
            self.at += 1;
        }
        (!word.parts.is_empty()).then_some(word)
    }
}

/// The length of a variable's name, or of a special one.
fn name_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => 1,
        Some(byte) if byte.is_ascii_digit() => {
            bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
        }
        _ => bytes.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count(),
    }
}
