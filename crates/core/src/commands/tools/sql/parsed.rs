//! Statements that the grammar takes.

use sqlparser::ast::{
    AlterTableOperation, BinaryOperator, Delete, Expr, FromTable, ObjectName, Query, SetExpr,
    Statement, TableFactor, TableObject, TableWithJoins, UnaryOperator, Update, Value,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

use super::Loss;

/// The longest statement that is parsed, in bytes.
const MAX_STATEMENT: usize = 4096;
/// How deep brackets may be nested: the parser goes back at each of them, so its time doubles with every level.
const MAX_BRACKETS: usize = 8;
/// The parser's own limit of nesting.
const MAX_RECURSION: usize = 24;

/// What a statement loses; `None` where the grammar refuses it, or where it is none of those that are judged here.
pub(super) fn losses(source: &str) -> Option<Vec<Loss>> {
    if source.len() > MAX_STATEMENT || brackets(source) > MAX_BRACKETS {
        return None;
    }
    let dialect = GenericDialect {};
    let parser = Parser::new(&dialect).with_recursion_limit(MAX_RECURSION);
    let statements = parser.try_with_sql(source).ok()?.parse_statements().ok()?;
    let mut found = Vec::new();
    for statement in &statements {
        judge(statement, &mut found)?;
    }
    Some(found)
}

/// How deep brackets are nested at most, whatever they stand in.
fn brackets(source: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0_usize);
    for byte in source.bytes() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        most = most.max(depth);
    }
    most
}

