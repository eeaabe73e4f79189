//! Reading the log while others write and rotate it.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::{AuditRecord, SIBLING, name};
use crate::state::error::StateError;
use crate::state::files;
use crate::state::folder::StateFolder;

/// How long a line may be, in bytes. No record is as long.
const LINE_LIMIT: usize = 1024 * 1024;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

/// How many full files are looked for, however many a log keeps.
const MAX_AGE: usize = 200;

/// How many files of single processes are read.
const MAX_SIBLINGS: usize = 128;

/// A record and the line it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditLine {
    /// The line as it stands in the log, without its line feed.
    pub raw: String,
    /// What it says.
    pub record: AuditRecord,
}

/// Reads the log of a state folder, oldest record first, and what is added later.
///
/// Lines that are no records, such as one that a crash cut short, are counted and passed over. Rotation is followed.
pub struct AuditReader {
    folder: StateFolder,
    sources: Vec<Source>,
    bad_lines: u64,
    problems: Vec<StateError>,
}

impl AuditReader {
    /// The log of that folder, from its first record.
    #[must_use]
    pub const fn new(folder: StateFolder) -> Self {
        Self { folder, sources: Vec::new(), bad_lines: 0, problems: Vec::new() }
    }

    /// Hands out what was added since the last call, all there is at the first, until the receiver says false.
    ///
    /// # Errors
    ///
    /// The folder is not the user's own, or a file cannot be read. A folder that does not exist holds no records.
    pub fn poll(&mut self, mut each: impl FnMut(AuditLine) -> bool) -> Result<(), StateError> {
        match self.folder.check() {
            Err(error) if error.is_missing() => return Ok(()),
            result => result?,
        }
        self.open()?;
        while let Some(line) = self.next()? {
            if !each(line) {
                return Ok(());
            }
        }
        // What was rotated out of the log and read to its end is let go.
        self.sources.retain(|source| source.listed);
        Ok(())
    }

    /// How many lines were no records so far.
    #[must_use]
    pub const fn bad_lines(&self) -> u64 {
        self.bad_lines
    }

    /// How many files end in a line that is not finished, or not yet.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.sources.iter().filter(|source| !source.rest.is_empty()).count()
    }

    /// Files that could not be read, since the last time this was asked.
    pub fn take_problems(&mut self) -> Vec<StateError> {
        std::mem::take(&mut self.problems)
    }

    /// Opens files that were not there the last time, and puts all in order: full ones from the oldest, the one that is written to, those of single processes.
    fn open(&mut self) -> Result<(), StateError> {
        let mut found: Vec<Source> = Vec::new();
        // The newest first: a rotation meanwhile shows a file twice, where the other order would miss one.
        for age in 0..MAX_AGE {
            let path = self.folder.path().join(name(age));
            if !self.adopt(&path, false, &mut found) && age > 0 {
                break;
            }
        }
        found.reverse();
        let full = found.len();
        for path in self.siblings()? {
            self.adopt(&path, true, &mut found);
        }
        found[full..].sort_by(|a, b| a.path.cmp(&b.path));
        // Those that have left the folder may still be written to by somebody who had them open.
        for mut source in self.sources.drain(..).rev() {
            source.listed = false;
            found.insert(0, source);
        }
        found.iter_mut().for_each(|source| source.drained = false);
        self.sources = found;
        Ok(())
    }

    /// Moves a file that is read already, or opens it. False where there is none.
    fn adopt(&mut self, path: &Path, sibling: bool, found: &mut Vec<Source>) -> bool {
        let opened = files::open(path, OpenOptions::new().read(true)).and_then(|(file, _)| {
            Handle::from_file(file).map_err(|error| StateError::io(path, error))
        });
        let handle = match opened {
            Ok(handle) => handle,
            Err(error) if error.is_missing() => return false,
            Err(error) => {
                self.problems.push(error);
                return true;
            }
        };
        if found.iter().any(|source| source.handle == handle) {
            return true;
        }
        let known = self.sources.iter().position(|source| source.handle == handle);
        found.push(match known {
            Some(at) => Source { path: path.to_owned(), ..self.sources.remove(at) },
            None => Source::new(path.to_owned(), handle, sibling),
        });
        true
    }

    fn siblings(&mut self) -> Result<Vec<PathBuf>, StateError> {
        let io = |error| StateError::io(self.folder.path(), error);
        let mut paths = Vec::new();
        for entry in self.folder.path().read_dir().map_err(io)? {
            let entry = entry.map_err(io)?;
            let is_sibling = |name: &str| name.starts_with(SIBLING) && name.ends_with(".jsonl");
            if !entry.file_name().to_str().is_some_and(is_sibling) {
                continue;
            }
            if paths.len() == MAX_SIBLINGS {
                let why = "holds more files of single processes than are read";
                self.problems.push(StateError::damaged(self.folder.path(), why));
                break;
            }
            paths.push(entry.path());
        }
        Ok(paths)
    }

    /// The earliest of the records that come next: of the log proper, and of each sibling.
    fn next(&mut self) -> Result<Option<AuditLine>, StateError> {
        let mut earliest: Option<usize> = None;
        let mut main_done = false;
        for at in 0..self.sources.len() {
            let source = &mut self.sources[at];
            if !source.sibling && main_done {
                continue;
            }
            let Some(line) = source.peek(&mut self.bad_lines)? else { continue };
            let time = line.record.time;
            main_done |= !source.sibling;
            let is_earlier = |other: usize| {
                self.sources[other].ready.front().is_none_or(|line| time < line.record.time)
            };
            if earliest.is_none_or(is_earlier) {
                earliest = Some(at);
            }
        }
        Ok(earliest.and_then(|at| self.sources[at].ready.pop_front()))
    }
}

