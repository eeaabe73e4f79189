#!/usr/bin/env python3
"""Measure prescan beside its peers: CPU time, wall time, peak memory and findings.

Usage: python3 benches/peers/run.py [--prescan BINARY] [--runs N] [--peers NAMES]
                                    [--json FILE] [--record]

The tools run in turn, after one warm-up each, so that a machine that changes its speed slows all
of them. Exit status: 0 measured (whatever the bars say), 2 when prescan is not there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import corpus
import record
import table
import tools
from corpus import Corpus
from measure import Sample, peak_floor, run_once
from tools import Reading, Tool

# A run on the tiny corpus lasts milliseconds: more of them cost nothing and steady the median.
TINY_RUNS_FACTOR = 4


@dataclass(frozen=True)
class Bench:
    """Where the corpora are, what runs on them, and how often."""

    folder: Path
    tools: list[Tool]
    runs: int

    def home(self) -> Path:
        """Return the folder that stands in for the user's home: caches go there."""
        return self.folder / "home"


def main() -> None:
    """Measure, print, and keep what was asked for."""
    options = _options()
    if not options.prescan.is_file():
        print(f"`{options.prescan}` does not exist: cargo build --release", file=sys.stderr)
        sys.exit(2)
    corpora = corpus.ensure(options.folder)
    bench = Bench(options.folder, _tools(options), options.runs)
    bench.home().mkdir(exist_ok=True)
    load_before = os.getloadavg()[0]
    rows = [row for entry in corpora for row in _measure(bench, entry)]
    run = _run(bench, corpora, load_before)
    _publish(options, run, rows)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="measure prescan beside its peers")
    release = record.REPOSITORY / "target" / "release" / "prescan"
    parser.add_argument("--prescan", type=Path, default=release, help="the binary to measure")
    parser.add_argument("--runs", type=_positive, default=5, help="counted runs (default: 5)")
    parser.add_argument("--peers", default=",".join(tools.PEERS), help="names, by commas")
    parser.add_argument("--folder", type=Path, default=corpus.DEFAULT_FOLDER, help="corpora")
    parser.add_argument("--json", type=Path, help="write every figure to this file")
    parser.add_argument("--record", action="store_true", help="write to benches/record/")
    options = parser.parse_args()
    options.prescan, options.folder = options.prescan.resolve(), options.folder.resolve()
    unknown = [name for name in _names(options.peers) if name not in tools.PEERS]
    if unknown:
        parser.error(f"unknown peer `{unknown[0]}`: choose from {', '.join(tools.PEERS)}")
    return options


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("wants 1 or more")
    return number


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _tools(options: argparse.Namespace) -> list[Tool]:
    environment = options.folder / "venv"
    peers = (tools.install(name, environment) for name in _names(options.peers))
    return [tools.prescan(options.prescan), *(tool for found in peers for tool in found)]


def _measure(bench: Bench, entry: Corpus) -> list[table.Row]:
    """Run every tool on one corpus: a warm-up each, then all of them in turn."""
    print(f"measuring {entry.name}", file=sys.stderr)
    target = bench.folder / entry.path
    readings: dict[str, Reading] = {}
    samples: dict[str, list[Sample]] = {}
    rounds = bench.runs * (TINY_RUNS_FACTOR if entry.name == "tiny" else 1)
    running = list(bench.tools)
    for counted in range(rounds + 1):
        for tool in tuple(running):
            sample, reading = _scan(bench, tool, target)
            if sample.exit_code not in tool.exits or reading is None:
                running.remove(tool)
                report = "a report" if reading else "no report"
                print(f"{tool.name} left out on {entry.name}: exit {sample.exit_code}, {report}")
            elif counted:
                samples.setdefault(tool.name, []).append(sample)
                readings[tool.name] = reading
    planted = _planted(bench.folder) if entry.name == "big" else None
    names = [tool.name for tool in running]
    return [_row(entry, name, samples[name], readings[name], planted) for name in names]


def _scan(bench: Bench, tool: Tool, target: Path) -> tuple[Sample, Reading | None]:
    """Run one tool once; read its report and remove it, for it holds values."""
    output = bench.home() / f"report{tool.suffix}"
    try:
        sample = run_once(tool.command(target, output), bench.home())
        return sample, tool.read(output) if output.exists() else None
    finally:
        output.unlink(missing_ok=True)


def _row(
    entry: Corpus,
    tool: str,
    samples: list[Sample],
    reading: Reading,
    planted: dict[int, str] | None,
) -> table.Row:
    recall = table.recall_of(reading, planted) if planted else None
    return table.Row(entry.name, entry.bytes, tool, tuple(samples), reading, recall)


def _planted(folder: Path) -> dict[int, str]:
    """Return the planted lines of the big log with the kind that each holds."""
    truth = json.loads((folder / "big.truth.json").read_text())
    return {row["line"]: row["kind"] for row in truth["planted"]}


def _run(bench: Bench, corpora: list[Corpus], load_before: float) -> record.Run:
    return record.Run(
        date=record.today(),
        revision=record.revision(),
        machine=record.this_machine(),
        load=(load_before, os.getloadavg()[0]),
        versions=list(dict.fromkeys(tool.version() for tool in bench.tools)),
        commands=[tool.command_text() for tool in bench.tools],
        corpora=[corpus.describe(entry) for entry in corpora],
        peak_floor=peak_floor(bench.home()),
    )


def _publish(options: argparse.Namespace, run: record.Run, rows: list[table.Row]) -> None:
    names = dict.fromkeys(row.corpus for row in rows)
    tables = [table.corpus_table([r for r in rows if r.corpus == name]) for name in names]
    bars = table.bars(rows)
    body = "\n\n".join([*tables, "\n".join(bars)])
    print(f"{record.heading(run)}\n\n{body}")
    if options.json:
        figures = {"run": asdict(run), "rows": [_plain(row) for row in rows], "bars": bars}
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    if options.record:
        print(f"\nrecorded in {record.write(run, body)}")


def _plain(row: table.Row) -> dict[str, object]:
    """Return a row for JSON, with the number of findings in place of their lines."""
    plain = asdict(row)
    reading = plain.pop("reading")
    return {**plain, "findings": len(reading["lines"]), "scanned": reading["scanned"]}


if __name__ == "__main__":
    main()
