"""The cache folder, remembered checksums, and the lock."""

import hashlib
import multiprocessing
import os
from pathlib import Path

import pytest

from nesyfs_lab.models import cache


def test_the_folder_is_the_users_choice(monkeypatch, tmp_path):
    monkeypatch.setenv("NESYFS_MODELS", str(tmp_path))
    assert cache.cache_folder() == tmp_path
    monkeypatch.delenv("NESYFS_MODELS")
    assert cache.cache_folder().parts[-2:] == ("nesyfs_lab", "models")


def test_a_checksum_is_computed_once_and_again_when_the_file_changes(monkeypatch, tmp_path):
    computed: list[Path] = []

    def compute(path, really=cache.sha256_of):
        computed.append(path)
        return really(path)

    monkeypatch.setattr(cache, "sha256_of", compute)
    file = tmp_path / "a.gguf"
    file.write_bytes(b"one")

    assert cache.known_sha256(file, tmp_path) == hashlib.sha256(b"one").hexdigest()
    assert cache.known_sha256(file, tmp_path) == hashlib.sha256(b"one").hexdigest()
    assert len(computed) == 1

    file.write_bytes(b"two")
    os.utime(file, ns=(1, 1))
    assert cache.known_sha256(file, tmp_path) == hashlib.sha256(b"two").hexdigest()
    assert len(computed) == 2


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b'{"path": 1}', b"\xff"])
def test_a_broken_note_is_computed_anew(tmp_path, note):
    file = tmp_path / "a.gguf"
    file.write_bytes(b"one")
    right = cache.known_sha256(file, tmp_path)
    (remembered,) = (tmp_path / "checksums").iterdir()
    remembered.write_bytes(note)
    assert cache.known_sha256(file, tmp_path) == right


def _add_one(folder: str, times: int) -> None:
    number = Path(folder) / "number"
    for _ in range(times):
        with cache.one_writer(Path(folder) / "lock"):
            number.write_text(str(int(number.read_text()) + 1))


def test_one_writer_at_a_time(tmp_path):
    (tmp_path / "number").write_text("0")
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_add_one, args=(str(tmp_path), 50)) for _ in range(2)]
    for process in processes:
        process.start()
    _add_one(str(tmp_path), 50)
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert (tmp_path / "number").read_text() == "150"
