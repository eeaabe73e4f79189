//! Effects as they are found.

use super::Run;
use super::arg::{Arg, SimpleCommand};
use crate::commands::classes::{self, Glob, Spelled};
use crate::commands::effect::{Certainty, Effect, EffectKind};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};
use crate::commands::{FileKind, Files, View, Work};
use crate::commands::{paths, places};

/// How many effects are kept. A policy asks for the worst, and a list of this length has it in all likelihood.
const MAX_EFFECTS: usize = 256;

/// Commands that bring nothing from elsewhere to a path.
const HARMLESS: Words = words("cd rm mkdir echo printf set export test true sudo env time command");

impl Run<'_> {
    /// An argument as a path, its links followed. Git is not asked, so what lies in the workspace is never clean.
    pub(in super::super) fn target(&self, arg: &Arg) -> Target {
        self.classed(arg, false, false)
    }

    /// The target of an effect on files, as far as files and git tell.
    pub(in super::super) fn judged(&self, kind: EffectKind, arg: &Arg) -> Target {
        let keeps_link = matches!(
            kind,
            EffectKind::DeleteRecursive
                | EffectKind::DeleteFile
                | EffectKind::Move
                | EffectKind::DiscardWork
        );
        // What the line has moved is not where git saw it. What discards work is asked about by itself.
        let asks_git = self.remote.is_none() && !self.stale && kind != EffectKind::DiscardWork;
        self.classed(arg, keeps_link, asks_git)
    }

    fn classed(&self, arg: &Arg, keeps_link: bool, asks_git: bool) -> Target {
        // `shopt -s dotglob`, `setopt globdots`.
        let all = |arg: &Arg| matches!(arg.text.as_str(), "dotglob" | "globdots" | "GLOB_DOTS");
        let glob = match arg.glob {
            false => Glob::None,
            true if arg.search => Glob::Search,
            true if self.commands.iter().any(|command| command.args.iter().any(all)) => {
                Glob::ShellAll
            }
            true => Glob::Shell,
        };
        // Elsewhere are other files.
        let view = match self.remote {
            Some(_) => View { files: None, ..*self.view },
            None => *self.view,
        };
        let spelled = Spelled { path: &arg.text, cwd: &self.scope.cwd, glob, keeps_link, asks_git };
        let mut target = classes::classify(&spelled, &view);
        if target.class == TargetClass::Unknown {
            target.unknown = arg.unknown.clone().or_else(|| self.hidden.clone());
            if target.unknown.is_none() {
                target.unknown = Some("the folder".to_owned());
            }
        }
        target
    }

    /// Notes an effect on a path.
    pub(in super::super) fn on_path(&mut self, kind: EffectKind, arg: &Arg) {
        if kind == EffectKind::Overwrite && self.is_fresh(&self.target(arg)) {
            return;
        }
        let target = self.judged(kind, arg);
        if kind == EffectKind::DeleteRecursive && self.is_absent(arg, &target) {
            return;
        }
        if kind == EffectKind::DeleteFile && arg.search {
            return self.effect(
                EffectKind::DeleteRecursive,
                target,
                Certainty::Possible,
                Some("what a search finds"),
            );
        }
        let kind = match kind {
            // A link goes, and nothing of what it leads to.
            EffectKind::DeleteRecursive if self.is_single(arg, &target) => EffectKind::DeleteFile,
            kind => kind,
        };
        self.effect(kind, target, Certainty::Certain, None);
    }

    /// True for a file or a link itself.
    fn is_single(&self, arg: &Arg, target: &Target) -> bool {
        let single = || match self.kind_of(&target.path) {
            Some(FileKind::Link | FileKind::File) => true,
            Some(FileKind::Missing) | None => places::is_lock_file(&target.path),
            Some(_) => false,
        };
        !arg.glob && !self.stale && !arg.text.ends_with(['/', '.']) && single()
    }

    /// Nothing is deleted where nothing is, unless the line may have put something there.
    fn is_absent(&self, arg: &Arg, target: &Target) -> bool {
        // What is around the command is no command before it.
        let around =
            |name: &str| self.chain.iter().any(|link| link.split(' ').next() == Some(name));
        let mut before = self.commands.iter().map(SimpleCommand::name);
        let before = before.all(|name| HARMLESS.contains(name) || around(name));
        let parent = &target.path[..target.path.rfind('/').unwrap_or(0)];
        !arg.glob
            && !self.stale
            && before
            && self.view.files.is_some_and(Files::is_current)
            && target.class == TargetClass::Dirty
            && !arg.text.ends_with(['/', '.'])
            && self.kind_of(&target.path) == Some(FileKind::Missing)
            && self.kind_of(parent) == Some(FileKind::Folder)
    }

    /// What stands at a path of this machine.
    pub(in super::super) fn kind_of(&self, path: &str) -> Option<FileKind> {
        let files = self.view.files.filter(|_| self.remote.is_none())?;
        if path.starts_with('/') { files.kind(path) } else { None }
    }

    /// Nothing is replaced where nothing is.
    fn is_fresh(&self, target: &Target) -> bool {
        let free = target.class <= TargetClass::Outside || places::is_local(&target.path);
        free && self.kind_of(&target.path) == Some(FileKind::Missing)
    }

    /// Notes an effect on something that is named, and of which nothing else is known.
    pub(in super::super) fn on_name(&mut self, kind: EffectKind, name: &str) {
        let name = name.replace(paths::UNKNOWN, "…");
        let target = Target::named(name, TargetClass::Outside);
        self.effect(kind, target, Certainty::Certain, None);
    }

    /// Notes an effect.
    pub(in super::super) fn effect(
        &mut self,
        kind: EffectKind,
        mut target: Target,
        certainty: Certainty,
        detail: Option<&str>,
    ) {
        let on_files = matches!(
            kind,
            EffectKind::DeleteRecursive
                | EffectKind::DeleteFile
                | EffectKind::Overwrite
                | EffectKind::Move
                | EffectKind::ChangePermissions
        );
        // `/dev/null` and its kin keep nothing that could be lost.
        if kind == EffectKind::Overwrite
            && target.class == TargetClass::Scratch
            && target.path.starts_with("/dev/")
        {
            return;
        }
        if kind == EffectKind::Overwrite && self.is_fresh(&target) {
            return;
        }
        let detail = match detail {
            None if self.crosses_mount(kind, &target) => {
                target.class = TargetClass::Protected;
                Some("another file system is mounted there")
            }
            detail => detail,
        };
        let kind = match kind {
            _ if self.remote.is_some() => kind,
            _ if on_files && target.marks.guard => EffectKind::TamperGuard,
            EffectKind::Overwrite if target.class == TargetClass::Device => EffectKind::Disk,
            kind => kind,
        };
        if let Some(remote) = &self.remote
            && kind != EffectKind::TamperGuard
        {
            target.class = TargetClass::Remote;
            target.path = format!("{remote}:{}", target.path);
        }
        let certainty = match target.class {
            TargetClass::Unknown => Certainty::Unknown,
            _ => certainty,
        };
        let effect = Effect {
            kind,
            target,
            certainty,
            span: self.span,
            chain: self.chain.clone(),
            detail: detail.map(str::to_owned),
        };
        if self.effects.len() < MAX_EFFECTS && !self.effects.contains(&effect) {
            self.effects.push(effect);
        }
    }

    /// True where git knows that none of that work is at the target, or in the work tree around it.
    pub(in super::super) fn holds_no_work(&self, target: &Target, whole: bool, work: Work) -> bool {
        let here = self.remote.is_none() && !self.stale && target.path.starts_with('/');
        let known = target.class <= TargetClass::Vcs && target.class != TargetClass::Unknown;
        let Some(files) = self.view.files.filter(|_| here && known) else { return false };
        let path =
            if target.marks.glob { classes::first_wild(&target.path).0 } else { &target.path };
        let clean = match files.work_tree(path) {
            Some(root) if whole => files.is_clean(&root, work),
            Some(_) => files.is_clean(path, work),
            None => None,
        };
        clean == Some(true)
    }

    /// True for what goes through a whole tree, and through what is mounted in it.
    fn crosses_mount(&self, kind: EffectKind, target: &Target) -> bool {
        let recursive = matches!(kind, EffectKind::DeleteRecursive | EffectKind::ChangePermissions);
        let known = target.class < TargetClass::Protected && target.class != TargetClass::Unknown;
        let files = self.view.files.filter(|_| recursive && known && self.remote.is_none());
        files.is_some_and(|files| {
            target.path.starts_with('/')
                && classes::reaches_mount(&target.path, target.marks.glob, files)
        })
    }
}
