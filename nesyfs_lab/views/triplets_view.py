"""The belief as a table: a row a triplet, with a filter, and what the record tells of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets

from ..episode import Comparison
from .aspects import triplet_statuses
from .frames import Frame
from .histories import SEEN, Histories
from .page_widget import PageWidget, widget_script
from .palette import EDITED, MARKS
from .text import cut, one_line, plural

LONGEST = 200  # characters of a name that a row shows
_STEPS = 8  # steps that a row names


class TripletsView(PageWidget):
    """All triplets of one step, those that it removed and the facts that it lacks included."""

    _esm = widget_script("elements.js", "keys.js", "triplets_view.js")
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    step = traitlets.Int(-1, help="step shown, -1 for none").tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.histories = Histories()

    def learn(self, frame: Frame) -> None:
        """Take in what is new; call it for a record's frames in order."""
        self.histories.learn(frame)

    def show(self, frame: Frame, truth: Comparison | None = None) -> None:
        """List the belief after ``frame``, with each triplet's verdict where the truth is known."""
        with self.hold_sync():
            self.step = frame.step
            self.rows = triplet_rows(frame, self.histories, truth)

    def clear(self) -> None:
        """Another episode begins."""
        self.histories = Histories()
        with self.hold_sync():
            self.step, self.rows = -1, []


def triplet_rows(frame: Frame, histories: Histories, truth: Comparison | None = None) -> list[dict[str, Any]]:
    """Plain values of each row: the triplet's parts, its fate in the step, its truth, and its history."""
    status = triplet_statuses(frame)
    verdicts = {} if truth is None else dict(truth.verdicts)
    rows = []
    for triplet in (*frame.after, *frame.removed):
        history = histories.of(triplet, frame.step)
        mark = MARKS[status.get(triplet, "kept")]
        verdict = MARKS[verdicts[triplet]] if triplet in verdicts else None
        since = "" if history.since is None else str(history.since)
        rows.append(
            {
                "parts": [one_line(part, LONGEST) for part in triplet],
                "status": status.get(triplet, "kept"),
                "word": f"{mark.sign} {status.get(triplet, 'kept')}{f' {EDITED.sign}' * history.edited}".strip(),
                "verdict": verdicts.get(triplet, ""),
                "truth": "" if verdict is None else f"{verdict.sign} {verdicts[triplet]}".strip(),
                "since": f"{EDITED.sign} {since}" if history.edited else since,
                "order": -1 if history.since is None else history.since,
                "seen": cut(history.seen, SEEN) if history.seen else "",
                "shown": _steps(history.shown),
            }
        )
    for fact in () if truth is None else truth.missing:
        missing = MARKS["missing"]
        rows.append(
            {
                "parts": [one_line(part, LONGEST) for part in fact],
                "status": "missing",
                "word": "not believed",
                "verdict": "missing",
                "truth": f"{missing.sign} missing",
                "since": "",
                "order": -1,
                "seen": "",
                "shown": "",
            }
        )
    return rows


def _steps(steps: Iterable[int]) -> str:
    """``3, 5, 6``; of many the last, and how many there were."""
    known = list(steps)
    last = ", ".join(map(str, known[-_STEPS:]))
    return last if len(known) <= _STEPS else f"… {last} ({plural(len(known), 'step')})"
