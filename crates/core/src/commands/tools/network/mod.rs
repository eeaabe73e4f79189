//! Programs that fetch and send: where what they print comes from, and what leaves the machine through them.

mod curl;
mod mail;
mod netcat;
mod socat;
mod ssh;
mod transfers;
mod uploads;
mod wget;

pub(super) use curl::curl;
pub(super) use mail::{carries, looks_up};
pub(super) use netcat::{netcat, secure_client, telnet};
pub(super) use socat::socat;
pub(in crate::commands) use ssh::{note_options, reads_input};
pub(super) use transfers::{copy, shell_of_files};
pub(super) use uploads::client;
pub(in crate::commands) use uploads::uploads;
pub(super) use wget::{httpie, page, wget};

use crate::commands::credentials::Secrecy;
use crate::commands::paths;
use crate::commands::run::{Arg, Flow, Run, is_here};

/// An address without the credentials that may stand in it.
pub(in super::super) fn shown(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let host = rest.split('/').next().unwrap_or_default();
    let rest = match host.rsplit_once('@') {
        Some((secret, _)) => &rest[secret.len() + 1..],
        None => rest,
    };
    let plain = rest.split(['?', '#']).next().unwrap_or_default().replace(paths::UNKNOWN, "…");
    if scheme.is_empty() { plain } else { format!("{scheme}://{plain}") }
}

/// `host:path` and addresses of other machines.
pub(super) fn is_elsewhere(text: &str) -> bool {
    let colon = text.find(':').filter(|at| *at > 1 || text.len() == 2);
    text.contains("://") || colon.is_some_and(|at| !text[..at].contains('/') && at > 0)
}

/// What comes from an address.
fn from_address(address: &str) -> Flow {
    Flow { remote: Some(shown(address)), ..Flow::default() }
}

/// What is sent to hosts.
struct Sending {
    /// True where it leaves the machine.
    leaves: bool,
    /// From how much harm on it is nobody else's business.
    least: Secrecy,
}

impl Sending {
    /// To addresses of which nothing is known.
    fn to<'a>(mut addresses: impl Iterator<Item = &'a str>) -> Self {
        let first = addresses.next();
        let here = first.is_some_and(is_here) && addresses.all(is_here);
        Self { leaves: !here, least: Secrecy::Work }
    }

    /// To a machine on which somebody works: that gets whole projects all the time.
    fn to_machine(address: &str) -> Self {
        let host = address.split_once("://").map_or(address, |(_, rest)| rest);
        let host = host.split([':', '/']).next().unwrap_or_default();
        Self { leaves: !is_here(host), least: Secrecy::Private }
    }

    /// Sends what flows.
    fn flow(&self, run: &mut Run<'_>, flow: &Flow) {
        if self.leaves {
            run.leaks(flow, self.least);
        }
    }

    /// Sends what a substitution in the argument has put there.
    fn carried(&self, run: &mut Run<'_>, arg: &Arg) {
        if let Some(flow) = &arg.flow {
            self.flow(run, flow);
        }
    }

    /// Sends the file at a path, or a folder with all that is in it.
    fn file(&self, run: &mut Run<'_>, arg: &Arg) {
        if self.leaves {
            let secret = run.secret_in(arg);
            let pipe = run.contents(arg).pipe;
            self.flow(run, &Flow { pipe, ..Flow::holding(secret) });
        }
    }
}

/// A path whose `~` the shell has left alone because something stands in front of it: the intent is plain.
fn with_home(run: &Run<'_>, path: &str) -> Arg {
    match path.strip_prefix("~/") {
        Some(rest) => Arg::plain(format!("{}/{rest}", paths::home(run.view))),
        None => Arg::plain(path),
    }
}
