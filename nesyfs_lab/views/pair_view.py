"""Two episodes at one step, side by side: what each did, and in what their beliefs differ."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from .frames import Frame, Record, frame_at, next_frame
from .graph_scene import Scene
from .graph_view import GraphView
from .panels.decision import decision_html
from .panels.pair import parting_html, totals_html

Pair = tuple[Sequence[Frame], Sequence[Frame]]


class PairView(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What two records, A and B, tell of the same step."""

    def __init__(self) -> None:
        self.where, self.left, self.right, self.totals = (widgets.HTML() for _ in range(4))
        self.graph = GraphView(height="320px")
        columns = widgets.GridBox(
            [self.left, self.right],
            layout=widgets.Layout(grid_template_columns="minmax(0, 1fr) minmax(0, 1fr)", grid_gap="12px", width="100%"),
        )
        for part in (self.totals, self.graph):
            part.layout.width = "100%"
        super().__init__([self.where, self.graph, columns, self.totals])
        self.layout.width = "100%"
        self.add_class("nl-pair-view")
        self._learned = [0, 0]

    def show(self, records: tuple[Record, Record], frames: Pair, step: int) -> None:
        """Draw ``step``; an episode that has ended before it shows its last belief."""
        self._learn(frames)
        one, other = (frame_at(part, step) for part in frames)
        self.where.value, self.totals.value = parting_html(records, frames, step), totals_html(records, frames)
        held, last = one or _last(frames[0]), other or _last(frames[1])
        self.graph.show(last, held.after)
        for name, html, frame, record in zip("AB", (self.left, self.right), (one, other), records, strict=True):
            shown = decision_html(frame, record.header) if frame is not None else "<p class='nl-dim'>No such step.</p>"
            html.value = f'<div class="nl-panel"><h4>{name}: step {step}</h4></div>{shown}'

    def newest(self, frames: Pair) -> Scene:
        """What only one of them, or both, believe in the end; ``show`` was called with these frames."""
        held, last = map(_last, frames)
        return self.graph.maker.scene(last, other=held.after)

    def clear(self) -> None:
        """Another episode begins."""
        self.graph.clear()
        self._learned = [0, 0]

    def _learn(self, frames: Pair) -> None:
        """All of A, then of B, whichever step is shown: an entity's place depends on the records alone."""
        for i, part in enumerate(frames):
            for frame in part[self._learned[i] :]:
                self.graph.learn(frame)
            self._learned[i] = max(self._learned[i], len(part))


def _last(frames: Sequence[Frame]) -> Frame:
    return frames[-1] if frames else next_frame(None, (), 0)
