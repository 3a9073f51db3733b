"""Variants, rules options, and how many colours are in play."""

from __future__ import annotations

from ..options import Option, Variant

VARIANTS = (
    Variant("standard", "R8", "the rules of 2012"),
    Variant("first-edition", "R19", "three to five players bid secretly for turn order; two players as in standard"),
)

OPTIONS = (
    Option(
        "crossing_strict",
        True,
        "R29",
        "whoever placed in an end of one crossing line may not lay the other at all this turn",
        choices=(True, False),
    ),
    Option(
        "fists_paid",
        "both",
        "R16",
        "who pays hidden bids: everybody, or only the one who comes first; no effect in the once-round auction",
        choices=("both", "winner"),
    ),
)


COLOURS = {2: 4, 3: 3, 4: 4, 5: 5}
"""R1: the number of colours in play, by the number of players."""
