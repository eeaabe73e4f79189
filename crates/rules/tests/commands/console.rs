//! Statements that are typed into an open console, and words that only look like them.

use super::{Table, VIEW};
use prescan_core::commands::analyse;

pub(super) const CASES: Table = &[(
    "drop-data outside",
    &[
        "DROP TABLE users;",
        "drop table `users`",
        "DROP /* now */ DATABASE shop",
        "drop index idx_email",
        "DELETE FROM orders",
        "delete from orders;",
        "DELETE FROM orders WHERE 1=1",
        "UPDATE users SET active = false;",
        "update users set a = 1, b = lower('X')",
        "TRUNCATE orders;",
        "truncate table orders",
        "ALTER TABLE users DROP COLUMN email",
        "ALTER SYSTEM RESET ALL",
        "SET GLOBAL read_only = 0",
        "PURGE BINARY LOGS TO 'bin.010'",
        "FLUSHALL",
        "flushdb async",
        "  FLUSHALL  ",
    ],
)];

#[test]
fn calls_of_a_document_store_are_statements() {
    for line in [
        "db.users.drop()",
        "db.dropDatabase()",
        "db.users.deleteMany({})",
        "db.getCollection('users').drop()",
    ] {
        let found = super::names(&analyse(line, &VIEW));
        assert_eq!(found, ["drop-data outside"], "{line}");
    }
}

#[test]
fn words_that_only_look_like_statements_are_commands() {
    for line in [
        "DELETE FROM users WHERE id = 7",
        "UPDATE users SET a = 1 WHERE id = 7",
        "SELECT * FROM users",
        "db.users.find({})",
        "delete old.txt",
        "drop the-ball",
        "update readme",
        "update-alternatives --list editor",
        "set -euo pipefail",
        "reset",
        "alter",
        "db migrate",
        "truncate -s +1M sparse.img",
        "flush",
        "echo 'DROP TABLE users;'",
        "grep -rn 'DELETE FROM' src",
        "git commit -m 'DROP TABLE users'",
    ] {
        let analysis = analyse(line, &VIEW);
        assert!(analysis.effects.is_empty() && analysis.unclear.is_none(), "{line}: {analysis:?}");
    }
}

/// What stands behind a statement on the same line is a command all the same.
#[test]
fn a_statement_hides_no_command() {
    for line in ["DROP TABLE x; rm -rf /", "FLUSHALL && rm -rf /"] {
        let analysis = analyse(line, &VIEW);
        let deletes = |effect: &prescan_core::commands::Effect| effect.target.path == "/";
        assert!(analysis.effects.iter().any(deletes), "{line}: {analysis:?}");
    }
}
