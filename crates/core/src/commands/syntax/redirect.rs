//! Redirections and here-documents.

use std::ops::Range;

use super::ast::{Op, Part, Redirect, Word};
use super::reader::{Reader, text_redirect};
use crate::commands::Unclear;

/// The operators, longest first, with what they do.
const OPERATORS: &[(&str, Op)] = &[
    ("&>>", Op::Append),
    ("<<<", Op::Text),
    (">>", Op::Append),
    (">|", Op::Write),
    (">&", Op::Duplicate),
    ("<&", Op::DuplicateRead),
    ("<>", Op::ReadWrite),
    ("&>", Op::Write),
    (">", Op::Write),
    ("<", Op::Read),
];

/// How a here-document's body is read.
struct Body {
    /// Its delimiter is quoted: nothing is expanded.
    literal: bool,
    /// Tabs in front of its lines are dropped.
    strip: bool,
}

impl Reader<'_> {
    /// A redirection, if one is ahead.
    pub(super) fn redirect(&mut self) -> Option<Redirect> {
        let rest = &self.text.as_bytes()[self.at..];
        let digits = rest.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        let named = if rest.first() == Some(&b'{') {
            let name = rest[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
            let end = 1 + name.count();
            if rest.get(end) == Some(&b'}') { end + 1 } else { 0 }
        } else {
            digits
        };
        let operator = &self.text[self.at + named..];
        let ahead = operator.as_bytes();
        if !(matches!(ahead.first(), Some(b'<' | b'>')) || named == 0 && operator.starts_with("&>"))
        {
            return None;
        }
        // `<(` and `>(` start a word.
        if named == 0 && ahead.get(1) == Some(&b'(') {
            return None;
        }
        let fd = self.text[self.at..self.at + digits].parse().ok();
        let name = (named > digits)
            .then(|| self.text[self.at + 1..self.at + named - 1].to_owned())
            .filter(|name| !name.is_empty());
        if operator.starts_with("<<") && !operator.starts_with("<<<") {
            self.at += named + 2;
            let document = self.here_document(fd);
            return Some(Redirect { name, ..document });
        }
        let (symbol, op) = OPERATORS.iter().find(|(symbol, _)| operator.starts_with(symbol))?;
        self.at += named + symbol.len();
        self.blanks();
        let target = self.word();
        // Nothing is written without a name: the shell refuses the line.
        if target.parts.is_empty() {
            return None;
        }
        Some(Redirect { op: *op, fd, name, target })
    }

    fn here_document(&mut self, fd: Option<u32>) -> Redirect {
        let strip = self.peek(0) == b'-';
        self.at += usize::from(strip);
        self.blanks();
        let word = self.word();
        let mut delimiter = String::new();
        let mut literal = false;
        for part in &word.parts {
            match part {
                Part::Bare(text) => delimiter.push_str(text),
                Part::Quoted(text) => {
                    literal = true;
                    delimiter.push_str(text);
                }
                _ => {}
            }
        }
        let (line_end, body_start) = match &self.skip {
            Some(skip) => (skip.start, skip.end),
            None => match self.text[self.at..].find('\n') {
                Some(line) => (self.at + line, self.at + line + 1),
                None => {
                    self.fault(Unclear::Unparsable);
                    // Remembered, so that it is not looked for again.
                    self.skip = Some(self.text.len()..self.text.len());
                    return text_redirect(Word::default(), fd);
                }
            },
        };
        let (body_end, next) = self.body(body_start, &delimiter, strip);
        self.skip = Some(line_end..next);
        let body = &self.text[body_start..body_end];
        text_redirect(self.body_word(body, body_start..body_end, Body { literal, strip }), fd)
    }

    /// Where a body ends, and where the text goes on behind its delimiter.
    fn body(&mut self, start: usize, delimiter: &str, strip: bool) -> (usize, usize) {
        let mut at = start;
        while at < self.text.len() {
            let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
            let line = self.text[at..end].trim_end_matches('\r');
            let line = if strip { line.trim_start_matches('\t') } else { line };
            // Inside a substitution the delimiter may share its line with the closing bracket.
            if line == delimiter {
                return (at, (end + 1).min(self.text.len()));
            }
            at = end + 1;
        }
        (self.text.len(), self.text.len())
    }

    fn body_word(&mut self, body: &str, span: Range<usize>, kind: Body) -> Word {
        let Body { literal, strip } = kind;
        let stripped: String;
        let body = if strip {
            stripped =
                body.lines().map(|line| line.trim_start_matches('\t').to_owned() + "\n").collect();
            stripped.as_str()
        } else {
            body
        };
        if literal {
            return Word { parts: vec![Part::Quoted(body.to_owned())] };
        }
        let mut inner = Reader::new(body, self.depth + 1);
        inner.stands = Some(self.stands.clone().unwrap_or(span));
        let parts = inner.quoted_parts(None);
        if let Some(why) = inner.unclear {
            self.fault(why);
        }
        Word { parts }
    }
}
