//! The cursor, lists, pipelines and simple commands.

use std::ops::Range;

use super::super::MAX_DEPTH;
use super::ast::{Joined, Node, Op, Part, Redirect, Simple, Word};
use crate::commands::Unclear;

/// A script and what stood in the way of reading it.
#[derive(Debug)]
pub(in super::super) struct Parsed {
    pub nodes: Vec<Node>,
    pub unclear: Option<Unclear>,
}

/// Parses a text. Never fails: what has no end is read to the end of the text.
pub(in super::super) fn parse(text: &str) -> Parsed {
    parse_part(Reader::new(text, 0))
}

/// Parses what a reader has before it.
pub(super) fn parse_part(mut reader: Reader<'_>) -> Parsed {
    let mut nodes = Vec::new();
    while !reader.at_end() {
        nodes.append(&mut reader.list(&[]));
        // A terminator without its beginning, such as a lone `)` or `done`.
        if !reader.at_end() {
            reader.fault(Unclear::Unparsable);
            if reader.word_ahead().is_empty() {
                reader.bump();
            } else {
                let _ = reader.word();
            }
        }
    }
    Parsed { nodes, unclear: reader.unclear }
}

/// A cursor over the text.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) unclear: Option<Unclear>,
    /// Bodies of here-documents: the line end in front of the first, and where the text goes on.
    pub(super) skip: Option<Range<usize>>,
    /// The span of every command, where the text is no slice of the outer one.
    pub(super) stands: Option<Range<usize>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, depth: usize) -> Self {
        Self { text, at: 0, depth, unclear: None, skip: None, stands: None }
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(super) fn fault(&mut self, why: Unclear) {
        self.unclear.get_or_insert(why);
    }

    /// The byte at an offset from the cursor; 0 behind the end.
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn looking_at(&self, what: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(what.as_bytes())
    }

    /// Takes one character, and the bodies of here-documents behind a line end.
    pub(super) fn bump(&mut self) -> Option<char> {
        let taken = self.text[self.at..].chars().next()?;
        if let Some(skip) = self.skip.clone()
            && self.at >= skip.start
        {
            self.skip = None;
            self.at = skip.end.max(self.at + 1);
            return Some('\n');
        }
        self.at += taken.len_utf8();
        Some(taken)
    }

    /// Blanks and escaped line ends.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek(0) {
                // Whatever ends a word is skipped here or ends the command, or a reader would stand still.
                b' ' | b'\t' | b'\r' | b'\x0c' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => self.at += 2,
                b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => self.at += 3,
                _ => return,
            }
        }
    }

    /// Blanks, line ends, comments and lone separators.
    pub(super) fn gaps(&mut self) {
        loop {
            self.blanks();
            match self.peek(0) {
                b'\n' => drop(self.bump()),
                b';' if !matches!(self.peek(1), b';' | b'&') => self.at += 1,
                b'#' => self.comment(),
                _ => return,
            }
        }
    }

    pub(super) fn comment(&mut self) {
        while !self.at_end() && self.peek(0) != b'\n' {
            self.at += 1;
        }
    }

    /// The bare word ahead, without taking it; empty where a quote or an operator stands.
    pub(super) fn word_ahead(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| c.is_ascii_whitespace() || ";&|()<>`\"'\\$".contains(c))
            .unwrap_or(rest.len());
        // A keyword is the whole word: `done"x"` is none.
        match rest.as_bytes().get(end) {
            Some(b'"' | b'\'' | b'\\' | b'$' | b'`') => "",
            _ => &rest[..end],
        }
    }

    /// Takes a bare keyword if it is ahead.
    pub(super) fn keyword(&mut self, word: &str) -> bool {
        let found = self.word_ahead() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// Commands up to one of the terminators (keywords, or `)`), which is not taken.
    pub(super) fn list(&mut self, ends: &[&str]) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.depth >= MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            self.at = self.text.len();
            return nodes;
        }
        self.depth += 1;
        let mut joined = None;
        loop {
            self.gaps();
            if self.at_end() || self.closes(ends) {
                break;
            }
            let before = self.at;
            if let Some(node) = self.and_or(&mut joined) {
                nodes.push(node);
            }
            if self.at == before {
                break;
            }
        }
        self.depth -= 1;
        nodes
    }

    /// True before a terminator, or before something that can only end a list.
    fn closes(&self, ends: &[&str]) -> bool {
        if self.peek(0) == b')' || self.looking_at(";;") || self.looking_at(";&") {
            return true;
        }
        let word = self.word_ahead();
        ends.contains(&word)
            || matches!(word, "}" | "fi" | "done" | "esac" | "then" | "do") && !word.is_empty()
    }

    /// One pipeline with the operator behind it.
    fn and_or(&mut self, joined: &mut Option<Joined>) -> Option<Node> {
        let mut node = self.pipeline();
        self.blanks();
        let next = if self.looking_at("&&") {
            self.at += 2;
            Some(Joined::And)
        } else if self.looking_at("||") {
            self.at += 2;
            Some(Joined::Or)
        } else {
            if self.peek(0) == b'&' {
                self.at += 1;
                node = node.map(|node| Node::Background(Box::new(node)));
            }
            None
        };
        let how = std::mem::replace(joined, next);
        let node = node?;
        Some(match how {
            Some(how) => Node::Next(how, Box::new(node)),
            None => node,
        })
    }

    fn pipeline(&mut self) -> Option<Node> {
        let mut stages = Vec::new();
        loop {
            while self.keyword("!") || self.keyword("time") {
                self.blanks();
                while self.word_ahead() == "-p" {
                    self.at += 2;
                    self.blanks();
                }
            }
            stages.extend(self.command());
            self.blanks();
            if self.peek(0) != b'|' || self.peek(1) == b'|' {
                break;
            }
            self.at += if self.peek(1) == b'&' { 2 } else { 1 };
            self.gaps_of_lines();
        }
        if stages.len() > 1 { Some(Node::Pipeline(stages)) } else { stages.pop() }
    }

    /// Line ends and comments behind a pipe.
    fn gaps_of_lines(&mut self) {
        loop {
            self.blanks();
            match self.peek(0) {
                b'\n' => drop(self.bump()),
                b'#' => self.comment(),
                _ => return,
            }
        }
    }

    pub(super) fn command(&mut self) -> Option<Node> {
        self.compound().or_else(|| self.simple())
    }

    fn simple(&mut self) -> Option<Node> {
        let mut simple = Simple { span: self.at..self.at, ..Simple::default() };
        loop {
            self.blanks();
            if let Some(redirect) = self.redirect() {
                simple.redirects.push(redirect);
            } else if self.peek(0) == b'(' && simple.words.len() == 1 && self.empty_parentheses() {
                let name = bare(&simple.words[0]).unwrap_or_default();
                return Some(self.function(name));
            } else if self.ends_word() {
                break;
            } else if simple.words.is_empty()
                && let Some(assign) = self.assignment()
            {
                simple.assigns.push(assign);
            } else {
                simple.words.push(self.word());
            }
            simple.span.end = self.at;
        }
        let empty =
            simple.words.is_empty() && simple.assigns.is_empty() && simple.redirects.is_empty();
        if let Some(span) = &self.stands {
            simple.span = span.clone();
        }
        (!empty).then_some(Node::Simple(simple))
    }

    /// Takes `()` behind the name of a function.
    fn empty_parentheses(&mut self) -> bool {
        let after = self.text[self.at + 1..].trim_start_matches([' ', '\t']);
        if !after.starts_with(')') {
            return false;
        }
        self.at = self.text.len() - after.len() + 1;
        true
    }

    /// True where no word can start.
    fn ends_word(&self) -> bool {
        match self.peek(0) {
            0 => self.at_end(),
            b'\n' | b';' | b'&' | b'|' | b')' | b'(' => true,
            // A comment starts where a word could.
            b'#' => true,
            _ => false,
        }
    }

    /// `name=value`, `name+=value` or `name=(…)`, without taking anything else.
    fn assignment(&mut self) -> Option<(String, Vec<Word>)> {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        if length == 0 || rest[0].is_ascii_digit() {
            return None;
        }
        let mut after = length;
        if rest.get(after) == Some(&b'[') {
            after += rest[after..].iter().take(64).position(|byte| *byte == b']')? + 1;
        }
        after += usize::from(rest.get(after) == Some(&b'+'));
        if rest.get(after) != Some(&b'=') {
            return None;
        }
        let name = self.text[self.at..self.at + length].to_owned();
        self.at += after + 1;
        if self.peek(0) == b'(' {
            return Some((name, self.array()));
        }
        let value = if self.peek(0).is_ascii_whitespace() || self.ends_value() {
            Word::default()
        } else {
            self.word()
        };
        Some((name, vec![value]))
    }

    fn ends_value(&self) -> bool {
        self.at_end() || matches!(self.peek(0), b';' | b'&' | b'|' | b')' | b'(')
    }

    fn array(&mut self) -> Vec<Word> {
        self.at += 1;
        let mut words = Vec::new();
        loop {
            self.gaps();
            if self.at_end() {
                self.fault(Unclear::Unparsable);
                return words;
            }
            if self.peek(0) == b')' {
                self.at += 1;
                return words;
            }
            let before = self.at;
            words.push(self.word());
            if self.at == before {
                self.at += 1;
            }
        }
    }
}

/// The text of a word without quotes and expansions.
pub(super) fn bare(word: &Word) -> Option<String> {
    match word.parts.as_slice() {
        [Part::Bare(text)] => Some(text.clone()),
        _ => None,
    }
}

/// A redirection that is one word of text for the command's input.
pub(super) fn text_redirect(target: Word, fd: Option<u32>) -> Redirect {
    Redirect { op: Op::Text, fd, name: None, target }
}
