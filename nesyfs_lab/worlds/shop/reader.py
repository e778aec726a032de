"""Pages become triplets by code: those of ``facts``, as far as a page and the click that led to it tell them.

Three things a page does not print, so they come from the click and from the belief: which product an item's page is
about (its number is printed only where it is listed), which of the sub-pages this is, and what was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...graph import KnowledgeGraph, Triplet
from ...language import Reading
from . import pages
from .facts import PLACES, YOU, page_name, titled, told

# Names of options. A page prints them like values; only by knowing them can one tell which values exclude each other.
_NAMES = frozenset(
    """
    capacity; color; colour; configuration; digital storage capacity; edition; fit type; flavor; flavor name; format;
    grip type; hand orientation; item display weight; item form; item package quantity; item shape; item weight; length;
    material; material type; metal type; model; model name; number of items; pattern; pattern name; platform;
    product packaging; scent; scent name; service provider; set name; shape; size; size name; special size; special size
    type; style; style name; team name; voltage; wattage; width; wood type
    """.replace("\n", " ").split(";")
)
_HEADINGS = frozenset(" ".join(name.split()) for name in _NAMES)

_RESULTS = re.compile(r"Page (\d+) \(Total results: \d+\)")
_PRICE = re.compile(r"\$[\d.e+]+(?: to \$[\d.e+]+)?")
_CLICK = re.compile(r"\s*click\s*\[(.*)\]\s*", re.IGNORECASE | re.DOTALL)
_SEARCH = re.compile(r"\s*search\s*\[.*\]\s*", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"(?=\S*\d)[A-Z0-9]{1,10}")


def read(belief: KnowledgeGraph, action: str | None, observation: str) -> Reading:
    """What a page says, and what of ``belief`` it ends (see ``nesyfs_lab.language.Reader``)."""
    texts = [text.strip() for text in observation.split(pages.SEPARATOR.strip())]
    match texts:
        case [pages.THANKS, *_]:
            return _end(belief)
        case [pages.SHOP, pages.INSTRUCTION, *_, pages.SEARCH]:
            return Reading((Triplet(YOU, "at", PLACES["search"]),), (*_on_item(belief), *_about(belief, "listed on")))
        case [pages.INSTRUCTION, _, pages.BACK, title, *rest] if found := _RESULTS.fullmatch(title):
            return _results(belief, action, page_name(int(found.group(1))), rest)
        case [pages.INSTRUCTION, _, pages.BACK, pages.PREVIOUS, *rest]:
            clicked = _clicked(action)
            return _item(belief, clicked, rest) if rest[-1:] == [pages.BUY] else _sub_page(belief, clicked, rest)
    return Reading(())


def _end(belief: KnowledgeGraph) -> Reading:
    viewed = _viewed(belief)
    bought = (Triplet(YOU, "bought", viewed),) if viewed else ()
    return Reading((Triplet(YOU, "at", PLACES["end"]), *bought), _about(belief, "view"))


def _results(belief: KnowledgeGraph, action: str | None, page: str, texts: Sequence[str]) -> Reading:
    said = [Triplet(YOU, "at", page)]
    for name, title, price in _listed(texts):
        said += [Triplet(name, "listed on", page), *titled(name, title, price)]
    listings = [old for old in _about(belief, "listed on") if old not in said]
    # A new search makes a new list; to turn the page leaves the other pages as they are.
    anew = action is not None and _SEARCH.fullmatch(action) is not None
    stale = (old for old in listings if anew or old.object == page)
    return Reading(tuple(said), (*_on_item(belief), *stale))


def _listed(texts: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Number, title (which may be missing) and price of each product."""
    entry: list[str] = []
    for text in texts:
        if not entry and text in (pages.PREVIOUS, pages.NEXT):
            continue
        if entry and _PRICE.fullmatch(text):
            yield entry[0], " ".join(entry[1:]), text
            entry = []
        else:
            entry.append(text)


def _item(belief: KnowledgeGraph, clicked: str, texts: Sequence[str]) -> Reading:
    at = Triplet(YOU, "at", PLACES["item"])
    where = max((i for i, text in enumerate(texts) if text.startswith("Price: ")), default=-1)
    if where < 0:
        return Reading((at,))
    *options, title = texts[:where] or [""]  # a product may have no title
    price = texts[where].removeprefix("Price: ")
    groups = _groups(options)
    chosen = next((group for group in reversed(groups) if clicked in map(str.lower, group)), None)
    opened = chosen is None and clicked != pages.PREVIOUS.lower() and bool(_ID.fullmatch(clicked.upper()))
    name = _spelled(belief, clicked) if opened else _viewed(belief) or _called(belief, title)
    if not name:
        return Reading((at,))
    said = [at, Triplet(YOU, "view", name), *titled(name, title, price)]
    said += [Triplet(name, "has option", value) for group in groups for value in group]
    ended = _about(belief, "chose") if opened else ()
    if chosen is not None:
        value = next(value for value in chosen if value.lower() == clicked)
        said.append(Triplet(YOU, "chose", value))
        ended = tuple(old for old in _about(belief, "chose") if old.object in chosen and old.object != value)
    return Reading(tuple(said), ended)


def _groups(texts: Sequence[str]) -> list[list[str]]:
    """Values of options, those of one option together."""
    groups: list[list[str]] = []
    for i, text in enumerate(texts):
        if i == 0 or text in _HEADINGS:
            groups.append([])
        else:
            groups[-1].append(text)
    return groups


def _sub_page(belief: KnowledgeGraph, clicked: str, texts: Sequence[str]) -> Reading:
    kind = next((name for name in pages.SUB_PAGES if name.lower() == clicked), None)
    if kind is None:
        return Reading(())
    name = _viewed(belief)
    about = (Triplet(YOU, "view", name), *told(name, kind, texts)) if name else ()
    return Reading((Triplet(YOU, "at", PLACES[kind]), *about))


def _clicked(action: str | None) -> str:
    """What was clicked, in lower case; empty when nothing was."""
    click = _CLICK.fullmatch(action or "")
    return click.group(1).strip().lower() if click else ""


def _about(belief: KnowledgeGraph, *relations: str) -> tuple[Triplet, ...]:
    return tuple(triplet for triplet in belief if triplet.relation in relations)


def _on_item(belief: KnowledgeGraph) -> tuple[Triplet, ...]:
    """What ends when no item is open any more."""
    return _about(belief, "view", "chose")


def _viewed(belief: KnowledgeGraph) -> str | None:
    return next((triplet.object for triplet in _about(belief, "view") if triplet.subject == YOU), None)


def _called(belief: KnowledgeGraph, title: str) -> str | None:
    return next((triplet.subject for triplet in _about(belief, "is called") if triplet.object == title), None)


def _spelled(belief: KnowledgeGraph, name: str) -> str:
    """A product's number as pages print it."""
    return next((triplet.subject for triplet in belief if triplet.subject.lower() == name), name.upper())
