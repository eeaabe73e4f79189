//! A reader of tokens and not of a grammar, which refuses nothing.

use super::Loss;
use crate::commands::paths::UNKNOWN;
use crate::commands::words::{Words, words};

/// How many tokens of a statement are kept. What tells a loss stands in front, and a `WHERE` is looked for in all of them.
pub(super) const MAX_TOKENS: usize = 4096;
/// In how many places of a statement a verb is looked for.
const MAX_STARTS: usize = 64;

/// A word or a sign, outside quotes and comments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'t> {
    Word(&'t str),
    /// A name in quotes of any dialect.
    Name(&'t str),
    /// A text, without its quotes.
    Text(&'t str),
    Sign(char),
}

impl Token<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_any(&self, words: Words) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// A token and where it stands, in bytes.
#[derive(PartialEq, Debug)]
pub(super) struct Spanned<'t> {
    pub token: Token<'t>,
    pub start: usize,
    pub end: usize,
}

/// True for a word without which nothing is lost.
pub(super) fn may_lose(token: &Token<'_>) -> bool {
    token.is_any(words(
        "drop truncate delete update alter replace overwrite detach do exec execute prepare gexec \
         global sql_safe_updates reset purge lo_unlink pg_drop_replication_slot",
    ))
}

/// True for a statement whose texts are statements.
pub(super) fn runs_texts(tokens: &[Spanned<'_>]) -> bool {
    let first =
        tokens.first().is_some_and(|first| first.token.is_any(words("do exec execute prepare")));
    // `\gexec` of psql runs what the statement in front of it prints.
    let prints = tokens
        .windows(2)
        .any(|pair| pair[0].token == Token::Sign('\\') && pair[1].token.is("gexec"));
    (first || prints) && tokens.iter().any(|token| matches!(token.token, Token::Text(_)))
}

/// The losses of a statement.
pub(super) fn losses(statement: &[Spanned<'_>]) -> Vec<Loss> {
    let tokens: Vec<Token<'_>> =
        statement.iter().take(MAX_TOKENS).map(|spanned| spanned.token).collect();
    let mut found = Vec::new();
    statements(&tokens, &mut found);
    found
}

/// Verbs after which a statement may stand inside another: `EXPLAIN ANALYZE DELETE …`, `WITH … DELETE …`, `BEGIN DELETE …`.
fn statements(tokens: &[Token<'_>], found: &mut Vec<Loss>) {
    let mut starts = true;
    let explains = tokens.first().is_some_and(|token| token.is_any(words("explain describe desc")))
        && !tokens.iter().take(6).any(|token| token.is("analyze"));
    if explains {
        return;
    }
    let mut left = MAX_STARTS;
    for (at, token) in tokens.iter().enumerate() {
        if starts && left > 0 {
            left -= 1;
            found.extend(loss(token, &tokens[at + 1..]));
        }
        starts = matches!(token, Token::Sign(')' | '('))
            || token.is_any(words("begin then else do as analyze loop transaction go work"));
    }
}

/// What a verb and the tokens behind it lose.
fn loss(verb: &Token<'_>, rest: &[Token<'_>]) -> Option<Loss> {
    let Token::Word(word) = verb else { return None };
    let lost = |object: String, how| Some(Loss { object, how });
    match word.to_ascii_lowercase().as_str() {
        "drop" => lost(object(rest)?, "drop"),
        "truncate" if !matches!(rest.first(), Some(Token::Sign('('))) => {
            lost(format!("table {}", name(rest)?), "truncate")
        }
        // A table of ClickHouse that is detached for good.
        "detach" => lost(object(rest)?, "drop"),
        "create" if rest.first()?.is("or") && rest.get(1)?.is("replace") => {
            let kind = rest.iter().skip(2).take(4).position(|token| token.is("table"))?;
            lost(format!("table {}", name(&rest[kind + 3..])?), "replace")
        }
        "replace" if rest.first()?.is("table") => lost(format!("table {}", name(rest)?), "replace"),
        "insert" if rest.first()?.is("overwrite") => {
            lost(format!("table {}", name(&rest[1..])?), "replace")
        }
        "delete" => {
            // `DELETE a, b FROM …`; some dialects leave the word out.
            let from = rest.iter().take(24).position(|token| token.is("from"));
            let rest = &rest[from.map_or(0, |at| at + 1)..];
            unfiltered(rest)
                .then(|| name(rest))?
                .and_then(|name| lost(format!("all rows of {name}"), "delete"))
        }
        "update" if rest.iter().take(8).any(|token| token.is("set")) && unfiltered(rest) => {
            lost(format!("all rows of {}", name(rest)?), "update")
        }
        "set" if rest.first()?.is("global") || rest.iter().any(|token| token.is("global")) => {
            lost("the server's settings".to_owned(), "set")
        }
        "set" if rest.iter().take(4).any(|token| token.is("sql_safe_updates")) => {
            let off = rest.last().is_some_and(|token| token.is_any(words("0 off false")));
            off.then(|| lost("the check of updates without a key".to_owned(), "set"))?
        }
        "reset" if rest.first()?.is("master") || rest.first()?.is("binary") => {
            lost("the binary logs".to_owned(), "reset")
        }
        "purge" if rest.first()?.is_any(words("binary master")) => {
            lost("the binary logs".to_owned(), "purge")
        }
        "select" if rest.first()?.is_any(words("lo_unlink pg_drop_replication_slot")) => {
            lost("a large object".to_owned(), "delete")
        }
        "alter" => altered(rest).and_then(|name| lost(name, "alter")),
        _ => None,
    }
}

/// What `ALTER` takes away.
fn altered(rest: &[Token<'_>]) -> Option<String> {
    let name = rest.get(1).and_then(text).unwrap_or("");
    if rest.first()?.is("system") {
        return Some("the server's settings".to_owned());
    }
    // ClickHouse changes rows this way.
    let rows = rest.iter().take(8).position(|token| token.is_any(words("delete update")));
    if let Some(at) = rows
        && rest.first()?.is("table")
        && rest.iter().any(|token| token.is("where"))
    {
        return unfiltered(&rest[at..]).then(|| format!("all rows of {name}"));
    }
    let drop = rest.iter().position(|token| token.is_any(words("drop truncate")))?;
    let after = rest.get(drop + 1)?;
    // What is only said of a column can be said again.
    let kept = words("default not expression identity");
    (!after.is_any(kept)).then(|| format!("part of {name}"))
}

/// What `DROP` names.
fn object(rest: &[Token<'_>]) -> Option<String> {
    let kept = words("prepare statistics");
    let first =
        rest.iter().find(|token| !token.is_any(words("temporary temp external foreign")))?;
    let kind = text(first)?.to_ascii_lowercase();
    if kept.contains(kind.as_str()) {
        return None;
    }
    let behind = rest.iter().position(|token| token == first).map_or(1, |at| at + 1);
    let name = name(rest.get(behind..)?).unwrap_or_default();
    Some(format!("{kind} {name}").trim_end().to_owned())
}

/// The first name, behind words such as `IF EXISTS` and `ONLY`, with its schema.
fn name(rest: &[Token<'_>]) -> Option<String> {
    let skipped = words("if exists only concurrently from table low_priority quick ignore into");
    let mut tokens = rest.iter().skip_while(|token| token.is_any(skipped));
    let mut name = text(tokens.next()?)?.to_owned();
    while let (Some(Token::Sign('.')), Some(next)) = (tokens.next(), tokens.next()) {
        name.push('.');
        name.push_str(text(next)?);
    }
    Some(name)
}

fn text<'t>(token: &Token<'t>) -> Option<&'t str> {
    match token {
        Token::Word(text) | Token::Name(text) => Some(text),
        _ => None,
    }
}

/// True where nothing of the statement's own level chooses among the rows, or what does holds for each of them.
fn unfiltered(rest: &[Token<'_>]) -> bool {
    let mut depth = 0_i32;
    for (at, token) in rest.iter().enumerate() {
        match token {
            Token::Sign('(') => depth += 1,
            Token::Sign(')') if depth == 0 => return true,
            Token::Sign(')') => depth -= 1,
            token if depth == 0 && token.is("where") => return always(&rest[at + 1..]),
            _ => {}
        }
    }
    true
}

/// `WHERE 1=1` and `WHERE true`.
fn always(rest: &[Token<'_>]) -> bool {
    match rest {
        [one] => one.is_any(words("true 1")),
        [left, Token::Sign('='), right] => {
            left == right && matches!(left, Token::Word(_) | Token::Text(_))
        }
        _ => false,
    }
}

/// The tokens of a text. What is not known of it is a word.
pub(super) fn tokens(text: &str, escapes: bool) -> Vec<Spanned<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (token, length) = next(&text[at..], escapes);
        let end = at + length.max(1);
        found.extend(token.map(|token| Spanned { token, start: at, end }));
        at = end;
    }
    found
}

/// What a text starts with, and how long that is. Blanks and comments are no token.
fn next(rest: &str, escapes: bool) -> (Option<Token<'_>>, usize) {
    let Some(first) = rest.chars().next() else { return (None, 1) };
    let inside = |length: usize, mark: usize| {
        let end = length.saturating_sub(1).max(mark);
        rest.get(mark..end).unwrap_or_default()
    };
    let skip = |length: usize| (None, length);
    match first {
        c if c.is_whitespace() => skip(c.len_utf8()),
        '-' if rest.starts_with("--") => skip(rest.find('\n').unwrap_or(rest.len())),
        // The inside of `/*! … */` runs in MySQL.
        '/' if rest.starts_with("/*!") => {
            skip(3 + rest[3..].bytes().take_while(u8::is_ascii_digit).count())
        }
        '*' if rest.starts_with("*/") => skip(2),
        '/' if rest.starts_with("/*") => skip(rest.find("*/").map_or(rest.len(), |end| end + 2)),
        '\'' => {
            let length = quoted(rest, '\'', escapes);
            (Some(Token::Text(inside(length, 1))), length)
        }
        '"' | '`' => {
            let length = quoted(rest, first, false);
            (Some(Token::Name(inside(length, 1))), length)
        }
        '[' if rest[1..].starts_with(|c: char| c.is_alphabetic()) => {
            let length = quoted(rest, ']', false);
            (Some(Token::Name(inside(length, 1))), length)
        }
        '$' => match dollar_quote(rest) {
            Some((mark, length)) => {
                let body = rest.get(mark..length.saturating_sub(mark)).unwrap_or_default();
                (Some(Token::Text(body)), length)
            }
            None => (Some(Token::Sign('$')), 1),
        },
        c if is_word(c) => {
            let length = rest.find(|c| !is_word(c) && c != '$').unwrap_or(rest.len());
            (Some(Token::Word(&rest[..length])), length)
        }
        c => (Some(Token::Sign(c)), c.len_utf8()),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == UNKNOWN
}

/// The length of a quoted text with both quotes; a doubled quote is a part of it.
fn quoted(text: &str, end: char, escapes: bool) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && escapes {
            chars.next();
        } else if c == end {
            match chars.peek() {
                Some((_, next)) if *next == end => drop(chars.next()),
                _ => return at + c.len_utf8(),
            }
        }
    }
    text.len()
}

/// The length of `$tag$`, and of all of `$tag$ … $tag$`.
fn dollar_quote(text: &str) -> Option<(usize, usize)> {
    let tag = 1 + text[1..].find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    if !text[tag..].starts_with('$') {
        return None;
    }
    let mark = &text[..=tag];
    let length = text[tag + 1..].find(mark).map_or(text.len(), |end| tag + 1 + end + mark.len());
    Some((mark.len(), length))
}
