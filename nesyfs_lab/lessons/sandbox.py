"""The sandbox: sliders of a planner and its detector, one of its plans, and how its choices compare with the truth.

A slider only says that something else is wanted. A thread answers the newest wish: first with one plan and a few
trials, so that the hand on the slider sees at once what it does, then with more trials, so that the eye can trust it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import ipywidgets as widgets

from ..events import Trace
from ..planning import TSMC
from ..planning.resampling import SCHEMES
from ..views.drawing import Ink, new_figure, png
from ..views.panels.headline import error_html
from ..views.picture_view import PictureView
from ..views.plots import draw_lineages
from .chances_table import chances_html
from .toy_world import WORLDS, Detector
from .trials import Trials

RUNS = 200
_FIRST, _LATER = 0.05, 0.2  # seconds of trials before the first and each later drawing of the table
_PARTICLES = (1, 2, 3, 4, 6, 9, 12, 24, 50, 100)


class Wish(NamedTuple):
    """What the sliders stand for."""

    world: str
    detector: Detector
    planner: TSMC
    seed: int


class Sandbox(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A toy world, a planner and a noisy detector under sliders; no model is asked.

    Args:
        world: one of ``toy_world.WORLDS``.
        runs: trials of each setting.
    """

    def __init__(self, world: str = "one good way", runs: int = RUNS) -> None:
        self._runs = runs
        self._lock = threading.Lock()
        self._wishes = 0
        self._thread: threading.Thread | None = None
        self.world = widgets.Dropdown(options=list(WORLDS), value=world, description="World", **_field())
        self.particles = widgets.SelectionSlider(options=_PARTICLES, value=6, description="Particles N", **_field())
        self.horizon = widgets.IntSlider(value=5, min=2, max=8, description="Horizon L", **_field())
        self.lam = widgets.FloatSlider(value=1.0, min=0, max=4, step=0.25, description="λ", **_field())
        self.threshold = widgets.FloatSlider(
            value=1.0, min=0, max=1, step=0.1, description="ESS threshold", readout_format=".1f", **_field()
        )
        self.scheme = widgets.Dropdown(options=list(SCHEMES), description="Resampling", **_field())
        self.false_alarm = widgets.FloatSlider(value=0.0, min=0, max=1, step=0.05, description="False Yes", **_field())
        self.miss = widgets.FloatSlider(value=0.0, min=0, max=1, step=0.05, description="False No", **_field())
        self.seed = widgets.BoundedIntText(value=0, min=0, max=9999, description="Seed", **_field())
        self.story, self.table, self.error = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.picture = PictureView()
        fields = [self.world, self.particles, self.horizon, self.lam, self.threshold, self.scheme, self.false_alarm,
                  self.miss, self.seed]  # fmt: skip
        for field in fields:
            field.observe(self._changed, "value")
        self.picture.observe(self._changed, "dark")
        grid = widgets.Layout(grid_template_columns="repeat(auto-fit, minmax(260px, 1fr))", width="100%")
        super().__init__(
            [widgets.GridBox(fields, layout=grid), self.story, self.table, self.picture, self.error],
            layout=widgets.Layout(max_width="1000px"),
        )
        self.add_class("nl-sandbox")
        self._changed()

    @property
    def wish(self) -> Wish:
        """What the sliders stand for now."""
        planner = TSMC(
            self.particles.value, self.horizon.value, self.lam.value, round(self.threshold.value, 2), self.scheme.value
        )
        return Wish(self.world.value, Detector(self.false_alarm.value, self.miss.value), planner, self.seed.value)

    def wait(self) -> None:
        """Until the newest wish is answered to its last trial."""
        while (thread := self._thread) is not None:
            thread.join()

    def _changed(self, _change: object = None) -> None:
        with self._lock:
            self._wishes += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="nesyfs-lab sandbox", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            wishes = self._wishes
            try:
                self.error.value = ""
                for _ in self._answered(self.wish):
                    if wishes != self._wishes:
                        break
            except Exception as error:  # whatever it is, a person must see it: nothing else catches a thread's errors
                self.error.value = error_html(f"{type(error).__name__}: {error}", "")
            with self._lock:
                if wishes == self._wishes:
                    self._thread = None
                    return

    def _answered(self, wish: Wish) -> Iterator[None]:
        """Draw what a wish comes to; after each part somebody may stop it."""
        world = WORLDS[wish.world]
        trials = Trials(world, wish.detector, wish.planner, wish.seed)
        self.story.value = f'<div class="nl-panel nl-dim">{world.story}</div>'
        trace = trials.trace()
        patience = _FIRST
        while len(trials) < self._runs:
            end = time.perf_counter() + patience
            while len(trials) < self._runs and time.perf_counter() < end:
                trials.add()
            self.table.value = chances_html(trials)
            yield
            if patience == _FIRST:
                self._draw(trace)
                yield
            patience = _LATER

    def _draw(self, trace: Trace) -> None:
        figure = new_figure(10.0, 3.9, Ink.of(self.picture.dark))
        figure.set_layout_engine("none")  # the same frame for every plan, and quicker
        draw_lineages(figure.add_axes((0.05, 0.13, 0.62, 0.78)), trace, self.picture.dark)
        with self.picture.hold_sync():
            self.picture.words = f"One plan: {trace.weights.shape[1]} particles; it plays “{trace.action}”."
            self.picture.png = png(figure)

    def __repr__(self) -> str:
        return f"Sandbox({self.wish})"


def _field() -> dict[str, Any]:
    return {"style": {"description_width": "95px"}, "layout": widgets.Layout(width="auto")}
