"""What a picture of a plan shows, and what is told of a picked particle."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nesyfs_lab as nl
from nesyfs_lab.episode import Plan, plan_in
from nesyfs_lab.events import Planned, Propagated
from nesyfs_lab.views.display import TITLES
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.particle import exists, first_pick, particle
from nesyfs_lab.views.plan_panel import PlanPanel
from nesyfs_lab.views.plan_scene import plan_scene, settings_in_words, was_resampled
from nesyfs_lab.views.plan_view import PlanView, difference_html
from nesyfs_lab.views.workbench import Workbench
from tests.plans import make_plan
from tests.records import HEADER, FakeEpisode, make_record

plans = st.builds(
    make_plan,
    particles=st.integers(1, 9),
    horizon=st.integers(2, 5),
    seed=st.integers(0, 50),
    ess_threshold=st.sampled_from([0.0, 0.5, 0.9, 1.0]),
)


def so_far(plan, count):
    return replace(plan, events=plan.events[:count])


@given(plans)
def test_lines_of_descent_are_those_of_the_ancestors(plan):
    scene, trace = plan_scene(plan), plan.trace
    rows, n = trace.ancestors.shape
    columns = [column["cells"] for column in scene["columns"]]
    assert [column["tau"] for column in scene["columns"]] == list(range(2, rows + 3))
    assert all(len(cells) == n for cells in columns)
    for slot in range(n):
        held = trace.lineage_of(slot)
        chosen = slot == trace.chosen
        assert columns[-1][slot]["chosen"] is chosen
        assert columns[-1][slot]["action"] == trace.actions[1, held[0]]
        child = slot
        for t in reversed(range(rows)):
            assert columns[t + 1][child]["parent"] == held[t]
            child = held[t]
            cell = columns[t][child]
            assert cell["alive"]
            assert cell["root"] == held[0]
            assert cell["chosen"] or not chosen
    for t in range(rows):
        living = {trace.lineage_of(slot)[t] for slot in range(n)}
        assert {slot for slot, cell in enumerate(columns[t]) if cell["alive"]} == living
        assert sum(cell["chosen"] for cell in columns[t]) == 1
        assert Counter(trace.ancestors[t].tolist()) == {
            slot: cell["copies"] for slot, cell in enumerate(columns[t]) if cell["copies"]
        }
        assert [cell["weight"] for cell in columns[t]] == trace.weights[t].tolist()
    json.dumps(scene)


@given(plans)
def test_every_particle_can_be_told_and_its_difference_is_that_of_the_beliefs(plan):
    rows, n = plan.trace.ancestors.shape
    for tau in range(2, rows + 3):
        for slot in range(n):
            told = particle(plan, tau, slot)
            real, imagined = set(plan.start.belief), set(plan.belief(tau, slot))
            assert {tuple(parts) for parts in told["added"]} == imagined - real
            assert {tuple(parts) for parts in told["removed"]} == real - imagined
            assert told["kept"] == len(real & imagined)
            assert [(move["tau"], move["slot"]) for move in told["way"]] == list(enumerate(plan.lineage(tau, slot), 2))
            json.dumps(told)
    assert not exists(plan, rows + 3, 0)
    assert not exists(plan, 2, n)
    assert particle(plan, 1, 0)["way"][0]["action"] == "wait"


@given(plans, st.data())
def test_a_plan_in_the_making_can_be_drawn_at_any_moment(plan, data):
    growing = so_far(plan, data.draw(st.integers(0, len(plan.events) - 1)))
    scene, whole = plan_scene(growing), plan_scene(plan)
    assert not scene["done"]
    assert sum(len(column["cells"]) for column in scene["columns"]) == len(growing.moves)
    for mine, final in zip(scene["columns"], whole["columns"], strict=False):
        for cell, later in zip(mine["cells"], final["cells"], strict=False):
            assert (cell["parent"], cell["action"], cell["progress"]) == (
                later["parent"],
                later["action"],
                later["progress"],
            )
    tau, slot = first_pick(growing)
    assert exists(growing, tau, slot)
    assert particle(growing, tau, slot)["tau"] == tau


def test_resampling_follows_the_rule_and_where_it_is_unknown_the_ancestors():
    never = make_plan(particles=6, ess_threshold=0.0)
    always = make_plan(particles=1)
    assert not any(was_resampled(never, t) for t in range(4))
    assert all(was_resampled(always, t) for t in range(4))
    assert not was_resampled(replace(always, settings={}), 0), "one particle is always its own copy"
    assert "No resampling here" in " ".join(particle(never, 3, 1)["notes"])


def test_settings_are_told_as_far_as_they_are_known():
    plan = make_plan(particles=4, horizon=3, lam=0.5, ess_threshold=0.5, resampling="systematic")
    words = "N = 4 · L = 3 · λ = 0.5 · resampled when ESS < 0.5 · N · systematic · seed 0 · lively"
    assert settings_in_words(plan) == words
    assert settings_in_words(replace(plan, settings={}, model="", seed=None)) == "N = 4 · L = 3"


def test_what_became_of_a_particle_is_told():
    plan = make_plan(particles=8, horizon=4)
    for t, row in enumerate(plan.trace.ancestors):
        for slot in range(8):
            notes = " ".join(particle(plan, t + 2, slot)["notes"])
            copies = row.tolist().count(slot)
            assert ("It dies here" in notes) is (copies == 0)
            assert (f"{copies} of 8 after it" in notes) is (copies > 0)
            assert ("★ In the lineage that was chosen" in notes) is (plan.trace.lineage[t] == slot)


def test_a_picked_particle_is_shown_and_stays_while_the_plan_grows():
    whole = make_plan(particles=3, horizon=3)
    half = next(i for i, e in enumerate(whole.events) if isinstance(e, Propagated) and e.tau == 3)
    view = PlanView(so_far(whole, half + 1))
    assert view.first.picked == [3, 0]
    view.show(whole)
    assert view.first.picked == [4, whole.trace.chosen]
    view.show(so_far(whole, half + 1))
    view.first.picked = [2, 1]  # as the page sets it
    assert view.first.particle["title"] == "Slot 1 at τ = 2"
    view.show(whole)
    assert view.first.picked == [2, 1]
    view.show(replace(whole, step=9))
    assert view.first.picked == [4, whole.trace.chosen]


@pytest.mark.parametrize("wrong", [[], [2], [99, 0], [2, 3], ["2", "0"], [2, 0, 0]])
def test_a_pick_that_is_none_changes_nothing(wrong):
    view = PlanView(make_plan(particles=3, horizon=3))
    before = view.first.particle
    view.first.picked = wrong  # as a page may send it
    assert view.first.particle == before


def test_a_view_asks_for_a_step_with_a_plan():
    episode = nl.recording("mug-forgotten")
    with pytest.raises(ValueError, match="no plan in step 2: plans were made in step 5, 6"):
        nl.PlanView(episode, 2)
    assert "Plan(step 5:" in repr(nl.PlanView(episode, 5))
    assert "Plan(step 6:" in repr(nl.PlanView(episode)), "the last one"
    with pytest.raises(ValueError, match="tau goes from 2 to 4"):
        nl.PlanView(episode, 5).pick(5, 0)


def test_two_plans_are_told_apart_by_what_they_play():
    one = replace(make_plan(seed=0), again=False)
    others = [make_plan(seed=seed) for seed in range(9)]
    other = next(plan for plan in others if plan.action != one.action)
    view = PlanView(one, beside=other)
    assert [picture.name for picture in (view.first, view.second)] == ["As recorded", "Planned again"]
    assert view.second in view.children
    assert "≠" in view.verdict.value
    assert other.action in view.verdict.value
    assert "= Both play" in difference_html(one, replace(one, again=True))
    view.show(one)
    assert view.second not in view.children


def test_the_graph_marks_what_a_particle_imagined_and_is_drawn_when_it_is_opened():
    plan = make_plan()
    view = PlanView(plan)
    assert view.graph.scene == {}
    view.folded.selected_index = 0
    told = particle(plan, *view.first.picked)
    statuses = Counter(edge["status"] for edge in view.graph.scene["edges"])
    assert statuses == {
        name: count
        for name, count in (
            ("added", len(told["added"])),
            ("removed", len(told["removed"])),
            ("kept", told["kept"]),
        )
        if count
    }
    assert view.graph.marks["added"]["word"] == "imagined, not believed"
    before = {node["id"]: (node["x"], node["y"]) for node in view.graph.scene["nodes"]}
    view.pick(1, 0)
    assert Counter(edge["status"] for edge in view.graph.scene["edges"]) == {"kept": 3}
    after = {node["id"]: (node["x"], node["y"]) for node in view.graph.scene["nodes"]}
    assert all(before[key] == after[key] for key in before.keys() & after.keys())


def test_a_saved_notebook_keeps_a_picture():
    view = PlanView(make_plan())
    data, _ = view._repr_mimebundle_()
    assert data["image/png"]
    assert "Plan(step 4, again" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_step_in_progress_is_sent_only_when_its_plan_has_moved():
    frame = Frames(make_record().events)[4]
    events = [e for e in frame.events if not isinstance(e, Planned)]
    panel, sent = PlanPanel(print), []
    panel.view.first.observe(lambda change: sent.append(change["new"]), "scene")
    for count in range(len(events) + 1):
        panel.show(replace(frame, events=tuple(events[:count])), HEADER, [])
    plan = plan_in(events, frame.before, frame.seen, HEADER)
    assert plan is not None
    assert plan.trace.ancestors.shape == (4, 6)
    assert len(sent) == 24 + 4, "moves and resamplings"
    panel.show(None, HEADER, [3])
    assert "step 3" in panel.none.value


def test_the_plan_grows_in_the_workbench_while_it_is_made():
    bench = Workbench(FakeEpisode(seconds=0.01))
    bench.display.tabs.selected_index = TITLES.index("Plan")
    seen = []
    bench.display.plan.view.first.observe(lambda change: seen.append(change["new"]["done"]), "scene")
    bench.start(4)
    bench.join(60)
    assert seen[-1]
    assert isinstance(bench.display.plan.view.plan, Plan)
    bench.close()
