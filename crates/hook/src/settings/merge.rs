//! Laying one layer over another.

use std::path::Path;

use super::file::{Lockable, SettingsFile, Thresholds};
use super::guard::GuardAction;
use super::{Layer, Settings, Sourced};

pub(super) fn sourced<T>(values: Vec<T>, layer: Layer) -> impl Iterator<Item = Sourced<T>> {
    values.into_iter().map(move |value| Sourced { value, layer })
}

/// The user's file over the built-in settings.
pub(super) fn user(settings: &mut Settings, file: SettingsFile, folder: &Path) {
    settings.locked.clone_from(&file.locked);
    settings.trust.clone_from(&file.trust);
    values(settings, &file, Layer::User, |_| true);
    lists(settings, file, Layer::User, folder);
}

/// The project's file over the user's, as far as the user lets it.
pub(super) fn project(settings: &mut Settings, mut file: SettingsFile, folder: &Path) {
    if !file.locked.is_empty() || !file.trust.is_empty() {
        settings.notices.push("`locked` and `trust` count in the user's file only".to_owned());
    }
    let locked = settings.locked.clone();
    withhold(settings, &mut file, &locked);
    if !file.hooks.is_empty() && !is_trusted(folder, &settings.trust) {
        file.hooks.clear();
        settings.notices.push(
            "the project's `hooks` are programs that would run; name its folder in `trust` of your own settings to let them"
                .to_owned(),
        );
    }
    values(settings, &file, Layer::Project, |what| !locked.contains(&what));
    lists(settings, file, Layer::Project, folder);
}

/// Takes out of a project's file what the user has locked and what would loosen it.
fn withhold(settings: &mut Settings, file: &mut SettingsFile, locked: &[Lockable]) {
    let mut withheld = Vec::new();
    for what in locked {
        let lost = match what {
            Lockable::Guards => {
                let before = file.guards.len();
                file.guards.retain(|guard| guard.action != GuardAction::Allow);
                before != file.guards.len()
            }
            Lockable::Hooks => !std::mem::take(&mut file.hooks).is_empty(),
            Lockable::Allow => !std::mem::take(&mut file.allow).is_empty(),
            Lockable::Tools => !std::mem::take(&mut file.tools).is_empty(),
            Lockable::Disable => !std::mem::take(&mut file.disable).is_empty(),
            Lockable::Rules => {
                !std::mem::take(&mut file.rules).is_empty()
                    | !std::mem::take(&mut file.only).is_empty()
                    | !std::mem::take(&mut file.skip).is_empty()
            }
            Lockable::Profile => {
                let looser = file.profile.is_some_and(|profile| profile < settings.profile.value);
                looser && file.profile.take().is_some()
            }
            Lockable::Deadline => file.deadline.take().is_some(),
            Lockable::Audit => file.audit.take().is_some(),
            // Lines that loosen are outvoted one decision at a time; thresholds are compared one by one.
            Lockable::Policy | Lockable::Thresholds => false,
        };
        if lost {
            withheld.push(format!("the project's `{}` is locked by the user", name(*what)));
        }
    }
    settings.notices.append(&mut withheld);
}

/// The folder of a file that was named without one is the current folder.
fn named(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// True where one of the patterns is of the folder, as it stands on the disk: a link does not make a folder trusted.
fn is_trusted(folder: &Path, trust: &[String]) -> bool {
    let Ok(folder) = named(folder).canonicalize() else { return false };
    let folder = folder.to_string_lossy();
    trust.iter().any(|pattern| prescan_rules::tools::matches(pattern, &folder))
}

/// The key of a setting that can be locked.
fn name(what: Lockable) -> &'static str {
    match what {
        Lockable::Profile => "profile",
        Lockable::Guards => "guards",
        Lockable::Policy => "policy",
        Lockable::Allow => "allow",
        Lockable::Tools => "tools",
        Lockable::Rules => "rules",
        Lockable::Hooks => "hooks",
        Lockable::Disable => "disable",
        Lockable::Thresholds => "thresholds",
        Lockable::Deadline => "deadline",
        Lockable::Audit => "audit",
    }
}

/// Single values: a value that is given takes the other's place.
fn values(
    settings: &mut Settings,
    file: &SettingsFile,
    layer: Layer,
    free: impl Fn(Lockable) -> bool,
) {
    fn set<T: Clone>(at: &mut Sourced<T>, given: Option<&T>, layer: Layer) {
        if let Some(value) = given {
            *at = Sourced { value: value.clone(), layer };
        }
    }
    set(&mut settings.profile, file.profile.as_ref(), layer);
    set(&mut settings.ignore_files, file.ignore_files.as_ref(), layer);
    set(&mut settings.deadline, file.deadline.as_ref(), layer);
    set(&mut settings.audit, file.audit.as_ref(), layer);
    for (at, given) in [
        (&mut settings.min_confidence, &file.min_confidence),
        (&mut settings.severity, &file.severity),
    ] {
        if let Some(value) = given {
            *at = Some(Sourced { value: value.clone(), layer });
        }
    }
    thresholds(settings, &file.thresholds, layer, free(Lockable::Thresholds));
}

/// Thresholds; where they are not free, one counts only if it is lower.
fn thresholds(settings: &mut Settings, given: &Thresholds, layer: Layer, free: bool) {
    fn set<T: Copy + PartialOrd>(at: &mut Sourced<T>, given: Option<T>, layer: Layer, free: bool) {
        if let Some(value) = given.filter(|value| free || *value < at.value) {
            *at = Sourced { value, layer };
        }
    }
    let limits = &mut settings.limits;
    set(&mut limits.context_note, given.context_note, layer, free);
    set(&mut limits.context_warn, given.context_warn, layer, free);
    set(&mut limits.context_ask, given.context_ask, layer, free);
    set(&mut limits.context_window, given.context_window, layer, free);
}

/// Lists: the layer's entries come before those that are there.
fn lists(settings: &mut Settings, file: SettingsFile, layer: Layer, folder: &Path) {
    fn put<T>(at: &mut Vec<Sourced<T>>, values: Vec<T>, layer: Layer) {
        at.splice(0..0, sourced(values, layer));
    }
    let rules = file.rules.iter().map(|path| folder.join(path)).collect();
    put(&mut settings.rules, rules, layer);
    // The nearest list of rules to report replaces the other; both together would report less than either asks for.
    if !file.only.is_empty() {
        settings.only = sourced(file.only, layer).collect();
    }
    put(&mut settings.skip, file.skip, layer);
    put(&mut settings.guards, file.guards, layer);
    put(&mut settings.policy, file.policy, layer);
    put(&mut settings.allow, file.allow, layer);
    put(&mut settings.tools, file.tools, layer);
    let hooks = file.hooks.into_iter().map(|hook| (hook, named(folder).to_owned())).collect();
    put(&mut settings.hooks, hooks, layer);
    put(&mut settings.disable, file.disable, layer);
}
