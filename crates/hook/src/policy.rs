//! The policy: what to do about what a detector says.

use prescan_core::commands::{EffectKind, TargetClass};
use prescan_core::{Confidence, Severity};
use prescan_rules::tools::matches;
use prescan_rules::{Family, PartKind, PolicyAction, PolicyLine, Profile};

use crate::event::EventKind;
use crate::parts::Place;
use crate::settings::{Layer, Lockable, Settings, Sourced};

/// The effect of a line that could not be understood.
pub const UNCLEAR: &str = "unclear";
/// The effect of a tool that writes a file.
pub const WRITE_FILE: &str = "write-file";
/// The effect of a tool that reads a file.
pub const READ_FILE: &str = "read-file";
/// Marks of targets that lines can ask for.
const MARKS: &[&str] = &["credential", "data", "profile", "guard", "glob"];
/// Levels of the context and message hooks.
const LEVELS: &[&str] = &["note", "warn", "ask", "leak", "broken", "poor"];

/// What is decided about. A field that does not apply is empty, and a condition on it does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Who says it.
    pub family: Family,
    /// When.
    pub event: EventKind,
    /// What is done.
    pub effect: &'a str,
    /// What it is done to.
    pub target: &'a str,
    /// What the target is besides.
    pub marks: &'a [&'a str],
    /// The path of the target, or of the file a secret is written to.
    pub path: &'a str,
    /// Where a secret stands.
    pub place: &'a str,
    /// How sure its finding is.
    pub confidence: &'a str,
    /// How bad it is.
    pub severity: &'a str,
    /// The rule that found it.
    pub rule: &'a str,
    /// How far a message or the context has gone.
    pub level: &'a str,
}

impl Case<'_> {
    /// A case of that family and event, to be filled in.
    #[must_use]
    pub const fn new(family: Family, event: EventKind) -> Self {
        Self {
            family,
            event,
            effect: "",
            target: "",
            marks: &[],
            path: "",
            place: "",
            confidence: "",
            severity: "",
            rule: "",
            level: "",
        }
    }

    fn is_of(&self, line: &PolicyLine) -> bool {
        let one_of =
            |list: &[String], value: &str| list.is_empty() || list.iter().any(|one| one == value);
        let like = |list: &[String], value: &str| {
            list.is_empty() || list.iter().any(|pattern| matches(pattern, value))
        };
        line.family == self.family
            && one_of(&line.effect, self.effect)
            && one_of(&line.target, self.target)
            && one_of(&line.place, self.place)
            && one_of(&line.confidence, self.confidence)
            && one_of(&line.severity, self.severity)
            && one_of(&line.level, self.level)
            && one_of(&line.event, self.event.name())
            && like(&line.rule, self.rule)
            && like(&line.path, self.path)
            && (line.mark.is_empty()
                || line.mark.iter().any(|mark| self.marks.contains(&mark.as_str())))
    }
}

/// What a policy says of a case.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ruling<'p> {
    /// What to do.
    pub action: PolicyAction,
    /// The line that says so; `None` where no line speaks of the case.
    pub line: Option<&'p PolicyLine>,
    /// Neither a project nor an approval overrules it.
    pub floor: bool,
}

/// Lines of the project and the user in front of the built-in ones.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'p> {
    profile: Profile,
    own: &'p [Sourced<PolicyLine>],
    locked: bool,
}

impl<'p> Policy<'p> {
    /// The policy of those settings.
    #[must_use]
    pub fn new(settings: &'p Settings) -> Self {
        Self {
            profile: settings.profile.value,
            own: &settings.policy,
            locked: settings.is_locked(Lockable::Policy),
        }
    }

