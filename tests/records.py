"""A hand-made record for tests of views: six steps in a small kitchen, with votes, a veto, a plan, a safe default."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from nesyfs_lab.events import (
    Acted,
    Event,
    Failed,
    Generated,
    Observed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Resampled,
    Retrieved,
    Trace,
    Updated,
)
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.models.contract import Cancelled, Completion, Message, Progress, Request

TASK = "put a clean mug on the dining table"
T = Triplet
RECEPTACLES = ["fridge 1", "sink 1", "dining table 1", "counter 1", "cabinet 1", "cabinet 2", "cabinet 3", "drawer 1"]
HEADER: dict[str, Any] = {
    "version": "0.1.0",
    "model": {"name": "fake-model"},
    "agent": {"kind": "NeSyFS", "votes": 5, "agreement": 0.8, "planner": {"kind": "TSMC", "ess_threshold": 1.0}},
    "world": {"name": "small kitchen", "options": {"task": 3}},
    "seed": 7,
}


@dataclass
class FakeRecord:
    """What views read of a loaded episode."""

    events: Sequence[Event]
    header: Mapping[str, Any] = field(default_factory=lambda: HEADER)
    live: bool = False
    agent: Any = None
    path: Path | None = None

    @property
    def _last(self) -> Observed | None:
        return next((e for e in reversed(self.events) if isinstance(e, Observed)), None)

    @property
    def done(self) -> bool:
        return self._last is not None and (self._last.terminated or self._last.truncated)

    @property
    def won(self) -> bool:
        return self._last is not None and self._last.won

    @property
    def score(self) -> float:
        return self._last.score if self._last else 0.0

    @property
    def graph(self) -> KnowledgeGraph:
        graph = KnowledgeGraph()
        for event in self.events:
            if isinstance(event, Updated):
                graph = graph.updated(add=event.added, remove=event.removed)
        return graph

    def stream(self) -> Generator[Event, None, None]:
        raise RuntimeError("this episode was loaded and has no world to act in")

    def _repr_html_(self) -> str:
        return f"<p>{len(self.events)} events</p>"

    def save(self, path: Path) -> None:
        raise OSError("a record that is no file")

    def fork(
        self, step: int, add: Any = (), remove: Any = (), action: Any = None, *, env: Any = None, agent: Any = None
    ) -> FakeRecord:
        raise RuntimeError("this episode was loaded and has no world to act in")


def make_record() -> FakeRecord:
    """0 reset, 1 voted through, 2 vetoed once, 3 with a safe default, 4 planned (N=6, L=5), 5 edited, 6 wins."""
    return FakeRecord([event for step in range(7) for event in step_events(step)])


def step_events(step: int) -> list[Event]:
    """The events of one step of ``make_record``; steps above 6 repeat a walk between two cabinets."""
    return [replace(event, step=step) for event in (_STEPS[step]() if step in _STEPS else _wander(step))]


def generated(purpose: str, prompt: str, answers: Sequence[str], seconds: float = 0.5) -> Generated:
    """A call as recorded."""
    messages: list[Message] = [
        {"role": "system", "content": "You act in a household."},
        {"role": "user", "content": "An example."},
        {"role": "assistant", "content": "Its answer."},
        {"role": "user", "content": prompt},
    ]
    request = Request(purpose, tuple(messages), n=len(answers))
    size = len(prompt) // 4
    completions = tuple(
        Completion(text, None, size, size if i else 0, len(text) // 4, -1.5) for i, text in enumerate(answers)
    )
    return Generated(purpose=purpose, request=request, completions=completions, seconds=seconds)


def observed(text: str, won: bool = False, score: float = 0.0) -> Observed:
    return Observed(
        observation=text,
        task=TASK,
        reward=float(won),
        admissible=("look", "wait"),
        facts=None,
        won=won,
        score=score,
        terminated=won,
    )


def reflected(action: str, votes: Sequence[bool]) -> Reflected:
    aligned = sum(votes) >= 4
    thoughts = tuple(f"The agent {'needs' if yes else 'does not need'} to {action} to solve the task." for yes in votes)
    return Reflected(
        action=action,
        votes=tuple(votes),
        aligned=aligned,
        thought=thoughts[list(votes).index(aligned)],
        thoughts=thoughts,
    )


def retrieved(*triplets: Triplet, entities: tuple[str, ...] = ()) -> Retrieved:
    return Retrieved(triplets=triplets, entities=entities)


def _reset() -> list[Event]:
    seen = f"You are in the middle of a kitchen. You see {', a '.join(RECEPTACLES)}."
    triplets = tuple(T(name, "in", "kitchen") for name in RECEPTACLES)
    answers = ['{"entities": ["fridge 1"], "triplets": [["fridge 1", "in", "kitchen"]]}']
    return [observed(seen), generated("extract", seen, answers), Updated(added=triplets, removed=())]


def _thinking(action: str, thought: str, votes: Sequence[bool], attempt: int = 0) -> list[Event]:
    return [
        generated("act", f"What next? (attempt {attempt})", [f'{{"thought": "{thought}", "action": "{action}"}}']),
        Proposed(thought=thought, action=action, attempt=attempt),
        generated("reflect", f"Is {action} aligned with the task?", ['{"aligned": "Yes"}' for _ in votes], 2.0),
        reflected(action, votes),
    ]


def _first() -> list[Event]:
    return [
        retrieved(T("fridge 1", "in", "kitchen"), T("sink 1", "in", "kitchen"), entities=("fridge 1", "sink 1")),
        *_thinking("go to fridge 1", "Mugs may be cooling.", [True, True, False, True, True]),
        Acted(action="go to fridge 1", source="fast"),
        observed("You arrive at fridge 1. The fridge 1 is closed."),
        Updated(
            added=(T("fridge 1", "is", "closed"), T("you", "at", "fridge 1"), T("you", "walked to", "fridge 1")),
            removed=(),
        ),
    ]


def _vetoed() -> list[Event]:
    return [
        retrieved(T("fridge 1", "is", "closed"), T("you", "at", "fridge 1"), entities=("fridge 1",)),
        *_thinking("go to drawer 1", "Let me look elsewhere.", [False, True, False, False, True]),
        *_thinking("open fridge 1", "It is closed, so I open it.", [True] * 5, attempt=1),
        Acted(action="open fridge 1", source="fast"),
        observed("You open the fridge 1. In it, you see a mug 1, an apple 1."),
        Updated(
            added=(
                T("fridge 1", "is", "open"),
                T("mug 1", "in", "fridge 1"),
                T("apple 1", "in", "fridge 1"),
                T("you", "opened", "fridge 1"),
            ),
            removed=(T("fridge 1", "is", "closed"),),
        ),
    ]


def _defaulted() -> list[Event]:
    return [
        retrieved(T("mug 1", "in", "fridge 1"), entities=("mug 1",)),
        *_thinking("take mug 1 from fridge 1", "There is the mug.", [True, True, True, True, False]),
        Acted(action="take mug 1 from fridge 1", source="fast"),
        observed("You pick up the mug 1 from the fridge 1.", score=0.3),
        Failed(purpose="outdated", reason="the answer is not JSON, nothing was removed", answer='{"outdated": [1, '),
        Updated(added=(T("you", "hold", "mug 1"), T("you", "took", "mug 1")), removed=()),
    ]


def make_trace() -> Trace:
    """A plan of L=5, N=6."""
    rng = np.random.default_rng(4)
    verbs = ["go to sink 1", "wash mug 1", "go to dining table 1", "open cabinet 2", "look", "close fridge 1"]
    actions = np.array(
        [["go to drawer 1"] * 6] + [[verbs[(i + t) % 6] for i in range(6)] for t in range(4)], dtype=object
    )
    seen = np.array(
        [["You hold the mug 1."] * 6] + [[f"You {a}. It works as expected." for a in row] for row in actions[1:]],
        dtype=object,
    )
    progress = np.array([[1, 1, 0, 0, 0, 0], [0, 1, 1, 0, 1, 0], [1, 0, 0, 1, 1, 0], [0, 1, 1, 1, 0, 0]])
    weights = np.exp(progress)
    weights = weights / weights.sum(axis=1, keepdims=True)
    ancestors = np.array([rng.choice(6, size=6, p=row) for row in weights])
    ess = 1 / np.square(weights).sum(axis=1)
    slot = chosen = 2
    for row in ancestors[::-1]:
        slot = int(row[slot])
    return Trace(actions, seen, progress, weights, ancestors, ess, chosen, str(actions[1, slot]))


def _planned() -> list[Event]:
    trace = make_trace()
    events: list[Event] = [
        retrieved(T("you", "hold", "mug 1"), T("sink 1", "in", "kitchen"), entities=("mug 1", "sink 1"))
    ]
    for attempt in range(3):
        events += _thinking("go to drawer 1", "A drawer might help.", [False, False, True, False, False], attempt)
    events += [Proposed(thought="A drawer might help.", action="go to drawer 1", attempt=3)]
    for t in range(4):
        for i in range(6):
            action, seen = trace.actions[t + 1, i], trace.observations[t + 1, i]
            events.append(generated("observe", f"What happens after {action}?", [f'{{"observation": "{seen}"}}'], 0.2))
            events.append(
                Propagated(tau=t + 2, particle=i, action=action, observation=seen, added=(T("you", "did", action),),
                           removed=(), progress=int(trace.progress[t, i]), thought="It helps.")
            )  # fmt: skip
        weights, ancestors = tuple(trace.weights[t].tolist()), tuple(trace.ancestors[t].tolist())
        events.append(Resampled(tau=t + 2, weights=weights, ancestors=ancestors, ess=float(trace.ess[t])))
    return [
        *events,
        Planned(trace=trace, action=trace.action),
        Acted(action=trace.action, source="slow"),
        observed("You arrive at sink 1.", score=0.3),
        Updated(
            added=(T("you", "at", "sink 1"), T("you", "walked to", "sink 1")), removed=(T("you", "at", "fridge 1"),)
        ),
    ]


def _edited() -> list[Event]:
    return [
        Acted(action="clean mug 1 with sink 1", source="user"),
        observed("You clean the mug 1 using the sink 1.", score=0.6),
        Updated(added=(T("mug 1", "is", "clean"),), removed=(T("mug 1", "in", "fridge 1"),)),
        Updated(added=(T("mug 1", "belongs on", "dining table 1"),), removed=(), edited=True),
    ]


def _won() -> list[Event]:
    return [
        retrieved(T("mug 1", "is", "clean"), T("mug 1", "belongs on", "dining table 1"), entities=("mug 1",)),
        *_thinking("put mug 1 on dining table 1", "It is clean.", [True] * 5),
        Acted(action="put mug 1 on dining table 1", source="fast"),
        observed("You put the mug 1 on the dining table 1.", won=True, score=1.0),
        Updated(added=(T("mug 1", "on", "dining table 1"),), removed=(T("you", "hold", "mug 1"),)),
    ]


_STEPS = {0: _reset, 1: _first, 2: _vetoed, 3: _defaulted, 4: _planned, 5: _edited, 6: _won}


def _wander(step: int) -> list[Event]:
    here, there = f"cabinet {1 + step % 2}", f"cabinet {1 + (step + 1) % 2}"
    return [
        *_thinking(f"go to {here}", "Still looking.", [True] * 5),
        Acted(action=f"go to {here}", source="fast"),
        observed(f"You arrive at {here}."),
        Updated(added=(T("you", "at", here),), removed=(T("you", "at", there),)),
    ]


class FakeModel:
    """Only what the workbench uses of a model: it reports progress, waits and can be cancelled."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.progress: Any = None
        self._cancelled = False
        self._lock = threading.RLock()

    def cancel(self) -> None:
        self._cancelled = True

    def think(self, purpose: str, total: int) -> None:
        """A call of ``total`` answers that takes ``seconds``."""
        with self._lock:  # one call at a time, as with real ones
            self._answer(purpose, total)

    def _answer(self, purpose: str, total: int) -> None:
        self._cancelled = False
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < self.seconds:
            if self._cancelled:
                raise Cancelled
            if self.progress is not None:
                self.progress(Progress(purpose, int(total * spent / self.seconds), total, 400, int(100 * spent)))
            time.sleep(min(0.005, self.seconds / 10))


