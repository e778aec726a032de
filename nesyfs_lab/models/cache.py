"""The folder where model files are kept, what is remembered of them, and one writer at a time."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_CHUNK = 1 << 22


def cache_folder() -> Path:
    """``$NESYFS_MODELS`` where it is set, else the platform's cache folder for this package."""
    if configured := os.environ.get("NESYFS_MODELS"):
        return Path(configured).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("nesyfs_lab", appauthor=False)) / "models"


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal digits, computed now."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def known_sha256(path: Path, folder: Path) -> str:
    """The file's SHA-256; remembered in ``folder`` until the file's size or time changes, so it is computed once."""
    stat = path.stat()
    where = str(path.resolve())
    fingerprint = {"path": where, "size": stat.st_size, "mtime_ns": stat.st_mtime_ns}
    note = folder / "checksums" / (hashlib.sha256(os.fsencode(where)).hexdigest()[:24] + ".json")
    try:
        remembered = json.loads(note.read_text(encoding="utf-8"))
        if {key: remembered[key] for key in fingerprint} == fingerprint:
            return str(remembered["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # no note, or not one of ours: compute
    digest = sha256_of(path)
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        draft = note.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps({**fingerprint, "sha256": digest}), encoding="utf-8")
        draft.replace(note)
    except OSError:
        pass  # a cache folder that cannot be written only costs time
    return digest


@contextmanager
def one_writer(lock: Path) -> Iterator[None]:
    """Wait until no other process is inside the block with the same ``lock`` file; a process that dies lets go."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+b") as file:
        _acquire(file)
        try:
            yield
        finally:
            _release(file)


if sys.platform == "win32":
    import msvcrt

    def _acquire(file: IO[bytes]) -> None:
        while True:
            try:  # gives up after ten seconds by itself
                file.seek(0)
                return msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                continue

    def _release(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _acquire(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _release(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
