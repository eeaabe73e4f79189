//! What an effect is done to, and how much that matters.

use super::View;
use super::classes;
use super::effect::{UnknownName, named};
use std::fmt;
use std::str::FromStr;

named! {
    /// How much a target matters, least first: of several members the largest counts.
    TargetClass, "target class",
    /// Temporary folders, what git ignores, and build output inside the workspace.
    Scratch = "scratch",
    /// In the workspace, tracked by git and not modified.
    Clean = "clean",
    /// In the workspace, untracked or modified, or git was not asked.
    Dirty = "dirty",
    /// On another machine or in a container.
    Remote = "remote",
    /// Outside the workspace, and not protected.
    Outside = "outside",
    /// Not resolved.
    Unknown = "unknown",
    /// `.git`, or the workspace itself.
    Vcs = "vcs",
    /// Root, home, system and mount roots, credentials, shell profiles, hook and agent settings.
    Protected = "protected",
    /// A block device or the like, never `/dev/null` and its kin.
    Device = "device",
}

/// Properties of a path that a policy may ask for besides its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// A private key or a file that holds credentials.
    pub credential: bool,
    /// A database, a dump, a backup or a state file.
    pub data: bool,
    /// A shell's start-up file.
    pub profile: bool,
    /// The guard's own settings or state, or the host's hook settings.
    pub guard: bool,
    /// The path has a wildcard.
    pub glob: bool,
}

/// What an effect is done to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// A path as resolved (`..` taken out, home and known variables put in), or the name of a branch, table, resource or address.
    pub path: String,
    /// How much it matters.
    pub class: TargetClass,
    /// More about it.
    pub marks: Marks,
    /// The variable or substitution that hides the target, such as `$DIR`.
    pub unknown: Option<String>,
}

impl Target {
    /// Something that is not a path: a table, a branch, a resource.
    pub(super) fn named(name: impl Into<String>, class: TargetClass) -> Self {
        Self { path: name.into(), class, marks: Marks::default(), unknown: None }
    }
}

/// Classes a path as a shell would read it from a command: relative to the view's working directory, with wildcards, `~` and `..`.
///
/// Also meant for tools that write files. Without [`View::files`] nothing is known about links and git: what is inside the workspace is then
/// scratch where it is a well-known build output, [`TargetClass::Vcs`] where it is `.git` or the workspace itself, and dirty otherwise.
#[must_use]
pub fn classify(path: &str, view: &View<'_>) -> Target {
    classes::read(path, view, true)
}

/// The same without asking git, for tools that only read: what is inside the workspace is never clean.
#[must_use]
pub fn locate(path: &str, view: &View<'_>) -> Target {
    classes::read(path, view, false)
}
