//! What Claude Code tells its hooks beside the JSON.

use std::ffi::OsString;
use std::path::PathBuf;

/// Values of `CLAUDE_CODE_ENTRYPOINT` behind which nobody sits who could answer a question, beside all that begin with `sdk-`.
const UNATTENDED: &[&str] = &[
    "claude-code-github-action",
    "claude-in-slack",
    "claude-in-teams",
    "claude_in_slack",
    "mcp",
    "remote_cowork_trigger",
    "remote_trigger",
];

/// The variables of the environment that Claude Code sets for its hooks and that an event is read with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Environment {
    /// `CLAUDE_PROJECT_DIR`: the root of the project.
    pub project_dir: Option<PathBuf>,
    /// `CLAUDE_CODE_ENTRYPOINT`: how Claude Code was started, such as `cli` or `sdk-cli` (`claude -p`).
    pub entrypoint: Option<String>,
}

impl Environment {
    /// Reads the variables through a look-up such as `std::env::var_os`. No other variable is looked at: the environment of a hook also holds credentials.
    #[must_use]
    pub fn read(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let given = |name| variable(name).filter(|value| !value.is_empty());
        Self {
            project_dir: given("CLAUDE_PROJECT_DIR").map(PathBuf::from),
            entrypoint: given("CLAUDE_CODE_ENTRYPOINT").and_then(|value| value.into_string().ok()),
        }
    }

    /// True unless Claude Code was started in a way in which nobody answers questions.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.entrypoint
            .as_deref()
            .is_none_or(|name| !name.starts_with("sdk-") && !UNATTENDED.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::Environment;

    fn with(entrypoint: &str) -> Environment {
        Environment::read(|name| (name == "CLAUDE_CODE_ENTRYPOINT").then(|| entrypoint.into()))
    }

    #[test]
    fn a_terminal_and_an_editor_are_attended_and_scripts_are_not() {
        for attended in ["cli", "claude-vscode", "claude-desktop", "new-kind", ""] {
            assert!(with(attended).is_attended(), "{attended}");
        }
        for unattended in ["sdk-cli", "sdk-py", "sdk-ts", "claude-code-github-action", "mcp"] {
            assert!(!with(unattended).is_attended(), "{unattended}");
        }
    }

    #[test]
    fn only_two_variables_are_looked_at() {
        let asked = std::cell::RefCell::new(Vec::new());
        let environment = Environment::read(|name| {
            asked.borrow_mut().push(name.to_owned());
            Some("/work".into())
        });
        assert_eq!(*asked.borrow(), ["CLAUDE_PROJECT_DIR", "CLAUDE_CODE_ENTRYPOINT"]);
        assert_eq!(environment.project_dir.as_deref(), Some("/work".as_ref()));
    }
}
