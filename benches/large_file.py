#!/usr/bin/env python3
"""Scans one very large file and shows that memory stays bounded.

    python3 benches/large_file.py [--gigabytes 10] [--prescan target/release/prescan]

The file is written once, below target/, from the log that benches/peers/corpus.py makes. Prints size, CPU and wall seconds, the peak resident memory and
the bound: threads x (8 MiB segment + context in front and behind), plus what findings take. Exits with 1 when the peak is above 100 MB.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GIGABYTE = 1_000_000_000
LIMIT_BYTES = 100_000_000


def write_large(path: Path, source: Path, size: int) -> None:
    """Repeats the source file until the target has the size; keeps one that has it already."""
    if path.exists() and path.stat().st_size == size:
        return
    left = size
    with path.open("wb") as out:
        while left > 0:
            # In pieces: a child starts with the peak memory of the process that started it.
            with source.open("rb") as piece:
                while left > 0 and (block := piece.read(min(left, 1 << 20))):
                    left -= out.write(block)


def scan(prescan: Path, path: Path) -> tuple[int, float, float, int]:
    """Exit code, CPU seconds, wall seconds and peak resident bytes of one scan."""
    report = path.with_suffix(".jsonl")
    started = time.monotonic()
    child = subprocess.Popen([prescan, "scan", path, "--format", "jsonl", "--output", report])
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - started
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024


def main() -> int:
    """Makes the file, scans it, prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--prescan", type=Path, default=ROOT / "target/release/prescan")
    arguments = parser.parse_args()
    source = ROOT / "target/peers/big.log"
    if not source.exists():
        subprocess.run([sys.executable, ROOT / "benches/peers/corpus.py"], check=True)
    path = ROOT / "target/peers/large.log"
    write_large(path, source, int(arguments.gigabytes * GIGABYTE))
    code, cpu, wall, peak = scan(arguments.prescan, path)
    size = path.stat().st_size
    threads = os.cpu_count() or 1
    bound = threads * ((8 << 20) + (48 << 10) + (528 << 10))
    print(f"{size / GIGABYTE:.1f} GB: exit {code}, {cpu:.1f} CPU s, {wall:.1f} s, {size / cpu / 1e6:.0f} MB/s of CPU")
    print(f"peak {peak / 1e6:.0f} MB; buffers of {threads} threads: {bound / 1e6:.0f} MB")
    return 0 if code in (0, 1) and peak < LIMIT_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
