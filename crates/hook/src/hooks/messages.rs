//! What an outbound message must not hold, by exact marks.

use prescan_rules::{Family, PartKind, PolicyAction};

use super::{Surroundings, adopt, reason};
use crate::decision::Verdict;
use crate::event::{Event, EventKind};
use crate::parts::{Place, parts};
use crate::policy::{Case, Policy};

/// Marks of a model's own wire: thoughts, turns and tool calls. None has a place in a text for a person.
const LEAKS: &[&str] = &[
    "<think>",
    "</think>",
    "<thinking>",
    "</thinking>",
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|start_header_id|>",
    "<|eot_id|>",
    "<function_calls>",
    "</function_calls>",
    "<tool_call>",
    "</tool_call>",
    "<system-reminder>",
];

pub(crate) fn verdict(event: &Event, surroundings: &Surroundings) -> Verdict {
    let mut verdict = Verdict::allow();
    // The last message before a stop has been shown already.
    if !matches!(event.kind, EventKind::ToolPre | EventKind::MessagePre) {
        return verdict;
    }
    let policy = Policy::new(&surroundings.settings);
    for part in parts(event, surroundings.tools()) {
        if part.place != Place::Part(PartKind::Message) {
            continue;
        }
        let leak = LEAKS.iter().find(|mark| part.text.contains(**mark));
        let (level, seen) = match leak {
            Some(mark) => ("leak", format!("the message holds `{mark}`")),
            None if part.text.trim().is_empty() => ("broken", "the message is empty".to_owned()),
            None => continue,
        };
        let ruling = policy.decide(&Case { level, ..Case::new(Family::Messages, event.kind) });
        if ruling.action != PolicyAction::Allow {
            let mut reason = reason(&ruling, &seen);
            reason.part = Some(part.pointer);
            adopt(&mut verdict, &ruling, reason);
        }
    }
    verdict
}
