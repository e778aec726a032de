"""The requests of two plans and a reflection round, recorded once with their answers, to be served again.

A ``Workload`` is asked section by section (a reflection round, a first plan, a second plan), step by step (the tau of
a plan), stage by stage (act, observe, ...). A stage is kept in two forms: ``batches``, the requests as the agent
sends them, equal ones merged; and ``calls``, what somebody sends who asks once for each particle.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nesyfs_lab import asking
from nesyfs_lab.asking import Asker, Question, Thinking
from nesyfs_lab.asking.answers import Answer, read
from nesyfs_lab.events import Event, Generated, Resampled
from nesyfs_lab.models.contract import Completion, Model, Request
from nesyfs_lab.planning import TSMC, Origin
from nesyfs_lab.planning.imagination import Imagination

from .household import TASK, Stand, WholeBelief, stands

TEMPERATURE = 0.7


@dataclass(frozen=True)
class Setting:
    """What is planned: N particles to the horizon L, from a belief of so many triplets; and n votes."""

    particles: int = 6
    horizon: int = 5
    triplets: int = 40
    votes: int = 5
    seed: int = 0


@dataclass(frozen=True)
class Call:
    """One prompt and the answer that it got."""

    request: Request
    answer: Completion


@dataclass(frozen=True)
class Stage:
    """One question to all particles.

    Attributes:
        purpose: of the requests.
        batches: each is one call of ``Model.complete``; a second one asks again for answers that were unusable.
        calls: for each particle, its prompts in order.
    """

    purpose: str
    batches: tuple[tuple[Request, ...], ...]
    calls: tuple[tuple[Call, ...], ...]


@dataclass(frozen=True)
class Section:
    """A part that is timed on its own: its steps, each of them stages."""

    name: str
    steps: tuple[tuple[Stage, ...], ...]

    def stage_by_stage(self, step: int) -> Iterator[Call]:
        """The calls of a step: a question for all particles, then the next question."""
        for stage in self.steps[step]:
            for calls in stage.calls:
                yield from calls

    def asked(self, step: int) -> int:
        """Prompt tokens of the calls of a step, equal ones counted as often as they are asked."""
        return sum(call.answer.prompt_tokens for call in self.stage_by_stage(step))

    def particle_by_particle(self, step: int) -> Iterator[Call]:
        """The calls of a step: all questions for a particle, then the next particle."""
        stages = self.steps[step]
        for particle in range(max((len(stage.calls) for stage in stages), default=0)):
            for stage in stages:
                if particle < len(stage.calls):
                    yield from stage.calls[particle]


@dataclass(frozen=True)
class Workload:
    """What is served."""

    setting: Setting
    sections: tuple[Section, ...]

    @property
    def calls(self) -> list[Call]:
        """All of them, in the order of stages."""
        return [call for s in self.sections for step in range(len(s.steps)) for call in s.stage_by_stage(step)]

    def until(self, last: str) -> Workload:
        """The sections up to the one of that name, which is included."""
        names = [section.name for section in self.sections]
        return replace(self, sections=self.sections[: names.index(last) + 1])

    @property
    def longest(self) -> int:
        """Tokens of context that the longest prompt and its answer may need."""
        return max(call.answer.prompt_tokens + call.request.max_tokens for call in self.calls)


@dataclass
class RecordingAsker(Asker):
    """An asker that keeps the stages that go through it."""

    stages: list[Stage] = field(default_factory=list)
    answered: dict[str, list[Completion]] = field(default_factory=dict)

    def ask(self, questions: Sequence[Question], temperature: float = 0.0) -> Thinking[list[Answer]]:
        """As ``Asker`` does."""
        generated: list[Generated] = []
        answers = yield from _noting(super().ask(questions, temperature), generated)
        if questions:
            self._keep(questions, temperature, generated)
        return answers

    def samples(self, question: Question, n: int, temperature: float) -> Thinking[list[Answer]]:
        """As ``Asker`` does."""
        generated: list[Generated] = []
        answers = yield from _noting(super().samples(question, n, temperature), generated)
        self._keep([question] * n, temperature, generated)
        return answers

    def _keep(self, questions: Sequence[Question], temperature: float, generated: Sequence[Generated]) -> None:
        distinct = len({_key(event.request) for event in generated})
        first, again = generated[:distinct], generated[distinct:]
        left = {_key(event.request): list(event.completions) for event in first}
        second = {_key(event.request): list(event.completions) for event in again}
        if temperature == 0:
            self.answered |= left
        requests = {_key(event.request): event.request for event in (*first, *again)}
        calls = []
        for question in questions:
            key = _key(question)
            known = self.answered[key] if temperature == 0 else left[key]
            completion = known[0] if temperature == 0 else known.pop(0)
            request = requests.get(key) or _request(question)
            pair = [Call(replace(request, n=1, temperature=temperature), completion)]
            if read(question, completion)[1] and key in second:
                pair.append(Call(replace(request, n=1), second[key].pop(0) if temperature > 0 else second[key][0]))
            calls.append(tuple(pair))
        batches = tuple(tuple(event.request for event in batch) for batch in (first, again) if batch)
        self.stages.append(Stage(questions[0].purpose, batches, tuple(calls)))


def record(model: Model, setting: Setting) -> Iterator[Section]:
    """Think with ``model``, and give each section as soon as it is done; together they are the workload."""
    for number, (name, stand) in enumerate(zip(("first plan", "second plan"), stands(setting.triplets), strict=True)):
        rng = np.random.default_rng([setting.seed, number])
        if number == 0:
            yield Section("reflection", (reflection(model, setting, stand, rng),))
        yield Section(name, tuple(plan(model, setting, stand, rng)))


def reflection(model: Model, setting: Setting, stand: Stand, rng: np.random.Generator) -> tuple[Stage, ...]:
    """The votes on what the agent means to do."""
    asker = RecordingAsker(model, rng)
    question = asking.reflect(TASK, stand.belief, stand.observation, stand.action)
    _exhaust(asker.samples(question, setting.votes, TEMPERATURE))
    return tuple(asker.stages)


def plan(model: Model, setting: Setting, stand: Stand, rng: np.random.Generator) -> Iterator[tuple[Stage, ...]]:
    """The stages of each tau."""
    asker = RecordingAsker(model, rng)
    mind = Imagination(asker, WholeBelief(), TASK, stand.admissible, TEMPERATURE)
    planner = TSMC(particles=setting.particles, horizon=setting.horizon)
    for event in planner.plan(mind, Origin(stand.belief, stand.observation, stand.action), rng):
        if isinstance(event, Resampled):
            yield tuple(asker.stages)
            asker.stages.clear()


def _noting(thought: Thinking[list[Answer]], generated: list[Generated]) -> Thinking[list[Answer]]:
    """``thought``, its ``Generated`` events noted as they pass."""
    while True:
        try:
            event: Event = next(thought)
        except StopIteration as done:
            answers: list[Answer] = done.value
            return answers
        if isinstance(event, Generated):
            generated.append(event)
        yield event


def _exhaust(thought: Thinking[list[Answer]]) -> None:
    for _ in thought:
        pass


def _key(asked: Question | Request) -> str:
    """Equal for a question and the request that it became."""
    return json.dumps([asked.purpose, asked.messages, asked.max_tokens, asked.schema], sort_keys=True)


def _request(question: Question) -> Request:
    return Request(question.purpose, question.messages, max_tokens=question.max_tokens, schema=question.schema)
