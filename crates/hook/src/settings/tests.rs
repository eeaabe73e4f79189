//! Reading and merging settings.

use std::path::Path;

use prescan_rules::Profile;

use super::read::parse;
use super::*;

fn parsed(source: &str) -> Result<SettingsFile, String> {
    parse(Path::new("prescan.yaml"), source).map_err(|error| error.to_string())
}

/// Settings from the text of a user's file and a project's.
fn loaded(user: &str, project: &str) -> (Settings, Vec<SettingsError>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("user", user), ("project", project)] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join(SETTINGS_FILE), text).unwrap();
    }
    let at = |name: &str| folder.path().join(name);
    Settings::load(Some(&at("user")), Some(&at("project")))
}

#[test]
fn nothing_is_needed() {
    let missing = Path::new("/nonexistent/folder");
    assert_eq!(Settings::load(None, None), (Settings::default(), Vec::new()));
    assert_eq!(Settings::load(Some(missing), Some(missing)), (Settings::default(), Vec::new()));
    assert_eq!(loaded("", "# only a comment\n").0, Settings::default());
}

#[test]
fn guards_are_read_as_they_are_written() {
    let file = parsed(
        "guards:\n  - pattern: 'rm -rf /'\n    action: block\n    reason: Never\n  - { pattern: 'secret', action: ask, match: message, regex: true, severity: high }\n",
    )
    .unwrap();
    assert_eq!(file.guards.len(), 2);
    assert_eq!(file.guards[0].place, GuardMatch::Command);
    assert_eq!((file.guards[1].place, file.guards[1].regex), (GuardMatch::Message, true));
}

#[test]
fn a_word_that_is_not_known_is_an_error_with_a_suggestion() {
    for (source, wrong, suggested) in [
        ("profil: strict", "profil", "profile"),
        ("gards: []", "gards", "guards"),
        ("profile: strikt", "strikt", "strict"),
        ("guards: [{pattern: x, action: blok}]", "blok", "block"),
        ("guards: [{pattern: x, acton: block}]", "acton", "action"),
        ("thresholds: {context_wran: 80}", "context_wran", "context_warn"),
        ("locked: [polcy]", "polcy", "policy"),
        (
            "policy: [{id: a, family: commands, effect: delete-recursiv, action: ask, reason: r}]",
            "delete-recursiv",
            "delete-recursive",
        ),
    ] {
        let error = parsed(source).unwrap_err();
        assert!(error.contains(&format!("`{wrong}`")) || error.contains(wrong), "{error}");
        assert!(error.contains(&format!("did you mean `{suggested}`")), "{source}: {error}");
    }
}

#[test]
fn what_cannot_be_used_is_an_error() {
    for source in [
        "profile: [strict]",
        "guards: [{pattern: '', action: block}]",
        "guards: [{pattern: '(', action: block, regex: true}]",
        "guards: [{pattern: '(a{1000}){1000}', action: block, regex: true}]",
        "allow: [{reason: none}]",
        "allow: [{command: a, path: b, reason: both}]",
        "allow: [{command: a, reason: r, until: soon}]",
        "min_confidence: sure",
        "tools: [{names: ['']}]",
        "- a list",
        "a: &x [*x]",
    ] {
        assert!(parsed(source).is_err(), "{source}");
    }
}

#[test]
fn a_broken_file_leaves_the_other_layers_alone() {
    let (settings, errors) = loaded("profile: strict", "profil: relaxed");
    assert_eq!((settings.profile.value, errors.len()), (Profile::Strict, 1));
    let (settings, errors) = loaded("profil: strict", "profile: relaxed");
    assert_eq!((settings.profile.value, errors.len()), (Profile::Relaxed, 1));
}

#[test]
fn the_project_comes_before_the_user() {
    let (settings, errors) = loaded(
        "profile: strict\nguards: [{pattern: a, action: ask}]\nthresholds: {context_note: 50}\n",
        "profile: relaxed\nguards: [{pattern: b, action: block}]\nthresholds: {context_warn: 60}\n",
    );
    assert_eq!(errors, Vec::new());
    assert_eq!(
        (settings.profile.value, settings.profile.layer),
        (Profile::Relaxed, Layer::Project)
    );
    let guards: Vec<_> =
        settings.guards.iter().map(|guard| (guard.value.pattern.as_str(), guard.layer)).collect();
    assert_eq!(guards, [("b", Layer::Project), ("a", Layer::User)]);
    assert_eq!(
        (settings.limits.context_note.value, settings.limits.context_note.layer),
        (50, Layer::User)
    );
    assert_eq!(
        (settings.limits.context_warn.value, settings.limits.context_warn.layer),
        (60, Layer::Project)
    );
    assert_eq!(
        (settings.limits.context_ask.value, settings.limits.context_ask.layer),
        (95, Layer::Builtin)
    );
}

#[test]
fn what_is_locked_gets_stricter_only() {
    let locked = "locked: [profile, guards, policy, allow, tools, rules, hooks, disable, thresholds, deadline, audit]\nprofile: standard\n";
    let project = "profile: relaxed\nguards: [{pattern: a, action: allow}, {pattern: b, action: block}]\nallow: [{command: x, reason: r}]\ntools: [{names: [a]}]\nskip: [x]\ndisable: [commands]\nthresholds: {context_note: 90, context_warn: 50}\ndeadline: 1\naudit: false\n";
    let (settings, errors) = loaded(locked, project);
    assert_eq!(errors, Vec::new());
    assert_eq!(settings.profile.value, Profile::Standard);
    assert_eq!(settings.guards.len(), 1);
    assert!(settings.allow.is_empty() && settings.tools.is_empty() && settings.skip.is_empty());
    assert!(settings.runs(BuiltinHook::Commands));
    assert_eq!((settings.limits.context_note.value, settings.limits.context_warn.value), (70, 50));
    assert_eq!((settings.deadline.value, settings.audit.value), (20, true));
    assert!(settings.notices.len() >= 8, "{:?}", settings.notices);
    // And without the lock all of it counts.
    let (settings, _) = loaded("profile: standard", project);
    assert_eq!(settings.profile.value, Profile::Relaxed);
    assert!(!settings.runs(BuiltinHook::Commands) && !settings.audit.value);
    let (stricter, _) = loaded(locked, "profile: strict");
    assert_eq!((stricter.profile.value, stricter.notices.len()), (Profile::Strict, 0));
}

#[test]
fn a_project_cannot_lock_or_trust() {
    let (settings, _) = loaded("", "locked: [policy]\ntrust: ['*']\n");
    assert_eq!((settings.locked.len(), settings.notices.len()), (0, 1));
}

#[test]
fn the_projects_folder_is_found_from_below() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("repo/a/b");
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::create_dir(folder.path().join("repo/.git")).unwrap();
    assert_eq!(project_folder(&deep).as_deref(), Some(folder.path().join("repo").as_path()));
    std::fs::write(deep.join(SETTINGS_FILE), "").unwrap();
    assert_eq!(project_folder(&deep).as_deref(), Some(deep.as_path()));
}
