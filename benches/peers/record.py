"""What a run is kept with: the machine, the date, and the file in `benches/record/`."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
RECORDS = REPOSITORY / "benches" / "record"


@dataclass(frozen=True)
class Machine:
    """What the figures were taken on."""

    cpu: str
    cores: int
    memory_gib: float
    system: str


@dataclass(frozen=True)
class Run:
    """Everything a record says besides its tables."""

    date: str
    revision: str
    machine: Machine
    load: tuple[float, float]
    versions: list[str]
    commands: list[str]
    corpora: list[str]
    peak_floor: int


def this_machine() -> Machine:
    """Describe the machine this runs on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return Machine(_cpu_model(), os.cpu_count() or 1, round(memory, 1), system)


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text() if cpuinfo.exists() else ""
    named = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return named.group(1).strip() if named else platform.processor() or platform.machine()


def today() -> str:
    """Return the date in UTC."""
    return datetime.now(timezone.utc).date().isoformat()


def revision() -> str:
    """Return the repository's commit, marked when the work tree differs from it."""
    command = ["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def heading(run: Run) -> str:
    """Return the part of a record that stands above the tables."""
    machine = run.machine
    size = f"{machine.cores} cores, {machine.memory_gib} GiB"
    lines = [
        f"# Peers, {run.date}",
        "",
        f"* Machine: {machine.cpu}, {size}, {machine.system}.",
        f"* Load average before and after: {run.load[0]:.2f}, {run.load[1]:.2f}.",
        f"* Repository at {run.revision}; {'; '.join(run.versions)}.",
        f"* No peak below {run.peak_floor / 2**20:.1f} MiB can be seen (see README).",
        *(f"* Corpus {line}." for line in run.corpora),
        *(f"* `{command}`" for command in run.commands),
    ]
    return "\n".join(lines)


def write(run: Run, body: str) -> Path:
    """Write a record and return its place."""
    slug = re.sub(r"[^a-z0-9]+", "-", run.machine.cpu.lower()).strip("-")
    RECORDS.mkdir(parents=True, exist_ok=True)
    path = RECORDS / f"peers-{run.date}-{slug}.md"
    path.write_text(f"{heading(run)}\n\n{body}\n")
    return path
