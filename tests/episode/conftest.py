"""An episode of six steps, played once: the steps are compared, cut, damaged and gone on with."""

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeWorld, lively


def make_agent() -> NeSyFS:
    return NeSyFS(lively(), votes=3, agreement=0.6, reflections=1, planner=TSMC(particles=2, horizon=3))


@pytest.fixture
def agent() -> NeSyFS:
    """Vetoes, plans, learns and forgets; equal to any other one of these."""
    return make_agent()


@pytest.fixture(scope="session")
def played() -> Episode:
    """Ten uninterrupted steps, with fast and slow thinking. Not to be stepped by tests."""
    return Episode(FakeWorld(), make_agent(), seed=5).run(10)
