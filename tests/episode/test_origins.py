"""A triplet's history: observed, edited, or only imagined."""

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, Origin
from nesyfs_lab.events import Propagated, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeModel, FakeWorld

CAT = Triplet("cat", "on", "mat")
GHOST = Triplet("ghost", "in", "attic")


def played() -> Episode:
    def extract(request, i):
        imagined = "I imagine" in request.messages[-1]["content"]
        return {"entities": ["cat"], "triplets": [list(GHOST if imagined else CAT)]}

    no = {"thought": "", "aligned": "No"}
    model = FakeModel(extract=extract, reflect=no, observe={"observation": "I imagine a ghost."})
    agent = NeSyFS(model, reflections=1, planner=TSMC(particles=2, horizon=2))
    episode = Episode(FakeWorld(rooms=9), agent)
    episode.step()
    return episode


def test_what_the_world_said_was_observed():
    assert played().origin(CAT) == [Origin(0, "observed", came=True)]


def test_what_was_only_imagined_says_where_in_the_plan():
    episode = played()
    assert episode.origin(GHOST) == [Origin(1, "predicted", came=True, tau=2, particle=particle) for particle in (0, 1)]
    assert GHOST not in episode.graph
    assert any(GHOST in e.added for e in episode.events if isinstance(e, Propagated))


def test_an_edit_is_told_apart_and_so_is_its_removal():
    child = played().fork(1, add=[GHOST], remove=[CAT])
    assert child.origin(GHOST)[-1] == Origin(1, "edited", came=True)
    assert child.origin(CAT) == [Origin(0, "observed", came=True), Origin(1, "edited", came=False)]
    assert any(e.edited for e in child.events if isinstance(e, Updated))


def test_origins_read_as_words():
    child = played().fork(1, add=[GHOST], remove=[CAT])
    assert [str(origin) for origin in child.origin(CAT)] == ["observed at step 0", "edited to be gone at step 1"]
    assert str(child.origin(GHOST)[0]) == "predicted at step 1, in a plan: τ = 2, particle 0"


def test_an_unknown_triplet_has_no_origin():
    assert played().origin(("no", "such", "triplet")) == []
