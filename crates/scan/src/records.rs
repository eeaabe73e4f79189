//! From resolved findings to records.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use prescan_core::redact::{fingerprint, redact};
use prescan_core::{Engine, Resolved, Span};
use prescan_report::{Excerpt, Position, Record, RuleInfo};

use crate::draft::{Draft, Line};
use crate::lines::Relative;
use crate::place::Text;

/// The report's view of every rule, shared by all records.
pub(crate) fn rule_infos(engine: &Engine) -> Vec<Arc<RuleInfo>> {
    let info = |rule: prescan_core::Rule<'_>| RuleInfo {
        id: rule.id().to_owned(),
        title: rule.title().to_owned(),
        why: rule.why().to_owned(),
        fix: rule.fix().map(str::to_owned),
        docs: rule.docs().map(str::to_owned),
        tags: rule.tags().map(str::to_owned).collect(),
        severity: rule.severity,
        provider: rule.provider().to_owned(),
    };
    engine.rules().map(|rule| Arc::new(info(rule))).collect()
}

/// What stands in front of a part of the input.
#[derive(Clone, Copy, Default)]
pub(crate) struct Before {
    /// Line ends.
    pub(crate) lines: u64,
    /// Characters since the last line end; one less on the first line of a text with a byte order mark, which is counted with the others.
    pub(crate) chars: i64,
}

/// What stands in front of each part, by the part's offset; empty for an input in one part.
pub(crate) type Parts = BTreeMap<u64, Before>;

/// What records of one input share.
pub(crate) struct Context<'c> {
    pub(crate) rules: &'c [Arc<RuleInfo>],
    pub(crate) path: &'c str,
    pub(crate) parts: &'c Parts,
    /// Everything that was found, reported or not, sorted and disjoint: none of it is shown in a neighbour's line.
    pub(crate) secrets: &'c [Span],
    pub(crate) show_secrets: bool,
}

pub(crate) fn record(context: &Context<'_>, found: &Resolved<Draft>) -> Record {
    let finding = &found.finding;
    let draft = &found.payload;
    let rule = Arc::clone(&context.rules[finding.rule.0 as usize]);
    let matched = if context.show_secrets {
        String::from_utf8_lossy(&draft.secret).into_owned()
    } else {
        redact(&draft.secret)
    };
    let before = context.parts.get(&draft.part).copied().unwrap_or_default();
    Record {
        path: context.path.to_owned(),
        start: position(before, draft.start),
        end: position(before, draft.end),
        offset: finding.span.start,
        length: finding.span.len(),
        severity: finding.severity,
        confidence: finding.confidence,
        fingerprint: fingerprint(&rule.id, &draft.secret),
        matched,
        via: finding.via.to_string(),
        excerpt: Some(excerpt(context, finding.span, &draft.line)),
        rule,
    }
}

fn position(before: Before, place: Relative) -> Position {
    let line = (before.lines as i64 + place.lines).max(0) as u64 + 1;
    let carried = if place.exact { 0 } else { before.chars };
    Position { line, column: (carried + place.chars).max(0) as u64 + 1 }
}

/// The line with everything secret in it masked.
fn excerpt(context: &Context<'_>, span: Span, line: &Line) -> Excerpt {
    let text = Text { bytes: &line.bytes, encoding: line.encoding };
    let len = line.bytes.len();
    let within =
        |offset: u64| usize::try_from(offset.saturating_sub(line.start)).unwrap_or(len).min(len);
    let line_end = line.start + len as u64;
    let own = [span];
    let secrets = if context.show_secrets { &own } else { context.secrets };
    let first = secrets.partition_point(|secret| secret.end <= line.start);
    let mut out = String::new();
    let mut mark = Range::default();
    let mut at = 0;
    for secret in secrets[first..].iter().take_while(|secret| secret.start < line_end) {
        let (start, end) = (within(secret.start), within(secret.end));
        out.push_str(&text.decode(at, start));
        let from = out.len();
        let shown = text.decode(start, end);
        if context.show_secrets {
            out.push_str(&shown);
        } else if secret.start < line.start {
            // What is left of it begins somewhere in its middle.
            out.push_str(&redact(b""));
        } else {
            out.push_str(&redact(shown.as_bytes()));
        }
        if secret.overlaps(span) {
            mark = from..out.len();
        }
        at = end;
    }
    out.push_str(&text.decode(at, len));
    Excerpt { text: out, mark, cut_left: line.cut_left, cut_right: line.cut_right }
}