fn judge(statement: &Statement, found: &mut Vec<Loss>) -> Option<()> {
    let mut lost = |object: String, how| found.push(Loss { object, how });
    match statement {
        Statement::Query(inner) => query(inner, found)?,
        Statement::Delete(delete) => deletes(delete, found),
        Statement::Update(update) => updates(update, found),
        Statement::Truncate(truncate) => {
            for target in &truncate.table_names {
                lost(format!("table {}", named(&target.name)), "truncate");
            }
        }
        Statement::Drop { object_type, names, temporary: false, .. } => {
            for name in names {
                let kind = object_type.to_string().to_ascii_lowercase();
                lost(format!("{kind} {}", named(name)), "drop");
            }
        }
        Statement::AlterTable(alter) => {
            drops_part(alter).then_some(())?;
            lost(format!("part of {}", named(&alter.name)), "alter");
        }
        Statement::CreateTable(create) => {
            if create.or_replace && !create.temporary {
                lost(format!("table {}", named(&create.name)), "replace");
            }
        }
        Statement::Insert(insert) => {
            if insert.overwrite
                && let TableObject::TableName(name) = &insert.table
            {
                lost(format!("table {}", named(name)), "replace");
            }
            if let Some(source) = &insert.source {
                query(source, found)?;
            }
        }
        Statement::Explain { analyze, statement, options, .. } => {
            let runs = |option: &sqlparser::ast::UtilityOption| {
                option.name.value.eq_ignore_ascii_case("analyze")
            };
            if *analyze || options.iter().flatten().any(runs) {
                judge(statement, found)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// True where data of a table goes. Operations that are not told apart here are left to the reader of tokens.
fn drops_part(alter: &sqlparser::ast::AlterTable) -> bool {
    alter.operations.iter().any(|operation| {
        matches!(
            operation,
            AlterTableOperation::DropColumn { .. } | AlterTableOperation::DropPartitions { .. }
        )
    })
}

/// Statements that a query holds.
fn query(query: &Query, found: &mut Vec<Loss>) -> Option<()> {
    for table in query.with.iter().flat_map(|with| &with.cte_tables) {
        self::query(&table.query, found)?;
    }
    match &*query.body {
        SetExpr::Insert(inner) | SetExpr::Update(inner) | SetExpr::Delete(inner) => {
            judge(inner, found)
        }
        SetExpr::Query(inner) => self::query(inner, found),
        SetExpr::Merge(_) => None,
        SetExpr::Select(_)
        | SetExpr::SetOperation { .. }
        | SetExpr::Values(_)
        | SetExpr::Table(_) => Some(()),
    }
}

fn deletes(delete: &Delete, found: &mut Vec<Loss>) {
    // `USING` chooses as little as a join does.
    if delete.selection.as_ref().is_some_and(|chosen| !always(chosen)) {
        return;
    }
    let (FromTable::WithFromKeyword(tables) | FromTable::WithoutKeyword(tables)) = &delete.from;
    let name = match delete.tables.first() {
        Some(name) => Some(named(name)),
        None => tables.first().and_then(table),
    };
    if let Some(name) = name {
        found.push(Loss { object: format!("all rows of {name}"), how: "delete" });
    }
}

fn updates(update: &Update, found: &mut Vec<Loss>) {
    if update.selection.as_ref().is_none_or(always)
        && let Some(name) = table(&update.table)
    {
        found.push(Loss { object: format!("all rows of {name}"), how: "update" });
    }
}

fn table(table: &TableWithJoins) -> Option<String> {
    match &table.relation {
        TableFactor::Table { name, .. } => Some(named(name)),
        _ => None,
    }
}

/// A name with its schema, without quotes.
fn named(name: &ObjectName) -> String {
    let parts = name.0.iter().map(|part| match part.as_ident() {
        Some(ident) => ident.value.clone(),
        None => part.to_string(),
    });
    parts.collect::<Vec<_>>().join(".")
}

/// True where a condition holds for every row whatever it holds. A parser's tree is as deep as its limit at most.
fn always(condition: &Expr) -> bool {
    truth(condition) == Some(true)
}

/// What a condition is, where it is the same for every row.
fn truth(condition: &Expr) -> Option<bool> {
    match condition {
        Expr::Nested(inner) => truth(inner),
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => truth(expr).map(|value| !value),
        Expr::Value(value) => match &value.value {
            Value::Boolean(value) => Some(*value),
            Value::Number(digits, _) => {
                Some(digits.bytes().any(|digit| matches!(digit, b'1'..=b'9')))
            }
            Value::Null => Some(false),
            _ => None,
        },
        Expr::BinaryOp { left, op, right } => match op {
            BinaryOperator::And => match (truth(left), truth(right)) {
                (Some(true), other) | (other, Some(true)) => other,
                (Some(false), _) | (_, Some(false)) => Some(false),
                _ => None,
            },
            BinaryOperator::Or => match (truth(left), truth(right)) {
                (Some(false), other) | (other, Some(false)) => other,
                (Some(true), _) | (_, Some(true)) => Some(true),
                _ => None,
            },
            BinaryOperator::Eq | BinaryOperator::LtEq | BinaryOperator::GtEq if left == right => {
                Some(true)
            }
            _ => compared(left, op, right),
        },
        Expr::IsTrue(inner) => truth(inner),
        Expr::IsFalse(inner) => truth(inner).map(|value| !value),
        Expr::Between { expr, negated, low, high } => {
            let inside = compared(expr, &BinaryOperator::GtEq, low)?
                && compared(expr, &BinaryOperator::LtEq, high)?;
            Some(inside != *negated)
        }
        Expr::Like { negated: false, pattern, .. }
        | Expr::ILike { negated: false, pattern, .. } => {
            let all = text(pattern)
                .is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b == b'%'));
            all.then_some(true)
        }
        Expr::Exists { subquery, negated: false } => match &*subquery.body {
            SetExpr::Select(select) if select.from.is_empty() => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// Two numbers, or two texts, compared.
fn compared(left: &Expr, op: &BinaryOperator, right: &Expr) -> Option<bool> {
    let order = match (number(left), number(right)) {
        (Some(left), Some(right)) => left.partial_cmp(&right)?,
        _ => text(left)?.cmp(text(right)?),
    };
    Some(match op {
        BinaryOperator::Eq => order.is_eq(),
        BinaryOperator::NotEq => order.is_ne(),
        BinaryOperator::Lt => order.is_lt(),
        BinaryOperator::LtEq => order.is_le(),
        BinaryOperator::Gt => order.is_gt(),
        BinaryOperator::GtEq => order.is_ge(),
        _ => return None,
    })
}

fn number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.parse().ok(),
            _ => None,
        },
        Expr::Nested(inner) => number(inner),
        _ => None,
    }
}

fn text(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
