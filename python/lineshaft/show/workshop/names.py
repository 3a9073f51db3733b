"""Names of Workshop in characters: short forms, the colours of a terminal, cards with what is printed on them."""

from __future__ import annotations

from typing import NamedTuple

from ..characters import Text, cut, ink
from .data import Atlas, atlas_of

__all__ = ["Names", "names_of"]

SHORT = 8
"""The most columns of a short form; names that are not in the data file are cut to them."""


class Names(NamedTuple):
    """The lists of a data file, as text."""

    atlas: Atlas

    def style(self, colour: str) -> str:
        return self.atlas.colour(colour).style

    def colour(self, name: str) -> Text:
        return ink(name, self.style(name))

    def short(self, name: str) -> Text:
        """A colour in short."""
        return cut(ink(self.atlas.colour(name).short, self.style(name)), SHORT)

    def kind(self, town: str) -> Text:
        """The kind of a town in short, and the value: ``Tex 4``."""
        found = self.atlas.towns.get(town)
        return ink("?") if found is None else ink(f"{found.kind.short} {found.kind.value}")

    def card(self, name: str) -> Text:
        """A card with what is printed on it: ``Leeds (Textile 4)``."""
        town = self.atlas.towns.get(name)
        return ink(name) if town is None else ink(f"{name} ({town.kind.name} {town.kind.value})")


def names_of(data_text: str) -> Names:
    return Names(atlas_of(data_text))
