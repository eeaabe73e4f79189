//! JSON and JSON Lines. The objects are the same; the crate documentation describes them.

mod escape;

use std::io::{self, Write};

use prescan_core::Severity;
use serde::Serialize;
use serde_json::Serializer;

pub(crate) use self::escape::{Compact, Indented};
use crate::{Outcome, Problem, Record, order};

#[derive(Serialize)]
struct Document<'a> {
    tool: &'static str,
    version: &'a str,
    summary: Summary<'a>,
    findings: Vec<Finding<'a>>,
    problems: Vec<Trouble<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    r#type: &'static str,
    rule: &'a str,
    title: &'a str,
    severity: &'static str,
    confidence: &'static str,
    path: &'a str,
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
    offset: u64,
    length: u64,
    r#match: &'a str,
    via: Option<&'a str>,
    fingerprint: &'a str,
}

#[derive(Serialize)]
struct Trouble<'a> {
    r#type: &'static str,
    path: &'a str,
    reason: &'a str,
    incomplete: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    r#type: &'static str,
    version: &'a str,
    verdict: &'static str,
    incomplete: bool,
    findings: usize,
    severities: Severities,
    files: u64,
    bytes: u64,
    problems: usize,
    suppressed: u64,
    elapsed_ms: Option<u64>,
}

#[derive(Serialize)]
struct Severities {
    critical: usize,
    high: usize,
    medium: usize,
    low: usize,
    info: usize,
}

impl<'a> Finding<'a> {
    fn new(record: &'a Record) -> Self {
        Self {
            r#type: "finding",
            rule: &record.rule.id,
            title: &record.rule.title,
            severity: record.severity.name(),
            confidence: record.confidence.name(),
            path: &record.path,
            line: record.start.line,
            column: record.start.column,
            end_line: record.end.line,
            end_column: record.end.column,
            offset: record.offset,
            length: record.length,
            r#match: &record.matched,
            via: Some(record.via.as_str()).filter(|via| !via.is_empty()),
            fingerprint: &record.fingerprint,
        }
    }
}

impl<'a> Trouble<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self {
            r#type: "problem",
            path: &problem.path,
            reason: &problem.reason,
            incomplete: problem.incomplete,
        }
    }
}

impl<'a> Summary<'a> {
    fn new(outcome: &'a Outcome) -> Self {
        Self {
            r#type: "summary",
            version: &outcome.tool_version,
            verdict: outcome.verdict().name(),
            incomplete: outcome.is_incomplete(),
            findings: outcome.records.len(),
            severities: Severities {
                critical: outcome.count(Severity::Critical),
                high: outcome.count(Severity::High),
                medium: outcome.count(Severity::Medium),
                low: outcome.count(Severity::Low),
                info: outcome.count(Severity::Info),
            },
            files: outcome.files,
            bytes: outcome.bytes,
            problems: outcome.problems.len(),
            suppressed: outcome.suppressed,
            elapsed_ms: outcome
                .elapsed
                .map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

/// Writes one document, indented.
pub(crate) fn write_document(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let document = Document {
        tool: "prescan",
        version: &outcome.tool_version,
        summary: Summary::new(outcome),
        findings: order::records(outcome).into_iter().map(Finding::new).collect(),
        problems: order::problems(outcome).into_iter().map(Trouble::new).collect(),
    };
    write_indented(&document, out)
}

/// Writes one object per line: the findings, the problems, and the summary last.
pub(crate) fn write_lines(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    for record in order::records(outcome) {
        write_line(&Finding::new(record), out)?;
    }
    for problem in order::problems(outcome) {
        write_line(&Trouble::new(problem), out)?;
    }
    write_line(&Summary::new(outcome), out)
}

fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Compact))?;
    out.write_all(b"\n")
}

/// Writes a value as an indented document and a line feed.
pub(crate) fn write_indented(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Indented::default()))?;
    out.write_all(b"\n")
}
