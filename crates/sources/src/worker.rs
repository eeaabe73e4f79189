//! One thread of a walk: its buffer, its visitor and its share of the summary.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use ignore::{DirEntry, ParallelVisitor, ParallelVisitorBuilder, WalkState};

use crate::blob::{Blob, Content, LargeFile, Progress, Visitor};
use crate::problem::{Problem, Reason, from_walker};
use crate::read::{Buffer, Loaded, Open, load};
use crate::segments::Pool;
use crate::stream::feed;

/// Counts and problems, of one thread or of all.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub files: u64,
    pub bytes: u64,
    pub problems: Vec<Problem>,
}

/// What the threads share.
pub(crate) struct Crew<'a, V, F> {
    pub make: &'a F,
    pub open: Open<'a>,
    pub progress: &'a Progress,
    pub whole_max: usize,
    pub pool: &'a Pool,
    pub gathered: &'a Mutex<(Tally, Vec<V>)>,
}

impl<V: Visitor, F: Fn() -> V + Sync> Crew<'_, V, F> {
    /// Costs nothing until the first blob: the walker makes more workers than it has threads.
    pub(crate) fn worker(&self) -> Worker<'_, V, F> {
        Worker { crew: self, visitor: None, buffer: None, tally: Tally::default() }
    }
}

impl<'s, V: Visitor, F: Fn() -> V + Sync> ParallelVisitorBuilder<'s> for &'s Crew<'s, V, F> {
    fn build(&mut self) -> Box<dyn ParallelVisitor + 's> {
        Box::new(self.worker())
    }
}

pub(crate) struct Worker<'a, V, F> {
    crew: &'a Crew<'a, V, F>,
    visitor: Option<V>,
    buffer: Option<Buffer>,
    tally: Tally,
}

impl<V: Visitor, F: Fn() -> V + Sync> ParallelVisitor for Worker<'_, V, F> {
    fn visit(&mut self, entry: Result<DirEntry, ignore::Error>) -> WalkState {
        match entry {
            Ok(entry) => self.entry(&entry),
            Err(error) => from_walker(error, &mut self.tally.problems),
        }
        WalkState::Continue
    }
}

impl<V: Visitor, F: Fn() -> V + Sync> Worker<'_, V, F> {
    /// Visits standard input.
    pub(crate) fn stdin(&mut self) {
        let (visitor, buffer) = equip(self.crew, &mut self.visitor, &mut self.buffer);
        let reader = &mut io::stdin().lock();
        feed(Path::new("-"), reader, buffer, visitor, self.crew.progress).record(&mut self.tally);
    }

    /// Visits one file that the caller named, without a walk.
    pub(crate) fn named(&mut self, path: &Path) {
        self.file(path, true);
    }

    fn entry(&mut self, entry: &DirEntry) {
        let named = entry.depth() == 0;
        let Some(kind) = entry.file_type() else { return };
        if kind.is_file() {
            self.file(entry.path(), named);
        } else if let Some(reason) = Reason::of_special(kind) {
            self.tally.problems.push(Problem::new(entry.path(), reason, named));
        }
        if let Some(error) = entry.error() {
            self.ignore_lines(error);
        }
    }

    fn file(&mut self, path: &Path, named: bool) {
        match self.read(path, named) {
            Ok(bytes) => {
                self.crew.progress.add_file();
                self.tally.files += 1;
                self.tally.bytes += bytes;
            }
            Err(reason) => self.tally.problems.push(Problem::new(path, reason, named)),
        }
    }

    /// Hands a file to the visitor and tells how many bytes it had.
    fn read(&mut self, path: &Path, named: bool) -> Result<u64, Reason> {
        let file = (self.crew.open)(path).map_err(|error| Reason::opening(&error, path, named))?;
        let (visitor, buffer) = equip(self.crew, &mut self.visitor, &mut self.buffer);
        let progress = self.crew.progress;
        match load(file, buffer)? {
            Loaded::Whole(bytes) => {
                let content = Content::Bytes(bytes);
                visitor.blob(Blob { path, content }).map_err(|error| Reason::reading(&error))?;
                progress.add_bytes(bytes.len() as u64);
                Ok(bytes.len() as u64)
            }
            Loaded::Large(file, len) => {
                let counted = AtomicU64::new(0);
                let content =
                    Content::Large(LargeFile::new(&file, len, progress, &counted, self.crew.pool));
                visitor.blob(Blob { path, content }).map_err(|error| Reason::reading(&error))?;
                // What the visitor read by other means than `LargeFile::segments`.
                progress.add_bytes(len.saturating_sub(counted.load(Ordering::Relaxed)));
                Ok(len)
            }
        }
    }

    /// Lists the lines of a folder's ignore files that were left out.
    #[cold]
    fn ignore_lines(&mut self, error: &ignore::Error) {
        from_walker(error.clone(), &mut self.tally.problems);
    }
}

/// Makes the visitor and the buffer when the first blob comes.
fn equip<'w, V, F: Fn() -> V>(
    crew: &Crew<'_, V, F>,
    visitor: &'w mut Option<V>,
    buffer: &'w mut Option<Buffer>,
) -> (&'w mut V, &'w mut Buffer) {
    let visitor = visitor.get_or_insert_with(|| (crew.make)());
    (visitor, buffer.get_or_insert_with(|| Buffer::new(crew.whole_max)))
}

impl<V, F> Drop for Worker<'_, V, F> {
    fn drop(&mut self) {
        let mut gathered = self.crew.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let (tally, visitors) = &mut *gathered;
        tally.files += self.tally.files;
        tally.bytes += self.tally.bytes;
        tally.problems.append(&mut self.tally.problems);
        visitors.extend(self.visitor.take());
    }
}
