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
        "drop index i",
        "alter table t alter column c drop default",
        "select $$ drop table t $$",
        "explain delete from t",
        "create trigger x before delete on t",
        "grant delete on t to u",
        "select truncate(1.5, 0)",
    ] {
        assert!(
            losses(text, Rollback::All).is_empty(),
            "{text}: {:?}",
            losses(text, Rollback::All)
        );
    }
}
