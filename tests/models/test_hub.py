"""Files of the hub: finding and downloading them, against a server on this machine."""

import hashlib
import urllib.error

import pytest

from nesyfs_lab.models import hub
from nesyfs_lab.models.catalogue import HubFile
from nesyfs_lab.models.contract import ModelError
from tests.models.serving import Hub, serve

CONTENT = bytes(range(256)) * 5000
SOURCE = HubFile("owner/repo", "model.gguf")


def test_a_whole_file(monkeypatch, tmp_path):
    told: list[int] = []
    with serve(Hub({"model.gguf": CONTENT}), monkeypatch):
        hub.download(SOURCE, tmp_path / "part", told.append)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert told[-1] == len(CONTENT)


def test_only_the_missing_bytes_are_asked_for(monkeypatch, tmp_path):
    (tmp_path / "part").write_bytes(CONTENT[:1000])
    with serve(Hub({"model.gguf": CONTENT}), monkeypatch) as server:
        hub.download(SOURCE, tmp_path / "part", lambda done: None)
    assert (tmp_path / "part").read_bytes() == CONTENT
    assert server.asked[0][1] == "bytes=1000-"


def test_a_server_without_ranges_sends_all_again(monkeypatch, tmp_path):
    (tmp_path / "part").write_bytes(CONTENT[:1000])
    with serve(Hub({"model.gguf": CONTENT}, ranges=False), monkeypatch):
        hub.download(SOURCE, tmp_path / "part", lambda done: None)
    assert (tmp_path / "part").read_bytes() == CONTENT


def test_a_complete_part_is_left_as_it_is(monkeypatch, tmp_path):
    (tmp_path / "part").write_bytes(CONTENT)
    with serve(Hub({"model.gguf": CONTENT}), monkeypatch):
        hub.download(SOURCE, tmp_path / "part", lambda done: None)
    assert (tmp_path / "part").read_bytes() == CONTENT


def test_a_missing_file_is_an_os_error(monkeypatch, tmp_path):
    with serve(Hub({}), monkeypatch), pytest.raises(urllib.error.HTTPError):
        hub.download(SOURCE, tmp_path / "part", lambda done: None)


def test_the_token_is_sent_to_the_hub(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_TOKEN", "secret")
    with serve(Hub({"model.gguf": CONTENT}), monkeypatch) as server:
        hub.download(SOURCE, tmp_path / "part", lambda done: None)
    assert server.asked[0][2] == "Bearer secret"


FILES = {"tiny-q4_k_m.gguf": b"four", "tiny-Q8_0.gguf": b"eight", "README.md": b"read"}


@pytest.mark.parametrize(
    "name,file",
    [
        ("hf:owner/repo/tiny-Q8_0.gguf", None),
        ("owner/repo", "*q8_0*"),
        ("hf:owner/repo", "tiny-Q8_0.gguf"),
    ],
)
def test_a_file_is_found_by_name_or_pattern(monkeypatch, name, file):
    with serve(Hub(FILES), monkeypatch):
        entry = hub.find(name, file)
    assert entry.sources == (HubFile("owner/repo", "tiny-Q8_0.gguf"),)
    assert (entry.size, entry.sha256) == (5, hashlib.sha256(b"eight").hexdigest())
    assert entry.file == "owner--repo--tiny-Q8_0.gguf"


@pytest.mark.parametrize(
    "name,file,words",
    [
        ("hf:owner", None, "owner/repo/file.gguf"),
        ("hf:owner/repo", None, "2 files.*tiny-Q8_0.gguf, tiny-q4_k_m.gguf"),
        ("hf:owner/repo", "*q5*", r"no file like '\*q5\*'.*tiny-Q8_0.gguf"),
        ("hf:owner/repo/README.md", None, "no file like"),
        ("hf:owner/other", None, "no public repository owner/other"),
    ],
)
def test_what_cannot_be_found_is_said(monkeypatch, name, file, words):
    with serve(Hub(FILES), monkeypatch), pytest.raises(ModelError, match=words):
        hub.find(name, file)


def test_offline_is_said(monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(ModelError, match="cannot be reached"):
        hub.find("hf:owner/repo/tiny-Q8_0.gguf")
