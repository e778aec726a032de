"""The belief that a particle imagined, as a graph that marks how it differs from the real one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..episode import Plan
from .frames import EMPTY
from .graph_scene import SceneMaker, frame_of
from .graph_view import GraphView
from .palette import triplet_marks
from .text import plural

_READABLE = 40  # triplets; the picture is small
_WORDS = {"added": "imagined, not believed", "removed": "believed, imagined to be gone", "kept": "believed"}


class ImaginedGraph(GraphView):
    """A small graph view; kept nodes stay where they are while one goes from particle to particle."""

    def __init__(self) -> None:
        super().__init__(height="300px")
        self.marks = triplet_marks() | {name: triplet_marks()[name] | {"word": word} for name, word in _WORDS.items()}
        self._particle: tuple[Plan, int, int] | None = None

    def show_particle(self, plan: Plan, tau: int, slot: int) -> None:
        """Draw the belief of one particle; arguments as in ``Plan.belief``, and ``tau=1`` is the real one."""
        real = plan.start.belief
        if self._particle is None or self._particle[0].start.belief != real:
            self.clear()
            self.maker = SceneMaker(limit=_READABLE)
            self.maker.learn(frame_of(real, EMPTY))
        self._particle = plan, tau, slot
        self._redraw()

    def _redraw(self, _change: Any = None) -> None:
        if self._particle is None:
            return
        plan, tau, slot = self._particle
        real = plan.start.belief
        imagined = real if tau == 1 else plan.belief(tau, slot)
        frame = frame_of(imagined, real)
        self.maker.learn(frame)
        scene = self.maker.scene(frame, self.show_all)
        counts = f"+ {len(frame.added)} imagined, − {len(frame.removed)} imagined to be gone"
        told = f"{plural(len(imagined), 'triplet')}: {counts}"
        hidden = f". Shown: what differs and its neighbours; {scene.hidden:,} not shown." if scene.hidden else ""
        self.drawn = replace(scene, caption=told + hidden, legend=tuple(_WORDS))
        self.scene = self.drawn.plain()
