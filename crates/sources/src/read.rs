//! Opening a file and filling a reused buffer from it.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::Path;

use crate::aligned::Aligned;
use crate::problem::Reason;

/// How a file is opened; tests bring their own.
pub(crate) type Open<'a> = &'a (dyn Fn(&Path) -> io::Result<File> + Sync);

/// Opens a file for reading without ever waiting for it: what was listed as a regular file may
/// have been replaced by a FIFO.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    options.open(path)
}

/// What became of a file.
pub(crate) enum Loaded<'b> {
    /// All of it, in the buffer.
    Whole(&'b [u8]),
    /// More than the buffer holds: the file, at its start, and its length.
    Large(File, u64),
}

/// A thread's read buffer, of the full size from the start: the system gives zeroed memory page by page when it is first written, so the rest of it costs nothing.
#[derive(Debug)]
pub(crate) struct Buffer(Aligned);

impl Buffer {
    /// A buffer for up to `whole_max` bytes, and one more to tell that there are more.
    pub(crate) fn new(whole_max: usize) -> Self {
        Self(Aligned::new(whole_max + 1))
    }

    /// Reads until the buffer is full or the input ends or fails; tells how far it got, in every
    /// case, and whether the buffer is full.
    pub(crate) fn fill(
        &mut self,
        reader: &mut (impl Read + ?Sized),
    ) -> (&[u8], bool, io::Result<()>) {
        let (filled, result) = fill(reader, &mut self.0);
        (&self.0[..filled], filled == self.0.len(), result)
    }
}

/// Reads a file that was listed as regular into `buffer`.
///
/// The usual small file costs no `fstat`. Only the unusual, an empty or a full buffer, makes us
/// ask whether the file still is what was listed: a FIFO without a writer reads as empty and
/// `/dev/zero` fills any buffer.
pub(crate) fn load(mut file: File, buffer: &mut Buffer) -> Result<Loaded<'_>, Reason> {
    let (bytes, full, result) = buffer.fill(&mut file);
    result.map_err(|error| Reason::reading(&error))?;
    if !full && !bytes.is_empty() {
        return Ok(Loaded::Whole(bytes));
    }
    let metadata = file.metadata().map_err(|error| Reason::reading(&error))?;
    if let Some(reason) = Reason::of_special(metadata.file_type()) {
        return Err(reason);
    }
    if !full {
        return Ok(Loaded::Whole(bytes));
    }
    if metadata.len() < bytes.len() as u64 {
        return Err(Reason::Changed);
    }
    file.rewind().map_err(|error| Reason::reading(&error))?;
    Ok(Loaded::Large(file, metadata.len()))
}

/// Reads until `buffer` is full, the input ends or fails; tells how far it got in every case.
///
/// Only a read that gives nothing is the end. One that gives less than was asked for may have
/// stopped at a fault of the disk, which the next one reports.
pub(crate) fn fill(
    reader: &mut (impl Read + ?Sized),
    buffer: &mut [u8],
) -> (usize, io::Result<()>) {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (filled, Err(error)),
        }
    }
    (filled, Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, bytes).unwrap();
        file.rewind().unwrap();
        file
    }

    #[test]
    fn a_file_of_the_limit_is_whole_and_one_byte_more_is_large() {
        let mut buffer = Buffer::new(8);
        let Ok(Loaded::Whole(bytes)) = load(file_of(b"12345678"), &mut buffer) else {
            panic!("not whole")
        };
        assert_eq!(bytes, b"12345678");
        let Ok(Loaded::Large(mut file, 9)) = load(file_of(b"123456789"), &mut buffer) else {
            panic!("not large")
        };
        let mut again = String::new();
        file.read_to_string(&mut again).unwrap();
        assert_eq!(again, "123456789", "handed over at its start");
    }

    #[test]
    fn a_buffer_holds_what_is_there_up_to_one_byte_more_than_its_limit() {
        let input: Vec<u8> = (0u32..100_000).flat_map(u32::to_le_bytes).collect();
        let at = |len: usize| (input[..len.min(300_001)].to_vec(), len > 300_000);
        let mut buffer = Buffer::new(300_000);
        for len in [0, 5, 65_536, 300_000, 300_001, 400_000, 7] {
            let (bytes, full, result) = buffer.fill(&mut &input[..len]);
            assert_eq!((bytes.to_vec(), full), at(len));
            assert!(result.is_ok());
        }
    }

    /// Gives a part of what is asked for, then fails, as a file with a bad block does.
    struct Faulty(usize);

    impl Read for Faulty {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::Error::other("a bad block"));
            }
            let len = buffer.len().min(self.0);
            self.0 -= len;
            Ok(len)
        }
    }

    #[test]
    fn a_fault_behind_a_short_read_is_no_end() {
        for len in [1, 4096, 299_999] {
            let mut buffer = Buffer::new(300_000);
            let (bytes, full, result) = buffer.fill(&mut Faulty(len));
            assert_eq!((bytes.len(), full), (len, false));
            assert!(result.is_err());
        }
    }

    #[test]
    fn an_empty_file_is_whole() {
        assert!(matches!(load(file_of(b""), &mut Buffer::new(8)), Ok(Loaded::Whole(b""))));
    }

    #[cfg(unix)]
    #[test]
    fn does_not_wait_for_a_fifo_that_replaced_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let file = open(&path).unwrap();
        assert!(matches!(load(file, &mut Buffer::new(8)), Err(Reason::Fifo)));
    }

    #[cfg(unix)]
    #[test]
    fn does_not_take_an_endless_device_for_a_large_file() {
        let file = open(Path::new("/dev/zero")).unwrap();
        assert!(matches!(load(file, &mut Buffer::new(8)), Err(Reason::Device)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_whose_length_lies_is_an_error_not_a_cut() {
        let file = open(Path::new("/proc/self/smaps")).unwrap();
        assert!(matches!(load(file, &mut Buffer::new(8)), Err(Reason::Changed)));
    }
}
