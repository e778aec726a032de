"""vis-network, as pyvis ships it: its source, and the one widget of a kernel that hands it to the page."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import ipywidgets as widgets
import traitlets

VIS_NETWORK = "lib/vis-9.1.2/vis-network.min.js"
"""Where pyvis 0.3.2 keeps vis-network, inside its package."""


@cache
def vis_network_source() -> str:
    """JavaScript of vis-network, without the link to a source map that is not there.

    Raises:
        ModuleNotFoundError: without pyvis.
    """
    spec = find_spec("pyvis")  # pyvis is not imported: that takes half a second, and the first view waits
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyvis is not installed: pip install pyvis")
    text = (Path(spec.origin).parent / VIS_NETWORK).read_text(encoding="utf-8")
    return re.sub(r"(?m)^//# sourceMappingURL=.*$", "", text)


@cache
def vis_network_module() -> str:
    """The source as a part of an ES module, in which ``vis`` is then vis-network.

    vis-network is a UMD file: it is given a module object, and ``define`` is hidden from it, because the page's own AMD
    loader would take it.
    """
    return (
        "const visModule = { exports: {} };\n"
        "(function (module, exports, define) {\n"
        f"{vis_network_source()}\n"
        "}).call(globalThis, visModule, visModule.exports, undefined);\n"
        "const vis = visModule.exports;\n"
    )


class VisNetwork(widgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """Half a megabyte of script that all graphs of a page share; it shows nothing itself."""

    source = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__(source=vis_network_module() + "export default vis;\n")


_library: VisNetwork | None = None


def library_id() -> str:
    """Id of this kernel's ``VisNetwork``; a new one when it was closed."""
    global _library
    if _library is None or _library.comm is None:
        _library = VisNetwork()
    return str(_library.model_id)
