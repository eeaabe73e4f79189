//! A running command, in a process group of its own.

use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};

use async_io::Async;
use blocking::Task;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Whether a read gives at once what is there, so that what a command wrote before its end can be told from what is still to come.
pub(super) const READS_AT_ONCE: bool = true;

/// A command and the ends of its pipes. Dropping it kills the whole process group.
pub(super) struct Running {
    pub(super) stdin: Option<Async<ChildStdin>>,
    pub(super) stdout: Async<ChildStdout>,
    pub(super) stderr: Async<ChildStderr>,
    pub(super) end: End,
}

/// The end of a command.
pub(super) struct End {
    group: Arc<Group>,
    reaped: Option<Task<io::Result<ExitStatus>>>,
}

/// A process group, known by its first process.
struct Group {
    leader: Pid,
    /// The leader was waited for. Its number, which is the group's, may belong to somebody else from then on.
    gone: Mutex<bool>,
}

impl Running {
    /// Starts the command, whose three streams are piped. Blocks.
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        let mut child = command.process_group(0).spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on, whatever goes wrong kills the command.
        let end = End::of(child);
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Self {
            stdin: Some(Async::new(stdin.ok_or_else(no_pipe)?)?),
            stdout: Async::new(stdout.ok_or_else(no_pipe)?)?,
            stderr: Async::new(stderr.ok_or_else(no_pipe)?)?,
            end,
        })
    }
}

impl End {
    fn of(child: Child) -> Self {
        let group = Arc::new(Group { leader: Pid::from_child(&child), gone: Mutex::new(false) });
        let of_thread = Arc::clone(&group);
        let reaped = Some(blocking::unblock(move || of_thread.reap(child)));
        Self { group, reaped }
    }

    /// Waits for the command to end. What it left behind in its group is killed then. An error the second time.
    pub(super) async fn status(&mut self) -> io::Result<ExitStatus> {
        let status = match &mut self.reaped {
            Some(reaped) => reaped.await,
            None => return Err(io::ErrorKind::NotFound.into()),
        };
        self.reaped = None;
        status
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.group.kill();
        if let Some(reaped) = self.reaped.take() {
            // Somebody has to wait for the killed process.
            reaped.detach();
        }
    }
}

impl Group {
    fn kill(&self) {
        let gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        if !*gone {
            // The only error is that there is nobody left.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }

    /// Waits for the leader, kills what is left of the group, and only then lets the leader's number go.
    fn reap(&self, mut child: Child) -> io::Result<ExitStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let ended = rustix::io::retry_on_intr(|| waitid(WaitId::Pid(self.leader), options));
        let mut gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.is_ok() {
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
        *gone = true;
        child.wait()
    }
}

/// How a command ended that has no exit code.
pub(super) fn without_code(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("it was killed by signal {signal}"),
        None => "it ended without an exit code".to_owned(),
    }
}
