//! `prescan log`.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, SystemTime};

use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, Result};
use prescan_hook::{Action, AuditLine, AuditReader, AuditRecord, StateFolder, Timestamp};
use prescan_report::{hidden, visible};

use crate::args::LogArguments;
use crate::exit::Exit;
use crate::{places, scan};

/// How often the log is looked at for what was added.
const PAUSE: Duration = Duration::from_millis(200);

/// What is shown, and how.
struct View {
    since: Option<Timestamp>,
    action: Option<Action>,
    json: bool,
    color: bool,
}

pub(crate) fn run(arguments: &LogArguments) -> Result<Exit> {
    let since = arguments.since.as_deref();
    let view = View {
        since: since.map(|since| time(since, SystemTime::now())).transpose()?,
        action: Action::ALL
            .iter()
            .copied()
            .find(|action| arguments.action.as_deref() == Some(action.name())),
        json: arguments.json,
        color: scan::colored(arguments.color),
    };
    let mut reader = AuditReader::new(StateFolder::new(places::state()?));
    let mut out = BufWriter::new(io::stdout().lock());
    loop {
        let mut written = Ok(());
        reader.poll(|line| {
            written = view.show(&line, &mut out);
            written.is_ok()
        })?;
        written?;
        out.flush()?;
        let problems = reader.take_problems();
        for problem in &problems {
            writeln!(io::stderr(), "prescan: {}", visible(&problem.to_string()))?;
        }
        if !arguments.follow {
            return end(&reader, problems.is_empty());
        }
        std::thread::sleep(PAUSE);
    }
}

fn end(reader: &AuditReader, whole: bool) -> Result<Exit> {
    let bad = reader.bad_lines() + reader.unfinished() as u64;
    if bad > 0 {
        writeln!(io::stderr(), "prescan: {bad} lines of the log are no whole records")?;
    }
    Ok(if whole { Exit::Clean } else { Exit::Error })
}

/// A duration before now, or a time.
fn time(text: &str, now: SystemTime) -> Result<Timestamp> {
    if let Ok(duration) = humantime::parse_duration(text) {
        return Ok(Timestamp::new(now.checked_sub(duration).unwrap_or(SystemTime::UNIX_EPOCH)));
    }
    text.parse().with_context(|| format!("`{text}` is neither a duration such as `10m` nor a time"))
}

impl View {
    fn show(&self, line: &AuditLine, out: &mut impl Write) -> io::Result<()> {
        let record = &line.record;
        if self.since.is_some_and(|since| record.time < since)
            || self.action.is_some_and(|action| record.action != action)
        {
            return Ok(());
        }
        if self.json {
            return writeln!(out, "{}", harmless_json(&line.raw));
        }
        let (rule, message) = what(record);
        let cell = |text: &str, width: usize| format!("{:<width$}", visible(text));
        let action = cell(record.action.name(), 6);
        let action = match self.ink(record.action) {
            Some(ink) => format!("{ink}{action}{ink:#}"),
            None => action,
        };
        let shown = format!(
            "{}  {action}  {}  {}  {}  {}",
            record.time,
            cell(&record.host, 12),
            cell(&record.tool_name, 12),
            cell(rule, 24),
            visible(&message),
        );
        writeln!(out, "{}", shown.trim_end())
    }

    fn ink(&self, action: Action) -> Option<Style> {
        self.color.then_some(match action {
            Action::Allow => Style::new().dimmed(),
            Action::Modify => AnsiColor::Cyan.on_default(),
            Action::Ask => AnsiColor::Yellow.on_default().bold(),
            Action::Block => AnsiColor::Red.on_default().bold(),
        })
    }
}

/// The rule that decided, and why; of several the first, and how many more there are.
fn what(record: &AuditRecord) -> (&str, String) {
    let mut deciding = record.reasons.iter().filter(|reason| reason.action == record.action);
    let Some(first) = deciding.next() else {
        let failures = record.failures.iter().map(|it| format!("{}: {}", it.hook, it.what));
        let texts: Vec<String> = failures.chain(record.warnings.iter().cloned()).collect();
        return ("", texts.join("; "));
    };
    match deciding.count() {
        0 => (&first.rule, first.message.clone()),
        more => (&first.rule, format!("{} (and {more} more)", first.message)),
    }
}

/// The line as it is, unless it holds characters that act on a terminal: then the same JSON with escapes for them.
fn harmless_json(raw: &str) -> String {
    if !raw.contains(hidden) {
        return raw.to_owned();
    }
    // Written anew, whatever is left of them stands in a string.
    let value: Option<serde_json::Value> = serde_json::from_str(raw).ok();
    let mut shown = String::new();
    for c in value.unwrap_or_default().to_string().chars() {
        if hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(c);
        }
    }
    shown
}
