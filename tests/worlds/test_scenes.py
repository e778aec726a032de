from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.worlds.problem import pddl_problem
from nesyfs_lab.worlds.scenes import PLANS, STATIONS, draw_scene
from nesyfs_lab.worlds.things import CLOSED, FITS, PROPERTIES, ROOMS, THINGS

EVERY_PLAN = [plan for plans in PLANS for plan in plans]


@given(st.sampled_from(EVERY_PLAN), st.integers(0, 10**9))
def test_any_scene_of_a_plan_is_a_fair_game(plan, seed):
    scene = draw_scene(plan, Random(seed))
    assert len(scene.receptacles) == plan.receptacles
    for kind in set(scene.receptacles):
        assert scene.receptacles.count(kind) <= ROOMS[plan.room][kind]
    homes = [scene.receptacles[home] for thing, home in scene.contents if thing == plan.thing]
    assert len(homes) == plan.wanted
    assert plan.target not in homes
    assert STATIONS.get(plan.kind) not in homes
    assert plan.kind not in STATIONS or STATIONS[plan.kind] in scene.receptacles
    lamps = [thing for thing, _ in scene.contents if thing in PROPERTIES["toggleable"]]
    if plan.kind == "light":
        assert lamps == [plan.target]
        places = dict(scene.contents)
        assert places[plan.thing] != places[plan.target]
    else:
        assert lamps == []
        assert plan.thing in FITS[plan.target]
        assert plan.target in scene.receptacles
    for thing, home in scene.contents:
        assert thing in lamps or thing in FITS[scene.receptacles[home]]
    assert plan.thing.lower() in scene.goal
    assert plan.target.lower() in scene.goal


@given(st.sampled_from(EVERY_PLAN), st.integers(0, 10**9))
def test_a_seed_draws_the_same_problem_again(plan, seed):
    first, second = (pddl_problem("p", draw_scene(plan, Random(seed))) for _ in range(2))
    assert first == second
    assert first.count("(") == first.count(")")


def test_stored_scenes_differ_and_have_something_to_open():
    assert len({(plan.kind, plan.thing, plan.target) for plan in EVERY_PLAN}) == len(EVERY_PLAN) == 30
    for plans in PLANS[1:]:
        for plan in plans:
            drawn = [draw_scene(plan, Random(seed)).receptacles for seed in range(20)]
            assert any(set(receptacles) & CLOSED for receptacles in drawn)


@pytest.mark.parametrize("room", ROOMS)
def test_the_tables_of_a_room_agree(room):
    assert set(ROOMS[room]) <= set(FITS)
    assert set(FITS) >= CLOSED
    held = set().union(*(FITS[kind] for kind in ROOMS[room]))
    assert set(THINGS[room]) <= held, "each thing can be put somewhere in its room"
