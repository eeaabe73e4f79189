//! Calls that wait for the user's word.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Code, EventHash};
use crate::event::{Event, EventKind};
use crate::state::error::StateError;
use crate::state::files;
use crate::state::timestamp::Timestamp;

/// How long a code can be used.
pub(super) const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// How many bytes of a call are kept to be shown.
const CALL_LIMIT: usize = 4 * 1024;

/// How many bytes of a reason are kept.
const REASON_LIMIT: usize = 2 * 1024;

/// How many bytes of a name are kept.
const NAME_LIMIT: usize = 512;

/// What the user is shown of a call before saying yes. Neither text holds a secret: the caller redacts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestText<'a> {
    /// What would be done: the command, or the arguments.
    pub call: &'a str,
    /// Why it was stopped.
    pub reason: &'a str,
}

/// A request that was just made, with its code.
///
/// The code is handed out here and never again: files hold a hash of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issued {
    /// What the user types.
    pub code: Code,
    /// What the request is known by in the audit log.
    pub id: String,
    /// Until when the code can be used.
    pub expires: Timestamp,
}

/// A call that waits for the user's word.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingRequest {
    /// What it is known by in the audit log.
    pub id: String,
    pub(super) code_hash: String,
    /// The event in its session.
    pub event: EventHash,
    /// The event in any session.
    pub event_anywhere: EventHash,
    /// The host that made the call.
    pub host: String,
    /// The kind of the event.
    pub kind: EventKind,
    /// The tool.
    pub tool: String,
    /// The session; empty where the host does not say.
    pub session: String,
    /// The working directory.
    pub cwd: Option<String>,
    /// What would be done, without secrets, and cut where it is long.
    pub call: String,
    /// Why it was stopped.
    pub reason: String,
    /// When it was asked for.
    pub created: Timestamp,
    /// Until when its code can be used.
    pub expires: Timestamp,
}

impl PendingRequest {
    pub(super) fn new(
        event: &Event,
        text: RequestText<'_>,
        code: &Code,
        now: Timestamp,
    ) -> Result<Self, StateError> {
        let short = |text: &str, limit| {
            // A character has up to four bytes, so that more than the limit is left to be cut.
            let mut text = text[..text.floor_char_boundary(limit + 4)].to_owned();
            files::cut(&mut text, limit);
            text
        };
        let cwd = event.cwd.as_ref().map(|path| path.to_string_lossy());
        Ok(Self {
            id: files::random_id()?,
            code_hash: code.hash(),
            event: EventHash::in_session(event),
            event_anywhere: EventHash::of(event),
            host: short(&event.host, NAME_LIMIT),
            kind: event.kind,
            tool: short(&event.tool_name, NAME_LIMIT),
            session: short(&event.session_key, NAME_LIMIT),
            cwd: cwd.map(|path| short(&path, NAME_LIMIT)),
            call: short(text.call, CALL_LIMIT),
            reason: short(text.reason, REASON_LIMIT),
            created: now,
            expires: now.after(LIFETIME),
        })
    }

    /// Whether its code can be used. A clock that was set back does not make it last longer.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        now < self.expires && self.expires <= now.after(LIFETIME)
    }
}

/// Without the hash of the code, which is short enough to be guessed from it.
impl fmt::Debug for PendingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingRequest")
            .field("id", &self.id)
            .field("host", &self.host)
            .field("tool", &self.tool)
            .field("session", &self.session)
            .field("created", &self.created)
            .finish_non_exhaustive()
    }
}
