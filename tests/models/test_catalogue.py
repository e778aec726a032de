"""What the catalogue promises about each model."""

import re

import pytest

from nesyfs_lab.models.catalogue import CATALOGUE, HubFile, PackagePieces


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=str)
def test_entries_are_complete(entry):
    assert CATALOGUE[entry.name] is entry
    assert entry.file.endswith(".gguf")
    assert re.fullmatch("[0-9a-f]{64}", entry.sha256)
    assert entry.size > 50_000_000
    assert entry.licence == "Apache-2.0"
    assert entry.sources


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=str)
def test_each_model_can_be_had_where_only_a_package_index_is_reachable(entry):
    (pieces,) = [source for source in entry.sources if isinstance(source, PackagePieces)]
    assert len(pieces.requirements) == len(pieces.members) == len(set(pieces.requirements))
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+", requirement) for requirement in pieces.requirements)


def test_the_publisher_is_asked_first():
    for entry in CATALOGUE.values():
        if any(isinstance(source, HubFile) for source in entry.sources):
            assert isinstance(entry.sources[0], HubFile)
            assert entry.sources[0].file == entry.file
