//! Literals: quotes, brackets, here-documents and regular expressions of each language.

use super::Language;
use super::lexer::{Kind, Lexer, Token, name_length};

/// The longest regular expression, in bytes.
const MAX_PATTERN: usize = 1024;

/// A here-document that is announced.
pub(super) struct Heredoc<'t> {
    /// Which token its text is.
    token: usize,
    tag: &'t str,
    kind: Kind,
}

impl<'t> Lexer<'t> {
    /// True where a literal stood here.
    pub(super) fn literal(&mut self) -> bool {
        use Language::{AppleScript, Awk, JavaScript, Lua, Perl, Php, Python, R, Ruby};
        match (self.byte(0), self.language) {
            (b'"' | b'\'', Python) => self.python(Kind::Plain, 0),
            (byte, Python) if byte.is_ascii_alphabetic() => return self.prefixed(),
            (b'\'', Awk | AppleScript) => return false,
            // The mark of older packages of Perl stands in names, which are read whole.
            (b'\'', Ruby | Perl | Php) => self.quoted(1, b'\'', Kind::Raw),
            (b'"', Ruby | Perl | Php) => self.quoted(1, b'"', Kind::Mixed),
            (b'\'' | b'"', _) => self.quoted(1, self.byte(0), Kind::Plain),
            (b'`', JavaScript) => self.quoted(1, b'`', Kind::Template),
            (b'`', Ruby | Perl | Php) => self.quoted(1, b'`', Kind::Shell),
            (b'[', Lua) => match self.long_bracket(0) {
                Some((start, end, length)) => {
                    let body = self.rest().get(start..end).unwrap_or_default();
                    self.push(Token::Text(body, Kind::Raw), length);
                }
                None => return false,
            },
            (b'<', Ruby | Perl | Php) if self.byte(1) == b'<' => return self.heredoc(),
            (b'<', Perl) if !self.after_value() => return self.angle(),
            (b'%', Ruby) if !self.after_value() || self.leans_right() => return self.percent(),
            (b'/', JavaScript | Ruby | Perl | Awk) => return self.pattern(),
            (byte, Perl) if byte.is_ascii_alphabetic() => return self.quote_like(),
            (_, Python | JavaScript | Ruby | Perl | Php | Lua | Awk | AppleScript | R) => {
                return false;
            }
        }
        true
    }

    /// A text from one quote to the next that is not escaped. What is put into it may hold quotes.
    fn quoted(&mut self, start: usize, quote: u8, kind: Kind) {
        let (end, length) = self.end_of(start, quote, quote, kind);
        let body = self.text.get(self.at + start..end).unwrap_or_default();
        self.push(Token::Text(body, kind), length);
    }

    /// Where a literal ends, and its length up to behind the closing sign. Without an end it goes to the end of the text.
    fn end_of(&self, start: usize, open: u8, close: u8, kind: Kind) -> (usize, usize) {
        let bytes = self.text.as_bytes();
        let mut at = self.at + start;
        let mut depth = 0_usize;
        // Quotes and braces inside values that are put in.
        let mut inner: Vec<u8> = Vec::new();
        while let Some(byte) = bytes.get(at) {
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            match (*byte, inner.last().copied()) {
                (b'\\', _) => at += 1,
                (b'{', Some(b'}')) => inner.push(b'}'),
                (quote @ (b'"' | b'\'' | b'`'), Some(b'}')) => inner.push(quote),
                (byte, Some(last)) if byte == last => drop(inner.pop()),
                (_, Some(b'}')) => {}
                (b'$', None | Some(b'`')) if kind == Kind::Template && next == b'{' => {
                    inner.push(b'}');
                    at += 1;
                }
                (b'#', None) if self.opens_value(kind, next) => {
                    inner.push(b'}');
                    at += 1;
                }
                (_, Some(_)) => {}
                (byte, None) if byte == close && depth == 0 => return (at, at + 1 - self.at),
                (byte, None) if byte == close => depth -= 1,
                (byte, None) if byte == open => depth += 1,
                _ => {}
            }
            at += 1;
        }
        (self.text.len(), self.text.len() - self.at)
    }

    fn opens_value(&self, kind: Kind, next: u8) -> bool {
        self.language == Language::Ruby
            && next == b'{'
            && matches!(kind, Kind::Mixed | Kind::Shell | Kind::Pattern)
    }

