//! Statements in their order: transactions that are taken back, and bodies that are only defined.

use super::reader::{Spanned, Token};
use super::{Loss, MAX_LOSSES, Rollback, changes_tables};
use crate::commands::words::words;

/// The losses of a script so far.
pub(super) struct Script {
    rollback: Rollback,
    lost: Vec<Loss>,
    /// What an open transaction would lose.
    open: Option<Vec<Loss>>,
    /// How many blocks of a body are open, for a function that is defined and not called.
    body: usize,
    /// What the body would lose, if it has no end and so is none.
    in_body: Vec<Loss>,
}

impl Script {
    pub(super) fn new(rollback: Rollback) -> Self {
        Self { rollback, lost: Vec::new(), open: None, body: 0, in_body: Vec::new() }
    }

    /// True for a statement that defines something that may lose data when it is called.
    pub(super) fn skips(&self, statement: &[Spanned<'_>]) -> bool {
        self.body == 0 && defines(statement)
    }

    /// Takes the next statement and what it would lose.
    pub(super) fn push(&mut self, statement: &[Spanned<'_>], mut losses: Vec<Loss>) {
        let is = |at: usize, list| statement.get(at).is_some_and(|token| token.token.is_any(list));
        if self.body > 0 || defines(statement) {
            let (opens, closes) = blocks(statement);
            self.body = (self.body + opens).saturating_sub(closes);
            self.in_body.append(&mut losses);
            self.in_body.truncate(MAX_LOSSES);
            if self.body == 0 {
                self.in_body.clear();
            }
        } else if starts_transaction(statement) {
            self.commit();
            self.open = Some(Vec::new());
        } else if is(0, words("commit end"))
            || is(0, words("prepare")) && is(1, words("transaction"))
        {
            self.commit();
        } else if is(0, words("rollback abort")) && !statement.iter().any(|t| t.token.is("to")) {
            self.open = None;
        }
        for loss in losses {
            let kept = match self.rollback {
                Rollback::All => true,
                Rollback::Rows => !changes_tables(loss.how),
                Rollback::Nothing => false,
            };
            let list = match &mut self.open {
                Some(open) if kept => open,
                _ => &mut self.lost,
            };
            if list.len() < MAX_LOSSES {
                list.push(loss);
            }
        }
    }

    fn commit(&mut self) {
        self.lost.extend(self.open.take().unwrap_or_default());
        self.lost.truncate(MAX_LOSSES);
    }

    /// What is lost in the end. A transaction without an end is counted.
    pub(super) fn finish(mut self) -> Vec<Loss> {
        self.commit();
        if self.body > 0 {
            self.lost.append(&mut self.in_body);
        }
        self.lost
    }
}

/// `BEGIN` and its kin, and not the beginning of a block.
fn starts_transaction(statement: &[Spanned<'_>]) -> bool {
    let kinds =
        words("transaction work tran immediate exclusive deferred isolation read concurrent not");
    match statement {
        [first] => first.token.is("begin"),
        [first, second, ..] if first.token.is("begin") => second.token.is_any(kinds),
        [first, second, ..] => first.token.is("start") && second.token.is("transaction"),
        [] => false,
    }
}

/// `CREATE FUNCTION …` and its kin.
fn defines(statement: &[Spanned<'_>]) -> bool {
    let head = words(
        "or replace alter definer temp temporary editionable noneditionable constraint aggregate",
    );
    let Some((first, rest)) = statement.split_first() else { return false };
    let kinds = words("function procedure trigger event package rule");
    first.token.is("create")
        && rest
            .iter()
            .take(12)
            .find(|token| !token.token.is_any(head) && matches!(token.token, Token::Word(_)))
            .is_some_and(|token| token.token.is_any(kinds))
}

/// How many blocks a statement opens and closes.
fn blocks(statement: &[Spanned<'_>]) -> (usize, usize) {
    let (mut opens, mut closes) = (0, 0);
    for (at, token) in statement.iter().enumerate() {
        let next = statement.get(at + 1);
        opens += usize::from(token.token.is_any(words("begin case")));
        let inner = next.is_some_and(|next| next.token.is_any(words("if loop while repeat for")));
        closes += usize::from(token.token.is("end") && !inner);
    }
    (opens, closes)
}
