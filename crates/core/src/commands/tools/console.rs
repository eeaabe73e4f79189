//! Lines that are statements for a console that is open, instead of commands for a shell: `DROP TABLE users;`, `db.users.drop()`, `FLUSHALL`.
//!
//! An agent that types into a terminal sends them as it sends commands. No program has such a name, so a shell would do nothing with them.

use super::{databases, documents, keys, sql};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// The longest statement that is looked at, in bytes.
const MAX_STATEMENT: usize = 1 << 16;
/// What `DROP` and `ALTER` are followed by.
const OBJECTS: Words = words(
    "table tables database schema view index user role tablespace materialized owned extension \
     trigger keyspace function procedure sequence type policy publication subscription server \
     system column constraint collection aggregate domain event",
);
/// Commands of Redis that need a second word.
const PAIRS: Words =
    words("FUNCTION=FLUSH DEBUG=SEGFAULT CLUSTER=RESET CLUSTER=FLUSHSLOTS CONFIG=SET");

/// A console.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Console {
    Sql,
    Documents,
    Keys,
}

/// True for a first word that statements begin with.
pub(in super::super) fn may_be_statement(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let verbs = words(
        "drop alter truncate delete update set reset purge with merge copy prepare select flushall \
         flushdb shutdown swapdb replicaof slaveof function debug cluster config",
    );
    verbs.contains(&lower)
}

/// The console that a line would be typed into, where it is no command.
pub(in super::super) fn of(line: &str) -> Option<Console> {
    let line = line.trim_start();
    if line.len() > MAX_STATEMENT {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = line.find(|c| !is_word(c)).unwrap_or(line.len());
    let (first, rest) = line.split_at(end);
    if first.eq_ignore_ascii_case("db") && rest.starts_with('.') && rest.contains('(') {
        return Some(Console::Documents);
    }
    if !(rest.is_empty() || rest.starts_with([' ', '\t', '\n', ';', '/'])) {
        return None;
    }
    let mut words = rest.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    let second = words.next().unwrap_or_default().to_ascii_lowercase();
    let third = words.next().unwrap_or_default().to_ascii_lowercase();
    let lower = first.to_ascii_lowercase();
    let capitals = first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    // A name that could be a program is followed by an option or a path.
    let behind = rest.trim_start();
    let plain =
        behind.starts_with("/*") || !rest.contains(" -") && !behind.starts_with(['/', '.', '~']);
    let sql = match lower.as_str() {
        "drop" | "alter" => OBJECTS.contains(&second) || behind.starts_with("/*"),
        "truncate" => plain && (second == "table" || capitals || rest.trim_end().ends_with(';')),
        "delete" => second == "from",
        "update" => third == "set" || rest.to_ascii_lowercase().contains(" set "),
        "set" => matches!(second.as_str(), "global" | "sql_safe_updates") || rest.contains("@@"),
        "reset" => matches!(second.as_str(), "master" | "binary"),
        "purge" => matches!(second.as_str(), "binary" | "master"),
        "with" | "merge" | "copy" | "prepare" => capitals,
        "select" => capitals && (rest.contains("pg_") || rest.contains("lo_unlink")),
        _ => false,
    };
    if sql && plain {
        return Some(Console::Sql);
    }
    let keys = matches!(lower.as_str(), "flushall" | "flushdb")
        || first == "SHUTDOWN"
        || capitals && matches!(first, "SWAPDB" | "REPLICAOF" | "SLAVEOF")
        || capitals && PAIRS.contains(&format!("{first}={}", second.to_ascii_uppercase()));
    keys.then_some(Console::Keys)
}

/// Notes what such a line loses.
pub(in super::super) fn run(run: &mut Run<'_>, console: Console, line: &str) {
    if !run.step(1 + line.len() / 64) {
        return;
    }
    match console {
        Console::Sql => databases::losses(run, line, sql::Rollback::All, None),
        Console::Documents => {
            let args = [Arg::plain("--eval"), Arg::plain(line)];
            let call = Call { name: "mongosh", args: &args, input: &Flow::nothing() };
            drop(documents::document(run, &call));
        }
        Console::Keys => {
            let words: Vec<&str> =
                line.trim_end_matches([';', ' ']).split_ascii_whitespace().take(64).collect();
            keys::command(run, &words);
        }
    }
}
