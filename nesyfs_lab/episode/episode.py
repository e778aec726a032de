"""An episode: an agent steps through a world, and every event of it is kept.

The record is the only state. The belief is the fold of its ``Updated`` events, the situation is its last
``Observed``; a fork starts from a prefix of it and a loaded episode from a file.
"""

from __future__ import annotations

import operator
from collections.abc import Generator, Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from ..agents import Agent, Situation
from ..agents.contract import Decision
from ..events import Acted, Event, Observed, Updated
from ..graph import KnowledgeGraph, Triplet
from .edits import edited
from .header import Header, chosen_action, forked, header_of
from .origins import Origin, origins
from .page import write_page
from .record import Block, Recorder, refuse_to_lose
from .soundness import unsound
from .stage import Stage, World, another, settled
from .summary import html_summary, text_summary
from .tables import Tables, tables


class Episode:
    """One agent in one world.

    Args:
        env: a Gymnasium environment over text (see ``make_env``).
        agent: decides and updates; it holds nothing, so it may live in several episodes.
        seed: of the world's reset and of all the agent's chance, 0 or more.

    Raises:
        TypeError: when ``env`` is no environment, ``agent`` no agent, or the seed not whole.
        ValueError: for a negative seed.
    """

    def __init__(self, env: World, agent: Agent, seed: int = 0) -> None:
        seed = operator.index(seed)
        if seed < 0:
            raise ValueError(f"seed must be 0 or more, got {seed}")
        self._start(header_of(env, agent, seed), [], agent, Stage(env, seed))

    def _start(self, header: Header, blocks: list[Block], agent: Agent | None, stage: Stage | None) -> None:
        self.header = header
        self.agent = agent if agent is None or stage is None else settled(agent, stage.world)
        self.cut = False
        self._stage = stage
        self._blocks: list[Block] = []
        self._events: list[Event] = []
        self._graph = KnowledgeGraph()
        self._last: Observed | None = None
        self._recorder: Recorder | None = None
        self._thinking = Lock()  # held while a step is in progress
        self._writing = Lock()  # held while the file changes
        for block in blocks:
            self._keep(block)
        self._action = chosen_action(header, self.steps)  # a person's choice for the next step

    # -- what the record tells -------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, those of unfinished steps left out."""
        return tuple(self._events)

    @property
    def graph(self) -> KnowledgeGraph:
        """The belief: the fold of all ``Updated`` events."""
        return self._graph

    @property
    def steps(self) -> int:
        """Finished steps: actions played in the world."""
        return self._events[-1].step if self._events else 0

    @property
    def task(self) -> str:
        """The task description; empty before the first step."""
        return self._last.task if self._last else ""

    @property
    def done(self) -> bool:
        """The world ended the episode: won, lost or out of its own time."""
        return self._last is not None and (self._last.terminated or self._last.truncated)

    @property
    def won(self) -> bool:
        """The task is solved."""
        return self._last is not None and self._last.won

    @property
    def score(self) -> float:
        """From 0 to 1, as the world tells it."""
        return self._last.score if self._last else 0.0

    @property
    def live(self) -> bool:
        """There is a world and an agent to go on with."""
        return self._stage is not None and self.agent is not None

    @property
    def path(self) -> Path | None:
        """The file that each finished step is appended to; None before ``save``."""
        return None if self._recorder is None else self._recorder.path

    # -- stepping ---------------------------------------------------------------------------------------------

    def step(self) -> list[Event]:
        """One action in the world.

        Returns:
            The step's events; the first step begins with those of the reset.

        Raises:
            StopIteration: when the episode is over.
            RuntimeError: on a loaded episode, which has no world, or while another step is in progress.
        """
        if self.done:
            raise StopIteration("the episode is over")
        return list(self.stream())

    def run(self, max_steps: int = 30) -> Episode:
        """Step until the world is done or ``max_steps`` actions were played in all; returns the episode."""
        while not self.done and self.steps < max_steps:
            self.step()
        return self

    def stream(self) -> Generator[Event, None, None]:
        """One step, event by event as they happen.

        Closing the generator early abandons the step: it leaves no trace. Errors as for ``step``, but an episode
        that is over yields nothing.
        """
        if self.done:
            return
        if self._stage is None or self.agent is None:
            raise RuntimeError(
                "this episode was loaded and has no world to act in: load_episode(path, env=..., agent=...) "
                "goes on with it, fork(step, env=..., agent=...) tries something else from a step on"
            )
        if not self._thinking.acquire(blocking=False):
            raise RuntimeError("a step of this episode is already in progress: finish it or close its stream first")
        try:
            yield from self._step(self.agent, self._stage)
        finally:
            self._thinking.release()

    def _step(self, agent: Agent, stage: Stage) -> Generator[Event, None, None]:
        number = self.steps + 1
        rng = np.random.default_rng([self.header["seed"], number])
        block: Block = []

        def told(event: Event, step: int = number) -> Event:
            if problem := unsound(event):
                raise TypeError(problem)
            event = replace(event, step=step)
            block.append(event)
            return event

        graph, observed = self._graph, self._last
        if observed is None:  # the reset, read into the belief before the first action (docs/choices.md, 2)
            observed = stage.reset()
            yield told(observed, 0)
            change = yield from _each(agent.update(graph, None, observed.observation, rng), told, 0)
            graph = change.apply(graph)
            yield told(Updated(added=change.added, removed=change.removed), 0)

        if self._action is None:
            situation = Situation(observed.task, graph, observed.observation, observed.admissible)
            decision = yield from _each(agent.decide(situation, rng), told, number)
        else:
            decision = Decision(self._action, "user")
        yield told(Acted(action=decision.action, source=decision.source))

        # The reset of a first step is not in the record yet; a world that another episode moved is compared with it.
        before = [e for e in block if e.step < number]
        observed = stage.play(decision.action, [*self._events, *before])
        yield told(observed)
        change = yield from _each(agent.update(graph, decision.action, observed.observation, rng), told, number)
        last = told(Updated(added=change.added, removed=change.removed))
        self._action = None
        self._keep(block)
        stage.settle(number)
        self._write()
        yield last

    def _keep(self, block: Block) -> None:
        for event in block:
            if isinstance(event, Updated):
                self._graph = self._graph.updated(add=event.added, remove=event.removed)
            elif isinstance(event, Observed):
                self._last = event
        self._events += block
        self._blocks.append(block)

    # -- saving and forking ------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write the record to ``path`` and append each later step to it as soon as it is finished.

        Args:
            path: a new file, or one that holds no step that this record lacks: a beginning of it, saved before.
            overwrite: replace any other file too.

        Raises:
            FileExistsError: the file holds something else; ``load_episode(path, env=, agent=)`` goes on with a record.
            OSError: it cannot be written.
        """
        recorder = Recorder(Path(path))
        with self._writing:  # a step that ends meanwhile, in a workbench, is written after this
            if not overwrite:
                refuse_to_lose(recorder.path, self._blocks)
            recorder.save(self.header, tuple(self._blocks))
            self._recorder = recorder

    def _write(self) -> None:
        with self._writing:
            if self._recorder is not None:
                self._recorder.append(self.header, self._blocks)

    def fork(
        self,
        step: int,
        add: Iterable[Triplet | tuple[str, str, str]] = (),
        remove: Iterable[Triplet | tuple[str, str, str]] = (),
        action: str | None = None,
        *,
        env: World | None = None,
        agent: Agent | None = None,
    ) -> Episode:
        """A new live episode that shares the first ``step`` steps and goes its own way from there.

        Args:
            step: how many actions are kept, from 0; the world replays them when the child first steps.
            add, remove: edits of the belief after that step. Removing what it does not hold does nothing; a warning
                says so and what it holds of the same subject.
            action: played in the child's next step instead of what the agent would choose.
            env, agent: of the child; needed only where this episode is a loaded one. Without ``env`` the child gets a
                world of its own.

        Raises:
            TypeError: for a step that is not whole, an action that is no text, or a triplet that is none.
            ValueError: when there are not that many steps, or no world or agent to go on with.
        """
        step = operator.index(step)
        if not 0 <= step <= self.steps:
            raise ValueError(f"fork at a step from 0 to {self.steps} (those that were played), got {step}")
        if not isinstance(action, str | None):
            raise TypeError(f"action must be the text of an action or None, got {action!r}")
        agent = self.agent if agent is None else agent
        world = env if env is not None else None if self._stage is None else another(self._stage.world)
        if agent is None or world is None:
            raise ValueError("a loaded episode has no world or agent: give fork(step, env=..., agent=...)")
        header = forked(self.header, header_of(world, agent, self.header["seed"]), step, action)
        child: Episode = object.__new__(type(self))
        kept = [[e for e in block if e.step <= step] for block in self._blocks]
        child._start(header, [block for block in kept if block], agent, Stage(world, header["seed"]))
        if (edit := edited(child._graph, step, add, remove)) is not None:
            child._keep([edit])
        return child

    def origin(self, triplet: Triplet | tuple[str, str, str]) -> list[Origin]:
        """Where a triplet comes from: each time it was observed, edited or only imagined, and each time it went."""
        return origins(self._events, Triplet(*triplet))

    def to_frames(self) -> Tables:
        """The record as tidy tables, by name: see ``nesyfs_lab.episode.tables``."""
        return tables(self._events)

    def to_html(self, path: str | PathLike[str]) -> None:
        """Write one page that shows every step so far, without prompts, and opens offline."""
        write_page(self, path)

    # -- in a notebook cell ------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return text_summary(self)

    def _repr_html_(self) -> str:
        return html_summary(self)


def _each(thinking: Generator[Event, None, Any], told: Any, step: int) -> Generator[Event, None, Any]:
    """Pass a thought's events on, numbered and noted; returns what the thought returns."""
    while True:
        try:
            event = next(thinking)
        except StopIteration as end:
            return end.value
        yield told(event, step)
