//! Visits one reader.

use std::io::{self, Read};
use std::path::Path;

use crate::blob::{Blob, Content, Progress, Visitor};
use crate::problem::{Problem, Reason};
use crate::read::Buffer;
use crate::walk::{Options, Summary};
use crate::worker::Tally;

/// Visits what a reader gives, as [`walk`](crate::walk) does with standard input.
///
/// Up to [`Options::whole_max`] bytes come as one slice, so that a short input is judged like a
/// small file; more come as [`Content::Stream`], from the first byte on. If the reader fails, what
/// was read until then is still visited, and the failure is a [`Problem`].
pub fn stream<V: Visitor>(
    path: &Path,
    reader: &mut dyn Read,
    options: &Options,
    mut visitor: V,
    progress: &Progress,
) -> Summary<V> {
    let mut tally = Tally::default();
    let mut buffer = Buffer::new(options.whole_limit());
    feed(path, reader, &mut buffer, &mut visitor, progress).record(&mut tally);
    Summary::new(tally, vec![visitor])
}

/// What came of one stream.
pub(crate) struct Fed {
    visited: Option<u64>,
    problem: Option<Problem>,
}

impl Fed {
    pub(crate) fn record(self, tally: &mut Tally) {
        tally.files += u64::from(self.visited.is_some());
        tally.bytes += self.visited.unwrap_or(0);
        tally.problems.extend(self.problem);
    }
}

pub(crate) fn feed<V: Visitor>(
    path: &Path,
    reader: &mut dyn Read,
    buffer: &mut Buffer,
    visitor: &mut V,
    progress: &Progress,
) -> Fed {
    let (bytes, full, mut result) = buffer.fill(reader);
    let mut visited = None;
    if full {
        let mut counted = Counted { reader: bytes.chain(reader), bytes: 0, progress };
        result = visitor.blob(Blob { path, content: Content::Stream(&mut counted) });
        visited = result.is_ok().then_some(counted.bytes);
    } else if !bytes.is_empty() || result.is_ok() {
        let seen = visitor.blob(Blob { path, content: Content::Bytes(bytes) });
        if seen.is_ok() {
            progress.add_bytes(bytes.len() as u64);
            visited = Some(bytes.len() as u64);
        }
        result = result.and(seen);
    }
    if visited.is_some() {
        progress.add_file();
    }
    let problem = |error: io::Error| Problem::new(path, Reason::reading(&error), true);
    Fed { visited, problem: result.err().map(problem) }
}

/// Counts what a visitor reads.
struct Counted<'a, R> {
    reader: R,
    bytes: u64,
    progress: &'a Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes += read as u64;
        self.progress.add_bytes(read as u64);
        Ok(read)
    }
}
