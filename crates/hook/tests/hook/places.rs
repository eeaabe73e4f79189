//! A machine of a test's own.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use prescan_hook::{Decision, Event, EventKind, Places, decide};
use serde_json::{Value, json};

/// A home, a project in it and the folders of settings and state, gone when it is dropped.
pub(crate) struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let machine = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(machine.at("project")).unwrap();
        std::fs::create_dir_all(machine.at("settings")).unwrap();
        machine
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same with a settings file of the project.
    pub(crate) fn with_project(self, settings: &str) -> Self {
        std::fs::write(self.at("project/prescan.yaml"), settings).unwrap();
        self
    }

    /// The same with a settings file of the user.
    pub(crate) fn with_user(self, settings: &str) -> Self {
        std::fs::write(self.at("settings/prescan.yaml"), settings).unwrap();
        self
    }

    pub(crate) fn places(&self) -> Places {
        let mut places = Places::default();
        // Not the temporary folder: what is below it matters to nobody.
        places.home = Some(PathBuf::from("/home/me"));
        places.settings = Some(self.at("settings"));
        places.state = Some(self.at("state"));
        places
    }

    pub(crate) fn event(&self, kind: EventKind, tool: &str, args: Value) -> Event {
        let mut event = Event::new(kind, tool, args);
        event.cwd = Some(PathBuf::from("/home/me/project"));
        event.workspace = Some(self.at("project"));
        event.session_key = "session".to_owned();
        event
    }

    pub(crate) fn decide(&self, event: Event) -> Decision {
        decide(event, &self.places(), now())
    }

    /// What is decided about a command.
    pub(crate) fn command(&self, command: &str) -> Decision {
        self.decide(self.event(EventKind::ToolPre, "Bash", json!({"command": command})))
    }
}

/// 2026-12-01 00:00 UTC.
pub(crate) fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_083_200)
}
