//! Files of the state folder: only regular ones, only the user's own, never through a link.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StateError;

/// What a small state file may hold at most, in bytes. Larger ones were not written by prescan.
pub(super) const SMALL: u64 = 64 * 1024;

/// Opens a regular file that is the user's own. A new one is for the user alone.
pub(super) fn open(path: &Path, options: &mut OpenOptions) -> Result<(File, Metadata), StateError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        // A named pipe would otherwise hold up the program until somebody opens its other end.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| not_opened(path, error))?;
    let metadata = file.metadata().map_err(|error| StateError::io(path, error))?;
    if !metadata.is_file() {
        return Err(StateError::unsafe_path(path, "is not a regular file"));
    }
    if !is_own(&metadata) {
        return Err(StateError::unsafe_path(path, "belongs to another user"));
    }
    Ok((file, metadata))
}

fn not_opened(path: &Path, error: io::Error) -> StateError {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => {
            StateError::unsafe_path(path, "is a symbolic link")
        }
        Ok(metadata) if metadata.is_dir() => StateError::unsafe_path(path, "is not a regular file"),
        _ => StateError::io(path, error),
    }
}

#[cfg(unix)]
pub(super) fn is_own(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
pub(super) fn is_own(_: &Metadata) -> bool {
    true
}

/// Reads a small JSON file.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, StateError> {
    let (file, _) = open(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    file.take(SMALL + 1).read_to_end(&mut bytes).map_err(|error| StateError::io(path, error))?;
    if bytes.len() as u64 > SMALL {
        return Err(StateError::damaged(path, "it is too large"));
    }
    // The parser's message may quote the file.
    serde_json::from_slice(&bytes).map_err(|error| {
        StateError::damaged(path, format!("unexpected content in line {}", error.line()))
    })
}

/// Writes a small JSON file, so that a reader sees all of it or the one before.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), StateError> {
    let bytes = serde_json::to_vec(value).map_err(StateError::unencodable)?;
    let temporary = path.with_file_name(format!("{TEMPORARY}{}", random_id()?));
    let (mut file, _) = open(&temporary, OpenOptions::new().write(true).create_new(true))?;
    let written = file
        .write_all(&bytes)
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|error| StateError::io(path, error));
    if written.is_err() {
        // The error that is returned says more than one of the cleaning would.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// How names of files begin that are not there to stay.
pub(super) const TEMPORARY: &str = "tmp-";

/// 64 random bits in hexadecimal: a name that nobody else chose.
pub(super) fn random_id() -> Result<String, StateError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| StateError::random())?;
    Ok(hex(&bytes))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15];
    let digit = |nibble| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(digits).map(digit).collect()
}

/// What stands where a text was cut.
pub(super) const CUT: &str = "…[cut]";

/// Keeps so many bytes of a text, up to a character, and marks what is cut.
pub(super) fn cut(text: &mut String, limit: usize) {
    if text.len() > limit {
        text.truncate(text.floor_char_boundary(limit));
        text.push_str(CUT);
    }
}
