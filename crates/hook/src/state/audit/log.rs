//! Writing the log: many processes at once, each for a moment.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::{AuditRecord, SIBLING, name};
use crate::state::error::StateError;
use crate::state::folder::StateFolder;

/// How often a writer starts again because the file it had opened was rotated away meanwhile.
const ATTEMPTS: usize = 64;

/// How large the log may grow, and how long a writer waits for its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AuditSettings {
    /// How many bytes a file holds before a new one is begun. A longer record has a file of its own.
    pub max_bytes: u64,
    /// How many full files are kept beside the one that is written to.
    pub keep: usize,
    /// How long a writer waits for another one before it writes to a file of its own.
    pub patience: Duration,
}

/// 16 MiB a file, five full files, 200 ms.
impl Default for AuditSettings {
    fn default() -> Self {
        Self { max_bytes: 16 * 1024 * 1024, keep: 5, patience: Duration::from_millis(200) }
    }
}

/// The audit log of a state folder, for writing: `audit.jsonl`, and `audit.1.jsonl` (newest) and so on for what came before.
///
/// Processes take turns by an advisory lock on the file. One that is kept waiting for too long, because somebody stopped with the lock in hand, writes to `audit.pid-N.jsonl`; readers merge
/// them. Nothing is synced to the disk: a record is safe from a crash of its process, not from one of the machine.
#[derive(Clone, Debug)]
pub struct AuditLog {
    folder: StateFolder,
    settings: AuditSettings,
}

impl AuditLog {
    /// The log of that folder.
    #[must_use]
    pub fn new(folder: StateFolder) -> Self {
        Self::with_settings(folder, AuditSettings::default())
    }

    /// The log of that folder, with other limits.
    #[must_use]
    pub const fn with_settings(folder: StateFolder, settings: AuditSettings) -> Self {
        Self { folder, settings }
    }

    /// Adds a record as one line.
    ///
    /// # Errors
    ///
    /// The folder or the file cannot be used: it is read only, full, another user's, a link, or not a regular file. Where only the rotation failed, the record is in
    /// the log all the same.
    pub fn append(&self, record: AuditRecord) -> Result<(), StateError> {
        let line = record.into_line().map_err(StateError::unencodable)?;
        let path = self.path(0);
        let until = Instant::now() + self.settings.patience;
        for _ in 0..ATTEMPTS {
            let file = self.open(&path)?;
            match lock(&file, until) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return self.append_beside(&line),
                // A file system without locks still appends in one piece; only rotation needs them.
                Err(TryLockError::Error(_)) => return append(&path, &file, &line, None),
            }
            let size = file.metadata().map_err(|error| StateError::io(&path, error))?.len();
            if size == 0 || size + line.len() as u64 <= self.settings.max_bytes {
                return append(&path, &file, &line, Some(size));
            }
            // INVARIANT: files are renamed only by who holds the lock of the one that `path` names, and that one last. So nobody else is renaming now.
            if is_at(&file, &path)?
                && let Err(error) = self.rotate()
            {
                append(&path, &file, &line, Some(size))?;
                return Err(error);
            }
        }
        self.append_beside(&line)
    }

    fn path(&self, age: usize) -> PathBuf {
        self.folder.path().join(name(age))
    }

    /// For reading too: the last byte is looked at, and on Windows a lock needs it.
    fn open(&self, path: &Path) -> Result<File, StateError> {
        self.folder.open(path, OpenOptions::new().read(true).append(true).create(true))
    }

    fn append_beside(&self, line: &[u8]) -> Result<(), StateError> {
        let path = self.folder.path().join(format!("{SIBLING}{}.jsonl", std::process::id()));
        let file = self.open(&path)?;
        let size = file.metadata().map_err(|error| StateError::io(&path, error))?.len();
        append(&path, &file, line, Some(size))
    }

    /// Makes every file one older, the oldest first.
    fn rotate(&self) -> Result<(), StateError> {
        let oldest = self.path(self.settings.keep);
        if self.settings.keep == 0 {
            return remove(&oldest);
        }
        if let Ok(metadata) = oldest.symlink_metadata() {
            if let Ok(modified) = metadata.modified() {
                self.remove_siblings_before(modified);
            }
            remove(&oldest)?;
        }
        for age in (0..self.settings.keep).rev() {
            let (from, to) = (self.path(age), self.path(age + 1));
            match fs::rename(&from, to) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(StateError::io(&from, error)),
            }
        }
        Ok(())
    }

    /// Files of single processes are kept as long as the rest of the log.
    fn remove_siblings_before(&self, time: SystemTime) {
        let Ok(entries) = self.folder.path().read_dir() else { return };
        for entry in entries.flatten() {
            let is_sibling =
                entry.file_name().to_str().is_some_and(|name| name.starts_with(SIBLING));
            let is_old = || entry.metadata().and_then(|it| it.modified()).is_ok_and(|it| it < time);
            if is_sibling && is_old() {
                // It is tried again at the next rotation.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn remove(path: &Path) -> Result<(), StateError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StateError::io(path, error)),
        _ => Ok(()),
    }
}

/// Waits for the lock until then.
fn lock(file: &File, until: Instant) -> Result<(), TryLockError> {
    let mut pause = Duration::from_micros(50);
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(pause),
            result => return result,
        }
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// Whether the path still names that file.
fn is_at(file: &File, path: &Path) -> Result<bool, StateError> {
    let io = |error| StateError::io(path, error);
    let ours = file.try_clone().and_then(same_file::Handle::from_file).map_err(io)?;
    match fs::symlink_metadata(path).and_then(|_| same_file::Handle::from_path(path)) {
        Ok(there) => Ok(there == ours),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io(error)),
    }
}

/// Appends a line in one piece, on a line of its own where the last one was left unfinished.
fn append(path: &Path, file: &File, line: &[u8], size: Option<u64>) -> Result<(), StateError> {
    let io = |error| StateError::io(path, error);
    let mut file = file;
    let torn = match size {
        Some(size) if size > 0 => {
            let mut last = [0];
            file.seek(SeekFrom::Start(size - 1)).map_err(io)?;
            file.read_exact(&mut last).map_err(io)?;
            last != *b"\n"
        }
        _ => false,
    };
    if torn {
        return file.write_all(&[b"\n", line].concat()).map_err(io);
    }
    file.write_all(line).map_err(io)
}
