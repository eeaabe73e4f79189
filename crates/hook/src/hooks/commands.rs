//! What commands and file tools do.

use std::path::Path;

use prescan_core::commands::{self, Marks, Shell, Target, View};
use prescan_core::redact;
use prescan_rules::{Family, PartKind, PolicyAction};

use super::{Surroundings, adopt, reason};
use crate::decision::{Reason, Verdict};
use crate::disk::Disk;
use crate::event::{Event, EventKind};
use crate::parts::{Place, joined_commands, parts};
use crate::policy::{Case, Policy, READ_FILE, Ruling, UNCLEAR, WRITE_FILE};
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
        let analysis = commands::analyse(line, &self.view);
        for effect in &analysis.effects {
            let ruling = self.ruling(effect.kind.name(), &effect.target);
            let mut reason = reason(&ruling, &quoted(&effect.explain()));
            reason.part = Some(pointer.to_owned());
            reason.span = Some((effect.span.start, effect.span.end));
            let allowed = |allowance: &Allowance| {
                allowance.allows_command(line) || allowance.allows_path(&effect.target.path)
            };
            self.adopt(verdict, &ruling, reason, allowed);
        }
        if let Some(unclear) = analysis.unclear {
            let case = Case { effect: UNCLEAR, ..Case::new(Family::Commands, self.event.kind) };
            let ruling = Policy::new(&self.surroundings.settings).decide(&case);
            let mut reason = reason(&ruling, &format!("the line cannot be understood ({unclear})"));
            reason.part = Some(pointer.to_owned());
            self.adopt(verdict, &ruling, reason, |allowance| allowance.allows_command(line));
        }
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
        let ruling = self.ruling(effect_name, &target);
        let verb = if effect == WRITE_FILE { "writes" } else { "reads" };
        let seen = format!("{} {verb} \"{}\"", self.event.tool_name, target.path);
        let mut reason = reason(&ruling, &quoted(&seen));
        reason.part = Some(pointer.to_owned());
        self.adopt(verdict, &ruling, reason, |allowance| allowance.allows_path(&target.path));
    }

    fn ruling(&self, effect: &str, target: &Target) -> Ruling<'_> {
        let case = Case {
            effect,
            target: target.class.name(),
            marks: &marks(target.marks),
            path: &target.path,
            ..Case::new(Family::Commands, self.event.kind)
        };
        Policy::new(&self.surroundings.settings).decide(&case)
    }

    fn adopt(
        &self,
        verdict: &mut Verdict,
        ruling: &Ruling<'_>,
        reason: Reason,
        allowed: impl Fn(&Allowance) -> bool,
    ) {
        let stopped = ruling.action >= PolicyAction::Ask;
        if stopped && !ruling.floor && self.surroundings.allows(&reason.rule, allowed) {
            return;
        }
        // A loop over a thousand files is one reason.
        if !verdict.reasons.iter().any(|other| other.message == reason.message) {
            adopt(verdict, ruling, reason);
        }
    }
}

fn marks(marks: Marks) -> Vec<&'static str> {
    [
        (marks.credential, "credential"),
        (marks.data, "data"),
        (marks.profile, "profile"),
        (marks.guard, "guard"),
        (marks.glob, "glob"),
    ]
    .into_iter()
    .filter_map(|(set, name)| set.then_some(name))
    .collect()
}

/// A text from the event as a reason may hold it: without secrets and control characters, and not longer than a person reads.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in redact::mask(prescan_rules::builtin(), text).chars().enumerate() {
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
