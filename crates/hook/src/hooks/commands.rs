//! What commands and file tools do.

use std::path::Path;

use prescan_core::commands::{self, Shell, View};
use prescan_core::redact;
use prescan_rules::PartKind;

use super::judge::{add, is_allowed, judge_command, ruling};
use super::{Surroundings, reason};
use crate::decision::Verdict;
use crate::disk::Disk;
use crate::event::{Event, EventKind};
use crate::parts::{Place, joined_commands, parts};
use crate::policy::{Policy, READ_FILE, WRITE_FILE};
use crate::settings::Allowance;

/// The most characters of a path or a line that a reason quotes.
const MAX_QUOTED: usize = 200;

pub(crate) fn verdict(event: &Event, surroundings: &Surroundings) -> Verdict {
    let mut verdict = Verdict::allow();
    if event.kind != EventKind::ToolPre {
        return verdict;
    }
    let scene = Scene::of(event, surroundings);
    let view = scene.view();
    let judge = Judge { event, surroundings, view };
    for part in parts(event, surroundings.tools()) {
        match part.place {
            Place::Part(PartKind::Command) => judge.line(&mut verdict, part.text, &part.pointer),
            Place::Part(PartKind::Path) => {
                judge.file(&mut verdict, WRITE_FILE, part.text, &part.pointer)
            }
            Place::Part(PartKind::Read) => {
                judge.file(&mut verdict, READ_FILE, part.text, &part.pointer)
            }
            _ => {}
        }
    }
    for (pointer, line) in joined_commands(event, surroundings.tools()) {
        judge.line(&mut verdict, &line, &pointer);
    }
    verdict
}

/// Where a command of an event would run.
pub(crate) struct Scene {
    home: Option<String>,
    cwd: Option<String>,
    workspace: Option<String>,
    shell: Shell,
    files: Option<Disk>,
}

impl Scene {
    pub(crate) fn of(event: &Event, surroundings: &Surroundings) -> Self {
        let text = |path: Option<&Path>| path.map(|path| path.to_string_lossy().into_owned());
        Self {
            home: text(surroundings.home.as_deref()),
            cwd: text(event.cwd.as_deref()),
            workspace: text(event.workspace.as_deref()),
            shell: shell_of(&event.tool_name),
            files: surroundings.disk.then(Disk::default),
        }
    }

    pub(crate) fn view(&self) -> View<'_> {
        View {
            home: self.home.as_deref(),
            cwd: self.cwd.as_deref(),
            workspace: self.workspace.as_deref(),
            files: self.files.as_ref().map(|disk| disk as _),
            programs: Some(prescan_rules::programs()),
            shell: self.shell,
        }
    }
}

fn shell_of(tool: &str) -> Shell {
    if tool.eq_ignore_ascii_case("powershell") || tool.eq_ignore_ascii_case("pwsh") {
        Shell::PowerShell
    } else {
        Shell::Posix
    }
}

struct Judge<'a> {
    event: &'a Event,
    surroundings: &'a Surroundings,
    view: View<'a>,
}

impl Judge<'_> {
    /// A command line.
    fn line(&self, verdict: &mut Verdict, line: &str, pointer: &str) {
        let judged = judge_command(line, &self.view, self.surroundings).verdict();
        for mut reason in judged.reasons {
            // A line that stands in two arguments is told of once.
            if !verdict.reasons.iter().any(|other| other.message == reason.message) {
                reason.part = Some(pointer.to_owned());
                verdict.push(reason);
            }
        }
        verdict.warnings.extend(judged.warnings);
    }

    /// A file that a tool writes or reads.
    fn file(&self, verdict: &mut Verdict, effect: &str, path: &str, pointer: &str) {
        // Reading loses nothing, so git is not asked.
        let target = match effect {
            READ_FILE => commands::locate(path, &self.view),
            _ => commands::classify(path, &self.view),
        };
        // Whoever may write the guard's settings or the hooks of its host can switch it off.
        let tampers = effect == WRITE_FILE && target.marks.guard;
        let effect_name = if tampers { commands::EffectKind::TamperGuard.name() } else { effect };
        let policy = Policy::new(&self.surroundings.settings);
        let ruling = ruling(&policy, self.event.kind, effect_name, &target);
        let allows = |allowance: &Allowance| allowance.allows_path(&target.path);
        if is_allowed(&ruling, self.surroundings, allows) {
            return;
        }
        let verb = if effect == WRITE_FILE { "writes" } else { "reads" };
        let seen = format!("{} {verb} \"{}\"", self.event.tool_name, target.path);
        let mut reason = reason(&ruling, &quoted(&seen));
        reason.part = Some(pointer.to_owned());
        add(verdict, &ruling, reason);
    }
}

/// A text without the secrets in it: what the built-in rules find is masked.
#[must_use]
pub fn masked(text: &str) -> String {
    redact::mask(prescan_rules::builtin(), text)
}

/// A text from the event as a reason may hold it: without secrets and control characters, and not longer than a person reads.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in masked(text).chars().enumerate() {
        if count == MAX_QUOTED {
            shown.push('…');
            break;
        }
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}
