"""Many requests in one context: each distinct prompt computed once, all answers written side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np

from .answer import Answer
from .beginnings import NOWHERE, SHORTEST, Beginnings
from .cells import Cells, Entry
from .prefix import Ints, Resident, Residents, common_length, unshared_entries
from .sampling import Logits
from .vocabulary import as_array

_EXPECTED = 96
"""Tokens of an answer that room is kept for, if it may have so many."""


@dataclass(eq=False)
class Job:
    """A distinct prompt and the answers to it.

    Attributes:
        tokens: (T,) what the model reads before the first choice: the prompt, and the forced beginning of its answers.
        answers: all begin alike.
        limit: most tokens that an answer may still get.
        fixed: how many of the first ``tokens`` come again in every prompt of the kind.
        computed: how many of ``tokens`` were computed for this job and not found or shared.
    """

    tokens: Ints
    answers: list[Answer]
    limit: int
    fixed: int = 0
    computed: int = 0
    waiting: deque[Answer] = field(init=False)

    def __post_init__(self) -> None:
        self.waiting = deque(self.answers)


class Admitted(NamedTuple):
    """A job whose prompt is being computed, and how many of its answers begin then."""

    job: Job
    prompt: Resident
    begun: int


@dataclass
class Counters:
    """Tokens since the model was loaded: of prompts, as sent and as computed; of answers, chosen and fed."""

    prompt_submitted: int = 0
    prompt_computed: int = 0
    sampled: int = 0
    fed: int = 0


class Scheduler:
    """Runs jobs in one context. What does not fit at once waits; a single answer to a single prompt always fits.

    Most answers are far shorter than they may be, so room is kept for short ones. Where they grow longer than the
    context has room for, the youngest is put back and goes on once another has finished.
    """

    def __init__(self, context: Cells, counters: Counters, beginnings: Beginnings = NOWHERE) -> None:
        self._context = context
        self._beginnings = beginnings
        self._residents = Residents(context)
        self._counters = counters
        self._waiting: deque[Job] = deque()
        self._live: dict[Answer, Resident] = {}
        self._crowded = False  # an answer was put back, and none has finished since
        self._begun: list[Resident] = []  # prompts that are being computed now

    def run(self, jobs: Sequence[Job], tick: Callable[[], None]) -> None:
        """Write all answers of ``jobs``; ``tick`` is called after every batch.

        Raises:
            Cancelled, ModelError: from the context. All unfinished text is forgotten then.
        """
        self._waiting.extend(sorted(jobs, key=lambda job: tuple(job.tokens.tolist())))
        try:
            for job in jobs:
                self._prepare(job, tick)
            while self._waiting or self._live:
                if self._waiting and not (self._crowded and self._live):
                    admitted = self._admitted()
                    assert admitted or self._live, "one answer to one prompt always fits"
                    self._begin(admitted, tick)
                if self._live:
                    self._continue(tick)
        except BaseException:
            self._forget_unfinished()
            raise

    def forget(self) -> None:
        """Forget all prompts; nothing may be running."""
        self._residents.forget()

    def _prepare(self, job: Job, tick: Callable[[], None]) -> None:
        """Have the fixed beginning of a job's prompt resident.

        It is computed by itself, and sharing nothing: so it is the same to the last bit whether it is computed or
        comes from a file.
        """
        tokens = job.tokens[: job.fixed]
        if len(tokens) < SHORTEST or self._residents.holds(tokens):
            return
        sequence = self._residents.begin_alone(tokens)
        self._begun = [sequence]
        if not self._beginnings.load(self._context, sequence.number, tokens):
            entries = [Entry(int(token), i, (sequence.number,)) for i, token in enumerate(tokens)]
            job.computed += len(entries)
            for _ in self._context.decode(entries, self._after_batch(tick)):
                pass  # it asks for no logits
            self._beginnings.save(self._context, sequence.number, tokens)
        self._residents.append([sequence], tokens)
        self._begun = []

    def _admitted(self) -> list[Admitted]:
        """The next jobs that fit beside what is being written, each with how many of its answers can begin."""
        admitted: list[Admitted] = []
        cells = sum(min(a.remaining, _EXPECTED) + len(a.pending) for a in self._live)  # promised, not yet taken
        sequences = 0
        while self._waiting:
            job = self._waiting[0]
            expected = min(job.limit, _EXPECTED)
            held = [*self._live.values(), *(a.prompt for a in admitted)]
            known = self._residents.known_length(job.tokens)
            shared = max((common_length(job.tokens, a.job.tokens) for a in admitted), default=0)
            new = len(job.tokens) - max(known, shared)
            room = self._residents.obtainable(held, job.tokens)
            count = min(
                len(job.waiting),
                (room.cells - cells - new) // max(expected, 1),
                room.sequences - sequences - 1,
            )
            if count < 1:
                break
            prompt = self._residents.begin_prompt(job.tokens, held)
            cells += new + count * expected
            sequences += count
            self._residents.make_room(cells, sequences, [*held, prompt])
            admitted.append(Admitted(job, prompt, count))
            if count < len(job.waiting):
                break
            self._waiting.popleft()
        return admitted

    def _begin(self, admitted: Sequence[Admitted], tick: Callable[[], None]) -> None:
        """Compute the admitted prompts and begin their answers."""
        by_number = {a.prompt.number: a for a in admitted}
        self._begun = [a.prompt for a in admitted]
        entries = unshared_entries(
            [a.job.tokens for a in admitted], [len(a.prompt.tokens) for a in admitted], list(by_number)
        )
        self._take_cells(entries, {number: a.prompt for number, a in by_number.items()})
        for entry in entries:
            by_number[entry.sequences[0]].job.computed += 1

        for index, logits in self._context.decode(entries, self._after_batch(tick)):
            for number in entries[index].sequences:
                if entries[index].position == len(by_number[number].job.tokens) - 1:
                    self._start_answers(by_number[number], logits)
        self._begun = []

    def _after_batch(self, tick: Callable[[], None]) -> Callable[[int], None]:
        def after_batch(computed: int) -> None:
            self._counters.prompt_computed += computed
            tick()

        return after_batch

    def _take_cells(self, entries: Sequence[Entry], sequences: dict[int, Resident]) -> None:
        for numbers, run in groupby(entries, key=lambda entry: entry.sequences):
            tokens = as_array([entry.token for entry in run])
            self._residents.append([sequences[number] for number in numbers], tokens)

    def _start_answers(self, admitted: Admitted, logits: Logits) -> None:
        for _ in range(admitted.begun):
            answer = admitted.job.waiting.popleft()
            answer.read(logits)
            if answer.finish_reason is None:
                self._live[answer] = self._residents.fork(admitted.prompt)

    def _continue(self, tick: Callable[[], None]) -> None:
        """Compute what the live answers have written since the last batch, and let each choose on."""
        self._put_back_what_does_not_fit()
        entries: list[Entry] = []
        owners: dict[int, Answer] = {}
        for answer, sequence in self._live.items():
            start = len(sequence.tokens)
            for k, token in enumerate(answer.pending):
                entries.append(Entry(token, start + k, (sequence.number,), k == len(answer.pending) - 1))
            owners[len(entries) - 1] = answer
            self._residents.append([sequence], as_array(answer.pending))
        for index, logits in self._context.decode(entries):
            answer = owners[index]
            answer.read(logits)
            if answer.finish_reason is not None:
                self._residents.drop(self._live.pop(answer))
                self._crowded = False
        tick()

    def _put_back_what_does_not_fit(self) -> None:
        while True:
            needed = sum(len(answer.pending) for answer in self._live)
            if self._residents.make_room(needed, 0, list(self._live.values())):
                return
            answer, sequence = self._live.popitem()
            written = np.concatenate([sequence.tokens, as_array(answer.pending)])
            self._residents.drop(sequence)
            self._waiting.appendleft(Job(written, [answer], answer.remaining))
            self._crowded = True

    def _forget_unfinished(self) -> None:
        for sequence in (*self._live.values(), *self._begun):
            self._residents.drop(sequence)
        self._live, self._begun = {}, []
        self._waiting.clear()
        self._crowded = False
