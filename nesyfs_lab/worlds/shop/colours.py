"""Colour words by which WebShop compares options: "midnight navy blue" and "blue" are then one colour."""

from __future__ import annotations

# The rule counts on the order: the first of these that a text contains stands for it.
_WORDS = """
alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown burgundy camel camo
caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral cranberry cream crystal
dark denim eggplant elephant espresso fuchsia gold granite grape graphite grass gray green grey heather indigo ivory
ivy khaki lavender lemon leopard light lilac lime magenta maroon mauve merlot midnight mint mocha multicolor
mushroom mustard natural navy nude olive orange peach pewter pink plum purple rainbow red rose royal rust sand
sapphire seashell silver skull slate steel stone stonewash sunflower tan taupe teal tiger turquoise violet walnut
wheat white wine yellow
"""
COLOURS = tuple(_WORDS.split())


def plain_colour(option: str | tuple[str, str]) -> str | tuple[str, str]:
    """The first colour that ``option`` contains, else ``option``.

    A pair of name and value contains a colour only where one of the two *is* it: in WebShop, goals that are made by
    rule hold pairs, and Python's ``in`` then looks for equal members.
    """
    return next((colour for colour in COLOURS if colour in option), option)
