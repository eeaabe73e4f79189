//! What the process's exit code says.

use std::process::ExitCode;

/// The exit codes of every command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Nothing was found, everything was looked at.
    Clean = 0,
    /// There are findings, or an installed hook does not work.
    Findings = 1,
    /// Something went wrong, or a part was not looked at. Findings may have been printed too.
    Error = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
