"""An episode's scenes told as changes: what the page puts together from them is what was told."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.events import Retrieved, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.graph_scene import SceneMaker
from nesyfs_lab.views.reel import Coder, Reel
from tests.records import make_record

NAMES = st.sampled_from("abcdef")
TRIPLETS = st.lists(st.builds(Triplet, NAMES, st.sampled_from(["in", "on"]), NAMES), max_size=4)
STEPS = st.lists(st.tuples(TRIPLETS, TRIPLETS, TRIPLETS), min_size=1, max_size=8)


def events_of(steps):
    return [
        event
        for step, (added, removed, retrieved) in enumerate(steps)
        for event in (
            Retrieved(step=step, triplets=tuple(retrieved), entities=()),
            Updated(step=step, added=tuple(added), removed=tuple(removed)),
        )
    ]


def put_together(steps):
    """The rule of ``static/reel.js``: for each step its nodes and edges, by id."""
    rows: dict[str, list[Any]] = {"nodes": [], "edges": []}
    state: dict[str, dict[int, Any]] = {"nodes": {}, "edges": {}}
    found = []
    for step in steps:
        for kind, known in state.items():
            rows[kind] += step[kind]["new"]
            for key in step[kind]["drop"]:
                del known[key]
            known.update({rows[kind][number][0]: rows[kind][number] for number in step[kind]["put"]})
        found.append({kind: dict(known) for kind, known in state.items()})
    return found


def of(scene):
    return {kind: {item.id: astuple(item) for item in getattr(scene, kind)} for kind in ("nodes", "edges")}


def scenes_of(frames, limit=150):
    maker = SceneMaker(limit=limit)
    for frame in frames:
        maker.learn(frame)
    return maker, [maker.whole(frame) for frame in frames]


@given(STEPS)
def test_scenes_are_put_together_as_they_were_told(steps):
    _, scenes = scenes_of(Frames(events_of(steps)), limit=3)
    coder = Coder()
    told = [coder.step(scene) for scene in scenes]
    assert put_together(told) == [of(scene) for scene in scenes]
    for step, scene in zip(told, scenes, strict=True):
        assert set(step["few"]) <= {edge.id for edge in scene.edges}
        assert (len(scene.edges) > 3) == bool(step["few"])


@given(STEPS, STEPS, st.integers(0, 8))
def test_steps_that_are_made_again_are_told_anew(steps, others, kept):
    kept = min(kept, len(steps))
    before, after = Frames(events_of(steps)), Frames(events_of(steps[:kept] + others))
    maker, scenes = scenes_of([*before, *after])
    coder = Coder()
    told = [coder.step(scene) for scene in scenes[: len(before)]]
    coder.forget(kept)
    told[kept:] = [coder.step(maker.whole(frame)) for frame in after[kept:]]
    assert put_together(told) == [of(maker.whole(frame)) for frame in after]


def test_a_growing_record_sends_only_what_is_new(monkeypatch):
    events = make_record().events
    frames, maker, reel = Frames([e for e in events if e.step < 4]), SceneMaker(), Reel()
    sent: list[Any] = []
    monkeypatch.setattr(reel, "send", sent.append)
    reel.extend(frames, maker.whole)
    assert (len(reel.steps), reel.count, sent) == (4, 4, [])
    frames.sync(events)
    reel.extend(frames, maker.whole)
    reel.extend(frames, maker.whole)
    assert [(message["start"], len(message["steps"])) for message in sent] == [(4, 3)]
    assert (len(reel.steps), reel.count) == (7, 7)
    edit = Updated(step=6, added=(Triplet("a", "b", "c"),), removed=(), edited=True)
    frames.sync([*events, edit])
    reel.extend(frames, maker.whole)
    assert (sent[-1]["start"], len(sent[-1]["steps"]), reel.count) == (6, 1, 7)
    assert put_together(reel.steps) == [of(maker.whole(frame)) for frame in frames]


def test_a_page_that_missed_steps_gets_them(monkeypatch):
    reel = Reel()
    sent: list[Any] = []
    reel.extend(Frames(make_record().events), SceneMaker().whole)
    monkeypatch.setattr(reel, "send", sent.append)
    for asked in ({"have": 5}, {"have": 7}, {"have": -1}, {"have": "x"}, "x"):
        reel._asked(reel, asked, [])
    assert [(message["start"], len(message["steps"])) for message in sent] == [(5, 2)]


def test_another_record_takes_the_place_of_the_first():
    reel = Reel()
    reel.extend(Frames(make_record().events), SceneMaker().whole)
    reel.extend((), SceneMaker().whole)
    assert (reel.steps, reel.count) == ([], 0)


def test_a_long_episode_over_a_large_belief_is_small():
    crowd = [Triplet(f"thing {i}", "in", f"box {i % 40}") for i in range(1_000)]
    moves = [([Triplet(f"thing {i}", "on", f"shelf {i % 30}")], [crowd[i]], crowd[i + 1 : i + 31]) for i in range(499)]
    frames = Frames(events_of([(crowd, [], []), *moves]))
    _, scenes = scenes_of(frames)
    coder = Coder()
    told = json.dumps([coder.step(scene) for scene in scenes])
    whole = sum(len(json.dumps(scene.plain())) for scene in scenes[::100]) * 100
    assert len(told) < 2_000_000 < whole / 20
