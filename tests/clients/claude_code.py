#!/usr/bin/env python3
"""Tests the guard inside the real Claude Code, against a model server of our own on the loopback interface.

    python3 tests/clients/claude_code.py [--prescan PATH] [argument of unittest…]

The program under test is the one at PATH, or at $PRESCAN_BIN, or the release build. Whatever the model asks for stays
harmless if the guard fails: every target is a file of a temporary home or project, named by its full path or by a name
that exists nowhere else. It ends with 77 where the client is not to be had.
"""

from __future__ import annotations

import argparse
import os
import sys
import unittest
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

from credentials import github_token  # noqa: E402
from install import Program, Unavailable, install, skip  # noqa: E402
from mock_model import FINAL  # noqa: E402
from story import INIT, PRIVATE_KEY, UNINSTALL, Scene, Session, Story, bash, text  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PRESCAN = Path(os.environ.get("PRESCAN_BIN") or ROOT / "target" / "release" / "prescan")

# What is taken as given about the program under test; `story.py` has its commands.
PLUGIN = ROOT / "plugins" / "claude-code"
SETTINGS_FILE = "prescan.yaml"
MASK_IN_COMMANDS = """\
policy:
  - id: mask-in-commands
    family: secrets
    place: command
    action: mask
    reason: Commands of this project run with masked credentials.
"""
SPEAKER = "prescan"
HOOKED = {"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"}


class Client(unittest.TestCase):
    """What the tests share."""

    program: Program
    guard: Path
    scene: type[Scene] = Scene
    at: Any

    @classmethod
    def setUpClass(cls) -> None:
        """Lay out a machine for the tests of the class."""
        cls.at = cls.scene(cls.program, cls.guard)
        cls.addClassCleanup(cls.at.machine.remove)

    def assert_ran(self, session: Session, name: str) -> str:
        """Hold that a call went through, and return its output."""
        result = session.result(name)
        self.assertFalse(result.is_error, f"`{name}` failed: {result}")
        return result.text

    def assert_without(self, secret: str, carrier: str, name: str) -> None:
        """Hold that a text has no secret in it; the failure shows neither."""
        self.assertFalse(secret in carrier, f"{name} has the credential")

    def assert_refused(self, session: Session, name: str, *reasons: str) -> None:
        """Hold that the guard refused a call, not the client by itself, and that the model knows why."""
        result = session.result(name)
        self.assertTrue(result.is_error, f"`{name}` went through: {result}")
        # The paths of the program and of the machine are no words of the guard.
        reason = result.text.replace(str(self.guard), "").replace(str(self.at.machine.root), "").lower()
        for part in (SPEAKER, *reasons):
            self.assertIn(part, reason, f"the reason for `{name}`")


class Guarded(Client):
    """The guard as `prescan init` installs it into a project."""

    scene = Story

    def test_refuses_to_destroy_what_is_protected(self) -> None:
        """The key and the home stay, and the model is told what was in the way."""
        for name in self.at.destructive():
            with self.subTest(call=name):
                self.assert_refused(self.at.first, name)
        self.assertEqual(self.at.kept[PRIVATE_KEY], "not a key\n")

    def test_lets_harmless_calls_run(self) -> None:
        """Nobody is asked, and the output reaches the model."""
        self.assertEqual(self.assert_ran(self.at.first, "harmless"), "hello-from-test")
        self.assertEqual(text(self.at.machine.project / "out.txt"), "hello-from-test\n")

    def test_keeps_credentials_out_of_files(self) -> None:
        """Neither a write nor a command brings one to the disk, and the reason does not repeat it."""
        for name, secret in (("write", self.at.written), ("command", self.at.commanded)):
            with self.subTest(call=name):
                self.assert_refused(self.at.first, name, "github")
                self.assert_without(secret, self.at.first.result(name).text, "the reason")
                self.assertEqual(self.at.leaks(secret), [])

    def test_masks_credentials_in_output(self) -> None:
        """The model sees the text around it, and not even the transcript has it."""
        for name in ("cat", "read"):
            with self.subTest(call=name):
                output = self.assert_ran(self.at.first, name)
                self.assert_without(self.at.shown, output, "the output")
                self.assertRegex(output, r"the deploy token is \S+ until May")
        self.assert_without(self.at.shown, self.at.first.run.model.told, "a request")
        self.assertEqual(set(self.at.machine.holders(self.at.shown)), {self.at.notes})

    def test_warns_where_output_cannot_be_masked(self) -> None:
        """The client lets no hook change the output of a call that failed, so the model is told what it holds."""
        result = self.at.first.result("failing")
        self.assertTrue(result.is_error, result.beside)
        self.assertIn("Exit code 3", result.text)
        self.assertIn(SPEAKER, result.beside)
        self.assertIn("github", result.beside.lower())

    def test_warns_of_a_credential_in_a_prompt(self) -> None:
        """The prompt reaches the model as it is; the user is told."""
        run = self.at.first.run
        self.assertTrue(self.at.prompted in run.model.told, "the prompt did not reach the model")
        warnings = [notice for notice in run.notices if SPEAKER in notice and "github" in notice.lower()]
        self.assertTrue(warnings, run.notices)
        self.assert_without(self.at.prompted, "".join(warnings), "the warning")
        self.assertEqual(self.at.leaks(self.at.prompted), [])

    def test_leaves_the_session_whole(self) -> None:
        """No hook fails, and the session ends when the model is done, after one turn for each step."""
        run = self.at.first.run
        self.assertEqual((run.code, run.outcome["subtype"]), (0, "success"), run.errors)
        self.assertTrue(str(run.outcome["result"]).startswith(FINAL), run.outcome)
        self.assertEqual(len(run.model.turns), len(self.at.first.names) + 1)
        self.assertEqual({outcome for _, outcome in run.hooks}, {"success"}, run.hooks)
        self.assertLessEqual(HOOKED, {event for event, _ in run.hooks})

    def test_asks_before_work_is_lost(self) -> None:
        """Without a terminal a question is a refusal, which says how the user can approve."""
        self.assert_refused(self.at.first, "reset")
        self.assertTrue(self.at.code)
        self.assertEqual(self.at.kept["work.txt"], "hours of work\n")

    def test_approval_lets_a_call_through_once(self) -> None:
        """The approved call runs in a later session; the same call after it is asked about again."""
        self.assert_ran(self.at.second, "reset")
        self.assertEqual(self.assert_ran(self.at.second, "look"), "committed")
        self.assert_ran(self.at.second, "work")
        self.assert_refused(self.at.second, "reset again")
        self.assertEqual(text(self.at.work), "more hours of work\n")

    def test_doctor_finds_the_guard_alive(self) -> None:
        """It names the settings, and says so."""
        self.assertIn(".claude/settings.json", self.at.doctor)
        self.assertIn("The hook is alive.", self.at.doctor)


