"""What the data file of Workshop says of names: colours, kinds of town, towns, connections; and how colours look.

How a name looks is decided by its place in the lists of the file, never by the name itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..characters import codes
from ..parts import SEATS, WHITE, Look, letters

__all__ = ["Atlas", "Colour", "Connection", "Kind", "Point", "Town", "atlas_of"]

STYLES = ("31", "34", "32", "33", "1", "35")
"""Of the players' colours in a terminal, as ``SEATS`` in a picture. Black is bold: it is seen on any ground."""

Point = tuple[float, float]


class Colour(NamedTuple):
    """A colour of a player: its short form and style in a terminal, its letter and look in a picture."""

    name: str
    place: int
    short: str
    style: str
    letter: str
    look: Look


class Kind(NamedTuple):
    """A kind of town. One that the data file does not have has no value."""

    name: str
    place: int
    short: str
    letter: str
    value: int = 0


class Town(NamedTuple):
    """A town, and where it lies in the coordinates of the data file."""

    name: str
    kind: Kind
    at: Point


class Connection(NamedTuple):
    """Two towns that are joined."""

    name: str
    ends: tuple[str, str]
    links: int
    """How many Links join them; a double connection has two."""


class Atlas(NamedTuple):
    """The lists of a data file. A name that is not in them is written as it is."""

    colours: Mapping[str, Colour]
    kinds: Mapping[str, Kind]
    towns: Mapping[str, Town]
    connections: Mapping[str, Connection]
    crossings: tuple[tuple[str, str], ...]
    """Connections that cross without a junction, by their names."""
    wilds: Mapping[str, int]
    """Wild cards, and the value of the towns that they stand for."""
    numbers: Mapping[str, Any]
    """All tables."""

    def colour(self, name: str) -> Colour:
        return self.colours.get(name) or Colour(name, 0, name, "", "?", WHITE)

    def kind(self, name: str) -> Kind:
        return self.kinds.get(name) or Kind(name, 0, name, "?")

    def links(self, connection: str) -> int:
        """How many Links lie on a connection that has been built."""
        return self.connections[connection].links if connection in self.connections else 1

    def in_play(self, players: int) -> list[str]:
        """The colours in play: the first ones of the list, two for each of two players (R1)."""
        return [*self.colours][: 4 if players == 2 else players]

    def seats(self, players: int) -> list[list[str]]:
        """The colours of each player (R1)."""
        return [self.in_play(players)[player::players] for player in range(players)]

    def link_cost(self, era: str) -> int:
        return int(self.numbers["links"]["canal_cost" if era == "canal" else "rail_cost"])

    def rounds(self, players: int) -> int:
        """How many rounds an era has (R4)."""
        cards = sum(row["cards"] for row in self.numbers["towns"]) + sum(row["count"] for row in self.numbers["wilds"])
        aside = next(row["set_aside"] for row in self.numbers["players"] if row["number"] == players)
        return int((cards - aside) // len(self.in_play(players)))


@lru_cache(maxsize=8)
def atlas_of(data_text: str) -> Atlas:
    """The lists of a data file that the engine has accepted, from its text."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    joined = [Connection(f"{row['a']} - {row['b']}", (row["a"], row["b"]), row["links"]) for row in data["connections"]]
    kinds = _kinds(data["types"])
    names = {frozenset(connection.ends): connection.name for connection in joined}
    return Atlas(
        _colours([row["name"] for row in data["colours"]]),
        kinds,
        {row["name"]: Town(row["name"], kinds[row["type"]], (row["x"], row["y"])) for row in data["towns"]},
        {connection.name: connection for connection in joined},
        tuple((names[frozenset(row["first"])], names[frozenset(row["second"])]) for row in data["crossings"]),
        {f"Wild {row['value']}": row["value"] for row in data["wilds"]},
        data,
    )


def _colours(names: Sequence[str]) -> dict[str, Colour]:
    short, marks = codes(names), letters(names)
    return {name: Colour(name, at, short[name], STYLES[at], marks[at], SEATS[at]) for at, name in enumerate(names)}


def _kinds(rows: Sequence[Mapping[str, Any]]) -> dict[str, Kind]:
    names = [row["name"] for row in rows]
    short, marks = codes(names), letters(names)
    return {name: Kind(name, at, short[name], marks[at], rows[at]["value"]) for at, name in enumerate(names)}
