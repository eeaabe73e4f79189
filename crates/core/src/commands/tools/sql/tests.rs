//! Texts of statements and what they lose.

use super::{Rollback, losses};

#[test]
fn losses_in_any_dialect() {
    for (text, object, how) in [
        ("drop table if exists a.b cascade", "table a.b", "drop"),
        ("DROP DATABASE `shop`", "database shop", "drop"),
        ("TRUNCATE only x", "table x", "truncate"),
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
        ("drop index concurrently i", "index i", "drop"),
        ("DROP VIEW v", "view v", "drop"),
        ("drop trigger x on t", "trigger x", "drop"),
        ("alter table t drop constraint c", "part of t", "alter"),
        ("alter system set work_mem = 1", "the server's settings", "alter"),
        ("SET GLOBAL read_only = OFF", "the server's settings", "set"),
        ("SET SQL_SAFE_UPDATES = 0", "the check of updates without a key", "set"),
        ("RESET MASTER", "the binary logs", "reset"),
        ("purge binary logs before now()", "the binary logs", "purge"),
        ("select lo_unlink(16400)", "a large object", "delete"),
        ("DELETE FROM [dbo].[t]", "all rows of dbo.t", "delete"),
    ] {
        let found = losses(text, Rollback::All);
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
        "alter table t alter column c drop default",
        "select $$ drop table t $$",
        "explain delete from t",
        "create trigger x before delete on t",
        "grant delete on t to u",
        "select truncate(1.5, 0)",
        "set sql_safe_updates = 1",
        "reset search_path",
        "set search_path to app",
    ] {
        assert!(
            losses(text, Rollback::All).is_empty(),
            "{text}: {:?}",
            losses(text, Rollback::All)
        );
    }
}