class Masking(Client):
    """A project whose settings mask credentials in commands instead of refusing the call."""

    def test_command_runs_without_the_credential(self) -> None:
        """The call runs with the masked value, and the credential stays in what the model said."""
        secret = github_token("masked")
        self.at.machine.commit(SETTINGS_FILE, MASK_IN_COMMANDS)
        self.at.prescan(*INIT)
        session = self.at.session({"command": bash(f"echo 'the token is {secret} today' > masked.txt; cat masked.txt")})
        output = self.assert_ran(session, "command")
        self.assert_without(secret, output, "the output")
        self.assertRegex(output, r"^the token is \S+ today$")
        self.assertEqual(text(self.at.machine.project / "masked.txt"), output + "\n")
        self.assertEqual(self.at.leaks(secret), [])


class Plugin(Client):
    """The guard as a folder of the client's plugin format, in a project without settings."""

    def test_refuses_to_destroy_what_is_protected(self) -> None:
        """A plugin guards as an installation does."""
        steps = {"harmless": bash("echo hello-from-test"), **self.at.destructive()}
        session = self.at.session(steps, first=(self.guard.parent,), flags=("--plugin-dir", str(PLUGIN)))
        self.assertEqual(self.assert_ran(session, "harmless"), "hello-from-test")
        for name in self.at.destructive():
            with self.subTest(call=name):
                self.assert_refused(session, name)
        self.assertEqual(text(self.at.key), "not a key\n")


class Settings(Client):
    """What installing does to the client's settings."""

    def test_uninstalling_restores_them(self) -> None:
        """What was there is there again, byte for byte, and what was not is gone."""
        path = self.at.machine.project / ".claude" / "settings.json"
        theirs = (
            b'{"hooks":{"PreToolUse": [ {"matcher":"Bash","hooks":[{"type":"command", "command":"true"}]}]},\n'
            b'   "model" : "\\u006dine"}'
        )
        for before in (None, theirs, b"{}\n"):
            with self.subTest(before=before):
                if before is not None:
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(before)
                self.at.prescan(*INIT)
                self.assertIn(SPEAKER, path.read_text(encoding="utf-8"))
                self.at.prescan(*UNINSTALL)
                self.assertEqual(path.read_bytes() if path.exists() else None, before)


def main() -> int:
    """Install the client and run the tests."""
    parser = argparse.ArgumentParser(description="Tests the guard inside the real Claude Code.")
    parser.add_argument("--prescan", type=Path, default=PRESCAN, metavar="PATH", help="the program under test")
    chosen, rest = parser.parse_known_args()
    Client.guard = chosen.prescan.resolve()
    if not os.access(Client.guard, os.X_OK):
        parser.error(f"there is no program at `{Client.guard}`: build it, or name it with --prescan")
    try:
        Client.program = install("claude-code")
    except Unavailable as why:
        return skip(why)
    outcome = unittest.main(argv=[sys.argv[0], *rest], exit=False).result
    return 0 if outcome.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
