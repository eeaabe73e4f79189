//! The index of a repository, see gitformat-index(5): versions 2 to 4, with SHA-1.
//!
//! Everything in it is taken as written by anybody. What is out of order, split or sparse is not read.

use std::fs::File;
use std::ops::Range;
use std::time::UNIX_EPOCH;

use super::Oid;
use crate::disk::read;

/// The largest index that is read, in bytes: some 100,000 files.
const MAX_INDEX: usize = 8 << 20;
/// The bytes of an entry in front of its name: ten numbers, the object's name, flags.
const FIXED: usize = 62;
/// How deep the tree of folders is read.
const MAX_DEPTH: usize = 128;

/// Modes of entries.
pub(super) const LINK: u32 = 0o120_000;
pub(super) const SUBMODULE: u32 = 0o160_000;
const FOLDER: u32 = 0o040_000;

/// Where an entry stands.
#[derive(Clone, Copy)]
struct Row {
    /// Its name, in the names of version 4 or in the file.
    name: (u32, u32),
    at: u32,
    flags: u16,
    extended: u16,
}

/// An index as read.
pub(super) struct Index {
    bytes: Vec<u8>,
    /// Names of version 4, which stores what differs from the name before.
    names: Option<Vec<u8>>,
    rows: Vec<Row>,
    /// When the file was written: seconds and nanoseconds since 1970.
    pub written: (u32, u32),
    folders: Option<Range<usize>>,
}

/// An entry.
pub(super) struct Entry<'i> {
    pub name: &'i [u8],
    pub stage: u16,
    /// Only announced: `git add -N`.
    pub intended: bool,
    pub mode: u32,
    pub size: u32,
    pub ino: u32,
    /// Seconds and nanoseconds.
    pub changed: (u32, u32),
    pub modified: (u32, u32),
    pub oid: Oid,
}

/// What the index knows of a folder's object.
#[derive(Default)]
pub(super) struct Folder {
    name: Vec<u8>,
    /// The object of the folder as it is in the index; `None` where an entry has changed since.
    pub oid: Option<Oid>,
    children: Vec<Folder>,
}

impl Folder {
    pub(super) fn child(&self, name: &[u8]) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }
}

impl Index {
    pub(super) fn read(file: &File) -> Option<Self> {
        let written = file.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let written = (u32::try_from(written.as_secs()).ok()?, written.subsec_nanos());
        Self::parse(read::all(file, MAX_INDEX)?, written)
    }

    /// How many entries an index says it has.
    pub(super) fn count(mut file: &File) -> Option<usize> {
        use std::io::Read as _;
        let mut head = [0; 12];
        file.read_exact(&mut head).ok()?;
        usize::try_from(number(&head, 8)?).ok()
    }

    fn parse(bytes: Vec<u8>, written: (u32, u32)) -> Option<Self> {
        let version = number(&bytes, 4)?;
        if !bytes.starts_with(b"DIRC") || !(2..=4).contains(&version) {
            return None;
        }
        let count = usize::try_from(number(&bytes, 8)?).ok()?;
        let rows = Vec::with_capacity(count.min(bytes.len() / FIXED));
        let names = (version == 4).then(Vec::new);
        let mut index = Self { bytes, names, rows, written, folders: None };
        let mut at = 12;
        for _ in 0..count {
            at = index.row(at, version)?;
        }
        index.extensions(at)?;
        Some(index)
    }

    /// Reads the entry at a place and returns where the next is.
    fn row(&mut self, at: usize, version: u32) -> Option<usize> {
        let flags = half(&self.bytes, at + 60)?;
        let has_more = flags & 0x4000 != 0;
        let extended = if has_more { half(&self.bytes, at + FIXED)? } else { 0 };
        let start = at + FIXED + if has_more { 2 } else { 0 };
        // A folder stands for files that are not there.
        if (has_more && version == 2) || number(&self.bytes, at + 24)? & 0o170_000 == FOLDER {
            return None;
        }
        let (name, next) = match &mut self.names {
            None => {
                let length = self.length(start, flags)?;
                (start..start + length, at + ((start - at + length + 8) & !7))
            }
            Some(names) => {
                let (cut, start) = offset(&self.bytes, start)?;
                let length = self.bytes.get(start..)?.iter().position(|byte| *byte == 0)?;
                let before = self.rows.last().map_or((0, 0), |row| row.name);
                let before = before.0 as usize..before.1 as usize;
                let kept = before.len().checked_sub(usize::try_from(cut).ok()?)?;
                let from = names.len();
                // Names that grow on one another could fill the memory.
                if from + kept + length > MAX_INDEX {
                    return None;
                }
                names.extend_from_within(before.start..before.start + kept);
                names.extend_from_slice(&self.bytes[start..start + length]);
                (from..names.len(), start + length + 1)
            }
        };
        let place = |at: usize| u32::try_from(at).ok();
        let name = (place(name.start)?, place(name.end)?);
        let row = Row { name, at: place(at)?, flags, extended };
        let ordered = self.rows.last().is_none_or(|before| {
            (self.name(before), stage(before.flags)) < (self.name(&row), stage(flags))
        });
        self.rows.push(row);
        (ordered && next <= self.bytes.len()).then_some(next)
    }

