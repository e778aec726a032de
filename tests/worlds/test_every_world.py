"""The contract of worlds, on all of them: a new one gets a line in ``WORLDS_PLAYED``.

Hypothesis plays hundreds of random and hostile actions in each; 10,000 where $EXHAUSTIVE is set.
"""

import os
from contextlib import closing
from typing import NamedTuple

import gymnasium
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode
from nesyfs_lab.graph import KnowledgeGraph
from nesyfs_lab.memory import CodeMemory
from nesyfs_lab.worlds import check_world, make_env, tasks
from tests.fakes import FakeModel, turns


class Played(NamedTuple):
    """A world, one of its tasks, and how many hostile actions a usual run can afford."""

    name: str
    task: str | int
    actions: int


WORLDS_PLAYED = [
    Played("household", "level1-1", 60),
    Played("household", "level5-3", 20),
    Played("alfworld", 48, 20),
    Played("textworld", "coin-collector-2", 300),
    Played("textworld", "cooking-3", 100),
    Played("textworld", "quest-3", 100),
    Played("scienceworld", "find-plant/0", 60),
    Played("shop", 0, 300),
    Played("webshop", 0, 100),
]
EXHAUSTIVE = bool(os.environ.get("EXHAUSTIVE"))
HOSTILE = ["", " \n\t", "go", "GO NORTH", "quit", "save", "restart", "undo", "\x00", "\ud800", "x" * 100_000,
           "%s%n", "look; quit", "{r.name}", "[o | holds(a, o)]", "'; drop table games; --",
           "<script>alert(1)</script>"]  # fmt: skip


@pytest.fixture(params=WORLDS_PLAYED, ids=lambda played: f"{played.name} {played.task}")
def played(request):
    if request.param.name in ("alfworld", "webshop"):
        request.getfixturevalue(f"{request.param.name}_data")
    return request.param


@pytest.fixture
def env(played):
    with closing(make_env(played.name, task=played.task)) as made:
        yield made


def can(info):
    """What can be done; a page that knows no list has a search field."""
    return info.get("admissible_commands") or ["search[red mug]"]


def test_it_passes_the_check_that_others_worlds_get(played):
    checked = check_world(played.name, played.task)
    assert checked["kept"].all(), checked.to_string()


def test_the_same_task_says_the_same_whatever_the_seed(env, played):
    first, info = env.reset(seed=1)
    action = can(info)[-1]
    went = env.step(action)
    with closing(make_env(played.name, task=played.task)) as other:
        assert other.reset(seed=2) == (first, info)
        assert other.step(action) == went
    assert env.reset(seed=3) == (first, info)


def test_truth_is_told_in_the_language_of_the_world(env, played):
    language = env.unwrapped.language
    _, info = env.reset()
    for step in range(6):
        told = info["facts"]
        assert told
        assert len(set(told)) == len(told)
        assert all(language.statement(fact) for fact in told), "a fact that nobody can compare a belief with"
        if played.name not in (
            "alfworld",
            "household",
        ):  # their engine sometimes has a thing in two places, and says so
            assert not any(language.excluded([fact], told) for fact in told)
        commands = can(info)
        *_, over, late, info = env.step(commands[step * 7 % len(commands)])
        if over or late:
            break


@given(text=st.text(max_size=300), action=st.none() | st.text(max_size=30))
def test_no_text_breaks_a_reader(text, action):
    for name in dict.fromkeys(played.name for played in WORLDS_PLAYED):
        from nesyfs_lab.worlds.registry import language

        known = language(name)
        assert known is not None
        assert known.read is not None
        known.read(KnowledgeGraph(), action, text)


@pytest.mark.timeout(3600 if EXHAUSTIVE else 900)  # 10,000 steps of a large household take longer than any other test
def test_no_action_breaks_a_world(env, played):
    """An integer stands for something that can be done; a world that is over begins again."""
    known = [env.reset()[1]]

    @settings(
        max_examples=10_000 if EXHAUSTIVE else played.actions,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
        deadline=None,
    )
    @given(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=()), max_size=40) | st.integers(0, 999))
    def play(action):
        if isinstance(action, int):
            commands = can(known[-1])
            action = commands[action % len(commands)]
        observation, reward, terminated, truncated, info = env.step(action)
        assert isinstance(observation, str)
        assert -1 <= reward <= 1
        assert not truncated
        assert terminated or not info["won"]
        known.append(env.reset()[1] if terminated else info)

    play()


def test_a_record_s_actions_say_what_the_record_says(env, played, tmp_path):
    _, info = env.reset()
    chosen = can(info)
    act = turns(*({"thought": "", "action": action} for action in (chosen[0], chosen[-1], chosen[len(chosen) // 2])))
    agent = NeSyFS(FakeModel(act=act, reflect={"thought": "", "aligned": "Yes"}), memory=CodeMemory())
    episode = Episode(env, agent, seed=0)
    episode.save(tmp_path / "e.jsonl")
    episode.step()
    with closing(make_env(played.name, task=played.task)) as other:
        again = load_episode(tmp_path / "e.jsonl", env=other, agent=agent)
        again.step()  # replays the first action, and raises where the world does not repeat itself
        assert again.steps == 2


def test_a_closed_world_plays_again_after_a_reset(env):
    first = env.reset()
    env.close()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look")
    env.close()
    assert env.reset() == first


def test_every_world_lists_its_tasks(played):
    table = tasks(played.name)
    assert list(table.columns) == ["id", "goal", "type", "split", "level", "expert_length"]
    assert table["id"].is_unique
    assert table["goal"].str.len().min() > 0
