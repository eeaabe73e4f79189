//! From an entry of the settings to a hook.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use super::breaker::Breaker;
use super::command::Program;
use super::config::{CommandLine, ExternalHook};
use super::hook::{External, LONGEST_TIMEOUT, RECURSION_VARIABLE, Target};
use super::http::Endpoint;
use super::invalid::{InvalidHook, Kind};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 64;

impl ExternalHook {
    /// Checks the entry and makes the hook of it. Nothing is started, opened or looked up yet.
    ///
    /// `base` is the folder of the settings file: where the command runs. `state` is the folder for what is remembered from one process to the next, how often the hook failed; without it that
    /// is remembered by the hook alone. `environment` is asked for the variables that are passed on, and for [`RECURSION_VARIABLE`].
    ///
    /// # Errors
    /// Where fields contradict one another, or hold what cannot be used.
    pub fn into_hook(
        self,
        base: &Path,
        state: Option<&Path>,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<External, InvalidHook> {
        let invalid = |kind| InvalidHook::new(&self.name, kind);
        self.check().map_err(invalid)?;
        let base = std::path::absolute(base)
            .map_err(|error| invalid(Kind::BaseFolder(error.kind().to_string())))?;
        let file = state.map(|folder| self.state_file(folder, &base));
        let target = self.target(base, environment).map_err(invalid)?;
        Ok(External {
            breaker: Breaker::new(self.breaker.failures, self.breaker.pause.duration(), file),
            timeout: self.timeout.min(LONGEST_TIMEOUT),
            on_error: self.on_error,
            target,
            silent: environment(RECURSION_VARIABLE).is_some_and(|value| !value.is_empty()),
            clock: Box::new(SystemTime::now),
            name: self.name,
            matching: self.matching,
        })
    }

    fn check(&self) -> Result<(), Kind> {
        let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if self.name.is_empty() || self.name.len() > LONGEST_NAME || !self.name.chars().all(named) {
            return Err(Kind::Name);
        }
        if self.matching.events.is_empty() {
            return Err(Kind::Events);
        }
        if self.matching.tools.is_empty() {
            return Err(Kind::Tools);
        }
        if self.timeout.duration().is_zero() {
            return Err(Kind::Timeout);
        }
        if self.breaker.failures == 0 {
            return Err(Kind::Failures);
        }
        for name in self.environment_names() {
            if name.is_empty() || name.contains(['=', '\0']) {
                return Err(Kind::EnvironmentName(super::text::line(name, LONGEST_NAME)));
            }
        }
        Ok(())
    }

    fn target(
        &self,
        base: PathBuf,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Target, Kind> {
        match (&self.command, &self.url) {
            (None, None) => Err(Kind::NeitherCommandNorUrl),
            (Some(_), Some(_)) => Err(Kind::BothCommandAndUrl),
            (Some(command), None) => {
                if !self.headers.is_empty() {
                    return Err(Kind::OnlyForUrl("headers"));
                }
                if self.allow_http {
                    return Err(Kind::OnlyForUrl("allow_http"));
                }
                check_command(command)?;
                let mut variables: Vec<(String, OsString)> = self
                    .environment_names()
                    .into_iter()
                    .filter_map(|name| Some((name.to_owned(), environment(name)?)))
                    .collect();
                variables.push((RECURSION_VARIABLE.to_owned(), "1".into()));
                Ok(Target::Program(Program::new(command.clone(), base, variables)))
            }
            (None, Some(url)) => Endpoint::new(self, url, environment).map(Target::Endpoint),
        }
    }

    /// A file of this hook's own: a hook of the same name in other settings, or one that calls something else now, starts anew.
    fn state_file(&self, folder: &Path, base: &Path) -> PathBuf {
        let mut hash = Sha256::new();
        let called = match &self.command {
            None => vec![self.url.as_deref().unwrap_or_default()],
            Some(CommandLine::Shell(line)) => vec![line.as_str()],
            Some(CommandLine::Program(words)) => words.iter().map(String::as_str).collect(),
        };
        let base = base.to_string_lossy();
        for part in [self.name.as_str(), &base].into_iter().chain(called) {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let name: String = hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        folder.join("hooks").join(format!("{name}.json"))
    }
}

fn check_command(command: &CommandLine) -> Result<(), Kind> {
    let words = match command {
        CommandLine::Shell(line) => std::slice::from_ref(line),
        CommandLine::Program(words) => words.as_slice(),
    };
    match words.first() {
        None => Err(Kind::EmptyCommand),
        Some(first) if first.trim().is_empty() => Err(Kind::EmptyCommand),
        Some(_) if words.iter().any(|word| word.contains('\0')) => Err(Kind::NulInCommand),
        Some(_) => Ok(()),
    }
}
