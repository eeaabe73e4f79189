//! A home folder with what prescan keeps in it.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use prescan_hook::{
    Action, Approvals, AuditLog, AuditRecord, Decision, Event, EventKind, Issued, Reason,
    RequestText, StateFolder, Timestamp,
};
use serde_json::json;
use tempfile::TempDir;

/// A home folder that is gone when the test ends.
pub struct Home {
    root: TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { root: TempDir::new().unwrap() }
    }

    /// The user's settings of prescan.
    pub fn config(&self, name: &str) -> PathBuf {
        self.root.path().join("config/prescan").join(name)
    }

    /// What prescan keeps.
    pub fn state(&self) -> StateFolder {
        StateFolder::new(self.root.path().join("state/prescan"))
    }

    pub fn approvals(&self) -> Approvals {
        Approvals::new(self.state())
    }

    /// Makes a command see this home and nothing of the machine's own environment.
    pub fn prepare<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let path = std::env::var_os("PATH").unwrap();
        command
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.root.path())
            .env("XDG_CONFIG_HOME", self.root.path().join("config"))
            .env("XDG_STATE_HOME", self.root.path().join("state"))
            .current_dir(self.root.path())
            .stdin(Stdio::null())
    }

    /// The program without a terminal, about to start.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_prescan"));
        self.prepare(command.args(arguments));
        command
    }

    /// Exit code, standard output and standard error.
    pub fn prescan(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// Asks for that call to be approved.
    pub fn stop(&self, call: &Event) -> Issued {
        let text = RequestText { call: "rm -rf \u{1b}[2Jbuild", reason: "it deletes" };
        self.approvals().request(call, text, SystemTime::now()).unwrap()
    }

    /// Whether that call is let through now.
    pub fn lets_through(&self, call: &Event) -> bool {
        self.approvals().take(call, SystemTime::now()).unwrap().is_some()
    }

    /// Logs a decision made so many seconds after 1970.
    pub fn log(&self, second: u64, action: Action, message: &str) {
        let decision = Decision::because(Reason::new(action, "fs.delete", message));
        let time = Timestamp::new(SystemTime::UNIX_EPOCH + Duration::from_secs(second));
        let record = AuditRecord::new(time, &call(), &decision);
        AuditLog::new(self.state()).append(record).unwrap();
    }
}

/// A call that an agent makes.
pub fn call() -> Event {
    let mut call = Event::new(EventKind::ToolPre, "Bash", json!({ "command": "rm -rf build" }));
    call.session_key = "session 1".to_owned();
    call.host = "claude-code".into();
    call
}
