"""Users of the guard inside Claude Code: what lies on their machine, and what they go through."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from credentials import github_token
from install import Program, cache
from mock_model import Result, Step
from session import Machine, Run, claude

# What is taken as given about the program under test.
INIT = ("init", "claude-code", "--project")
UNINSTALL = ("uninstall", "claude-code", "--project")
DOCTOR = ("doctor",)
APPROVE = ("approve",)
APPROVAL = re.compile(r"prescan approve ([A-Za-z0-9-]+)")

# Exists in no home, so that not even `~` in place of a full path can hit a real key.
PRIVATE_KEY = "id_client_test"


def text(path: Path) -> str | None:
    """Return what a file holds, or nothing where it is gone."""
    return path.read_text(encoding="utf-8") if path.exists() else None


def bash(command: str) -> Step:
    """Return a call of the shell."""
    return Step("Bash", {"command": command, "description": "a step of the test"})


class Once:
    """An attribute that is computed when it is first asked for. A failure is kept as a value is: it took seconds."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        """Take the method that computes."""
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        """Learn where the outcome is kept."""
        self.place = f"_{name}"

    def __get__(self, owner: Any, _: type) -> Any:
        """Return the value, or raise what it failed with."""
        if self.place not in vars(owner):
            try:
                vars(owner)[self.place] = (self.compute(owner), None)
            except (AssertionError, OSError, ValueError) as problem:
                vars(owner)[self.place] = (None, problem)
        value, problem = vars(owner)[self.place]
        if problem:
            raise problem
        return value


class Session:
    """A run, with its results by the name of their step."""

    def __init__(self, steps: dict[str, Step], run: Run) -> None:
        """Take the steps in the order in which they were asked for."""
        self.names = list(steps)
        self.run = run

    def result(self, name: str) -> Result:
        """What the model was told about a step."""
        found = self.run.model.results.get(self.names.index(name))
        if found is None:
            raise AssertionError(f"the model was told nothing about `{name}`: {self.run.outcome} {self.run.errors}")
        return found


class Scene:
    """A user's machine with a private key, work that no commit holds, and a file with a credential."""

    def __init__(self, program: Program, guard: Path) -> None:
        """Lay out the files for a client and the guard; nothing runs yet."""
        self.program = program
        self.guard = guard
        # Not below the folder for temporary files, where much may be deleted that is protected elsewhere.
        self.machine = Machine(cache() / "runs")
        self.key = self.machine.home / ".ssh" / PRIVATE_KEY
        self.key.parent.mkdir(mode=0o700)
        self.key.write_text("not a key\n", encoding="utf-8")
        self.work = self.machine.commit("work.txt", "committed\n")
        self.work.write_text("hours of work\n", encoding="utf-8")
        self.shown = github_token("output")
        self.notes = self.note("notes.txt", self.shown)

    def prescan(self, *arguments: str) -> str:
        """Run the guard's program as the user does, in a terminal of their own, and return what it prints."""
        return self.machine.run(str(self.guard), *arguments)

    def note(self, name: str, secret: str) -> Path:
        """Put a file with a credential into the project."""
        path = self.machine.project / name
        path.write_text(f"the deploy token is {secret} until May\n", encoding="utf-8")
        return path

    def session(
        self,
        steps: dict[str, Step],
        prompt: str = "Go on.",
        *,
        first: tuple[Path, ...] = (),
        flags: tuple[str, ...] = (),
    ) -> Session:
        """Run the client, with `first` in front of its search path; the model asks for `steps`."""
        program = Program(self.program.path, (*first, *self.program.folders))
        return Session(steps, claude(program, self.machine, list(steps.values()), prompt, *flags))

    def destructive(self) -> dict[str, Step]:
        """Calls that would destroy the key or the home. Any may get through, so they come last in a session."""
        home = self.machine.home
        return {
            "unlink": bash(f"unlink ~/.ssh/{PRIVATE_KEY}"),
            "rm": bash(f"rm -rf '{home}/.ssh'"),
            "rm in a shell": bash(f"bash -c \"cd '{home}' && rm -r .ssh\""),
            "find": bash(f"find '{home}' -delete"),
        }

    def leaks(self, secret: str, *known: Path) -> list[Path]:
        """Return the files that hold a secret, besides those that are known to."""
        # The model and the user said it, and a transcript holds what was said.
        transcripts = (self.machine.home / ".claude" / "projects").glob("*/*.jsonl")
        return sorted(set(self.machine.holders(secret)) - {*known, *transcripts})


class Story(Scene):
    """What a user of the guard goes through, one session after another."""

    def __init__(self, program: Program, guard: Path) -> None:
        """Make up the credentials of the sessions."""
        super().__init__(program, guard)
        self.prompted, self.written, self.commanded = map(github_token, ("prompt", "write", "command"))
        self.note("failing.txt", github_token("failing"))

    @Once
    def first(self) -> Session:
        """A session of calls that are harmless, hold credentials, lose work, or destroy."""
        self.prescan(*INIT)
        source = str(self.machine.project / "settings.py")
        steps = {
            "harmless": bash("echo hello-from-test > out.txt && cat out.txt"),
            "cat": bash("cat notes.txt"),
            "read": Step("Read", {"file_path": str(self.notes)}),
            "failing": bash("cat failing.txt; exit 3"),
            "write": Step("Write", {"file_path": source, "content": f'TOKEN = "{self.written}"\n'}),
            "command": bash(f"printf '%s' '{self.commanded}' > token.txt"),
            "reset": bash("git reset --hard"),
            **self.destructive(),
        }
        return self.session(steps, f"Deploy with {self.prompted}, please.")

    @Once
    def kept(self) -> dict[str, str | None]:
        """What the key and the work held after the first session."""
        self.first.result("reset")
        return {path.name: text(path) for path in (self.key, self.work)}

    @Once
    def code(self) -> str:
        """The approval code of the reset that the first session refused."""
        reason = self.first.result("reset").text
        found = APPROVAL.search(reason)
        if not found:
            raise AssertionError(f"no approval code in: {reason}")
        return found[1]

    @Once
    def second(self) -> Session:
        """The session goes on with the approval: the approved call, new work, and the same call again."""
        self.kept
        self.machine.typed((str(self.guard), *APPROVE, self.code), "yes")
        steps = {
            "reset": bash("git reset --hard"),
            "look": bash("cat work.txt"),
            "work": bash("echo more hours of work > work.txt"),
            "reset again": bash("git reset --hard"),
        }
        # An approval counts in the session that was told its code.
        return self.session(steps, flags=("--continue",))

    @Once
    def doctor(self) -> str:
        """What the doctor finds after a session."""
        self.first.result("harmless")
        return self.prescan(*DOCTOR)
