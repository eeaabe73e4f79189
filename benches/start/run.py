#!/usr/bin/env python3
"""Measure what one tool call costs: `prescan hook claude-code` as a process, beside /bin/true.

Usage: python3 benches/start/run.py [--runs N] [--release BINARY] [--static BINARY] [--musl BINARY]
                                    [--arguments WORDS] [--callgrind] [--record]

The programs run in turn, so that a machine that changes its speed slows all of them. CPU time is
user and system time of the process, from execve to exit. Exit status: 0 measured (whatever the
bars say), 2 when there is nothing to measure or the system cannot measure it.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import events

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
import record  # noqa: E402  (the record's helpers are those of the comparison)

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", record.REPOSITORY / "target"))
BASELINE = "/bin/true"
HOST = "x86_64-unknown-linux"
WARM_UP = 3
# How much CPU time a build may take, as a multiple of that of /bin/true.
BARS = {"release": 2.0, "static": 1.3, "musl": 0.8}
HOW_TO_BUILD = {
    "release": "cargo build --release",
    "static": 'RUSTFLAGS="-C target-feature=+crt-static -C relocation-model=static" '
    f"cargo build --release --target {HOST}-gnu",
    "musl": 'RUSTFLAGS="-C relocation-model=static" '
    f"cargo build --release --target {HOST}-musl",
}


@dataclass(frozen=True)
class Program:
    """What is started, and what it reads. `build` names its bar, if it has one."""

    name: str
    command: list[str]
    stdin: Path
    build: str | None = None


@dataclass(frozen=True)
class Sample:
    """The cost of one run: CPU microseconds and page faults that read nothing from a disk."""

    cpu: float
    faults: int


@dataclass(frozen=True)
class Row:
    """What all runs of a program came to. `instructions` are counted only on demand."""

    program: Program
    quartiles: tuple[float, float, float]
    faults: float
    ratio: float
    instructions: int | None


def main() -> None:
    """Measure, print, and keep what was asked for."""
    options = _options()
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="prescan-start-") as folder:
        home = Path(folder)
        programs = _programs(options, home)
        for program in programs:
            _check_answer(program, home)
        samples = _measure(programs, home, options.runs)
        _check_resolution(samples[0])
        rows = _rows(programs, samples, home, options.callgrind)
        body = "\n".join([*_table(rows), "", *_relocations(programs), "", *_bars(rows)])
    print(body)
    if options.record:
        print(f"\nwritten to {_write(options, load_before, body)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--release", type=Path, default=TARGET / "release/prescan")
    parser.add_argument("--static", type=Path, default=TARGET / f"{HOST}-gnu/release/prescan")
    parser.add_argument("--musl", type=Path, default=TARGET / f"{HOST}-musl/release/prescan")
    parser.add_argument("--arguments", default="hook claude-code", help="what prescan is given")
    parser.add_argument("--callgrind", action="store_true", help="count instructions too")
    parser.add_argument("--record", action="store_true", help="write a file to benches/record")
    options = parser.parse_args()
    if options.runs < 2:
        parser.error("quartiles need two runs or more")
    return options


def _programs(options: argparse.Namespace, home: Path) -> list[Program]:
    nothing = Path(os.devnull)
    programs = [Program("/bin/true", [BASELINE], nothing)]
    if empty := _empty_program(home):
        programs.append(Program("empty Rust program", [str(empty)], nothing))
    written = events.write(home)
    for build, how in HOW_TO_BUILD.items():
        binary: Path = getattr(options, build)
        if not binary.is_file():
            print(f"no {build} build at `{binary}`, not measured: {how}", file=sys.stderr)
            continue
        # As installed: a fresh copy lies in the page cache in larger pieces than what a linker wrote.
        installed = home / "bin" / build / binary.name
        installed.parent.mkdir(parents=True)
        shutil.copy(binary, installed)
        command = [str(installed), *shlex.split(options.arguments)]
        for event, path in written.items():
            programs.append(Program(f"{build}, {event}", command, path, build))
    if not any(program.build for program in programs):
        sys.exit(2)
    return programs


def _empty_program(home: Path) -> Path | None:
    source, program = home / "empty.rs", home / "empty"
    source.write_text("fn main() {}\n")
    if shutil.which("rustc") is None:
        print("no rustc, the empty Rust program is not measured", file=sys.stderr)
        return None
    subprocess.run(["rustc", "-O", "-o", str(program), str(source)], check=True)
    return program


def _environment(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"}


def _run_captured(
    command: list[str], stdin: BinaryIO, home: Path
) -> subprocess.CompletedProcess[bytes]:
    environment = _environment(home)
    return subprocess.run(
        command, stdin=stdin, capture_output=True, cwd=home, env=environment, check=False
    )


def _check_answer(program: Program, home: Path) -> None:
    """Say so when a program does not do what its cost is to be known of."""
    with program.stdin.open("rb") as stdin:
        done = _run_captured(program.command, stdin, home)
    if complaint := events.complaint(program.stdin, done.returncode, done.stdout):
        print(f"{program.name}: {complaint}", file=sys.stderr)
        print(done.stderr.decode(errors="replace"), end="", file=sys.stderr)


def _measure(programs: list[Program], home: Path, runs: int) -> list[list[Sample]]:
    os.chdir(home)
    environment = _environment(home)
    samples: list[list[Sample]] = [[] for _ in programs]
    for run in range(WARM_UP + runs):
        for program, kept in zip(programs, samples):
            sample = _run_once(program, environment)
            if run >= WARM_UP:
                kept.append(sample)
    return samples


def _run_once(program: Program, environment: dict[str, str]) -> Sample:
    # The child shares this process's memory until it executes the program, so the size of the
    # interpreter adds nothing to what it costs.
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(program.stdin), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    child = os.posix_spawn(program.command[0], program.command, environment, file_actions=actions)
    _, _, usage = os.wait4(child, 0)
    return Sample((usage.ru_utime + usage.ru_stime) * 1e6, usage.ru_minflt)


def _check_resolution(samples: list[Sample]) -> None:
    """Refuse a system that counts CPU time in ticks only: all figures would be 0 or one tick."""
    if all(round(sample.cpu) % 1000 == 0 for sample in samples):
        print("this system counts CPU time in ticks of a millisecond or more", file=sys.stderr)
        sys.exit(2)


def _rows(
    programs: list[Program], samples: list[list[Sample]], home: Path, callgrind: bool
) -> list[Row]:
    if callgrind and shutil.which("valgrind") is None:
        print("NO VALGRIND, INSTRUCTIONS ARE NOT COUNTED", file=sys.stderr)
        callgrind = False
    rows = []
    base = statistics.median(sample.cpu for sample in samples[0])
    for program, kept in zip(programs, samples):
        low, median, high = statistics.quantiles((sample.cpu for sample in kept), n=4)
        faults = statistics.median(sample.faults for sample in kept)
        instructions = _instructions(program, home) if callgrind else None
        rows.append(Row(program, (low, median, high), faults, median / base, instructions))
    return rows


def _instructions(program: Program, home: Path) -> int | None:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *program.command]
    with program.stdin.open("rb") as stdin:
        done = _run_captured(command, stdin, home)
    counted = re.search(rb"Collected : (\d+)", done.stderr)
    return int(counted.group(1)) if counted else None


def _table(rows: list[Row]) -> list[str]:
    lines = [
        "| program | CPU ms | quartiles | page faults | instructions | x /bin/true |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        low, median, high = (value / 1000 for value in row.quartiles)
        instructions = "-" if row.instructions is None else f"{row.instructions:,}"
        lines.append(
            f"| {row.program.name} | {median:.3f} | {low:.3f}-{high:.3f} | {row.faults:.0f} "
            f"| {instructions} | {row.ratio:.2f} |"
        )
    return lines


def _relocations(programs: list[Program]) -> list[str]:
    """Count what the loader writes into each build; one that cannot be moved has none."""
    if shutil.which("readelf") is None:
        return ["no readelf, relocations are not counted"]
    binaries = {program.build: program.command[0] for program in programs if program.build}
    lines = []
    for build, binary in binaries.items():
        command = ["readelf", "-dW", binary]
        dynamic = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        counted = re.search(r"RELACOUNT\)\s+(\d+)", dynamic)
        count = int(counted.group(1)) if counted else 0
        lines.append(f"relative relocations of {build}: {count:,}")
    return lines


def _bars(rows: list[Row]) -> list[str]:
    lines = []
    for build, bar in BARS.items():
        ratios = [row.ratio for row in rows if row.program.build == build]
        if not ratios:
            lines.append(f"bar {build}: not measured")
            continue
        verdict = "held" if max(ratios) <= bar else "missed"
        lines.append(f"bar {build}: {max(ratios):.2f} (wanted <= {bar} x /bin/true) {verdict}")
    return lines


def _write(options: argparse.Namespace, load_before: float, body: str) -> Path:
    machine = record.this_machine()
    size = f"{machine.cores} cores, {machine.memory_gib} GiB"
    date = record.today()
    heading = [
        f"# Start, {date}",
        "",
        f"* Machine: {machine.cpu}, {size}, {machine.system}.",
        f"* Load average before and after: {load_before:.2f}, {os.getloadavg()[0]:.2f}.",
        f"* Repository at {record.revision()}; {options.runs} runs of each program in turn.",
        f"* `prescan {options.arguments}`, an event on its standard input.",
        *(f"* {build}: `{how}`" for build, how in HOW_TO_BUILD.items()),
    ]
    slug = re.sub(r"[^a-z0-9]+", "-", machine.cpu.lower()).strip("-")
    path = record.RECORDS / f"start-{date}-{slug}.md"
    path.write_text("\n".join(heading) + f"\n\n{body}\n")
    return path


main()
