#!/usr/bin/env python3
"""Makes docs/scan.svg, the picture of the README: what `prescan scan` really prints.

    cargo build --release && python3 docs/picture.py

A small project with made-up credentials is laid out in a temporary folder and scanned there, on a
terminal of a fixed width; the colours of the output become those of the picture. The credentials come
from a seeded generator: none is or was valid anywhere, and none stands in the repository.

`--input FILE` draws recorded output instead; `-` is standard input. It needs Python 3.9 or later and a
system with pseudo-terminals, and nothing else.
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import os
import pty
import random
import re
import string
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
# Cells of the picture, in pixels. Fixed-width fonts are 0.6 of their size wide, give or take a little.
FONT_SIZE, CELL, LINE, MARGIN = 14, 8.4, 19, 18
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
BACKGROUND, FOREGROUND = "#16181d", "#d7dae0"
# The eight colours of ECMA-48 and their bright variants, readable on the background.
NORMAL = ["#5b6270", "#e5687a", "#8ccb7e", "#e2b86b", "#6fa8f5", "#c58af0", "#5fc3c8", "#d7dae0"]
BRIGHT = ["#7d8594", "#ff8595", "#a8e39a", "#f5cf86", "#8fbeff", "#daa6ff", "#7fdde1", "#ffffff"]

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
ESCAPE = re.compile(r"\x1b\[([0-9;:]*)([@-~])|\x1b.")


@dataclass(frozen=True)
class Ink:
    """How a piece of text looks."""

    color: str = FOREGROUND
    bold: bool = False
    dim: bool = False
    underline: bool = False

    def after(self, codes: str) -> Ink:
        """Return the ink behind an SGR sequence with these parameters."""
        ink = self
        for code in (int(code or 0) for code in codes.split(";")):
            if code == 0:
                ink = Ink()
            elif code in (1, 2, 4):
                ink = replace(ink, **{{1: "bold", 2: "dim", 4: "underline"}[code]: True})
            elif code == 22:
                ink = replace(ink, bold=False, dim=False)
            elif code == 24:
                ink = replace(ink, underline=False)
            elif code == 39:
                ink = replace(ink, color=FOREGROUND)
            elif 30 <= code <= 37:
                ink = replace(ink, color=NORMAL[code - 30])
            elif 90 <= code <= 97:
                ink = replace(ink, color=BRIGHT[code - 90])
            else:
                raise ValueError(f"SGR parameter {code} has no look yet: add it to docs/picture.py")
        return ink


def cells(text: str) -> int:
    """Return how many terminal cells a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def runs(ansi: str) -> list[list[tuple[str, Ink]]]:
    """Return the lines of a terminal's output as pieces of one ink each."""
    lines: list[list[tuple[str, Ink]]] = []
    ink = Ink()
    for line in ansi.replace("\r\n", "\n").rstrip("\n").split("\n"):
        pieces, at = [], 0
        for found in ESCAPE.finditer(line):
            pieces.append((line[at : found.start()], ink))
            if found[2] == "m":
                ink = ink.after(found[1])
            at = found.end()
        pieces.append((line[at:], ink))
        lines += wrapped(pieces)
    return lines


def wrapped(pieces: list[tuple[str, Ink]]) -> list[list[tuple[str, Ink]]]:
    """Return a line as a terminal shows it: what is too long goes on in the next row."""
    rows: list[list[tuple[str, Ink]]] = [[]]
    free = COLUMNS
    for text, ink in pieces:
        shown = ""
        for character in text:
            if cells(character) > free:
                rows[-1].append((shown, ink))
                rows.append([])
                shown, free = "", COLUMNS
            shown += character
            free -= cells(character)
        if shown:
            rows[-1].append((shown, ink))
    return rows


def span(text: str, ink: Ink, column: int, row: int) -> str:
    """Return a piece of a line as an SVG element."""
    looks = [("fill", ink.color)] if ink.color != FOREGROUND else []
    looks += [("font-weight", "bold")] if ink.bold else []
    looks += [("opacity", "0.62")] if ink.dim else []
    looks += [("text-decoration", "underline")] if ink.underline else []
    attributes = "".join(f' {name}="{value}"' for name, value in looks)
    x, y = MARGIN + column * CELL, MARGIN + (row + 0.75) * LINE
    # The length keeps columns in line where the font is wider or narrower.
    length = cells(text) * CELL
    return (
        f'<text x="{x:g}" y="{y:g}" textLength="{length:g}"{attributes}>'
        f"{escape(text)}</text>"
    )


