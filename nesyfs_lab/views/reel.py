"""The scenes of an episode in the page: each is told as what differs from the one before, so all of them are small.

A node or an edge as it is drawn, with its status, is told once and then called by its number. The page puts the scenes
together again (``static/reel.js``), without the kernel: also while that is busy, and when it is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

import ipywidgets as widgets
import traitlets

from .frames import Frame
from .graph_scene import Edge, Node, Scene


@dataclass
class Told:
    """The drawn nodes, or edges, that were told so far, and the number of each."""

    numbers: dict[Node | Edge, int] = field(default_factory=dict)

    def change(self, before: Mapping[int, Any], after: Mapping[int, Any]) -> dict[str, Any]:
        """``new``: what is told for the first time; ``put``: numbers of what came or changed; ``drop``: ids gone."""
        put = [item for key, item in after.items() if before.get(key) is not item]
        new = [item for item in put if item not in self.numbers]
        for item in new:
            self.numbers[item] = len(self.numbers)
        return {
            "new": [astuple(item) for item in new],
            "put": [self.numbers[item] for item in put],
            "drop": [key for key in before if key not in after],
        }

    def forget(self, count: int) -> None:
        """Keep the first ``count``."""
        while len(self.numbers) > count:
            self.numbers.popitem()


_NOTHING = Scene(0, "")


class Coder:
    """Tells scene after scene as a change."""

    def __init__(self) -> None:
        self._nodes, self._edges = Told(), Told()
        self._scenes: list[Scene] = []
        self._counts: list[tuple[int, int]] = []  # what was told before each scene

    def step(self, scene: Scene) -> dict[str, Any]:
        """The next scene, as plain values."""
        before = self._scenes[-1] if self._scenes else _NOTHING
        self._counts.append((len(self._nodes.numbers), len(self._edges.numbers)))
        self._scenes.append(scene)
        return {
            "step": scene.step,
            "caption": scene.caption,
            "legend": list(scene.legend),
            "few": list(scene.few),
            "few_caption": scene.few_caption,
            "came": [list(one) for one in scene.came],
            "shown": list(scene.shown),
            "observation": scene.observation,
            "nodes": self._nodes.change(_by_id(before.nodes), _by_id(scene.nodes)),
            "edges": self._edges.change(_by_id(before.edges), _by_id(scene.edges)),
        }

    def forget(self, start: int) -> None:
        """The scenes from index ``start`` on will be told anew."""
        if start < len(self._scenes):
            nodes, edges = self._counts[start]
            self._nodes.forget(nodes)
            self._edges.forget(edges)
            del self._scenes[start:], self._counts[start:]


def _by_id(items: Iterable[Any]) -> dict[int, Any]:
    return {item.id: item for item in items}


class Reel(widgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """The told scenes of a growing record. It shows nothing itself.

    The whole list goes to a page that is opened; what it gains later goes in messages, so that nothing is sent twice.
    A page that missed one asks for what it lacks.
    """

    steps: traitlets.List[Any] = traitlets.List().tag(sync=True)
    count = traitlets.Int(0, help="how many steps there are; a page with fewer asks for the others").tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._coder = Coder()
        self._frames: list[Frame] = []
        self.on_msg(self._asked)

    def extend(self, frames: Sequence[Frame], scene_of: Callable[[Frame], Scene]) -> None:
        """There are now these frames; those that are new, or were made again, are told."""
        start = next((i for i, old in enumerate(self._frames) if i >= len(frames) or frames[i] is not old), None)
        start = len(self._frames) if start is None else start
        if start == len(frames) == len(self._frames):
            return
        first = not self._frames or not start
        self._coder.forget(start)
        self._frames[start:] = frames[start:]
        told = [self._coder.step(scene_of(frame)) for frame in frames[start:]]
        with self.hold_sync():
            if first:
                self.steps = told
            else:
                self.steps[start:] = told  # in place: traitlets see no change, and send nothing
            self.count = len(frames)
        if not first:
            self.send({"start": start, "steps": told})

    def _asked(self, _widget: object, asked: Any, _buffers: object) -> None:
        """A page has only ``{"have": n}`` steps."""
        have = asked.get("have") if isinstance(asked, dict) else None
        if isinstance(have, int) and 0 <= have < len(self.steps):
            self.send({"start": have, "steps": self.steps[have:]})
