"""Plans that the lively model imagines, of any size: for tests of what draws plans."""

from __future__ import annotations

from typing import Any

import numpy as np

from nesyfs_lab.agents import NeSyFS, Situation
from nesyfs_lab.episode import Plan
from nesyfs_lab.episode.plans import Start
from nesyfs_lab.graph import KnowledgeGraph
from nesyfs_lab.planning import TSMC
from tests.fakes import lively, think
from tests.records import observed

BELIEF = KnowledgeGraph([("you", "in", "room 0"), ("room 0", "is", "dark"), ("room 1", "is", "far")])


def make_plan(particles: int = 6, horizon: int = 5, seed: int = 0, **settings: Any) -> Plan:
    """A plan by ``TSMC(particles, horizon, **settings)``."""
    seen = observed("You are in room 0. It is dark.")
    planner = TSMC(particles, horizon, **settings)
    agent = NeSyFS(lively(), planner=planner)
    situation = Situation(seen.task, BELIEF, seen.observation, seen.admissible)
    events, _ = think(agent.plan(situation, "wait", np.random.default_rng(seed)))
    return Plan(4, Start(BELIEF, seen, "wait"), tuple(events), planner.settings(), "lively", seed, again=True)
