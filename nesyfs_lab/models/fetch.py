"""Getting a model's file into the cache folder: several sources, resume, and a checksum before use."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import TextIO
from zipfile import BadZipFile

from . import hub, pieces
from .cache import cache_folder, known_sha256, one_writer
from .catalogue import CatalogueEntry, HubFile, Source
from .contract import ModelError


@dataclass(frozen=True)
class FetchProgress:
    """How far a download has come; ``done`` and ``total`` are bytes, ``source`` is for people."""

    name: str
    source: str
    done: int
    total: int


Listener = Callable[[FetchProgress], None]

# What a source that fails may raise: a broken HTTP answer and a broken wheel are no OSErrors.
_FAILURES = (OSError, EOFError, ValueError, HTTPException, BadZipFile)


class ProgressLine:
    """A listener that keeps a line of text up to date, in a terminal or a notebook; in a log it writes every tenth."""

    def __init__(self, stream: TextIO | None = None, seconds: float = 0.25) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._rewrites = self._stream.isatty() or "ipykernel" in type(self._stream).__module__
        self._seconds = seconds
        self._next_time = 0.0
        self._last_tenth = -1

    def __call__(self, progress: FetchProgress) -> None:
        finished = progress.done >= progress.total
        text = (
            f"{progress.name}: {progress.done / 1e6:,.0f} of {progress.total / 1e6:,.0f} MB "
            f"({100 * progress.done // max(progress.total, 1)} %) from {progress.source}"
        )
        if self._rewrites:
            if finished or time.monotonic() >= self._next_time:
                self._next_time = time.monotonic() + self._seconds
                self._write(f"\r{text}" + ("\n" if finished else ""))
        elif (tenth := 10 * progress.done // max(progress.total, 1)) != self._last_tenth:
            self._last_tenth = tenth
            self._write(text + "\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def fetch(entry: CatalogueEntry, folder: Path | None = None, progress: Listener | None = None) -> Path:
    """The path of the entry's file; it is downloaded if it is not in ``folder`` yet, else the network is left alone.

    A download that was cut off goes on where it stopped. The file appears under its name only when its SHA-256 is the
    entry's. Several processes may fetch the same model at once: one downloads, the others wait for it.

    Args:
        folder: default ``cache_folder()``.
        progress: told about each piece that arrives.

    Raises:
        ModelError: no source gave the right bytes, or the disk is full; the message says why for each source.
    """
    folder = cache_folder() if folder is None else folder
    path = folder / entry.file
    if _is_right(path, entry, folder):
        return path
    try:
        with one_writer(folder / f"{entry.file}.lock"):
            if not _is_right(path, entry, folder):  # another process may have fetched it while we waited
                _set_aside(path)
                _fetch_from_any(entry, path, folder, progress)
    except OSError as error:
        raise ModelError(
            f"{entry.name} cannot be stored in {folder} ({error}); set NESYFS_MODELS to a folder that you can write to."
        ) from error
    return path


def _is_right(path: Path, entry: CatalogueEntry, folder: Path) -> bool:
    try:
        return path.stat().st_size == entry.size and known_sha256(path, folder) == entry.sha256
    except OSError:
        return False


def _set_aside(path: Path) -> None:
    """Keep a file with the right name and wrong bytes, under a name that says so: it may be somebody's work."""
    if path.exists():
        path.replace(path.with_name(path.name + ".wrong"))


def _fetch_from_any(entry: CatalogueEntry, path: Path, folder: Path, progress: Listener | None) -> None:
    failures = []
    for source in entry.sources:
        part = path.with_name(f"{path.name}.{_kind(source)}.part")
        room = shutil.disk_usage(folder).free + (part.stat().st_size if part.exists() else 0)
        if room < entry.size:
            raise ModelError(
                f"{entry.name} needs {entry.size / 1e6:,.0f} MB and {folder} has {room / 1e6:,.0f} MB free; "
                "make room, or set NESYFS_MODELS to a folder on another disk."
            )
        resumed = part.exists()
        try:
            _download(source, part, entry, progress)
            digest = known_sha256(part, folder)
            if digest != entry.sha256 and resumed:  # the half that was there may have been the wrong one
                part.unlink()
                _download(source, part, entry, progress)
                digest = known_sha256(part, folder)
        except _FAILURES as error:
            failures.append(f"{source}: {str(error) or type(error).__name__}")
            continue
        if digest == entry.sha256:
            part.replace(path)  # the same file: its remembered checksum is taken again, once, under the new name
            known_sha256(path, folder)
            return
        part.unlink()
        failures.append(f"{source}: the file has sha256 {digest[:12]}…, not {entry.sha256[:12]}…, and was deleted")
    raise ModelError(
        f"{entry.name} could not be fetched ({'; '.join(failures)}). Go online and try again, or put {entry.file} "
        f"into {folder} yourself."
    )


def _download(source: Source, part: Path, entry: CatalogueEntry, progress: Listener | None) -> None:
    def report(done: int) -> None:
        if progress is not None:
            progress(FetchProgress(entry.name, str(source), done, entry.size))

    if isinstance(source, HubFile):
        hub.download(source, part, report)
    else:
        pieces.download(source, part, report)
    size = part.stat().st_size
    if size < entry.size and isinstance(source, HubFile):
        raise EOFError(f"the connection ended after {size / 1e6:,.0f} MB; try again to go on from there")


def _kind(source: Source) -> str:
    return "hub" if isinstance(source, HubFile) else "pieces"


__all__ = ["FetchProgress", "Listener", "ProgressLine", "fetch"]
