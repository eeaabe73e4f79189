"""A machine of its own for a client under test, and a session of the client on it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import shutil
import signal
import subprocess
import tempfile
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from install import Program
from mock_model import MockModel, Step

# A run takes seconds; one that takes minutes hangs.
RUN_SECONDS = 120
TOOLS = "Bash Read Write Edit"
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Run:
    """A session that has ended."""

    model: MockModel
    events: list[dict[str, Any]]
    errors: str
    code: int

    @property
    def outcome(self) -> dict[str, Any]:
        """What the client reports at the end, or nothing. The rest of it is figures about the use of the model."""
        reported: dict[str, Any] = next((event for event in self.events if event.get("type") == "result"), {})
        return {key: reported.get(key) for key in ("subtype", "terminal_reason", "result")}

    @property
    def hooks(self) -> list[tuple[str, str]]:
        """The event of each hook that ran, and how the client took its answer."""
        ended_hooks = [event for event in self.events if event.get("subtype") == "hook_response"]
        return [(event["hook_event"], event["outcome"]) for event in ended_hooks]

    @property
    def notices(self) -> list[str]:
        """What the client tells its user beside the conversation, messages of hooks among it."""
        return [event["content"] for event in self.events if event.get("subtype") == "informational"]


class Machine:
    """A home and a project of their own. Nothing of the user's environment reaches what runs there."""

    def __init__(self, folder: Path) -> None:
        """Make an empty home and a project under version control, below `folder`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.root = Path(tempfile.mkdtemp(prefix="run-", dir=folder)).resolve()
        self.home = self.root / "home"
        self.project = self.root / "project"
        self.scratch = self.root / "scratch"
        for made in (self.home, self.project, self.scratch):
            made.mkdir()
        self.run("git", "init", "--quiet", "--initial-branch=main")
        self.commit("README", "a project\n")

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.root, ignore_errors=True)

    def environment(self, *folders: Path, **extra: str) -> dict[str, str]:
        """Return all variables that a program on this machine has, `folders` first in its search path."""
        return {
            "HOME": str(self.home),
            "PATH": os.pathsep.join([*map(str, folders), SYSTEM_PATH]),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.scratch),
            "GIT_AUTHOR_NAME": "test",
            "GIT_AUTHOR_EMAIL": "test@example.com",
            "GIT_COMMITTER_NAME": "test",
            "GIT_COMMITTER_EMAIL": "test@example.com",
            "GIT_CONFIG_NOSYSTEM": "1",
            **extra,
        }

    def run(self, *command: str) -> str:
        """Run a program in the project, where it must succeed, and return what it prints."""
        done = ended(list(command), self.project, self.environment())
        if done.returncode:
            raise AssertionError(f"`{' '.join(command)}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def typed(self, command: tuple[str, ...], line: str) -> str:
        """Run a program at a terminal of its own, where somebody types a line, and return what it shows."""
        ours, theirs = pty.openpty()

        def take_terminal() -> None:
            """Make the other side the terminal of the new process, which leads a session."""
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        with subprocess.Popen(
            command,
            cwd=self.project,
            env=self.environment(),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=take_terminal,
        ) as process:
            os.close(theirs)
            os.write(ours, f"{line}\n".encode())
            shown = b""
            # The end of the other side is an error to read on Linux.
            with contextlib.suppress(OSError):
                while piece := os.read(ours, 4096):
                    shown += piece
            code = process.wait(timeout=60)
        os.close(ours)
        if code:
            raise AssertionError(f"`{' '.join(command)}` ended with {code}:\n{shown.decode(errors='replace')}")
        return shown.decode(errors="replace")

    def commit(self, name: str, text: str) -> Path:
        """Put a file of the project under version control."""
        path = self.project / name
        path.write_text(text, encoding="utf-8")
        self.run("git", "add", name)
        self.run("git", "commit", "--quiet", "--message", name)
        return path

    def holders(self, text: str) -> Iterator[Path]:
        """Yield every file that has `text` in its bytes or its name."""
        for folder, _, names in os.walk(self.root):
            for path in (Path(folder, name) for name in names):
                if path.is_symlink() or not path.is_file():
                    continue
                if text in path.name or text.encode() in path.read_bytes():
                    yield path


def ended(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with no terminal within its reach. If it hangs, it goes with all that it started."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=RUN_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise AssertionError(f"`{' '.join(command)}` did not end in {RUN_SECONDS} s") from None
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def claude(program: Program, machine: Machine, steps: list[Step], prompt: str, *flags: str) -> Run:
    """Run Claude Code without a terminal, against a model that asks for `steps`."""
    with MockModel(steps) as model:
        environment = machine.environment(
            *program.folders,
            ANTHROPIC_BASE_URL=model.address,
            ANTHROPIC_API_KEY="not-a-key",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
            CLAUDE_CODE_TMPDIR=str(machine.scratch),
            # Nobody listens there: whatever the client wants beside the model, it does not get.
            HTTPS_PROXY="http://127.0.0.1:9",
            NO_PROXY="127.0.0.1",
        )
        shown = ["--output-format", "stream-json", "--verbose", "--include-hook-events"]
        command = [str(program.path), "-p", prompt, *shown, "--allowedTools", TOOLS, *flags]
        done = ended(command, machine.project, environment)
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return Run(model, events, done.stderr, done.returncode)
