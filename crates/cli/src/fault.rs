//! Errors as they are printed.

use std::io;

use anyhow::Error;

/// Whether it only means that whoever read the output has seen enough of it.
pub(crate) fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
