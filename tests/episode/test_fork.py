"""Forks: an episode that shares a beginning, thinks with an edited belief, and leaves its parent alone."""

import json
from typing import Any

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, WorldChanged, load_episode
from nesyfs_lab.events import Acted, Observed, Updated
from nesyfs_lab.graph import Triplet
from tests.fakes import FakeModel, FakeWorld, Walker, lively, of, only, prompt, timeless

WISH = Triplet("cup", "in", "attic")


def actions(ep: Episode) -> list[str]:
    return [e.action for e in of(ep.events, Acted)]


def up_to(ep: Episode, step: int) -> Any:
    return timeless([e for e in ep.events if e.step <= step])


@pytest.mark.parametrize("step", range(4))
def test_a_fork_shares_the_beginning_and_goes_on_as_its_parent_did(step, agent):
    parent = Episode(FakeWorld(), agent, seed=5).run(3)
    before = timeless(parent.events)
    child = parent.fork(step)
    assert timeless(child.events) == up_to(parent, step)
    assert child.steps == step
    child.run(3)
    assert timeless(child.events) == before  # the same seed and nothing edited
    assert timeless(parent.events) == before


def test_a_fork_asks_and_plays_nothing_until_it_steps():
    world, model = FakeWorld(), lively()
    parent = Episode(world, NeSyFS(model), seed=5).run(3)
    calls, asked = len(world.calls), len(model.requests)
    child = parent.fork(2)
    assert (len(world.calls), len(model.requests)) == (calls, asked)
    child.step()
    assert world.calls[calls:] == ["reset 5", *actions(child)]


def test_an_edit_is_an_update_of_the_step_it_was_made_after():
    parent = Episode(FakeWorld(), Walker()).run(3)
    old = next(iter(parent.graph))
    child = parent.fork(2, add=[WISH], remove=[old])
    edit = of(child.events, Updated)[-1]
    assert edit == Updated(step=2, added=(WISH,), removed=(old,), edited=True)
    assert WISH in child.graph
    assert old not in child.graph
    assert (old in parent.graph, WISH in parent.graph) == (True, False)
    assert child.steps == 2
    child.step()
    assert only([e for e in child.events if e.step == 3], Acted).action == "east"


def test_an_edit_of_nothing_is_no_event():
    parent = Episode(FakeWorld(), Walker()).run(2)
    known = next(iter(parent.graph))
    with pytest.warns(UserWarning, match="nothing was removed: after step 2 the belief does not hold"):
        child = parent.fork(2, add=[known], remove=[WISH])
    assert child.events == parent.events


def test_a_removal_in_vain_names_what_there_is():
    parent = Episode(FakeWorld(), Walker()).run(2)
    known = next(iter(parent.graph))
    with pytest.warns(UserWarning, match="nothing was removed") as told:
        parent.fork(2, remove=[(known.subject, "was", known.object), ("nobody", "is", "here")])
    first, second = (str(warning.message) for warning in told)
    assert str(tuple(known)) in first
    assert second.endswith("it holds nothing of either end")
    assert all(warning.filename == __file__ for warning in told), "it points at the caller's line"


def test_a_fork_says_so_in_words():
    parent = Episode(FakeWorld(), Walker()).run(3)
    child = parent.fork(2, add=[WISH])
    assert "(live, fork after step 2)" in repr(child)
    assert "fork after step 1, of a fork after step 2" in repr(child.fork(1))
    assert "fork" not in repr(parent)
    assert "seed 0; fork after step 2" in child._repr_html_()
    assert "✎" in child._repr_html_()
    assert "✎" not in parent._repr_html_()


def test_what_is_removed_and_added_at_once_comes_last_but_stays():
    parent = Episode(FakeWorld(), Walker()).run(2)
    known = next(iter(parent.graph))
    assert parent.fork(2, add=[known], remove=[known]).graph == parent.graph


def test_the_child_thinks_with_the_edited_belief():
    model = FakeModel(focus={"entities": ["cup"], "relations": []})
    parent = Episode(FakeWorld(), NeSyFS(model)).run(1)
    child = parent.fork(1, add=[WISH])
    asked = len(model.requests)
    child.step()
    (act,) = [r for r in model.requests[asked:] if r.purpose == "act"]
    assert "(cup, in, attic)" in prompt(act)


