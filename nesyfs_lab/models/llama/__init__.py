"""Local models by llama.cpp: text is computed once, and answers are written side by side.

From the file to the answer: ``weights`` (the file in memory), ``vocabulary`` and ``chat`` (text to tokens), ``prefix``
and ``context`` (which text is in memory, and computing more), ``walk``, ``schema``, ``grammar`` and ``answer`` (what an
answer may look like), ``sampling`` (drawing tokens), ``scheduler`` (many at once), ``model`` (the ``Model`` contract).
"""

from .model import LlamaModel

__all__ = ["LlamaModel"]
