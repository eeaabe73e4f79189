//! Objects of a repository: loose ones and those in packs, see gitformat-pack(5).
//!
//! Only commits and trees are read, each up to a limit; a blob is never needed.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit as inflate;

use super::index::offset;
use super::{Oid, delta};
use crate::disk::budget::Budget;
use crate::disk::read;

/// The largest object that is read, in bytes.
const MAX_OBJECT: usize = 4 << 20;
/// How many packs are looked at.
const MAX_PACKS: usize = 64;
/// How many deltas may stand on one another; git makes 50, and 250 when told to try hard.
const MAX_CHAIN: usize = 256;
/// The most bytes of a pack's index that have the same first byte.
const MAX_BUCKET: u64 = 4 << 20;

/// What an object is, by its number in packs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Commit,
    Tree,
}

/// The objects of a repository.
pub(super) struct Objects<'r> {
    folder: PathBuf,
    budget: &'r Budget,
}

impl<'r> Objects<'r> {
    /// Those in the folder `objects`.
    pub(super) const fn new(folder: PathBuf, budget: &'r Budget) -> Self {
        Self { folder, budget }
    }

    /// The content of an object of that kind.
    pub(super) fn read(&self, oid: &Oid, kind: Kind) -> Option<Vec<u8>> {
        self.budget.take(16)?;
        let (found, content) = self.loose(oid).or_else(|| self.packed(oid))?;
        self.budget.take_bytes(content.len())?;
        (found == kind).then_some(content)
    }

    fn loose(&self, oid: &Oid) -> Option<(Kind, Vec<u8>)> {
        let hex = oid.hex();
        let path = self.folder.join(&hex[..2]).join(&hex[2..]);
        let object = inflate(&read::whole(&path, MAX_OBJECT)?, MAX_OBJECT).ok()?;
        let end = object.iter().position(|byte| *byte == 0)?;
        let kind = match object[..end].split(|byte| *byte == b' ').next()? {
            b"commit" => Kind::Commit,
            b"tree" => Kind::Tree,
            _ => return None,
        };
        Some((kind, object[end + 1..].to_vec()))
    }

    fn packed(&self, oid: &Oid) -> Option<(Kind, Vec<u8>)> {
        let entries = std::fs::read_dir(self.folder.join("pack")).ok()?;
        let mut packs = 0;
        for entry in entries.flatten().take(8 * MAX_PACKS) {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "idx") && packs < MAX_PACKS {
                packs += 1;
                self.budget.take(16)?;
                if let Some(at) = Pack::find(&path, oid) {
                    return Pack::open(&path)?.object(at);
                }
            }
        }
        None
    }
}

/// A pack and its index.
struct Pack {
    file: File,
    length: u64,
    index: PathBuf,
}

impl Pack {
    fn open(index: &Path) -> Option<Self> {
        let file = read::open(&index.with_extension("pack"))?;
        let length = file.metadata().ok()?.len();
        Some(Self { file, length, index: index.to_owned() })
    }

    /// Where in the pack an object stands, by an index of version 2.
    fn find(index: &Path, oid: &Oid) -> Option<u64> {
        let file = read::open(index)?;
        let head = bytes(&file, 0, 8 + 1024)?;
        if !head.starts_with(b"\xfftOc\0\0\0\x02") {
            return None;
        }
        let count = |byte: usize| -> Option<u64> {
            Some(u64::from(u32::from_be_bytes(*head.get(8 + 4 * byte..)?.first_chunk()?)))
        };
        let first = usize::from(oid.0[0]);
        let from = if first == 0 { 0 } else { count(first - 1)? };
        let (to, all) = (count(first)?, count(255)?);
        let size = to.checked_sub(from)?.checked_mul(20).filter(|size| *size <= MAX_BUCKET)?;
        let names = bytes(&file, 1032 + 20 * from, usize::try_from(size).ok()?)?;
        let (names, _) = names.as_chunks::<20>();
        let place = from + u64::try_from(names.binary_search(&oid.0).ok()?).ok()?;
        let short = bytes(&file, 1032 + 24 * all + 4 * place, 4)?;
        let short = u32::from_be_bytes(*short.first_chunk()?);
        if short & 0x8000_0000 == 0 {
            return Some(u64::from(short));
        }
        let long = u64::from(short & 0x7fff_ffff);
        let long = bytes(&file, 1032 + 28 * all + 8 * long, 8)?;
        Some(u64::from_be_bytes(*long.first_chunk()?))
    }

    /// The object at a place, its deltas put on what they stand on.
    fn object(&self, at: u64) -> Option<(Kind, Vec<u8>)> {
        let mut deltas = Vec::new();
        let (mut at, mut total) = (at, 0);
        let (kind, mut content) = loop {
            let (kind, size, body) = self.header(at)?;
            let (base, body) = match kind {
                6 => {
                    let (back, length) = offset(&bytes(&self.file, body, 10)?, 0)?;
                    let base = at.checked_sub(back).filter(|base| *base < at)?;
                    (Some(base), body + u64::try_from(length).ok()?)
                }
                7 => {
                    let base = Oid::read(&bytes(&self.file, body, 20)?)?;
                    (Some(Self::find(&self.index, &base)?), body + 20)
                }
                _ => (None, body),
            };
            let content = self.content(body, size)?;
            total += content.len();
            match (base, kind) {
                (Some(_), _) if deltas.len() == MAX_CHAIN || total > 4 * MAX_OBJECT => return None,
                (Some(base), _) => {
                    deltas.push(content);
                    at = base;
                }
                (None, 1) => break (Kind::Commit, content),
                (None, 2) => break (Kind::Tree, content),
                _ => return None,
            }
        };
        for delta in deltas.iter().rev() {
            content = delta::apply(&content, delta, MAX_OBJECT)?;
        }
        Some((kind, content))
    }

    /// Kind, size and place of the body of what stands at a place.
    fn header(&self, at: u64) -> Option<(u8, usize, u64)> {
        let head = bytes(&self.file, at, 10)?;
        let first = *head.first()?;
        let (mut size, mut shift, mut used) = (u64::from(first & 15), 4, 1);
        let mut more = first & 0x80 != 0;
        while more {
            let byte = *head.get(used)?;
            size |= u64::from(byte & 0x7f).checked_shl(shift)?;
            more = byte & 0x80 != 0;
            shift += 7;
            used += 1;
        }
        let size = usize::try_from(size).ok().filter(|size| *size <= MAX_OBJECT)?;
        Some(((first >> 4) & 7, size, at + u64::try_from(used).ok()?))
    }

    fn content(&self, at: u64, size: usize) -> Option<Vec<u8>> {
        // What does not get smaller grows by a few bytes in a thousand.
        let packed = u64::try_from(size + size / 100 + 64).ok()?;
        let packed = packed.min(self.length.checked_sub(at)?);
        let packed = bytes(&self.file, at, usize::try_from(packed).ok()?)?;
        let content = inflate(&packed, size).ok()?;
        (content.len() == size).then_some(content)
    }
}

/// So many bytes of a file from a place on, or as many as it has.
fn bytes(mut file: &File, at: u64, count: usize) -> Option<Vec<u8>> {
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut bytes = Vec::with_capacity(count);
    file.take(u64::try_from(count).ok()?).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