def svg(ansi: str, title: str) -> str:
    """Return a picture of a terminal that shows the output."""
    lines = runs(ansi)
    elements = []
    for row, line in enumerate(lines):
        column = 0
        for text, ink in line:
            # Spaces are drawn by nobody.
            lead = len(text) - len(text.lstrip(" "))
            shown = text.strip(" ")
            if shown:
                elements.append(span(shown, ink, column + lead, row))
            column += cells(text)
    width = 2 * MARGIN + COLUMNS * CELL
    height = 2 * MARGIN + len(lines) * LINE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label={quoteattr(title)}>'
    )
    group = f'<g font-family="{FONTS}" font-size="{FONT_SIZE}" fill="{FOREGROUND}" xml:space="preserve">'
    background = f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    return "\n".join([head, background, group, *elements, "</g>", "</svg>", ""])


def letters(rng: random.Random, alphabet: str, length: int) -> str:
    """Return `length` random characters of `alphabet`."""
    return "".join(rng.choice(alphabet) for _ in range(length))


def npm_token(rng: random.Random) -> str:
    """Return a token whose last six characters are the CRC-32 that npm puts there."""
    body, digits = letters(rng, BASE62, 30), ""
    rest = zlib.crc32(body.encode())
    while rest:
        rest, digit = divmod(rest, 62)
        digits = BASE62[digit] + digits
    return "npm_" + body + digits.rjust(6, "0")


def lay_out(folder: Path) -> None:
    """Write the project that is scanned."""
    rng = random.Random(20)
    stripe = "sk_" + "live_" + letters(rng, BASE62, 24)
    key = "database:\n  password: " + letters(rng, BASE62 + "!%+", 20) + "\n"
    files = {
        ".npmrc": f"save-exact=true\n//registry.npmjs.org/:_authToken={npm_token(rng)}\n",
        "k8s/shop.yaml": "apiVersion: v1\nkind: Secret\ndata:\n"
        f"  shop.yaml: {base64.b64encode(key.encode()).decode()}\n",
        "src/billing.py": f'import stripe\n\nstripe.api_key = "{stripe}"\n',
        "src/shop.py": 'def order(item):\n    return {"item": item, "key": "<your-api-key>"}\n',
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def on_a_terminal(command: list[str], folder: Path) -> tuple[int, str]:
    """Run a command with a terminal as its standard output; return its exit status and what it printed."""
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=inside, stderr=subprocess.PIPE
    ) as process:
        os.close(inside)
        printed = b""
        while True:
            try:
                part = os.read(outside, 1 << 16)
            except OSError:  # how Linux says that nobody writes any more
                break
            if not part:
                break
            printed += part
        complaint = process.stderr.read() if process.stderr else b""
    os.close(outside)
    if complaint:
        sys.exit(f"{command[0]}: {complaint.decode(errors='replace')}")
    return process.returncode, printed.decode()


def scan(program: Path) -> str:
    """Return what a scan of the made-up project prints."""
    if not program.is_file():
        sys.exit(f"{program} is missing: run `cargo build --release` first")
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        status, printed = on_a_terminal([str(program), "scan", ".", "--color", "always"], Path(folder))
    if status != 1:
        sys.exit(f"the scan ended with {status} instead of 1, findings:\n{printed}")
    return "\x1b[2m$\x1b[0m \x1b[1mprescan scan .\x1b[0m\n" + printed


def main() -> None:
    """Read the command line and write the picture."""
    parser = argparse.ArgumentParser(description="Make docs/scan.svg from what prescan prints.")
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("--program", type=Path, default=target / "release" / "prescan", metavar="FILE")
    parser.add_argument("--input", metavar="FILE", help="draw this recorded output")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "scan.svg", metavar="FILE")
    chosen = parser.parse_args()
    if chosen.input is None:
        ansi = scan(chosen.program.resolve())
    else:
        ansi = sys.stdin.read() if chosen.input == "-" else Path(chosen.input).read_text(encoding="utf-8")
    chosen.output.write_text(svg(ansi, "Output of prescan scan"), encoding="utf-8")
    print(f"wrote {chosen.output}")


if __name__ == "__main__":
    main()
