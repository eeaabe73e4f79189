//! Requests and grants as files: one each, so that processes need no lock to agree.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;

use super::{
    AllowEntry, Approved, Code, EventHash, Grant, Issued, PendingRequest, RequestText, Term,
};
use crate::event::Event;
use crate::state::error::StateError;
use crate::state::files::{self, TEMPORARY};
use crate::state::folder::StateFolder;
use crate::state::timestamp::Timestamp;

const PENDING: &str = "pending";
const GRANTS: &str = "grants";
/// One byte for each wrong code in a row.
const WRONG_CODES: &str = "wrong-codes";
/// The same for the user's secret. A right code says nothing about it.
const WRONG_SECRETS: &str = "wrong-secrets";

/// How many requests may be pending. The oldest gives way.
const MOST_PENDING: usize = 64;

/// How many wrong codes or secrets in a row drop all requests.
const MOST_WRONG: usize = 10;

/// How many files of a folder are looked at.
const MOST_FILES: usize = 4096;

/// How old a file must be that a process left behind half way.
const STALE: Duration = Duration::from_secs(60 * 60);

/// Requests for approval, and what was granted.
///
/// A call that was stopped is asked for ([`request`](Self::request)); the user gets a code, and says yes with it ([`approve`](Self::approve)); the same call in the same session then finds the
/// grant ([`take`](Self::take)). Any other call does not.
#[derive(Clone, Debug)]
pub struct Approvals {
    folder: StateFolder,
}

/// What files hold, and which of them hold something else.
#[derive(Debug)]
pub struct Listing<T> {
    /// What could be read, oldest first.
    pub entries: Vec<T>,
    /// What could not.
    pub problems: Vec<StateError>,
}

impl Approvals {
    /// Those of that folder.
    #[must_use]
    pub const fn new(folder: StateFolder) -> Self {
        Self { folder }
    }

    /// Makes a one-time code for exactly this event in its session, good for ten minutes. A request for the same event that is pending is replaced, and its code void.
    ///
    /// The caller does not ask for what no approval overrules (`Decision::is_floor`).
    ///
    /// # Errors
    ///
    /// The folder cannot be used, or the system has no random bytes. There is no code then, and the decision stands.
    pub fn request(
        &self,
        event: &Event,
        text: RequestText<'_>,
        now: SystemTime,
    ) -> Result<Issued, StateError> {
        let now = Timestamp::new(now);
        let code = Code::random()?;
        let request = PendingRequest::new(event, text, &code, now)?;
        let pending = self.folder.create_below(PENDING)?;
        files::write_json(&pending.join(request.event.file_name()), &request)?;
        let count = read_dir(&pending)?.take(MOST_FILES).count();
        if count > MOST_PENDING {
            self.drop_oldest(now, &request.id)?;
        }
        Ok(Issued { code, id: request.id, expires: request.expires })
    }