    /// What to do about a case.
    ///
    /// The first line that matches decides, the project's before the user's before the built-in ones. A floor is lowered by a line of the user with the same id, and by nothing else. A case of
    /// which no line speaks is put to the user.
    #[must_use]
    pub fn decide(&self, case: &Case<'_>) -> Ruling<'p> {
        let own = |layer: Layer| {
            let mut lines = self.own.iter().filter(|line| line.layer == layer);
            lines.find(|line| case.is_of(&line.value)).map(|line| self.ruling(&line.value))
        };
        let builtin =
            prescan_rules::policy_of(case.family, case.effect).find(|line| case.is_of(line));
        let builtin = builtin
            .map_or(Ruling { action: PolicyAction::Ask, line: None, floor: false }, |line| {
                self.ruling(line)
            });
        let base = match own(Layer::User) {
            Some(user) if !builtin.floor || by_name(&user, &builtin) => user,
            Some(user) => stronger(user, builtin),
            None => builtin,
        };
        match own(Layer::Project) {
            Some(mut project) => {
                // A project's floor would bind its user.
                project.floor = false;
                if base.floor || self.locked { stronger(project, base) } else { project }
            }
            None => base,
        }
    }

    fn ruling(&self, line: &'p PolicyLine) -> Ruling<'p> {
        Ruling { action: line.action.under(self.profile), line: Some(line), floor: line.floor }
    }
}

fn by_name(user: &Ruling<'_>, builtin: &Ruling<'_>) -> bool {
    match (user.line, builtin.line) {
        (Some(user), Some(builtin)) => user.id == builtin.id,
        _ => false,
    }
}

/// The stronger ruling; of equal ones the one with a floor.
fn stronger<'p>(first: Ruling<'p>, second: Ruling<'p>) -> Ruling<'p> {
    if (first.action, first.floor) > (second.action, second.floor) { first } else { second }
}

/// Whether every word of the lines is one that a detector uses.
///
/// # Errors
/// For the first word that is not; the error names it and what would do.
pub(crate) fn check<'l>(lines: impl IntoIterator<Item = &'l PolicyLine>) -> Result<(), String> {
    let effects: Vec<&str> = EffectKind::ALL
        .iter()
        .map(|kind| kind.name())
        .chain([UNCLEAR, WRITE_FILE, READ_FILE])
        .collect();
    let targets: Vec<&str> = TargetClass::ALL.iter().map(|class| class.name()).collect();
    let mut places: Vec<&str> =
        [Place::Result, Place::Prompt].iter().map(|place| place.name()).collect();
    places.extend(PartKind::NAMED.iter().map(|kind| Place::Part(*kind).name()));
    let confidences: Vec<&str> = Confidence::ALL.iter().map(|level| level.name()).collect();
    let severities: Vec<&str> = Severity::ALL.iter().map(|level| level.name()).collect();
    let events: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.name()).collect();
    for line in lines {
        for (key, given, known) in [
            ("effect", &line.effect, effects.as_slice()),
            ("target", &line.target, &targets),
            ("place", &line.place, &places),
            ("confidence", &line.confidence, &confidences),
            ("severity", &line.severity, &severities),
            ("event", &line.event, &events),
            ("mark", &line.mark, MARKS),
            ("level", &line.level, LEVELS),
        ] {
            for word in given {
                if !known.contains(&word.as_str()) {
                    return Err(format!(
                        "policy line `{}`: there is no {key} `{word}`: expected one of {}",
                        line.id,
                        known.join(", ")
                    ));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use prescan_rules::Actions;

    use super::*;

    fn line(id: &str, effect: &str, action: PolicyAction) -> PolicyLine {
        PolicyLine {
            id: id.to_owned(),
            effect: vec![effect.to_owned()],
            action: Actions::Same(action),
            family: Family::Commands,
            target: Vec::new(),
            place: Vec::new(),
            confidence: Vec::new(),
            severity: Vec::new(),
            rule: Vec::new(),
            level: Vec::new(),
            event: Vec::new(),
            path: Vec::new(),
            mark: Vec::new(),
            floor: false,
            reason: "a test".to_owned(),
            advice: None,
            instead: Vec::new(),
            examples: Vec::new(),
        }
    }

    fn case(effect: &str) -> Case<'_> {
        Case { effect, ..Case::new(Family::Commands, EventKind::ToolPre) }
    }

    fn under(lines: Vec<(Layer, PolicyLine)>, locked: bool, effect: &str) -> PolicyAction {
        let settings = Settings {
            policy: lines.into_iter().map(|(layer, value)| Sourced { value, layer }).collect(),
            locked: if locked { vec![Lockable::Policy] } else { Vec::new() },
            ..Settings::default()
        };
        Policy::new(&settings).decide(&case(effect)).action
    }

    #[test]
    fn the_built_in_lines_name_what_exists() {
        assert_eq!(check(prescan_rules::policy()), Ok(()));
        let wrong = line("x", "delete-everything", PolicyAction::Ask);
        assert!(check([&wrong]).is_err_and(|error| error.contains("`delete-everything`")));
    }

    #[test]
    fn every_effect_on_every_target_has_a_line() {
        let settings = Settings::default();
        let policy = Policy::new(&settings);
        for effect in
            EffectKind::ALL.iter().map(|kind| kind.name()).chain([UNCLEAR, WRITE_FILE, READ_FILE])
        {
            for target in TargetClass::ALL {
                let case = Case { target: target.name(), ..case(effect) };
                assert!(policy.decide(&case).line.is_some(), "{effect} {target}");
            }
        }
    }

    #[test]
    fn every_secret_in_every_place_has_a_line() {
        let settings = Settings::default();
        let policy = Policy::new(&settings);
        let mut places = vec![Place::Result, Place::Prompt, Place::Part(PartKind::Argument)];
        places.extend(PartKind::NAMED.iter().map(|kind| Place::Part(*kind)));
        for place in places {
            for confidence in Confidence::ALL {
                let case = Case {
                    place: place.name(),
                    confidence: confidence.name(),
                    ..Case::new(Family::Secrets, EventKind::ToolPre)
                };
                assert!(policy.decide(&case).line.is_some(), "{case:?}");
            }
        }
    }

    #[test]
    fn the_project_speaks_before_the_user_before_the_built_in_lines() {
        use PolicyAction::{Allow, Ask, Block, Warn};
        let project = |action| (Layer::Project, line("p", "publish", action));
        let user = |action| (Layer::User, line("u", "publish", action));
        assert_eq!(under(vec![], false, "publish"), Ask);
        assert_eq!(under(vec![user(Allow)], false, "publish"), Allow);
        assert_eq!(under(vec![project(Warn), user(Block)], false, "publish"), Warn);
        assert_eq!(under(vec![project(Warn), user(Block)], true, "publish"), Block);
        assert_eq!(under(vec![project(Block), user(Allow)], true, "publish"), Block);
        assert_eq!(under(vec![project(Allow)], true, "publish"), Ask);
    }

    #[test]
    fn a_floor_is_lowered_by_the_user_and_by_name_only() {
        use PolicyAction::{Allow, Block};
        let lines = |layer, id| vec![(layer, line(id, "kill-processes", Allow))];
        assert_eq!(
            under(lines(Layer::Project, "commands.kill-processes"), false, "kill-processes"),
            Block
        );
        assert_eq!(under(lines(Layer::User, "other"), false, "kill-processes"), Block);
        assert_eq!(
            under(lines(Layer::User, "commands.kill-processes"), false, "kill-processes"),
            Allow
        );
    }

    #[test]
    fn stricter_profiles_are_not_looser() {
        for line in prescan_rules::policy() {
            let actions: Vec<PolicyAction> =
                Profile::ALL.iter().map(|profile| line.action.under(*profile)).collect();
            assert!(actions.is_sorted(), "{}: {actions:?}", line.id);
        }
    }
}
