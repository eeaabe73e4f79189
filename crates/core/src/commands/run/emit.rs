//! Effects as they are found.

use super::Run;
use super::arg::Arg;
use crate::commands::effect::{Certainty, Effect, EffectKind};
use crate::commands::paths;
use crate::commands::target::{Target, TargetClass};

/// How many effects are kept. A policy asks for the worst, and a list of this length has it in all likelihood.
const MAX_EFFECTS: usize = 256;

impl Run<'_> {
    /// An argument as a path.
    pub(in super::super) fn target(&self, arg: &Arg) -> Target {
        let mut target = paths::classify(&arg.text, &self.scope.cwd, arg.glob, self.view);
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
        let target = self.target(arg);
        self.effect(kind, target, Certainty::Certain, None);
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
        detail: Option<&'static str>,
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
        // Nothing is replaced where nothing is.
        let fresh = kind == EffectKind::Overwrite
            && target.class <= TargetClass::Outside
            && self.view.files.and_then(|files| files.exists(&target.path)) == Some(false);
        if fresh && self.remote.is_none() {
            return;
        }
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
        let effect =
            Effect { kind, target, certainty, span: self.span, chain: self.chain.clone(), detail };
        if self.effects.len() < MAX_EFFECTS && !self.effects.contains(&effect) {
            self.effects.push(effect);
        }
    }
}