    /// The requests that wait, oldest first. Those that are over are removed.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn pending(&self, now: SystemTime) -> Result<Listing<PendingRequest>, StateError> {
        let now = Timestamp::new(now);
        let mut listing = self.list(PENDING, now, |it: &PendingRequest| it.is_live(now))?;
        listing.entries.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
        Ok(listing)
    }

    /// The grants that can be used, oldest first. Those that are over are removed.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn grants(&self, now: SystemTime) -> Result<Listing<Grant>, StateError> {
        let now = Timestamp::new(now);
        let mut listing = self.list(GRANTS, now, |it: &Grant| it.is_live(now))?;
        listing.entries.sort_by(|a, b| (a.granted, &a.id).cmp(&(b.granted, &b.id)));
        Ok(listing)
    }

    /// The request that has this code, which stays good.
    ///
    /// # Errors
    ///
    /// There is none ([`StateError::is_wrong_code`]): ten wrong codes in a row drop all requests. Or the folder cannot be used.
    pub fn find(&self, code: &Code, now: SystemTime) -> Result<PendingRequest, StateError> {
        let tried = self.count_wrong(WRONG_CODES)?;
        let hash = code.hash();
        let found = self.pending(now)?.entries.into_iter().find(|it| it.code_hash == hash);
        match found {
            Some(request) if tried <= MOST_WRONG => {
                remove(&self.folder.path().join(WRONG_CODES))?;
                Ok(request)
            }
            _ if tried >= MOST_WRONG => {
                self.drop_pending()?;
                remove(&self.folder.path().join(WRONG_CODES))?;
                Err(StateError::too_many_wrong())
            }
            _ => Err(StateError::unknown_code(MOST_WRONG - tried)),
        }
    }

    /// Drops every request that waits, and says how many.
    ///
    /// # Errors
    ///
    /// The folder cannot be used.
    pub fn drop_pending(&self) -> Result<usize, StateError> {
        remove_all(&self.folder.path().join(PENDING))
    }

    /// Uses a code up: the call that it was issued for may be made as the term says.
    ///
    /// # Errors
    ///
    /// As for [`find`](Self::find).
    pub fn approve(
        &self,
        code: &Code,
        term: &Term,
        now: SystemTime,
    ) -> Result<Approved, StateError> {
        let found = self.find(code, now)?;
        let now = Timestamp::new(now);
        let request = self.consume(&found)?;
        if request.code_hash != found.code_hash {
            // The same call was asked for again in this moment, which voids the code.
            return Err(StateError::unknown_code(MOST_WRONG));
        }
        let Some(grant) = Grant::new(&request, term, now) else {
            let Term::Always { reason } = term else { return Err(StateError::not_a_code()) };
            return Ok(Approved::Allow(AllowEntry {
                tool: request.tool,
                event: request.event_anywhere,
                reason: reason.clone(),
                added: now,
            }));
        };
        let grants = self.folder.create_below(GRANTS)?;
        files::write_json(&grants.join(grant.event.file_name()), &grant)?;
        Ok(Approved::Granted(grant))
    }

    /// The grant for this event, where there is one; one for a single use is used up by it. Costs one failing system call where there is none.
    ///
    /// To be asked only for what was stopped and may be approved.
    ///
    /// # Errors
    ///
    /// The grant cannot be read, or not be used up: it lets nothing through then.
    pub fn take(&self, event: &Event, now: SystemTime) -> Result<Option<Grant>, StateError> {
        let now = Timestamp::new(now);
        let hash = EventHash::in_session(event);
        let path = self.folder.path().join(GRANTS).join(hash.file_name());
        let is_good = |grant: &Grant| grant.event == hash && grant.is_live(now);
        let Some(grant) = missing_is_none(files::read_json::<Grant>(&path))? else {
            return Ok(None);
        };
        if !is_good(&grant) {
            return remove(&path).map(|()| None);
        }
        if !grant.once {
            return Ok(Some(grant));
        }
        // INVARIANT: of several processes only one can rename the file, and that one has the grant.
        let Some(taken) = claim(&path)? else { return Ok(None) };
        let grant: Result<Grant, StateError> = files::read_json(&taken);
        remove(&taken)?;
        grant.map(|grant| Some(grant).filter(is_good))
    }

    /// Asks whether a secret of the user is right, where one is kept, and counts those that are not.
    ///
    /// # Errors
    ///
    /// It is wrong: ten wrong ones in a row drop all requests. Or the folder cannot be used.
    pub fn try_secret(&self, is_right: impl FnOnce() -> bool) -> Result<(), StateError> {
        let tried = self.count_wrong(WRONG_SECRETS)?;
        if tried <= MOST_WRONG && is_right() {
            return remove(&self.folder.path().join(WRONG_SECRETS));
        }
        if tried < MOST_WRONG {
            return Err(StateError::wrong_secret(MOST_WRONG - tried));
        }
        self.drop_pending()?;
        remove(&self.folder.path().join(WRONG_SECRETS))?;
        Err(StateError::too_many_wrong())
    }

    /// Takes back the grant with that id, or all of them, and says how many there were.
    ///
    /// # Errors
    ///
    /// The folder cannot be used.
    pub fn revoke(&self, id: Option<&str>) -> Result<usize, StateError> {
        let folder = self.folder.path().join(GRANTS);
        let Some(id) = id else { return remove_all(&folder) };
        let mut revoked = 0;
        for path in entries(&folder)? {
            if files::read_json::<Grant>(&path).is_ok_and(|grant| grant.id == id) {
                remove(&path)?;
                revoked += 1;
            }
        }
        Ok(revoked)
    }

    /// Counts one more code, wrong until it is found, and says how many that makes. Counted first, codes tried at the same time do not slip through.
    fn count_wrong(&self, name: &str) -> Result<usize, StateError> {
        let path = self.folder.path().join(name);
        let mut file = self.folder.open(&path, OpenOptions::new().append(true).create(true))?;
        let io = |error| StateError::io(&path, error);
        file.write_all(b"x").map_err(io)?;
        let count = file.metadata().map_err(io)?.len();
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Takes a request out of the folder; only one process can.
    fn consume(&self, found: &PendingRequest) -> Result<PendingRequest, StateError> {
        let path = self.folder.path().join(PENDING).join(found.event.file_name());
        let Some(taken) = claim(&path)? else {
            return Err(StateError::unknown_code(MOST_WRONG));
        };
        let request = files::read_json(&taken);
        remove(&taken)?;
        request
    }

    fn drop_oldest(&self, now: Timestamp, newest: &str) -> Result<(), StateError> {
        let mut listing = self.pending(now.time())?.entries;
        listing.retain(|request| request.id != newest);
        let too_many = (listing.len() + 1).saturating_sub(MOST_PENDING);
        for request in listing.iter().take(too_many) {
            remove(&self.folder.path().join(PENDING).join(request.event.file_name()))?;
        }
        Ok(())
    }

    fn list<T: DeserializeOwned>(
        &self,
        name: &str,
        now: Timestamp,
        is_live: impl Fn(&T) -> bool,
    ) -> Result<Listing<T>, StateError> {
        let mut listing = Listing { entries: Vec::new(), problems: Vec::new() };
        match self.folder.check() {
            Err(error) if error.is_missing() => return Ok(listing),
            result => result?,
        }
        for path in entries(&self.folder.path().join(name))? {
            if is_temporary(&path) {
                remove_stale(&path, now);
                continue;
            }
            match missing_is_none(files::read_json(&path)) {
                Ok(Some(entry)) if is_live(&entry) => listing.entries.push(entry),
                Ok(Some(_)) => remove(&path)?,
                Ok(None) => {}
                Err(error) => listing.problems.push(error),
            }
        }
        Ok(listing)
    }
}

