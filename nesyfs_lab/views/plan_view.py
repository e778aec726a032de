"""A plan of Algorithm 2 that a person can question: its lineages, and any of its particles in full."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets
import traitlets

from ..episode import Episode, Plan, plan_of
from ..events import Planned
from .frames import need_records
from .graph_view import with_fallback
from .imagined_graph import ImaginedGraph
from .page_widget import PageWidget, widget_script
from .particle import exists, first_pick, particle
from .plan_scene import plan_scene, settings_in_words
from .text import escape, one_line


class PlanPicture(PageWidget):
    """One plan, and the particle of it that was picked; ``PlanView`` is made of these."""

    _esm = widget_script("elements.js", "keys.js", "plan_picture.js", "plan_particle.js", "plan_view.js")
    scene = traitlets.Dict().tag(sync=True)
    picked: traitlets.List[int] = traitlets.List([1, 0], help="tau and slot; tau = L + 1: the draw").tag(sync=True)
    particle = traitlets.Dict().tag(sync=True)

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.name = name
        self.plan: Plan | None = None
        self._chose = False  # a person, and so the newest particle does not take over
        self._showing = False
        self.observe(self._told, "picked")
        self.layout.width = "100%"

    def show(self, plan: Plan) -> None:
        """Draw a plan, whole or as far as it has come; what a person picked in its step stays picked."""
        self._chose = self._chose and self.plan is not None and self.plan.step == plan.step
        self.plan = plan
        tau, slot = self.picked
        if not (self._chose and exists(plan, tau, slot)):
            tau, slot = first_pick(plan)
        self._showing = True
        try:
            with self.hold_sync():
                self.scene = plan_scene(plan) | {"name": self.name}
                self.picked = [tau, slot]
                self.particle = particle(plan, tau, slot)
        finally:
            self._showing = False

    def pick(self, tau: int, slot: int) -> None:
        """Show a particle in full.

        Args:
            tau: 1 for the origin, to L; L + 1 for the slots after the last resampling, of which one was drawn.
            slot: before resampling at ``tau``, from 0.

        Raises:
            ValueError: when there is no such particle.
        """
        if self.plan is not None:
            particle(self.plan, tau, slot)
            self.picked = [tau, slot]

    def _told(self, change: Any) -> None:
        if self._showing or self.plan is None:
            return
        match change["new"]:
            case [int(tau), int(slot)] if exists(self.plan, tau, slot):
                self._chose = True
                self.particle = particle(self.plan, tau, slot)


class PlanView(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A plan as lines of descent in which any particle can be picked, by mouse or arrow keys.

    Args:
        source: an episode, live or loaded, or a plan, such as ``replan`` made. None: ``show`` one later.
        step: of the episode; its last plan where it is left out.
        beside: another plan that is shown below it, such as the same step planned again.

    Raises:
        TypeError: for what is neither episode nor plan.
        ValueError: when there is no plan in that step; the text names the steps with plans.
    """

    def __init__(
        self, source: Episode | Plan | None = None, step: int | None = None, *, beside: Plan | None = None
    ) -> None:
        self.first, self.second = PlanPicture(), PlanPicture()
        self.verdict = widgets.HTML()
        self.graph = ImaginedGraph()
        self.graph.layout.width = "100%"
        self.folded = widgets.Accordion([widgets.Box()], titles=["Graph of the picked particle's belief"])
        self.folded.selected_index = None
        self._picture = self.first  # that a particle was last picked in
        for picture in (self.first, self.second):
            picture.observe(lambda change: self._picked(change["owner"]), "particle")
        self.folded.observe(lambda _: self._draw_graph(), "selected_index")
        super().__init__([self.first, self.folded], layout=widgets.Layout(width="100%"))
        self.add_class("nl-plan-view")
        if source is not None:
            self.show(source if isinstance(source, Plan) else _plan_of(source, step), beside)

    @property
    def plan(self) -> Plan | None:
        """The plan that is shown; the upper one of two."""
        return self.first.plan

    def show(self, plan: Plan, beside: Plan | None = None) -> None:
        """Draw a plan, and another one below it."""
        self._picture = self.first
        self.first.name = "" if beside is None else _name(plan)
        self.first.show(plan)
        self.verdict.value = "" if beside is None else difference_html(plan, beside)
        if beside is not None:
            self.second.name = _name(beside)
            self.second.show(beside)
        self.children = (
            (self.first, self.folded) if beside is None else (self.verdict, self.first, self.second, self.folded)
        )

    def pick(self, tau: int, slot: int) -> None:
        """Show a particle of the (upper) plan in full; see ``PlanPicture.pick``."""
        self.first.pick(tau, slot)

    def _picked(self, picture: PlanPicture) -> None:
        self._picture = picture
        self._draw_graph()

    def _draw_graph(self) -> None:
        picture = self._picture
        if self.folded.selected_index is not None and picture.plan is not None:
            tau, slot = picture.picked
            self.graph.show_particle(picture.plan, tau, slot)
            self.folded.children[0].children = [self.graph]  # not before: a page pays for each graph that it holds

    def __repr__(self) -> str:
        return f"PlanView({self.plan}, {settings_in_words(self.plan)})" if self.plan is not None else "PlanView()"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and beside it a picture and a line of text for where no kernel is, as in saved files."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if self.plan is None or not self.plan.done:
            return bundle
        from .drawing import png
        from .plots import plan_figure

        picture = plan_figure(self.plan.trace, ess_threshold=self.plan.settings.get("ess_threshold"))
        return with_fallback(bundle, repr(self), png(picture))


def difference_html(one: Plan, other: Plan) -> str:
    """Whether two plans play the same, as soon as both are done."""
    if not other.done:
        return f'<div class="nl-panel nl-section">… {_name(other)}: still being made.</div>'
    mine, theirs = (f'<bdi class="nl-code">{escape(one_line(plan.action, 200))}</bdi>' for plan in (one, other))
    if one.action == other.action:
        return f'<div class="nl-panel nl-section nl-passed">= Both play {mine}.</div>'
    words = f"{_name(one)} plays {mine}, {_name(other).lower()} plays {theirs}."
    return f'<div class="nl-panel nl-section nl-vetoed">≠ {words}</div>'


def _name(plan: Plan) -> str:
    return "Planned again" if plan.again else "As recorded"


def _plan_of(episode: Episode, step: int | None) -> Plan:
    need_records(episode)
    if step is None:
        step = next((e.step for e in reversed(episode.events) if isinstance(e, Planned)), -1)
    return plan_of(episode, step)
