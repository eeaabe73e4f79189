//! Compound commands.

use std::rc::Rc;

use super::ast::{Node, Part, Redirect, Word};
use super::reader::Reader;
use crate::commands::Unclear;

impl Reader<'_> {
    /// A compound command, if one is ahead.
    pub(super) fn compound(&mut self) -> Option<Node> {
        self.blanks();
        if self.peek(0) == b'(' {
            return Some(self.subshell());
        }
        if self.looking_at("[[") && self.peek(2).is_ascii_whitespace() {
            return Some(self.condition());
        }
        let word = self.word_ahead();
        let known = matches!(
            word,
            "{" | "if" | "while" | "until" | "for" | "select" | "case" | "function" | "coproc"
        );
        if !known {
            return None;
        }
        self.at += word.len();
        Some(match word {
            "{" => {
                let body = self.list(&["}"]);
                self.close("}");
                Node::Group(body, self.redirects())
            }
            "if" => self.branches(&["then", "elif", "else"], "fi"),
            "while" => self.rounds(&["true", ":"]),
            "until" => self.rounds(&["false"]),
            "for" | "select" => self.walk(),
            "case" => self.case(),
            "function" => {
                self.blanks();
                let name = self.text[self.at..]
                    .split(|c: char| c.is_ascii_whitespace() || "(){};&|<>".contains(c))
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                self.at += name.len();
                self.blanks();
                if self.looking_at("()") {
                    self.at += 2;
                }
                self.function(name)
            }
            _ => return self.coprocess(),
        })
    }

    /// `coproc`, whose name only stands before a compound command.
    fn coprocess(&mut self) -> Option<Node> {
        self.blanks();
        let ahead = self.word_ahead();
        let behind = self.text[self.at + ahead.len()..].trim_start_matches([' ', '\t']);
        let mut name = "COPROC";
        if ahead != "{" && !ahead.is_empty() && behind.starts_with(['{', '(']) {
            self.at += ahead.len();
            name = ahead;
        }
        if self.depth >= super::super::MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            self.at = self.text.len();
            return None;
        }
        self.depth += 1;
        let node = self.command();
        self.depth -= 1;
        node.map(|node| Node::Coprocess { name: name.to_owned(), body: Rc::from([node]) })
    }

    /// Takes a closing keyword, or notes that it is missing.
    fn close(&mut self, word: &str) {
        self.gaps();
        if !self.keyword(word) {
            self.fault(Unclear::Unparsable);
        }
    }

    fn redirects(&mut self) -> Vec<Redirect> {
        let mut redirects = Vec::new();
        loop {
            self.blanks();
            match self.redirect() {
                Some(redirect) => redirects.push(redirect),
                None => return redirects,
            }
        }
    }

    fn subshell(&mut self) -> Node {
        if self.peek(1) == b'(' && self.arithmetic() {
            return Node::Test(Vec::new());
        }
        self.at += 1;
        let body = self.list(&[]);
        if self.peek(0) == b')' {
            self.at += 1;
        } else {
            self.fault(Unclear::Unparsable);
        }
        Node::Subshell(body, self.redirects())
    }

    /// `[[ … ]]`: only its substitutions matter.
    fn condition(&mut self) -> Node {
        self.at += 2;
        let mut words = Vec::new();
        loop {
            self.gaps();
            if self.at_end() {
                self.fault(Unclear::Unparsable);
                break;
            }
            if self.keyword("]]") {
                break;
            }
            let before = self.at;
            let word = self.word();
            if !word.parts.iter().all(|part| matches!(part, Part::Bare(_) | Part::Quoted(_))) {
                words.push(word);
            }
            if self.at == before {
                let _ = self.bump();
            }
        }
        Node::Test(words)
    }

    /// Lists separated by keywords, up to the last keyword.
    fn branches(&mut self, between: &[&str], end: &str) -> Node {
        let mut lists = Vec::new();
        let ends: Vec<&str> = between.iter().copied().chain([end]).collect();
        loop {
            lists.push(self.list(&ends));
            self.gaps();
            if !between.iter().any(|word| self.keyword(word)) {
                break;
            }
        }
        self.close(end);
        Node::Branches(lists, self.redirects())
    }

    /// `while` and `until`.
    fn rounds(&mut self, goes_on: &[&str]) -> Node {
        match self.branches(&["do"], "done") {
            Node::Branches(lists, redirects) if is_constant(lists.first(), goes_on) => {
                Node::Endless(lists, redirects)
            }
            node => node,
        }
    }

    fn walk(&mut self) -> Node {
        self.blanks();
        if self.looking_at("((") {
            let end = self.text[self.at..].find("))");
            self.at = end.map_or(self.text.len(), |end| self.at + end + 2);
            return self.walk_body(String::new(), Some(Vec::new()));
        }
        let name = self.word_ahead().to_owned();
        self.at += name.len();
        self.gaps_before_in();
        let mut words = None;
        if self.keyword("in") {
            let mut list = Vec::new();
            loop {
                self.blanks();
                if self.at_end() || matches!(self.peek(0), b'\n' | b';' | b'&' | b'|' | b')' | b'#')
                {
                    break;
                }
                let before = self.at;
                list.push(self.word());
                if self.at == before {
                    break;
                }
            }
            words = Some(list);
        }
        self.walk_body(name, words)
    }

    fn gaps_before_in(&mut self) {
        self.blanks();
        let mark = self.at;
        while self.peek(0) == b'\n' {
            self.at += 1;
            self.blanks();
        }
        if self.word_ahead() != "in" {
            self.at = mark;
        }
    }

    fn walk_body(&mut self, name: String, words: Option<Vec<Word>>) -> Node {
        self.gaps();
        let closing = if self.keyword("{") { "}" } else { "done" };
        if closing == "done" && !self.keyword("do") {
            self.fault(Unclear::Unparsable);
        }
        let body = self.list(&[closing]);
        self.close(closing);
        Node::For { name, words, body, redirects: self.redirects() }
    }

    fn case(&mut self) -> Node {
        self.blanks();
        let word = self.word();
        self.gaps();
        if !self.keyword("in") {
            self.fault(Unclear::Unparsable);
        }
        let mut arms = Vec::new();
        loop {
            self.gaps();
            if self.at_end() || self.keyword("esac") {
                break;
            }
            // The patterns of an arm, up to their bracket.
            if self.peek(0) == b'(' {
                self.at += 1;
            }
            while !self.at_end() && self.peek(0) != b')' {
                let before = self.at;
                let _ = self.word();
                if self.at == before {
                    let _ = self.bump();
                }
            }
            self.at = (self.at + 1).min(self.text.len());
            arms.push(self.list(&["esac"]));
            self.gaps();
            for separator in [";;&", ";;", ";&"] {
                if self.looking_at(separator) {
                    self.at += separator.len();
                    break;
                }
            }
            // Whatever cannot go on an arm would be met again and again.
            if self.peek(0) == b')' {
                self.fault(Unclear::Unparsable);
                break;
            }
        }
        Node::Case { word, arms, redirects: self.redirects() }
    }

    /// The body of a function whose name and `()` are taken.
    pub(super) fn function(&mut self, name: String) -> Node {
        self.gaps();
        let body = if self.depth >= super::super::MAX_DEPTH {
            self.fault(Unclear::TooDeep);
            self.at = self.text.len();
            Node::Group(Vec::new(), Vec::new())
        } else {
            self.depth += 1;
            let body = self.compound().unwrap_or_else(|| {
                // A shell takes a compound command only; what is read here is no definition's body.
                Node::Group(self.list(&[]), Vec::new())
            });
            self.depth -= 1;
            body
        };
        Node::Function { name, body: Rc::new(body) }
    }
}

/// True for a condition that is one of those words, or a folder and one of them.
fn is_constant(condition: Option<&Vec<Node>>, words: &[&str]) -> bool {
    let Some([Node::Simple(simple)]) = condition.map(Vec::as_slice) else { return false };
    let [word] = simple.words.as_slice() else { return false };
    match word.parts.as_slice() {
        [Part::Bare(text)] => words.contains(&text.rsplit('/').next().unwrap_or(text)),
        _ => false,
    }
}
