"""Ways to serve a workload. Each answers one step of a section and says how many tokens that took."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nesyfs_lab.models.llama import LlamaModel

from .workload import Call, Section

Answers = Literal["recorded", "own"]
"""Whether a serving writes the recorded answers, by a grammar that allows nothing else, or draws its own."""

Tick = Callable[[], None]


@dataclass
class Tokens:
    """What a step came to.

    Attributes:
        submitted: prompt tokens, once for each answer that is asked for.
        computed: those of them that went through the model.
        chosen: tokens of answers that the model chose.
        fed: tokens of answers that the schema forced.
        answers: how many there were.
        as_recorded: how many of them are those of the record, to the letter.
    """

    submitted: int = 0
    computed: int = 0
    chosen: int = 0
    fed: int = 0
    answers: int = 0
    as_recorded: int = 0

    def add(self, other: Tokens) -> None:
        """Count ``other`` in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True)
class Options:
    """How every serving is set up.

    Attributes:
        model: the GGUF file.
        threads: of llama.cpp.
        n_ctx: tokens of one context (of one slot, of one purpose).
        answers: see ``Answers``.
        server: the llama-server program; None where there is none.
        slots: of the server.
        states: folder with the state of all fixed texts, for the engine that does not compute them.
    """

    model: Path
    threads: int
    n_ctx: int
    answers: Answers = "recorded"
    server: Path | None = None
    slots: int = 6
    states: Path | None = None


class Serving(AbstractContextManager["Serving"]):
    """A way of serving, its model loaded. Leaving the block frees it."""

    def serve(self, section: Section, step: int, tick: Tick) -> Tokens:
        """Answer all of a step; ``tick`` is called after each answer or batch of them."""
        raise NotImplementedError

    @property
    def process(self) -> int | None:
        """The process whose memory counts; None for this one."""
        return None


class Engine(Serving):
    """Ours. It answers the requests as the agent sends them, and so writes the recorded answers by itself.

    The same requests in the same order, from a freshly loaded model, give the same texts: so it does all the work of
    constraining and drawing that it did when it was recorded.
    """

    def __init__(self, options: Options, states: Path | None = None) -> None:
        self.model = LlamaModel(options.model, threads=options.threads, n_ctx=options.n_ctx, states=states)

    def serve(self, section: Section, step: int, tick: Tick) -> Tokens:
        counters = self.model.counters
        before = vars(counters).copy()
        tokens = Tokens()
        for stage in section.steps[step]:
            recorded = {call.answer.text for calls in stage.calls for call in calls}
            for batch in stage.batches:
                groups = self.model.complete(batch)
                texts = [completion.text for group in groups for completion in group]
                tokens.answers += len(texts)
                tokens.as_recorded += sum(text in recorded for text in texts)
                tick()
        tokens.submitted = counters.prompt_submitted - before["prompt_submitted"]
        tokens.computed = counters.prompt_computed - before["prompt_computed"]
        tokens.chosen = counters.sampled - before["sampled"]
        tokens.fed = counters.fed - before["fed"]
        return tokens

    def __exit__(self, *_: object) -> None:
        self.model.close()


class OneByOne(Serving):
    """llama-cpp-python's ``Llama.create_chat_completion``, one call after the other, in either order.

    It keeps the tokens of the last call, and computes what the next one does not share with them.
    """

    def __init__(self, options: Options, order: Literal["particles", "stages"]) -> None:
        self._llama = _counting_llama()(
            str(options.model),
            n_ctx=options.n_ctx,
            n_threads=options.threads,
            n_threads_batch=options.threads,
            verbose=False,
        )
        self._answers = options.answers
        self._order = order

    def serve(self, section: Section, step: int, tick: Tick) -> Tokens:
        calls = section.particle_by_particle if self._order == "particles" else section.stage_by_stage
        return one_by_one(calls(step), self._call, tick)

    def _call(self, number: int, call: Call) -> tuple[str, Tokens]:
        from llama_cpp.llama_grammar import LlamaGrammar

        self._llama.evaluated.clear()
        options: dict[str, Any] = sampling_of(call, number, self._answers)
        if self._answers == "recorded":
            options["grammar"] = LlamaGrammar.from_string(literal(call.answer.text), verbose=False)
        else:
            options["response_format"] = {"type": "json_object", "schema": call.request.schema}
        given = self._llama.create_chat_completion(list(call.request.messages), **options)
        usage = given["usage"]
        tokens = Tokens(
            submitted=usage["prompt_tokens"],
            computed=self._llama.evaluated[0],
            chosen=usage["completion_tokens"],
        )
        return given["choices"][0]["message"]["content"], tokens

    def __exit__(self, *_: object) -> None:
        self._llama.close()


def one_by_one(calls: Iterable[Call], ask: Callable[[int, Call], tuple[str, Tokens]], tick: Tick) -> Tokens:
    """Ask ``calls`` in turn; ``ask`` gets each with its number and gives the answer's text and tokens."""
    tokens = Tokens()
    for number, call in enumerate(calls):
        text, spent = ask(number, call)
        count(tokens, call, text, spent)
        tick()
    return tokens


def count(tokens: Tokens, call: Call, text: str, spent: Tokens) -> None:
    """Count one answer in."""
    tokens.add(spent)
    tokens.answers += 1
    tokens.as_recorded += text == call.answer.text


def sampling_of(call: Call, number: int, answers: Answers) -> dict[str, Any]:
    """The settings of sampling, by the names that all OpenAI-like interfaces use.

    Where a grammar leaves one text, the likeliest spelling of it is taken; it may have a few tokens more or less than
    the recorded one. Else each call has a seed of its own, and no filter is on, as in the engine.
    """
    if answers == "recorded":
        return {"temperature": 0.0, "max_tokens": 2 * call.answer.completion_tokens + 16}
    request = call.request
    return {
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "seed": ((request.seed or 0) + number) % 2**31,
        "top_k": 0,
        "top_p": 1.0,
        "min_p": 0.0,
    }


def literal(text: str) -> str:
    """A grammar of llama.cpp that allows this text and nothing else."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    letters = (escapes.get(c) or (c if c.isprintable() else _escaped(c)) for c in text)
    return f'root ::= "{"".join(letters)}"'


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if ord(letter) < 1 << 16 else f"\\U{ord(letter):08x}"


def _counting_llama() -> type[Any]:
    """``Llama``, with the sizes of its evaluations: of a call, the first is what is computed of the prompt."""
    from llama_cpp import Llama

    class CountingLlama(Llama):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            self.evaluated: list[int] = []
            super().__init__(*arguments, **options)

        def eval(self, tokens: Sequence[int]) -> None:
            self.evaluated.append(len(tokens))
            super().eval(tokens)

    return CountingLlama


NAMES = {
    "particles": "create_chat_completion, particle by particle",
    "stages": "create_chat_completion, stage by stage",
    "server": "llama-server, six slots",
    "engine": "nesyfs_lab",
    "restarted": "nesyfs_lab, fixed text read from disk",
}
"""The ways to serve, and how tables name them."""


def start(name: str, options: Options) -> Serving:
    """The serving of that name, its model loaded."""
    if name == "engine":
        return Engine(options)
    if name == "restarted":
        return Engine(options, options.states)
    if name == "server":
        from .server import Server

        return Server(options)
    if name == "particles":
        return OneByOne(options, "particles")
    if name == "stages":
        return OneByOne(options, "stages")
    raise ValueError(f"there is no serving {name!r}; there are {', '.join(NAMES)}")
