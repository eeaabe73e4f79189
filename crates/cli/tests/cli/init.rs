//! `prescan init` and `prescan uninstall`.

use std::fs;

use serde_json::Value;

use crate::folder::Folder;

const INIT: &[&str] = &["init", "claude-code"];
const UNINSTALL: &[&str] = &["uninstall", "claude-code"];
const PROJECT: &str = ".claude/settings.json";

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// The command lines that settings name for an event.
fn commands(settings: &str, event: &str) -> Vec<String> {
    let settings: Value = serde_json::from_str(settings).unwrap();
    let groups = settings["hooks"][event].as_array().unwrap().clone();
    let handlers = groups.iter().flat_map(|group| group["hooks"].as_array().unwrap());
    handlers.map(|handler| handler["command"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_hook_comes_into_the_settings_of_a_project_and_goes_again() {
    let folder = Folder::with(".git/HEAD", "ref: refs/heads/main\n");
    let run = folder.prescan(INIT);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("Installed in "), "{}", run.out);
    for part in [PROJECT, "prescan doctor", "prescan uninstall claude-code --project", "go on"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let text = folder.read(PROJECT);
    for event in [
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "UserPromptSubmit",
        "Stop",
        "SessionStart",
    ] {
        let expected = format!("{} hook claude-code", env!("CARGO_BIN_EXE_prescan"));
        assert_eq!(commands(&text, event), [expected]);
    }
    let again = folder.prescan(INIT);
    assert!(again.out.contains("already") && again.out.contains("Nothing was changed"));
    assert_eq!(folder.read(PROJECT), text);
    let run = folder.prescan(UNINSTALL);
    assert!(run.code == 0 && run.out.starts_with("Removed "), "{}", run.out);
    assert!(!folder.path(PROJECT).exists());
    assert!(folder.prescan(UNINSTALL).out.starts_with("There is no hook of prescan in "));
}

#[test]
fn a_project_is_found_from_below() {
    let folder = Folder::with(".claude/commands/a.md", "").and("src/deep/main.rs", "");
    let run = folder.command(INIT).current_dir(folder.path("src/deep")).output().unwrap();
    assert!(run.status.success());
    assert!(folder.path(PROJECT).is_file() && !folder.path("src/deep/.claude").exists());
}

#[test]
fn outside_of_a_project_the_settings_are_the_users() {
    let folder = Folder::new();
    let home = folder.path("home");
    let run = |arguments: &[&str]| {
        fs::create_dir_all(&home).unwrap();
        folder.command(arguments).env("HOME", &home).env_remove("CLAUDE_CONFIG_DIR").output()
    };
    assert!(run(INIT).unwrap().status.success());
    assert!(home.join(PROJECT).is_file());
    // The home folder is no project for the settings that it holds.
    assert!(!folder.path(PROJECT).exists());
    let elsewhere = folder.path("config");
    let run =
        folder.command(&with(INIT, &["--user"])).env("CLAUDE_CONFIG_DIR", &elsewhere).output();
    assert!(run.unwrap().status.success());
    assert!(elsewhere.join("settings.json").is_file());
}

#[test]
fn the_local_settings_are_a_file_of_their_own() {
    let folder = Folder::new();
    assert_eq!(folder.prescan(&with(INIT, &["--local"])).code, 0);
    assert!(folder.path(".claude/settings.local.json").is_file());
    assert!(!folder.path(PROJECT).exists());
    let run = folder.prescan(&with(UNINSTALL, &["--project"]));
    assert!(run.out.contains("prescan uninstall claude-code --local"), "{}", run.out);
}

#[test]
fn one_place_at_a_time() {
    let run = Folder::new().prescan(&with(INIT, &["--local", "--user"]));
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
}

#[test]
fn a_dry_run_shows_the_difference_and_writes_nothing() {
    let source = "{\n  \"model\": \"opus\"\n}\n";
    let folder = Folder::with(PROJECT, source);
    let run = folder.prescan(&with(INIT, &["--project", "--dry-run"]));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("--- "), "{}", run.out);
    for line in ["-  \"model\": \"opus\"", "+  \"model\": \"opus\",", "+    \"PreToolUse\": ["] {
        assert!(run.out.lines().any(|shown| shown == line), "{line}: {}", run.out);
    }
    assert_eq!(folder.read(PROJECT), source);
    folder.prescan(&with(INIT, &["--project"]));
    let text = folder.read(PROJECT);
    let run = folder.prescan(&with(UNINSTALL, &["--project", "--dry-run"]));
    assert!(run.out.contains("-    \"PreToolUse\": ["), "{}", run.out);
    assert_eq!(folder.read(PROJECT), text);
}

#[test]
fn a_dry_run_for_a_new_file_makes_no_folder() {
    let folder = Folder::new();
    let run = folder.prescan(&with(INIT, &["--project", "--dry-run"]));
    assert!(run.out.starts_with("--- /dev/null\n"), "{}", run.out);
    assert!(!folder.path(".claude").exists());
}

#[test]
fn a_dry_run_shows_no_secret_of_the_settings() {
    let token = crate::credentials::github(1);
    let source = format!("{{\n  \"env\": {{\n    \"GH_TOKEN\": \"{token}\"\n  }}\n}}\n");
    let folder = Folder::with(PROJECT, source);
    let run = folder.prescan(&with(INIT, &["--project", "--dry-run"]));
    assert!(run.out.contains("GH_TOKEN") && !run.everything().contains(&token), "{}", run.out);
}

#[test]
fn settings_that_are_broken_are_left_as_they_are() {
    let source = "{\n  \"model\": \"opus\"\n  \"env\": {}\n}\n";
    let folder = Folder::with(PROJECT, source);
    for command in [INIT, UNINSTALL] {
        let run = folder.prescan(&with(command, &["--project"]));
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        let place = "settings.json: left as it is: line 2, column 18: not valid JSON";
        assert!(run.err.contains(place), "{}", run.err);
        assert_eq!(folder.read(PROJECT), source);
    }
}

#[test]
fn what_others_have_in_the_settings_comes_back_byte_by_byte() {
    let source =
        "{\r\n\t// mine\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [{ \"hooks\": [] }],\r\n\t},\r\n}";
    let folder = Folder::with(PROJECT, source);
    assert_eq!(folder.prescan(&with(INIT, &["--project", "--fail-closed"])).code, 0);
    let text = folder.read(PROJECT);
    assert_eq!(text.matches("\"onFailure\": \"block\"").count(), 1);
    let run = folder.prescan(&with(UNINSTALL, &["--project"]));
    assert!(run.out.starts_with("Taken out of "), "{}", run.out);
    assert_eq!(folder.read(PROJECT), source);
}

#[cfg(unix)]
#[test]
fn a_program_on_the_search_path_is_named_by_it() {
    let folder = Folder::with("bin dir/other", "");
    let link = folder.path("bin dir/prescan");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_prescan"), &link).unwrap();
    let run = folder
        .command(&with(INIT, &["--project"]))
        .env("PATH", folder.path("bin dir"))
        .output()
        .unwrap();
    assert!(run.status.success());
    let expected = format!("'{}' hook claude-code", link.display());
    assert_eq!(commands(&folder.read(PROJECT), "Stop"), [expected]);
}

#[cfg(unix)]
#[test]
fn a_program_of_another_name_would_not_be_known_again() {
    let folder = Folder::new();
    let copy = folder.path("guard");
    fs::copy(env!("CARGO_BIN_EXE_prescan"), &copy).unwrap();
    let run = std::process::Command::new(&copy)
        .args(with(INIT, &["--project"]))
        .current_dir(folder.root())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("must be `prescan`"));
    assert!(!folder.path(".claude").exists());
}
