"""A plan in the exported page: its picture, and a table of what each particle imagined along its lineage."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ...events import Trace
from ..palette import CHOSEN
from ..text import ELLIPSIS, cut, escape
from .pieces import code, folded, tag

_SEEN = 160  # characters of an imagined observation
_SAFE = " !$'()*+,-./:;=?@[]^_`{|}~"  # may stand in an address that stands in double quotes
_ROWS = 64  # particles whose table is shown without asking
_PROGRESS = ('<span class="nl-dim">○ no progress</span>', '<span class="nl-yes">● progress</span>')


def plan_html(trace: Trace, picture: str) -> str:
    """A whole plan.

    Args:
        trace: of the plan.
        picture: an SVG of ``plan_figure``. Its address holds it as text, which packs to two thirds of what base64 does.
    """
    rows, n = trace.weights.shape
    drawn = f"Slot {trace.chosen} was drawn; its lineage began with {code(trace.action)}."
    head = f"<p>{n} particles, horizon {rows + 1}. {drawn}</p>"
    alt = f"Lineages, weights and effective sample size of the plan; chosen slot {trace.chosen}"
    image = f'<img class="nl-picture" alt="{alt}" src="data:image/svg+xml,{quote(picture, safe=_SAFE)}">'
    table = lineage_table(trace)
    if n > _ROWS:
        table = folded(f"Table of {n} lineages", table)
    return tag("div", head + image + table + folded("Every particle before resampling", raw_table(trace)), "nl-panel")


def no_plan_html(planned_steps: Iterable[int]) -> str:
    """For a step without slow thinking; says where plans are to be found."""
    steps = list(planned_steps)
    where = (
        f" Plans were made in step{'s' if len(steps) > 1 else ''} {', '.join(map(str, steps[:30]))}" if steps else ""
    )
    more = ELLIPSIS if len(steps) > 30 else "." if steps else ""
    text = f"No slow thinking in this step: it starts after K vetoes.{where}{more}"
    return tag("div", f'<p class="nl-dim">{text}</p>', "nl-panel")


def lineage_table(trace: Trace) -> str:
    """One row for each slot after the last resampling: actions, imagined observations and progress of its history."""
    rows, n = trace.ancestors.shape
    heads = "".join(f"<th>τ = {t + 2}</th>" for t in range(rows))
    body = ""
    for slot in range(n):
        cells = "".join(_cell(trace, t, s) for t, s in enumerate(trace.lineage_of(slot)))
        chosen = slot == trace.chosen
        mark = f"{CHOSEN.sign} <b>chosen</b><br>" if chosen else ""
        body += f'<tr class="{"nl-chosen" if chosen else ""}"><th>{mark}slot {slot}</th>{cells}</tr>'
    return _table("drawn", heads, body)


def raw_table(trace: Trace) -> str:
    """One row for each slot, as it was before resampling at each tau: those whose lineage died out are here too."""
    rows, n = trace.ancestors.shape
    heads = "".join(f"<th>τ = {t + 2}</th>" for t in range(rows))
    body = "".join(
        f"<tr><th>slot {i}</th>{''.join(_cell(trace, t, i, weighted=True) for t in range(rows))}</tr>" for i in range(n)
    )
    return _table("", heads, body)


def _table(corner: str, heads: str, body: str) -> str:
    head = f"<thead><tr><th>{corner}</th>{heads}</tr></thead>"
    return f'<table class="nl-table nl-lineages">{head}<tbody>{body}</tbody></table>'


def _cell(trace: Trace, t: int, slot: int, weighted: bool = False) -> str:
    action, seen = str(trace.actions[t + 1, slot]), str(trace.observations[t + 1, slot])
    title = f' title="{escape(seen, 2_000)}"' if len(seen) > _SEEN else ""
    note = f" · weight {trace.weights[t, slot]:.2f}" if weighted else f" · was slot {slot}"
    return (
        f'<td>{code(action, 80)}<div class="nl-imagined" dir="auto"{title}>{escape(cut(seen, _SEEN))}</div>'
        f'{_PROGRESS[int(trace.progress[t, slot])]}<span class="nl-dim">{note}</span></td>'
    )
