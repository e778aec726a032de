"""The model that the benchmarks are tested with."""

import pytest

from nesyfs_lab.models.catalogue import CATALOGUE
from nesyfs_lab.models.contract import ModelError
from nesyfs_lab.models.fetch import fetch
from tests.toy import toy


@pytest.fixture(scope="session")
def toy_file(tmp_path_factory):
    """A model that is small enough to plan with in a test; skipped where its vocabulary cannot be fetched."""
    try:
        like = fetch(CATALOGUE["smollm2-135m"])
    except ModelError as error:
        pytest.skip(str(error))
    return toy(tmp_path_factory.mktemp("toy") / "toy.gguf", like)
