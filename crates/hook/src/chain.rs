//! Hooks in a row.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use async_io::Timer;
use futures_lite::{FutureExt as _, future};
use serde_json::Value;

use crate::decision::{Action, Decision, Failure, Reason, Verdict};
use crate::event::Event;
use crate::hook::{Hook, HookError};

/// How long a whole chain may take where nothing else is said.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(20);

/// Hooks that judge an event one after the other.
///
/// Each sees the arguments as those before it left them. A block ends the chain; a question is kept while the rest runs; the strongest action wins, and the reasons of all are listed.
/// A hook that fails, panics or takes too long decides nothing but what its [`on_error`](Hook::on_error) says; its failure is a warning of the decision, and never silences another hook.
pub struct Chain {
    hooks: Vec<Box<dyn Hook>>,
    deadline: Duration,
}

impl Chain {
    /// A chain of hooks in that order.
    #[must_use]
    pub fn new(hooks: Vec<Box<dyn Hook>>) -> Self {
        Self { hooks, deadline: DEFAULT_DEADLINE }
    }

    /// The chain with another limit on the time that all hooks take together.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The names of the hooks, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.hooks.iter().map(|hook| hook.name())
    }

    /// Decides about an event. May be awaited on any executor.
    pub async fn decide(&self, mut event: Event) -> Decision {
        let deadline = Instant::now() + self.deadline;
        // Kept only where a hook changes them: arguments may be a whole file.
        let mut before = None;
        let mut decision = Decision::default();
        for hook in &self.hooks {
            match judge(hook.as_ref(), &event, deadline).await {
                Ok(Some(verdict)) => {
                    let replaced = adopt(&mut decision, &mut event, hook.as_ref(), verdict);
                    before = before.or(replaced);
                }
                Ok(None) => {}
                Err(error) => fail(&mut decision, hook.as_ref(), &error),
            }
            if decision.action == Action::Block {
                break;
            }
        }
        if let Some(before) = before {
            decision.patch = json_patch::diff(&before, &event.args);
        }
        decision
    }

    /// The same, waiting on this thread. Hooks that need no waiting start no runtime.
    pub fn decide_blocking(&self, event: Event) -> Decision {
        future::block_on(self.decide(event))
    }
}

/// One hook's verdict, `None` where the event is not its concern. Panics are caught, at whatever point they happen.
async fn judge(
    hook: &dyn Hook,
    event: &Event,
    deadline: Instant,
) -> Result<Option<Verdict>, HookError> {
    let judgement = AssertUnwindSafe(async {
        if !hook.applies(event) {
            return Ok(None);
        }
        let mut judgement = hook.judge(event, deadline);
        // The timer's thread is started only for a hook that really waits.
        if let Some(verdict) = future::poll_once(&mut judgement).await {
            return verdict.map(Some);
        }
        let timeout = async {
            Timer::at(deadline).await;
            Err(HookError::new("the time for all hooks together is over"))
        };
        judgement.or(timeout).await.map(Some)
    });
    judgement.catch_unwind().await.unwrap_or_else(|_| Err(HookError::new("panicked")))
}

/// Takes a verdict in, and returns the arguments that it replaced.
fn adopt(
    decision: &mut Decision,
    event: &mut Event,
    hook: &dyn Hook,
    verdict: Verdict,
) -> Option<Value> {
    let Verdict { mut action, mut reasons, warnings, notes, args, result } = verdict;
    for reason in &mut reasons {
        if reason.hook.is_empty() {
            reason.hook = Cow::Owned(hook.name().to_owned());
        }
    }
    // A verdict is as strong as its strongest reason, whatever it says of itself, and never without one.
    action = reasons.iter().map(|reason| reason.action).fold(action, Action::max);
    if action > Action::Allow && !reasons.iter().any(|reason| reason.action == action) {
        let mut reason = Reason::new(action, "", format!("the hook `{}` says so", hook.name()));
        reason.hook = Cow::Owned(hook.name().to_owned());
        reasons.push(reason);
    }
    let replaced = args.map(|args| {
        decision.modified_args = Some(args.clone());
        std::mem::replace(&mut event.args, args)
    });
    if let Some(result) = result {
        event.result = Some(result.clone());
        decision.modified_result = Some(result);
    }
    decision.action = decision.action.max(action);
    decision.reasons.extend(reasons);
    decision.warnings.extend(warnings);
    decision.notes.extend(notes);
    replaced
}

fn fail(decision: &mut Decision, hook: &dyn Hook, error: &HookError) {
    let action = hook.on_error().action();
    let what = format!("the hook `{}` did not answer: {error}", hook.name());
    decision.failures.push(Failure { hook: hook.name().to_owned(), what: error.to_string() });
    decision.warnings.push(format!("prescan: {what}"));
    if action > Action::Allow {
        let mut reason = Reason::new(action, "hook.failure", what);
        reason.hook = Cow::Owned(hook.name().to_owned());
        reason.advice = Some("mend the hook, or set its `on_error` to `allow`".to_owned());
        decision.action = decision.action.max(action);
        decision.reasons.push(reason);
    }
}

#[cfg(test)]
mod tests;
