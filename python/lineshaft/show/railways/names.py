"""Names of Railways in characters: short forms, the colours of a terminal, cards with what is printed on them."""

from __future__ import annotations

from typing import NamedTuple

from ..characters import Text, cut, ink, join
from .data import Deck, Kind, deck_of

__all__ = ["Names", "names_of"]

SHORT = 8
"""The most columns of a short form; names that are not in the data file are cut to them."""


class Names(NamedTuple):
    """The lists of a data file, as text."""

    deck: Deck

    def track(self, colour: str) -> Text:
        """A track colour in short."""
        return _short(self.deck.track(colour))

    def good(self, colour: str) -> Text:
        """A cube in short."""
        return _short(self.deck.cube(colour))

    def cube(self, colour: str) -> Text:
        """``red (wood)``."""
        kind = self.deck.cube(colour)
        return ink(colour, kind.style) + (f" ({kind.good})" if kind.good else "")

    def demand(self, city: str) -> Text:
        """What a city takes, in short."""
        taken = self.deck.city(city).demand
        return ink("?") if taken is None else ink("any") if taken == "any" else self.good(taken)

    def colours(self, city: str) -> Text:
        """The colours of a city, in short."""
        return join(map(self.track, self.deck.city(city).colours), " ", none="?")

    def kind(self, name: str) -> Text:
        """A card in the colour of its track."""
        return ink(name, self.deck.track(name.rpartition(" ")[0]).style)

    def card(self, name: str) -> Text:
        """A card; of a city with what is printed on it."""
        if name not in self.deck.cities:
            return self.kind(name)
        value = f"{name} (value {self.deck.city(name).value}, takes "
        return value + self.demand(name) + ", " + self.colours(name) + ")"


def _short(kind: Kind) -> Text:
    return cut(ink(kind.short, kind.style), SHORT)


def names_of(data_text: str) -> Names:
    return Names(deck_of(data_text))