def test_an_action_is_played_once_by_the_user_and_without_thought():
    model = FakeModel()
    parent = Episode(FakeWorld(), NeSyFS(model)).run(2)
    child = parent.fork(1, action="dance")
    asked = len(model.requests)
    child.run(3)
    assert [(e.action, e.source) for e in of(child.events, Acted)] == [
        ("wait", "fast"),
        ("dance", "user"),
        ("wait", "fast"),
    ]
    assert [r.purpose for r in model.requests[asked:]][:2] == ["extract", "focus"]


def test_an_action_that_failed_is_still_to_be_played():
    world = FakeWorld()
    child = Episode(world, Walker()).run(1).fork(1, action="dance")
    twin: Any = child._stage.world  # type: ignore[union-attr]
    twin.faults.append(OSError("crash"))
    with pytest.raises(OSError, match="crash"):
        child.step()
    child.step()
    assert actions(child)[-1] == "dance"


def test_an_action_that_was_saved_before_it_was_played_is_still_to_be_played(tmp_path):
    path = tmp_path / "c.jsonl"
    parent = Episode(FakeWorld(), Walker()).run(2)
    parent.fork(1, action="dance").save(path)
    child = load_episode(path, env=FakeWorld(), agent=Walker())
    assert child.steps == 1
    child.run(3)
    assert [(e.action, e.source) for e in of(child.events, Acted)] == [
        ("east", "fast"),
        ("dance", "user"),
        ("east", "fast"),
    ]
    assert child.header["fork"] == {"of": parent.header["created"], "step": 1, "parent": None, "action": "dance"}

    again = load_episode(path, env=FakeWorld(), agent=Walker()).run(4)  # played once, not twice
    assert actions(again) == ["east", "dance", "east", "east"]
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:30])  # the step that played it is lost: it is to be played again
    assert actions(load_episode(path, env=FakeWorld(), agent=Walker()).run(3)) == ["east", "dance", "east"]


def test_an_action_for_the_first_step_is_kept_too(tmp_path):
    Episode(FakeWorld(), Walker()).fork(0, add=[WISH], action="dance").save(tmp_path / "c.jsonl")
    child = load_episode(tmp_path / "c.jsonl", env=FakeWorld(), agent=Walker()).run(2)
    assert actions(child) == ["dance", "east"]
    assert WISH in child.graph


def test_a_fork_of_a_fork_does_not_inherit_an_action_that_was_not_played():
    child = Episode(FakeWorld(), Walker()).run(1).fork(1, action="dance")
    assert actions(child.fork(1).run(2)) == ["east", "east"]


@pytest.mark.parametrize("fork", [5, None, [], {}, {"step": 1, "action": 7}, {"step": "1", "action": "dance"}])
def test_a_header_that_tells_no_action_is_no_error(fork, tmp_path):
    path = tmp_path / "e.jsonl"
    Episode(FakeWorld(), Walker()).run(1).save(path)
    header, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(json.dumps({**json.loads(header), "fork": fork}).encode() + b"\n" + b"".join(rest))
    assert actions(load_episode(path, env=FakeWorld(), agent=Walker()).run(2)) == ["east", "east"]


def test_parent_and_child_play_in_worlds_of_their_own():
    parent = Episode(FakeWorld(), Walker()).run(2)
    child = parent.fork(1)
    for ep in (child, parent, child, parent):
        ep.step()
    assert (parent.steps, child.steps) == (4, 3)
    assert [e.observation for e in of(parent.events, Observed)] == [f"You are in room {i}." for i in range(5)]
    assert [e.observation for e in of(child.events, Observed)] == [f"You are in room {i}." for i in range(4)]


def test_a_world_that_is_given_may_be_the_parent_s_own():
    world = FakeWorld()
    parent = Episode(world, Walker()).run(2)
    child = parent.fork(1, env=world)
    for ep in (child, parent, child, parent):
        ep.step()
    assert [e.observation for e in of(parent.events, Observed)] == [f"You are in room {i}." for i in range(5)]


def test_a_fork_at_0_keeps_the_reset():
    parent = Episode(FakeWorld(), Walker()).run(2)
    child = parent.fork(0, add=[WISH])
    assert (child.steps, len(of(child.events, Observed)), WISH in child.graph) == (0, 1, True)
    child.run(2)
    assert actions(child) == ["east", "east"]


def test_a_fork_of_an_episode_that_has_not_begun_reads_the_reset_into_the_edited_belief(tmp_path):
    child = Episode(FakeWorld(), Walker()).fork(0, add=[WISH], action="dance")
    child.step()
    assert actions(child) == ["dance"]
    assert [t.object for t in child.graph] == ["attic", "You are in room 0."]
    child.save(tmp_path / "c.jsonl")
    assert timeless(load_episode(tmp_path / "c.jsonl").events) == timeless(child.events)


