"""What a person wants otherwise: read from fields, refused with a reason, played in a fork."""

import json

import pytest

import nesyfs_lab as nl
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.agent_numbers import numbers_of
from nesyfs_lab.views.display import TITLES
from nesyfs_lab.views.what_if import read_triplets
from nesyfs_lab.views.workbench import Workbench
from tests.fakes import FakeModel

MUG = Triplet("mug 1", "on", "shelf 1")


@pytest.fixture
def agent():
    return nl.NeSyFS(FakeModel(), memory=nl.CodeMemory(), planner=nl.TSMC(particles=2, horizon=2))


@pytest.mark.parametrize("line", ["mug 1 | on | shelf 1", "mug 1,on,shelf 1", " mug 1 — on — shelf 1 \n\n"])
def test_a_line_is_a_triplet(line):
    assert read_triplets(line, KnowledgeGraph()) == (MUG,)
    assert read_triplets(line, KnowledgeGraph((MUG,))) == ()


@pytest.mark.parametrize("line", ["mug 1", "mug 1 | on", "a | b | c | d", "| on | shelf 1"])
def test_a_line_that_is_none_is_refused_with_its_number(line):
    with pytest.raises(ValueError, match="line 2: write a triplet as three parts"):
        read_triplets(f"a | b | c\n{line}", KnowledgeGraph())


def open_at(bench, step):
    bench.controls.timeline.value = step
    bench.display.tabs.selected_index = TITLES.index("What if")
    return bench.display.what_if


def test_a_recording_is_forked_below_with_what_was_changed(agent, tmp_path):
    recorded = nl.recording("mug-false-belief")
    bench = Workbench(recorded, env=nl.make_env("household", task="level1-0"), agent=agent)
    fields = open_at(bench, 4)
    fields.remove.value = (Triplet("shelf 1", "is", "empty"),)
    fields.add.value = "mug 1 | on | shelf 1"
    fields.action.value = "take mug 1 from shelf 1"
    fields.fork()
    assert "put below" in fields.said.value
    (whole,) = bench.forks.box.children
    child = whole.children[1]
    assert MUG in child.episode.graph
    assert Triplet("shelf 1", "is", "empty") not in child.episode.graph
    assert child.episode.header["fork"]["step"] == 4
    child.start(1)
    child.join(60)
    assert child.frames[-1].action == "take mug 1 from shelf 1"
    assert Triplet("you", "hold", "mug 1") in child.episode.graph
    child.display.tabs.selected_index = len(TITLES)
    told = child.display.pair.where.value
    assert "A and B part in step 4: ✎ edited after step 4. They first act otherwise in step 5." in told
    assert "B plays" in told
    assert "take mug 1 from shelf 1" in told
    assert "A: qwen2.5-coder-1.5b · B: FakeModel, fork after step 4" in told
    assert "compare a fork with its control" in told  # another model
    assert recorded.steps == 7
    assert bench.forks[1] is child.episode
    whole.children[0].children[1].click()
    assert bench.forks.box.children == ()
    with pytest.raises(KeyError, match="no Fork 1; those that are open: none"):
        bench.forks[1]
    bench.close()


def test_a_cleared_form_forks_a_control(agent):
    bench = Workbench(nl.recording("mug-false-belief"), env=nl.make_env("household", task="level1-0"), agent=agent)
    fields = open_at(bench, 4)
    fields.remove.value = (Triplet("shelf 1", "is", "empty"),)
    fields.add.value, fields.action.value = "mug 1 | on | shelf 1", "look"
    (votes,) = [field for field in fields.numbers.box.children if field.description == "votes"]
    votes.value = "9"
    fields.fork()
    fields.clear()
    fields.fork()
    control, changed = (whole.children for whole in bench.forks.box.children)
    assert "votes 9" in changed[0].children[0].value
    assert "Fork 1, after step 4" in changed[0].children[0].value
    assert "Fork 2, after step 4:</b> nothing is changed: a control" in control[0].children[0].value
    assert numbers_of(control[1].episode.agent) == numbers_of(agent)
    assert control[1].episode.graph == bench.frames[4].after
    bench.close()


def test_a_number_alone_is_no_control(agent):
    bench = Workbench(nl.recording("mug-false-belief"), env=nl.make_env("household", task="level1-0"), agent=agent)
    fields = open_at(bench, 4)
    (particles,) = [field for field in fields.numbers.box.children if "particles" in field.description]
    particles.value = "7"
    fields.fork()
    told = bench.forks.box.children[0].children[0].children[0].value
    assert "planner.particles 7" in told
    assert "control" not in told
    bench.close()


def test_a_mistake_is_told_and_the_fields_stay(agent):
    bench = Workbench(nl.recording("mug-false-belief"), env=nl.make_env("household", task="level1-0"), agent=agent)
    fields = open_at(bench, 2)
    fields.add.value = "<b>mug"
    fields.fork()
    assert "three parts" in fields.said.value
    assert "<b>mug" not in fields.said.value
    assert fields.add.value == "<b>mug"
    assert bench.forks.box.children == ()
    bench.close()


def test_a_recording_alone_says_what_it_needs():
    bench = Workbench(nl.recording("mug-false-belief"))
    fields = open_at(bench, 2)
    assert fields.button.disabled
    assert "env=env, agent=agent" in fields.where.value
    bench.close()


def test_a_fork_of_a_saved_episode_is_saved_beside_it(agent, tmp_path):
    episode = nl.Episode(nl.make_env("household", task="level1-0"), agent)
    episode.save(tmp_path / "game.jsonl")
    episode.step()
    bench = Workbench(episode)
    fields = open_at(bench, 1)
    fields.fork()
    fields.fork()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["game-fork1-2.jsonl", "game-fork1.jsonl", "game.jsonl"]
    header = json.loads((tmp_path / "game-fork1.jsonl").read_text().splitlines()[0])
    assert header["fork"]["step"] == 1
    bench.close()
