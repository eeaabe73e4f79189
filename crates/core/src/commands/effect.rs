//! What a command line would do, and how sure that is.

use std::fmt;
use std::str::FromStr;

use super::target::Target;
use crate::Span;

macro_rules! named {
    ($(#[$doc:meta])* $type:ident, $what:literal, $($(#[$note:meta])* $variant:ident = $name:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type { $($(#[$note])* $variant),+ }

        impl $type {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable name that policy lines and reports use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(UnknownName { what: $what, name: name.to_owned() }),
                }
            }
        }
    };
}
pub(super) use named;

/// A name that none of the values has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    pub(super) what: &'static str,
    pub(super) name: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is named `{}`", self.what, self.name)
    }
}

impl std::error::Error for UnknownName {}

named! {
    /// What is done to the target.
    #[non_exhaustive]
    EffectKind, "effect",
    /// A folder and all that is in it is deleted, or every match of a search.
    DeleteRecursive = "delete-recursive",
    /// Single files or empty folders are deleted.
    DeleteFile = "delete-file",
    /// A file's content is replaced or cut off.
    Overwrite = "overwrite",
    /// A file or folder is moved away.
    Move = "move",
    /// Permissions or owners change, of a whole tree unless the detail says otherwise.
    ChangePermissions = "change-permissions",
    /// Work that is not committed is lost.
    DiscardWork = "discard-work",
    /// History that others may have is replaced or deleted on a remote.
    RewriteHistory = "rewrite-history",
    /// Commits, stashes or work trees that only exist here are dropped.
    DropHistory = "drop-history",
    /// Rows, tables, databases or keys of a store are deleted.
    DropData = "drop-data",
    /// Running infrastructure or storage of a cloud is destroyed.
    DestroyInfra = "destroy-infra",
    /// Containers' volumes or services are removed.
    RemoveContainers = "remove-containers",
    /// A package is published or withdrawn.
    Publish = "publish",
    /// A disk, partition or volume is written or destroyed.
    Disk = "disk",
    /// The machine or one of its services is stopped or loses a setting.
    System = "system",
    /// Processes are killed without choice, or created without end.
    KillProcesses = "kill-processes",
    /// Code that comes from the network runs.
    RunRemoteCode = "run-remote-code",
    /// A secret is printed.
    ExposeSecret = "expose-secret",
    /// A secret leaves the machine.
    Exfiltrate = "exfiltrate",
    /// The guard, its settings or its hooks are changed.
    TamperGuard = "tamper-guard",
}

impl EffectKind {
    /// The effect as a phrase that its target follows.
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::DeleteRecursive => "deletes recursively",
            Self::DeleteFile => "deletes",
            Self::Overwrite => "overwrites",
            Self::Move => "moves away",
            Self::ChangePermissions => "changes permissions of",
            Self::DiscardWork => "discards uncommitted work in",
            Self::RewriteHistory => "rewrites published history of",
            Self::DropHistory => "drops local history of",
            Self::DropData => "drops data:",
            Self::DestroyInfra => "destroys infrastructure:",
            Self::RemoveContainers => "removes containers or volumes:",
            Self::Publish => "publishes or withdraws",
            Self::Disk => "writes to or destroys the disk",
            Self::System => "changes the system:",
            Self::KillProcesses => "kills or floods processes:",
            Self::RunRemoteCode => "runs code from",
            Self::ExposeSecret => "prints the secret in",
            Self::Exfiltrate => "sends a secret away:",
            Self::TamperGuard => "tampers with the guard:",
        }
    }
}

named! {
    /// How sure an effect is, weakest first.
    Certainty, "certainty",
    /// Something in it is not known here.
    Unknown = "unknown",
    /// It depends on what cannot be seen, such as a search's matches.
    Possible = "possible",
    /// It happens when the line runs.
    Certain = "certain",
}

named! {
    /// Why a line could not be understood to its end. What was understood is still reported.
    #[non_exhaustive]
    Unclear, "reason",
    /// More bytes than [`MAX_LINE`](super::MAX_LINE).
    TooLong = "too-long",
    /// Constructs or scripts nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep = "too-deep",
    /// More steps or larger values than [`MAX_WORK`](super::MAX_WORK) allows.
    TooMuchWork = "too-much-work",
    /// A quote, a bracket or a construct has no end.
    Unparsable = "unparsable",
    /// A shell runs text that was decoded from something that is not in the line.
    HiddenScript = "hidden-script",
}

/// One thing that a command line would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What is done.
    pub kind: EffectKind,
    /// To what.
    pub target: Target,
    /// How sure it is.
    pub certainty: Certainty,
    /// The command in the line, in bytes. A command inside a quoted script has the span of the command that runs the script.
    pub span: Span,
    /// The wrappers from the outside in, then the command: `["sudo", "bash -c", "rm -rf"]`.
    pub chain: Vec<String>,
    /// What tells this effect from others of its kind, such as `with lease` or `fork bomb`.
    pub detail: Option<String>,
}

impl Effect {
    /// One line: `sudo → bash -c → rm -rf: deletes recursively "/"`.
    #[must_use]
    pub fn explain(&self) -> String {
        let mut line = self.chain.join(" → ");
        if !line.is_empty() {
            line.push_str(": ");
        }
        if self.certainty != Certainty::Certain {
            line.push_str("possibly ");
        }
        line.push_str(self.kind.phrase());
        line.push_str(" \"");
        line.push_str(&self.target.path);
        line.push('"');
        if let Some(name) = &self.target.unknown {
            line.push_str(" (");
            line.push_str(name);
            line.push_str(" is not known here)");
        }
        if let Some(detail) = &self.detail {
            line.push_str(" (");
            line.push_str(detail);
            line.push(')');
        }
        line
    }
}

/// What a command line would do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Analysis {
    /// The effects, in the order of the line. No two are equal.
    pub effects: Vec<Effect>,
    /// Why the line was not understood to its end, if so.
    pub unclear: Option<Unclear>,
}
