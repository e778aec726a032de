"""The forks of a workbench's episode, each in a workbench of its own below it."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..episode.stage import another
from ..graph import Triplet
from .agent_numbers import numbers_of
from .palette import EDITED
from .panels.pieces import code, triplet
from .what_if import Wish
from .worker import LiveEpisode


class Forks:
    """A box with one titled workbench a fork, the newest first; ``forks[2]`` is the episode of Fork 2."""

    def __init__(self) -> None:
        self.box = widgets.VBox(layout=widgets.Layout(width="100%"))
        self._made = count(1)
        self._open: dict[int, Any] = {}

    def __getitem__(self, number: int) -> LiveEpisode:
        if number not in self._open:
            known = ", ".join(map(str, self._open)) or "none"
            raise KeyError(f"there is no Fork {number}; those that are open: {known}")
        return self._open[number].episode  # type: ignore[no-any-return]

    def show(self, wish: Wish, agent: Any, workbench: Any) -> None:
        """Put ``workbench``, of a fork, on the page; ``agent`` is that of the form in which it was wished."""
        number = next(self._made)
        close = widgets.Button(
            description="Close this fork",
            icon="times",
            layout={"width": "auto"},
            tooltip="Unless saved it is lost",
        )
        head = widgets.HBox([widgets.HTML(wish_html(number, wish, agent)), close])
        head.layout.justify_content = "space-between"
        whole = widgets.VBox([head, workbench])
        whole.add_class("nl-fork")
        close.on_click(lambda _: self._close(number, whole))
        self._open[number] = workbench
        self.box.children = (whole, *self.box.children)

    def _close(self, number: int, whole: widgets.VBox) -> None:
        self.box.children = tuple(each for each in self.box.children if each is not whole)
        if (workbench := self._open.pop(number, None)) is not None:  # a second click may be on its way
            workbench.close()
            whole.close()

    def close(self) -> None:
        """Stop what they think."""
        for workbench in self._open.values():
            workbench.close()


def forked(episode: LiveEpisode, wish: Wish, env: Any) -> LiveEpisode:
    """The fork that a person wishes, with a file beside that of ``episode`` where there is one.

    Args:
        episode: live, or a loaded one, whose forks play in worlds like ``env``.
    """
    env = None if episode.live or env is None else another(env)  # several forks may act at once
    child = episode.fork(wish.step, wish.add, wish.remove, wish.action, env=env, agent=wish.agent)
    if episode.path is not None:
        child.save(_free(episode.path, f"fork{wish.step}"))
    return child


def _free(parent: Path, word: str) -> Path:
    """``game-word.jsonl``, ``game-word-2.jsonl``, ...: the first that is not there."""
    names = (f"{parent.stem}-{word}{number}{parent.suffix}" for number in chain([""], (f"-{i}" for i in count(2))))
    return next(path for name in names if not (path := parent.with_name(name)).exists())


def wish_html(number: int, wish: Wish, agent: Any) -> str:
    """What is otherwise in Fork ``number``, in one line; ``agent`` is as nobody changed it."""
    changes = [
        *(_change("−", "removed", each) for each in wish.remove),
        *(_change("+", "added", each) for each in wish.add),
    ]
    if wish.action is not None:
        changes.append(f"next action {code(wish.action, 120)}")
    known = numbers_of(agent)
    changes += [f"{name} {value}" for name, value in numbers_of(wish.agent).items() if value != known.get(name)]
    told = " · ".join(changes) or "nothing is changed: a control"
    return f'<div class="nl-panel"><b>{EDITED.sign} Fork {number}, after step {wish.step}:</b> {told}</div>'


def _change(sign: str, status: str, each: Triplet) -> str:
    return f'<span class="nl-{status}">{sign} {triplet(each)}</span>'
