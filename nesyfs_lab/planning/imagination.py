"""What a planner can ask of the language model about states that exist only in thought.

Each method takes one stage for all particles at once, so that their requests reach the model together and equal
ones are asked once (docs/choices.md, 9). Actions and observations are sampled, because they carry the plan's
uncertainty; reading, comparing and judging are deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import asking
from ..asking import Asker, Thinking
from ..graph import Triplet
from ..memory import Change, Memory, Transition, View

Context = tuple[Triplet, ...]


@dataclass(frozen=True)
class Imagination:
    """The paper's prompts, bound to a task and a memory.

    Attributes:
        asker: sends questions; its generator seeds the samples.
        memory: retrieval R and Update.
        task: the task description, eta.
        admissible: the actions that the real state allows; None where the world does not tell.
        temperature: of sampled actions and observations.
        exact: judge progress by what the model thinks likelier after one reading, without a thought.
    """

    asker: Asker
    memory: Memory
    task: str
    admissible: tuple[str, ...] | None
    temperature: float
    exact: bool = False

    def retrieve(self, views: Sequence[View]) -> Thinking[list[Context]]:
        """R(G, eta) for each particle."""
        retrieved = yield from self.memory.retrieve(self.asker, self.task, views)
        return [r.triplets for r in retrieved]

    def act(self, contexts: Sequence[Context], observations: Sequence[str], *, real: bool) -> Thinking[list[str]]:
        """P_fast for each particle; restricted to the admissible actions where the state is the ``real`` one."""
        allowed = self.admissible if real else None
        answers = yield from self.asker.ask(
            [asking.act(self.task, c, o, allowed) for c, o in zip(contexts, observations, strict=True)],
            self.temperature,
        )
        return [str(answer["action"]) for answer in answers]

    def observe(self, contexts: Sequence[Context], actions: Sequence[str]) -> Thinking[list[str]]:
        """P_obs for each particle."""
        answers = yield from self.asker.ask(
            [asking.observe(self.task, c, a) for c, a in zip(contexts, actions, strict=True)], self.temperature
        )
        return [str(answer["observation"]) for answer in answers]

    def update(self, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """Update(G, o, a) for each particle."""
        return (yield from self.memory.update(self.asker, transitions))

    def progress(
        self, contexts: Sequence[Context], actions: Sequence[str], new: Sequence[Context]
    ) -> Thinking[list[tuple[bool, str]]]:
        """P_prog for each particle: the verdict and its thought, "" where there is none."""
        questions = [asking.progress(self.task, c, a, n) for c, a, n in zip(contexts, actions, new, strict=True)]
        if self.exact:
            questions = [asking.verdict(question) for question in questions]
        answers = yield from self.asker.ask(questions)
        return [(answer["progress"] == "Yes", str(answer.get("thought", ""))) for answer in answers]
