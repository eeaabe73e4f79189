//! Clients of databases: where their statements stand among the arguments.

use super::sql;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// A client of a database that speaks SQL.
struct Client {
    name: &'static str,
    /// Letters that take a value, besides those with a statement.
    values: &'static str,
    longs: Words,
    /// Letters and long names whose value is a statement.
    letters: &'static str,
    names: Words,
    /// From which operand on the operands are statements, if they are.
    operands: Option<usize>,
}

static CLIENTS: &[Client] = &[
    Client {
        name: "bq",
        values: "",
        longs: words("project_id dataset_id location"),
        letters: "",
        names: words(""),
        operands: Some(1),
    },
    Client {
        name: "clickhouse",
        values: "hud",
        longs: CLICKHOUSE,
        letters: "q",
        names: words("query"),
        operands: None,
    },
    Client {
        name: "clickhouse-client",
        values: "hud",
        longs: CLICKHOUSE,
        letters: "q",
        names: words("query"),
        operands: None,
    },
    Client {
        name: "cockroach",
        values: "du",
        longs: words("url host database user"),
        letters: "e",
        names: words("execute"),
        operands: None,
    },
    Client {
        name: "duckdb",
        values: "",
        longs: words("init"),
        letters: "cs",
        names: words("c s"),
        operands: Some(1),
    },
    Client {
        name: "mariadb",
        values: "huPDS",
        longs: MYSQL,
        letters: "e",
        names: words("execute"),
        operands: None,
    },
    Client {
        name: "mysql",
        values: "huPDS",
        longs: MYSQL,
        letters: "e",
        names: words("execute"),
        operands: None,
    },
    Client {
        name: "psql",
        values: "hpUdfvLoPFRT",
        longs: PSQL,
        letters: "c",
        names: words("command"),
        operands: None,
    },
    Client {
        name: "snowsql",
        values: "acudswr",
        longs: words("accountname username dbname"),
        letters: "q",
        names: words("query"),
        operands: None,
    },
    Client {
        name: "sqlcmd",
        values: "SUPdivoswhm",
        longs: words(""),
        letters: "Qq",
        names: words("query initial-query"),
        operands: None,
    },
    Client {
        name: "sqlite3",
        values: "",
        longs: words("separator init nullvalue newline"),
        letters: "",
        names: words("cmd"),
        operands: Some(1),
    },
    Client {
        name: "usql",
        values: "f",
        longs: words(""),
        letters: "c",
        names: words("command"),
        operands: None,
    },
];

const CLICKHOUSE: Words = words("host port user password database");
const MYSQL: Words = words("host user port database socket protocol default-character-set");
const PSQL: Words = words("host port username dbname file set variable output log-file pset");

/// A client that speaks SQL.
pub(super) fn client(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let Some(client) = CLIENTS.iter().find(|client| client.name == call.name) else {
        return Flow::default();
    };
    let single_dash = matches!(client.name, "sqlite3" | "duckdb");
    let values = format!("{}{}", client.values, client.letters);
    let (mut texts, operands) = statements(client, call.args, &values, single_dash);
    if let Some(from) = client.operands {
        texts.extend(operands.iter().skip(from).map(|arg| arg.text.clone()));
    }
    texts.extend(call.input.text.clone());
    let place = if call.args.iter().any(|arg| looks_like_production(&arg.text)) {
        Some("production")
    } else {
        None
    };
    for text in texts {
        for loss in sql::losses(&text) {
            let target = Target::named(loss.object, TargetClass::Outside);
            run.effect(EffectKind::DropData, target, Certainty::Certain, place.or(Some(loss.how)));
        }
        for line in text.lines() {
            // The clients' own way to a shell.
            let shell = line
                .trim_start()
                .strip_prefix("\\!")
                .or_else(|| line.trim_start().strip_prefix(".shell "));
            if let Some(script) = shell {
                run.inner_script(script, &Flow::nothing());
            }
        }
    }
    Flow::default()
}

/// The statements given by options, and the operands.
fn statements<'a>(
    client: &Client,
    args: &'a [Arg],
    values: &str,
    single_dash: bool,
) -> (Vec<String>, Vec<&'a Arg>) {
    let mut texts = Vec::new();
    let mut operands = Vec::new();
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        if !arg.is_option() {
            operands.push(arg);
            continue;
        }
        let next = args.get(at).map(|arg| arg.text.as_str());
        let long = arg
            .text
            .strip_prefix("--")
            .or_else(|| arg.text.strip_prefix('-').filter(|_| single_dash));
        if let Some(long) = long {
            let (name, value) =
                long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            let takes =
                value.is_none() && (client.longs.contains(name) || client.names.contains(name));
            if client.names.contains(name) {
                texts.extend(value.or(next).map(str::to_owned));
            }
            at += usize::from(takes);
            continue;
        }
        for (index, letter) in arg.text.char_indices().skip(1) {
            if !values.contains(letter) {
                continue;
            }
            let attached = &arg.text[index + letter.len_utf8()..];
            let value = if attached.is_empty() { next } else { Some(attached) };
            if client.letters.contains(letter) {
                texts.extend(value.map(str::to_owned));
            }
            at += usize::from(attached.is_empty());
            break;
        }
    }
    (texts, operands)
}

/// A name that people give to what must not be touched.
pub(super) fn looks_like_production(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| matches!(word, "prod" | "production" | "live" | "prd"))
}

/// `redis-cli`: the command is the operands, or the lines of the input.
pub(super) fn keys(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "hpsanu",
        longs: words("user pass cacert cert key"),
        leading: true,
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let own: Vec<&str> = options.operands.iter().map(|arg| arg.text.as_str()).collect();
    let mut lines = vec![own.join(" ")];
    if own.is_empty() {
        lines.extend(call.input.text.iter().flat_map(|text| text.lines().map(str::to_owned)));
    }
    for line in lines {
        let first = line.split_ascii_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let whole = matches!(first.as_str(), "FLUSHALL" | "FLUSHDB");
        let patterns = matches!(first.as_str(), "DEL" | "UNLINK")
            && line.contains(super::super::paths::UNKNOWN);
        if whole || patterns {
            let target =
                Target::named(if whole { "all keys" } else { "keys" }, TargetClass::Outside);
            run.effect(
                EffectKind::DropData,
                target,
                Certainty::Certain,
                Some(if whole { "flush" } else { "delete" }),
            );
        } else if first == "SHUTDOWN" {
            run.on_name(EffectKind::System, "redis");
        }
    }
    Flow::default()
}

/// Calls of MongoDB's shell that lose data. An empty filter is one.
const DROPS: Words = words(
    ".dropDatabase( .drop( .dropCollection( .deleteMany({}) .remove({}) .deleteMany() \
     .remove() .dropIndexes(",
);

/// `mongosh --eval`, a here-document, or a piped script.
pub(super) fn document(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "up", longs: words("eval host port username password"), ..FLAGS },
    );
    let given = options.values('\0', "eval").into_iter().map(str::to_owned);
    for text in given.chain(call.input.text.clone()) {
        let dense: String = unquoted(&text).chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(drop) = DROPS.iter().find(|drop| dense.contains(*drop)) {
            run.on_name(
                EffectKind::DropData,
                drop.trim_start_matches('.').trim_end_matches(['(', ')', '{', '}']),
            );
        }
    }
    Flow::default()
}

/// Code without the insides of its strings.
fn unquoted(code: &str) -> String {
    let mut quote = None;
    let mut kept = String::with_capacity(code.len());
    for c in code.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            None => kept.push(c),
        }
    }
    kept
}
