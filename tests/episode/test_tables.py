"""A record as tables: what they count is what the record holds."""

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, recording, recordings
from nesyfs_lab.episode.tables import tables
from nesyfs_lab.events import Acted, Generated, Planned, Proposed, Reflected, Updated
from nesyfs_lab.graph import KnowledgeGraph
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeWorld, lively


@pytest.fixture(params=[*recordings(), "live"])
def episode(request):
    if request.param != "live":
        return recording(request.param)
    agent = NeSyFS(lively(), votes=3, reflections=1, planner=TSMC(particles=3, horizon=3))
    return Episode(FakeWorld(rooms=9), agent, seed=1).run(max_steps=4)


def of(episode, kind):
    return [event for event in episode.events if isinstance(event, kind)]


def test_every_action_is_a_row_after_the_reset(episode):
    steps = episode.to_frames()["steps"]
    assert steps["step"].tolist() == list(range(episode.steps + 1))
    assert steps["action"].tolist()[1:] == [e.action for e in of(episode, Acted)]
    assert steps["action"].isna().tolist() == [True] + [False] * episode.steps
    assert bool(steps["won"].iloc[-1]) is episode.won


def test_the_changes_fold_to_the_belief(episode):
    graph = KnowledgeGraph()
    for row in episode.to_frames()["triplets"].itertuples():
        change = [(row.subject, row.relation, row.object)]
        graph = graph.updated(add=change) if row.change == "added" else graph.updated(remove=change)
    assert graph == episode.graph
    rows = sum(len(e.added) + len(e.removed) for e in of(episode, Updated))
    assert len(episode.to_frames()["triplets"]) == rows


def test_every_proposal_is_a_row_with_its_votes_if_there_were_any(episode):
    proposals = episode.to_frames()["proposals"]
    assert proposals["action"].tolist() == [e.action for e in of(episode, Proposed)]
    voted = proposals.dropna(subset="votes")
    assert voted["yes"].astype(int).tolist() == [sum(e.votes) for e in of(episode, Reflected)]
    assert voted["aligned"].tolist() == [e.aligned for e in of(episode, Reflected)]


def test_every_move_of_every_particle_is_a_row(episode):
    particles, plans = episode.to_frames()["particles"], of(episode, Planned)
    assert len(particles) == sum(plan.trace.progress.size for plan in plans)
    for plan in plans:
        rows = particles[particles["step"] == plan.step]
        assert rows.groupby("tau")["weight"].sum().round(6).eq(1).all()
        assert rows["progress"].astype(int).tolist() == plan.trace.progress.ravel().tolist()
        played = rows[rows["chosen"]].sort_values("tau")
        assert played["slot"].tolist() == list(plan.trace.lineage)
        assert played["action"].iloc[0] == plan.action


def test_every_request_is_a_row(episode):
    calls, asked = episode.to_frames()["calls"], of(episode, Generated)
    assert calls["purpose"].tolist() == [e.purpose for e in asked]
    assert calls["prompt_tokens"].sum() == sum(e.prompt_tokens for e in asked)
    assert calls["seconds"].sum() == pytest.approx(sum(e.seconds for e in asked))


def test_an_empty_record_has_empty_tables_with_all_their_columns():
    empty = tables([])
    assert set(empty) == {"steps", "triplets", "retrieved", "proposals", "particles", "calls", "failures"}
    assert all(len(table) == 0 and table.columns[0] == "step" and len(table.columns) > 1 for table in empty.values())
