//! Cuts a large file into pieces that are visited in parallel.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::aligned::Aligned;

/// How an input is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How many bytes a segment owns; only the last one owns fewer. At least 1.
    pub segment: usize,
    /// How many bytes of context a segment shows in front of its own, where there are as many.
    pub before: usize,
    /// How many bytes of context a segment shows behind its own, where there are as many.
    pub after: usize,
}

impl Layout {
    /// A good size for a segment: 8 MiB, enough that its context costs next to nothing.
    pub const SEGMENT: usize = 8 << 20;

    /// Segments of the usual size with this much context.
    #[must_use]
    pub fn with_context(before: usize, after: usize) -> Self {
        Self { segment: Self::SEGMENT, before, after }
    }

    pub(crate) fn owned(&self) -> usize {
        self.segment.max(1)
    }

    /// The bytes that segment `index` of an input of `len` bytes shows, and those it owns.
    fn place(&self, index: u64, len: u64) -> Place {
        let from = index * self.owned() as u64;
        let to = from.saturating_add(self.owned() as u64).min(len);
        let start = from.saturating_sub(self.before as u64);
        let end = to.saturating_add(self.after as u64).min(len);
        Place { start, from, to, end }
    }
}

/// Offsets in the input: what a segment shows is `start..end`, what it owns `from..to`.
struct Place {
    start: u64,
    from: u64,
    to: u64,
    end: u64,
}

/// A piece of an input with some context around it.
///
/// The parts that segments own follow each other without gap or overlap: a visitor that keeps
/// exactly the findings that begin in the owned part reports each once.
#[derive(Clone, Copy)]
pub struct Segment<'a> {
    /// Context, owned part, context.
    pub bytes: &'a [u8],
    /// Where `bytes` begins in the input.
    pub start: u64,
    /// Where the owned part begins in `bytes`.
    pub from: usize,
    /// Where the owned part ends in `bytes`.
    pub to: usize,
    /// Whether the owned part reaches the end of the input; then there is nothing behind it.
    pub last: bool,
}

impl<'a> Segment<'a> {
    /// The bytes that are this segment's own.
    #[must_use]
    pub fn owned(&self) -> &'a [u8] {
        &self.bytes[self.from..self.to]
    }
}

/// Visits the first `len` bytes of a file in segments, in parallel and in no particular order.
///
/// The work is done by the current rayon pool: the global one, unless called inside another. Each
/// worker calls `make` once and reuses one buffer, so that however many files are visited at a
/// time, memory is bounded by the number of the pool's threads times the bytes a segment shows. A
/// file of one segment is visited by the calling thread.
///
/// # Errors
///
/// If the file cannot be read, or is shorter than `len` because it shrank meanwhile
/// ([`UnexpectedEof`](io::ErrorKind::UnexpectedEof)). Some segments may have been visited by then.
pub fn segments<W>(
    file: &File,
    len: u64,
    layout: Layout,
    make: impl Fn() -> W + Sync,
) -> io::Result<()>
where
    W: FnMut(Segment<'_>),
{
    segments_in(&Pool::default(), file, len, layout, make)
}

/// Buffers that one large file leaves for the next: the system hands out memory page by page, which takes longer than reading into it.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<Vec<Aligned>>);

impl Pool {
    fn take(&self) -> Aligned {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn put(&self, buffer: Aligned) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

/// The same with the buffers of a pool, which holds as many afterwards as were in use at once.
pub(crate) fn segments_in<W>(
    pool: &Pool,
    file: &File,
    len: u64,
    layout: Layout,
    make: impl Fn() -> W + Sync,
) -> io::Result<()>
where
    W: FnMut(Segment<'_>),
{
    let file = Positioned::new(file);
    let count = len.div_ceil(layout.owned() as u64);
    let next = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let run = || {
        let mut work = make();
        let mut buffer = pool.take();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            if let Err(error) = visit(&file, &mut buffer, layout.place(index, len), len, &mut work)
            {
                next.store(count, Ordering::Relaxed);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                break;
            }
        }
        pool.put(buffer);
    };
    let workers = count.min(rayon::current_num_threads() as u64);
    if workers == 1 {
        run();
    } else {
        let run = &run;
        rayon::scope(|scope| (0..workers).for_each(|_| scope.spawn(move |_| run())));
    }
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn visit(
    file: &Positioned<'_>,
    buffer: &mut Aligned,
    place: Place,
    len: u64,
    work: &mut impl FnMut(Segment<'_>),
) -> io::Result<()> {
    let offset = |at: u64| usize::try_from(at - place.start).map_err(io::Error::other);
    let (from, to, shown) = (offset(place.from)?, offset(place.to)?, offset(place.end)?);
    if buffer.len() < shown {
        *buffer = Aligned::new(shown);
    }
    let bytes = &mut buffer[..shown];
    file.read_exact_at(bytes, place.start)?;
    work(Segment { bytes, start: place.start, from, to, last: place.to == len });
    Ok(())
}

/// A file that several threads read at their own offsets.
struct Positioned<'a> {
    file: &'a File,
    /// Where the system has no such call, seeking and reading are one step.
    #[cfg_attr(unix, allow(dead_code, reason = "tested everywhere, used where there is no pread"))]
    seek: Mutex<()>,
}

impl<'a> Positioned<'a> {
    fn new(file: &'a File) -> Self {
        Self { file, seek: Mutex::new(()) }
    }

    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self.file, buffer, offset)
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.seek_and_read(buffer, offset)
    }

    #[cfg(any(test, not(unix)))]
    fn seek_and_read(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};

        let _turn = self.seek.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

#[cfg(test)]
mod tests;
