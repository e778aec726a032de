"""The environment that both shops share: one goal in one catalogue, behind the common face."""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from ...language import Language
from ..contract import CHARSET, MAX_ACTION, MAX_OBSERVATION, Task, text_space
from . import pages
from .facts import Shown
from .goals import Goal, split_of
from .language import SHOPPING
from .products import Catalogue
from .reward import Score, reward

Step = tuple[str, float, bool, bool, dict[str, Any]]

_NOTHING = "Nothing happens."
# A small model plays a placeholder as it stands ("search[keywords]"), so both are shown by an example.
_ACTING = (
    "To search, act with what you look for in brackets, such as search[red summer dress]. "
    "To click, act with click and what the page offers, such as click[Buy Now]."
)
_AROUND_A_PRODUCT = 2_000  # characters of a page besides what it prints of a product, at most


class ShopWorld(gymnasium.Env[str, str]):
    """A shop and something to buy there.

    Actions are ``search[keywords]`` and ``click[what is printed]``. "Buy Now" ends the episode; its reward, and the
    score, is what the purchase is worth, from 0 to 1, and 1 is won. Any other text is answered with "Nothing happens."
    and the page stays as it is (WebShop would print the page again).

    ``info["admissible_commands"]`` are all clicks of a page. On the page that has nothing but the search field the key
    is absent, for keywords are free text; after the end it is empty. To search works on the other pages too, as in
    WebShop. ``info["acting"]`` tells the agent the two forms, as prompts for WebShop do.

    Args:
        task, goal: what is asked for.
        catalogue: what there is.
        seed: of the prices of products that have a range.
        show_attrs: whether items also have a page of attributes, with the categories. WebShop's own default is no.
        max_steps: the episode is truncated after so many actions; None plays on.

    Raises:
        ValueError: when ``max_steps`` is not positive.
        TypeError: when ``max_steps`` is no integer.
    """

    language: ClassVar[Language] = SHOPPING

    def __init__(
        self,
        task: Task,
        goal: Goal,
        catalogue: Catalogue,
        *,
        seed: int = 0,
        show_attrs: bool = False,
        max_steps: int | None = None,
    ) -> None:
        if max_steps is not None and operator.index(max_steps) < 1:
            raise ValueError(f"max_steps is a number of actions, at least 1, or None for no limit; got {max_steps}")
        letters = catalogue.alphabet | set(CHARSET + goal.instruction)
        longest = max(MAX_OBSERVATION, catalogue.longest + len(goal.instruction) + _AROUND_A_PRODUCT)
        self.observation_space = spaces.Text(longest, min_length=0, charset=letters)
        self.action_space = text_space(MAX_ACTION)
        self.task = task
        self.goal = goal
        self.catalogue = catalogue
        self.seed = seed
        self.show_attrs = show_attrs
        self.max_steps = max_steps
        self._page = pages.Page()
        self._shown = Shown()
        self._score: Score | None = None
        self._moves = 0
        self._playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Open the shop's first page. Nothing in it is random: ``seed`` changes nothing."""
        super().reset(seed=seed)
        self._page, self._shown, self._score, self._moves = pages.Page(), Shown(), None, 0
        self._shown.see(self._page)
        self._playing = True
        return self._printed(), self._info()

    def step(self, action: str) -> Step:
        """Do ``action``; one that means nothing on this page is answered with "Nothing happens.".

        Raises:
            gymnasium.error.ResetNeeded: when no episode is being played.
            TypeError: when ``action`` is no string.
        """
        if not self._playing:
            raise gymnasium.error.ResetNeeded("no episode is being played (it has ended, or never began): call reset()")
        if not isinstance(action, str):
            raise TypeError(f"an action is a string such as 'search[red mug]', not {action!r}")
        page = pages.after(self._page, action, self.catalogue.search, self.show_attrs)
        if page is not None:
            self._page = page
            self._shown.see(page)
        self._moves += 1
        if self._page.kind == "end" and self._page.product is not None:
            product = self._page.product
            chosen = tuple(self._page.chosen.values())
            self._score = reward(self.goal, product, product.price(self.seed), chosen)
        ended = self._score is not None
        late = self.max_steps is not None and self._moves >= self.max_steps
        self._playing = not (ended or late)
        observation = _NOTHING if page is None else self._printed()
        return observation, self._value(), ended, late and not ended, self._info()

    def close(self) -> None:
        """Leave the shop; ``reset`` enters it again."""
        self._playing = False
        self._page, self._shown = pages.Page(), Shown()

    def _value(self) -> float:
        return self._score.value if self._score else 0.0

    def _printed(self) -> str:
        return pages.printed(self._page, self.goal.instruction, self._value(), self.show_attrs)

    def _info(self) -> dict[str, Any]:
        info = {
            "task": self.goal.instruction,
            "acting": _ACTING,
            "won": self._value() == 1.0,
            "score": self._value(),
            "facts": self._shown.facts(self._page),
        }
        if self._page.kind != "search":
            clicks = pages.clickable(self._page, self.show_attrs).values()
            info["admissible_commands"] = [f"click[{text}]" for text, _ in clicks]
        return info


def task_of(goal: Goal, row: int, split: str | None = None) -> Task:
    """A goal as a row of the table of tasks; its type is the product's category, its split WebShop's unless given."""
    return Task(
        id=goal.id,
        goal=goal.instruction,
        type=goal.product.category,
        split=split or split_of(row),
        level=goal.level,
        expert_length=len(goal.walkthrough) or None,
    )