@dataclass
class FakeAgent:
    model: Any


class FakeEpisode(FakeRecord):
    """A live episode that plays the steps of ``make_record``, slowly; it records a step whole or not at all."""

    def __init__(self, seconds: float = 0.05, steps: int = 6, fail_at: int | None = None) -> None:
        super().__init__([], live=True)
        self.agent = FakeAgent(FakeModel(seconds))
        self.steps, self.fail_at = steps, fail_at
        self.closed = 0  # streams that were abandoned
        self.children: list[FakeEpisode] = []

    @property
    def done(self) -> bool:
        return bool(self.events) and self.events[-1].step >= self.steps

    def stream(self) -> Generator[Event, None, None]:
        first = 0 if not self.events else self.events[-1].step + 1
        try:
            yield from self._play(range(first, max(first, 1) + 1))
        except GeneratorExit:
            self.closed += 1
            raise

    def _play(self, steps: range) -> Iterator[Event]:
        block = [event for step in steps for event in step_events(step)]
        for event in block[:-1]:
            if isinstance(event, Proposed):
                self.agent.model.think("act", 1)
            elif isinstance(event, Reflected):
                self.agent.model.think("reflect", 5)
            if self.fail_at == steps[-1] and isinstance(event, Acted):
                raise ValueError("the <b>world</b> broke")
            yield event
        self.events = [*self.events, *block]
        yield block[-1]

    def fork(
        self, step: int, add: Any = (), remove: Any = (), action: Any = None, *, env: Any = None, agent: Any = None
    ) -> FakeEpisode:
        child = FakeEpisode(self.agent.model.seconds, self.steps, self.fail_at)
        child.agent = self.agent
        child.events = [event for event in self.events if event.step <= step]
        self.children.append(child)
        return child


def played_record(steps: int) -> FakeRecord:
    """A recording of so many steps, the first six of which are those of ``make_record``."""
    episode = FakeEpisode(seconds=0, steps=steps)
    while not episode.done:
        for _ in episode.stream():
            pass
    return FakeRecord(episode.events)
