//! The tokens of a program: names, numbers, signs, and literals with their quotes taken off.

use super::Language;
use super::literals::Heredoc;

/// How many tokens of a program are read. More are more work than an analysis may take.
const MAX_TOKENS: usize = 8 * crate::commands::MAX_WORK;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A name or a keyword.
    Name(&'t str),
    /// A variable of a language that marks them, without the mark.
    Variable(&'t str),
    Number(&'t str),
    Text(&'t str, Kind),
    Sign(&'t str),
    /// The end of a line or statement, and whether what follows is indented.
    End {
        indented: bool,
    },
}

/// How the inside of a literal is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It means itself.
    Raw,
    /// Escapes are put in.
    Plain,
    /// Escapes and values are put in.
    Mixed,
    /// As `Mixed`, and what stands in front of it may take it as its argument.
    Template,
    /// As `Mixed`, and a shell runs it.
    Shell,
    /// A list of words.
    Words,
    /// A pattern of paths, or a handle that is read.
    Glob,
    /// A regular expression, or what replaces one.
    Pattern,
}

/// Reads a program. The result is in order, and its length is bounded.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        language,
        tokens: Vec::new(),
        heredocs: Vec::new(),
        no_pattern_before: 0,
    };
    lexer.run();
    lexer.tokens
}

pub(super) struct Lexer<'t> {
    pub text: &'t str,
    pub at: usize,
    pub language: Language,
    pub tokens: Vec<Token<'t>>,
    /// Here-documents whose text starts on the next line.
    pub heredocs: Vec<Heredoc<'t>>,
    /// Up to where no regular expression ends.
    pub no_pattern_before: usize,
}

