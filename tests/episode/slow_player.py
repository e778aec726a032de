"""Plays a saved episode until its model hangs in the seventh step: run by a test, to be killed."""

import sys
import time
from collections.abc import Sequence

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode
from nesyfs_lab.models.contract import Completion, Request
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeWorld, lively


class Hanging:
    """The lively model, until the episode has six steps and is planning or reflecting on the seventh."""

    def __init__(self) -> None:
        self.inner = lively()
        self.episode: Episode | None = None

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        if self.episode is not None and self.episode.steps == 6 and requests[0].purpose == "reflect":
            print("hanging in step 7", flush=True)  # noqa: T201
            time.sleep(600)
        return self.inner.complete(requests)


if __name__ == "__main__":
    model = Hanging()
    agent = NeSyFS(model, votes=3, agreement=0.6, reflections=1, planner=TSMC(particles=2, horizon=3))
    model.episode = Episode(FakeWorld(), agent, seed=5)
    model.episode.save(sys.argv[1])
    model.episode.run(10)
