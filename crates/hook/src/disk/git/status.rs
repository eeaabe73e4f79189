//! Whether something in a work tree would be lost.

use std::fs::Metadata;
use std::ops::Range;
use std::path::Path;

use prescan_core::commands::{Work, is_precious};
use sha1::{Digest as _, Sha1};

use super::index::{Entry, Folder, LINK, SUBMODULE};
use super::objects::Kind;
use super::{Oid, Repository};
use crate::disk::budget::Budget;
use crate::disk::read;

/// The largest file that is compared by its content, in bytes.
const MAX_CONTENT: usize = 1 << 20;
/// How deep trees are compared.
const MAX_DEPTH: usize = 128;

/// A question to a repository.
pub(in super::super) struct Status<'r> {
    pub repository: &'r Repository,
    pub budget: &'r Budget,
}

impl Status<'_> {
    /// Whether a path is ignored and not tracked.
    pub(in super::super) fn is_ignored(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        // Without an index nothing is tracked.
        let tracked = self.repository.own.join("index").symlink_metadata().is_ok()
            && !self.repository.index()?.under(path).is_empty();
        if tracked || path.is_empty() {
            return Some(false);
        }
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        for end in ends {
            if self.ignores(&path[..end], true)? {
                return Some(true);
            }
        }
        self.ignores(path, is_folder)
    }

    /// Whether a path in a folder that is not ignored is ignored itself.
    fn ignores(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let mut end = path.len();
        while end > 0 {
            end = path[..end].iter().rposition(|byte| *byte == b'/').unwrap_or(0);
            let list = self.repository.patterns(&path[..end], self.budget)?;
            self.budget.take(list.cost)?;
            let rest = if end == 0 { path } else { &path[end + 1..] };
            if let Some(ignored) = list.ignores(rest, is_folder) {
                return Some(ignored);
            }
        }
        let list = self.repository.excluded(self.budget)?;
        self.budget.take(list.cost)?;
        Some(list.ignores(path, is_folder) == Some(true))
    }

    /// Whether the last commit has everything at a path, of that kind of work.
    pub(in super::super) fn is_clean(&self, path: &[u8], work: Work) -> Option<bool> {
        if path.is_empty() && work != Work::Untracked && !self.budget.has(self.repository.count()?)
        {
            return None;
        }
        let index = self.repository.index()?;
        let tracked = index.under(path);
        let is_file = index
            .entry(tracked.start)
            .is_some_and(|entry| !tracked.is_empty() && entry.name == path);
        if work != Work::Untracked
            && !(self.is_unchanged(&tracked)? && self.is_committed(path, &tracked)?)
        {
            return Some(false);
        }
        if work == Work::Tracked || is_file {
            return Some(true);
        }
        let place = self.repository.place(path)?;
        if place.symlink_metadata().is_ok_and(|kind| kind.is_dir()) {
            return self.holds_nothing_else(path, work);
        }
        Some(work == Work::Untracked && self.is_ignored(path, false)?)
    }

    /// Whether the files of entries are as the entries say.
    fn is_unchanged(&self, tracked: &Range<usize>) -> Option<bool> {
        let index = self.repository.index()?;
        // Nothing is asked for where not everything can be.
        if !self.budget.has(tracked.len()) {
            return None;
        }
        for place in tracked.clone() {
            let entry = index.entry(place)?;
            if entry.stage != 0 || entry.intended {
                return Some(false);
            }
            if entry.mode == SUBMODULE {
                return None;
            }
            self.budget.take(1)?;
            if !self.is_same(&entry, index.written)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a file is as its entry says. One that is gone can be had back.
    fn is_same(&self, entry: &Entry<'_>, written: (u32, u32)) -> Option<bool> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        let path = self.repository.place(entry.name)?;
        let found = match path.symlink_metadata() {
            Ok(found) => found,
            Err(error) => return matches!(error.kind(), NotFound | NotADirectory).then_some(true),
        };
        if mode(&found) != Some(entry.mode) {
            return Some(false);
        }
        // A file that was written in the moment of the index, or after it, may have changed without a trace.
        if is_as_seen(entry, &found) && entry.modified < written {
            return Some(true);
        }
        let length = usize::try_from(found.len()).ok()?;
        // Git sets the size to nought where it does not trust the rest.
        if entry.size != 0 && u32::try_from(length) != Ok(entry.size) {
            return Some(false);
        }
        if length > MAX_CONTENT {
            return None;
        }
        self.budget.take_bytes(length)?;
        Some(content(&path, entry.mode)? == entry.oid)
    }

    /// Whether the entries of a path are those of the last commit.
    fn is_committed(&self, path: &[u8], tracked: &Range<usize>) -> Option<bool> {
        let mut tree = self.repository.head(self.budget);
        let root = self.repository.index()?.folders();
        let mut folder = root.as_ref();
        if let (Some(tree), Some(own)) = (tree, folder.and_then(|folder| folder.oid))
            && tree == own
        {
            return Some(true);
        }
        let is_file =
            tracked.len() == 1 && self.repository.index()?.entry(tracked.start)?.name == path;
        let mut parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let held = self.tree(tree?)?;
            let found = held.iter().find(|held| held.name == part);
            if is_file && parts.peek().is_none() {
                let entry = self.repository.index()?.entry(tracked.start)?;
                return Some(found.is_some_and(|held| held.is(&entry)));
            }
            folder = folder.and_then(|folder| folder.child(part));
            tree = match found {
                Some(held) if held.is_tree() => Some(held.oid),
                // The commit has nothing there, so neither must the index.
                _ => return Some(tracked.is_empty()),
            };
        }
        self.is_same_tree(path, folder, tree?, 0)
    }

    /// Whether the index has under a path what a tree has.
    fn is_same_tree(
        &self,
        path: &[u8],
        folder: Option<&Folder>,
        tree: Oid,
        depth: usize,
    ) -> Option<bool> {
        if let Some(own) = folder.and_then(|folder| folder.oid) {
            return Some(own == tree);
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let index = self.repository.index()?;
        let mut counted = 0;
        for held in self.tree(tree)? {
            self.budget.take(1)?;
            let name =
                if path.is_empty() { held.name.clone() } else { [path, b"/", &held.name].concat() };
            let under = index.under(&name);
            counted += under.len();
            let same = if held.is_tree() {
                let child = folder.and_then(|folder| folder.child(&held.name));
                self.is_same_tree(&name, child, held.oid, depth + 1)?
            } else {
                index.entry(under.start).is_some_and(|entry| entry.name == name && held.is(&entry))
            };
            if !same {
                return Some(false);
            }
        }
        Some(counted == index.under(path).len())
    }

    /// What a tree holds.
    fn tree(&self, oid: Oid) -> Option<Vec<Held>> {
        let content = self.repository.objects(self.budget).read(&oid, Kind::Tree)?;
        let mut rest = content.as_slice();
        let mut held = Vec::new();
        while !rest.is_empty() {
            let blank = rest.iter().position(|byte| *byte == b' ')?;
            let end = rest.iter().position(|byte| *byte == 0)?;
            let mode = u32::from_str_radix(str::from_utf8(&rest[..blank]).ok()?, 8).ok()?;
            let name = rest.get(blank + 1..end)?.to_vec();
            held.push(Held { mode, name, oid: Oid::read(&rest[end + 1..])? });
            rest = &rest[end + 21..];
        }
        Some(held)
    }

    /// Whether a folder holds nothing besides what is tracked, and what is ignored and can be made anew.
    fn holds_nothing_else(&self, path: &[u8], work: Work) -> Option<bool> {
        if self.is_ignored(path, true)? {
            return Some(work == Work::Untracked);
        }
        let index = self.repository.index()?;
        let mut folders = vec![path.to_vec()];
        while let Some(folder) = folders.pop() {
            for entry in self.repository.place(&folder)?.read_dir().ok()? {
                self.budget.take(1)?;
                let entry = entry.ok()?;
                let file_name = entry.file_name();
                let name = file_name.as_encoded_bytes();
                if name == b".git" {
                    // Another repository, whose work is its own.
                    if folder.is_empty() {
                        continue;
                    }
                    return None;
                }
                let own = if folder.is_empty() {
                    name.to_vec()
                } else {
                    [&folder, &b"/"[..], name].concat()
                };
                let is_folder = entry.file_type().ok()?.is_dir();
                let is_tracked = !index.under(&own).is_empty();
                if is_tracked && !is_folder {
                    continue;
                }
                if !is_tracked && self.ignores(&own, is_folder)? {
                    if work == Work::Any && !is_folder && is_precious(&file_name.to_string_lossy())
                    {
                        return Some(false);
                    }
                } else if is_folder {
                    folders.push(own);
                } else {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}

/// An entry of a tree.
struct Held {
    mode: u32,
    name: Vec<u8>,
    oid: Oid,
}

impl Held {
    const fn is_tree(&self) -> bool {
        self.mode == 0o040_000
    }

    fn is(&self, entry: &Entry<'_>) -> bool {
        self.mode == entry.mode && self.oid == entry.oid && entry.stage == 0
    }
}

/// The mode that git would give a file; `None` for what it does not keep.
fn mode(found: &Metadata) -> Option<u32> {
    if found.is_symlink() {
        return Some(LINK);
    }
    #[cfg(unix)]
    let runs = std::os::unix::fs::MetadataExt::mode(found) & 0o100 != 0;
    #[cfg(not(unix))]
    let runs = false;
    found.is_file().then_some(if runs { 0o100_755 } else { 0o100_644 })
}

/// Whether times, size and place are those that git saw when it last read the file.
#[cfg(unix)]
fn is_as_seen(entry: &Entry<'_>, found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    // Fields of the index keep the lowest 32 bits.
    let low = |value: i64| u32::try_from(value & 0xffff_ffff).unwrap_or(0);
    let wide = |value: u64| u32::try_from(value & 0xffff_ffff).unwrap_or(0);
    let time = |seen: (u32, u32), seconds: i64, nanoseconds: i64| {
        seen.0 == low(seconds) && seen.1 == low(nanoseconds)
    };
    time(entry.modified, found.mtime(), found.mtime_nsec())
        && time(entry.changed, found.ctime(), found.ctime_nsec())
        && entry.ino == wide(found.ino())
        && entry.size == wide(found.size())
}

/// Elsewhere the content decides.
#[cfg(not(unix))]
fn is_as_seen(_: &Entry<'_>, _: &Metadata) -> bool {
    false
}

/// The object that a file would be.
fn content(path: &Path, mode: u32) -> Option<Oid> {
    let bytes = if mode == LINK {
        path.read_link().ok()?.as_os_str().as_encoded_bytes().to_vec()
    } else {
        read::whole(path, MAX_CONTENT)?
    };
    let mut hash = Sha1::new();
    hash.update(format!("blob {}\0", bytes.len()));
    hash.update(&bytes);
    Some(Oid(hash.finalize().into()))
}
