"""A model that follows a script and a world of a few rooms: what tests of the core think with and act in."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces

from nesyfs_lab.agents import Decision, Situation
from nesyfs_lab.asking import Thinking
from nesyfs_lab.episode.codec import encode
from nesyfs_lab.events import Event, Proposed
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.memory import Change
from nesyfs_lab.models.contract import Completion, Request

T = TypeVar("T")
E = TypeVar("E", bound=Event)
Script = Callable[[Request, int], Any]

DULL: dict[str, Any] = {
    "act": {"thought": "nothing to think about", "action": "wait"},
    "reflect": {"thought": "fine", "aligned": "Yes"},
    "focus": {"entities": [], "relations": []},
    "extract": {"entities": [], "triplets": []},
    "outdated": {"outdated": []},
    "observe": {"observation": "Nothing happens."},
    "progress": {"thought": "no", "progress": "No"},
}
"""What a ``FakeModel`` answers where its script says nothing."""


class FakeModel:
    """Answers by purpose and remembers what it was asked.

    Args:
        script: purpose -> answer. A mapping is sent as JSON, a string as it stands, a ``Completion`` untouched; an
            exception is raised; a function of (request, number of the sample) returns one of these.
    """

    def __init__(self, **script: Any) -> None:
        self.script = {**DULL, **script}
        self.requests: list[Request] = []

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        self.requests += requests
        return [[self._completion(request, i) for i in range(request.n)] for request in requests]

    def _completion(self, request: Request, i: int) -> Completion:
        answer = self.script[request.purpose]
        if callable(answer):
            answer = answer(request, i)
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, Completion):
            return answer
        text = answer if isinstance(answer, str) else json.dumps(answer)
        data = None if isinstance(answer, str) else json.loads(text)
        return Completion(text, data, prompt_tokens=10, completion_tokens=3, logprob=-0.5)

    def asked(self, purpose: str) -> list[Request]:
        return [request for request in self.requests if request.purpose == purpose]


def turns(*answers: Any) -> Script:
    """One answer after the other, however they are batched; the last one is given for ever."""
    left = list(answers)
    return lambda request, i: left.pop(0) if len(left) > 1 else left[0]


def prompt(request: Request) -> str:
    """The user message of a request: what differs from question to question."""
    return request.messages[-1]["content"]


def lively() -> FakeModel:
    """A model whose answers look like chance but depend on the request alone, its seed included.

    It vetoes often, so that episodes plan; it learns and forgets. Two of these answer alike, in any process.
    """

    def dice(request: Request, i: int, sides: int) -> int:
        return zlib.crc32(f"{prompt(request)}|{request.seed}|{i}".encode("utf-8", "surrogatepass")) % sides

    def act(request: Request, i: int) -> dict[str, str]:
        assert request.schema is not None
        commands = request.schema["properties"]["action"].get("enum", ["east", "west", "wait", "dance"])
        return {"thought": f"thought {dice(request, i, 1000)}", "action": commands[dice(request, i, len(commands))]}

    def extract(request: Request, i: int) -> dict[str, Any]:
        place = f"room {dice(request, i, 4)}"
        return {"entities": ["you", place], "triplets": [["you", "in", place], [place, "is", "seen"]]}

    return FakeModel(
        act=act,
        reflect=lambda r, i: {"thought": f"vote {dice(r, i, 1000)}", "aligned": "No" if dice(r, i, 5) < 2 else "Yes"},
        focus={"entities": ["you"], "relations": ["in"]},
        extract=extract,
        outdated={"outdated": [1]},
        observe=lambda r, i: {"observation": f"You are in room {dice(r, i, 4)}."},
        progress=lambda r, i: {"thought": "hm", "progress": "Yes" if dice(r, i, 2) else "No"},
    )


class Walker:
    """An agent that walks east without asking anybody, and believes that it was in each room: short records."""

    model = FakeModel()

    def decide(self, situation: Situation, rng: np.random.Generator) -> Thinking[Decision]:
        yield Proposed(thought="", action="east", attempt=0)
        return Decision("east", "fast")

    def update(
        self, belief: KnowledgeGraph, action: str | None, observation: str, rng: np.random.Generator
    ) -> Thinking[Change]:
        yield from ()
        return Change((Triplet("caf\u00e9\ud800", "\u2028\n", observation),), ())

    def settings(self) -> dict[str, object]:
        return {"kind": "Walker"}


class FakeWorld(gymnasium.Env[str, str]):
    """Rooms in a row: "east" and "west" walk, anything else passes the time; the last room wins.

    Args:
        rooms: how many; the player starts in room 0.
        limit: the episode is truncated after so many actions.
        commands: the admissible ones, None where the world does not tell.
        tell: (room, moves) -> observation.
        amend: changes the info that is about to be given; may return anything.

    ``calls`` lists what was asked of the world and of all copies of it.
    """

    def __init__(
        self,
        rooms: int = 99,
        limit: int | None = None,
        commands: Sequence[str] | None = ("east", "west", "wait"),
        tell: Callable[[int, int], str] | None = None,
        amend: Callable[[dict[str, Any]], Any] | None = None,
    ) -> None:
        self.observation_space = spaces.Text(1000)
        self.action_space = spaces.Text(1000)
        self.arguments = (rooms, limit, commands, tell, amend)
        self.rooms, self.limit, self.commands, self.amend = rooms, limit, commands, amend
        self.tell = tell or (lambda room, moves: f"You are in room {room}.")
        self.room = self.moves = 0
        self.calls: list[str] = []
        self.faults: list[BaseException] = []  # raised by the next steps, after the world has moved

    def __deepcopy__(self, memo: dict[int, Any]) -> FakeWorld:
        twin = FakeWorld(*self.arguments)
        twin.room, twin.moves, twin.calls = self.room, self.moves, self.calls
        return twin

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        self.calls.append(f"reset {seed}")
        self.room = self.moves = 0
        return self.tell(0, 0), self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        self.calls.append(action)
        self.moves += 1
        self.room = max(0, self.room + {"east": 1, "west": -1}.get(action, 0))
        if self.faults:
            raise self.faults.pop(0)
        over = self.limit is not None and self.moves >= self.limit
        return self.tell(self.room, self.moves), float(self._won), self._won, over and not self._won, self._info()

    @property
    def _won(self) -> bool:
        return self.room >= self.rooms - 1

    def _info(self) -> Any:
        info: dict[str, Any] = {
            "task": "walk to the last room",
            "won": self._won,
            "score": self.room / max(1, self.rooms - 1),
            "facts": (Triplet("you", "in", f"room {self.room}"),),
        }
        if self.commands is not None:
            info["admissible_commands"] = list(self.commands)
        return self.amend(info) if self.amend else info


def think(thinking: Generator[Event, None, T]) -> tuple[list[Event], T]:
    """Think to the end: the events on the way, and the result."""
    events = []
    while True:
        try:
            events.append(next(thinking))
        except StopIteration as end:
            return events, end.value


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The event of a kind, of which there must be one."""
    (event,) = of(events, kind)
    return event


def timeless(events: Sequence[Event]) -> list[Mapping[str, Any]]:
    """Events as the record writes them, without the seconds that calls took: what two equal runs share."""
    block = encode(events)
    plain: list[dict[str, Any]] = block["events"]
    return [{k: v for k, v in event.items() if k != "seconds"} for event in plain] + [{"shared": block["shared"]}]
