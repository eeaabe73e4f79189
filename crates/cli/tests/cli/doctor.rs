//! `prescan doctor`, with scripts in the place of the installed program.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use crate::folder::{Folder, Run};

const DENY: &str =
    r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}"#;

/// A program that judges as it should.
fn sound() -> String {
    script(&format!("case $input in *'rm -rf /'*) echo '{DENY}' ;; esac"))
}

/// A program with the right version that does something with an event, which is in `$input`.
fn script(judge: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'prescan {version}'; exit; fi\ninput=$(cat)\n{judge}\n"
    )
}

/// A project with a program in its settings.
fn project(program: &str) -> Folder {
    let folder = Folder::new();
    folder.write("bin/prescan", program);
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("bin/prescan"), permissions).unwrap();
    folder.write(".claude/settings.json", settings(&folder));
    folder
}

fn settings(folder: &Folder) -> String {
    let command = format!("'{}' hook claude-code", folder.path("bin/prescan").display());
    let hooks = format!(r#"[{{"hooks":[{{"type":"command","command":"{command}"}}]}}]"#);
    format!(
        r#"{{"hooks":{{"PreToolUse":{hooks},"PostToolUse":{hooks},"PostToolUseFailure":{hooks},"UserPromptSubmit":{hooks},"Stop":{hooks},"SessionStart":{hooks}}}}}"#
    )
}

#[track_caller]
fn doctor(folder: &Folder, code: i32, parts: &[&str]) -> Run {
    let run = folder.prescan(&["doctor"]);
    assert_eq!((run.code, run.err.as_str()), (code, ""), "{}", run.out);
    for part in parts {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let last = if code == 0 { "The hook is alive." } else { "The hook is NOT alive." };
    assert_eq!(run.out.lines().last(), Some(last));
    run
}

#[test]
fn a_sound_hook_is_alive() {
    let parts = ["settings.json", "lets `echo prescan-doctor` through", "denies `rm -rf /`"];
    let run = doctor(&project(&sound()), 0, &parts);
    assert!(!run.out.contains("warning") && !run.out.contains("PROBLEM"), "{}", run.out);
}

#[test]
fn nothing_installed_is_not_alive() {
    doctor(&Folder::new(), 1, &["prescan init claude-code"]);
}

#[test]
fn a_program_that_is_gone_is_not_alive() {
    let folder = project(&sound());
    std::fs::remove_file(folder.path("bin/prescan")).unwrap();
    doctor(&folder, 1, &["cannot be run", "is not there"]);
}

#[test]
fn a_program_that_lets_everything_through_or_nothing_is_not_alive() {
    doctor(&project(&script("")), 1, &["PROBLEM  lets `rm -rf /` through"]);
    let deny = format!("echo '{DENY}'");
    doctor(&project(&script(&deny)), 1, &["PROBLEM  answers `deny` to `echo prescan-doctor`"]);
    let ask = sound().replace("deny", "ask");
    doctor(&project(&ask), 1, &["PROBLEM  answers `ask` to `rm -rf /`"]);
}

#[test]
fn an_answer_that_is_not_heard_is_not_alive() {
    doctor(&project(&script("echo denied")), 1, &["not a JSON object"]);
    doctor(&project(&script("echo gone >&2; exit 1")), 1, &["ended with exit code 1: gone"]);
}

#[test]
fn an_exit_code_of_2_denies() {
    doctor(&project(&script("case $input in *'rm -rf /'*) exit 2 ;; esac")), 0, &["denies"]);
}

#[test]
fn another_version_and_a_long_wait_are_warnings() {
    let program = sound().replace("'prescan ", "'prescan 9.");
    doctor(&project(&program), 0, &["warning", "says that it is prescan 9."]);
    let slow = sound().replace("input=$(cat)", "sleep 1.1; input=$(cat)");
    doctor(&project(&slow), 0, &["warning  took 1", "ms for `rm -rf /`"]);
}

#[test]
fn hooks_that_are_switched_off_are_not_alive() {
    let folder = project(&sound());
    folder.write(".claude/settings.local.json", r#"{"disableAllHooks": true}"#);
    doctor(&folder, 1, &["`disableAllHooks`"]);
    // The narrower file counts.
    let settings = folder.read(".claude/settings.json");
    let settings = settings.replacen('{', r#"{"disableAllHooks": true, "#, 1);
    folder.write(".claude/settings.json", settings);
    folder.write(".claude/settings.local.json", r#"{"disableAllHooks": false}"#);
    doctor(&folder, 0, &[]);
}

/// Where the plugin's folder is, in the home folder.
const PLUGIN: &str = ".claude/plugins/cache/prescan/prescan/0.1.0";
/// Where Claude Code keeps which plugins there are.
const LIST: &str = ".claude/plugins/installed_plugins.json";

fn plugin_hooks(folder: &Folder) -> String {
    folder.at_home(&format!("{PLUGIN}/hooks/hooks.json"))
}

/// A project of which a settings file switches the plugin on, as Claude Code 2.1 writes it, with the hooks of `project` in the plugin's folder.
fn with_plugin(program: &str) -> Folder {
    let folder = project(program);
    let hooks = folder.read(".claude/settings.json");
    folder.write(&plugin_hooks(&folder), hooks);
    let list = format!(
        r#"{{"version": 2, "plugins": {{"prescan@prescan": [{{"scope": "user", "installPath": "{}"}}]}}}}"#,
        folder.at_home(PLUGIN)
    );
    folder.write(&folder.at_home(LIST), list);
    folder.write(".claude/settings.json", r#"{"enabledPlugins": {"prescan@prescan": true}}"#);
    folder
}

#[test]
fn a_plugin_is_an_installation() {
    let folder = with_plugin(&sound());
    let run = doctor(&folder, 0, &["plugin", "hooks.json", "denies `rm -rf /`"]);
    assert!(!run.out.contains("warning"), "{}", run.out);
    doctor(&with_plugin(&script("")), 1, &["PROBLEM  lets `rm -rf /` through"]);
}

#[test]
fn a_plugin_that_is_switched_off_or_gone_is_not_alive() {
    let folder = with_plugin(&sound());
    folder
        .write(".claude/settings.local.json", r#"{"enabledPlugins": {"prescan@prescan": false}}"#);
    doctor(&folder, 1, &["not installed, neither"]);

    let folder = with_plugin(&sound());
    let hooks = plugin_hooks(&folder);
    folder.write(&hooks, "{}");
    doctor(&folder, 1, &["holds no hook"]);
    std::fs::remove_file(hooks).unwrap();
    doctor(&folder, 1, &["is not there"]);
    std::fs::remove_file(folder.at_home(LIST)).unwrap();
    doctor(&folder, 1, &["names no folder of it"]);
}

#[test]
fn a_plugin_beside_settings_judges_twice() {
    let folder = with_plugin(&sound());
    let both =
        settings(&folder).replacen('{', r#"{"enabledPlugins": {"prescan@prescan": true}, "#, 1);
    folder.write(".claude/settings.json", both);
    doctor(&folder, 0, &["warning  installed in a settings file too"]);
}

#[test]
fn an_event_that_is_missing_matters_where_tools_are_judged() {
    let folder = project(&sound());
    let whole = folder.read(".claude/settings.json");
    folder.write(".claude/settings.json", whole.replace("\"Stop\"", "\"Halt\""));
    doctor(&folder, 0, &["warning  not installed for Stop"]);
    folder.write(".claude/settings.json", whole.replace("\"PreToolUse\"", "\"Before\""));
    doctor(&folder, 1, &["PROBLEM  not installed for PreToolUse"]);
}

#[test]
fn settings_that_cannot_be_read_are_not_alive() {
    let folder = project(&sound());
    folder.write(".claude/settings.local.json", "{");
    doctor(&folder, 1, &["settings.local.json", "line 1, column 1: not valid JSON"]);
}

#[test]
fn a_state_folder_that_cannot_be_written_is_a_warning() {
    let folder = project(&sound()).and("state", "a file");
    let run = folder.command(&["doctor"]).env("XDG_STATE_HOME", folder.path("state")).output();
    let run = run.unwrap();
    assert_eq!(run.status.code(), Some(0));
    let out = String::from_utf8(run.stdout).unwrap();
    assert!(out.contains("cannot be written: "), "{out}");
}

#[test]
fn what_a_program_says_of_a_secret_is_masked() {
    let token = crate::credentials::github(1);
    let program = script(&format!("echo 'no {token}' >&2; exit 1"));
    let run = doctor(&project(&program), 1, &["exit code 1: no "]);
    assert!(!run.out.contains(&token), "{}", run.out);
}
