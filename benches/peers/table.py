"""Figures of a run as Markdown: a table for each corpus, and the bars that prescan must clear."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median

from measure import Sample
from tools import Reading

# How many times less CPU than kingfisher prescan must use, for each corpus.
CPU_BARS = {"source": 8, "big": 12, "tiny": 40}
PEAK_BAR = 100_000_000
BAR_PEER = "kingfisher"
# Below this size a run is all start-up, and a rate says nothing.
RATE_BYTES = 1_000_000

HEAD = (
    "| tool | n | CPU s | min | wall s | MB/s of CPU | peak MiB | findings | planted lines found"
    " | x prescan |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


@dataclass(frozen=True)
class Recall:
    """How many planted lines have a finding, what the others hold, and the findings elsewhere."""

    found: int
    planted: int
    missed: dict[str, int]
    elsewhere: int


@dataclass(frozen=True)
class Row:
    """One tool on one corpus."""

    corpus: str
    bytes: int
    tool: str
    samples: tuple[Sample, ...]
    reading: Reading
    recall: Recall | None

    def cpu(self) -> float:
        """Return the median CPU seconds, never quite zero."""
        return max(median(sample.cpu for sample in self.samples), 1e-6)

    def peak(self) -> int:
        """Return the largest peak in bytes."""
        return max(sample.peak for sample in self.samples)


def recall_of(reading: Reading, planted: dict[int, str]) -> Recall:
    """Compare the lines of the findings with the planted lines and their kinds."""
    lines = set(reading.lines)
    missed = Counter(kind for line, kind in planted.items() if line not in lines)
    elsewhere = sum(line not in planted for line in reading.lines)
    return Recall(len(lines & planted.keys()), len(planted), dict(missed), elsewhere)


def corpus_table(rows: list[Row]) -> str:
    """Return the table of one corpus with its notes."""
    base = next((row.cpu() for row in rows if row.tool == "prescan"), None)
    body = [_table_row(row, base) for row in rows]
    notes = [note for row in rows for note in _notes(row)]
    return "\n".join([f"### {rows[0].corpus}", "", HEAD, *body, *([""] if notes else []), *notes])


def _table_row(row: Row, base: float | None) -> str:
    cpu, recall = row.cpu(), row.recall
    wall = median(sample.wall for sample in row.samples)
    cells = [
        row.tool,
        str(len(row.samples)),
        _seconds(cpu),
        _seconds(min(sample.cpu for sample in row.samples)),
        _seconds(wall),
        f"{row.bytes / cpu / 1e6:,.1f}" if row.bytes >= RATE_BYTES else "-",
        f"{row.peak() / 2**20:.1f}",
        str(len(row.reading.lines)),
        f"{recall.found}/{recall.planted}" if recall else "-",
        f"{cpu / base:.1f}" if base else "-",
    ]
    return f"| {' | '.join(cells)} |"


def _seconds(value: float) -> str:
    return f"{value:.2f}" if value >= 1 else f"{value:.4f}"


def _notes(row: Row) -> list[str]:
    notes = []
    if row.recall and row.recall.missed:
        missed = ", ".join(f"{kind} {count}" for kind, count in sorted(row.recall.missed.items()))
        notes.append(f"* {row.tool} finds nothing on these planted lines: {missed}.")
    if row.recall and row.recall.elsewhere:
        notes.append(f"* {row.tool} has {row.recall.elsewhere} findings on lines without a plant.")
    if row.reading.scanned is not None and row.reading.scanned < row.bytes:
        share = 100 * row.reading.scanned / row.bytes
        notes.append(f"* {row.tool} says it scanned {share:.1f} % of the bytes.")
    return notes


def bars(rows: list[Row]) -> list[str]:
    """Return one line for each bar: its value, what is wanted, and whether it is met."""
    cpu = {(row.corpus, row.tool): row.cpu() for row in rows}
    lines = []
    for corpus, factor in CPU_BARS.items():
        wanted = f"wanted <= 1/{factor} of {BAR_PEER}'s CPU"
        ours, theirs = cpu.get((corpus, "prescan")), cpu.get((corpus, BAR_PEER))
        if ours is None:
            lines.append(f"bar {corpus}: prescan failed ({wanted}) MISSED")
        elif theirs is None:
            lines.append(f"bar {corpus}: {BAR_PEER} not measured ({wanted}) SKIPPED")
        else:
            ratio = theirs / ours
            lines.append(f"bar {corpus}: 1/{ratio:.1f} ({wanted}) {_verdict(ratio >= factor)}")
    return [*lines, _peak_bar(rows)]


def _peak_bar(rows: list[Row]) -> str:
    wanted = f"wanted < {PEAK_BAR / 1e6:.0f} MB"
    peaks = [row.peak() for row in rows if row.tool == "prescan"]
    if not peaks:
        return f"bar peak: prescan failed ({wanted}) MISSED"
    return f"bar peak: {max(peaks) / 1e6:.1f} MB ({wanted}) {_verdict(max(peaks) < PEAK_BAR)}"


def _verdict(met: bool) -> str:
    return "ok" if met else "MISSED"
