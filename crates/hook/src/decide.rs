//! An event from end to end: settings, chain, approvals, log.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use prescan_core::{Scratch, redact};
use serde_json::Value;

use crate::chain::Chain;
use crate::decision::{Action, Decision, Reason};
use crate::event::{Event, EventKind};
use crate::hooks::{Surroundings, builtin, builtin_chain};
use crate::settings::{Date, Settings, project_folder};
use crate::state::{
    Approvals, AuditApproval, AuditLog, AuditRecord, EventHash, RequestText, StateFolder,
};

/// Where things are on this machine. The caller finds out; nothing here reads the environment itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Places {
    /// The user's home directory.
    pub home: Option<PathBuf>,
    /// The folder with the user's settings.
    pub settings: Option<PathBuf>,
    /// The folder with the log and the approvals. Without one there are none.
    pub state: Option<PathBuf>,
    /// Looks up a variable of the environment, for external hooks that may have some.
    pub environment: fn(&str) -> Option<OsString>,
}

/// Nowhere, with an empty environment.
impl Default for Places {
    fn default() -> Self {
        Self { home: None, settings: None, state: None, environment: |_| None }
    }
}

/// Decides about an event as the settings say, asks for an approval where one is needed and writes the decision down.
///
/// A folder or a file that cannot be used is a warning of the decision and changes nothing else about it.
pub fn decide(mut event: Event, places: &Places, now: SystemTime) -> Decision {
    let started = Instant::now();
    if event.workspace.is_none() {
        event.workspace =
            event.cwd.as_deref().and_then(project_folder).or_else(|| event.cwd.clone());
    }
    let (settings, errors) = Settings::load(places.settings.as_deref(), event.workspace.as_deref());
    let audit = settings.audit.value;
    let mut warnings: Vec<String> =
        errors.iter().map(|error| format!("prescan: {error}")).collect();
    // What a project is denied is no news at every call.
    if event.kind == EventKind::SessionStart {
        warnings.extend(settings.notices.iter().map(|notice| format!("prescan: {notice}")));
    }
    let surroundings = Arc::new(Surroundings::new(settings, places.home.clone(), day_of(now)));
    let chain = chain(&surroundings, places, &mut warnings);
    let mut decision = chain.decide_blocking(event.clone());
    if !surroundings.settings.hooks.is_empty() {
        judge_again(&mut decision, &event, &surroundings);
    }
    decision.warnings.splice(0..0, warnings);
    let approval = settle(&mut decision, &event, &surroundings, places, now);
    if audit && let Some(state) = &places.state {
        let record = record(&event, &decision, approval, now).with_duration(started.elapsed());
        if let Err(error) = AuditLog::new(StateFolder::new(state)).append(record) {
            decision.warnings.push(format!("prescan: the decision is not in the log: {error}"));
        }
    }
    decision
}

/// The built-in hooks and those of the settings. An entry that makes no hook was an error when the settings were read; one that makes none now is a warning.
fn chain(surroundings: &Arc<Surroundings>, places: &Places, warnings: &mut Vec<String>) -> Chain {
    let mut hooks = builtin(surroundings);
    for entry in &surroundings.settings.hooks {
        let (hook, folder) = entry.value.clone();
        match hook.into_hook(&folder, places.state.as_deref(), &places.environment) {
            Ok(hook) => hooks.push(Box::new(hook)),
            Err(error) => warnings.push(format!("prescan: {error}")),
        }
    }
    let deadline = Duration::from_secs(surroundings.settings.deadline.value);
    Chain::new(hooks).with_deadline(deadline)
}

/// What a hook of the settings made of the arguments came behind the built-in hooks, so these look at it once more.
fn judge_again(decision: &mut Decision, event: &Event, surroundings: &Arc<Surroundings>) {
    let Some(args) = decision.modified_args.clone() else { return };
    if decision.action == Action::Block {
        return;
    }
    let again = Event { args, ..event.clone() };
    let review = builtin_chain(surroundings).decide_blocking(again);
    decision.action = decision.action.max(review.action);
    for reason in review.reasons {
        if !decision.reasons.contains(&reason) {
            decision.reasons.push(reason);
        }
    }
    for warning in review.warnings {
        if !decision.warnings.contains(&warning) {
            decision.warnings.push(warning);
        }
    }
    decision.failures.extend(review.failures);
    if let Some(args) = review.modified_args {
        decision.patch = json_patch::diff(&event.args, &args);
        decision.modified_args = Some(args);
    }
}

fn day_of(now: SystemTime) -> Date {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Date::of_unix_seconds(since.as_secs())
}

