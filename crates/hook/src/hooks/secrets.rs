//! Credentials in what an agent does, says and sees.

use prescan_core::redact::{fingerprint, mask_spans, redact};
use prescan_core::{Engine, Finding, Resolved, Scratch, Segment, Span, resolve};
use prescan_rules::{Family, PartKind, PolicyAction};

use super::{Surroundings, adopt, reason};
use crate::decision::Verdict;
use crate::event::{Event, EventKind};
use crate::parts::{Part, Place, parts, replace};
use crate::policy::{Case, Policy, Ruling};

/// Most findings of one event that are told one by one; all of them are masked.
const MAX_TOLD: usize = 20;

pub(crate) fn verdict(event: &Event, surroundings: &Surroundings) -> Verdict {
    let mut verdict = Verdict::allow();
    let engine = prescan_rules::builtin();
    let mut scratch = Scratch::default();
    let parts = parts(event, surroundings.tools());
    let path = parts.iter().find(|part| part.place == Place::Part(PartKind::Path));
    let path = path.map_or("", |part| part.text);
    let judge = Judge { engine, event, surroundings, path };
    let mut masked: Vec<(&Part<'_>, String)> = Vec::new();
    for part in &parts {
        let found = findings(engine, &mut scratch, part.text.as_bytes());
        if found.is_empty() {
            continue;
        }
        let spans = judge.part(&mut verdict, part, &found);
        if !spans.is_empty() {
            masked.push((part, mask_spans(part.text, spans)));
        }
    }
    if !masked.is_empty() {
        let place =
            if event.kind == EventKind::ToolPost { &mut verdict.result } else { &mut verdict.args };
        let original = event.result.as_ref().filter(|_| event.kind == EventKind::ToolPost);
        let mut value = original.unwrap_or(&event.args).clone();
        for (part, text) in masked {
            replace(&mut value, &part.pointer, text);
        }
        *place = Some(value);
    }
    verdict
}

/// What the engine finds, overlaps resolved. Comments that allow a finding in a file are an agent's own words here and count for nothing.
fn findings(engine: &Engine, scratch: &mut Scratch, text: &[u8]) -> Vec<Finding> {
    let mut found = Vec::new();
    let segment = Segment { encoding: None, ..Segment::whole(text) };
    engine.scan_segment(scratch, &segment, &mut |one| {
        found.push(Resolved { finding: one.finding, priority: one.priority, payload: () });
    });
    resolve(&mut found);
    found.into_iter().map(|one| one.finding).collect()
}

struct Judge<'a> {
    engine: &'static Engine,
    event: &'a Event,
    surroundings: &'a Surroundings,
    path: &'a str,
}

impl Judge<'_> {
    /// Judges the findings of one part and returns what of it is to be masked.
    fn part(&self, verdict: &mut Verdict, part: &Part<'_>, found: &[Finding]) -> Vec<Span> {
        let mut masked = Vec::new();
        for finding in found {
            let secret = slice(part.text, finding.span);
            let rule = self.engine.rule(finding.rule);
            if self.is_left_out(rule.id(), secret) {
                continue;
            }
            let ruling = self.ruling(part.place, finding, rule.id());
            if ruling.action == PolicyAction::Mask {
                masked.push(finding.span);
            }
            if verdict.reasons.len() >= MAX_TOLD && ruling.action <= PolicyAction::Mask {
                continue;
            }
            let seen = format!(
                "{} {} in {} [{}]",
                rule.title(),
                redact(secret),
                part.place.words(),
                rule.id()
            );
            let mut reason = reason(&ruling, &seen);
            reason.severity = Some(finding.severity);
            reason.part = Some(part.pointer.clone());
            reason.span = Some((finding.span.start, finding.span.end));
            adopt(verdict, &ruling, reason);
        }
        masked
    }

    fn is_left_out(&self, rule: &str, secret: &[u8]) -> bool {
        let settings = &self.surroundings.settings;
        let named = |list: &[crate::settings::Sourced<String>]| {
            list.iter().any(|name| prescan_rules::tools::matches(&name.value, rule))
        };
        if named(&settings.skip) || (!settings.only.is_empty() && !named(&settings.only)) {
            return true;
        }
        !settings.allow.is_empty() && {
            let print = fingerprint(rule, secret);
            self.surroundings.allows(rule, |allowance| allowance.secret.as_ref() == Some(&print))
        }
    }

    fn ruling(&self, place: Place, finding: &Finding, rule: &str) -> Ruling<'_> {
        let case = Case {
            place: place.name(),
            confidence: finding.confidence.name(),
            severity: finding.severity.name(),
            rule,
            path: self.path,
            ..Case::new(Family::Secrets, self.event.kind)
        };
        let ruling = Policy::new(&self.surroundings.settings).decide(&case);
        // Nothing of an event is changed but arguments and results.
        let changeable = matches!(
            self.event.kind,
            EventKind::ToolPre | EventKind::ToolPost | EventKind::MessagePre
        );
        match ruling.action {
            PolicyAction::Mask if !changeable => Ruling { action: PolicyAction::Warn, ..ruling },
            _ => ruling,
        }
    }
}

fn slice(text: &str, span: Span) -> &[u8] {
    let bytes = text.as_bytes();
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(at(span.start)..at(span.end)).unwrap_or_default()
}
