"""The Prompts panel as a widget: rows of one step's calls; the text of a call comes when it is opened."""

from __future__ import annotations

from typing import Any

import traitlets

from ..events import Generated
from .frames import Frame
from .page_widget import PageWidget, widget_script
from .panels.prompts import call_details, call_rows


class PromptsView(PageWidget):
    """Calls of one step. ``show`` sends rows of a few words; a record's prompts never go to the page as a whole."""

    _esm = widget_script("elements.js", "prompts_view.js")
    calls: traitlets.List[Any] = traitlets.List().tag(sync=True)
    step = traitlets.Int(-1, help="step shown, -1 for none").tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Generated, ...] = ()
        self.on_msg(self._answer)

    def show(self, frame: Frame | None) -> None:
        """List the calls of ``frame``."""
        self._shown = frame.calls if frame is not None else ()
        with self.hold_sync():
            self.step = frame.step if frame is not None else -1
            self.calls = call_rows(frame) if frame is not None else []

    def _answer(self, _widget: object, asked: Any, _buffers: object) -> None:
        """The page opened a row: ``{"step": …, "open": index, "whole": bool}``."""
        index = asked.get("open") if isinstance(asked, dict) else None
        if not isinstance(index, int) or asked.get("step") != self.step or not 0 <= index < len(self._shown):
            return  # of a step that is no longer shown
        details = call_details(self._shown[index], whole=bool(asked.get("whole")))
        self.send({"step": self.step, "opened": index, **details})
