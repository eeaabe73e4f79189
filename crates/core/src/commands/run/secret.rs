//! Secrets in what flows: where they come from, when they are printed, and when they leave.

use std::rc::Rc;

use super::Run;
use super::arg::{Arg, Flow};
use crate::commands::FileKind;
use crate::commands::credentials::{self, Secrecy};
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::paths::{self, covers};
use crate::commands::places::is_output;
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::words;

/// How many names of folders are looked at for credentials, and how deep.
const MAX_NAMES: usize = 512;
const MAX_FOLDERS: usize = 3;

/// Where what a command prints is going.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Sink {
    /// To whoever runs the line.
    Shown,
    /// To another command, into a variable or a file.
    Passed,
}

/// A thing that must not get out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Secret {
    /// The file it is in, or what it is called.
    pub target: Target,
    pub secrecy: Secrecy,
    /// How sure it is that there is a secret in it.
    pub certainty: Certainty,
}

impl Secret {
    /// Something that has a name and no path, such as the environment.
    pub(in super::super) fn named(name: &str, secrecy: Secrecy) -> Rc<Self> {
        let target = Target::named(name.replace(paths::UNKNOWN, "…"), TargetClass::Outside);
        Rc::new(Self { target, secrecy, certainty: Certainty::Certain })
    }

    /// The same secret, as it is called from here where it is on another machine.
    pub(in super::super) fn on(&self, host: &str) -> Rc<Self> {
        let path = format!("{}:{}", host.replace(paths::UNKNOWN, "…"), self.target.path);
        let target = Target { path, class: TargetClass::Remote, ..self.target.clone() };
        Rc::new(Self { target, ..self.clone() })
    }

    /// The one of two that does more harm; the first where both do the same.
    pub(super) fn worse(own: Option<Rc<Self>>, other: Option<&Rc<Self>>) -> Option<Rc<Self>> {
        match (own, other) {
            (Some(own), Some(other)) if other.secrecy > own.secrecy => Some(Rc::clone(other)),
            (None, other) => other.cloned(),
            (own, _) => own,
        }
    }
}

