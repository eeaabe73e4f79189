//! What can be asked about the machine on which a line would run.

/// What stands at a path, its last link not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Nothing.
    Missing,
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, a socket or a pipe.
    Other,
}

/// Which work, that no commit holds, is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Changes of tracked files, staged or not: what `git reset --hard` loses.
    Tracked,
    /// Files that git neither tracks nor ignores: what `git clean -fd` deletes.
    Untracked,
    /// Both, and files that git ignores although they [cannot be made anew](super::is_precious): what deleting a folder loses.
    Any,
}

/// Lines of a script that a project's manifest names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestScript {
    /// The folder of the manifest, absolute, in which the lines run.
    pub folder: String,
    /// The lines, in order.
    pub lines: Vec<String>,
}

/// What can be asked about files and git. Paths are absolute; every answer may be `None`, which is: not known.
///
/// An implementation reads and never changes or runs anything, and gives up in bounded time. The analysis asks only where an effect is at
/// hand that the answer matters for.
pub trait Files {
    /// True where the line would run now, so that deleting what is missing loses nothing. Lines of another time may have met what is gone.
    fn is_current(&self) -> bool {
        true
    }

    /// What stands at the path.
    fn kind(&self, path: &str) -> Option<FileKind> {
        let _ = path;
        None
    }

    /// Where the path leads when its symbolic links are followed, and `..` is read as the system reads it: behind the link in front of it.
    fn resolve(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// The absolute paths, at the path or below it, where a file system or a part of one is mounted.
    fn mounts(&self, path: &str) -> Option<Vec<String>> {
        let _ = path;
        None
    }

    /// The names in a folder, in any order.
    fn members(&self, folder: &str) -> Option<Vec<String>> {
        let _ = folder;
        None
    }

    /// Whether git ignores the path and does not track it.
    fn is_ignored(&self, path: &str) -> Option<bool> {
        let _ = path;
        None
    }

    /// The root of the work tree that a folder belongs to.
    fn work_tree(&self, folder: &str) -> Option<String> {
        let _ = folder;
        None
    }

    /// Whether the last commit has everything at the path, of that kind of work. For [`Work::Any`] a single file has to be tracked.
    fn is_clean(&self, path: &str, work: Work) -> Option<bool> {
        let _ = (path, work);
        None
    }

    /// The text of a file, where it is a text and not larger than a person writes.
    fn text(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// The script of that name in the nearest manifest, such as `package.json`, in the folder or above it.
    fn manifest_script(&self, manifest: &str, folder: &str, name: &str) -> Option<ManifestScript> {
        let _ = (manifest, folder, name);
        None
    }
}
