//! The files of this machine, as far as the commands detector asks for them.

mod budget;
mod git;
mod manifest;
mod mounts;
mod read;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use prescan_core::commands::{FileKind, Files, ManifestScript, Work};

use budget::Budget;
use git::{Repository, Status};

/// How many parts of a path are looked at; the file systems allow paths of about this length.
const MAX_PARTS: usize = 2048;
/// How many links to nothing are followed.
const MAX_LINKS: usize = 8;
/// The largest script that is read, in bytes.
const MAX_SCRIPT: usize = 256 << 10;
/// How many names of a folder are read.
const MAX_MEMBERS: usize = 4096;

/// Answers from the file system and from the files of git's repositories.
///
/// For one decision: what was read once is not read again, and what may be read in all is bounded, to a few milliseconds. Past that nothing is
/// known any more. Nothing is changed, and nothing runs: no program of git, no filter, no hook. Pipes, devices and folders without end are
/// not waited for.
#[derive(Default)]
pub struct Disk {
    budget: Budget,
    real: RefCell<BTreeMap<String, Option<String>>>,
    texts: RefCell<BTreeMap<String, Option<String>>>,
    repositories: RefCell<BTreeMap<PathBuf, Option<Rc<Repository>>>>,
    mounts: OnceCell<Option<Vec<String>>>,
    /// True for lines that may have run, or will run, at another time: then what is missing now need not be.
    untimed: bool,
}

impl fmt::Debug for Disk {
    /// Without the texts that were read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl Disk {
    /// The same for lines of another time, such as those of a log: a file that is missing now may have been there.
    #[must_use]
    pub fn at_any_time() -> Self {
        Self { untimed: true, ..Self::default() }
    }

    /// The repository around the folder of a path.
    fn repository(&self, folder: &Path) -> Option<Rc<Repository>> {
        if let Some(known) = self.repositories.borrow().get(folder) {
            return known.clone();
        }
        let found = Repository::around(folder, &self.budget).map(Rc::new);
        let mut all = self.repositories.borrow_mut();
        // The same one is read once, wherever it is asked for.
        let same = |other: &Rc<Repository>| {
            found.as_ref().is_some_and(|found| found.root == other.root).then(|| Rc::clone(other))
        };
        let found = all.values().flatten().find_map(same).or(found);
        all.insert(folder.to_owned(), found.clone());
        found
    }

    fn ask<T>(&self, path: &str, ask: impl FnOnce(&Status<'_>, &[u8]) -> Option<T>) -> Option<T> {
        let path = Path::new(path);
        // The root of a work tree is asked of itself, and everything else of what is around it.
        let around =
            if path.join(".git").symlink_metadata().is_ok() { path } else { path.parent()? };
        let repository = self.repository(around)?;
        let name = repository.relative(path)?;
        ask(&Status { repository: &repository, budget: &self.budget }, &name)
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for entry in Path::new(folder).read_dir().ok()? {
            self.budget.take(1)?;
            if names.len() == MAX_MEMBERS {
                return None;
            }
            names.push(entry.ok()?.file_name().to_string_lossy().into_owned());
        }
        Some(names)
    }

    /// The part of the path that exists with its links followed, and the rest behind it.
    fn follow(path: &Path) -> Option<String> {
        let mut missing: Vec<OsString> = Vec::new();
        let mut there = path.to_owned();
        let mut links = 0;
        for _ in 0..MAX_PARTS {
            if let Ok(real) = there.canonicalize() {
                let rest = missing.iter().rev().map(OsString::as_os_str);
                let whole: PathBuf = std::iter::once(real.as_os_str()).chain(rest).collect();
                return whole.into_os_string().into_string().ok();
            }
            // What is written through a link to nothing is made where it leads.
            match there.read_link() {
                Ok(to) if links < MAX_LINKS => {
                    links += 1;
                    there = there.parent()?.join(to);
                }
                _ => {
                    missing.push(there.file_name()?.to_owned());
                    there.pop();
                }
            }
        }
        None
    }
}

impl Files for Disk {
    fn is_current(&self) -> bool {
        !self.untimed
    }

    fn kind(&self, path: &str) -> Option<FileKind> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        self.budget.take(1)?;
        match Path::new(path).symlink_metadata() {
            Ok(found) if found.is_symlink() => Some(FileKind::Link),
            Ok(found) if found.is_dir() => Some(FileKind::Folder),
            Ok(found) if found.is_file() => Some(FileKind::File),
            Ok(_) => Some(FileKind::Other),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
                Some(FileKind::Missing)
            }
            Err(_) => None,
        }
    }

    fn resolve(&self, path: &str) -> Option<String> {
        if let Some(known) = self.real.borrow().get(path) {
            return known.clone();
        }
        let real = Self::follow(Path::new(path));
        self.real.borrow_mut().insert(path.to_owned(), real.clone());
        real
    }

    fn mounts(&self, path: &str) -> Option<Vec<String>> {
        let below = |mount: &&String| Path::new(mount).starts_with(path);
        match self.mounts.get_or_init(mounts::all) {
            Some(all) => Some(all.iter().filter(below).cloned().collect()),
            #[cfg(all(unix, not(target_os = "linux")))]
            None => mounts::is_point(Path::new(path))
                .map(|is_point| is_point.then(|| path.to_owned()).into_iter().collect()),
            #[cfg(not(all(unix, not(target_os = "linux"))))]
            None => None,
        }
    }

    fn members(&self, folder: &str) -> Option<Vec<String>> {
        self.names(folder)
    }

    fn is_ignored(&self, path: &str) -> Option<bool> {
        let is_folder = Path::new(path).symlink_metadata().is_ok_and(|found| found.is_dir());
        self.ask(path, |status, name| status.is_ignored(name, is_folder))
    }

    fn work_tree(&self, folder: &str) -> Option<String> {
        let root = self.ask(folder, |status, _| Some(status.repository.root.clone()))?;
        root.into_os_string().into_string().ok()
    }

    fn is_clean(&self, path: &str, work: Work) -> Option<bool> {
        self.ask(path, |status, name| status.is_clean(name, work))
    }

    fn text(&self, path: &str) -> Option<String> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        self.budget.take(4)?;
        let text = read::text(Path::new(path), MAX_SCRIPT);
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    fn manifest_script(&self, manifest: &str, folder: &str, name: &str) -> Option<ManifestScript> {
        self.budget.take(16)?;
        manifest::script(manifest, folder, name)
    }
}
