//! Whether an agent's host started this process.

/// Variables that hosts set for what their agents run.
const SIGNS: &[&str] = &[
    "AI_AGENT",
    "AUGMENT_AGENT",
    "CLAUDECODE",
    "CLAUDE_EFFORT",
    "CLAUDE_PROJECT_DIR",
    "CLINE_ACTIVE",
    "GEMINI_CLI",
    "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID",
    "GOOSE_TERMINAL",
    "OPENCODE",
    "QWEN_CODE",
];

/// How the names of such variables begin.
const FAMILIES: &[&str] = &["CLAUDE_CODE_", "CODEX_", "COPILOT_", "CURSOR_", "OPENCLAW_"];

/// How variables of these families begin that people set for the host, in a profile that every terminal reads.
const SETTINGS: &[&str] = &[
    "CLAUDE_CODE_DISABLE_",
    "CLAUDE_CODE_ENABLE_",
    "CLAUDE_CODE_MAX_",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_",
    "CODEX_API_KEY",
    "CODEX_HOME",
    "COPILOT_AUTO_UPDATE",
    "COPILOT_MODEL",
    "COPILOT_OFFLINE",
    "COPILOT_PROVIDER_",
    "CURSOR_API_KEY",
    "OPENCLAW_DISABLE_",
    "OPENCLAW_SKIP_",
];

/// The name of a variable by which an agent's host started this, where there is one.
pub(super) fn sign() -> Option<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    names.filter(|name| is_sign(name)).min()
}

fn is_sign(name: &str) -> bool {
    let begins = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    SIGNS.contains(&name) || (begins(FAMILIES) && !begins(SETTINGS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hosts_set_is_a_sign() {
        let signs = [
            "CLAUDECODE",
            "CLAUDE_CODE_ENTRYPOINT",
            "CLAUDE_CODE_SESSION_ID",
            "CODEX_SANDBOX",
            "CODEX_THREAD_ID",
            "GEMINI_CLI",
            "CURSOR_AGENT",
            "CURSOR_TRACE_ID",
            "OPENCODE",
            "COPILOT_AGENT_SESSION_ID",
        ];
        for name in signs {
            assert!(is_sign(name), "{name}");
        }
    }

    #[test]
    fn what_people_set_is_none() {
        for name in [
            "CLAUDE_CODE_USE_BEDROCK",
            "CODEX_HOME",
            "COPILOT_MODEL",
            "GEMINI_API_KEY",
            "HOME",
            "XCURSOR_SIZE",
        ] {
            assert!(!is_sign(name), "{name}");
        }
    }
}
