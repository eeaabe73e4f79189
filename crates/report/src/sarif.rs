//! SARIF 2.1.0 (OASIS Standard, 27 March 2020; section numbers below are its own).

mod log;
mod uri;

use std::collections::BTreeMap;
use std::io::{self, Write};

use prescan_core::{Confidence, Severity};

use self::log::{
    ArtifactLocation, Base, Configuration, Driver, Finding, FindingProperties, Help, Invocation,
    Location, Log, Message, Notification, PhysicalLocation, Region, Rule, RuleProperties, Run,
    Tool,
};
use crate::visible::visible;
use crate::{Outcome, Problem, Record, RuleInfo, json, order};

/// Where the schema of the format is published (section 3.13.3).
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The base that relative paths hang from, by its customary name.
const ROOT: &str = "%SRCROOT%";
/// Names the fingerprint, and the way it is made (section 3.27.17).
const FINGERPRINT: &str = "prescan/v1";

/// Writes the log.
pub(crate) fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let records = order::records(outcome);
    let rules = rules(&records);
    let index: BTreeMap<&str, usize> = rules.keys().enumerate().map(|(i, id)| (*id, i)).collect();
    let results = records.iter().map(|record| finding(record, &index)).collect();
    let notifications = order::problems(outcome).into_iter().map(notification).collect();
    let root = Message { text: "The folder that relative paths start from.".to_owned() };
    let log = Log {
        version: "2.1.0",
        schema: SCHEMA,
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "prescan",
                    version: &outcome.tool_version,
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: rules.into_values().map(rule).collect(),
                },
            },
            invocations: [Invocation {
                execution_successful: !outcome.is_incomplete(),
                tool_execution_notifications: notifications,
            }],
            original_uri_base_ids: BTreeMap::from([(ROOT, Base { description: root })]),
            column_kind: "unicodeCodePoints",
            results,
        }],
    };
    json::write_indented(&log, out)
}

/// Every rule once, by id: an id that comes twice makes GitHub reject the log.
fn rules<'a>(records: &[&'a Record]) -> BTreeMap<&'a str, &'a RuleInfo> {
    let mut rules = BTreeMap::new();
    for record in records {
        let info = record.rule.as_ref();
        let kept = rules.entry(info.id.as_str()).or_insert(info);
        // Where one id has two texts, the choice must not depend on which file comes first.
        *kept = info.min(*kept);
    }
    rules
}

fn rule(info: &RuleInfo) -> Rule<'_> {
    let title = first_of(&[&info.title, &info.id]);
    let why = first_of(&[&info.why, &info.title, &info.id]);
    let mut tags = vec!["security"];
    for tag in &info.tags {
        // Section 3.8.2: tags are a set.
        if !tags.contains(&tag.as_str()) {
            tags.push(tag);
        }
    }
    Rule {
        id: &info.id,
        short_description: Message { text: title.to_owned() },
        full_description: Message { text: why.to_owned() },
        help: help(info, why),
        help_uri: info.docs.as_deref().and_then(uri::of_page),
        default_configuration: Configuration { level: level(info.severity) },
        properties: RuleProperties {
            security_severity: security_severity(info.severity),
            provider: &info.provider,
            tags,
        },
    }
}

fn help(info: &RuleInfo, why: &str) -> Help {
    let mut text = why.to_owned();
    let mut markdown = format!("**Why:** {why}");
    if let Some(fix) = info.fix.as_deref().filter(|fix| !fix.is_empty()) {
        text.push_str(&format!("\n\nFix: {fix}"));
        markdown.push_str(&format!("\n\n**Fix:** {fix}"));
    }
    if let Some(docs) = info.docs.as_deref().filter(|docs| !docs.is_empty()) {
        text.push_str(&format!("\n\nDocumentation: {docs}"));
        if let Some(uri) = uri::of_page(docs) {
            markdown.push_str(&format!("\n\n[Documentation](<{uri}>)"));
        }
    }
    Help { text, markdown }
}

