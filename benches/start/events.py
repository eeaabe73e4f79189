"""The events that are measured: one tool call that nobody minds, and one that nobody wants."""

from __future__ import annotations

import json
from pathlib import Path

COMMANDS = {"git status": "git status", "rm -rf /": "rm -rf /"}
UNWANTED = "rm -rf /"


def write(home: Path) -> dict[str, Path]:
    """Write each event as Claude Code sends it, and return their places."""
    paths = {}
    for number, (name, command) in enumerate(COMMANDS.items()):
        event = {
            "session_id": "7d0c2f5e-93a1-4b58-8f6d-1c5e0a4b9e27",
            "transcript_path": str(home / "transcript.jsonl"),
            "cwd": str(home),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "Run a command"},
            "tool_use_id": "toolu_01",
        }
        paths[name] = home / f"event{number}.json"
        paths[name].write_text(json.dumps(event))
    return paths


def complaint(event: Path, exit_code: int, output: bytes) -> str | None:
    """Return what is wrong with an answer, `None` where it is right or no event was asked about."""
    if event.suffix != ".json":
        return None
    if exit_code != 0:
        return f"exits with {exit_code}"
    command = json.loads(event.read_text())["tool_input"]["command"]
    denied = b'"deny"' in output
    if denied != (command == UNWANTED):
        return f"`{command}` is {'denied' if denied else 'not denied'}"
    return None
