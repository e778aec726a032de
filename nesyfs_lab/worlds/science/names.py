"""What ScienceWorld's texts call a thing, from how they describe it: one rule for the truth and for the reader."""

from __future__ import annotations

import re

_SUBSTANCE = re.compile(r"^(?:an? )?substance called ")
_ARTICLE = re.compile(r"^(?:an?|the|some) ")
# "a sink, which is ...", "a table. On the ...", "a jug (containing ...)", "a book titled ..."
_END = re.compile(r", | \(|\. |\.$| titled | in the \w+ stage|: | approximately \d| at the (?:top|bottom) of the ")
_COLOURED = re.compile(
    r"^(?:red|green|yellow|orange|purple|pink|white|brown|blue|black) "
    r"(apple|apricot|avocado|banana|cherry|grapefruit|lemon|orange|peach|pear|pillow)$"
)


def called(description: str) -> str:
    """``"a jug (containing a substance called water)"`` -> ``"jug"``."""
    text = " ".join(description.split()).removeprefix("A ") if description.startswith("A ") else description
    text = _SUBSTANCE.sub("", text.strip())
    text = _ARTICLE.sub("", _END.split(text, maxsplit=1)[0].strip())
    text = " ".join(text.removeprefix("empty ").split())
    coloured = _COLOURED.match(text)
    return coloured[1] if coloured else text
