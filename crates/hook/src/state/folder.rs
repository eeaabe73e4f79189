//! The folder in which state is kept.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::StateError;
use super::files;

/// Where prescan keeps what must outlive a run.
///
/// The folder is made when something is first written, for the user alone (on Unix `0700`, and every file `0600`). One that belongs to somebody else, or that others may write to, is not used:
/// whoever can put files there could grant approvals, or lead a write elsewhere by a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFolder {
    path: PathBuf,
}

impl StateFolder {
    /// State in that folder, which need not exist yet. Nothing is touched.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file of the folder, and makes the folder first where the file is to be made and there is none.
    pub(super) fn open(&self, path: &Path, options: &mut OpenOptions) -> Result<File, StateError> {
        match self.check() {
            Ok(()) => {}
            Err(error) if error.is_missing() => self.create()?,
            Err(error) => return Err(error),
        }
        files::open(path, options).map(|(file, _)| file)
    }

    /// Makes a folder in this one, and this one where there is none.
    pub(super) fn create_below(&self, name: &str) -> Result<PathBuf, StateError> {
        let path = self.path.join(name);
        match self.check() {
            Ok(()) => {}
            Err(error) if error.is_missing() => self.create()?,
            Err(error) => return Err(error),
        }
        match private_folder().create(&path) {
            Ok(()) => Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                check_folder(&path).map(|()| path)
            }
            Err(error) => Err(StateError::io(&path, error)),
        }
    }

    /// Whether the folder is there and the user's own.
    pub(super) fn check(&self) -> Result<(), StateError> {
        check_folder(&self.path)
    }

    fn create(&self) -> Result<(), StateError> {
        if self.path.as_os_str().is_empty() {
            return Err(StateError::unsafe_path(&self.path, "has no name"));
        }
        private_folder()
            .recursive(true)
            .create(&self.path)
            .map_err(|error| StateError::io(&self.path, error))?;
        self.check()
    }
}

fn private_folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Whether a folder is there and the user's own. A symbolic link is followed where the user, or the administrator, made it.
fn check_folder(path: &Path) -> Result<(), StateError> {
    let io = |error| StateError::io(path, error);
    let mut metadata = fs::symlink_metadata(path).map_err(io)?;
    if metadata.is_symlink() {
        if !is_trusted_link(&metadata) {
            return Err(StateError::unsafe_path(path, "is a symbolic link of another user"));
        }
        metadata = fs::metadata(path).map_err(io)?;
    }
    if !metadata.is_dir() {
        return Err(StateError::unsafe_path(path, "is not a folder"));
    }
    if !files::is_own(&metadata) {
        return Err(StateError::unsafe_path(path, "belongs to another user"));
    }
    if is_open_to_others(&metadata) {
        return Err(StateError::unsafe_path(path, "can be written to by other users"));
    }
    Ok(())
}

#[cfg(unix)]
fn is_trusted_link(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == 0 || files::is_own(metadata)
}

#[cfg(not(unix))]
fn is_trusted_link(_: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn is_open_to_others(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o022 != 0
}

/// Elsewhere a profile's folder is the user's own by inheritance.
#[cfg(not(unix))]
fn is_open_to_others(_: &Metadata) -> bool {
    false
}
