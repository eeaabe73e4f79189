//! The hook as a plugin: which folders Claude Code has put it into.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The name of the plugin.
const NAME: &str = "prescan";

/// Where a plugin's folder has its hooks, in the form of a settings file's.
const HOOKS_FILE: [&str; 2] = ["hooks", "hooks.json"];

/// True for the plugin from any marketplace: `prescan@prescan`.
pub(super) fn is_ours(key: &str) -> bool {
    key.split_once('@').is_some_and(|(name, _)| name == NAME)
}

/// The file in which Claude Code keeps which plugins it has fetched, in its own folder.
#[must_use]
pub fn plugins_file(config: &Path) -> PathBuf {
    config.join("plugins").join("installed_plugins.json")
}

/// The files with the plugin's hooks, by the text of [`plugins_file`]: one for each folder it was put into for the user or for this project. None where the text is not what
/// Claude Code 2.1 writes: `{"version": 2, "plugins": {"prescan@…": [{"scope": "user", "installPath": "…", "projectPath": "…"}]}}`.
#[must_use]
pub fn plugin_hooks(text: &str, project: &Path) -> Vec<PathBuf> {
    let read: Value = serde_json::from_str(text).unwrap_or_default();
    let plugins = read.get("plugins").and_then(Value::as_object).into_iter().flatten();
    let ours = plugins.filter(|(key, _)| is_ours(key));
    let installs = ours.filter_map(|(_, installs)| installs.as_array()).flatten();
    let mut files = Vec::new();
    for install in installs {
        let text = |key: &str| install.get(key).and_then(Value::as_str);
        if text("projectPath").is_some_and(|other| Path::new(other) != project) {
            continue;
        }
        let Some(folder) = text("installPath") else { continue };
        let file = Path::new(folder).join(HOOKS_FILE[0]).join(HOOKS_FILE[1]);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plugin_is_known_by_its_name() {
        assert!(is_ours("prescan@prescan") && is_ours("prescan@elsewhere"));
        assert!(!is_ours("prescan") && !is_ours("prescan-extra@prescan") && !is_ours("x@prescan"));
    }

    #[test]
    fn each_folder_for_the_user_or_this_project_counts_once() {
        let text = r#"{"version": 2, "plugins": {
            "other@prescan": [{"scope": "user", "installPath": "/p/other"}],
            "prescan@prescan": [
                {"scope": "user", "installPath": "/p/1"},
                {"scope": "project", "installPath": "/p/1", "projectPath": "/home/user/project"},
                {"scope": "project", "installPath": "/p/2", "projectPath": "/home/user/project"},
                {"scope": "project", "installPath": "/p/3", "projectPath": "/home/user/another"},
                {"scope": "user"}
            ]}}"#;
        let files = plugin_hooks(text, Path::new("/home/user/project"));
        assert_eq!(files, ["/p/1/hooks/hooks.json", "/p/2/hooks/hooks.json"].map(PathBuf::from));
        for text in ["", "[]", "{", r#"{"plugins": []}"#, r#"{"plugins": {"prescan@x": {}}}"#] {
            assert!(plugin_hooks(text, Path::new("/")).is_empty(), "{text}");
        }
    }
}
