//! How much of the context window is used, where the host's transcript says so.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use prescan_rules::{Family, PolicyAction};
use serde_json::Value;

use super::{Surroundings, adopt, reason};
use crate::decision::Verdict;
use crate::event::{Event, EventKind};
use crate::policy::{Case, Policy};

/// How much of a transcript's end is looked at, in bytes.
const TAIL: u64 = 256 << 10;

pub(crate) fn verdict(event: &Event, surroundings: &Surroundings) -> Verdict {
    let mut verdict = Verdict::allow();
    // Once a turn is enough, and a prompt is where the user reads along.
    if event.kind != EventKind::PromptPre {
        return verdict;
    }
    let Some(used) = event.transcript.as_deref().and_then(used_tokens) else { return verdict };
    let limits = &surroundings.settings.limits;
    let percent = used.saturating_mul(100) / limits.context_window.value.max(1);
    let reached = |limit: u8| percent >= u64::from(limit);
    let level = if reached(limits.context_ask.value) {
        "ask"
    } else if reached(limits.context_warn.value) {
        "warn"
    } else if reached(limits.context_note.value) {
        "note"
    } else {
        return verdict;
    };
    let case = Case { level, ..Case::new(Family::Context, event.kind) };
    let mut ruling = Policy::new(&surroundings.settings).decide(&case);
    // The user's own prompt is never held up.
    ruling.action = ruling.action.min(PolicyAction::Warn);
    let reason = reason(&ruling, &format!("{percent} % of the context window is used"));
    if ruling.action == PolicyAction::Note {
        verdict.notes.push(reason.message.clone());
    }
    adopt(&mut verdict, &ruling, reason);
    verdict
}

/// Tokens in use after the newest record of the main conversation that says so: what the model read and wrote.
fn used_tokens(transcript: &Path) -> Option<u64> {
    let mut file = File::open(transcript).ok()?;
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    file.seek(SeekFrom::Start(metadata.len().saturating_sub(TAIL))).ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    // A first line that is cut is no JSON, and so skipped.
    tail.split(|byte| *byte == b'\n').rev().find_map(|line| {
        let record: Value = serde_json::from_slice(line).ok()?;
        let own = record.get("type")? == "assistant"
            && record.get("isSidechain") != Some(&Value::Bool(true));
        let usage = record.get("message")?.get("usage").filter(|_| own)?;
        let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or(0);
        Some(
            count("input_tokens")
                .saturating_add(count("cache_creation_input_tokens"))
                .saturating_add(count("cache_read_input_tokens"))
                .saturating_add(count("output_tokens")),
        )
    })
}
