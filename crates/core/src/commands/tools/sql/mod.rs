//! Statements of SQL that lose data, in any dialect.
//!
//! A reader of tokens splits a text into statements and finds those that may lose something. Each of them is parsed, where the grammar takes
//! it; where it does not, the reader of tokens judges by itself, so that no dialect passes because it could not be parsed.

mod parsed;
mod reader;
mod script;

use crate::commands::words::words;
use reader::Token;

/// How many losses of one text are kept.
const MAX_LOSSES: usize = 128;
/// How many statements of one text are parsed: one that may lose something is judged without the parser behind them.
const MAX_PARSED: usize = 256;
/// How deep statements may stand in the texts of other statements.
const MAX_NESTED: usize = 4;

/// A loss of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Loss {
    /// What is lost, such as `table users`.
    pub object: String,
    /// How.
    pub how: &'static str,
}

/// What `ROLLBACK` takes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Rollback {
    /// Everything since `BEGIN`.
    All,
    /// Changes of rows: statements that change tables commit by themselves, as in MySQL.
    Rows,
    /// Nothing.
    Nothing,
}

/// The losses in a text of statements.
pub(in super::super) fn losses(text: &str, rollback: Rollback) -> Vec<Loss> {
    nested(text, rollback, 0)
}

fn nested(text: &str, rollback: Rollback, depth: usize) -> Vec<Loss> {
    let mut found: Vec<Loss> = Vec::new();
    // Whether a backslash escapes a quote depends on the dialect and its settings: where it matters, both are read.
    let readings: &[bool] = if text.contains("\\'") { &[true, false] } else { &[true] };
    for escapes in readings {
        let tokens = reader::tokens(text, *escapes);
        if !tokens.iter().any(|token| reader::may_lose(&token.token)) {
            continue;
        }
        let mut script = script::Script::new(rollback);
        // A comment that runs in one dialect only is none for the grammar.
        let parses = readings.len() == 1 && !text.contains("/*!");
        let mut parsed = 0;
        for statement in tokens.split(|token| token.token == Token::Sign(';')) {
            let (Some(first), Some(last)) = (statement.first(), statement.last()) else { continue };
            let may_lose = statement.iter().any(|token| reader::may_lose(&token.token));
            parsed += usize::from(may_lose);
            // A function that deletes is a query to the grammar.
            let calls = statement.iter().any(|token| token.token.is("lo_unlink"));
            let source = text.get(first.start..last.end);
            let source = source.filter(|_| parses && !calls && parsed <= MAX_PARSED);
            let losses = match may_lose && !script.skips(statement) {
                true => one(statement, source, rollback, depth),
                false => Vec::new(),
            };
            script.push(statement, losses);
        }
        for loss in script.finish() {
            if found.len() < MAX_LOSSES && !found.contains(&loss) {
                found.push(loss);
            }
        }
    }
    found
}

/// The losses of one statement.
fn one(
    tokens: &[reader::Spanned<'_>],
    source: Option<&str>,
    rollback: Rollback,
    depth: usize,
) -> Vec<Loss> {
    if reader::runs_texts(tokens) {
        return texts(tokens, rollback, depth);
    }
    match source.and_then(parsed::losses) {
        Some(losses) => losses,
        None => reader::losses(tokens),
    }
}

/// The losses in the texts of a statement that runs texts, such as `EXECUTE 'DROP TABLE t'`.
fn texts(tokens: &[reader::Spanned<'_>], rollback: Rollback, depth: usize) -> Vec<Loss> {
    if depth >= MAX_NESTED {
        return Vec::new();
    }
    let mut found = Vec::new();
    for token in tokens.iter().take(reader::MAX_TOKENS) {
        let Token::Text(text) = token.token else { continue };
        found.append(&mut nested(&text.replace("''", "'"), rollback, depth + 1));
        if found.len() > MAX_LOSSES {
            break;
        }
    }
    found
}

/// True for a statement's word that changes tables rather than rows.
fn changes_tables(how: &str) -> bool {
    !words("delete update").contains(how)
}

#[cfg(test)]
mod tests;
