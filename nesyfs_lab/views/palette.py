"""The one visual language of all views: for each meaning a colour, a line, a sign and a word.

Colours are those of Okabe and Ito, which colour-blind people can tell apart; since a projector may still wash them
out, no meaning is told by colour alone. Each has a shade for light and one for dark JupyterLab themes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Status = Literal["added", "removed", "retrieved", "kept"]
"""What became of a triplet in a step."""
Beside = Literal["true", "stale", "false", "missing", "untold"]
"""What a triplet is beside the truth; the missing ones are facts that the belief lacks."""


@dataclass(frozen=True)
class Mark:
    """How one meaning is shown. ``dashes``: lengths of dash and gap in pixels, empty for a solid line."""

    light: str
    dark: str
    sign: str
    word: str
    width: float = 1.0
    dashes: tuple[int, ...] = ()

    def colour(self, dark: bool) -> str:
        """The shade for a dark or a light background."""
        return self.dark if dark else self.light


TRIPLETS: dict[Status, Mark] = {
    "added": Mark("#0072B2", "#56B4E9", "+", "added in this step", 3.0),
    "removed": Mark("#D55E00", "#E69F00", "−", "removed in this step", 2.5, (9, 6)),
    "retrieved": Mark("#00805D", "#1FC498", "◆", "retrieved for the prompts", 2.5, (2, 4)),
    "kept": Mark("#767676", "#A0A0A0", "", "kept", 1.0),
}
TRUTH: dict[Beside, Mark] = {
    "true": Mark("#00805D", "#1FC498", "✓", "true", 2.0),
    "stale": Mark("#8A5A00", "#E69F00", "~", "stale: it was true", 2.5, (9, 6)),
    "false": Mark("#A8326F", "#E89AC4", "✗", "false: it never was", 3.0, (12, 4, 2, 4)),
    "missing": Mark("#0072B2", "#56B4E9", "?", "missing: true, and not believed", 2.0, (2, 4)),
    "untold": Mark("#767676", "#A0A0A0", "", "the world does not tell", 1.0),
}
PAIR: dict[str, Mark] = {
    "only_a": Mark("#D55E00", "#E69F00", "A", "only A believes it", 2.5, (9, 6)),
    "only_b": Mark("#0072B2", "#56B4E9", "B", "only B believes it", 3.0),
    "both": Mark("#767676", "#A0A0A0", "", "both believe it", 1.0),
}
"""Of two beliefs beside each other."""
MARKS: dict[str, Mark] = {str(name): mark for name, mark in (*PAIR.items(), *TRIPLETS.items(), *TRUTH.items())}
YES = Mark("#00805D", "#1FC498", "✓", "Yes")
NO = Mark("#D55E00", "#E69F00", "✗", "No")
FAILURE = Mark("#A8326F", "#E89AC4", "⚠", "failed")
EDITED = Mark("#A8326F", "#E89AC4", "✎", "edited by you")
CHOSEN = Mark("#000000", "#FFFFFF", "★", "chosen")
SOURCES: dict[str, Mark] = {
    "fast": Mark("#0072B2", "#56B4E9", "»", "fast"),
    "slow": Mark("#8A5A00", "#E69F00", "↻", "slow"),
    "user": Mark("#A8326F", "#E89AC4", "✎", "you"),
}
EVENTS: dict[str, Mark] = {
    "retrieved": replace(TRIPLETS["retrieved"], word="retrieved"),
    "proposed": replace(SOURCES["fast"], word="proposed"),
    "aligned": replace(YES, word="aligned"),
    "vetoed": replace(NO, word="vetoed"),
    "imagined": replace(SOURCES["slow"], sign="∴", word="imagined"),
    "planned": replace(SOURCES["slow"], word="planned"),
    "acted": replace(CHOSEN, sign="►", word="acted"),
    "observed": replace(TRIPLETS["kept"], sign="○", word="observed"),
    "updated": replace(TRIPLETS["added"], sign="±", word="updated"),
    "edited": replace(EDITED, word="edited"),
    "failed": FAILURE,
    "asked": replace(TRIPLETS["kept"], sign="…", word="asked"),
}
"""What happens inside a step."""
LINEAGES = {
    False: ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"),
    True: ("#56B4E9", "#E69F00", "#1FC498", "#CC79A7", "#F0E442", "#D55E00"),
}
"""Colours of surviving lineages on light (False) and dark (True) paper; each also ends in its slot's number."""


def triplet_marks() -> dict[str, dict[str, Any]]:
    """The marks of triplets as plain values, for the page."""
    return {status: asdict(mark) | {"dashes": list(mark.dashes)} for status, mark in MARKS.items()}


def css_variables(dark: bool) -> str:
    """``--nl-added: #…; …`` for one theme."""
    named = {**MARKS, "yes": YES, "no": NO, "failure": FAILURE, "chosen": CHOSEN, "edited": EDITED, **SOURCES}
    named |= {f"event-{name}": mark for name, mark in EVENTS.items()}
    lineages = (f"--nl-lineage-{i}: {colour};" for i, colour in enumerate(LINEAGES[dark]))
    return " ".join([*(f"--nl-{name}: {mark.colour(dark)};" for name, mark in named.items()), *lineages])
