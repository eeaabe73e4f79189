//! What kept a path from being read, in one typed list.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A path that gave no bytes, or not all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The path, in the spelling of [`Blob::path`](crate::Blob::path).
    pub path: PathBuf,
    /// What went wrong.
    pub reason: Reason,
    /// Whether the caller named this very path, as opposed to it being met while walking.
    pub named: bool,
}

/// Why a path is a [`Problem`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A named path that does not exist.
    NotFound,
    /// The system refused to list the folder or open the file.
    PermissionDenied,
    /// Was listed in its folder and gone when it was opened.
    Vanished,
    /// Became shorter, or otherwise unlike itself, while it was read.
    Changed,
    /// A FIFO (named pipe). Never read: it may wait for a writer for ever.
    Fifo,
    /// A socket. Never read.
    Socket,
    /// A character or block device. Never read: it may be endless.
    Device,
    /// On a file system that the kernel makes up, such as `/proc`, where files may block or be endless.
    PseudoFileSystem,
    /// A symbolic link, followed on request, whose target does not exist.
    DanglingLink,
    /// A symbolic link, followed on request, that leads back to a folder above it or to itself.
    SymlinkLoop,
    /// A line of an ignore file is not valid and was left out. The text says which.
    IgnoreLine(String),
    /// An ignore file that is a FIFO, device or socket; its folder could not be walked without opening it.
    IgnoreFile,
    /// Anything else the system, or the visitor, reported.
    Io {
        /// The class of the error.
        kind: ErrorKind,
        /// Its text, in lower case and without the error number.
        text: String,
    },
}

impl Problem {
    pub(crate) fn new(path: impl Into<PathBuf>, reason: Reason, named: bool) -> Self {
        Self { path: path.into(), reason, named }
    }

    /// Whether bytes that the caller asked for went unread, so that the scan must not be called
    /// clean.
    ///
    /// What was there and could not be read counts, and so does everything the caller named. What
    /// has no bytes of its own does not count when it is merely met while walking: FIFOs, devices,
    /// sockets, pseudo file systems, files that vanished (the tree as it now stands lacks nothing;
    /// build folders do this all the time), links to nowhere and links back to a folder above.
    /// An ignore line that was left out only makes the scan look at more.
    #[must_use]
    pub fn incomplete(&self) -> bool {
        match self.reason {
            Reason::IgnoreLine(_) => false,
            Reason::Fifo
            | Reason::Socket
            | Reason::Device
            | Reason::PseudoFileSystem
            | Reason::Vanished
            | Reason::DanglingLink
            | Reason::SymlinkLoop => self.named,
            Reason::NotFound
            | Reason::PermissionDenied
            | Reason::Changed
            | Reason::IgnoreFile
            | Reason::Io { .. } => true,
        }
    }
}

impl Reason {
    /// The reason for an error met while reading, or returned by a visitor.
    pub(crate) fn reading(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::PermissionDenied => Self::PermissionDenied,
            ErrorKind::UnexpectedEof => Self::Changed,
            kind => Self::Io { kind, text: wording(error) },
        }
    }

    /// The reason for an error met while listing or opening `path`.
    pub(crate) fn opening(error: &io::Error, path: &Path, named: bool) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory if named => Self::NotFound,
            ErrorKind::NotFound if path.is_symlink() => Self::DanglingLink,
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Vanished,
            _ if is_link_loop(error) => Self::SymlinkLoop,
            _ => Self::reading(error),
        }
    }

    /// The reason for never opening a file of this type, if there is one.
    #[cfg(unix)]
    pub(crate) fn of_special(kind: std::fs::FileType) -> Option<Self> {
        use std::os::unix::fs::FileTypeExt;

        if kind.is_fifo() {
            Some(Self::Fifo)
        } else if kind.is_socket() {
            Some(Self::Socket)
        } else if kind.is_block_device() || kind.is_char_device() {
            Some(Self::Device)
        } else {
            None
        }
    }

    /// The reason for never opening a file of this type, if there is one.
    #[cfg(not(unix))]
    pub(crate) fn of_special(kind: std::fs::FileType) -> Option<Self> {
        (!kind.is_file() && !kind.is_dir() && !kind.is_symlink()).then_some(Self::Device)
    }
}

#[cfg(unix)]
fn is_link_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ELOOP)
}

#[cfg(not(unix))]
fn is_link_loop(_: &io::Error) -> bool {
    false
}

