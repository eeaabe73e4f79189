//! Clients of databases: where their statements stand among the arguments.

use super::sql::{self, Rollback};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// A client of a database that speaks SQL.
struct Client {
    /// Its names.
    names: Words,
    /// Letters that take a value, besides those with a statement or a script.
    values: &'static str,
    longs: Words,
    /// Letters and long names whose value is a statement.
    letters: &'static str,
    statements: Words,
    /// Letters and long names whose value is the path of a script.
    files: &'static str,
    scripts: Words,
    /// From which operand on the operands are statements, if they are.
    operands: Option<usize>,
    own: Own,
    rollback: Rollback,
}

/// How a client's own commands are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    /// `\! line`, `\i file`, as in `psql`.
    Backslash,
    /// `.shell line`, `.read file`, as in `sqlite3`.
    Dot,
    /// `\! line`, `system line`, `source file`, as in `mysql`.
    Words,
    /// `!! line`, `:r file`, as in `sqlcmd`.
    Colon,
    /// `! line`, `host line`, `@file`, `!sh line`, `!run file`, as in `sqlplus` and `beeline`.
    Bang,
}

const PLAIN: Client = Client {
    names: words(""),
    values: "",
    longs: words(""),
    letters: "",
    statements: words(""),
    files: "",
    scripts: words(""),
    operands: None,
    own: Own::Words,
    rollback: Rollback::Nothing,
};

static CLIENTS: &[Client] = &[
    Client {
        names: words("psql usql"),
        values: "hpUdvLoPFRT",
        longs: words("host port username dbname set variable output log-file pset"),
        letters: "c",
        statements: words("command"),
        files: "f",
        scripts: words("file"),
        own: Own::Backslash,
        rollback: Rollback::All,
        ..PLAIN
    },
    Client {
        names: words("mysql mariadb mycli mysqlsh"),
        values: "huPDS",
        longs: words("host user port database socket protocol default-character-set defaults-file"),
        letters: "e",
        statements: words("execute init-command"),
        files: "f",
        rollback: Rollback::Rows,
        ..PLAIN
    },
    Client {
        names: words("sqlite3 sqlite litecli"),
        longs: words("separator newline nullvalue"),
        statements: words("cmd"),
        scripts: words("init"),
        operands: Some(1),
        own: Own::Dot,
        rollback: Rollback::All,
        ..PLAIN
    },
    Client {
        names: words("duckdb"),
        letters: "cs",
        statements: words("c s cmd"),
        files: "f",
        scripts: words("init f"),
        operands: Some(1),
        own: Own::Dot,
        rollback: Rollback::All,
        ..PLAIN
    },
    Client {
        names: words("sqlcmd"),
        values: "SUPdvoswhmHltKaCFyY",
        letters: "Qq",
        statements: words("query initial-query"),
        files: "i",
        scripts: words("input-file"),
        own: Own::Colon,
        rollback: Rollback::All,
        ..PLAIN
    },
    Client {
        names: words("cockroach"),
        values: "du",
        longs: words("url host database user"),
        letters: "e",
        statements: words("execute"),
        files: "f",
        scripts: words("file"),
        own: Own::Backslash,
        rollback: Rollback::All,
        ..PLAIN
    },
    Client {
        names: words("clickhouse clickhouse-client clickhouse-local"),
        values: "hudC",
        longs: words("host port user password database format config-file"),
        letters: "q",
        statements: words("query"),
        scripts: words("queries-file"),
        ..PLAIN
    },
    Client {
        names: words("bq"),
        longs: words("project_id dataset_id location format"),
        operands: Some(1),
        ..PLAIN
    },
    Client {
        names: words("snowsql"),
        values: "acudswrGHphDoP",
        longs: words("accountname username dbname schemaname warehouse rolename variable option"),
        letters: "q",
        statements: words("query"),
        files: "f",
        scripts: words("filename"),
        own: Own::Bang,
        rollback: Rollback::Rows,
        ..PLAIN
    },
    Client {
        names: words("cqlsh trino presto hive beeline spark-sql impala-shell"),
        values: "upkudniw",
        longs: words("server user catalog schema username password keyspace"),
        letters: "eqQ",
        statements: words("execute query"),
        files: "f",
        scripts: words("file"),
        own: Own::Bang,
        ..PLAIN
    },
    Client { names: words("sqlplus isql tsql"), own: Own::Bang, ..PLAIN },
];

/// The texts that a client is given.
#[derive(Default)]
struct Given {
    statements: Vec<String>,
    scripts: Vec<String>,
    operands: Vec<String>,
}

/// A client that speaks SQL.
pub(super) fn client(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let Some(client) = CLIENTS.iter().find(|client| client.names.contains(call.name)) else {
        return Flow::default();
    };
    let mut given = given(client, call.args);
    if let Some(from) = client.operands {
        let own = given.operands.iter().skip(from).cloned();
        given.statements.extend(own);
    }
    let place = call.args.iter().any(|arg| looks_like_production(&arg.text));
    let speech = Speech { client, place: place.then_some("production") };
    given.statements.extend(call.input.text.clone());
    // A script that is piped from the network runs there, with the client's own commands in it.
    if let Some(address) = &call.input.remote {
        let target = Target::named(address.clone(), TargetClass::Remote);
        run.effect(EffectKind::RunRemoteCode, target, Certainty::Possible, Some("statements"));
    }
    for text in &given.statements {
        speech.text(run, text);
    }
    for path in &given.scripts {
        speech.script(run, path);
    }
    Flow::default()
}

/// What is said to a client.
struct Speech {
    client: &'static Client,
    place: Option<&'static str>,
}

