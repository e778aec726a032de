"""The belief state as a value: triplets and the immutable knowledge graph that holds them.

A belief changes at every step, and a planner keeps a different one for every particle. The graph is
therefore a *persistent* value: ``updated`` returns a new graph that shares structure with the old one
(pyrsistent's hash maps), so a copy is free and a changed copy costs the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from pyrsistent import pmap
from pyrsistent.typing import PMap

if TYPE_CHECKING:
    import networkx


class Triplet(NamedTuple):
    """One statement: (entity, relation, entity), (entity, attribute, value) or (entity, past verb, entity).

    Source: the paper's section "Knowledge Graph".
    """

    subject: str
    relation: str
    object: str


class KnowledgeGraph:
    """An immutable set of triplets that remembers the order in which they came.

    ``==`` and ``hash`` are those of the set of triplets, order aside; iteration is in insertion order,
    because prompts print it that way and a model server can then reuse what it computed for the prefix.

    Args:
        triplets: (subject, relation, object) triples; a repeated one counts once, at its first place.

    Raises:
        TypeError: when something is not a triple of three strings.
    """

    __slots__ = ("_hash", "_links", "_next", "_order")
    # _order: triplet -> its number; numbers only grow, so sorting by them restores the insertion order.
    # _links: entity -> its triplets, both directions (a persistent map used as a set).
    _order: PMap[Triplet, int]
    _links: PMap[str, PMap[Triplet, bool]]
    _next: int
    _hash: int | None

    def __init__(self, triplets: Iterable[Triplet | tuple[str, str, str]] = ()) -> None:
        empty: KnowledgeGraph = _build(pmap(), pmap(), 0)
        grown = empty.updated(add=triplets)
        _fill(self, grown._order, grown._links, grown._next)

    def updated(
        self,
        add: Iterable[Triplet | tuple[str, str, str]] = (),
        remove: Iterable[Triplet | tuple[str, str, str]] = (),
    ) -> KnowledgeGraph:
        """A new graph without ``remove`` and then with ``add``; unknown removals are ignored.

        Raises:
            TypeError: when something is not a triple of three strings.
        """
        order: Any = self._order.evolver()  # Any: the stubs of the evolvers lack ``in``
        links: Any = self._links.evolver()
        number = self._next
        for triplet in map(_checked, remove):
            if triplet in order:
                order.remove(triplet)
                for end in {triplet.subject, triplet.object}:
                    rest = links[end].remove(triplet)
                    if rest:
                        links[end] = rest
                    else:
                        links.remove(end)
        for triplet in map(_checked, add):
            if triplet not in order:
                order[triplet] = number
                number += 1
                for end in {triplet.subject, triplet.object}:
                    links[end] = (links[end] if end in links else pmap()).set(triplet, True)
        return _build(order.persistent(), links.persistent(), number)

    def connected(self, entities: Iterable[str], depth: int = 1) -> tuple[Triplet, ...]:
        """All incoming and outgoing triplets reached within ``depth`` hops of ``entities``, in insertion order.

        Source: retrieval in Appendix C of the paper. ``depth=0`` gives nothing.

        Raises:
            TypeError: when ``entities`` is a single string, whose letters would be looked up.
            ValueError: when ``depth`` is negative.
        """
        if isinstance(entities, str):
            raise TypeError(f"entities is a collection of names; for a single one write [{entities!r}]")
        if depth < 0:
            raise ValueError(f"depth is the number of hops and cannot be negative, got {depth}")
        seen = set(entities)
        border = seen
        found: set[Triplet] = set()
        for _ in range(depth):
            reached = {t for name in border for t in self._links.get(name, ())} - found
            found |= reached
            border = {end for t in reached for end in (t.subject, t.object)} - seen
            seen |= border
            if not border:
                break
        return tuple(sorted(found, key=self._order.__getitem__))

    def difference(self, other: KnowledgeGraph) -> tuple[Triplet, ...]:
        """The triplets of this graph that ``other`` lacks, in insertion order."""
        return tuple(t for t in self if t not in other)

    @property
    def entities(self) -> tuple[str, ...]:
        """Subjects and objects, each once, in the order of their first triplet."""
        return tuple(dict.fromkeys(end for t in self for end in (t.subject, t.object)))

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """A directed multigraph of its own; an edge's key and ``relation`` attribute name the relation."""
        import networkx

        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        for t in self:
            graph.add_edge(t.subject, t.object, key=t.relation, relation=t.relation)
        return graph

    def __iter__(self) -> Iterator[Triplet]:
        return iter([triplet for triplet, _ in sorted(self._order.items(), key=itemgetter(1))])

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._order

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KnowledgeGraph):
            return NotImplemented
        return self._order.keys() == other._order.keys()

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(frozenset(self._order)))
        assert self._hash is not None
        return self._hash

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a KnowledgeGraph cannot be changed (tried to set {name!r}); use updated(add=, remove=)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a KnowledgeGraph cannot be changed; use updated(add=, remove=)")

    def __copy__(self) -> KnowledgeGraph:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> KnowledgeGraph:
        return self

    def __reduce__(self) -> tuple[type[KnowledgeGraph], tuple[list[Triplet]]]:
        return KnowledgeGraph, (list(self),)

    def __repr__(self) -> str:
        return f"KnowledgeGraph({len(self)} triplets, {len(self.entities)} entities)"


def _build(order: PMap[Triplet, int], links: PMap[str, PMap[Triplet, bool]], number: int) -> KnowledgeGraph:
    graph: KnowledgeGraph = object.__new__(KnowledgeGraph)
    _fill(graph, order, links, number)
    return graph


def _fill(graph: KnowledgeGraph, order: Any, links: Any, number: int) -> None:
    for name, value in (("_order", order), ("_links", links), ("_next", number), ("_hash", None)):
        object.__setattr__(graph, name, value)


def _checked(triplet: Triplet | tuple[str, str, str]) -> Triplet:
    if isinstance(triplet, list | tuple):
        parts = tuple(triplet)
        if len(parts) == 3 and all(isinstance(part, str) for part in parts):
            return Triplet(*parts)
    raise TypeError(f"a triplet is (subject, relation, object), three strings; got {triplet!r}")
