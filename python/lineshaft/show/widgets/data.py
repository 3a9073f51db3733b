"""What the data file of Widget's Workshop says of names: types of part, traits, and the cards that they make.

A trait is told by its place in the lists of the file, never by its name.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from itertools import product
from typing import NamedTuple

__all__ = ["Card", "Deck", "deck_of"]

KINDS = ("elements", "archetypes", "makeups")


class Card(NamedTuple):
    """What a card's name stands for. One that the data file does not have is no part; it is written in words."""

    name: str
    traits: tuple[int, ...] = ()
    """The places of its element, archetype and makeup."""
    column: int = 0
    """The place among the cards of the same part."""
    part: int | None = None
    """The place among the types of part."""


class Deck(NamedTuple):
    """The lists of a data file, and what follows from them."""

    parts: tuple[str, ...]
    traits: tuple[tuple[str, ...], ...]
    """Elements, archetypes and makeups."""
    columns: int
    """The number of cards of the same part."""
    cards: dict[str, Card]

    def card(self, name: str) -> Card:
        return self.cards.get(name, Card(name))

    def part_of(self, card: Card) -> str:
        return "" if card.part is None else self.parts[card.part]

    def traits_of(self, card: Card) -> list[str]:
        return [names[place] for names, place in zip(self.traits, card.traits, strict=False)]


@lru_cache(maxsize=4)
def deck_of(data_text: str) -> Deck:
    """The deck of a data file that the engine has accepted: each part with each element, archetype and makeup."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    parts, *traits = (tuple(row["name"] for row in data[key]) for key in ("parts", *KINDS))
    trios = list(product(*(range(len(names)) for names in traits)))
    cards = {}
    for at, part in enumerate(parts):
        for column, trio in enumerate(trios):
            name = " ".join([*(names[place] for names, place in zip(traits, trio, strict=True)), part])
            cards[name] = Card(name, trio, column, at)
    return Deck(parts, tuple(traits), len(trios), cards)
