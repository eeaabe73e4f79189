//! Statements of SQL that lose data, in any dialect.
//!
//! A reader of tokens and not of a grammar: no dialect is refused, so nothing passes because it could not be parsed.

use crate::commands::words::{Words, words};

/// How many tokens of a statement are kept. What tells a loss stands in front, and a `WHERE` is looked for in all of them.
const MAX_TOKENS: usize = 4096;

/// A loss of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Loss {
    /// What is lost, such as `table users`.
    pub object: String,
    /// How.
    pub how: &'static str,
}

/// A word or a sign, outside quotes and comments.
#[derive(PartialEq, Debug)]
enum Token<'t> {
    Word(&'t str),
    /// A name in quotes of any dialect.
    Name(&'t str),
    Text,
    Sign(char),
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own.eq_ignore_ascii_case(word))
    }

    fn is_any(&self, words: Words) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// The losses in a text of statements.
pub(super) fn losses(text: &str) -> Vec<Loss> {
    let mut found = Vec::new();
    // Whether a backslash escapes a quote depends on the dialect and its settings: where it matters, both are read.
    let readings: &[bool] = if text.contains("\\'") { &[true, false] } else { &[true] };
    for escapes in readings {
        let tokens = tokens(text, *escapes);
        for statement in tokens.split(|token| *token == Token::Sign(';')) {
            let mut losses = Vec::new();
            statements(&statement[..statement.len().min(MAX_TOKENS)], &mut losses);
            losses.retain(|loss| !found.contains(loss));
            found.append(&mut losses);
        }
    }
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
    for (at, token) in tokens.iter().enumerate() {
        if starts {
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
            let rest = if rest.first()?.is("table") { &rest[1..] } else { rest };
            lost(format!("table {}", name(rest)?), "truncate")
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
        "alter" => {
            let drop = rest.iter().position(|token| token.is("drop"))?;
            let after = rest.get(drop + 1)?;
            // A default or a constraint holds no data.
            let kept =
                words("default constraint not index key foreign primary check expression identity");
            let name = rest.get(1).and_then(text).unwrap_or("");
            (!after.is_any(kept)).then_some(())?;
            lost(format!("part of {name}"), "alter")
        }
        _ => None,
    }
}

/// What `DROP` names. Things that hold no data are not counted.
fn object(rest: &[Token<'_>]) -> Option<String> {
    let kept = words(
        "index view trigger function procedure constraint policy rule cast operator \
         statistics prepare",
    );
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
            left == right && matches!(left, Token::Word(_) | Token::Text)
        }
        _ => false,
    }
}

fn tokens(text: &str, escapes: bool) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if c.is_whitespace() => c.len_utf8(),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            // The inside of `/*! … */` runs in MySQL.
            '/' if rest.starts_with("/*!") => {
                3 + rest[3..].bytes().take_while(u8::is_ascii_digit).count()
            }
            '*' if rest.starts_with("*/") => 2,
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '\'' => {
                found.push(Token::Text);
                quoted(rest, '\'', escapes)
            }
            '"' | '`' => {
                let length = quoted(rest, first, false);
                found.push(Token::Name(rest[..length].trim_matches(first)));
                length
            }
            '[' if rest[1..].starts_with(|c: char| c.is_alphabetic()) => {
                let length = quoted(rest, ']', false);
                found.push(Token::Name(rest[1..length].trim_end_matches(']')));
                length
            }
            '$' if dollar_quote(rest).is_some() => {
                found.push(Token::Text);
                dollar_quote(rest).unwrap_or(1)
            }
            c if c.is_alphanumeric() || c == '_' => {
                let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
                let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
                found.push(Token::Word(&rest[..length]));
                length
            }
            c => {
                found.push(Token::Sign(c));
                c.len_utf8()
            }
        };
        rest = &rest[length.max(1)..];
    }
    found
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

/// The length of `$tag$ … $tag$`.
fn dollar_quote(text: &str) -> Option<usize> {
    let tag = 1 + text[1..].find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    if !text[tag..].starts_with('$') {
        return None;
    }
    let mark = &text[..=tag];
    Some(text[tag + 1..].find(mark).map_or(text.len(), |end| tag + 1 + end + mark.len()))
}

#[cfg(test)]
mod tests {
    use super::losses;

    #[test]
    fn losses_in_any_dialect() {
        for (text, object, how) in [
            ("drop table if exists a.b cascade", "table a.b", "drop"),
            ("DROP DATABASE `shop`", "database shop", "drop"),
            ("TRUNCATE only x, y", "table x", "truncate"),
            ("delete from \"T\"", "all rows of T", "delete"),
            ("DELETE FROM t WHERE 1 = 1", "all rows of t", "delete"),
            ("update only t set a = (select 1 where 2)", "all rows of t", "update"),
            ("alter table t drop column c", "part of t", "alter"),
            ("select 1; /* x */ drop /* y */ schema s", "schema s", "drop"),
            ("with d as (delete from t returning *) select 1 where 2", "all rows of t", "delete"),
            ("explain analyze delete from t", "all rows of t", "delete"),
            ("/*!50000 drop table t */", "table t", "drop"),
            ("delete from t limit 5", "all rows of t", "delete"),
            ("DELETE a, b FROM a JOIN b", "all rows of a", "delete"),
            ("DELETE t", "all rows of t", "delete"),
            ("DELETE FROM [dbo].[t]", "all rows of dbo.t", "delete"),
        ] {
            let found = losses(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!((found[0].object.as_str(), found[0].how), (object, how), "{text}");
        }
    }

    #[test]
    fn statements_that_keep_data() {
        for text in [
            "select * from t",
            "insert into log values ('drop table x; delete from y')",
            "delete from t where id = 5",
            "update t set a = 1 where id = 2",
            "-- drop table t",
            "select \"drop\" from t",
            "drop index i",
            "alter table t alter column c drop default",
            "select $$ drop table t $$",
            "explain delete from t",
            "create trigger x before delete on t",
            "grant delete on t to u",
            "select truncate(1.5, 0)",
        ] {
            assert!(losses(text).is_empty(), "{text}: {:?}", losses(text));
        }
    }
}
