"""Finding a model by what a person writes."""

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nesyfs_lab.models.llama as llama
from nesyfs_lab.models import CATALOGUE, ModelError, load_model
from nesyfs_lab.models.server import ServerModel
from tests.models.serving import Hub, serve


@pytest.fixture
def loaded(monkeypatch, tmp_path):
    """What would be loaded, instead of loading it."""
    calls: list[tuple[Path, dict[str, Any]]] = []
    monkeypatch.setattr(llama, "LlamaModel", lambda path, **options: calls.append((path, options)))
    monkeypatch.setenv("NESYFS_MODELS", str(tmp_path / "cache"))
    return calls


def test_a_path(loaded, tmp_path):
    file = tmp_path / "mine.GGUF"
    file.write_bytes(b"GGUF")
    load_model(file, n_ctx=512, threads=1, gpu_layers=-1)
    ((path, options),) = loaded
    assert path == file
    assert options == {
        "name": "mine",
        "sha256": hashlib.sha256(b"GGUF").hexdigest(),
        "n_ctx": 512,
        "threads": 1,
        "gpu_layers": -1,
        "states": tmp_path / "cache" / "states",
    }


def test_a_file_of_the_hub_is_fetched(loaded, tmp_path, monkeypatch):
    with serve(Hub({"a-q4.gguf": b"GGUF4", "a-q8.gguf": b"GGUF8"}), monkeypatch):
        load_model("hf:owner/repo", file="*q8*")
        load_model("hf:owner/repo/a-q4.gguf")
    assert [path.read_bytes() for path, _ in loaded] == [b"GGUF8", b"GGUF4"]
    assert [options["name"] for _, options in loaded] == ["hf:owner/repo/a-q8.gguf", "hf:owner/repo/a-q4.gguf"]


def test_an_address_is_a_server():
    with load_model("http://localhost:8080", model="m", concurrency=2) as model:
        assert isinstance(model, ServerModel)
        assert model.info["server"] == "http://localhost:8080/v1"
        assert model.info["concurrency"] == 2


@pytest.mark.model
def test_a_catalogued_name(small_file, monkeypatch):
    monkeypatch.setenv("NESYFS_MODELS", str(small_file.parent))
    with load_model("smollm2-135m", threads=1, n_ctx=256) as model:
        assert model.info["name"] == "smollm2-135m"
        assert model.info["sha256"] == CATALOGUE["smollm2-135m"].sha256


@pytest.mark.parametrize(
    "name,options,words",
    [
        ("llama", {}, "no model 'llama'.*smollm2-135m.*hf:owner"),
        ("nothing/here.gguf", {}, "There is no file"),
        (
            "http://localhost:8080/v1",
            {"n_ctx": 3},
            "no option n_ctx for a server; there are model, api_key_env, .*extra",
        ),
        ("smollm2-135m", {"model": "m"}, "no option model"),
        ("smollm2-135m", {"context": 3}, "no option context.*n_ctx"),
        ("hf:owner", {}, "owner/repo/file.gguf"),
        ("smollm2-135m", {"file": "*q8*"}, "one file of the catalogue, so file would do nothing"),
        (__file__, {"revision": "main"}, "is a file, so revision would do nothing"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_one_sentence(loaded, name, options, words):
    with pytest.raises(ModelError, match=words) as error:
        load_model(name, **options)
    assert "\n" not in str(error.value)
    assert not loaded


def test_the_package_is_imported_without_llama_cpp():
    code = "import sys, nesyfs_lab.models; assert not {'llama_cpp', 'jinja2', 'openai'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
