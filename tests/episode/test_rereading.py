"""A recorded episode read anew by another memory."""

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, recording, reread
from nesyfs_lab.events import Acted, Generated, Observed, Updated
from nesyfs_lab.memory import CodeMemory
from tests.fakes import FakeModel, FakeWorld, lively


def test_code_reads_the_same_story_and_asks_nothing():
    told, model = recording("mug-false-belief"), FakeModel()
    read = reread(told, NeSyFS(model, memory=CodeMemory()))
    for kind in (Observed, Acted):
        assert [e for e in read.events if isinstance(e, kind)] == [e for e in told.events if isinstance(e, kind)]
    assert model.requests == []
    assert ("mug 1", "on", "shelf 1") in read.graph
    assert ("mug 1", "on", "shelf 1") not in told.graph
    assert read.header["agent"]["memory"] == {"kind": "code", "depth": 2, "language": "household"}
    assert read.header["reread"] is True
    assert read.steps == told.steps
    assert not read.live


def test_a_model_reads_again_with_the_prompts_of_the_record(tmp_path):
    agent = NeSyFS(lively(), reflections=1)
    told = Episode(FakeWorld(rooms=9), agent, seed=3).run(max_steps=3)
    read = reread(told, agent)
    assert [e for e in read.events if isinstance(e, Updated)] == [e for e in told.events if isinstance(e, Updated)]
    assert {e.purpose for e in read.events if isinstance(e, Generated)} <= {"extract", "outdated"}
    read.save(tmp_path / "read.jsonl")


def test_a_world_without_a_reader_is_named():
    told = Episode(FakeWorld(rooms=9), NeSyFS(lively(), reflections=1), seed=3).run(max_steps=1)
    with pytest.raises(ValueError, match="CodeMemory cannot read this world"):
        reread(told, NeSyFS(FakeModel(), memory=CodeMemory()))
