"""An episode as one HTML file for a lecture page: timeline, belief, truth, votes and plans. It needs no network.

The page holds what the workbench would show of each step, made by the same code, and draws the graph with the same
script. Steps are compressed; a browser without JavaScript shows the table of steps.
"""

from __future__ import annotations

import base64
import gzip
import json
from os import PathLike
from pathlib import Path
from typing import Any

from ..episode import Comparison, Episode
from .display import ess_threshold
from .frames import Frame, Frames
from .graph_scene import SceneMaker
from .palette import triplet_marks
from .panels.decision import decision_html
from .panels.headline import step_html, title_html
from .panels.plan import no_plan_html, plan_html
from .styles import static_text, style_sheet
from .text import escape
from .timeline_view import mark_of
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
    packed = gzip.compress(json.dumps(_payload(episode, frames)).encode("utf-8"), mtime=0)
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
{static_text("graph_view.js")}
{static_text("timeline.js")}
{static_text("page.js")}
</script>
</body>
</html>
"""


def _payload(episode: Episode, frames: Frames) -> dict[str, Any]:
    maker, truths = SceneMaker(), Truths(episode)
    for frame in frames:
        maker.learn(frame)
    last = frames[-1].step if frames else 0
    planned = [frame.step for frame in frames if frame.planned is not None]
    return {
        "marks": triplet_marks(),
        "comparable": truths.known,
        "steps": [
            _step(episode, frame, last, planned, maker, truths.at(frame) if truths.known else None) for frame in frames
        ],
    }


def _step(
    episode: Episode, frame: Frame, last: int, planned: list[int], maker: SceneMaker, truth: Comparison | None
) -> dict[str, Any]:
    return {
        "step": frame.step,
        "mark": mark_of(frame),
        "line": step_html(frame, last),
        "scene": maker.scene(frame).plain(),
        "truth": None if truth is None else maker.scene(frame, truth=truth).plain(),
        "decision": decision_html(frame, episode.header),
        "plan": _plan(episode, frame, planned),
    }


def _plan(episode: Episode, frame: Frame, planned: list[int]) -> str:
    if frame.planned is None:
        return no_plan_html(planned)
    from .drawing import svg
    from .plots import plan_figure

    figure = plan_figure(frame.planned.trace, ess_threshold=ess_threshold(episode.header))
    return plan_html(frame, svg(figure).encode("utf-8"), kind="svg+xml")
