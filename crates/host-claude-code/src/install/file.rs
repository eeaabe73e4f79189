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
        Ok(metadata) => {
            keep_owner(&file, &metadata);
            file.set_permissions(metadata.permissions())?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Gives a file to the owner of the one it replaces: somebody may edit a user's settings as root.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    // Who may not give files away owns the new one, and could have written the old one.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_has_its_file() {
        let (home, project) = (Path::new("/home/user"), Path::new("/home/user/project"));
        let file = |scope: Scope| scope.file(home, None, project);
        assert_eq!(file(Scope::User), Path::new("/home/user/.claude/settings.json"));
        assert_eq!(file(Scope::Project), Path::new("/home/user/project/.claude/settings.json"));
        assert_eq!(file(Scope::Local), Path::new("/home/user/project/.claude/settings.local.json"));
        let elsewhere = Scope::User.file(home, Some(Path::new("/etc/claude")), project);
        assert_eq!(elsewhere, Path::new("/etc/claude/settings.json"));
    }

    #[test]
    fn the_nearest_folder_with_a_mark_is_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let project = home.join("project");
        let inner = project.join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::create_dir_all(home.join(".claude")).unwrap();
        assert_eq!(project_root(&inner, Some(home)), None);
        fs::create_dir_all(project.join(".git")).unwrap();
        assert_eq!(project_root(&inner, Some(home)), Some(project));
        fs::create_dir_all(inner.join(".claude")).unwrap();
        assert_eq!(project_root(&inner, Some(home)), Some(inner));
    }

    #[test]
    fn a_file_is_made_replaced_and_removed_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".claude/settings.json");
        assert_eq!(read(&path).unwrap(), None);
        for text in ["{}", "{\"a\": 1}\n"] {
            write(&path, text).unwrap();
            assert_eq!(read(&path).unwrap().as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(folder.path().join(".claude")).unwrap().count(), 1);
        remove(&path).unwrap();
        assert_eq!(read(&path).unwrap(), None);
    }

    #[test]
    fn a_folder_in_place_of_the_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap_err().to_string(), "not a regular file");
        let path = folder.path().join("settings.json");
        fs::create_dir(&path).unwrap();
        assert!(write(&path, "{}").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("dotfiles.json"), folder.path().join("link"));
        fs::write(&target, "{}").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("dotfiles.json", &link).unwrap();
        write(&link, "{\"a\": 1}").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "{\"a\": 1}");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_file(&target).unwrap();
        write(&link, "{}").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "{}");
    }
}
