"""The style sheet that all widgets share: the palette's colours for both themes, then ``static/views.css``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from .palette import css_variables


def static_text(name: str) -> str:
    """A file of ``views/static``."""
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


@cache
def style_sheet() -> str:
    """CSS for widgets in a light or dark JupyterLab."""
    return (
        f":root {{ {css_variables(dark=False)} }}\n"
        f'body[data-jp-theme-light="false"] {{ {css_variables(dark=True)} }}\n' + static_text("views.css")
    )