def test_a_fork_of_a_fork_tells_its_line_in_the_header(tmp_path):
    parent = Episode(FakeWorld(), Walker()).run(3)
    child = parent.fork(2, add=[WISH])
    child.run(4)
    grandchild = child.fork(3, remove=[WISH])
    assert "fork" not in parent.header
    assert child.header["fork"] == {"of": parent.header["created"], "step": 2, "parent": None}
    assert grandchild.header["fork"] == {"of": child.header["created"], "step": 3, "parent": child.header["fork"]}
    assert [e.edited for e in of(grandchild.events, Updated)] == [False, False, False, True, False, True]
    assert WISH not in grandchild.graph
    grandchild.run(5)
    grandchild.save(tmp_path / "g.jsonl")
    again = load_episode(tmp_path / "g.jsonl")
    assert timeless(again.events) == timeless(grandchild.events)
    assert list(again.graph) == list(grandchild.graph)
    assert again.header == json.loads(json.dumps(grandchild.header))


def test_a_fork_before_an_edit_is_without_it_and_one_at_its_step_has_it():
    child = Episode(FakeWorld(), Walker()).run(3).fork(2, add=[WISH])
    child.run(3)
    assert WISH not in child.fork(1).graph
    assert WISH in child.fork(2).graph


def test_a_fork_of_a_finished_episode_goes_another_way():
    parent = Episode(FakeWorld(rooms=3), Walker()).run()
    assert parent.won
    child = parent.fork(1, action="wait")
    assert not child.done
    child.run()
    assert actions(child) == ["east", "wait", "east"]
    over = parent.fork(2)
    assert over.done
    with pytest.raises(StopIteration):
        over.step()


def test_a_loaded_episode_forks_with_a_world_and_an_agent(played, agent, tmp_path):
    played.save(tmp_path / "e.jsonl")
    loaded = load_episode(tmp_path / "e.jsonl")
    for missing in ({}, {"env": FakeWorld()}, {"agent": agent}):
        with pytest.raises(ValueError, match=r"fork\(step, env=\.\.\., agent=\.\.\.\)"):
            loaded.fork(4, **missing)
    child = loaded.fork(4, env=FakeWorld(), agent=agent)
    child.run(10)
    assert timeless(child.events) == timeless(played.events)
    assert child.header["fork"]["of"] == played.header["created"]
    assert not loaded.live


def test_a_fork_in_the_wrong_world_is_caught(played, agent, tmp_path):
    played.save(tmp_path / "e.jsonl")
    other = FakeWorld(tell=lambda room, moves: "Elsewhere.")
    child = load_episode(tmp_path / "e.jsonl").fork(4, env=other, agent=agent)
    with pytest.raises(WorldChanged, match=r"'Elsewhere\.' instead of 'You are in room 0\.'"):
        child.step()
    assert child.steps == 4


def test_a_fork_with_another_agent_says_so_in_its_header():
    parent = Episode(FakeWorld(), Walker()).run(2)
    child = parent.fork(1, agent=NeSyFS(FakeModel(), votes=1))
    assert (parent.header["agent"]["kind"], child.header["agent"]["kind"]) == ("Walker", "NeSyFS")
    child.step()
    assert actions(child) == ["east", "wait"]


def test_a_fork_is_not_written_to_its_parent_s_file(tmp_path):
    parent = Episode(FakeWorld(), Walker()).run(2)
    parent.save(tmp_path / "p.jsonl")
    parent.fork(1, add=[WISH]).run(3)
    assert timeless(load_episode(tmp_path / "p.jsonl").events) == timeless(parent.events)


@pytest.mark.parametrize(
    "step,error", [(-1, ValueError), (3, ValueError), (1.5, TypeError), ("1", TypeError), (None, TypeError)]
)
def test_a_step_that_was_not_played_is_refused(step, error):
    with pytest.raises(error):
        Episode(FakeWorld(), Walker()).run(2).fork(step)


@pytest.mark.parametrize(
    "edit", [{"action": 5}, {"action": b"go"}, {"add": ["abc"]}, {"remove": [("a", "b")]}, {"add": WISH}]
)
def test_an_edit_that_is_none_is_refused(edit):
    parent = Episode(FakeWorld(), Walker()).run(2)
    with pytest.raises(TypeError, match=r"action must be the text|a triplet is"):
        parent.fork(1, **edit)
    assert parent.run(3).steps == 3
