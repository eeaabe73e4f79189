//! What the user's word lets through.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{EventHash, PendingRequest};
use crate::state::timestamp::Timestamp;

/// For how long anything is granted at most.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How far a user's word reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// The same call once, within this time.
    Once(Duration),
    /// The same call in the same session any number of times, for so long; a day at most.
    For(Duration),
    /// The same call in every session, until its entry is taken out of the user's allowlist.
    Always {
        /// Why, for whoever reads the list later.
        reason: String,
    },
}

/// What came of an approval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Approved {
    /// It is granted from now on.
    Granted(Grant),
    /// The caller adds this to the user's allowlist; nothing is granted by it alone.
    Allow(AllowEntry),
}

/// A call that may be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    /// The id of the request that it answers.
    pub id: String,
    /// The event in its session.
    pub event: EventHash,
    /// It is used up by the first call.
    pub once: bool,
    /// When it was granted.
    pub granted: Timestamp,
    /// Until when it can be used.
    pub until: Timestamp,
    /// The host.
    pub host: String,
    /// The tool.
    pub tool: String,
    /// The session.
    pub session: String,
    /// What is done, without secrets.
    pub call: String,
}

impl Grant {
    /// `None` for a term without an end.
    pub(super) fn new(request: &PendingRequest, term: &Term, now: Timestamp) -> Option<Self> {
        let (once, duration) = match term {
            Term::Once(duration) => (true, *duration),
            Term::For(duration) => (false, *duration),
            Term::Always { .. } => return None,
        };
        Some(Self {
            id: request.id.clone(),
            event: request.event,
            once,
            granted: now,
            until: now.after(duration.min(LONGEST)),
            host: request.host.clone(),
            tool: request.tool.clone(),
            session: request.session.clone(),
            call: request.call.clone(),
        })
    }

    /// Whether it can be used. A clock that was set back does not make it last longer.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        now < self.until && self.until <= now.after(LONGEST)
    }
}

/// An entry of a user's allowlist: this call, in any session, without an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowEntry {
    /// The tool, for readers; the hash holds it too.
    pub tool: String,
    /// The event in any session.
    pub event: EventHash,
    /// Why it is allowed.
    pub reason: String,
    /// Since when.
    pub added: Timestamp,
}
