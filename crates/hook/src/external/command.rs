//! A hook that is a command.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use futures_lite::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, FutureExt as _, future};

use super::answer;
use super::config::CommandLine;
use super::hook::Reply;
use crate::hook::HookError;

#[cfg(not(unix))]
#[path = "command/other.rs"]
mod running;
#[cfg(unix)]
#[path = "command/unix.rs"]
mod running;

use running::Running;

/// How much of the standard error is kept, in bytes; the rest is read and forgotten.
const KEPT_ERRORS: usize = 4_096;

/// How much is read at once, in bytes.
const CHUNK: usize = 16 * 1_024;

/// A command with all that it is started with.
pub(super) struct Program {
    line: CommandLine,
    folder: PathBuf,
    variables: Vec<(String, OsString)>,
}

impl Program {
    /// A command that runs in that folder, which is absolute, with these variables alone. It is not empty.
    pub(super) fn new(
        line: CommandLine,
        folder: PathBuf,
        variables: Vec<(String, OsString)>,
    ) -> Self {
        Self { line, folder, variables }
    }

    /// Runs the command once with that on its standard input.
    ///
    /// Dropping the future kills the command and what it started.
    pub(super) async fn ask(&self, input: &[u8]) -> Result<Reply, HookError> {
        let command = self.command();
        // Starting waits until the program is loaded, from wherever it lies.
        let mut running =
            blocking::unblock(move || Running::start(command)).await.map_err(not_started)?;
        let mut heard = Heard::default();
        let status = heard.exchange(&mut running, input).await?;
        heard.rest(&mut running).await?;
        heard.reply(status)
    }

    fn command(&self) -> Command {
        let mut command = match &self.line {
            CommandLine::Shell(line) => shell(line),
            CommandLine::Program(words) => {
                let program = words.first().map(String::as_str).unwrap_or_default();
                // A name alone is looked for in `PATH`.
                let is_name = Path::new(program).components().count() == 1;
                let mut command = if is_name {
                    Command::new(program)
                } else {
                    Command::new(self.folder.join(program))
                };
                command.args(words.iter().skip(1));
                command
            }
        };
        command
            .current_dir(&self.folder)
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

#[cfg(not(windows))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(line);
    command
}

#[cfg(windows)]
fn shell(line: &str) -> Command {
    use std::os::windows::process::CommandExt as _;

    let mut command = Command::new("cmd.exe");
    // With `/s`, the outermost quotes are taken off and the rest is the line as it was written.
    command.raw_arg("/d /s /c").raw_arg(format!("\"{line}\""));
    command
}

fn not_started(error: io::Error) -> HookError {
    HookError::new(match error.kind() {
        io::ErrorKind::NotFound => "it cannot be started: no such command or folder".to_owned(),
        kind => format!("it cannot be started: {kind}"),
    })
}

/// What a command has written.
#[derive(Default)]
struct Heard {
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Heard {
    /// Writes the input and reads both outputs, all at once, until the command ends.
    async fn exchange(
        &mut self,
        running: &mut Running,
        input: &[u8],
    ) -> Result<ExitStatus, HookError> {
        let Self { output, errors } = self;
        let Running { stdin, stdout, stderr, .. } = running;
        let feed = async {
            if let Some(mut stdin) = stdin.take() {
                // A command need not read what it was given, so an error here is none.
                let _ = stdin.write_all(input).await;
                let _ = stdin.close().await;
            }
            Ok(())
        };
        let outputs = future::try_zip(read_all(stdout, output), drain(stderr, errors));
        let talk = async {
            future::try_zip(feed, outputs).await?;
            // Whoever has closed everything has not ended yet.
            future::pending().await
        };
        let end = async {
            running.end.status().await.map_err(|error| {
                HookError::new(format!("how it ended cannot be told: {}", error.kind()))
            })
        };
        talk.or(end).await
    }

    /// Reads what the command wrote before it ended. A process that it left behind may hold the pipes open and is not waited for.
    async fn rest(&mut self, running: &mut Running) -> Result<(), HookError> {
        let Self { output, errors } = self;
        if !running::READS_AT_ONCE {
            let outputs = future::try_zip(
                read_all(&mut running.stdout, output),
                drain(&mut running.stderr, errors),
            );
            return outputs.await.map(|_| ());
        }
        let mut chunk = vec![0; CHUNK];
        while let Some(Ok(length @ 1..)) = future::poll_once(running.stdout.read(&mut chunk)).await
        {
            take(output, &chunk[..length])?;
        }
        while errors.len() < KEPT_ERRORS
            && let Some(Ok(length @ 1..)) = future::poll_once(running.stderr.read(&mut chunk)).await
        {
            keep(errors, &chunk[..length]);
        }
        Ok(())
    }

    fn reply(self, status: ExitStatus) -> Result<Reply, HookError> {
        match status.code() {
            Some(0) if self.output.trim_ascii().is_empty() => Ok(Reply::Nothing),
            Some(0) => Ok(Reply::Json(self.output)),
            Some(2) => Ok(Reply::Block(self.errors)),
            Some(code) => Err(HookError::new(format!("it exited with {code}"))),
            None => Err(HookError::new(running::without_code(status))),
        }
    }
}

/// Reads to the end into a buffer that holds what was read whenever this is dropped.
async fn read_all(
    from: &mut (impl AsyncRead + Unpin),
    into: &mut Vec<u8>,
) -> Result<(), HookError> {
    let mut chunk = vec![0; CHUNK];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        take(into, &chunk[..length])?;
        // A command that writes faster than it is read must not keep the timeout from being looked at.
        future::yield_now().await;
    }
    Ok(())
}

/// Reads to the end and keeps the beginning.
async fn drain(from: &mut (impl AsyncRead + Unpin), into: &mut Vec<u8>) -> Result<(), HookError> {
    let mut chunk = vec![0; CHUNK];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        keep(into, &chunk[..length]);
        future::yield_now().await;
    }
    Ok(())
}

fn take(into: &mut Vec<u8>, bytes: &[u8]) -> Result<(), HookError> {
    if into.len() + bytes.len() > answer::LONGEST {
        return Err(answer::too_long());
    }
    into.extend_from_slice(bytes);
    Ok(())
}

fn keep(into: &mut Vec<u8>, bytes: &[u8]) {
    let room = KEPT_ERRORS.saturating_sub(into.len());
    into.extend_from_slice(&bytes[..bytes.len().min(room)]);
}
