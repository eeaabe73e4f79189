//! Leaves a hook alone that keeps failing.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

/// More than a state takes.
const LONGEST_STATE: u64 = 1_024;

/// Counts failures in a row and, after so many, skips the hook for a pause. After it one call is let through: its answer closes the breaker, its failure starts another pause.
///
/// The state is a small file, because each event may have a process of its own. Two processes that read it at the same moment may both try, or count one failure for two; neither does harm. A file
/// that makes no sense counts as none.
pub(super) struct Breaker {
    failures: u32,
    pause: Duration,
    file: Option<PathBuf>,
    /// The state where there is no file.
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct State {
    /// Failures in a row.
    failures: u32,
    /// Milliseconds since the start of 1970, UTC.
    open_until: u64,
}

/// Whether a hook is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    Call,
    /// Not before that time.
    SkipUntil(SystemTime),
}

impl Breaker {
    pub(super) fn new(failures: u32, pause: Duration, file: Option<PathBuf>) -> Self {
        Self { failures, pause, file, state: Mutex::default() }
    }

    /// Whether the hook is called now.
    pub(super) fn gate(&self, now: SystemTime) -> Gate {
        let state = self.load();
        if state.failures < self.failures {
            return Gate::Call;
        }
        let until = UNIX_EPOCH.checked_add(Duration::from_millis(state.open_until));
        let left = until.and_then(|until| until.duration_since(now).ok()).unwrap_or_default();
        // A pause that ends later than one which began now is garbage, or the clock was set back.
        if let Some(until) = until
            && !left.is_zero()
            && left <= self.pause
        {
            return Gate::SkipUntil(until);
        }
        // This call is the trial, and others wait for how it ends. Where that cannot be written, they try as well.
        let _ = self.store(State { open_until: self.end_of_pause(now), ..state });
        Gate::Call
    }

    /// Notes how a call ended.
    pub(super) fn record(&self, answered: bool, now: SystemTime) -> io::Result<()> {
        let state = self.load();
        if answered {
            return if state == State::default() { Ok(()) } else { self.store(State::default()) };
        }
        let failures = state.failures.saturating_add(1);
        let open_until = if failures < self.failures { 0 } else { self.end_of_pause(now) };
        self.store(State { failures, open_until })
    }

    /// After how many failures in a row the hook is skipped.
    pub(super) const fn limit(&self) -> u32 {
        self.failures
    }

    fn end_of_pause(&self, now: SystemTime) -> u64 {
        let end = now.duration_since(UNIX_EPOCH).unwrap_or_default().saturating_add(self.pause);
        u64::try_from(end.as_millis()).unwrap_or(u64::MAX)
    }

    fn load(&self) -> State {
        match &self.file {
            None => *self.state.lock().unwrap_or_else(PoisonError::into_inner),
            Some(file) => read(file).unwrap_or_default(),
        }
    }

    fn store(&self, state: State) -> io::Result<()> {
        let Some(file) = &self.file else {
            *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
            return Ok(());
        };
        if state == State::default() {
            return match fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        let folder = file.parent().ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(folder)?;
        let mut new = NamedTempFile::new_in(folder)?;
        new.write_all(&serde_json::to_vec(&state)?)?;
        new.persist(file)?;
        Ok(())
    }
}

fn read(file: &PathBuf) -> Option<State> {
    // Opening a named pipe would wait for its writer.
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let mut text = Vec::new();
    File::open(file).ok()?.take(LONGEST_STATE).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The time of the day, such as `14:05:09 UTC`. A pause is at most a day.
pub(super) fn time_of_day(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() % 86_400;
    format!("{:02}:{:02}:{:02} UTC", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests;
