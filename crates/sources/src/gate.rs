//! Decides which entries a walk goes into, and lists what it passes by.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::DirEntry;

use crate::mounts::Mounts;
use crate::problem::{Problem, Reason};

/// The scanner's own ignore file, of the highest precedence.
pub(crate) const IGNORE_FILE: &str = ".prescanignore";

/// Why a path is passed by, where a walk meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// It is a root of its own.
    Root,
    /// A pseudo file system is mounted there.
    Pseudo,
}

/// The predicate of a walk.
pub(crate) struct Gate {
    skips: HashMap<PathBuf, Skip>,
    /// The mount table, if links are followed: then a path does not show what it is mounted on.
    mounts: Option<Mounts>,
    ignore_files: bool,
    problems: Mutex<Vec<Problem>>,
}

impl Gate {
    pub(crate) fn new(
        skips: HashMap<PathBuf, Skip>,
        mounts: Option<Mounts>,
        ignore_files: bool,
    ) -> Self {
        Self { skips, mounts, ignore_files, problems: Mutex::default() }
    }

    /// Whether the walk takes this entry, which is not a root.
    pub(crate) fn admits(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        if !self.skips.is_empty()
            && let Some(skip) = self.skips.get(path)
        {
            if *skip == Skip::Pseudo {
                self.list(path, Reason::PseudoFileSystem);
            }
            return false;
        }
        let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if folder && entry.file_name() == ".git" {
            return false;
        }
        if let Some(mounts) = &self.mounts
            && (folder || entry.path_is_symlink())
            && fs::canonicalize(path).is_ok_and(|path| mounts.is_pseudo(&path))
        {
            self.list(path, Reason::PseudoFileSystem);
            return false;
        }
        !folder || self.admits_folder(path)
    }

    /// Whether the walk may start at this root: also the ignore files above it will be read.
    pub(crate) fn admits_root(&self, root: &Path) -> bool {
        let above = fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
        above.ancestors().all(|folder| self.admits_folder(folder))
    }

    /// What was passed by and has to be listed.
    pub(crate) fn take_problems(&self) -> Vec<Problem> {
        std::mem::take(&mut self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the walker can read this folder's ignore files without being held up: it opens
    /// whatever bears the name, and a FIFO would make it wait for ever.
    fn admits_folder(&self, folder: &Path) -> bool {
        if !self.ignore_files {
            return true;
        }
        match blocked_ignore_file(folder) {
            Some(path) => {
                self.list(&path, Reason::IgnoreFile);
                false
            }
            None => true,
        }
    }

    fn list(&self, path: &Path, reason: Reason) {
        let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        problems.push(Problem::new(path, reason, false));
    }
}

/// The first ignore file of `folder` that must not be opened.
fn blocked_ignore_file(folder: &Path) -> Option<PathBuf> {
    let mut path = folder.join(".gitignore");
    if is_special(&path) {
        return Some(path);
    }
    path.set_file_name(IGNORE_FILE);
    if is_special(&path) {
        return Some(path);
    }
    path.set_file_name(".git");
    exclude_files(&path).into_iter().find(|path| is_special(path))
}

/// The files that are opened to find a repository's `info/exclude`, and that file itself.
///
/// `.git` is a folder, or a file that names the folder of a work tree or a submodule; that folder
/// may name the common one in turn.
fn exclude_files(git: &Path) -> Vec<PathBuf> {
    let Ok(metadata) = fs::metadata(git) else { return Vec::new() };
    if metadata.is_dir() {
        return vec![git.join("info/exclude")];
    }
    let line = metadata.is_file().then(|| first_line(git)).flatten();
    let Some(real) = line.as_deref().and_then(|line| line.strip_prefix("gitdir: ")) else {
        return Vec::new();
    };
    let pointer = Path::new(real).join("commondir");
    let common = if is_special(&pointer) { None } else { first_line(&pointer) };
    let exclude = common.map(|common| Path::new(real).join(common).join("info/exclude"));
    [Some(pointer), exclude].into_iter().flatten().collect()
}

fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| Reason::of_special(metadata.file_type()).is_some())
}

fn first_line(path: &Path) -> Option<String> {
    BufReader::new(File::open(path).ok()?.take(1 << 16)).lines().next()?.ok()
}
