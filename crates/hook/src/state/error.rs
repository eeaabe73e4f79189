//! What can go wrong with the state folder.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why state could not be kept or read. Its text holds paths of the state folder, and nothing of an event or a code.
#[derive(Debug)]
pub struct StateError {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Io { path: PathBuf, source: io::Error },
    Unsafe { path: PathBuf, why: &'static str },
    Damaged { path: PathBuf, why: String },
    Random,
    Unencodable(serde_json::Error),
    NotACode,
    UnknownCode { left: usize },
    WrongSecret { left: usize },
    TooManyWrong,
}

impl StateError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::of(Kind::Io { path: path.to_owned(), source })
    }

    /// Something at that path could lead out of the user's own files.
    pub(super) fn unsafe_path(path: &Path, why: &'static str) -> Self {
        Self::of(Kind::Unsafe { path: path.to_owned(), why })
    }

    /// A file does not hold what was written to it.
    pub(super) fn damaged(path: &Path, why: impl Into<String>) -> Self {
        Self::of(Kind::Damaged { path: path.to_owned(), why: why.into() })
    }

    pub(super) const fn random() -> Self {
        Self::of(Kind::Random)
    }

    pub(super) const fn unencodable(error: serde_json::Error) -> Self {
        Self::of(Kind::Unencodable(error))
    }

    pub(super) const fn not_a_code() -> Self {
        Self::of(Kind::NotACode)
    }

    pub(super) const fn unknown_code(left: usize) -> Self {
        Self::of(Kind::UnknownCode { left })
    }

    pub(super) const fn wrong_secret(left: usize) -> Self {
        Self::of(Kind::WrongSecret { left })
    }

    pub(super) const fn too_many_wrong() -> Self {
        Self::of(Kind::TooManyWrong)
    }

    const fn of(kind: Kind) -> Self {
        Self { kind }
    }

    /// The file or folder it is about, where it is about one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Io { path, .. } | Kind::Unsafe { path, .. } | Kind::Damaged { path, .. } => {
                Some(path)
            }
            _ => None,
        }
    }

    /// True where a code was not accepted: it has the wrong form, belongs to no pending request, or too many wrong ones were tried.
    #[must_use]
    pub const fn is_wrong_code(&self) -> bool {
        matches!(self.kind, Kind::NotACode | Kind::UnknownCode { .. } | Kind::TooManyWrong)
    }

    pub(super) fn is_missing(&self) -> bool {
        matches!(&self.kind, Kind::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Io { path, source } => write!(f, "state `{}`: {source}", path.display()),
            Kind::Unsafe { path, why } => write!(f, "state `{}`: {why}", path.display()),
            Kind::Damaged { path, why } => {
                write!(f, "state `{}`: is damaged: {why}", path.display())
            }
            Kind::Random => f.write_str("the system gave no random bytes for a code"),
            Kind::Unencodable(error) => write!(f, "state cannot be written as JSON: {error}"),
            Kind::NotACode => f.write_str(
                "this is not a code: a code has eight letters and digits, such as K7QX-M3RT",
            ),
            Kind::UnknownCode { left } => write!(
                f,
                "no pending request has this code: it may be over, used, or replaced by a newer one ({left} more wrong codes drop all requests)"
            ),
            Kind::WrongSecret { left } => {
                write!(f, "this is not the secret ({left} more wrong ones drop all requests)")
            }
            Kind::TooManyWrong => {
                f.write_str("too many wrong tries: all pending requests were dropped")
            }
        }
    }
}

impl std::error::Error for StateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Io { source, .. } => Some(source),
            Kind::Unencodable(error) => Some(error),
            _ => None,
        }
    }
}
