"""What the data file of Workshop says of names: colours, types, towns, connections."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..table import Text, codes, cut, ink

STYLES = ("31", "34", "32", "33", "1", "35")
"""Of the players' colours, by their place in the data file. Black is bold: it is seen on any ground."""


class Town(NamedTuple):
    """A town of the map."""

    type: str
    value: int


class Connection(NamedTuple):
    """Two towns, and how many Links join them."""

    ends: tuple[str, str]
    links: int


class World(NamedTuple):
    """The lists of a data file. A name that is not in them is written as it is."""

    colours: Mapping[str, tuple[str, str]]
    """Of each colour its short form and its style."""
    types: Mapping[str, tuple[str, int]]
    """Of each type its short form and its value."""
    towns: Mapping[str, Town]
    connections: Mapping[str, Connection]
    """By name: ``Leeds - Hull``."""
    numbers: Mapping[str, Any]
    """All tables."""

    def colour(self, name: str) -> Text:
        return ink(name, self.style(name))

    def short(self, name: str) -> Text:
        """A colour in short."""
        return ink(self.colours[name][0], self.style(name)) if name in self.colours else cut(name, 4)

    def style(self, name: str) -> str:
        return self.colours.get(name, ("", ""))[1]

    def card(self, name: str) -> Text:
        """A card with what is printed on it: ``Leeds (Textile 4)``."""
        town = self.towns.get(name)
        return ink(name) if town is None else ink(f"{name} ({town.type} {town.value})")

    def crossings(self) -> list[str]:
        """Pairs of connections that cross without a junction."""
        return [f"{' - '.join(row['first'])} and {' - '.join(row['second'])}" for row in self.numbers["crossings"]]

    def link_cost(self, era: str) -> int:
        return int(self.numbers["links"]["canal_cost" if era == "canal" else "rail_cost"])

    def rounds(self, players: int) -> int:
        """How many rounds an era has (R4)."""
        cards = sum(row["cards"] for row in self.numbers["towns"]) + sum(row["count"] for row in self.numbers["wilds"])
        aside = next(row["set_aside"] for row in self.numbers["players"] if row["number"] == players)
        return int((cards - aside) // (4 if players == 2 else players))


@lru_cache(maxsize=4)
def world_of(data_text: str) -> World:
    """The world of a data file that the engine has accepted."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    names = [row["name"] for row in data["colours"]]
    short = codes(names)
    values = {row["name"]: row["value"] for row in data["types"]}
    kinds = codes(list(values))
    return World(
        {name: (short[name], style) for name, style in zip(names, STYLES, strict=False)},
        {name: (kinds[name], value) for name, value in values.items()},
        {row["name"]: Town(row["type"], values[row["type"]]) for row in data["towns"]},
        {f"{row['a']} - {row['b']}": Connection((row["a"], row["b"]), row["links"]) for row in data["connections"]},
        data,
    )
