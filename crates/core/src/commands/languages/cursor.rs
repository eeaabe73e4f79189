//! A place among the tokens of a program.

use super::lexer::Token;

/// A place among tokens.
pub(super) struct Cursor<'t> {
    tokens: &'t [Token<'t>],
    pub at: usize,
    /// How many brackets are open, inside which an end of a line means nothing.
    pub brackets: usize,
    /// How many blocks are open.
    pub blocks: usize,
    /// True where what follows may not run.
    pub conditional: bool,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>]) -> Self {
        Self { tokens, at: 0, brackets: 0, blocks: 0, conditional: false }
    }

    /// The token here, or `None` at the end.
    pub(super) fn peek(&mut self) -> Option<Token<'t>> {
        if self.brackets > 0 {
            while matches!(self.tokens.get(self.at), Some(Token::End { .. })) {
                self.at += 1;
            }
        }
        self.tokens.get(self.at).copied()
    }

    /// The token at a place.
    pub(super) fn token(&self, at: usize) -> Option<Token<'t>> {
        self.tokens.get(at).copied()
    }

    /// A token further on.
    pub(super) fn ahead(&self, count: usize) -> Option<Token<'t>> {
        self.tokens.get(self.at + count).copied()
    }

    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn is_sign(&mut self, sign: &str) -> bool {
        self.peek() == Some(Token::Sign(sign))
    }

    /// Takes a sign, if it is here.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let here = self.is_sign(sign);
        self.at += usize::from(here);
        here
    }

    /// Takes a word, if it is here.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let here = self.peek() == Some(Token::Name(word));
        self.at += usize::from(here);
        here
    }

    /// A name or a variable here.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        match self.peek()? {
            Token::Name(name) | Token::Variable(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Goes to the end: nothing more is read.
    pub(super) fn stop(&mut self) {
        self.at = self.tokens.len();
    }

    /// True where a bracket closes here.
    pub(super) fn closes(&mut self) -> bool {
        matches!(self.peek(), Some(Token::Sign(")" | "]" | "}")))
    }

    /// How far a word is that stands on the same level of brackets, among the next few tokens up to the end of the statement.
    pub(super) fn find_word(&self, words: &[&str]) -> Option<usize> {
        let mut depth = 0_usize;
        for ahead in 0..64 {
            match self.ahead(ahead)? {
                Token::Sign("(" | "[" | "{") => depth += 1,
                Token::Sign(")" | "]" | "}") if depth == 0 => return None,
                Token::Sign(")" | "]" | "}") => depth -= 1,
                Token::Name(name) if depth == 0 && words.contains(&name) => return Some(ahead),
                Token::End { .. } if depth == 0 && self.brackets == 0 => return None,
                _ => {}
            }
        }
        None
    }
}
