"""An episode as one HTML file for a lecture page: what the workbench shows, without its prompts. It needs no network.

The page holds what the workbench would show of each step, made by the same code, and draws graph, table, timeline and
events with the same scripts. Steps are compressed; a browser without JavaScript shows the table of steps.
"""

from __future__ import annotations

import base64
import gzip
import json
from os import PathLike
from pathlib import Path
from typing import Any

from ..episode import Episode, plan_in
from .events_line import event_signs
from .frames import Frame, Frames
from .graph_scene import SceneMaker
from .graph_view import GRAPH
from .histories import Histories
from .palette import triplet_marks
from .panels.decision import decision_html
from .panels.headline import step_html, title_html
from .panels.ledger import ledger_html
from .panels.plan import no_plan_html, plan_html
from .styles import static_text, style_sheet
from .text import escape
from .timeline_view import mark_of
from .triplets_view import triplet_rows
from .truths import Truths
from .vis_network import vis_network_module

# What runs and shows is what the file itself holds: nothing of a world's text could fetch or start anything.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def save_html(episode: Episode, path: str | PathLike[str]) -> None:
    """Write ``episode_html`` to ``path``."""
    Path(path).write_text(episode_html(episode), encoding="utf-8")


def episode_html(episode: Episode) -> str:
    """A whole page that shows every step of an episode, live or loaded, as far as it has come.

    Prompts are left out: a record keeps them.
    """
    frames = Frames(episode.events)
    first = frames[0].observed if frames else None
    task = first.task if first else ""
    packed = gzip.compress(json.dumps(_Packing(episode, frames).payload()).encode("utf-8"), mtime=0)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(task, 200) or "An episode"}</title>
<style>
{static_text("page.css")}
{style_sheet()}
</style>
</head>
<body>
<main>
{title_html(episode, task)}
<noscript>{episode._repr_html_()}</noscript>
<div id="episode"></div>
</main>
<script type="text/plain" id="record">{base64.b64encode(packed).decode("ascii")}</script>
<script type="module">
{vis_network_module()}
const visNetwork = async () => vis;
{static_text("elements.js")}
{static_text("keys.js")}
{_view("graphView", *GRAPH)}
{_view("tripletsView", "triplets_view.js")}
{static_text("timeline.js")}
{static_text("events_line.js")}
{static_text("page.js")}
</script>
</body>
</html>
"""


def _view(name: str, *scripts: str) -> str:
    """A widget's scripts as a function of the page's module; each has names of its own."""
    return f"const {name} = (() => {{\n{''.join(map(static_text, scripts))}\nreturn render;\n}})();"


class _Pool:
    """Values that many steps share, each kept once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        """Where ``value``, a plain one, stands in ``values``."""
        return self._places.setdefault(json.dumps(value), len(self._places))

    @property
    def values(self) -> list[Any]:
        return [json.loads(text) for text in self._places]


class _Packing:
    """Makes what the page holds of each step, in order."""

    def __init__(self, episode: Episode, frames: Frames) -> None:
        self.episode, self.frames = episode, frames
        self.maker, self.histories, self.truths = SceneMaker(), Histories(), Truths(episode)
        self.rows, self.seen = _Pool(), _Pool()
        self.planned = [frame.step for frame in frames if frame.planned is not None]
        for frame in frames:
            self.maker.learn(frame)
            self.histories.learn(frame)

    def payload(self) -> dict[str, Any]:
        """Plain values for ``static/page.js``; steps column by column, so that what is alike is packed together."""
        steps = [self._step(frame) for frame in self.frames]
        return {
            "marks": triplet_marks(),
            "comparable": self.truths.known,
            "steps": {name: [step[name] for step in steps] for name in (steps[0] if steps else ())},
            "rows": self.rows.values,
            "seen": self.seen.values,
        }

    def _step(self, frame: Frame) -> dict[str, Any]:
        truth = self.truths.at(frame) if self.truths.known else None
        return {
            "step": frame.step,
            "mark": mark_of(frame),
            "events": event_signs(frame),
            "line": step_html(frame, self.frames[-1].step),
            "scene": self.maker.scene(frame).plain(),
            "truth": None if truth is None else self.maker.scene(frame, truth=truth).plain(),
            "rows": [self._row(row) for row in triplet_rows(frame, self.histories, truth)],
            "decision": decision_html(frame, self.episode.header),
            "plan": _plan(self.episode, frame, self.planned),
            "ledger": ledger_html(self.frames, frame, self.episode.header),
        }

    def _row(self, row: dict[str, Any]) -> int:
        """Many rows came from one observation, which is longer than they are."""
        return self.rows.place({**row, "seen": self.seen.place(row["seen"])})


def _plan(episode: Episode, frame: Frame, planned: list[int]) -> str:
    plan = plan_in(frame.events, frame.before, frame.seen, episode.header)
    if plan is None or not plan.done:
        return no_plan_html(planned)
    from .drawing import svg
    from .plots import plan_figure

    return plan_html(plan.trace, svg(plan_figure(plan.trace, ess_threshold=plan.settings.get("ess_threshold"))))
