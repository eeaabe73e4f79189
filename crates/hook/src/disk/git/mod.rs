//! What a repository knows of its files, read from its own files and from nothing else.
//!
//! No program runs, and no setting is followed: neither filters nor hooks, no file monitor, no includes. A repository that is set up in a way
//! that would need one of them, or is of a form that is not read here, answers nothing. So does one for which the budget is too small.

mod delta;
mod ignore;
mod index;
mod objects;
mod status;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ignore::Patterns;
use index::Index;
use objects::{Kind, Objects};
pub(super) use status::Status;

use super::budget::Budget;
use super::read;

/// The largest of git's small files that is read, in bytes.
const MAX_SMALL: usize = 256 << 10;
/// The largest list of packed references, in bytes.
const MAX_REFS: usize = 8 << 20;
/// How many folders are looked at on the way up to the root.
const MAX_PARENTS: usize = 64;
/// How many references may refer to one another.
const MAX_REFERENCES: usize = 5;

/// The name of an object: its SHA-1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Oid(pub [u8; 20]);

impl Oid {
    /// The name that bytes begin with.
    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().copied().map(Self)
    }

    fn parse(hex: &str) -> Option<Self> {
        let hex = hex.as_bytes();
        if hex.len() != 40 {
            return None;
        }
        let mut bytes = [0; 20];
        let (pairs, _) = hex.as_chunks::<2>();
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            *byte = u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A repository with a work tree.
pub(super) struct Repository {
    /// The folder that has `.git`.
    pub root: PathBuf,
    /// The folder of this work tree's own files: `HEAD` and the index.
    own: PathBuf,
    /// The folder of what work trees share: objects and references.
    shared: PathBuf,
    index: OnceCell<Option<Index>>,
    head: OnceCell<Option<Oid>>,
    lists: RefCell<BTreeMap<Vec<u8>, Option<Rc<Patterns>>>>,
}

impl Repository {
    /// The repository around a folder whose links are followed.
    pub(super) fn around(folder: &Path, budget: &Budget) -> Option<Self> {
        for root in folder.ancestors().take(MAX_PARENTS) {
            budget.take(1)?;
            let git = root.join(".git");
            let Ok(kind) = git.metadata() else { continue };
            let own = if kind.is_dir() { git } else { linked(root, &git)? };
            // What only has the name is no repository, and git looks on.
            if own.join("HEAD").symlink_metadata().is_err() {
                continue;
            }
            let shared = match read::text(&own.join("commondir"), MAX_SMALL) {
                Some(path) => own.join(path.trim_end()),
                None => own.clone(),
            };
            if !is_plain(&shared)? {
                return None;
            }
            let (index, head) = (OnceCell::new(), OnceCell::new());
            let root = root.to_owned();
            return Some(Self { root, own, shared, index, head, lists: RefCell::default() });
        }
        None
    }

    /// A path in the work tree as git writes it.
    pub(super) fn relative(&self, path: &Path) -> Option<Vec<u8>> {
        let rest = path.strip_prefix(&self.root).ok()?;
        let mut out = Vec::new();
        for part in rest.components() {
            if !out.is_empty() {
                out.push(b'/');
            }
            out.extend_from_slice(part.as_os_str().as_encoded_bytes());
        }
        Some(out)
    }

    fn index(&self) -> Option<&Index> {
        let read = || Index::read(&read::open(&self.own.join("index"))?);
        self.index.get_or_init(read).as_ref()
    }

    /// How many files are tracked, without reading them all.
    fn count(&self) -> Option<usize> {
        Index::count(&read::open(&self.own.join("index"))?)
    }

    fn objects<'b>(&self, budget: &'b Budget) -> Objects<'b> {
        Objects::new(self.shared.join("objects"), budget)
    }

    /// The tree of the commit that is checked out.
    fn head(&self, budget: &Budget) -> Option<Oid> {
        let tree = || {
            let commit = self.reference(&self.own.join("HEAD"), 0)?;
            let commit = self.objects(budget).read(&commit, Kind::Commit)?;
            let line = commit.strip_prefix(b"tree ")?.get(..40)?;
            Oid::parse(str::from_utf8(line).ok()?)
        };
        *self.head.get_or_init(tree)
    }

    /// The object that a reference's file names.
    fn reference(&self, file: &Path, depth: usize) -> Option<Oid> {
        let text = read::text(file, MAX_SMALL)?;
        let Some(name) = text.trim_end().strip_prefix("ref: ") else {
            return Oid::parse(text.trim_end());
        };
        let sound = name.starts_with("refs/")
            && name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if !sound || depth >= MAX_REFERENCES {
            return None;
        }
        for folder in [&self.own, &self.shared] {
            let file = folder.join(name);
            if file.symlink_metadata().is_ok() {
                return self.reference(&file, depth + 1);
            }
        }
        let packed = read::text(&self.shared.join("packed-refs"), MAX_REFS)?;
        let named = |line: &str| Oid::parse(line.strip_suffix(name)?.strip_suffix(' ')?);
        packed.lines().find_map(named)
    }

    /// The patterns of the list in a folder of the work tree; `None` where it cannot be read.
    fn patterns(&self, folder: &[u8], budget: &Budget) -> Option<Rc<Patterns>> {
        if let Some(known) = self.lists.borrow().get(folder) {
            return known.clone();
        }
        let file = self.place(folder)?.join(".gitignore");
        let list = self.list(&file, budget);
        self.lists.borrow_mut().insert(folder.to_owned(), list.clone());
        list
    }

    /// The patterns of `info/exclude`.
    fn excluded(&self, budget: &Budget) -> Option<Rc<Patterns>> {
        // No folder of a work tree has that name.
        let key = b"/";
        if let Some(known) = self.lists.borrow().get(&key[..]) {
            return known.clone();
        }
        let list = self.list(&self.shared.join("info/exclude"), budget);
        self.lists.borrow_mut().insert(key.to_vec(), list.clone());
        list
    }

    fn list(&self, file: &Path, budget: &Budget) -> Option<Rc<Patterns>> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        budget.take(4)?;
        let bytes = match file.symlink_metadata() {
            Ok(kind) if kind.is_file() => read::whole(file, ignore::MAX_LIST)?,
            // Git follows no link to a list.
            Ok(kind) if kind.is_symlink() => Vec::new(),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Vec::new(),
            _ => return None,
        };
        Some(Rc::new(Patterns::read(&bytes)))
    }

    /// The path of a name that git writes.
    fn place(&self, name: &[u8]) -> Option<PathBuf> {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            Some(self.root.join(std::ffi::OsStr::from_bytes(name)))
        }
        #[cfg(not(unix))]
        {
            Some(self.root.join(str::from_utf8(name).ok()?))
        }
    }
}

/// The folder that a `.git` file names: of a linked work tree or a submodule.
fn linked(root: &Path, file: &Path) -> Option<PathBuf> {
    let text = read::text(file, MAX_SMALL)?;
    Some(root.join(text.strip_prefix("gitdir: ")?.trim_end()))
}

/// Whether the settings of a repository leave its work tree and its files as they are by default.
fn is_plain(shared: &Path) -> Option<bool> {
    let settings = read::text(&shared.join("config"), MAX_SMALL)?.to_ascii_lowercase();
    let unusual = |line: &str| {
        let line = line.trim();
        let (key, value) = line.split_once('=').unwrap_or((line, "true"));
        match (key.trim(), value.trim()) {
            ("worktree", _) => true,
            ("bare", value) => value == "true",
            ("objectformat", value) => value != "sha1",
            (key, _) => key.starts_with("[include"),
        }
    };
    Some(!settings.lines().any(unusual))
}
