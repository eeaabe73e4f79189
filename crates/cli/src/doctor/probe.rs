//! Runs an installed command as its host would.

use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Seen;

/// How long an answer may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long an answer may take before an agent's user feels it at every call.
const SLOW: Duration = Duration::from_secs(1);

/// The longest answer that is read, in bytes.
const MAX_ANSWER: u64 = 1 << 20;

/// What came of a run.
pub(super) struct Ran {
    pub(super) stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// `None` for a process that was killed.
    code: Option<i32>,
    took: Duration,
}

/// Runs a command with something on its standard input, for as long as [`PATIENCE`].
pub(super) fn run(mut command: Command, input: &[u8]) -> io::Result<Ran> {
    let start = Instant::now();
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that ends without reading has its answer looked at all the same.
        let _ = stdin.write_all(input);
    }
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    let left = || PATIENCE.saturating_sub(start.elapsed());
    // A process that was started by the command may hold the streams open after its end.
    let outputs = stdout
        .recv_timeout(left())
        .and_then(|stdout| stderr.recv_timeout(left()).map(|stderr| (stdout, stderr)));
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if left().is_zero() => break None,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    match (outputs, status) {
        (Ok((stdout, stderr)), Some(status)) => {
            Ok(Ran { stdout, stderr, code: status.code(), took: start.elapsed() })
        }
        _ => {
            let _ = child.kill();
            let _ = child.wait();
            Err(io::Error::new(io::ErrorKind::TimedOut, "no answer for 10 seconds"))
        }
    }
}

/// Reads a stream to its end, or as far as is of interest, on a thread of its own.
fn read(stream: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            // What came before an error is all there is to look at.
            let _ = stream.take(MAX_ANSWER).read_to_end(&mut bytes);
        }
        // After a time-out nobody waits for it.
        let _ = sender.send(bytes);
    });
    receiver
}

/// The answer to a call.
#[derive(PartialEq, Eq, Debug)]
enum Answer {
    /// No decision: the call goes on as it would without a hook.
    Through,
    /// A decision, such as `deny`.
    Decided(String),
    /// Claude Code goes on as if nothing had been said. In words.
    Unheard(String),
}

/// Asks an installed command about a harmless and a destructive command line. Neither is run.
pub(super) fn judge(command: &str, project: &Path) -> Vec<Seen> {
    let mut seen = Vec::new();
    for (line, denied) in [("echo prescan-doctor", false), ("rm -rf /", true)] {
        let ran = match run(shell(command, project), event(line, project).as_bytes()) {
            Ok(ran) => ran,
            Err(error) => {
                seen.push(Seen::dead(format!("`{command}` cannot be run: {error}")));
                break;
            }
        };
        let answer = answer_of(&ran);
        seen.push(match (answer, denied) {
            (Answer::Through, false) => Seen::fine(format!("lets `{line}` through")),
            (Answer::Through, true) => Seen::dead(format!("lets `{line}` through")),
            (Answer::Decided(word), true) if word == "deny" => {
                Seen::fine(format!("denies `{line}`"))
            }
            (Answer::Decided(word), _) => Seen::dead(format!("answers `{word}` to `{line}`")),
            (Answer::Unheard(what), _) => Seen::dead(format!("`{command}` {what}")),
        });
        if ran.took > SLOW {
            seen.push(Seen::odd(format!("took {} ms for `{line}`", ran.took.as_millis())));
        }
    }
    seen
}

/// The command as Claude Code runs it.
fn shell(line: &str, project: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(line)
        .current_dir(project)
        .env("CLAUDE_PROJECT_DIR", project)
        .env("CLAUDE_CODE_ENTRYPOINT", "cli");
    command
}

fn event(line: &str, project: &Path) -> String {
    json!({
        "session_id": "prescan-doctor",
        "transcript_path": "",
        "cwd": project.to_string_lossy(),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": line, "description": "a probe of prescan doctor, which is not run"},
        "tool_use_id": "prescan-doctor",
    })
    .to_string()
}

fn answer_of(ran: &Ran) -> Answer {
    let said = || {
        let text = String::from_utf8_lossy(ran.stderr.trim_ascii()).into_owned();
        let line = text.lines().next().unwrap_or_default().to_owned();
        let line = prescan_core::redact::mask(prescan_rules::builtin(), &line);
        if line.is_empty() { line } else { format!(": {line}") }
    };
    match ran.code {
        Some(0) => {}
        Some(2) => return Answer::Decided("deny".to_owned()),
        Some(127) => return Answer::Unheard(format!("is not there{}", said())),
        Some(code) => return Answer::Unheard(format!("ended with exit code {code}{}", said())),
        None => return Answer::Unheard(format!("was killed{}", said())),
    }
    if ran.stdout.trim_ascii().is_empty() {
        return Answer::Through;
    }
    let Ok(Value::Object(answer)) = serde_json::from_slice(&ran.stdout) else {
        return Answer::Unheard("printed something that is not a JSON object".to_owned());
    };
    let decision = answer.get("hookSpecificOutput").and_then(|specific| {
        let ours = specific.get("hookEventName").and_then(Value::as_str) == Some("PreToolUse");
        specific.get("permissionDecision").and_then(Value::as_str).filter(|_| ours)
    });
    decision.map_or(Answer::Through, |word| Answer::Decided(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(code: i32, stdout: &str) -> Answer {
        let (stdout, stderr) = (stdout.into(), b"sh: 1: gone\nmore\n".to_vec());
        answer_of(&Ran { stdout, stderr, code: Some(code), took: Duration::ZERO })
    }

    #[test]
    fn answers_are_read_as_claude_code_reads_them() {
        let deny =
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}"#;
        assert_eq!(answer(0, ""), Answer::Through);
        assert_eq!(answer(0, "{\"systemMessage\":\"hello\"}\n"), Answer::Through);
        assert_eq!(answer(0, deny), Answer::Decided("deny".to_owned()));
        assert_eq!(answer(0, &deny.replace("PreTool", "PostTool")), Answer::Through);
        assert_eq!(answer(2, ""), Answer::Decided("deny".to_owned()));
        assert_eq!(answer(127, deny), Answer::Unheard("is not there: sh: 1: gone".to_owned()));
        let crashed = "ended with exit code 1: sh: 1: gone".to_owned();
        assert_eq!(answer(1, deny), Answer::Unheard(crashed));
        for broken in ["denied", "[]", &deny[..20]] {
            assert!(matches!(answer(0, broken), Answer::Unheard(_)), "{broken}");
        }
    }
}
