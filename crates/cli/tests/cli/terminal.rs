//! The program in a terminal of its own, with somebody who types.
#![cfg(unix)]

use std::process::Command;

use super::state::Home;

/// Opens a terminal, runs a program in it, types an answer after each text it waits for, and prints what the terminal showed. An answer that is not to be seen waits until the terminal shows
/// nothing of it.
const TYPIST: &str = r#"
import json, os, pty, sys, termios, time
steps, argv = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(argv[0], argv)
shown, at = b"", 0
def read():
    # The end of a terminal is an error on Linux.
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
for text, answer, hidden in steps:
    while (found := shown.find(text.encode(), at)) < 0:
        chunk = read()
        if not chunk:
            break
        shown += chunk
    else:
        at = found + len(text)
        while hidden and termios.tcgetattr(terminal)[3] & termios.ECHO:
            time.sleep(0.001)
        os.write(terminal, answer.encode() + b"\n")
while chunk := read():
    shown += chunk
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.buffer.write(shown)
sys.exit(code if code >= 0 else 99)
"#;

/// What is waited for, what is typed then, and whether it must not be seen.
pub type Step<'a> = (&'a str, &'a str, bool);

/// Runs the program in a terminal and gives its exit code and what was shown.
pub fn run(home: &Home, arguments: &[&str], steps: &[Step<'_>]) -> (i32, String) {
    run_with(home, arguments, steps, &[])
}

/// The same with more environment variables.
pub fn run_with(
    home: &Home,
    arguments: &[&str],
    steps: &[Step<'_>],
    variables: &[(&str, &str)],
) -> (i32, String) {
    let mut command = Command::new("python3");
    command.args(["-c", TYPIST, &serde_json::to_string(steps).unwrap()]);
    command.arg(env!("CARGO_BIN_EXE_prescan")).args(arguments);
    let output = home.prepare(&mut command).envs(variables.iter().copied()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "", "the typist failed");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}
