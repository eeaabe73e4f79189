#!/usr/bin/env python3
"""Installs the clients of `clients.json` from the npm registry, each once.

    python3 tests/clients/install.py [NAME…]

They go below $PRESCAN_CLIENTS, or the user's cache folder. It ends with 77 where a client cannot be had here: no
registry, or no build for this machine.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PINNED = Path(__file__).with_name("clients.json")
SKIPPED = 77
ATTEMPTS = 2
# The largest is a download of 100 MB, which takes ten seconds where the registry is near.
ATTEMPT_SECONDS = 300
CODE = re.compile(r"^npm (?:error|ERR!) code (\S+)$", re.MULTILINE)
# What npm says when nobody answers, https://nodejs.org/api/errors.html#common-system-errors, or when the registry is
# there and overloaded: E and the status of HTTP.
OUT_OF_REACH = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE"
    r"|ERR_SOCKET_TIMEOUT|FETCH_ERROR|E429|E5\d\d"
)


class Unavailable(Exception):
    """The client cannot be had here, which says nothing about the code under test."""


@dataclass(frozen=True)
class Program:
    """An installed client."""

    path: Path
    # What it needs first in the search path.
    folders: tuple[Path, ...]


def cache() -> Path:
    """Return the folder of the installed clients."""
    chosen = os.environ.get("PRESCAN_CLIENTS")
    if chosen:
        return Path(chosen).resolve()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "prescan-clients").resolve()


def install(name: str) -> Program:
    """Return the client, after installing it and what it needs where they are missing."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise Unavailable(f"the pinned builds are for Linux on x86_64, not for {sys.platform} on {platform.machine()}")
    pinned: dict[str, Any] = json.loads(PINNED.read_text(encoding="utf-8"))
    entry = pinned[name]
    folders = tuple(install(needed).path.parent for needed in entry["needs"])
    folder = cache() / f"{name}-{entry['version']}"
    with locked(folder):
        if not folder.exists():
            fetch(entry, folder, folders)
    return Program(folder / entry["program"], folders)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other installations of the same folder out."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_name(folder.name + ".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def fetch(entry: dict[str, Any], folder: Path, folders: tuple[Path, ...]) -> None:
    """Install into a folder of its own, and move it into place when it is whole."""
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=folder.parent) as name:
        partial = Path(name, "whole")
        partial.mkdir()
        # npm chooses versions by the Node it runs on, so the one that the client needs comes first.
        path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath)])
        environment = {**os.environ, "PATH": path}
        npm(f"{entry['package']}@{entry['version']}", partial, Path(name, "npm-cache"), environment)
        for unneeded in entry["unneeded"]:
            shutil.rmtree(partial / unneeded, ignore_errors=True)
        verify(entry, partial, Path(name))
        partial.rename(folder)


def npm(package: str, folder: Path, downloads: Path, environment: dict[str, str]) -> None:
    """Install a package; a registry that is out of reach gets a second chance."""
    # Install scripts stay off: the pinned programs are complete without, and a script is code that nobody pinned.
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    impatient = ["--fetch-retries=1", "--fetch-timeout=60000"]
    exact = ["--ignore-scripts", "--include=optional", "--save-exact"]
    places = ["--prefix", str(folder), "--cache", str(downloads)]
    for attempt in range(1, ATTEMPTS + 1):
        print(f"installing {package}, attempt {attempt} of {ATTEMPTS}", file=sys.stderr, flush=True)
        try:
            done = subprocess.run(
                ["npm", "install", *quiet, *impatient, *exact, *places, package],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=ATTEMPT_SECONDS,
            )
        except FileNotFoundError:
            raise SystemExit("npm is missing: it comes with Node, https://nodejs.org") from None
        except subprocess.TimeoutExpired:
            why = f"no end after {ATTEMPT_SECONDS} s"
            continue
        if done.returncode == 0:
            return
        code = CODE.search(done.stderr)
        if not code or not OUT_OF_REACH.fullmatch(code[1]):
            raise SystemExit(f"npm cannot install `{package}`:\n{done.stderr}")
        why = code[1]
    raise Unavailable(f"npm cannot reach the registry for `{package}`: {why}")


def verify(entry: dict[str, Any], folder: Path, home: Path) -> None:
    """Stop unless what npm installed is what was pinned, and starts."""
    installed = json.loads((folder / "node_modules" / ".package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, pinned in entry["integrity"].items():
        found = installed.get(path, {}).get("integrity")
        if found != pinned:
            raise SystemExit(f"`{path}` of {entry['package']}@{entry['version']} has the hash {found}, not {pinned}")
    command = [str(folder / entry["program"]), "--version"]
    environment = {"HOME": str(home), "PATH": os.defpath}
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    if entry["version"] not in shown.stdout:
        raise SystemExit(f"`{' '.join(command)}` says: {shown.stdout}{shown.stderr}")


def skip(why: Unavailable) -> int:
    """Say in a way that nobody overlooks that nothing was tested, and return the exit code for it."""
    lines = ["SKIPPED, and nothing was tested with a real client:", str(why)]
    width = max(map(len, lines))
    box = ["#" * (width + 4), *(f"# {line:{width}} #" for line in lines), "#" * (width + 4)]
    print("\n".join(box), file=sys.stderr)
    return SKIPPED


def main() -> int:
    """Install the named clients, or all."""
    names = sys.argv[1:] or list(json.loads(PINNED.read_text(encoding="utf-8")))
    try:
        for name in names:
            print(install(name).path)
    except Unavailable as why:
        return skip(why)
    except KeyError as unknown:
        raise SystemExit(f"clients.json has no {unknown}") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