    /// A string of Python behind its prefix.
    fn python(&mut self, kind: Kind, prefix: usize) {
        let quote = self.byte(prefix);
        let triple = self.byte(prefix + 1) == quote && self.byte(prefix + 2) == quote;
        if !triple {
            let bytes = self.text.as_bytes();
            let start = self.at + prefix + 1;
            let mut end = start;
            while let Some(byte) = bytes.get(end)
                && *byte != quote
                && *byte != b'\n'
            {
                end += if *byte == b'\\' { 2 } else { 1 };
            }
            let end = self.boundary(end);
            let body = self.text.get(start..end).unwrap_or_default();
            let closed = usize::from(bytes.get(end) == Some(&quote));
            self.push(Token::Text(body, kind), end + closed - self.at);
            return;
        }
        let marks = if quote == b'"' { "\"\"\"" } else { "'''" };
        let start = self.at + prefix + 3;
        let body = self.text.get(start..).unwrap_or_default();
        let end = body.find(marks).unwrap_or(body.len());
        let length = prefix + 3 + (end + 3).min(body.len());
        self.push(Token::Text(&body[..end], kind), length);
    }

    /// The next place at which a character starts.
    fn boundary(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        (at..=self.text.len()).find(|at| self.text.is_char_boundary(*at)).unwrap_or(at)
    }

    /// `r"…"`, `f'…'` and their kin.
    fn prefixed(&mut self) -> bool {
        let prefix = self.rest().bytes().take_while(u8::is_ascii_alphabetic).take(3).count();
        let letters = self.rest()[..prefix].to_ascii_lowercase();
        if !matches!(self.byte(prefix), b'"' | b'\'')
            || !letters.bytes().all(|letter| matches!(letter, b'r' | b'b' | b'u' | b'f' | b't'))
        {
            return false;
        }
        let kind = match (letters.contains(['f', 't']), letters.contains('r')) {
            (true, _) => Kind::Mixed,
            (false, true) => Kind::Raw,
            (false, false) => Kind::Plain,
        };
        self.python(kind, prefix);
        true
    }

    /// `[[…]]` and `[=[…]=]`: where the text starts and ends, and its length, counted from the current place.
    pub(super) fn long_bracket(&self, skip: usize) -> Option<(usize, usize, usize)> {
        let rest = self.rest().get(skip..)?;
        let signs = rest.get(1..)?.bytes().take(8).take_while(|byte| *byte == b'=').count();
        if !rest.starts_with('[') || rest.as_bytes().get(1 + signs) != Some(&b'[') {
            return None;
        }
        let close = format!("]{}]", "=".repeat(signs));
        let start = skip + signs + 2;
        let body = self.rest().get(start..)?;
        Some(match body.find(&close) {
            Some(end) => (start, start + end, start + end + close.len()),
            None => (start, start + body.len(), start + body.len()),
        })
    }

    /// `<*.txt>` and `<STDIN>`.
    fn angle(&mut self) -> bool {
        let rest = self.rest();
        let inner = rest.as_bytes().iter().skip(1).take(256);
        let end = inner.take_while(|byte| !matches!(byte, b'>' | b'\n' | b';' | b'=')).count() + 1;
        if rest.as_bytes().get(end) != Some(&b'>') {
            return false;
        }
        let Some(body) = rest.get(1..end) else { return false };
        self.push(Token::Text(body, Kind::Glob), end + 1);
        true
    }

    /// `%w[…]`, `%x(…)`, `%q{…}`, `%(…)`.
    fn percent(&mut self) -> bool {
        let letter = self.byte(1);
        let (kind, skip) = match letter {
            b'w' | b'W' | b'i' | b'I' => (Kind::Words, 2),
            b'x' => (Kind::Shell, 2),
            b'q' => (Kind::Raw, 2),
            b'Q' => (Kind::Mixed, 2),
            b'r' => (Kind::Pattern, 2),
            _ => (Kind::Mixed, 1),
        };
        self.delimited(skip, kind, b"([{<|!/")
    }

