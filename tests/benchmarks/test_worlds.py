"""A world beside its bare engine: the same actions, both timed."""

import json

from benchmarks.worlds import PLAYED, main


def test_each_world_is_timed_and_what_is_not_there_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    monkeypatch.setenv("WEBSHOP_DATA", str(tmp_path))
    found = main(["--steps", "3", "--output", str(tmp_path)])
    assert set(found) == set(PLAYED) - {"alfworld", "webshop"}
    for name, measured in found.items():
        assert measured["steps"] == 3, name
        assert measured["bare"] is None if name == "shop" else measured["bare"] > 0
        assert measured["ours"] > 0
    assert set(json.loads((tmp_path / "worlds.json").read_text())) == set(found)
    assert "textworld" in (tmp_path / "worlds.md").read_text()
