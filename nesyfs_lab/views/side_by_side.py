"""Two episodes beside each other, on one timeline."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from .frames import Frames, Record, need_records
from .graph_png import scene_png
from .graph_view import with_fallback
from .pair_view import PairView
from .panels.headline import title_html
from .timeline_view import Timeline


class SideBySide(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Two agents, two models, two seeds, a fork and its control: where they part, what each did, believed and cost.

    Args:
        one, other: episodes, live or loaded; A and B in the picture. ``refresh`` reads what they gained meanwhile.

    Raises:
        TypeError: for what is no episode.
    """

    def __init__(self, one: Record, other: Record) -> None:
        need_records(one, other)
        self.records = one, other
        self.frames = Frames(), Frames()
        self.timelines = Timeline(), Timeline()
        self._titles = widgets.HTML(), widgets.HTML()
        self.pair = PairView()
        for timeline in self.timelines:
            timeline.on_move(self.go_to)
        rows = zip(self._titles, self.timelines, strict=True)
        super().__init__([*(part for row in rows for part in row), self.pair])
        self.add_class("nl-workbench")
        self.refresh()

    def refresh(self) -> None:
        """Take in what the episodes have gained since."""
        for record, frames, timeline, title, name in zip(
            self.records, self.frames, self.timelines, self._titles, "AB", strict=True
        ):
            frames.sync(record.events)
            seen = frames[0].observed if frames else None
            title.value = f'<div class="nl-head"><b>{name}</b></div>' + title_html(record, seen.task if seen else "")
            timeline.extend(frames, follow=False)
        self.go_to(max(timeline.value for timeline in self.timelines))

    def go_to(self, step: int) -> None:
        """Show ``step`` of both; an episode that has fewer stays at its last."""
        for timeline in self.timelines:
            timeline.point(step)
        self.pair.show(self.records, self.frames, step)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it a picture of both newest beliefs and a line of text, for files without a kernel."""
        named = zip("AB", self.frames, strict=True)
        title = ", ".join(f"{name} after step {frames[-1].step}" for name, frames in named if frames)
        picture = scene_png(self.pair.newest(self.frames), title=title)
        return with_fallback(super()._repr_mimebundle_(**kwargs), repr(self), picture)

    def __repr__(self) -> str:
        return f"SideBySide({len(self.frames[0])} and {len(self.frames[1])} steps)"
