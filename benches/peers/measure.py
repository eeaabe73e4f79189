"""Run one command as a whole process and read what it cost from the operating system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = Path(__file__).with_name("launch.py")
# Generous: the slowest peer needs some ten seconds on the largest corpus.
TIME_LIMIT = 900.0
# The peak counts KiB on Linux and bytes on macOS.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Sample:
    """The cost of one run. CPU is user and system time, children that were waited for included;
    the peak, in bytes, is that of the largest process."""

    cpu: float
    wall: float
    peak: int
    exit_code: int


def run_once(command: list[str], home: Path) -> Sample:
    """Run `command` quietly with `home` as home and working folder."""
    environment = {"HOME": str(home), "PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"}
    launcher = subprocess.Popen(
        [sys.executable, "-I", "-S", str(LAUNCHER), *command],
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        cpu, wall, peak, exit_code = launcher.communicate(timeout=TIME_LIMIT)[0].split()
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        os.killpg(launcher.pid, signal.SIGKILL)
        launcher.wait()
        raise
    return Sample(float(cpu), float(wall), int(peak) * PEAK_UNIT, int(exit_code))


def peak_floor(home: Path) -> int:
    """Return the smallest peak that can be seen from here: that of a program that does nothing."""
    return run_once(["true"], home).peak
