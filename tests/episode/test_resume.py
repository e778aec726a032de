"""Going on: after a cut, a crash or a kill, the rest of an episode is what it would have been."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nesyfs_lab.episode import Episode, RecordError, load_episode
from nesyfs_lab.events import Acted
from tests.fakes import FakeWorld, Walker, of, timeless

ROOT = Path(__file__).parents[2]


def cut_after_six(ep: Episode, path: Path) -> bytes:
    """Write ``ep`` as a file that was cut in the middle of its seventh step; returns the whole lines."""
    ep.save(path)
    lines = path.read_bytes().splitlines(keepends=True)
    whole = b"".join(lines[:7])
    path.write_bytes(whole + lines[7][: len(lines[7]) // 2])
    return whole


def test_a_cut_episode_goes_on_in_the_same_file_as_if_nothing_had_happened(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    whole = cut_after_six(played, path)
    world = FakeWorld()
    ep = load_episode(path, env=world, agent=agent)
    assert (ep.steps, ep.cut, ep.live) == (6, True, True)
    assert world.calls == []
    ep.step()
    assert world.calls == ["reset 5", *(e.action for e in of(ep.events, Acted))]
    assert path.read_bytes().startswith(whole)
    assert load_episode(path).steps == 7
    ep.run(10)
    assert timeless(ep.events) == timeless(played.events)
    again = load_episode(path)
    assert timeless(again.events) == timeless(played.events)
    assert (again.cut, again.header) == (False, played.header)


def test_going_on_and_stopping_again_costs_nothing(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    played.save(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    for steps in range(2, 8):
        load_episode(path, env=FakeWorld(), agent=agent).step()
        assert load_episode(path).steps == steps
    assert timeless(load_episode(path).events) == timeless([e for e in played.events if e.step <= 7])


def test_looking_at_a_cut_file_does_not_touch_it(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    cut_after_six(played, path)
    before = path.read_bytes()
    load_episode(path)
    load_episode(path, env=FakeWorld(), agent=agent)
    assert path.read_bytes() == before


def test_a_file_cut_after_its_header_begins_anew(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    played.save(path)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    ep = load_episode(path, env=FakeWorld(), agent=agent).run(10)
    assert timeless(ep.events) == timeless(played.events)


@pytest.mark.parametrize("size", [0, 5, 60])
def test_a_file_cut_inside_its_header_cannot_be_gone_on_with(size, played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    played.save(path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(RecordError, match="cut inside its header"):
        load_episode(path, env=FakeWorld(), agent=agent)
    assert path.stat().st_size == size


def test_an_episode_that_is_over_stays_over(tmp_path):
    Episode(FakeWorld(rooms=3), Walker()).run().save(tmp_path / "e.jsonl")
    ep = load_episode(tmp_path / "e.jsonl", env=FakeWorld(rooms=3), agent=Walker())
    assert ep.done
    with pytest.raises(StopIteration):
        ep.step()


def test_an_edited_fork_goes_on_too(agent, played, tmp_path):
    wish = ("cup", "in", "attic")
    child = played.fork(3, add=[wish])
    child.save(tmp_path / "c.jsonl")
    child.step()
    ep = load_episode(tmp_path / "c.jsonl", env=FakeWorld(), agent=agent)
    assert wish in ep.graph
    assert timeless(ep.run(6).events) == timeless(child.run(6).events)
    assert ep.header["fork"] == child.header["fork"]


def test_another_setting_is_told_with_the_step_it_began_after(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    cut_after_six(played, path)
    other = replace(agent, votes=1)
    load_episode(path, env=FakeWorld(), agent=other).step()
    header = load_episode(path).header
    assert header["agent"]["votes"] == 3
    (note,) = header["resumed"]
    assert note == {"step": 6, "agent": {**header["agent"], "votes": 1}}


@pytest.mark.parametrize("given", [{"env": FakeWorld()}, {"agent": Walker()}])
def test_half_of_what_is_needed_is_refused(given, played, tmp_path):
    played.save(tmp_path / "e.jsonl")
    with pytest.raises(ValueError, match="give both env and agent"):
        load_episode(tmp_path / "e.jsonl", **given)


def test_what_is_no_world_or_no_agent_is_refused(played, tmp_path):
    played.save(tmp_path / "e.jsonl")
    for env, agent in ((FakeWorld(), "NeSyFS"), ("household", Walker())):
        with pytest.raises(TypeError, match="must be a"):
            load_episode(tmp_path / "e.jsonl", env=env, agent=agent)  # type: ignore[arg-type]


def test_killed_in_the_middle_of_step_7_six_steps_are_there_and_the_episode_goes_on(played, agent, tmp_path):
    path = tmp_path / "e.jsonl"
    command = [sys.executable, "-m", "tests.episode.slow_player", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        try:
            assert player.stdout is not None
            assert player.stdout.readline() == "hanging in step 7\n"
        finally:
            os.kill(player.pid, signal.SIGKILL)
    assert player.returncode == -signal.SIGKILL
    assert load_episode(path).steps == 6
    ep = load_episode(path, env=FakeWorld(), agent=agent).run(10)
    assert timeless(ep.events) == timeless(played.events)
    assert timeless(load_episode(path).events) == timeless(played.events)
