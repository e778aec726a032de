"""What the widgets of the page have in common: a style sheet, and scripts that a slow page doesn't make deaf."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import anywidget
import traitlets

from .styles import static_text, style_sheet


def widget_script(*names: str, early: str = "") -> str:
    """The ES module of a widget: files of ``views/static``, one of which defines ``render({model, el})``.

    Args:
        early: a function of the files, called with ``{model}`` as soon as the page knows the model, before it is seen.
    """
    exported = ["render: hearing(render)", *([f"initialize: {early}"] if early else [])]
    return "".join(map(static_text, (*names, "hearing.js"))) + f"export default {{ {', '.join(exported)} }};\n"


class PageWidget(anywidget.AnyWidget):
    """A widget with a script of its own in the page; see ``static/hearing.js`` for why it knows its id."""

    _css = style_sheet()
    own_id = traitlets.Unicode().tag(sync=True)

    def __init__(self, **values: Any) -> None:
        own_id = uuid4().hex
        super().__init__(model_id=own_id, own_id=own_id, **values)
