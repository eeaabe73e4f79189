//! A command line, judged: what it would do, and what the policy says of each effect.

use prescan_core::commands::{self, Effect, Marks, Target, Unclear, View};
use prescan_rules::{Family, PolicyAction};

use super::commands::quoted;
use super::{Surroundings, action_of, adopt, reason};
use crate::decision::{Action, Reason, Verdict};
use crate::event::EventKind;
use crate::policy::{Case, Policy, Ruling, UNCLEAR};
use crate::settings::Allowance;

/// What a line would do, and what the policy of the settings says of it.
#[derive(Clone, Debug)]
pub struct JudgedCommand<'s> {
    /// The effects in the order of the line.
    pub effects: Vec<JudgedEffect<'s>>,
    /// Why the line was not understood to its end, if so.
    pub unclear: Option<JudgedUnclear<'s>>,
}

/// One effect of a line.
#[derive(Clone, Debug)]
pub struct JudgedEffect<'s> {
    /// The effect.
    pub effect: Effect,
    /// What the policy says of it.
    pub ruling: Ruling<'s>,
    /// True where an allowance of the settings lets through what the policy would stop.
    pub allowed: bool,
}

/// What the policy says of a line that was not understood to its end.
#[derive(Clone, Debug)]
pub struct JudgedUnclear<'s> {
    /// Why it was not understood.
    pub why: Unclear,
    /// What the policy says of that.
    pub ruling: Ruling<'s>,
    /// True where an allowance of the settings lets through what the policy would stop.
    pub allowed: bool,
}

/// Judges a command line as the hook for commands judges the one of an event.
#[must_use]
pub fn judge_command<'s>(
    line: &str,
    view: &View<'_>,
    surroundings: &'s Surroundings,
) -> JudgedCommand<'s> {
    let analysis = commands::analyse(line, view);
    let policy = Policy::new(&surroundings.settings);
    let allowed = |ruling: &Ruling<'_>, path: Option<&str>| {
        is_allowed(ruling, surroundings, |allowance| {
            allowance.allows_command(line) || path.is_some_and(|path| allowance.allows_path(path))
        })
    };
    let effects = analysis.effects.into_iter().map(|effect| {
        let ruling = ruling(&policy, EventKind::ToolPre, effect.kind.name(), &effect.target);
        let allowed = allowed(&ruling, Some(&effect.target.path));
        JudgedEffect { effect, ruling, allowed }
    });
    let unclear = analysis.unclear.map(|why| {
        let case = Case { effect: UNCLEAR, ..Case::new(Family::Commands, EventKind::ToolPre) };
        let ruling = policy.decide(&case);
        JudgedUnclear { why, ruling, allowed: allowed(&ruling, None) }
    });
    JudgedCommand { effects: effects.collect(), unclear }
}

impl JudgedEffect<'_> {
    /// What the effect alone asks for.
    #[must_use]
    pub const fn action(&self) -> Action {
        if self.allowed { Action::Allow } else { action_of(self.ruling.action) }
    }
}

impl JudgedCommand<'_> {
    /// What to do about the line, and why.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::allow();
        for judged in self.effects.iter().filter(|judged| !judged.allowed) {
            let span = judged.effect.span;
            let mut reason = reason(&judged.ruling, &quoted(&judged.effect.explain()));
            reason.span = Some((span.start, span.end));
            add(&mut verdict, &judged.ruling, reason);
        }
        if let Some(unclear) = self.unclear.as_ref().filter(|unclear| !unclear.allowed) {
            let seen = format!("the line cannot be understood ({})", unclear.why);
            add(&mut verdict, &unclear.ruling, reason(&unclear.ruling, &seen));
        }
        verdict
    }
}

/// What the policy says of an effect.
pub(super) fn ruling<'s>(
    policy: &Policy<'s>,
    event: EventKind,
    effect: &str,
    target: &Target,
) -> Ruling<'s> {
    policy.decide(&Case {
        effect,
        target: target.class.name(),
        marks: &marks(target.marks),
        path: &target.path,
        ..Case::new(Family::Commands, event)
    })
}

/// True where an allowance lets through what would be stopped otherwise.
pub(super) fn is_allowed(
    ruling: &Ruling<'_>,
    surroundings: &Surroundings,
    allows: impl Fn(&Allowance) -> bool,
) -> bool {
    let rule = ruling.line.map_or(super::UNKNOWN_LINE, |line| line.id.as_str());
    ruling.action >= PolicyAction::Ask && !ruling.floor && surroundings.allows(rule, allows)
}

/// Adds a reason. A loop over a thousand files is one reason.
pub(super) fn add(verdict: &mut Verdict, ruling: &Ruling<'_>, reason: Reason) {
    if !verdict.reasons.iter().any(|other| other.message == reason.message) {
        adopt(verdict, ruling, reason);
    }
}

fn marks(marks: Marks) -> Vec<&'static str> {
    [
        (marks.credential, "credential"),
        (marks.data, "data"),
        (marks.profile, "profile"),
        (marks.guard, "guard"),
        (marks.glob, "glob"),
    ]
    .into_iter()
    .filter_map(|(set, name)| set.then_some(name))
    .collect()
}