/// The text of an error in house wording: lower case, no number, no full stop.
fn wording(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default().trim_end_matches('.');
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::from("unknown error"),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFound => "no such file or folder",
            Self::PermissionDenied => "permission denied",
            Self::Vanished => "vanished before it was read",
            Self::Changed => "changed while it was read",
            Self::Fifo => "is a FIFO, not read",
            Self::Socket => "is a socket, not read",
            Self::Device => "is a device, not read",
            Self::PseudoFileSystem => "is on a pseudo file system, not read",
            Self::DanglingLink => "is a symbolic link to nowhere",
            Self::SymlinkLoop => "is a symbolic link that loops",
            Self::IgnoreFile => "is an ignore file but not a regular file, folder not walked",
            Self::IgnoreLine(text) => return write!(f, "ignore line left out: {text}"),
            Self::Io { text, .. } => text,
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path.display(), self.reason)
    }
}

/// Lists what the walker reported, one problem a cause.
pub(crate) fn from_walker(error: ignore::Error, out: &mut Vec<Problem>) {
    let named = error.depth() == Some(0);
    unpack(error, Path::new(""), named, out);
}

fn unpack(error: ignore::Error, path: &Path, named: bool, out: &mut Vec<Problem>) {
    use ignore::Error;

    match error {
        Error::Partial(errors) => {
            for error in errors {
                unpack(error, path, named, out);
            }
        }
        Error::WithPath { path, err } => unpack(*err, &path, named, out),
        Error::WithDepth { err, .. } => unpack(*err, path, named, out),
        Error::Loop { child, .. } => out.push(Problem::new(child, Reason::SymlinkLoop, false)),
        Error::Io(error) => {
            out.push(Problem::new(path, Reason::opening(&error, path, named), named));
        }
        Error::WithLineNumber { line, err } => {
            let text = format!("line {line}: {err}");
            out.push(Problem::new(path, Reason::IgnoreLine(text), false));
        }
        other => {
            out.push(Problem::new(path, Reason::IgnoreLine(other.to_string()), false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_system_errors_in_house_style() {
        let error = io::Error::other("Disk on fire. (os error 5)");
        assert_eq!(Reason::reading(&error).to_string(), "disk on fire");
        let problem = Problem::new("a/b", Reason::PermissionDenied, false);
        assert_eq!(problem.to_string(), "`a/b`: permission denied");
    }

    #[test]
    fn a_missing_path_is_not_found_when_named_and_vanished_when_walked() {
        let error = io::Error::from(ErrorKind::NotFound);
        let path = Path::new("/nowhere/at/all");
        assert_eq!(Reason::opening(&error, path, true), Reason::NotFound);
        assert_eq!(Reason::opening(&error, path, false), Reason::Vanished);
    }

    #[test]
    fn only_unread_bytes_make_a_scan_incomplete() {
        let incomplete = |reason: Reason, named| Problem::new("x", reason, named).incomplete();
        for reason in [
            Reason::Fifo,
            Reason::Socket,
            Reason::Device,
            Reason::PseudoFileSystem,
            Reason::Vanished,
            Reason::DanglingLink,
            Reason::SymlinkLoop,
        ] {
            assert!(!incomplete(reason.clone(), false), "{reason}");
            assert!(incomplete(reason.clone(), true), "{reason}");
        }
        for reason in [
            Reason::NotFound,
            Reason::PermissionDenied,
            Reason::Changed,
            Reason::IgnoreFile,
            Reason::Io { kind: ErrorKind::Other, text: String::new() },
        ] {
            assert!(incomplete(reason.clone(), false), "{reason}");
        }
        assert!(!incomplete(Reason::IgnoreLine(String::new()), true));
    }

    #[test]
    fn unpacks_every_line_of_a_broken_ignore_file() {
        let glob = |line| ignore::Error::WithPath {
            path: ".gitignore".into(),
            err: Box::new(ignore::Error::WithLineNumber {
                line,
                err: Box::new(ignore::Error::Glob { glob: None, err: "bad".into() }),
            }),
        };
        let mut out = Vec::new();
        from_walker(ignore::Error::Partial(vec![glob(2), glob(7)]), &mut out);
        assert_eq!(out.len(), 2);
        assert_eq!(out[1].to_string(), "`.gitignore`: ignore line left out: line 7: bad");
        assert!(out.iter().all(|problem| !problem.incomplete()));
    }
}
