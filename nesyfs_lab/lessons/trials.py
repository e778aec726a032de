"""Many plans of one toy world: how often each way of thinking takes which first action.

Four ways are compared, each with the same N samples of the first action:

- *habit*: fast thinking alone, one sample; known exactly.
- *vote*: N first actions by habit, the most frequent is taken, ties by lot. Nobody judges.
- *rollouts*: N imaginations, weighted once at their end: TSMC that never resamples (``ess_threshold=0``).
- *TSMC*: with the planner's own settings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..asking import finished
from ..events import Trace
from ..planning import TSMC
from .toy_world import ORIGIN, Detector, ToyMind, ToyWorld, exact

if TYPE_CHECKING:
    import pandas as pd

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Summary:
    """What some trials came to; arrays are (first actions,), in the order of the world's habit.

    Attributes:
        runs: trials.
        chance: method -> how likely it takes each first action, the mean over trials.
        spread: method -> standard deviation over trials of one plan's share of each first action.
        survivors: particles at tau = 2 whose line reaches the end, on average.
        ess: effective sample size at the last tau, on average.
    """

    runs: int
    chance: dict[str, Shares]
    spread: dict[str, Shares]
    survivors: float
    ess: float


class Trials:
    """Trials of one world, detector, planner and seed. Trial number r is the same whenever it is made.

    Raises:
        ValueError: for a negative seed.
    """

    def __init__(self, world: ToyWorld, detector: Detector, planner: TSMC, seed: int = 0) -> None:
        if seed < 0:
            raise ValueError(f"seed must be a whole number of at least 0, got {seed}")
        self.world, self.detector, self.planner, self.seed = world, detector, planner, seed
        self._shares: dict[str, list[Shares]] = {"vote": [], "rollouts": [], "TSMC": []}
        self._ends: list[tuple[int, float]] = []

    def __len__(self) -> int:
        return len(self._ends)

    def trace(self, number: int = 0) -> Trace:
        """The plan of one trial."""
        return plan(self.world, self.detector, self.planner, self._rng(number, 0))

    def add(self) -> None:
        """Make the next trial."""
        number = len(self)
        trace = self.trace(number)
        never = replace(self.planner, ess_threshold=0.0)
        rollouts = plan(self.world, self.detector, never, self._rng(number, 1))
        self._shares["TSMC"].append(shares(trace, self.world))
        self._shares["rollouts"].append(shares(rollouts, self.world))
        self._shares["vote"].append(voted(self.world, self.planner.particles, self._rng(number, 2)))
        self._ends.append((survivors(trace), float(trace.ess[-1])))

    def summary(self) -> Summary:
        """What the trials so far came to.

        Raises:
            ValueError: before the first trial.
        """
        if not self._ends:
            raise ValueError("there is no trial yet: call add()")
        of = {method: np.array(each) for method, each in self._shares.items()}
        left, ess = np.mean(self._ends, axis=0)
        return Summary(
            runs=len(self),
            chance={"habit": np.array(list(self.world.habit.values())), **{m: s.mean(axis=0) for m, s in of.items()}},
            spread={m: s.std(axis=0) for m, s in of.items()},
            survivors=float(left),
            ess=float(ess),
        )

    def exact(self) -> Shares:
        """What TSMC would come to with ever more particles."""
        return np.array(list(exact(self.world, self.detector, self.planner.lam, self.planner.horizon).values()))

    def _rng(self, number: int, method: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, number, method])


def compared(
    world: ToyWorld,
    detector: Detector = Detector(),  # noqa: B008 - an immutable value
    planner: TSMC = TSMC(),  # noqa: B008 - an immutable value
    *,
    seed: int = 0,
    runs: int = 300,
) -> pd.DataFrame:
    """How likely each method takes each first action: a row a method, the exact one last, and a column an action."""
    import pandas as pd

    trials = Trials(world, detector, planner, seed)
    for _ in range(runs):
        trials.add()
    rows = {**trials.summary().chance, "exact": trials.exact()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(world.habit))


def plan(world: ToyWorld, detector: Detector, planner: TSMC, rng: np.random.Generator) -> Trace:
    """One plan, made by the planner that plays the games too."""
    return finished(planner.plan(ToyMind(world, detector, rng), ORIGIN, rng))


def shares(trace: Trace, world: ToyWorld) -> Shares:
    """How likely the plan plays each first action, given its particles.

    Read before the last resampling, whose copies follow the weights on average: this leaves out the luck of the last
    draws, whichever the scheme, and has the same mean as what is played.
    """
    weights = trace.weights[-1]
    firsts = trace.actions[1][_roots(trace, trace.ancestors[:-1])]
    return np.array([weights[firsts == action].sum() for action in world.habit])


def survivors(trace: Trace) -> int:
    """Slots at tau = 2 with a descendant after the last resampling."""
    return len(set(_roots(trace, trace.ancestors).tolist()))


def voted(world: ToyWorld, n: int, rng: np.random.Generator) -> Shares:
    """The winner of ``n`` samples of habit; of several, each with its share."""
    counts = rng.multinomial(n, list(world.habit.values()))
    won = (counts == counts.max()).astype(float)
    winners: Shares = won / won.sum()
    return winners


def _roots(trace: Trace, ancestors: NDArray[np.int_]) -> NDArray[np.int_]:
    """For each slot after the rows of ``ancestors`` the slot at tau = 2 that it descends from."""
    slots = np.arange(trace.weights.shape[1])
    for row in reversed(ancestors):
        slots = row[slots]
    return slots
