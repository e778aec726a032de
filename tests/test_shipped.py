"""Data is found beside the package in a checkout and inside it where it was installed."""

import pytest

from nesyfs_lab import shipped as module
from nesyfs_lab.shipped import shipped


def test_a_checkout_has_its_data_beside_the_package():
    assert (shipped("household") / "level1-0.json").is_file()


def test_an_installed_package_has_its_data_inside(monkeypatch, tmp_path):
    inside = tmp_path / "nesyfs_lab" / "data" / "household"
    inside.mkdir(parents=True)
    monkeypatch.setattr(module, "files", lambda package: tmp_path / "nesyfs_lab")
    assert shipped("household") == inside


def test_what_is_missing_is_named():
    with pytest.raises(FileNotFoundError, match="data/nothing"):
        shipped("nothing")
