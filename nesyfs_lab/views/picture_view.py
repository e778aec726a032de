"""A picture that the kernel draws for the page's theme, and that changes without flicker or jumps."""

from __future__ import annotations

import traitlets

from .page_widget import PageWidget, widget_script


class PictureView(PageWidget):
    """A PNG; ``words`` say the same to those who cannot see it."""

    _esm = widget_script("elements.js", "picture_view.js")
    png = traitlets.Bytes(b"").tag(sync=True)
    words = traitlets.Unicode("").tag(sync=True)
    dark = traitlets.Bool(False, help="whether the page has a dark theme; set by the page").tag(sync=True)
