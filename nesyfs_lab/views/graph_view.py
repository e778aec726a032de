"""The belief as a widget: vis-network, as pyvis ships it, fed with one scene after the other. Nothing is fetched."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import traitlets

from ..episode import Comparison
from ..graph import KnowledgeGraph
from .frames import Frame
from .graph_png import scene_png
from .graph_scene import Scene, SceneMaker, frame_of
from .page_widget import PageWidget, widget_script
from .palette import triplet_marks
from .vis_network import library_id


class GraphView(PageWidget):
    """A graph whose kept nodes never move while ``show`` goes from step to step.

    Args:
        graph: shown at once when given.
        before: the belief that ``graph`` is compared with; None marks nothing.
        height: CSS length of the canvas.
    """

    _esm = widget_script("vis_network.js", "graph_view.js")
    library = traitlets.Unicode(help="id of the widget that holds vis-network").tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    height = traitlets.Unicode("440px").tag(sync=True)
    show_all = traitlets.Bool(False, help="show every triplet, however many").tag(sync=True)
    comparable = traitlets.Bool(False, help="whether the world told its truth").tag(sync=True)
    compare = traitlets.Bool(False, help="mark what is true instead of what changed").tag(sync=True)
    selected = traitlets.Int(-1, help="id of the selected node, -1 for none").tag(sync=True)
    dark = traitlets.Bool(False, help="whether the page has a dark theme; set by the page").tag(sync=True)

    def __init__(
        self, graph: KnowledgeGraph | None = None, before: KnowledgeGraph | None = None, *, height: str = "440px"
    ) -> None:
        super().__init__(height=height, marks=triplet_marks(), library=library_id())
        self.maker = SceneMaker()
        self.drawn = Scene(0, "Nothing is believed yet.")
        self.truth_of: Callable[[Frame], Comparison | None] = lambda frame: None
        self._frame: Frame | None = None
        self._other: KnowledgeGraph | None = None
        self.observe(self._redraw, ["show_all", "compare", "comparable"])
        if graph is not None:
            self.show(frame_of(graph, before))

    def learn(self, frame: Frame) -> None:
        """Place what is new in ``frame``; call it for a record's frames in order, whichever are shown."""
        self.maker.learn(frame)

    def show(self, frame: Frame, other: KnowledgeGraph | None = None) -> None:
        """Draw one step, or how its belief (B) differs from ``other`` (A); zoom and selection stay as they are."""
        self._frame, self._other = frame, other
        self._redraw()

    def clear(self) -> None:
        """Forget all places and show an empty picture."""
        self.maker, self._frame, self.drawn = SceneMaker(), None, Scene(0, "Nothing is believed yet.")
        self.scene = self.drawn.plain()

    def _redraw(self, _change: object = None) -> None:
        if self._frame is not None:
            truth = self.truth_of(self._frame) if self.compare and self.comparable else None
            self.drawn = self.maker.scene(self._frame, self.show_all, truth, self._other)
            self.scene = self.drawn.plain()

    def __repr__(self) -> str:
        return f"GraphView({self.drawn.caption})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and beside it a picture and a line of text for where no kernel is, as in saved files."""
        return with_fallback(super()._repr_mimebundle_(**kwargs), repr(self), scene_png(self.drawn))


def with_fallback(bundle: Any, text: str, png: bytes) -> Any:
    """``bundle`` of a widget, with a plain text and a PNG beside it."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    if data is None:
        return bundle
    return {**data, "text/plain": text, "image/png": base64.b64encode(png).decode("ascii")}, metadata
