"""How true a model keeps a belief along the actions and observations of recorded episodes.

What is false is known without a model, for the triplets that ``extract`` writes of a household (``replaced_in``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import nesyfs_lab as nl
from nesyfs_lab import asking
from nesyfs_lab.asking.answers import read
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.models.contract import Model, Request

from . import command_line as cli
from .measure import show
from .report import table

_PLACES = ("in", "on")


@dataclass(frozen=True)
class Case:
    """One comparison of Appendix C: what the graph held of the entities seen, and what was new."""

    old: tuple[Triplet, ...]
    new: tuple[Triplet, ...]


@dataclass(frozen=True)
class Score:
    """Updates, those exact; over all their old triplets: false ones found, true ones called false, false ones left."""

    updates: int
    exact: int
    found: int
    wrong: int
    missed: int


@dataclass
class Walk:
    """What one episode saw, and the belief of it so far; a benchmark reads it anew."""

    seen: Sequence[tuple[str | None, str]]
    belief: KnowledgeGraph = field(default_factory=KnowledgeGraph)


def walk(episode: nl.Episode) -> Walk:
    """The actions of an episode with the observations that they caused."""
    seen: list[tuple[str | None, str]] = []
    action = None
    for event in episode.events:
        if isinstance(event, nl.Acted):
            action = event.action
        elif isinstance(event, nl.Observed):
            seen.append((action, event.observation))
    return Walk(seen)


def replaced_in(case: Case) -> set[int]:
    """The numbers, from 1, of the old triplets that cannot be true beside the new ones. An event never ceases."""
    return {number for number, old in enumerate(case.old, 1) if any(_replaces(new, old) for new in case.new)}


def _replaces(new: Triplet, old: Triplet) -> bool:
    return _moves(new, old) or _changes(new, old)


def _moves(new: Triplet, old: Triplet) -> bool:
    """Whether ``new`` says that what ``old`` is about is in another place, or in another hand."""
    match (*new, *old):
        case ("you", "at" | "went to", here, "you", "at", there):
            return here != there
        case ("you", "hold" | "took", thing, other, relation, _) if relation in _PLACES:
            return thing == other
        case ("you", "moved", thing, "you", "hold", held):
            return thing == held
        case (thing, relation, _, "you", "hold", held) if relation in _PLACES:
            return thing == held
        case (thing, relation, place, other, before, elsewhere) if relation in _PLACES and before in _PLACES:
            return thing == other and place != elsewhere
    return False


def _changes(new: Triplet, old: Triplet) -> bool:
    """Whether ``new`` says that the place of ``old`` is in another state."""
    match (*new, *old):
        case ("you", "at", here, place, "is", "not searched"):
            return here == place
        case (_, relation, place, other, "is", "not searched" | "empty") if relation in _PLACES:
            return place == other
        case (place, "is", state, other, "is", before):
            return place == other and (before == "not searched" or {state, before} == {"open", "closed"})
        case ("you", "opened" | "closed" as done, place, other, "is", state):
            return place == other and {"opened": "closed", "closed": "open"}[done] == state
    return False


def scored(model: Model, walks: Sequence[Walk], seed: int = 0) -> Score:
    """Update the belief along each walk, greedily, with the prompts of today. What cannot be used finds nothing."""
    updates = exact = found = wrong = missed = 0
    for turn in range(max(len(each.seen) for each in walks)):
        going = [each for each in walks if turn < len(each.seen)]
        told = [each.seen[turn] for each in going]
        seen = _asked(model, [asking.extract(observation, action) for action, observation in told], seed)
        said = [[Triplet(*parts) for parts in answer["triplets"]] for answer in seen]
        known = [
            Case(
                each.belief.connected(answer["entities"]), tuple(t for t in dict.fromkeys(new) if t not in each.belief)
            )
            for each, answer, new in zip(going, seen, said, strict=True)
        ]
        compared = [i for i, case in enumerate(known) if case.old and case.new]
        answers = _asked(model, [asking.outdated(known[i].old, known[i].new) for i in compared], seed)
        named = {i: set(answer["outdated"]) for i, answer in zip(compared, answers, strict=True)}
        for i, case in enumerate(known):
            again = {number for number, old in enumerate(case.old, 1) if old in said[i]}
            gone = {number for number in named.get(i, ()) if 1 <= number <= len(case.old)} - again
            true = replaced_in(case)
            updates, exact = updates + (i in named), exact + (i in named and gone == true)
            found, wrong, missed = found + len(gone & true), wrong + len(gone - true), missed + len(true - gone)
            removed = [old for number, old in enumerate(case.old, 1) if number in gone]
            going[i].belief = going[i].belief.updated(add=case.new, remove=removed)
        show(f"turn {turn + 1}: {exact} of {updates} updates exact")
    return Score(updates, exact, found, wrong, missed)


def _asked(model: Model, questions: Sequence[asking.Question], seed: int) -> list[Mapping[str, Any]]:
    requests = [Request(q.purpose, q.messages, 1, 0.0, q.max_tokens, seed, q.schema) for q in questions]
    completions = model.complete(requests) if requests else []
    return [read(q, completion)[0] for q, (completion,) in zip(questions, completions, strict=True)]


def main(arguments: list[str] | None = None) -> Score:
    """Run the command line."""
    parser = cli.parser(__doc__, "beliefs")
    parser.add_argument("records", nargs="*", type=Path, help="of household games; default: those in data/episodes")
    args = parser.parse_args(arguments)
    episodes = map(nl.load_episode, args.records) if args.records else map(nl.recording, nl.recordings())
    with cli.load(args.model, args.threads, args.n_ctx or 4096) as model:
        found = cli.conditions(model.info)
        score = scored(model, [walk(episode) for episode in episodes], args.seed)
    show("", end="\n")
    plain: dict[str, Any] = {**found, "score": asdict(score)}
    rows = [[score.updates, score.exact, score.found, score.missed, score.wrong]]
    columns = ["updates", "exactly right", "false triplets found", "left", "true ones taken for false"]
    markdown = "\n\n".join(["# What an observation makes false", cli.told(found), table(columns, rows) + "\n"])
    cli.write(args.output, f"beliefs-{found['model']['name']}", plain, markdown)
    return score


if __name__ == "__main__":
    main()
