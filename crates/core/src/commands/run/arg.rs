//! Values: what words expand to, and what flows through pipes.

use std::rc::Rc;

use super::secret::Secret;
use crate::Span;
use crate::commands::paths::UNKNOWN;

/// A word of a command after all expansions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arg {
    /// The text; a part that is not known is the noncharacter U+FDD0.
    pub text: String,
    /// True where a wildcard is active.
    pub glob: bool,
    /// True where some of it was quoted or escaped.
    pub quoted: bool,
    /// The variable or substitution behind the part that is not known, such as `$DIR`.
    pub unknown: Option<String>,
    /// True where the wildcards stand for what a search finds, however deep.
    pub(in super::super) search: bool,
    /// What a process substitution, or the output of a command in it, carries.
    pub(in super::super) flow: Option<Box<Flow>>,
}

impl Arg {
    pub(in super::super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A value of which only the name is known.
    pub(in super::super) fn hidden(name: impl Into<String>) -> Self {
        Self { text: UNKNOWN.to_string(), unknown: Some(name.into()), ..Self::default() }
    }

    /// True where no part is hidden.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.unknown.is_none() && !self.text.contains(UNKNOWN)
    }

    /// True for an argument that starts with a dash and is more than one.
    pub(in super::super) fn is_option(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }

    /// Takes over what the other says besides its text.
    pub(in super::super) fn absorb(&mut self, other: &Self) {
        if self.unknown.is_none() {
            self.unknown.clone_from(&other.unknown);
        }
        if self.flow.is_none() {
            self.flow.clone_from(&other.flow);
        }
    }
}

/// What a command reads or writes, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in super::super) struct Flow {
    /// All of the text, where the line itself holds it.
    pub text: Option<String>,
    /// The address it comes from, where it comes from the network.
    pub remote: Option<String>,
    /// The worst of the secrets in it.
    pub secret: Option<Rc<Secret>>,
    /// True where it was decoded from something that is not in the line.
    pub hidden: bool,
    /// The file of this machine that it is, where the line does not say what that holds.
    pub file: Option<String>,
    /// What a search prints: one path that stands for all that it finds.
    pub found: Option<Box<Arg>>,
    /// The named pipe it comes from, into which nothing has been written yet.
    pub pipe: Option<String>,
    /// The secret in the files whose names it lists.
    pub lists: Option<Rc<Secret>>,
}

impl Flow {
    pub(in super::super) fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    pub(in super::super) fn nothing() -> Self {
        Self::text("")
    }

    /// Where it comes from, without the text: what a filter passes on.
    pub(in super::super) fn origin(&self) -> Self {
        Self { text: None, file: None, found: None, ..self.clone() }
    }

    /// One after the other.
    pub(in super::super) fn then(mut self, next: Self) -> Self {
        if self == Self::nothing() {
            return next;
        }
        self.file = None;
        self.found = None;
        self.text = match (self.text, &next.text) {
            (Some(mut text), Some(more)) => {
                text.push_str(more);
                Some(text)
            }
            _ => None,
        };
        self.mixed(&next)
    }

    /// With the origins of another one.
    pub(in super::super) fn mixed(mut self, other: &Self) -> Self {
        if self.remote.is_none() {
            self.remote.clone_from(&other.remote);
        }
        if self.pipe.is_none() {
            self.pipe.clone_from(&other.pipe);
        }
        self.secret = Secret::worse(self.secret, other.secret.as_ref());
        self.lists = Secret::worse(self.lists, other.lists.as_ref());
        self.hidden |= other.hidden;
        self
    }

    /// Something that is not known, and holds a secret.
    pub(in super::super) fn holding(secret: Option<Rc<Secret>>) -> Self {
        Self { secret, ..Self::default() }
    }

    pub(in super::super) fn has_origin(&self) -> bool {
        let secret = self.secret.is_some() || self.lists.is_some();
        self.remote.is_some() || secret || self.hidden || self.pipe.is_some()
    }
}

/// A command as it would be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleCommand {
    /// The program as written, with its folder if it has one.
    pub program: String,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// True where the command only starts the one that follows, as `sudo` does.
    pub wrapper: bool,
    /// True where the words behind the program say what it does, as with `git`.
    pub verbs: bool,
    /// Where it stands in the line, in bytes; for a command in a quoted script, where the outermost script stands.
    pub span: Span,
    /// The directory it runs in, as far as it is known.
    pub cwd: String,
    /// The user's home directory, as it was given.
    pub home: String,
}

impl SimpleCommand {
    /// The program without its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        basename(&self.program)
    }
}

/// The program's name without folder and Windows' extension.
pub(in super::super) fn basename(path: &str) -> &str {
    let name = &path[path.rfind(['/', '\\']).map_or(0, |at| at + 1)..];
    let cut = name.len().saturating_sub(4);
    match name.get(cut..) {
        Some(end) if cut > 0 && end.eq_ignore_ascii_case(".exe") => &name[..cut],
        _ => name,
    }
}
