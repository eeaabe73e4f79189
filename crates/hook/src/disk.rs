//! The files of this machine, as far as the commands detector asks for them.

use std::path::{Path, PathBuf};

use prescan_core::commands::Files;

/// How many parts of a path are looked at; the file systems allow paths of about this length.
const MAX_PARTS: usize = 2048;

/// Answers from the file system. Nothing is opened or changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk;

impl Files for Disk {
    fn exists(&self, path: &str) -> Option<bool> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        match Path::new(path).symlink_metadata() {
            Ok(_) => Some(true),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Some(false),
            Err(_) => None,
        }
    }

    /// The part of the path that exists with its links followed, and the rest behind it.
    fn resolve(&self, path: &str) -> Option<String> {
        let path = Path::new(path);
        let mut missing: Vec<&std::ffi::OsStr> = Vec::new();
        let mut there = path;
        for _ in 0..MAX_PARTS {
            if let Ok(real) = there.canonicalize() {
                let whole: PathBuf = std::iter::once(real.as_os_str())
                    .chain(missing.iter().rev().copied())
                    .collect();
                return whole.into_os_string().into_string().ok();
            }
            missing.push(there.file_name()?);
            there = there.parent()?;
        }
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_as_far_as_the_path_exists() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("real")).unwrap();
        symlink(root.join("real"), root.join("link")).unwrap();
        symlink(root.join("nowhere"), root.join("dangling")).unwrap();
        let resolve = |path: &str| Disk.resolve(root.join(path).to_str().unwrap());
        let at = |path: &str| root.join(path).to_str().map(str::to_owned);
        assert_eq!(resolve("link/a/b"), at("real/a/b"));
        assert_eq!(resolve("real"), at("real"));
        assert_eq!(resolve("missing/a"), at("missing/a"));
        assert_eq!(Disk.exists(root.join("dangling").to_str().unwrap()), Some(true));
        assert_eq!(Disk.exists(root.join("real/x").to_str().unwrap()), Some(false));
    }
}