/// A file of the log, read up to some place.
struct Source {
    path: PathBuf,
    handle: Handle,
    sibling: bool,
    /// The folder held it when it was last looked at.
    listed: bool,
    /// Records that are read and not yet handed out.
    ready: VecDeque<AuditLine>,
    /// What was read of a line whose end is not there yet.
    rest: Vec<u8>,
    /// Its end was reached since it was last looked for.
    drained: bool,
    /// The line being read is too long, and passed over up to its end.
    skipping: bool,
}

impl Source {
    const fn new(path: PathBuf, handle: Handle, sibling: bool) -> Self {
        Self {
            path,
            handle,
            sibling,
            listed: true,
            ready: VecDeque::new(),
            rest: Vec::new(),
            drained: false,
            skipping: false,
        }
    }

    /// The next record, where there is one by now.
    fn peek(&mut self, bad_lines: &mut u64) -> Result<Option<&AuditLine>, StateError> {
        let mut chunk = Vec::new();
        while self.ready.is_empty() && !self.drained {
            chunk.resize(CHUNK, 0);
            match self.handle.as_file().read(&mut chunk) {
                Ok(0) => self.drained = true,
                Ok(read) => self.take(&chunk[..read], bad_lines),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StateError::io(&self.path, error)),
            }
        }
        Ok(self.ready.front())
    }

    fn take(&mut self, bytes: &[u8], bad_lines: &mut u64) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, ends) = match piece.strip_suffix(b"\n") {
                Some(piece) => (piece, true),
                None => (piece, false),
            };
            if self.rest.len() + piece.len() > LINE_LIMIT {
                self.skipping = true;
                self.rest.clear();
            }
            if !self.skipping {
                self.rest.extend_from_slice(piece);
            }
            if ends {
                let line = std::mem::take(&mut self.rest);
                match String::from_utf8(line).ok().and_then(parse) {
                    Some(line) if !self.skipping => self.ready.push_back(line),
                    _ => *bad_lines += 1,
                }
                self.skipping = false;
            }
        }
    }
}

fn parse(raw: String) -> Option<AuditLine> {
    let record = serde_json::from_str(&raw).ok()?;
    Some(AuditLine { raw, record })
}
