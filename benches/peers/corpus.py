#!/usr/bin/env python3
"""Make the corpora of the peer benchmark: `source/`, `big.log` with its truth, and `tiny.txt`.

Usage: python3 benches/peers/corpus.py [FOLDER]    (default: target/peers)

What exists is kept. No planted value is ever printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from request_log import write_log
from source_tree import build_tree, listing_digest

DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "target" / "peers"
SUMMARY = "corpora.json"

# The corpora that the recorded figures were measured on.
REFERENCE = {
    "source": "5541ff08e5bce481abefe4041de9b4354f42a2e62e94b1489b87fb6ba9fab3c1",
    "big": "dc6303328aa036cac3b27a5917c19f484789628bcd88acc83def49e4bfe877e0",
    "tiny": "1419062a013ec8ed119238d1c159c1a4747402b2a5192621efbb08d4278d46fa",
}

TINY_PARAGRAPH = (
    "Release notes. The parser reads the whole header before it looks at the body, and a header\n"
    'that is too long is an error of its own. Use `config.set("colour", value)` for the new'
    " option;\n"
    "the password prompt now waits for a line and the token counter starts at 1 again.\n\n"
)
TINY_BYTES = 2048


@dataclass(frozen=True)
class Corpus:
    """What one corpus holds."""

    name: str
    path: str
    files: int
    bytes: int
    sha256: str


def ensure(folder: Path) -> list[Corpus]:
    """Make the corpora that are missing below `folder`; return all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    known = _known(folder / SUMMARY)
    for name, make in {"source": _source, "big": _big, "tiny": _tiny}.items():
        if name not in known or not (folder / known[name].path).exists():
            known[name] = make(folder)
            rows = [asdict(corpus) for corpus in known.values()]
            (folder / SUMMARY).write_text(json.dumps(rows, indent=2) + "\n")
    return list(known.values())


def describe(corpus: Corpus) -> str:
    """Return one line about a corpus, and whether it is the one that records were made on."""
    same = corpus.sha256 == REFERENCE[corpus.name]
    note = "the reference" if same else "NOT the reference, so not comparable with records"
    size = f"{corpus.files:,} files, {corpus.bytes:,} bytes"
    return f"{corpus.name}: {size}, sha256 {corpus.sha256} ({note})"


def _known(summary: Path) -> dict[str, Corpus]:
    rows = json.loads(summary.read_text()) if summary.exists() else []
    return {row["name"]: Corpus(**row) for row in rows}


def _source(folder: Path) -> Corpus:
    partial, final = folder / "source.partial", folder / "source"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.rmtree(final, ignore_errors=True)
    build_tree(partial, folder / "downloads")
    partial.rename(final)
    return Corpus("source", final.name, *listing_digest(final))


def _big(folder: Path) -> Corpus:
    partial, final = folder / "big.log.partial", folder / "big.log"
    digest = write_log(partial, folder / "big.truth.json")
    partial.rename(final)
    return Corpus("big", final.name, 1, final.stat().st_size, digest)


def _tiny(folder: Path) -> Corpus:
    repeats = TINY_BYTES // len(TINY_PARAGRAPH) + 1
    final = folder / "tiny.txt"
    final.write_text((TINY_PARAGRAPH * repeats)[: TINY_BYTES - 1] + "\n")
    digest = hashlib.sha256(final.read_bytes()).hexdigest()
    return Corpus("tiny", final.name, 1, final.stat().st_size, digest)


def main() -> None:
    """Make what is missing and print what there is."""
    parser = argparse.ArgumentParser(description="make the corpora of the peer benchmark")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="default: target/peers"
    )
    for corpus in ensure(parser.parse_args().folder):
        print(describe(corpus))


if __name__ == "__main__":
    main()
