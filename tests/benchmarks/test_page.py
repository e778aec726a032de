"""The benchmark of the page, as small as it goes."""

import json
from pathlib import Path

import pytest

from benchmarks import page
from tests.browser.server import CHROMIUM

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="no chromium")]


def test_everything_is_measured_and_written(tmp_path):
    page.main(["--triplets", "40", "--moves", "10", "--repeats", "1", "--output", str(tmp_path)])
    found = json.loads((tmp_path / "page.json").read_text())
    assert {when: len(times) for when, times in found["scrub"].items()} == {
        "idle": 10, "while the model thinks": 10, "without a kernel": 10,
    }  # fmt: skip
    assert min(found["open"] + found["live"] + found["echo"]) > 0
    assert len(found["memory"]) == 3
    assert (tmp_path / "page.md").read_text().count("\n| ") == 8
