from __future__ import annotations

import itertools
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.events import Trace
from nesyfs_lab.views.drawing import drawable, png, svg
from nesyfs_lab.views.plots import Link, lineages, plan_figure
from tests.records import make_trace

PNG = b"\x89PNG\r\n"


@st.composite
def traces(draw, most=8):
    n, rows = draw(st.integers(1, most)), draw(st.integers(1, 5))
    slot = st.integers(0, n - 1)
    ancestors = np.array([[draw(slot) for _ in range(n)] for _ in range(rows)])
    chosen, texts = draw(slot), np.full((rows + 1, n), "look", dtype=object)
    weights = np.full((rows, n), 1 / n)
    return Trace(texts, texts, np.zeros((rows, n), int), weights, ancestors, np.full(rows, float(n)), chosen, "look")


def descends(trace, slot):
    """A slot's history from the definition: copy whole histories forwards, resampling after resampling."""
    histories = [[i] for i in range(trace.ancestors.shape[1])]
    for t, row in enumerate(trace.ancestors):
        histories = [histories[j] for j in row]
        if t + 1 < len(trace.ancestors):
            histories = [[*history, i] for i, history in enumerate(histories)]
    return tuple(histories[slot])


@given(traces())
def test_lineages_are_the_copied_histories(trace):
    tree = lineages(trace)
    n, rows = len(trace.ancestors[0]), len(trace.ancestors)
    assert tree.roots == tuple(descends(trace, i)[0] for i in range(n))
    slots = descends(trace, trace.chosen)
    path = (slots[0], *slots, trace.chosen)
    assert tree.chosen == {Link(c, a, b) for c, (a, b) in enumerate(itertools.pairwise(path))}
    drawn = [link for link, _ in tree.alive] + list(tree.dead)
    assert len(drawn) == len(set(drawn)) == n * (rows + 1), "each slot has one link into it at each column"


@pytest.mark.parametrize("dark", [False, True])
def test_a_plan_becomes_png_and_svg(dark):
    figure = plan_figure(make_trace(), dark=dark)
    assert png(figure).startswith(PNG)
    text = svg(figure)
    assert "<svg" in text
    assert "pyplot" not in text


@given(traces(most=3))
def test_small_plans_can_be_drawn(trace):
    assert plan_figure(trace, ess_threshold=None).axes


def test_many_particles_are_drawn_without_numbers():
    n, rows = 200, 4
    rng = np.random.default_rng(0)
    texts = np.array([[f"go to cabinet {i % 30}" for i in range(n)]] * (rows + 1), dtype=object)
    trace = Trace(texts, texts, np.ones((rows, n), int), np.full((rows, n), 1 / n), rng.integers(0, n, (rows, n)),
                  np.full(rows, 200.0), 17, "look")  # fmt: skip
    figure = plan_figure(trace)
    assert png(figure).startswith(PNG)
    assert sum(len(ax.texts) for ax in figure.axes) == 1


def test_hostile_actions_are_drawn_as_they_are():
    trace = make_trace()
    trace.actions[1, :] = ["$\\frac{", "<script>", "你好", "\u202eabc", "x" * 10_000, "\ud800"]
    assert png(plan_figure(trace)).startswith(PNG)  # warnings of missing glyphs would be errors here


def test_a_glyph_that_the_font_lacks_becomes_a_box():
    assert drawable("a你b", 10) == "a□b"


def test_a_notebook_shows_a_figure_without_pyplot():
    from IPython.core.formatters import DisplayFormatter

    shown, _ = DisplayFormatter().format(plan_figure(make_trace()))
    assert shown["image/png"].startswith(b"\x89PNG")


def test_figures_can_be_drawn_in_several_threads_and_need_no_pyplot():
    made: list[bytes] = []
    threads = [threading.Thread(target=lambda: made.append(png(plan_figure(make_trace())))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3
    assert len(set(made)) == 1
    assert "matplotlib.pyplot" not in sys.modules