/// True for an address of this machine itself.
pub(in super::super) fn is_here(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(inner) => inner.split(']').next().unwrap_or_default(),
        None if host.matches(':').count() > 1 => host,
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = host.to_ascii_lowercase();
    words("localhost ::1 0.0.0.0 0 ip6-localhost host.docker.internal").contains(&host)
        || host.ends_with(".localhost")
        || host
            .strip_prefix("127.")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

impl Run<'_> {
    /// The secret in the file at a path.
    pub(in super::super) fn secret_at(&self, arg: &Arg) -> Option<Rc<Secret>> {
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        let home = paths::home(self.view);
        let files = self.view.files.filter(|_| self.remote.is_none());
        let by_name = credentials::of(&path, home).map(|secrecy| (secrecy, Certainty::Certain));
        let found = by_name.or_else(|| match (files, arg.glob) {
            (Some(_), true) => {
                self.target(arg).marks.credential.then_some((Secrecy::Key, Certainty::Certain))
            }
            // What has no name of its own may lead to something that has.
            (Some(files), false) if path.starts_with('/') => {
                let secrecy = credentials::of(&files.resolve(&path)?, home)?;
                Some((secrecy, Certainty::Certain))
            }
            (None, true) if credentials::is_store(&path) => {
                Some((Secrecy::Work, Certainty::Possible))
            }
            _ => None,
        });
        let (secrecy, certainty) = found?;
        Some(Rc::new(Secret { target: self.target(arg), secrecy, certainty }))
    }

    /// The secret in what is packed or copied as a whole: a file, or a folder with all that is in it.
    pub(in super::super) fn secret_in(&mut self, arg: &Arg) -> Option<Rc<Secret>> {
        let written = self.contents(arg).secret;
        if written.is_some() {
            return written;
        }
        let path = paths::absolute(&arg.text, &self.scope.cwd);
        let within = |own: &&String| covers(&path, own);
        let inner = self.scope.files.keys().filter(within).take(MAX_NAMES);
        let inner = inner.filter_map(|own| self.scope.files[own].secret.clone()).next();
        if inner.is_some() {
            return inner;
        }
        let (secrecy, certainty) = self.stored(&path)?;
        Some(Rc::new(Secret { target: self.target(arg), secrecy, certainty }))
    }

    /// What a folder holds besides other things, and how sure that is.
    fn stored(&mut self, path: &str) -> Option<(Secrecy, Certainty)> {
        if credentials::is_around(path, paths::home(self.view)) {
            return Some((Secrecy::Key, Certainty::Certain));
        }
        let whole = path.strip_suffix("/*").unwrap_or(path);
        if covers(whole, paths::workspace(self.view)) {
            return Some((Secrecy::Work, Certainty::Possible));
        }
        match self.has_credentials(path) {
            Some(true) => Some((Secrecy::Key, Certainty::Possible)),
            None if credentials::is_store(path) => Some((Secrecy::Work, Certainty::Possible)),
            _ => None,
        }
    }

    /// Whether a file of credentials lies in a folder of this machine, not deep; `None` where it cannot be looked at.
    fn has_credentials(&mut self, path: &str) -> Option<bool> {
        let files = self.view.files.filter(|_| self.remote.is_none())?;
        let home = paths::home(self.view);
        let mut folders = vec![(path.to_owned(), 0)];
        let mut left = MAX_NAMES;
        let mut seen = None;
        while let Some((folder, depth)) = folders.pop() {
            let kind = files.kind(&folder);
            if folder.contains(paths::UNKNOWN) || kind != Some(FileKind::Folder) {
                seen = seen.or(kind.map(|_| false));
                continue;
            }
            let Some(mut names) = files.members(&folder) else { continue };
            seen = Some(false);
            names.sort_unstable();
            for name in names {
                let inner = format!("{folder}/{name}");
                if credentials::of(&inner, home) == Some(Secrecy::Key) {
                    return Some(true);
                }
                if left == 0 || !self.step(1) {
                    return seen;
                }
                left -= 1;
                if depth + 1 < MAX_FOLDERS && !is_output(&name) {
                    folders.push((inner, depth + 1));
                }
            }
        }
        seen
    }

    /// Runs something whose output another command, a variable or a file gets.
    pub(in super::super) fn passed<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        self.with_sink(Sink::Passed, what)
    }

    pub(super) fn with_sink<T>(&mut self, sink: Sink, what: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.sink, sink);
        let result = what(self);
        self.sink = outer;
        result
    }

    /// Notes what is printed, where nobody but who runs the line reads it. What is left is what somebody else may read.
    pub(in super::super) fn exposes(&mut self, flow: Flow) -> Flow {
        match &flow.secret {
            Some(secret) if self.sink == Sink::Shown && secret.secrecy >= Secrecy::Token => {
                let target = secret.target.clone();
                self.effect(EffectKind::ExposeSecret, target, Certainty::Possible, None);
                Flow { secret: None, ..flow }
            }
            _ => flow,
        }
    }

    /// Notes what is sent to a host that is no business of ours: anything from this much harm on.
    pub(in super::super) fn leaks(&mut self, flow: &Flow, least: Secrecy) {
        if let Some(pipe) = &flow.pipe {
            self.pipe_of(pipe).sent = true;
        }
        let Some(secret) = flow.secret.as_ref().filter(|secret| secret.secrecy >= least) else {
            return;
        };
        let (target, certainty) = (secret.target.clone(), secret.certainty);
        self.effect(EffectKind::Exfiltrate, target, certainty, None);
    }
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn this_machine_is_known_by_its_names() {
        for own in [
            "localhost",
            "localhost:8080/x",
            "http://127.0.0.1:3000/a?b",
            "http://[::1]:80/",
            "::1",
            "https://app.localhost",
            "http://ada@LOCALHOST/",
        ] {
            assert!(is_here(own), "{own}");
        }
        for other in [
            "",
            "example.com",
            "http://localhost.example.com",
            "127.0.0.1.example.com",
            "http://localhost@example.com",
            "https://example.com/localhost",
            "2001:db8::1",
            "http://[2001:db8::1]/",
        ] {
            assert!(!is_here(other), "{other}");
        }
    }
}
