"""Variants, rules options, and the numbers that the rulebook prints for each number of players."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Counts:
    """R1, R2, R4, R5: ``draw`` is the number of Demand counters that each player draws in an era."""

    players: int
    colours: int
    set_aside: int
    start_cash: int
    draw: int

    def rounds(self, cards: int) -> int:
        """R4: rounds in an era, with a deck of ``cards`` cards in all."""
        return (cards - self.set_aside) // self.colours

    def turns(self, cards: int) -> int:
        """Turns of one player in an era."""
        return self.rounds(cards) * self.colours // self.players


COUNTS = {
    2: Counts(2, 4, 11, 100, 4),
    3: Counts(3, 3, 12, 50, 2),
    4: Counts(4, 4, 11, 50, 2),
    5: Counts(5, 5, 9, 50, 2),
}

LINK_COST = {"canal": 3, "rail": 2}
"""R27."""