fn finding<'a>(record: &'a Record, index: &BTreeMap<&str, usize>) -> Finding<'a> {
    let info = record.rule.as_ref();
    let mut text = first_of(&[&info.title, &info.id]).to_owned();
    if !record.matched.is_empty() {
        text = format!("{text}: {}", record.matched);
    }
    if !record.via.is_empty() {
        text = format!("{text} (via {})", record.via);
    }
    Finding {
        rule_id: &info.id,
        rule_index: index.get(info.id.as_str()).copied().unwrap_or_default(),
        level: level(record.severity),
        message: message(&text),
        locations: [location(&record.path, Some(region(record)))],
        partial_fingerprints: BTreeMap::from([(FINGERPRINT, record.fingerprint.as_str())]),
        rank: rank(record.severity, record.confidence),
        properties: FindingProperties {
            severity: record.severity.name(),
            confidence: record.confidence.name(),
            via: &record.via,
        },
    }
}

/// Section 3.58.6: at level `error` the run did not do all it should, and 3.20.14 wants it reported
/// as unsuccessful; a `note` is for the record.
fn notification(problem: &Problem) -> Notification {
    let located = Some(&problem.path).filter(|path| !path.is_empty());
    Notification {
        level: if problem.incomplete { "error" } else { "note" },
        message: message(first_of(&[&problem.reason, "not scanned"])),
        locations: located.map(|path| location(path, None)).into_iter().collect(),
    }
}

/// A plain text message. Braces are doubled, as a single one begins a placeholder (section 3.11.5);
/// what would read as a link is pulled apart (section 3.11.6).
fn message(text: &str) -> Message {
    let text = visible(text).replace('{', "{{").replace('}', "}}").replace("](", "] (");
    Message { text }
}

fn location(path: &str, region: Option<Region>) -> Location {
    let (uri, relative) = uri::of_path(path);
    let artifact_location = ArtifactLocation { uri, uri_base_id: relative.then_some(ROOT) };
    Location { physical_location: PhysicalLocation { artifact_location, region } }
}

/// Lines and columns start at 1 and the end lies behind the start, whatever the record says: a
/// consumer rejects the whole log over one region that is not so (section 3.30).
fn region(record: &Record) -> Region {
    let start = (record.start.line.max(1), record.start.column.max(1));
    let end = (record.end.line.max(1), record.end.column.max(1));
    let end = if end > start { end } else { (start.0, start.1.saturating_add(1)) };
    Region {
        start_line: start.0,
        start_column: start.1,
        end_line: end.0,
        end_column: end.1,
        byte_offset: record.offset,
        byte_length: record.length,
    }
}

/// Section 3.27.10.
const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "note",
    }
}

/// A score in the middle of the range that GitHub shows under the same name: critical over 9.0,
/// high from 7.0, medium from 4.0, low from 0.1 ("SARIF support for code scanning",
/// reportingDescriptor object). It knows nothing below low.
const fn security_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "9.5",
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "2.0",
        Severity::Info => "0.1",
    }
}

/// How much a finding matters, from 0 to 100 (section 3.27.25): by severity, then by confidence.
const fn rank(severity: Severity, confidence: Confidence) -> u32 {
    let severity = match severity {
        Severity::Critical => 80,
        Severity::High => 60,
        Severity::Medium => 40,
        Severity::Low => 20,
        Severity::Info => 0,
    };
    let confidence = match confidence {
        Confidence::Verified => 20,
        Confidence::Format => 15,
        Confidence::Context => 10,
        Confidence::Generic => 5,
    };
    severity + confidence
}

/// The first text that is not empty: SARIF wants none to be (sections 3.11.8 and 3.12.3).
fn first_of<'a>(texts: &[&'a str]) -> &'a str {
    texts.iter().copied().find(|text| !text.is_empty()).unwrap_or("unnamed")
}
