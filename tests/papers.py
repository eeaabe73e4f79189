#!/usr/bin/env python3
"""Holds the papers to what is there: links lead somewhere, settings and rules have the names the program gives them.

`tests/run papers` runs it. It asks the program at $PRESCAN; the standard library is all it needs.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("PRESCAN", str(ROOT / "target" / "debug" / "prescan"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def papers() -> list[Path]:
    """Return the Markdown files of the repository."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        # What is built, downloaded or git's own.
        folders[:] = [name for name in folders if name not in {".git", "node_modules", "target"}]
        found += [Path(folder, name) for name in names if name.endswith(".md")]
    return sorted(found)


def anchors(paper: Path) -> set[str]:
    """Return what GitHub calls the headings of a paper."""
    titles = HEADING.findall(FENCE.sub("", paper.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def program(*arguments: str) -> str:
    """Return what the program prints."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise AssertionError(f"{PROGRAM} {' '.join(arguments)}: {done.stderr}")
    return done.stdout


class Papers(unittest.TestCase):
    """What a reader relies on."""

    def test_links_lead_somewhere(self) -> None:
        """Relative links name a file, and a heading where they name one."""
        found = papers()
        self.assertIn(ROOT / "README.md", found)
        for paper in found:
            for link in LINK.findall(FENCE.sub("", paper.read_text(encoding="utf-8"))):
                with self.subTest(paper=str(paper.relative_to(ROOT)), link=link):
                    if "://" in link or link.startswith("mailto:"):
                        continue
                    name, _, anchor = link.partition("#")
                    target = (paper.parent / name).resolve() if name else paper
                    self.assertTrue(target.exists(), "no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(target), "no such heading")

    def test_every_flag_of_scan_is_described_and_no_other(self) -> None:
        """docs/settings.md has exactly the flags that `prescan scan --help` has."""
        known = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", program("scan", "--help"), re.MULTILINE))
        text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
        described = set(re.findall(r"^\| `(--[\w-]+)", text, re.MULTILINE))
        self.assertEqual(described, known - {"--help"})

    def test_rules_that_the_readme_names_exist(self) -> None:
        """Every rule after `--only`, `--skip`, `explain` or `rules show` is a built-in one."""
        rules = {line.split()[0] for line in program("rules", "list").splitlines() if line.strip()}
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        named = re.findall(r"(?:--only|--skip|explain|rules show) '?([a-z0-9-]+(?:\.[a-z0-9*-]+)+)", text)
        self.assertTrue(named)
        for name in named:
            prefix = name.removesuffix("*")
            self.assertTrue(
                name in rules or (prefix != name and any(rule.startswith(prefix) for rule in rules)),
                f"there is no rule `{name}`",
            )


class Picture(unittest.TestCase):
    """docs/picture.py draws what a terminal would show."""

    @classmethod
    def setUpClass(cls) -> None:
        """Load the script as a module."""
        spec = importlib.util.spec_from_file_location("picture", ROOT / "docs" / "picture.py")
        assert spec and spec.loader
        cls.picture = importlib.util.module_from_spec(spec)
        sys.modules["picture"] = cls.picture
        spec.loader.exec_module(cls.picture)

    def draw(self, ansi: str) -> list[ElementTree.Element]:
        """Return the pieces of text of a picture."""
        return ElementTree.fromstring(self.picture.svg(ansi, "title")).findall(".//{*}text")

    def test_colours_end_where_the_output_ends_them(self) -> None:
        """A reset ends every look."""
        red, plain = self.draw("\x1b[1m\x1b[31ma < b\x1b[0m  c\n")
        self.assertEqual((red.text, red.get("font-weight")), ("a < b", "bold"))
        self.assertEqual(red.get("fill"), self.picture.NORMAL[1])
        self.assertEqual((plain.text, plain.get("fill"), plain.get("font-weight")), ("c", None, None))

    def test_columns_stay_in_line(self) -> None:
        """A piece starts at its column, whatever stands before it."""
        above, below = self.draw("\x1b[32m日本\x1b[0mx\n    x\n")[1:]
        self.assertEqual(above.get("x"), below.get("x"))

    def test_what_is_too_long_goes_on_below(self) -> None:
        """As on a terminal: nothing leaves the picture."""
        columns = self.picture.COLUMNS
        above, below = self.draw("\x1b[4m" + "x" * (columns + 1))
        self.assertEqual((above.text, below.text), ("x" * columns, "x"))
        self.assertEqual(below.get("text-decoration"), "underline")

    def test_an_unknown_look_is_no_silent_loss(self) -> None:
        """What cannot be drawn is an error."""
        with self.assertRaises(ValueError):
            self.picture.svg("\x1b[7mx", "title")

    def test_the_made_up_tokens_pass_their_checksum(self) -> None:
        """They have to be found for the picture to show anything."""
        import random
        import zlib

        token = self.picture.npm_token(random.Random(1))
        number = 0
        for digit in token[-6:]:
            number = number * 62 + self.picture.BASE62.index(digit)
        self.assertEqual(number, zlib.crc32(token[4:-6].encode()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
