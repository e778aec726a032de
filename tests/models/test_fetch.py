"""Fetching: sources in turn, checksums, interruptions, several processes."""

import hashlib
import io
import shutil
import threading
from http.client import BadStatusLine, IncompleteRead
from zipfile import BadZipFile

import pytest

from nesyfs_lab.models import cache, fetch, hub, pieces
from nesyfs_lab.models.catalogue import CatalogueEntry, HubFile, PackagePieces
from nesyfs_lab.models.contract import ModelError
from nesyfs_lab.models.fetch import FetchProgress, ProgressLine
from tests.models.serving import Hub, make_wheel, serve

CONTENT = b"GGUF" + bytes(range(256)) * 3000
ENTRY = CatalogueEntry(
    name="tiny",
    file="tiny.gguf",
    size=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    licence="MIT",
    sources=(HubFile("owner/repo", "tiny.gguf"), PackagePieces(("tiny-model==1.0",), ("/tiny.gguf",))),
    about="",
)


@pytest.fixture
def no_wheels(tmp_path_factory, only_wheels_in):
    folder = tmp_path_factory.mktemp("wheels")
    only_wheels_in(folder)
    return folder


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(hub, "download", refuse)
    monkeypatch.setattr(pieces, "download", refuse)


def test_the_first_source_that_has_it(monkeypatch, tmp_path, no_wheels):
    told: list[FetchProgress] = []
    with serve(Hub({"tiny.gguf": CONTENT}), monkeypatch):
        path = fetch.fetch(ENTRY, tmp_path, told.append)
    assert path == tmp_path / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert told[-1] == FetchProgress("tiny", "Hugging Face owner/repo", len(CONTENT), len(CONTENT))
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("hub_files", [{}, {"tiny.gguf": CONTENT[:-1] + b"!"}, {"tiny.gguf": CONTENT[:-1]}])
def test_the_next_source_when_one_has_nothing_or_the_wrong_bytes(monkeypatch, tmp_path, no_wheels, hub_files):
    make_wheel(no_wheels, "tiny_model", {"tiny_model/tiny.gguf": CONTENT})
    with serve(Hub(hub_files), monkeypatch):
        assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT


def test_an_unreachable_hub_is_passed_over(monkeypatch, tmp_path, no_wheels):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    make_wheel(no_wheels, "tiny_model", {"tiny_model/tiny.gguf": CONTENT})
    assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("error", [BadStatusLine("?"), IncompleteRead(b""), ConnectionResetError()])
def test_a_hub_that_speaks_nonsense_is_passed_over(monkeypatch, tmp_path, no_wheels, error):
    def break_off(*_):
        raise error

    monkeypatch.setattr(hub, "download", break_off)
    make_wheel(no_wheels, "tiny_model", {"tiny_model/tiny.gguf": CONTENT})
    assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT


def test_a_broken_wheel_is_named(monkeypatch, tmp_path, no_wheels):
    def break_off(*_):
        raise BadZipFile("File is not a zip file")

    monkeypatch.setattr(pieces, "download", break_off)
    with serve(Hub({}), monkeypatch), pytest.raises(ModelError, match="package index: File is not a zip"):
        fetch.fetch(ENTRY, tmp_path)


def test_wrong_bytes_everywhere_are_deleted_and_named(monkeypatch, tmp_path, no_wheels):
    wrong = CONTENT[:-1] + b"!"
    make_wheel(no_wheels, "tiny_model", {"tiny_model/tiny.gguf": wrong})
    with serve(Hub({"tiny.gguf": wrong}), monkeypatch), pytest.raises(ModelError) as error:
        fetch.fetch(ENTRY, tmp_path)
    assert str(error.value).count(hashlib.sha256(wrong).hexdigest()[:12]) == 2
    assert not [p for p in tmp_path.iterdir() if p.suffix in {".gguf", ".part"}]


def test_a_cut_connection_goes_on_where_it_stopped(monkeypatch, tmp_path, no_wheels):
    with serve(Hub({"tiny.gguf": CONTENT}, cut_after=300_000), monkeypatch), pytest.raises(ModelError, match="ended"):
        fetch.fetch(ENTRY, tmp_path)
    with serve(Hub({"tiny.gguf": CONTENT}), monkeypatch) as server:
        assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT
    assert server.asked[0][1] == "bytes=300000-"


def test_a_partial_file_with_other_bytes_is_begun_anew(monkeypatch, tmp_path, no_wheels):
    (tmp_path / "tiny.gguf.hub.part").write_bytes(b"?" * 1000)
    with serve(Hub({"tiny.gguf": CONTENT}), monkeypatch):
        assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT


def test_a_file_that_is_there_asks_nothing_and_is_hashed_once(monkeypatch, tmp_path, no_network):
    (tmp_path / "tiny.gguf").write_bytes(CONTENT)
    assert fetch.fetch(ENTRY, tmp_path) == tmp_path / "tiny.gguf"
    monkeypatch.setattr(cache, "sha256_of", lambda path: pytest.fail("hashed again"))
    assert fetch.fetch(ENTRY, tmp_path) == tmp_path / "tiny.gguf"


def test_a_file_with_the_right_name_and_wrong_bytes_is_set_aside(monkeypatch, tmp_path, no_wheels):
    (tmp_path / "tiny.gguf").write_bytes(b"mine")
    with serve(Hub({"tiny.gguf": CONTENT}), monkeypatch):
        assert fetch.fetch(ENTRY, tmp_path).read_bytes() == CONTENT
    assert (tmp_path / "tiny.gguf.wrong").read_bytes() == b"mine"


def test_two_at_once_download_once(monkeypatch, tmp_path, no_wheels):
    paths = []
    with serve(Hub({"tiny.gguf": CONTENT}), monkeypatch) as server:
        threads = [threading.Thread(target=lambda: paths.append(fetch.fetch(ENTRY, tmp_path))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert paths == [tmp_path / "tiny.gguf"] * 3
    assert len(server.asked) == 1
    assert paths[0].read_bytes() == CONTENT


def test_a_full_disk_is_said_before_anything_is_downloaded(monkeypatch, tmp_path, no_network):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 1000})())
    with pytest.raises(ModelError, match="NESYFS_MODELS"):
        fetch.fetch(ENTRY, tmp_path)


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="NESYFS_MODELS"):
        fetch.fetch(ENTRY, tmp_path / "file" / "models")


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_line_is_rewritten_in_a_terminal_and_ends():
    stream = _Terminal()
    line = ProgressLine(stream, seconds=0)
    for done in (0, 5_000_000, 10_000_000):
        line(FetchProgress("tiny", "a hub", done, 10_000_000))
    assert stream.getvalue().split("\r")[1:] == [
        "tiny: 0 of 10 MB (0 %) from a hub",
        "tiny: 5 of 10 MB (50 %) from a hub",
        "tiny: 10 of 10 MB (100 %) from a hub\n",
    ]


def test_a_log_gets_every_tenth_once():
    stream = io.StringIO()
    line = ProgressLine(stream)
    for done in range(1001):
        line(FetchProgress("tiny", "a hub", done, 1000))
    assert len(stream.getvalue().splitlines()) == 11
