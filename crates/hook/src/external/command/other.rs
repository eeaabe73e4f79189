//! A running command where there are no process groups.

use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use async_io::Timer;
use blocking::Unblock;

/// Whether a read gives at once what is there. Here a thread reads, and only the end of the pipe says that nothing is to come.
pub(super) const READS_AT_ONCE: bool = false;

/// How often a command is asked whether it has ended.
const INTERVAL: Duration = Duration::from_millis(5);

/// A command and the ends of its pipes. Dropping it kills the command and what it started.
pub(super) struct Running {
    pub(super) stdin: Option<Unblock<ChildStdin>>,
    pub(super) stdout: Unblock<ChildStdout>,
    pub(super) stderr: Unblock<ChildStderr>,
    pub(super) end: End,
}

/// The end of a command. The process is held, so that its number belongs to nobody else.
pub(super) struct End {
    child: Child,
}

impl Running {
    /// Starts the command, whose three streams are piped. Blocks.
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on, whatever goes wrong kills the command.
        let end = End { child };
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Self {
            stdin: Some(Unblock::new(stdin.ok_or_else(no_pipe)?)),
            stdout: Unblock::new(stdout.ok_or_else(no_pipe)?),
            stderr: Unblock::new(stderr.ok_or_else(no_pipe)?),
            end,
        })
    }
}

impl End {
    /// Waits for the command to end.
    pub(super) async fn status(&mut self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            Timer::after(INTERVAL).await;
        }
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        // Killing a process leaves its children alone, and the tool knows them by their parent: it comes first.
        if let Some(windows) = std::env::var_os("SystemRoot") {
            let tool = PathBuf::from(windows).join("System32").join("taskkill.exe");
            let _ = Command::new(tool)
                .args(["/T", "/F", "/PID", &self.child.id().to_string()])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        }
        let _ = self.child.kill();
    }
}

/// How a command ended that has no exit code.
pub(super) fn without_code(_: ExitStatus) -> String {
    "it ended without an exit code".to_owned()
}
