//! The hooks that come with prescan. Each is a function of the event and the settings: none waits.

pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod guards;
pub(crate) mod judge;
pub(crate) mod messages;
pub(crate) mod secrets;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use prescan_rules::{PolicyAction, Tools};

use crate::chain::Chain;
use crate::decision::{Action, Reason, Verdict};
use crate::event::Event;
use crate::hook::{Hook, HookError, Judgement, ready};
use crate::policy::Ruling;
use crate::settings::{BuiltinHook, Date, Settings};

/// What the built-in hooks know besides the event.
#[derive(Debug)]
pub struct Surroundings {
    /// The settings.
    pub settings: Settings,
    /// The user's home directory.
    pub home: Option<PathBuf>,
    /// The day, for allowances that end.
    pub today: Date,
    tools: Tools,
    disk: bool,
}

impl Surroundings {
    /// The surroundings of those settings.
    #[must_use]
    pub fn new(settings: Settings, home: Option<PathBuf>, today: Date) -> Self {
        let entries: Vec<_> = settings.tools.iter().map(|tool| tool.value.clone()).collect();
        let builtin = prescan_rules::tools();
        // Entries that do not fit into the table were refused when the settings were read.
        let tools = match entries.as_slice() {
            [] => builtin,
            entries => builtin.extended(entries).unwrap_or(builtin),
        };
        Self { settings, home, today, tools, disk: true }
    }

    /// The same for an agent that works on another machine: nothing of this one's files is asked for, and every file counts as one that may exist.
    #[must_use]
    pub fn without_files(mut self) -> Self {
        self.disk = false;
        self
    }

    /// The table of tools.
    #[must_use]
    pub const fn tools(&self) -> &Tools {
        &self.tools
    }

    /// True where an allowance that counts today, and speaks of that rule, holds.
    pub(crate) fn allows(
        &self,
        rule: &str,
        holds: impl Fn(&crate::settings::Allowance) -> bool,
    ) -> bool {
        self.settings.allow.iter().any(|allowance| {
            let allowance = &allowance.value;
            allowance.is_current(self.today) && allowance.concerns(rule) && holds(allowance)
        })
    }
}

/// The built-in hooks that the settings leave on, in order.
#[must_use]
pub fn builtin(surroundings: &Arc<Surroundings>) -> Vec<Box<dyn Hook>> {
    BuiltinHook::ALL
        .iter()
        .filter(|kind| surroundings.settings.runs(**kind))
        .map(|kind| -> Box<dyn Hook> {
            Box::new(Builtin { kind: *kind, surroundings: Arc::clone(surroundings) })
        })
        .collect()
}

/// The chain of the built-in hooks, with the deadline of the settings.
#[must_use]
pub fn builtin_chain(surroundings: &Arc<Surroundings>) -> Chain {
    let deadline = std::time::Duration::from_secs(surroundings.settings.deadline.value);
    Chain::new(builtin(surroundings)).with_deadline(deadline)
}

struct Builtin {
    kind: BuiltinHook,
    surroundings: Arc<Surroundings>,
}

impl Hook for Builtin {
    fn name(&self) -> &str {
        self.kind.name()
    }

    fn applies(&self, _event: &Event) -> bool {
        match self.kind {
            BuiltinHook::Guards => !self.surroundings.settings.guards.is_empty(),
            // Who works on what is not kept anywhere yet, so there is nothing to claim.
            BuiltinHook::Claims => false,
            _ => true,
        }
    }

    fn judge<'a>(&'a self, event: &'a Event, _deadline: Instant) -> Judgement<'a> {
        ready(self.verdict(event))
    }
}

impl Builtin {
    fn verdict(&self, event: &Event) -> Result<Verdict, HookError> {
        let surroundings = &self.surroundings;
        Ok(match self.kind {
            BuiltinHook::Guards => guards::verdict(event, surroundings)?,
            BuiltinHook::Commands => commands::verdict(event, surroundings),
            BuiltinHook::Secrets => secrets::verdict(event, surroundings),
            BuiltinHook::Messages => messages::verdict(event, surroundings),
            BuiltinHook::Context => context::verdict(event, surroundings),
            BuiltinHook::Claims => Verdict::allow(),
        })
    }
}

/// What stands for a line's id where no line speaks of a case.
const UNKNOWN_LINE: &str = "policy.unknown";

/// The action of a ruling, apart from what it tells the user or the model.
pub(crate) const fn action_of(ruling: PolicyAction) -> Action {
    match ruling {
        PolicyAction::Allow | PolicyAction::Note | PolicyAction::Warn => Action::Allow,
        PolicyAction::Mask => Action::Modify,
        PolicyAction::Ask => Action::Ask,
        PolicyAction::Block => Action::Block,
    }
}

/// What a ruling says, with what was seen in front: a sentence without its full stop.
pub(crate) fn reason(ruling: &Ruling<'_>, seen: &str) -> Reason {
    let (id, why, advice) = match ruling.line {
        Some(line) => (line.id.as_str(), line.reason.as_str(), line.advice.clone()),
        None => (UNKNOWN_LINE, "No line of the policy speaks of it.", None),
    };
    let mut reason = Reason::new(action_of(ruling.action), id, format!("{seen}. {why}"));
    reason.advice = advice;
    reason.floor = ruling.floor;
    reason
}

/// Adds a reason to a verdict: what is allowed without a word is left out, what is noted is kept for the log, and a warning is shown to the user too.
pub(crate) fn adopt(verdict: &mut Verdict, ruling: &Ruling<'_>, reason: Reason) {
    match ruling.action {
        PolicyAction::Allow => return,
        PolicyAction::Warn => {
            verdict.warnings.push(format!("prescan: {} [{}]", reason.message, reason.rule))
        }
        PolicyAction::Note | PolicyAction::Mask | PolicyAction::Ask | PolicyAction::Block => {}
    }
    verdict.push(reason);
}
