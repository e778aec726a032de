"""A scene as a still picture, with the widget's places, colours and lines."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from .bends import SAG, middle
from .drawing import FONT, Ink, drawable, dress, new_figure, png
from .graph_scene import Node, Scene
from .palette import MARKS

_WIDTH, _WORDS, _LEGEND = 9.0, 0.85, 0.35  # inches: of the picture, above and below the graph, below it
_MARGIN = 90  # pixels beside the nodes; half of it above and below
_MOST = 400  # edges; more would be a black blot that takes seconds


def scene_figure(scene: Scene, dark: bool = False, title: str = "") -> Figure:
    """The graph of ``scene``; of more than 400 edges kept ones are left out, and the caption says how many."""
    ink = Ink.of(dark)
    shown = sorted(scene.edges, key=lambda edge: edge.status in ("kept", "untold"))[:_MOST]
    ends = {end for edge in shown for end in (edge.source, edge.target)}
    nodes = {node.id: node for node in scene.nodes if node.id in ends}
    middles = [middle(_place(nodes[e.source]), _place(nodes[e.target]), e.bend) for e in shown]
    left, top, wide, high = _frame([*map(_place, nodes.values()), *middles])
    tall = max(2.6, min(5.0, _WIDTH * high / wide + _WORDS))
    figure = new_figure(_WIDTH, tall, ink)
    figure.set_layout_engine("none")  # places are known, and a cell that shows a widget waits for its picture
    ax = figure.add_axes((0.01, _LEGEND / tall, 0.98, 1 - _WORDS / tall))
    dress([ax], ink)
    ax.set_axis_off()
    ax.set_aspect("equal", adjustable="box")
    ax.set_xlim(left, left + wide)
    ax.set_ylim(top + high, top)  # y grows downwards, as on a page
    size = max(4.0, min(8.0, 80 / (len(nodes) + 1) ** 0.5 / 1.6))
    for edge, (x, y) in zip(shown, middles, strict=True):
        mark = MARKS[edge.status]
        colour = mark.colour(dark)
        start, end = nodes[edge.source], nodes[edge.target]
        dashes = (0, tuple(d / mark.width for d in mark.dashes)) if mark.dashes else "solid"
        arc = f"arc3,rad={2 * SAG * edge.bend:.2f}"  # its control point lies twice as far out as its middle
        arrow = FancyArrowPatch(
            (start.x, start.y), (end.x, end.y), arrowstyle="-|>", connectionstyle=arc, mutation_scale=10,
            color=colour, lw=mark.width * 0.7, ls=dashes, shrinkA=9, shrinkB=9,
        )  # fmt: skip
        ax.add_artist(arrow)
        ax.text(x, y, drawable(edge.label, 24), size=size - 1, color=ink.text if edge.status == "kept" else colour,
                ha="center", va="center", parse_math=False, family=FONT,
                bbox={"fc": ink.paper, "ec": "none", "pad": 0.5, "alpha": 0.8})  # fmt: skip
    for node in nodes.values():
        mark = MARKS[node.status]
        box = {"boxstyle": "round", "fc": ink.paper, "ec": mark.colour(dark), "lw": 1 if node.status == "kept" else 2}
        box["ls"] = {"removed": "--", "retrieved": ":", "missing": ":"}.get(node.status, "-")
        ax.text(node.x, node.y, drawable(node.label, 24), size=size, color=ink.text, ha="center", va="center",
                parse_math=False, family=FONT, bbox=box)  # fmt: skip
    marks = [MARKS[name] for name in scene.legend]
    words = [
        Line2D([], [], color=m.colour(dark), lw=m.width * 0.7, ls=(0, m.dashes) if m.dashes else "-") for m in marks
    ]
    figure.legend(words, [f"{m.sign} {m.word}".strip() for m in marks], loc="lower center", ncols=len(marks),
                  frameon=False, fontsize=8, labelcolor=ink.text)  # fmt: skip
    left_out = len(scene.edges) - len(shown)
    caption = scene.caption + (f" ({left_out} kept triplets are not drawn)" if left_out else "")
    ax.set_title("\n".join(line for line in (drawable(title, 110), caption) if line), fontsize=9, color=ink.text)
    ax.title.set_parse_math(False)
    return figure


def _place(node: Node) -> tuple[float, float]:
    return node.x, node.y


def _frame(places: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Left, top, width and height in pixels of what holds all ``places``; of no place a low strip."""
    xs, ys = zip(*(places or [(0.0, 0.0), (1_000.0, 0.0)]), strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN / 2
    return left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN / 2 - top


def scene_png(scene: Scene, dark: bool = False, title: str = "") -> bytes:
    """``scene_figure`` as PNG."""
    return png(scene_figure(scene, dark, title))
