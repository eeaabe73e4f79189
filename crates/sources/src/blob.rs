//! What a visitor is given.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::segments::{Layout, Pool, Segment, segments_in};

/// Some bytes and the path they came from.
///
/// Not `Debug`, like everything here that holds content: what is scanned may be secret.
pub struct Blob<'a> {
    /// The root as the caller spelled it, joined with the way down from it; `-` for standard input.
    pub path: &'a Path,
    /// The bytes, or the way to them.
    pub content: Content<'a>,
}

/// The bytes of a blob, in the form that suits their size.
pub enum Content<'a> {
    /// Everything, in a buffer that is reused after the call.
    Bytes(&'a [u8]),
    /// A regular file bigger than [`Options::whole_max`](crate::Options::whole_max).
    Large(LargeFile<'a>),
    /// A stream bigger than [`Options::whole_max`](crate::Options::whole_max), to be read once.
    Stream(&'a mut dyn Read),
}

/// A regular file too big for one buffer, opened for reading.
pub struct LargeFile<'a> {
    file: &'a File,
    len: u64,
    progress: &'a Progress,
    /// How much of `len` is already counted in `progress`.
    counted: &'a AtomicU64,
    pool: &'a Pool,
}

impl<'a> LargeFile<'a> {
    pub(crate) fn new(
        file: &'a File,
        len: u64,
        progress: &'a Progress,
        counted: &'a AtomicU64,
        pool: &'a Pool,
    ) -> Self {
        Self { file, len, progress, counted, pool }
    }

    /// The open file, at its start.
    #[must_use]
    pub fn file(&self) -> &'a File {
        self.file
    }

    /// Its length when it was opened. What is appended later is not part of the blob.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a large file is never empty")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Visits the file in parallel, as the free function [`segments`](crate::segments) does, and counts each
    /// segment in the walk's [`Progress`] when it is done.
    ///
    /// # Errors
    ///
    /// As [`segments`](crate::segments).
    pub fn segments<W>(&self, layout: Layout, make: impl Fn() -> W + Sync) -> io::Result<()>
    where
        W: FnMut(Segment<'_>),
    {
        segments_in(self.pool, self.file, self.len, layout, || {
            let mut work = make();
            move |segment: Segment<'_>| {
                let owned = segment.owned().len() as u64;
                work(segment);
                self.counted.fetch_add(owned, Ordering::Relaxed);
                self.progress.add_bytes(owned);
            }
        })
    }
}

/// The caller's side of a walk: called once a blob, by one thread.
///
/// A panic in a visitor ends the walk and is passed on to its caller.
pub trait Visitor: Send {
    /// Looks at one blob.
    ///
    /// # Errors
    ///
    /// An error becomes a [`Problem`](crate::Problem) for the blob's path; the walk goes on.
    fn blob(&mut self, blob: Blob<'_>) -> io::Result<()>;
}

/// Counters that grow while a walk runs and that any thread may read.
#[derive(Debug, Default)]
pub struct Progress {
    files: AtomicU64,
    bytes: AtomicU64,
}

impl Progress {
    /// How many blobs have been visited.
    #[must_use]
    pub fn files(&self) -> u64 {
        self.files.load(Ordering::Relaxed)
    }

    /// How many bytes have been visited.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}