fn missing_is_none<T>(result: Result<T, StateError>) -> Result<Option<T>, StateError> {
    match result {
        Err(error) if error.is_missing() => Ok(None),
        result => result.map(Some),
    }
}

/// Moves a file to a name that nobody else knows. `None` where it is gone.
fn claim(path: &Path) -> Result<Option<PathBuf>, StateError> {
    let taken = path.with_file_name(format!("{TEMPORARY}{}", files::random_id()?));
    let renamed = fs::rename(path, &taken).map_err(|error| StateError::io(path, error));
    Ok(missing_is_none(renamed)?.map(|()| taken))
}

/// A file that is gone already is as good as removed.
fn remove(path: &Path) -> Result<(), StateError> {
    let removed = fs::remove_file(path).map_err(|error| StateError::io(path, error));
    missing_is_none(removed).map(|_| ())
}

/// Removes what can be removed, before it says what could not.
fn remove_all(folder: &Path) -> Result<usize, StateError> {
    let paths = entries(folder)?;
    let count = paths.iter().filter(|path| !is_temporary(path)).count();
    let failed: Vec<StateError> = paths.iter().filter_map(|path| remove(path).err()).collect();
    failed.into_iter().next().map_or(Ok(count), Err)
}

fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()))
}

fn remove_stale(path: &Path, now: Timestamp) {
    let modified = path.symlink_metadata().and_then(|metadata| metadata.modified());
    if modified.is_ok_and(|time| now.since(Timestamp::new(time)) > STALE) {
        // It is tried again the next time.
        let _ = fs::remove_file(path);
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, StateError> {
    let Some(entries) = missing_is_none(read_dir(folder))? else { return Ok(Vec::new()) };
    let entry = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| entry.path()).map_err(|error| StateError::io(folder, error))
    };
    entries.take(MOST_FILES).map(entry).collect()
}

fn read_dir(folder: &Path) -> Result<fs::ReadDir, StateError> {
    folder.read_dir().map_err(|error| StateError::io(folder, error))
}