/// Makes of a decision what can be done: lets an approved event through, turns a question nobody can be asked into a block with a code.
fn settle(
    decision: &mut Decision,
    event: &Event,
    surroundings: &Surroundings,
    places: &Places,
    now: SystemTime,
) -> Option<AuditApproval> {
    if decision.action < Action::Ask {
        return None;
    }
    // What has happened already, or is the user's own word, is no question.
    if decision.action == Action::Ask
        && !matches!(event.kind, EventKind::ToolPre | EventKind::MessagePre)
    {
        let asked = decision.explanation();
        decision.warnings.extend(asked);
        lower(decision);
        return None;
    }
    if !matches!(event.kind, EventKind::ToolPre | EventKind::MessagePre) {
        return None;
    }
    if decision.is_floor() {
        unattended(decision, event);
        return None;
    }
    let hash = EventHash::of(event).to_string();
    let always = decision.deciding().all(|reason| {
        surroundings.allows(&reason.rule, |allowance| allowance.event.as_ref() == Some(&hash))
    });
    if always {
        lower(decision);
        return None;
    }
    let approvals = places.state.as_ref().map(|state| Approvals::new(StateFolder::new(state)));
    let taken = approvals.as_ref().map(|approvals| approvals.take(event, now)).transpose();
    match taken {
        Ok(Some(Some(grant))) => {
            lower(decision);
            return Some(AuditApproval::Used(grant.id));
        }
        Ok(_) => {}
        Err(error) => decision.warnings.push(format!("prescan: approvals cannot be read: {error}")),
    }
    if decision.action == Action::Ask && event.can_ask {
        return None;
    }
    let requested = approvals.and_then(|approvals| {
        let call = call(event);
        let reason = decision.explanation().unwrap_or_default();
        let text = RequestText { call: &call, reason: &reason };
        match approvals.request(event, text, now) {
            Ok(issued) => {
                decision.approval_code = Some(issued.code.to_string());
                Some(AuditApproval::Requested(issued.id))
            }
            Err(error) => {
                decision.warnings.push(format!("prescan: no approval can be asked for: {error}"));
                None
            }
        }
    });
    unattended(decision, event);
    requested
}

/// A question becomes a block where nobody can answer it.
fn unattended(decision: &mut Decision, event: &Event) {
    if decision.action == Action::Ask && !event.can_ask {
        for reason in &mut decision.reasons {
            if reason.action == Action::Ask {
                reason.action = Action::Block;
            }
        }
        decision.action = Action::Block;
    }
}

/// Lets through what was stopped; the reasons stay, for the log.
fn lower(decision: &mut Decision) {
    let modified = decision.modified_args.is_some() || decision.modified_result.is_some();
    decision.action = if modified { Action::Modify } else { Action::Allow };
    for reason in &mut decision.reasons {
        reason.action = reason.action.min(decision.action);
    }
}

/// What the user is shown of a call, without secrets.
fn call(event: &Event) -> String {
    let args = redacted(&event.args);
    match args.get("command").and_then(Value::as_str) {
        Some(command) => command.to_owned(),
        None => format!("{} {args}", event.tool_name),
    }
}

fn record(
    event: &Event,
    decision: &Decision,
    approval: Option<AuditApproval>,
    now: SystemTime,
) -> AuditRecord {
    let mut record = AuditRecord::new(now.into(), event, decision);
    record.args = redacted(&event.args);
    record.rules = prescan_rules::fingerprint().to_owned();
    if !decision.patch.0.is_empty() {
        let patch = serde_json::to_value(&decision.patch).unwrap_or_default();
        record.patch = redacted(&patch);
    }
    record.approval = approval;
    record
}

/// The most bytes of a string that are looked at for the log, and the most that are kept of it.
const MAX_LOGGED: (usize, usize) = (8 << 10, 2 << 10);

/// The deepest nesting that is logged; hosts send no deeper one, and recursion has an end.
const MAX_LOGGED_DEPTH: usize = 128;

/// A value with the secrets in its strings masked and long strings cut.
fn redacted(value: &Value) -> Value {
    redacted_at(value, &mut Scratch::default(), 0)
}

fn redacted_at(value: &Value, scratch: &mut Scratch, depth: usize) -> Value {
    if depth == MAX_LOGGED_DEPTH {
        return Value::String("…".to_owned());
    }
    match value {
        Value::String(text) => Value::String(redacted_text(text, scratch)),
        Value::Array(items) => {
            let items = items.iter().map(|item| redacted_at(item, scratch, depth + 1));
            Value::Array(items.collect())
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, item)| {
                (redacted_text(name, scratch), redacted_at(item, scratch, depth + 1))
            });
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// The shortest text that is looked at. What a credential needs to be told from a word is longer.
const MIN_LOOKED_AT: usize = 8;

fn redacted_text(text: &str, scratch: &mut Scratch) -> String {
    if text.len() < MIN_LOOKED_AT {
        return text.to_owned();
    }
    let (looked_at, kept) = MAX_LOGGED;
    let start = &text[..text.floor_char_boundary(looked_at)];
    let mut masked = redact::mask_with(prescan_rules::builtin(), scratch, start);
    if masked.len() > kept || start.len() < text.len() {
        masked.truncate(masked.floor_char_boundary(kept));
        masked.push('…');
    }
    masked
}

/// A reason of prescan itself, for an event that could not be read.
#[must_use]
pub fn unreadable(what: &dyn std::fmt::Display) -> Reason {
    let mut reason = Reason::new(
        Action::Ask,
        "event.unreadable",
        format!("The event cannot be read ({what}), so nobody can say that it is harmless."),
    );
    reason.hook = std::borrow::Cow::Borrowed("prescan");
    reason
}