impl Speech {
    /// Statements, and the client's own commands among them.
    fn text(&self, run: &mut Run<'_>, text: &str) {
        if !run.step(1 + text.len() / 64) {
            return;
        }
        losses(run, text, self.client.rollback, self.place);
        for line in text.lines() {
            self.command(run, line.trim());
        }
    }

    /// A script by its path, where the line holds its text.
    fn script(&self, run: &mut Run<'_>, path: &str) {
        let flow = run.contents(&Arg::plain(path));
        if let Some(text) = &flow.text {
            run.deeper(|run| self.text(run, text));
        }
    }

    /// A command of the client itself.
    fn command(&self, run: &mut Run<'_>, line: &str) {
        let line = match (self.client.own, line.find('\\')) {
            // Behind a statement, too. Quoting may have left more than one.
            (Own::Backslash, Some(at)) => {
                let rest = line[at..].trim_start_matches('\\');
                &line[line.len() - rest.len() - 1..]
            }
            (Own::Backslash, None) => return,
            _ => line,
        };
        // `\copy … to 'file'`.
        if self.client.own == Own::Backslash
            && let Some(copied) = line.strip_prefix("\\copy ")
            && let Some(at) = copied.to_ascii_lowercase().find(" to '")
            && let Some(path) = copied.get(at + 5..).and_then(|rest| rest.split('\'').next())
        {
            run.on_path(EffectKind::Overwrite, &Arg::plain(path));
            return;
        }
        let [shells, scripts, written] = self.client.own.commands();
        let behind = |list: Words| {
            let rest = list.iter().find_map(|name| {
                let rest = line.strip_prefix(name)?;
                let whole = !name.ends_with(|c: char| c.is_ascii_alphanumeric());
                (whole || rest.starts_with([' ', '\t'])).then_some(rest)
            })?;
            Some(rest.trim().trim_end_matches(';').trim_matches(['\'', '"', '`']))
        };
        let shell = |run: &mut Run<'_>, line: &str| {
            run.apart(|run| run.inner_script(line, &Flow::nothing()));
        };
        if let Some(line) = behind(shells) {
            shell(run, line);
        } else if let Some(path) = behind(scripts) {
            match path.strip_prefix('|') {
                Some(line) => shell(run, line),
                None => self.script(run, path),
            }
        } else if let Some(path) = behind(written) {
            match path.strip_prefix('|') {
                Some(line) => shell(run, line),
                None if path.is_empty() => {}
                None => run.on_path(EffectKind::Overwrite, &Arg::plain(path)),
            }
        }
    }
}

impl Own {
    /// What runs a line of the shell, what reads a script, and what writes a file. A longer name stands in front of its beginning.
    fn commands(self) -> [Words; 3] {
        match self {
            Self::Backslash => [
                words("\\!"),
                words("\\include_relative \\include \\ir \\i"),
                words("\\out \\o \\gx \\g \\write \\w"),
            ],
            Self::Dot => {
                [words(".shell .system"), words(".read"), words(".output .once .save .backup .log")]
            }
            Self::Words => {
                [words("\\! \\system system pager"), words("\\. \\source source"), words("")]
            }
            Self::Colon => [words("!! :!!"), words(":r"), words(":out :error")],
            Self::Bang => [
                words("!sh !system host !"),
                words("!source !run source start @@ @"),
                words("spool"),
            ],
        }
    }
}

/// Notes what statements lose.
pub(in super::super) fn losses(
    run: &mut Run<'_>,
    text: &str,
    rollback: Rollback,
    place: Option<&'static str>,
) {
    for loss in sql::losses(text, rollback) {
        let target = Target::named(loss.object.replace(UNKNOWN, "…"), TargetClass::Outside);
        run.effect(EffectKind::DropData, target, Certainty::Certain, place.or(Some(loss.how)));
    }
}

/// The statements and scripts given by options, and the operands.
fn given(client: &Client, args: &[Arg]) -> Given {
    let mut given = Given::default();
    let single_dash = client.own == Own::Dot;
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        if !arg.is_option() {
            given.operands.push(arg.text.clone());
            continue;
        }
        let next = args.get(at).map(|arg| arg.text.as_str());
        let long = arg.text.strip_prefix("--");
        let long = long.or_else(|| arg.text.strip_prefix('-').filter(|_| single_dash));
        at += usize::from(match long {
            Some(long) => given.long(client, long, next),
            None => given.cluster(client, &arg.text[1..], next),
        });
    }
    given
}

impl Given {
    /// True where the next argument was the value.
    fn long(&mut self, client: &Client, long: &str, next: Option<&str>) -> bool {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let statement = client.statements.contains(name);
        let script = client.scripts.contains(name);
        let text = value.or(next).map(str::to_owned);
        if statement {
            self.statements.extend(text);
        } else if script {
            self.scripts.extend(text);
        }
        value.is_none() && (statement || script || client.longs.contains(name))
    }

    /// True where the next argument was the value.
    fn cluster(&mut self, client: &Client, letters: &str, next: Option<&str>) -> bool {
        for (index, letter) in letters.char_indices() {
            let statement = client.letters.contains(letter);
            let script = client.files.contains(letter);
            if !(statement || script || client.values.contains(letter)) {
                continue;
            }
            let attached = &letters[index + letter.len_utf8()..];
            let value = if attached.is_empty() { next } else { Some(attached) };
            if statement {
                self.statements.extend(value.map(str::to_owned));
            } else if script {
                self.scripts.extend(value.map(str::to_owned));
            }
            return attached.is_empty();
        }
        false
    }
}

/// A name that people give to what must not be touched.
pub(super) fn looks_like_production(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| matches!(word, "prod" | "production" | "live" | "prd"))
}
