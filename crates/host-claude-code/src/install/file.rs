//! Where settings files lie, and how they are replaced.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A settings file by whom it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The user, in all projects.
    User,
    /// Everybody who works on the project.
    Project,
    /// The user, in this project only.
    Local,
}

impl Scope {
    /// Every scope, widest first.
    pub const ALL: &'static [Self] = &[Self::User, Self::Project, Self::Local];

    /// The file, in the user's home folder or the root of a project. `CLAUDE_CONFIG_DIR`, where it is set, takes the place of `.claude` in the home folder.
    #[must_use]
    pub fn file(self, home: &Path, config_dir: Option<&Path>, project: &Path) -> PathBuf {
        match self {
            Self::User => {
                let folder = config_dir.map_or_else(|| home.join(".claude"), Path::to_owned);
                folder.join("settings.json")
            }
            Self::Project => project.join(".claude").join("settings.json"),
            Self::Local => project.join(".claude").join("settings.local.json"),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        })
    }
}

/// The nearest folder, from one upwards, that holds `.claude` or `.git`. The home folder is no project for its `.claude`, which holds the user's settings.
#[must_use]
pub fn project_root(from: &Path, home: Option<&Path>) -> Option<PathBuf> {
    from.ancestors()
        .find(|folder| {
            let of_user = home == Some(*folder);
            folder.join(".git").exists() || (!of_user && folder.join(".claude").is_dir())
        })
        .map(Path::to_owned)
}

/// Reads a settings file; `None` where there is none.
///
/// # Errors
/// It cannot be read, is no regular file, or is not UTF-8.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        // Reading a FIFO would wait for ever.
        Ok(metadata) if !metadata.is_file() => {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some)
}

/// Replaces a settings file as a whole, so that nobody ever reads half of it, and makes its folder where there is none. The permissions stay, and so does a symbolic link: its target is replaced.
///
/// # Errors
/// It cannot be written; the old file is still there then.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            // A link to nothing: the rename would take its place.
            fs::read_link(path).map_or_else(
                |_| path.to_owned(),
                |link| path.parent().map_or(link.clone(), |folder| folder.join(&link)),
            )
        }
        Err(error) => return Err(error),
    };
    let (temporary, file) = temporary_beside(&target)?;
    let written = fill(file, &target, text).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error says what is wrong.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn fill(mut file: File, target: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(target) {
        Ok(metadata) => file.set_permissions(metadata.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A new file in the folder of another: only within a file system is a rename a replacement.
fn temporary_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    for attempt in 0..u8::MAX {
        let name = format!(".{name}.prescan-{}-{attempt}", std::process::id());
        let path = target.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes a settings file; of a symbolic link, the link.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}