    /// How long the name at a place is: the flags say so where it is short.
    fn length(&self, start: usize, flags: u16) -> Option<usize> {
        let length = usize::from(flags & 0xfff);
        if length == 0xfff {
            return self.bytes.get(start..)?.iter().position(|byte| *byte == 0);
        }
        (self.bytes.get(start + length) == Some(&0)).then_some(length)
    }

    /// Reads what follows the entries. An extension in lower case must be understood.
    fn extensions(&mut self, start: usize) -> Option<()> {
        let end = self.bytes.len().checked_sub(20)?;
        let mut at = start;
        while at + 8 <= end {
            let length = usize::try_from(number(&self.bytes, at + 4)?).ok()?;
            let body = at + 8..(at + 8).checked_add(length).filter(|to| *to <= end)?;
            match &self.bytes[at..at + 4] {
                b"TREE" => self.folders = Some(body.clone()),
                name if !name[0].is_ascii_uppercase() => return None,
                _ => {}
            }
            at = body.end;
        }
        Some(())
    }

    fn name(&self, row: &Row) -> &[u8] {
        let names = self.names.as_ref().unwrap_or(&self.bytes);
        &names[row.name.0 as usize..row.name.1 as usize]
    }

    /// The entry at a place.
    pub(super) fn entry(&self, place: usize) -> Option<Entry<'_>> {
        let row = self.rows.get(place)?;
        let at = row.at as usize;
        let field = |index: usize| number(&self.bytes, at + 4 * index);
        Some(Entry {
            name: self.name(row),
            stage: stage(row.flags),
            intended: row.extended & 0x2000 != 0,
            changed: (field(0)?, field(1)?),
            modified: (field(2)?, field(3)?),
            ino: field(5)?,
            mode: field(6)?,
            size: field(9)?,
            oid: Oid::read(self.bytes.get(at + 40..)?)?,
        })
    }

    /// The entries of a path: of the file of that name, or of all that is in the folder. The root is the empty path.
    pub(super) fn under(&self, path: &[u8]) -> Range<usize> {
        if path.is_empty() {
            return 0..self.rows.len();
        }
        let from = self.rows.partition_point(|row| self.name(row) < path);
        let to = self.rows.partition_point(|row| self.name(row) <= path);
        if to > from {
            return from..to;
        }
        let folder = [path, b"/"].concat();
        let from = self.rows.partition_point(|row| self.name(row) < folder.as_slice());
        let rest = &self.rows[from..];
        from..from + rest.partition_point(|row| self.name(row).starts_with(&folder))
    }

    /// What it knows of the objects of folders.
    pub(super) fn folders(&self) -> Option<Folder> {
        let mut rest = self.bytes.get(self.folders.clone()?)?;
        folder(&mut rest, 0)
    }
}

/// `name NUL count SP children LF object`, then the children; the count is negative where the object is out of date.
fn folder(rest: &mut &[u8], depth: usize) -> Option<Folder> {
    let name = until(rest, 0)?.to_vec();
    let count: i64 = str::from_utf8(until(rest, b' ')?).ok()?.parse().ok()?;
    let children: usize = str::from_utf8(until(rest, b'\n')?).ok()?.parse().ok()?;
    let oid = if count >= 0 { Some(Oid::read(rest)?) } else { None };
    if oid.is_some() {
        *rest = &rest[20..];
    }
    // Each child takes five bytes or more.
    if depth > MAX_DEPTH || children > rest.len() {
        return None;
    }
    let children = (0..children).map(|_| folder(rest, depth + 1)).collect::<Option<Vec<_>>>()?;
    Some(Folder { name, oid, children })
}

fn until<'b>(rest: &mut &'b [u8], end: u8) -> Option<&'b [u8]> {
    let at = rest.iter().position(|byte| *byte == end)?;
    let (head, tail) = rest.split_at(at);
    *rest = &tail[1..];
    Some(head)
}

fn stage(flags: u16) -> u16 {
    (flags >> 12) & 3
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// A number in groups of seven bits, of which each but the last adds one, and where it ends.
pub(super) fn offset(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut at = at;
    let mut value = 0_u64;
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        value = value.checked_mul(128)?.checked_add(u64::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some((value, at));
        }
        value = value.checked_add(1)?;
    }
}
