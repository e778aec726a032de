"""The belief as a widget: vis-network, as pyvis ships it, fed with one scene after the other. Nothing is fetched."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from ..episode import Comparison
from ..graph import KnowledgeGraph
from .frames import Frame
from .graph_png import scene_png
from .graph_scene import Scene, SceneMaker, frame_of
from .page_widget import PageWidget, widget_script
from .palette import triplet_marks
from .reel import Reel
from .timeline_view import Timeline
from .vis_network import library_id

GRAPH = ("graph_items.js", "graph_focus.js", "graph_hover.js", "graph_view.js")
"""Scripts of a graph, above which stand ``elements.js`` and ``visNetwork``."""

_NOTHING = "Nothing is believed yet."


class GraphView(PageWidget):
    """A graph whose kept nodes never move while ``show`` goes from step to step.

    Args:
        graph: shown at once when given.
        before: the belief that ``graph`` is compared with; None marks nothing.
        height: CSS length of the canvas.
        timeline: whose step is shown, in the page itself; ``take_in`` says what there is to show.
    """

    _esm = widget_script("elements.js", "keys.js", "vis_network.js", "reel.js", *GRAPH, early="readVisNetwork")
    library = traitlets.Unicode(help="id of the widget that holds vis-network").tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    reel = traitlets.Unicode(help="id of the ``Reel`` of an episode; empty: ``scene`` is what is shown").tag(sync=True)
    truths = traitlets.Unicode(help="id of the ``Reel`` of an episode beside the truth").tag(sync=True)
    timeline = traitlets.Unicode(help="id of the ``Timeline`` that is followed in the page").tag(sync=True)
    after = traitlets.Int(-1, help="``scene`` is of a step in progress after so many; -1: of none").tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    height = traitlets.Unicode("412px").tag(sync=True)
    show_all = traitlets.Bool(False, help="show every triplet, however many").tag(sync=True)
    comparable = traitlets.Bool(False, help="whether the world told its truth").tag(sync=True)
    compare = traitlets.Bool(False, help="mark what is true instead of what changed").tag(sync=True)
    selected = traitlets.Int(-1, help="id of the selected node, -1 for none").tag(sync=True)

    def __init__(
        self,
        graph: KnowledgeGraph | None = None,
        before: KnowledgeGraph | None = None,
        *,
        height: str = "412px",
        timeline: Timeline | None = None,
    ) -> None:
        self._reels: tuple[Reel, Reel] | None = None
        ids: dict[str, Any] = {}  # from the beginning, for a page that is too slow to hear what comes later
        if timeline is not None:
            changes, truths = self._reels = Reel(), Reel()
            ids = {"reel": str(changes.model_id), "truths": str(truths.model_id), "timeline": timeline.own_id}
            ids["scene"] = Scene(0, _NOTHING).plain()  # until there is a step
        super().__init__(height=height, marks=triplet_marks(), library=library_id(), **ids)
        self.maker = SceneMaker()
        self.drawn = Scene(0, _NOTHING)
        self.truth_of: Callable[[Frame], Comparison | None] = lambda frame: None
        self._frame: Frame | None = None
        self._other: KnowledgeGraph | None = None
        self._lock = threading.RLock()  # the page's switches come on another thread than a step's end
        self._frames: Sequence[Frame] = ()
        self.observe(self._switched, ["show_all", "compare", "comparable"])
        if graph is not None:
            self.show(frame_of(graph, before))

    def learn(self, frame: Frame) -> None:
        """Place what is new in ``frame``; call it for a record's frames in order, whichever are shown."""
        self.maker.learn(frame)

    def take_in(self, frames: Sequence[Frame]) -> None:
        """The record has these frames; none of them is a step in progress."""
        with self._lock:
            self._frames = frames
            self._tell()

    def show(self, frame: Frame, other: KnowledgeGraph | None = None) -> None:
        """Draw one step, or how its belief (B) differs from ``other`` (A); zoom and selection stay as they are.

        Of a graph that follows a timeline this is the step in progress, which is seen at the timeline's end.
        """
        with self._lock:
            self._frame, self._other = frame, other
            self._redraw()
            if self._reels:
                self.after = len(self._frames)

    @property
    def newest(self) -> Scene:
        """Of the newest recorded step, or what was drawn last where no timeline is followed."""
        with self._lock:
            return self.maker.scene(self._frames[-1]) if self._frames else self.drawn

    def settle(self) -> None:
        """No step is in progress."""
        self.after = -1
        if self._reels:
            self._frame = None

    def clear(self) -> None:
        """Forget all places and show an empty picture."""
        with self._lock:
            self.maker, self._frame, self.drawn = SceneMaker(), None, Scene(0, _NOTHING)
            self.scene = self.drawn.plain()
            self.take_in(())

    def _switched(self, _change: object) -> None:
        with self._lock:
            self._redraw()
            self._tell()

    def _redraw(self) -> None:
        if self._frame is not None:
            truth = self.truth_of(self._frame) if self.compare and self.comparable else None
            self.drawn = self.maker.scene(self._frame, self.show_all, truth, self._other)
            # What was seen is told with the recorded step; until then it would be news without a change of the picture.
            self.scene = self.drawn.plain() | {"observation": ""}

    def _tell(self) -> None:
        """Tell the page of new steps; of the truth only once somebody asks for it."""
        if self._reels:
            changes, truths = self._reels
            changes.extend(self._frames, self.maker.whole)
            wanted = self.comparable and (self.compare or truths.count)
            truths.extend(self._frames if wanted else (), lambda frame: self.maker.whole(frame, self.truth_of(frame)))

    def __repr__(self) -> str:
        return f"GraphView({self.drawn.caption})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and beside it a picture and a line of text for where no kernel is, as in saved files."""
        return with_fallback(super()._repr_mimebundle_(**kwargs), repr(self), scene_png(self.drawn))


def with_fallback(bundle: Any, text: str, png: bytes | None = None) -> Any:
    """``bundle`` of a widget, with a plain text and, where there is one, a PNG beside it."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    if data is None:
        return bundle
    picture = {} if png is None else {"image/png": base64.b64encode(png).decode("ascii")}
    return {**data, "text/plain": text, **picture}, metadata
