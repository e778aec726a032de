"""A question with choices: who checks an answer is told whether it is right, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from .graph_view import with_fallback
from .page_widget import PageWidget, widget_script
from .palette import NO, YES
from .text import cut

_LONGEST = 2_000  # characters of a text that is shown


class QuestionView(PageWidget):
    """A form that a mouse or a keyboard fills in. The page learns of a choice whether it is right when it is checked.

    Args:
        asks: the question; what stands between backticks is shown as code.
        choices: at least two different ones.
        answer: the index of the right one.
        says: for each choice what is said to whoever checks it.

    Raises:
        ValueError: when there is no choice, ``answer`` is none of them, or they and ``says`` differ in number.
    """

    _esm = widget_script("elements.js", "keys.js", "question_view.js")
    asks = traitlets.Unicode().tag(sync=True)
    choices: traitlets.List[str] = traitlets.List().tag(sync=True)
    checked = traitlets.Int(-1, help="index of the choice that was checked last").tag(sync=True)
    verdict = traitlets.Dict(help="what is said about the checked choice").tag(sync=True)

    def __init__(self, asks: str, choices: Sequence[str], answer: int, says: Sequence[str]) -> None:
        if len(set(choices)) != len(choices) or len(choices) < 2:
            raise ValueError(f"a question needs at least two different choices, got {list(choices)}")
        if not 0 <= answer < len(choices) or len(says) != len(choices):
            raise ValueError("answer must be the index of a choice, and says needs a text for each choice")
        self._answer, self._says = answer, tuple(says)
        super().__init__(asks=cut(asks, _LONGEST), choices=[cut(each, _LONGEST) for each in choices])
        self.observe(self._judge, "checked")

    def _judge(self, change: Any) -> None:
        choice = change["new"]
        if 0 <= choice < len(self.choices):
            right = choice == self._answer
            mark, word = (YES, "Right.") if right else (NO, "Not yet.")
            says = cut(self._says[choice], _LONGEST)
            self.verdict = {"choice": choice, "right": right, "sign": mark.sign, "word": word, "says": says}

    def __repr__(self) -> str:
        return "\n".join(["Question: " + self.asks, *(f"  ( ) {choice}" for choice in self.choices)])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The form, and beside it the question as plain text for where no kernel is, as in saved files."""
        text = f"{self!r}\n(Run the cell in JupyterLab to check an answer.)"
        return with_fallback(super()._repr_mimebundle_(**kwargs), text)
