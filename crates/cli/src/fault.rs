//! Errors as they are printed.

use std::io::{self, Write as _};
use std::panic::PanicHookInfo;

use anyhow::Error;

/// Says on standard error what went wrong.
///
/// A message may quote a file that was named by mistake, or what was typed: secrets are redacted and control characters escaped.
pub(crate) fn report(error: &Error) {
    let text = prescan_core::redact::mask(prescan_rules::builtin(), &format!("{error:#}"));
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' && c != '\t' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    // There is nobody left to tell.
    let _ = writeln!(io::stderr(), "prescan: {shown}");
}

/// Whether it only means that whoever read the output has seen enough of it.
pub(crate) fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Says where a panic happened and nothing of its message, which may hold a piece of what was scanned.
pub(crate) fn on_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    let _ = writeln!(io::stderr(), "prescan: internal error{place}: please report it");
}
