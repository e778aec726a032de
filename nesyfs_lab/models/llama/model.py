"""A local model behind the ``Model`` contract: llama.cpp, with each text computed once."""

from __future__ import annotations

import json
import secrets
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..contract import Completion, Message, ModelError, Progress, PromptTooLong, Request
from . import native
from .answer import Answer, constraint_of
from .beginnings import Beginnings
from .chat import ChatFormat
from .context import Context, StopFlag
from .prefix import Ints, common_length
from .reporting import Reporter
from .sampling import generator
from .scheduler import Counters, Job, Scheduler
from .threads import default_threads
from .vocabulary import Vocabulary, as_array
from .weights import Weights, identity

DEFAULT_CONTEXT = 6144
_BATCH = 512
_PURPOSES = 8
"""Contexts kept at once, one a purpose; small ones are faster than a single large one."""
_Contexts = OrderedDict[str, tuple[Context, Scheduler]]


class LlamaModel:
    """A GGUF file, loaded.

    Each purpose has a context of its own over the shared weights. Text that a request shares with earlier ones of its
    purpose, or with others in the same call, is computed once; all answers of a call are written side by side.
    Models of the same file and GPU layers share the weights too, until the last of them is closed.

    Safe from any thread: calls wait for each other. The same requests with the same seeds, in the same order since the
    model was loaded or ``forget`` was called, give the same texts.

    Attributes:
        info: plain values for a record.
        progress: told how a call comes on, about ten times a second.
        counters: tokens so far.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str | None = None,
        sha256: str | None = None,
        n_ctx: int | None = None,
        threads: int | None = None,
        gpu_layers: int = 0,
        states: Path | None = None,
    ) -> None:
        """Load the file.

        Args:
            name, sha256: for the record.
            n_ctx: tokens of a purpose's context: the longest prompt and its answer, and all that is kept for later
                ones. Default 6144, or what the model was trained for, if that is less.
            threads: default: the free physical cores.
            gpu_layers: layers to keep on a GPU, -1 for all; needs a llama-cpp-python that was built for it.
            states: folder where the fixed beginnings of prompts are kept, computed; None keeps none.

        Raises:
            ModelError: the file cannot be loaded, or an option makes no sense.
        """
        if (n_ctx is not None and n_ctx < 256) or (threads is not None and threads < 1):
            raise ModelError(f"n_ctx must be at least 256 and threads at least 1, not {n_ctx} and {threads}.")
        self._weights = Weights(path, gpu_layers)
        self._contexts: _Contexts = OrderedDict()
        # A model that is dropped without being closed, or found unfit below, gives back its gigabytes too.
        self._free = weakref.finalize(self, _free, self._contexts, self._weights)
        self._free.atexit = False  # a thread may still be computing then, and the memory goes with the process
        self._vocabulary = Vocabulary(self._weights)
        self._chat = ChatFormat(self._weights.chat_template, self._vocabulary, path.name)
        self._n_ctx = n_ctx or min(DEFAULT_CONTEXT, self._weights.trained_context)
        self._threads = threads or default_threads()
        self._beginnings = Beginnings(states, f"{sha256 or identity(path, gpu_layers)} {native.version()} {gpu_layers}")
        self._fixed: dict[tuple[str, ...], Ints] = {}
        self._stop = StopFlag()
        self._lock = threading.RLock()
        self.counters = Counters()
        self.progress: Callable[[Progress], None] | None = None
        self.info: dict[str, Any] = {
            "name": name or path.stem,
            "file": path.name,
            "sha256": sha256,
            "n_ctx": self._n_ctx,
            "threads": self._threads,
            "gpu_layers": gpu_layers,
            "llama_cpp": native.version(),
        }

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        """Answer all ``requests``; the i-th list holds ``requests[i].n`` completions.

        Raises:
            Cancelled: ``cancel`` was called.
            PromptTooLong: a prompt and its answer need more than ``n_ctx`` tokens; nothing was computed.
            ModelError: the model is closed, or llama.cpp failed.
        """
        with self._lock:
            if self._weights.pointer is None:
                raise ModelError("This model is closed; load it again.")
            self._stop.lower()
            tasks = [self._task(request) for request in requests]
            reporter = Reporter(
                lambda: self.progress, self.counters, [answer for task in tasks for answer in task.answers]
            )
            for purpose in dict.fromkeys(request.purpose for request in requests):
                mine = [task for task in tasks if task.request.purpose == purpose]
                reporter.purpose = purpose
                reporter.report()  # before the first batch, which may take seconds
                self._scheduler(purpose).run(_jobs(mine), reporter.tick)
                # They are text of answers, counted as fed below.
                self.counters.prompt_computed -= sum(task.beginning_computed for task in mine)
            reporter.report()
            for answer in (answer for task in tasks for answer in task.answers):
                self.counters.sampled += answer.sampled
                self.counters.fed += answer.tokens - answer.sampled
            return [task.completions() for task in tasks]

    def cancel(self) -> None:
        """Stop the ``complete`` in progress, from any thread; without one this does nothing."""
        self._stop.raise_()

    def forget(self) -> None:
        """Forget all text, so that the same requests from here on give the same answers, to the letter.

        Without it they may part where two tokens are about equally likely: what is in memory already changes the order
        in which numbers are added up, and so how they are rounded.
        """
        with self._lock:
            for _, scheduler in self._contexts.values():
                scheduler.forget()

    def close(self) -> None:
        """Free the memory; the model answers nothing any more."""
        with self._lock:
            self._free()

    def __enter__(self) -> LlamaModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _task(self, request: Request) -> _Task:
        prompt = self._chat.tokens(request.messages)
        if len(prompt) + request.max_tokens > self._n_ctx:
            raise PromptTooLong(
                f"The '{request.purpose}' prompt has {len(prompt)} tokens, and {request.max_tokens} are kept for its "
                f"answer, but the context holds {self._n_ctx}; show fewer triplets, or load the model with "
                f"n_ctx={_next_size(len(prompt) + request.max_tokens)}."
            )
        seed = secrets.randbits(63) if request.seed is None else request.seed
        distinct = 1 if request.temperature <= 0 else request.n
        answers = [
            Answer(
                constraint_of(request.schema, self._vocabulary),
                self._vocabulary,
                request.temperature,
                request.max_tokens,
                generator(seed, sample),
            )
            for sample in range(min(distinct, request.n))
        ]
        self.counters.prompt_submitted += len(prompt) * request.n
        return _Task(request, prompt, self._fixed_length(request, prompt), answers)

    def _fixed_length(self, request: Request, prompt: list[int]) -> int:
        """How many first tokens of a prompt do not depend on its last message."""
        before = request.messages[:-1]
        key = tuple(text for message in before for text in (message["role"], message["content"]))
        if key not in self._fixed:
            if len(self._fixed) == _PURPOSES:
                self._fixed.clear()
            blank: Message = {**request.messages[-1], "content": ""}
            self._fixed[key] = as_array(self._chat.tokens([*before, blank]))
        return common_length(self._fixed[key], as_array(prompt))

    def _scheduler(self, purpose: str) -> Scheduler:
        if purpose not in self._contexts:
            if len(self._contexts) == _PURPOSES:
                self._contexts.popitem(last=False)[1][0].close()
            with native.LOADING:
                context = Context(self._weights, self._n_ctx, self._threads, min(_BATCH, self._n_ctx), self._stop)
            self._contexts[purpose] = (context, Scheduler(context, self.counters, self._beginnings))
        self._contexts.move_to_end(purpose)
        return self._contexts[purpose][1]


def _free(contexts: _Contexts, weights: Weights) -> None:
    while contexts:
        contexts.popitem()[1][0].close()
    weights.close()


@dataclass
class _Task:
    """A request while it is answered."""

    request: Request
    prompt: list[int]
    fixed: int
    answers: list[Answer]
    job: Job | None = None

    @property
    def beginning_computed(self) -> int:
        """How many of the computed tokens are not the prompt's, but the forced beginning of its answers."""
        return min(self.job.computed, len(self.job.tokens) - len(self.prompt)) if self.job else 0

    def completions(self) -> list[Completion]:
        made = [self._completion(answer, i == 0) for i, answer in enumerate(self.answers)]
        return made + [self._completion(answer, False) for answer in self.answers[-1:]] * (self.request.n - len(made))

    def _completion(self, answer: Answer, first: bool) -> Completion:
        text = answer.text.decode("utf-8", "replace")
        computed = self.job.computed - self.beginning_computed if first and self.job else 0
        return Completion(
            text=text,
            data=_parsed(text) if self.request.schema is not None else None,
            prompt_tokens=len(self.prompt),
            cached_tokens=len(self.prompt) - computed,
            completion_tokens=answer.tokens,
            logprob=answer.logprob,
            finish_reason=answer.finish_reason or "length",
            logprobs=tuple(answer.logprobs) if self.request.logprobs else None,
        )


def _jobs(tasks: Sequence[_Task]) -> list[Job]:
    """One job for each distinct prompt; answers that are forced from beginning to end need none."""
    jobs: dict[tuple[int, ...], Job] = {}
    for task in tasks:
        unfinished = [answer for answer in task.answers if answer.finish_reason is None]
        if not unfinished:
            continue
        tokens = (*task.prompt, *unfinished[0].pending)
        limit = unfinished[0].remaining
        if tokens in jobs:
            known = jobs[tokens]
            known.answers += unfinished
            known.waiting.extend(unfinished)
            known.limit = max(known.limit, limit)
        else:
            task.job = jobs[tokens] = Job(as_array(tokens), unfinished, limit, task.fixed)
    return list(jobs.values())


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _next_size(tokens: int) -> int:
    """The next multiple of 1024."""
    return -(-tokens // 1024) * 1024
