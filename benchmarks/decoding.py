"""Decoding under a schema against free decoding: tokens that were chosen a second; forced ones are counted apart."""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from nesyfs_lab import asking
from nesyfs_lab.models.contract import Message, Request
from nesyfs_lab.models.llama import LlamaModel

from . import command_line as cli
from .household import TASK, stands
from .measure import show, spread
from .report import table

LEAST = 0.85
"""Of the free speed, under a schema."""
_STORY = (Message(role="user", content="Tell a very long story about a lost mug, with many details."),)


@dataclass(frozen=True)
class Speed:
    """Tokens of some answers that were written side by side, and the seconds that took."""

    kind: str
    streams: int
    chosen: int
    fed: int
    seconds: float


def kinds(tokens: int) -> dict[str, Request]:
    """What is written, by name: free text first, then answers under schemas."""
    stand, _ = stands(40)
    act = asking.act(TASK, stand.belief, stand.observation, stand.admissible)
    extract = asking.extract(stand.observation, "go to countertop 1")
    text = {"type": "string", "minLength": 8 * tokens}  # a token has some four letters, so none is done early
    schema = {"type": "object", "properties": {"story": text}, "required": ["story"], "additionalProperties": False}
    return {
        "free text": Request("free", _STORY, max_tokens=tokens),
        "one long text": Request("text", _STORY, max_tokens=tokens, schema=schema),
        "a thought and a choice of actions": Request("act", act.messages, max_tokens=tokens, schema=act.schema),
        "entities and triplets": Request("extract", extract.messages, max_tokens=tokens, schema=extract.schema),
    }


def measured(model: LlamaModel, kind: str, request: Request, streams: int, seed: int) -> Speed:
    """Write ``streams`` answers; what they begin with is in memory before the clock runs."""

    def asked(n: int, limit: int) -> list[Request]:
        return [Request(request.purpose, request.messages, n, 0.7, limit, seed, request.schema)]

    model.complete(asked(1, request.max_tokens))
    before = dict(vars(model.counters))
    begun = time.perf_counter()
    model.complete(asked(streams, request.max_tokens))
    seconds = time.perf_counter() - begun
    counters = model.counters
    return Speed(kind, streams, counters.sampled - before["sampled"], counters.fed - before["fed"], seconds)


def main(arguments: list[str] | None = None) -> list[Speed]:
    """Run the command line."""
    parser = cli.parser(__doc__, "decoding")
    parser.add_argument("--tokens", type=int, default=64, help="of an answer at most")
    parser.add_argument("--streams", default="1,6", help="answers that are written side by side")
    args = parser.parse_args(arguments)
    speeds: list[Speed] = []
    model = cli.load(args.model, args.threads, args.n_ctx or cli.needed_context(40))
    found = cli.conditions(model.info)
    try:
        with model:
            for repeat in range(args.repeats):
                for streams in map(int, args.streams.split(",")):
                    for kind, request in kinds(args.tokens).items():
                        speeds.append(measured(model, kind, request, streams, args.seed + repeat))
                        show(f"repeat {repeat + 1}: {kind}, {streams} streams, {speeds[-1].seconds:.1f} s", end="\n")
    except KeyboardInterrupt:
        show("Interrupted: these are the results so far.", end="\n")
    plain: dict[str, Any] = {**found, "speeds": [asdict(speed) for speed in speeds]}
    markdown = "\n\n".join(["# Decoding under a schema", cli.told(found), speeds_table(speeds) + "\n"])
    cli.write(args.output, f"decoding-{found['model']['name']}", plain, markdown)
    return speeds


def speeds_table(speeds: list[Speed]) -> str:
    """A row for each kind and number of streams."""
    rows = []
    free: dict[int, float] = {}
    for streams, kind in dict.fromkeys((speed.streams, speed.kind) for speed in speeds):
        mine = [speed for speed in speeds if (speed.streams, speed.kind) == (streams, kind)]
        rates = [speed.chosen / speed.seconds for speed in mine]
        middle = statistics.median(rates)
        share = middle / free.setdefault(streams, middle)
        fed = sum(speed.fed for speed in mine) / max(1, sum(speed.chosen + speed.fed for speed in mine))
        together = statistics.median([(speed.chosen + speed.fed) / speed.seconds for speed in mine])
        reached = "-" if kind == "free text" else "yes" if share >= LEAST else "**no**"
        rows.append([streams, kind, spread(rates), f"{share:.0%}", reached, f"{fed:.0%}", f"{together:.1f}"])
    columns = ["streams", "what", "chosen tokens a second (range)", "of free", f"at least {LEAST:.0%}"]
    return table([*columns, "fed, of all tokens", "all tokens a second"], rows)


if __name__ == "__main__":
    main()
