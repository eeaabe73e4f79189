//! Reading files that anybody may have put there: never a pipe or a device, never more than asked for.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::Path;

/// Opens a regular file. A pipe in its place, now or by the time it is opened, is refused and never waited for.
pub(super) fn open(path: &Path) -> Option<File> {
    // Opening some devices does something, so they are not even opened.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).ok()?);
    }
    let file = options.open(path).ok()?;
    file.metadata().ok()?.is_file().then_some(file)
}

/// The bytes of a regular file that has at most so many.
pub(super) fn whole(path: &Path, limit: usize) -> Option<Vec<u8>> {
    all(&open(path)?, limit)
}

/// The bytes of an open file that has at most so many.
pub(super) fn all(file: &File, limit: usize) -> Option<Vec<u8>> {
    let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
    if length > limit {
        return None;
    }
    let mut bytes = Vec::with_capacity(length + 1);
    let most = u64::try_from(limit).ok()? + 1;
    file.take(most).read_to_end(&mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}

/// The text of a regular file that has at most so many bytes and is a text.
pub(super) fn text(path: &Path, limit: usize) -> Option<String> {
    let text = String::from_utf8(whole(path, limit)?).ok()?;
    (!text.contains('\0')).then_some(text)
}