impl<'t> Lexer<'t> {
    fn run(&mut self) {
        while self.at < self.text.len() && self.tokens.len() < MAX_TOKENS {
            let before = self.at;
            self.next();
            // Whatever a character means, it is passed.
            if self.at <= before {
                self.at = before + self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn push(&mut self, token: Token<'t>, length: usize) {
        self.tokens.push(token);
        self.at += length;
    }

    fn next(&mut self) {
        let first = self.byte(0);
        match first {
            b'\n' => self.line_end(),
            b';' => self.push(Token::End { indented: false }, 1),
            b'\\' if self.byte(1) == b'\n' => self.at += 2,
            byte if byte.is_ascii_whitespace() => self.at += 1,
            _ if self.comment() || self.literal() => {}
            b'$' | b'@' if self.language.marks_variables() => self.variable(),
            b'%' if self.language == Language::Perl && !self.after_value() => self.variable(),
            byte if byte.is_ascii_digit() => self.number(),
            byte if byte == b'_' || byte == b'$' || byte.is_ascii_alphabetic() || byte > 0x7f => {
                let length = name_length(self.rest());
                let name = &self.rest()[..length];
                if self.language == Language::Perl && matches!(name, "__END__" | "__DATA__") {
                    self.at = self.text.len();
                } else {
                    self.push(Token::Name(name), length);
                }
            }
            _ => self.sign(),
        }
    }

    fn line_end(&mut self) {
        self.at += 1;
        self.take_heredocs();
        let indented = matches!(self.byte(0), b' ' | b'\t');
        self.tokens.push(Token::End { indented });
        // Documentation between the lines of a program.
        let skipped = match self.language {
            Language::Perl => Some("\n=cut"),
            Language::Ruby => Some("\n=end"),
            _ => None,
        };
        if let Some(end) = skipped
            && self.byte(0) == b'='
            && self.byte(1).is_ascii_alphabetic()
        {
            let length = self.rest().find(end).map_or(self.rest().len(), |at| at + end.len());
            self.at += length;
        }
    }

    /// True where a comment stood here.
    fn comment(&mut self) -> bool {
        use Language::{AppleScript, JavaScript, Lua, Php};
        let rest = self.rest();
        let line = |rest: &str| rest.find('\n').unwrap_or(rest.len());
        let length = match (self.byte(0), self.language) {
            (b'#', JavaScript) if rest.starts_with("#!") && self.at == 0 => line(rest),
            (b'#', JavaScript | Lua) => return false,
            // `#[attribute]` and `#{value}` are none.
            (b'#', Php) if self.byte(1) == b'[' => return false,
            (b'#', _) => line(rest),
            (b'/', JavaScript | Php) if self.byte(1) == b'/' => line(rest),
            (b'/', JavaScript | Php) if self.byte(1) == b'*' => {
                rest.get(2..).and_then(|body| body.find("*/")).map_or(rest.len(), |end| end + 4)
            }
            (b'-', Lua) if rest.starts_with("--[") && self.long_bracket(2).is_some() => {
                self.long_bracket(2).map_or(rest.len(), |(_, _, length)| length)
            }
            (b'-', Lua | AppleScript) if self.byte(1) == b'-' => line(rest),
            (b'?', Php) if self.byte(1) == b'>' => rest.find("<?").map_or(rest.len(), |at| at + 2),
            (b'<', Php) if rest.starts_with("<?php") => 5,
            (b'<', Php) if rest.starts_with("<?=") => 3,
            _ => return false,
        };
        self.at += length;
        true
    }

    /// True where an operand cannot stand, because there is one already.
    pub(super) fn after_value(&self) -> bool {
        match self.tokens.last() {
            Some(Token::Name(name)) => !takes_operand(name),
            Some(Token::Variable(_) | Token::Number(_) | Token::Text(..)) => true,
            Some(Token::Sign(sign)) => matches!(*sign, ")" | "]" | "}"),
            Some(Token::End { .. }) | None => false,
        }
    }

    /// True where a blank stands in front, and none behind.
    pub(super) fn leans_right(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        before.is_some_and(u8::is_ascii_whitespace) && !self.byte(1).is_ascii_whitespace()
    }

    /// `$x`, `@x`, `%x`, `$_`, `${x}`, `@{…}`, `$$`.
    fn variable(&mut self) {
        let mut skip = 1;
        // A few signs may stand in front of one name.
        while skip < 4 && matches!(self.byte(skip), b'$' | b'@' | b'#') {
            skip += 1;
        }
        let rest = self.text.get(self.at + skip..).unwrap_or_default();
        let braced = rest.strip_prefix('{').and_then(|inner| {
            let length = name_length(inner);
            (length > 0 && inner[length..].starts_with('}')).then(|| &inner[..length])
        });
        if let Some(name) = braced {
            self.push(Token::Variable(name), skip + name.len() + 2);
            return;
        }
        let length = match name_length(rest) {
            0 if matches!(
                self.byte(skip),
                b'0' | b'&' | b'!' | b',' | b'.' | b'/' | b'1'..=b'9'
            ) =>
            {
                1
            }
            length => length,
        };
        if length == 0 {
            self.push(Token::Sign(&self.text[self.at..self.at + 1]), skip);
        } else {
            self.push(Token::Variable(&rest[..length]), skip + length);
        }
    }

    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut length = 0;
        while let Some(byte) = bytes.get(length) {
            let point = *byte == b'.' && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
            if !(byte.is_ascii_alphanumeric() || *byte == b'_' || point) {
                break;
            }
            length += 1;
        }
        self.push(Token::Number(&self.rest()[..length]), length);
    }

    fn sign(&mut self) {
        const LONG: &str = "... === !== <=> **= ||= &&= => -> :: == != =~ !~ <= >= && || ?? ?. ** += \
                            -= .= << >> |& .. := // <-";
        let rest = self.rest();
        let length = LONG.split(' ').find(|sign| rest.starts_with(sign)).map(str::len);
        // A number may stand behind, as in `x<-1`.
        let length = length.filter(|_| !rest.starts_with("<-") || self.language == Language::R);
        let length = length.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
        self.push(Token::Sign(&rest[..length]), length);
    }
}

/// The length of a name; namespaces of PHP and methods of Ruby that end in a mark are names, too.
pub(super) fn name_length(text: &str) -> usize {
    let part = |c: char| {
        c.is_alphanumeric() || c == '_' || c == '$' || c == crate::commands::paths::UNKNOWN
    };
    match text.chars().next() {
        Some(c) if part(c) && !c.is_ascii_digit() => text.find(|c| !part(c)).unwrap_or(text.len()),
        _ => 0,
    }
}

/// True for words behind which an operand follows.
fn takes_operand(name: &str) -> bool {
    crate::commands::words::words(
        "return if elsif elif else unless while until and or not xor in of do then when case print puts \
         split grep map join typeof await yield throw new echo import from unlink push say with as \
         assert lambda system exec eval BEGIN END",
    )
    .contains(name)
}
