"""Algorithm 1 of the paper: NeSyFS, the neuro-symbolic fast-slow agent.

    a ~ P_fast(R(G), o)                                   fast thinking                line 5
    up to K times: reflect on a by vote; when aligned, play it                         lines 7, 8
        else a ~ P_fast(R(G), o, h), h the thought of a No                             line 10
    after K vetoes: a ~ TSMC-plan(eta, G, a, o)           slow thinking                line 18
    play a, observe o', G = Update(G, o', a)                                           lines 20, 21

So a step asks at most K + 1 times for a proposal and K times for votes before it plans, and the plan starts from
the last, unreflected proposal. A proposal is aligned when at least ``agreement`` of the votes say Yes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from numbers import Integral
from typing import Literal

import numpy as np

from .. import asking, prompts
from ..asking import Asker, Thinking
from ..events import Planned, Proposed, Reflected, Retrieved, Trace
from ..graph import KnowledgeGraph, Triplet
from ..language import Language
from ..memory import Change, GraphMemory, Memory, Transition, View
from ..models.contract import Model
from ..planning import TSMC, Origin, Planner
from ..planning.imagination import Imagination
from . import reflection
from .contract import Decision, Situation


@dataclass(frozen=True)
class NeSyFS:
    """The paper's agent.

    Args:
        model: answers the prompts.
        votes: n, samples of the reflection; or "exact": the probability of Yes, read from the model after one look at
            the prompt instead of sampled with thoughts, and progress in plans judged alike. Needs a model that tells
            the log-probabilities of its choices, as local ones do.
        agreement: share of Yes that lets an action pass; 0.8 of 5 votes is 4. Of exact votes: the least P(Yes). Without
            a thought a small model is seldom sure: 0.5 is a better threshold for it than the default.
        reflections: K, vetoes before slow thinking; 0 plans at once.
        planner: slow thinking.
        depth: hops of retrieval of the paper's memory.
        read_first: read the first observation into the belief before the first action; Algorithm 1, taken
            literally, never does (docs/choices.md, 2).
        temperature: of sampled thoughts (proposals, votes, imagined actions and observations).
        memory: keeps and recalls the belief; by default the paper's, ``GraphMemory(depth)``.

    Raises:
        TypeError: for a model that cannot complete, a planner that cannot plan, a memory that keeps no memory's
            contract, or a number that is not whole.
        ValueError: for a setting outside its range.
    """

    model: Model
    votes: int | Literal["exact"] = 5
    agreement: float = 0.8
    reflections: int = 3
    planner: Planner = field(default_factory=TSMC)
    depth: int = 2
    read_first: bool = True
    temperature: float = 0.7
    memory: Memory | None = None

    def __post_init__(self) -> None:
        self._check_types()
        if self.votes != "exact" and self.votes < 1:
            raise ValueError(f"votes must be at least 1, got {self.votes}; reflections=0 is how to go without")
        if not 0 < self.agreement <= 1:
            raise ValueError(f"agreement is the share of Yes votes needed, above 0 and at most 1; got {self.agreement}")
        if self.reflections < 0:
            raise ValueError(f"reflections cannot be negative, got {self.reflections}")
        if not 0 < self.temperature < inf:
            raise ValueError(f"temperature must be a number above 0, or all votes would be one; got {self.temperature}")
        GraphMemory(self.depth)  # raises for a bad depth now rather than in the first step

    def _check_types(self) -> None:
        if isinstance(self.model, type) or not hasattr(self.model, "complete"):
            raise TypeError(f"model must have complete(requests), as load_model gives it; got {self.model!r}")
        if isinstance(self.planner, type) or not hasattr(self.planner, "plan"):
            raise TypeError(f"planner must have plan(mind, origin, rng), as TSMC() does; got {self.planner!r}")
        memory: object = self.memory
        if isinstance(memory, type) or not (memory is None or hasattr(memory, "speaking")):
            raise TypeError(f"memory must be one that keeps the contract, as GraphMemory() does; got {memory!r}")
        counts: dict[str, object] = {"votes": self.votes, "reflections": self.reflections}
        for name, count in counts.items():
            if not (isinstance(count, Integral) or (name == "votes" and count == "exact")):
                either = ' or "exact"' if name == "votes" else ""
                raise TypeError(f"{name} must be a whole number{either}, got {count!r}")

    def in_world(self, language: Language | None) -> NeSyFS:
        """This agent with a memory for a world of that language.

        Raises:
            ValueError: when the memory cannot keep the belief of such a world.
        """
        memory = self._memory.speaking(language)
        return self if memory == self._memory else replace(self, memory=memory)

    @property
    def _memory(self) -> Memory:
        """How the belief is kept and recalled."""
        return GraphMemory(self.depth) if self.memory is None else self.memory

    def decide(self, situation: Situation, rng: np.random.Generator) -> Thinking[Decision]:
        """Lines 5 to 19 of Algorithm 1."""
        asker = Asker(self.model, rng)
        known = yield from self._retrieve(asker, situation)
        vetoes: list[tuple[str, str]] = []
        action = yield from self._propose(asker, situation, known, vetoes)
        while len(vetoes) < self.reflections:
            question = asking.reflect(situation.task, known, situation.observation, action)
            verdict = yield from self._reflect(asker, question, action)
            yield verdict
            if verdict.aligned:
                return Decision(action, "fast")
            vetoes.append((action, verdict.thought))
            action = yield from self._propose(asker, situation, known, vetoes)

        trace = yield from self._plan(asker, situation, action)
        return Decision(trace.action, "slow")

    def propose(self, situation: Situation, n: int, rng: np.random.Generator) -> Thinking[list[str | None]]:
        """Line 5 of Algorithm 1 alone, ``n`` times: actions proposed from one belief, on which nobody votes.

        None stands for an answer that could not be used.
        """
        asker = Asker(self.model, rng)
        known = yield from self._retrieve(asker, situation)
        question = asking.act(situation.task, known, situation.observation, situation.admissible)
        answers = yield from asker.samples(question, n, self.temperature)
        return [None if answer is question.default else str(answer["action"]) for answer in answers]

    def plan(self, situation: Situation, action: str, rng: np.random.Generator) -> Thinking[Trace]:
        """Line 18 of Algorithm 1 alone: slow thinking from ``action``, a proposal on which nobody voted."""
        return (yield from self._plan(Asker(self.model, rng), situation, action))

    def update(
        self, belief: KnowledgeGraph, action: str | None, observation: str, rng: np.random.Generator
    ) -> Thinking[Change]:
        """Line 21 of Algorithm 1; ``action`` is None for the observation of the reset."""
        if action is None and not self.read_first:
            return Change((), ())
        transition = Transition(belief, action, observation)
        (change,) = yield from self._memory.update(Asker(self.model, rng), [transition])
        return change

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        return {
            "kind": "NeSyFS",
            "votes": self.votes,
            "agreement": self.agreement,
            "reflections": self.reflections,
            "planner": self.planner.settings(),
            "memory": self._memory.settings(),
            "read_first": self.read_first,
            "temperature": self.temperature,
            "prompts": prompts.fingerprint(),
        }

    def _retrieve(self, asker: Asker, situation: Situation) -> Thinking[tuple[Triplet, ...]]:
        view = View(situation.belief, situation.observation)
        (known,) = yield from self._memory.retrieve(asker, situation.task, [view])
        yield Retrieved(triplets=known.triplets, entities=known.entities)
        return known.triplets

    def _plan(self, asker: Asker, situation: Situation, action: str) -> Thinking[Trace]:
        mind = Imagination(
            asker, self._memory, situation.task, situation.admissible, self.temperature, self.votes == "exact"
        )
        origin = Origin(situation.belief, situation.observation, action)
        trace = yield from self.planner.plan(mind, origin, asker.rng)
        yield Planned(trace=trace, action=trace.action)
        return trace

    def _propose(
        self, asker: Asker, situation: Situation, known: tuple[Triplet, ...], vetoes: list[tuple[str, str]]
    ) -> Thinking[str]:
        """P_fast, told what reflection rejected so far in this step."""
        question = asking.act(situation.task, known, situation.observation, situation.admissible, vetoes)
        (answer,) = yield from asker.samples(question, 1, self.temperature)
        yield Proposed(thought=answer["thought"], action=answer["action"], attempt=len(vetoes))
        return str(answer["action"])

    def _reflect(self, asker: Asker, question: asking.Question, action: str) -> Thinking[Reflected]:
        if isinstance(self.votes, str):
            return (yield from reflection.by_probability(asker, question, action, self.agreement))
        return (yield from reflection.by_votes(asker, question, action, self.votes, self.agreement, self.temperature))