    /// A text behind a sign that is one of those given, up to the sign that closes it.
    fn delimited(&mut self, skip: usize, kind: Kind, signs: &[u8]) -> bool {
        let open = self.byte(skip);
        if !signs.contains(&open) {
            return false;
        }
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'<' => b'>',
            other => other,
        };
        let (end, length) = self.end_of(skip + 1, open, close, kind);
        let body = self.text.get(self.at + skip + 1..end).unwrap_or_default();
        self.push(Token::Text(body, kind), length);
        true
    }

    /// `q(…)`, `qq{…}`, `qw[…]`, `qx/…/`, `m{…}`, `s/…/…/`, `tr/…/…/`.
    fn quote_like(&mut self) -> bool {
        let length = name_length(self.rest());
        let (kind, parts) = match &self.rest()[..length] {
            "q" => (Kind::Raw, 1),
            "qq" => (Kind::Mixed, 1),
            "qw" => (Kind::Words, 1),
            "qx" => (Kind::Shell, 1),
            "m" | "qr" => (Kind::Pattern, 1),
            "s" | "tr" | "y" => (Kind::Pattern, 2),
            _ => return false,
        };
        // A key of a hash, or a method.
        let key = matches!(self.tokens.last(), Some(Token::Sign("->" | "::" | "{" | "&")))
            && matches!(self.byte(length), b'}' | b'(' | b' ' | b'=');
        let blanks = self.rest()[length..].bytes().take(8).take_while(|b| *b == b' ').count();
        let signs: &[u8] = if blanks > 0 { b"([{<" } else { b"([{</|!#'\"~^,:%@+" };
        if key || !self.delimited(length + blanks, kind, signs) {
            return false;
        }
        if parts == 2 {
            // What replaces: in brackets of its own, or up to the same sign again.
            let sign = self.text.as_bytes()[self.at - 1];
            let blanks = self.rest().bytes().take(8).take_while(u8::is_ascii_whitespace).count();
            let bracket = matches!(sign, b')' | b']' | b'}' | b'>');
            if !bracket {
                let (_, length) = self.end_of(0, sign, sign, Kind::Raw);
                self.at += length;
            } else if self.delimited(blanks, Kind::Pattern, b"([{<") {
                self.tokens.pop();
            }
        }
        let flags = self.rest().bytes().take(12).take_while(u8::is_ascii_lowercase).count();
        // `s{…}{…}e` runs what replaces; that is not followed.
        self.at += flags;
        true
    }

    /// A regular expression, where an operand may stand.
    fn pattern(&mut self) -> bool {
        let loose = matches!(self.language, Language::Ruby | Language::Perl) && self.leans_right();
        let called = loose && matches!(self.tokens.last(), Some(Token::Name(_)));
        if self.after_value() && !called || self.at < self.no_pattern_before {
            return false;
        }
        let bytes = self.rest().as_bytes();
        let mut at = 1;
        let mut class = false;
        while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'\n' && at < MAX_PATTERN) {
            match byte {
                b'\\' => at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => {
                    let body = self.rest().get(1..at).unwrap_or_default();
                    let flags = bytes[at + 1..].iter().take(8);
                    let flags = flags.take_while(|byte| byte.is_ascii_lowercase()).count();
                    self.push(Token::Text(body, Kind::Pattern), at + 1 + flags);
                    return true;
                }
                _ => {}
            }
            at += 1;
        }
        self.no_pattern_before = self.at + at;
        false
    }

    /// Announces a here-document; its text is taken at the end of the line.
    fn heredoc(&mut self) -> bool {
        let marks = if self.language == Language::Php { "<<<" } else { "<<" };
        let Some(mut rest) = self.rest().strip_prefix(marks) else { return false };
        if self.language != Language::Php {
            rest = rest.strip_prefix(['~', '-']).unwrap_or(rest);
        }
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
        let body = if quote.is_some() { &rest[1..] } else { rest };
        let length = name_length(body);
        let tag = &body[..length];
        let bare = quote.is_none();
        if length == 0
            || bare && !tag.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
            || quote.is_some_and(|quote| !body[length..].starts_with(quote))
        {
            return false;
        }
        let kind = match quote {
            Some('\'') => Kind::Raw,
            Some('`') => Kind::Shell,
            _ => Kind::Mixed,
        };
        self.heredocs.push(Heredoc { token: self.tokens.len(), tag, kind });
        let taken = self.rest().len() - body.len() + length + usize::from(!bare);
        self.push(Token::Text("", kind), taken);
        true
    }

    /// Takes the texts of here-documents, at the beginning of a line.
    pub(super) fn take_heredocs(&mut self) {
        for heredoc in std::mem::take(&mut self.heredocs) {
            let body = self.rest();
            let mut length = 0;
            let mut end = body.len();
            for line in body.split_inclusive('\n') {
                let own = line.trim().trim_end_matches([';', ',', ')']);
                if own == heredoc.tag {
                    end = length;
                    length += line.len();
                    break;
                }
                length += line.len();
            }
            if let Some(token) = self.tokens.get_mut(heredoc.token) {
                *token = Token::Text(&body[..end], heredoc.kind);
            }
            self.at += length;
        }
    }
}
