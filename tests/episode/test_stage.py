"""The world behind an episode: brought back when it strayed, caught when it does not repeat itself."""

from dataclasses import dataclass
from typing import Any

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec

from nesyfs_lab.episode import Episode, WorldChanged, load_episode
from nesyfs_lab.episode.stage import another
from nesyfs_lab.events import Acted
from tests.fakes import FakeWorld, Walker, timeless


def fickle() -> FakeWorld:
    """Says after its second reset something else than after its first."""
    world = FakeWorld()
    world.tell = lambda room, moves: f"Life {sum('reset' in c for c in world.calls)}, room {room}."
    return world


def test_a_world_is_reset_with_the_seed_once_and_then_only_stepped():
    world = FakeWorld()
    Episode(world, Walker(), seed=9).run(3)
    assert world.calls == ["reset 9", "east", "east", "east"]


def test_a_step_that_failed_in_the_world_is_replayed_before_it_is_tried_again():
    world = FakeWorld()
    ep = Episode(world, Walker()).run(2)
    world.faults.append(OSError("the game crashed"))
    with pytest.raises(OSError, match="crashed"):
        ep.step()
    assert ep.steps == 2
    ep.step()
    assert world.calls == ["reset 0", "east", "east", "east", "reset 0", "east", "east", "east"]
    assert timeless(ep.events) == timeless(Episode(FakeWorld(), Walker()).run(3).events)


def test_a_world_that_fails_at_its_reset_can_be_tried_again():
    class Late(FakeWorld):
        ready = False

        def reset(self, **kwargs: Any) -> Any:
            if not self.ready:
                raise ConnectionError("not up yet")
            return super().reset(**kwargs)

    world = Late()
    ep = Episode(world, Walker())
    with pytest.raises(ConnectionError, match="not up yet"):
        ep.step()
    world.ready = True
    assert ep.run(2).steps == 2


def test_a_world_that_does_not_repeat_itself_is_caught_with_both_texts():
    world = fickle()
    ep = Episode(world, Walker()).run(2)
    before = timeless(ep.events)
    world.faults.append(OSError("crash"))
    with pytest.raises(OSError, match="crash"):
        ep.step()
    with pytest.raises(WorldChanged) as caught:
        ep.step()
    said = str(caught.value)
    assert "after action 0" in said
    assert "'Life 2, room 0.'" in said
    assert "'Life 1, room 0.'" in said
    assert timeless(ep.events) == before


def test_another_world_is_caught_where_it_first_differs_before_it_is_played_on(tmp_path):
    Episode(FakeWorld(), Walker()).run(3).save(tmp_path / "e.jsonl")
    other = FakeWorld(tell=lambda room, moves: f"You are in room {room}." if moves < 2 else "A dragon!")
    ep = load_episode(tmp_path / "e.jsonl", env=other, agent=Walker())
    with pytest.raises(WorldChanged, match=r"after action 2 .*'A dragon!'"):
        ep.step()
    assert other.calls == ["reset 0", "east", "east"]
    assert load_episode(tmp_path / "e.jsonl").steps == 3


def test_two_episodes_in_one_world_do_not_disturb_each_other():
    world = FakeWorld()
    one, two = Episode(world, Walker(), seed=1), Episode(world, Walker(), seed=2)
    for ep in (one, two, one, one, two):
        ep.step()
    assert timeless(one.events) == timeless(Episode(FakeWorld(), Walker(), seed=1).run(3).events)
    assert timeless(two.events) == timeless(Episode(FakeWorld(), Walker(), seed=2).run(2).events)


def test_an_episode_that_was_disturbed_in_its_first_step_goes_on_as_if_alone():
    world = FakeWorld()
    one, two = Episode(world, Walker(), seed=1), Episode(world, Walker(), seed=2)
    step = one.stream()
    next(event for event in step if isinstance(event, Acted))
    two.run(3)
    list(step)
    assert timeless(one.events) == timeless(Episode(FakeWorld(), Walker(), seed=1).run(1).events)


def test_a_wrapped_world_is_still_the_same_world():
    world = FakeWorld()
    wrapped: Any = gymnasium.Wrapper(world)
    one, two = Episode(world, Walker()).run(1), Episode(wrapped, Walker()).run(2)
    one.step()
    assert [ep.events[-2].observation for ep in (one, two)] == ["You are in room 2."] * 2  # type: ignore[attr-defined]


def test_a_world_without_a_hash_will_do():
    @dataclass
    class Plain(FakeWorld):
        name: str = "plain"

        def __post_init__(self) -> None:
            super().__init__()

    with pytest.raises(TypeError, match="unhashable"):
        hash(Plain())
    assert Episode(Plain(), Walker()).run(2).steps == 2


def test_a_fork_s_world_is_made_again_where_it_came_from_make_env_and_else_copied(monkeypatch):
    made: list[Any] = []
    fresh = FakeWorld()

    def make(spec: Any) -> FakeWorld:
        made.append(spec)
        return fresh

    monkeypatch.setattr(gymnasium, "make", make)
    copied = another(FakeWorld())
    assert isinstance(copied, FakeWorld)
    ours, theirs = FakeWorld(), FakeWorld()
    ours.spec = EnvSpec("nesyfs/household-v0")
    theirs.spec = EnvSpec("other/shop-v1")
    assert another(ours) is fresh
    assert isinstance(another(theirs), FakeWorld)
    assert made == [ours.spec]
