"""What towns, connections, kinds of town and colours look like.

What a name stands for is its place in the lists of the data file, never the name itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..canvas import circle, path, points
from ..parts import INK, PAPER, SEATS, WHITE, Drawn, Look, centred, letters, token

__all__ = ["Atlas", "Colour", "Connection", "Kind", "Town", "atlas_of", "badge", "counter", "industry", "mark"]

Point = tuple[float, float]


class Colour(NamedTuple):
    """A colour of a player."""

    name: str
    place: int
    letter: str
    look: Look


class Kind(NamedTuple):
    """A kind of town. One that the data file does not have has no value."""

    name: str
    place: int
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
    double: bool


class Atlas(NamedTuple):
    """The lists of a data file."""

    colours: Mapping[str, Colour]
    kinds: Mapping[str, Kind]
    towns: Mapping[str, Town]
    connections: Mapping[str, Connection]
    crossings: tuple[tuple[str, str], ...]
    """Connections that cross without a junction, by their names."""
    wilds: Mapping[str, int]
    """Wild cards, and the value of the towns that they stand for."""

    def colour(self, name: str) -> Colour:
        return self.colours.get(name) or Colour(name, 0, "?", WHITE)

    def kind(self, name: str) -> Kind:
        return self.kinds.get(name) or Kind(name, 0, "?")


@lru_cache(maxsize=8)
def atlas_of(data_text: str) -> Atlas:
    """The lists of a data file, from its text."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    colours = [row["name"] for row in data["colours"]]
    marks = letters([row["name"] for row in data["types"]])
    kinds = {row["name"]: Kind(row["name"], at, marks[at], row["value"]) for at, row in enumerate(data["types"])}
    joined = [
        Connection(f"{row['a']} - {row['b']}", (row["a"], row["b"]), row["links"] == 2) for row in data["connections"]
    ]
    names = {frozenset(connection.ends): connection.name for connection in joined}
    return Atlas(
        {name: Colour(name, at, letters(colours)[at], SEATS[at]) for at, name in enumerate(colours)},
        kinds,
        {row["name"]: Town(row["name"], kinds[row["type"]], (row["x"], row["y"])) for row in data["towns"]},
        {connection.name: connection for connection in joined},
        tuple((names[frozenset(row["first"])], names[frozenset(row["second"])]) for row in data["crossings"]),
        {f"Wild {row['value']}": row["value"] for row in data["wilds"]},
    )


# --- pieces -----------------------------------------------------------------------------------------------------------

CORNERS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    ((-0.6, -1), (0.6, -1), (1.15, 0), (0.6, 1), (-0.6, 1), (-1.15, 0)),
    ((-1, -0.95), (1, -0.95), (1, 0.35), (0, 1.2), (-1, 0.35)),
    ((0, -1.2), (1.1, -0.2), (0.75, 1), (-0.75, 1), (-1.1, -0.2)),
    ((-1.15, -0.9), (0.75, -0.9), (1.15, 0.9), (-0.75, 0.9)),
    ((-0.75, -0.95), (0.75, -0.95), (1.2, 0.95), (-1.2, 0.95)),
)
"""Outlines of the signs of the kinds of town, by place in the list; the first is a circle."""


@lru_cache(maxsize=64)
def badge(kind: Kind, size: float = 18) -> Drawn:
    """The sign of a kind of town: an outline of its own and its letter."""
    half = size / 2
    corners = CORNERS[kind.place % len(CORNERS)]
    look: dict[str, str | float] = {"fill": INK, "stroke": PAPER, "stroke_width": 1}
    outline = points([(half + x * half * 0.85, half + y * half * 0.85) for x, y in corners])
    ground = path(outline, **look) if corners else circle(half, half, half, **look)
    return Drawn(ground + centred(kind.letter, half, half + size * 0.22, max(11, size * 0.62), PAPER), size, size)


@lru_cache(maxsize=64)
def industry(colour: Colour, size: float = 20) -> Drawn:
    """An Industry, or whatever else a colour marks."""
    return token(colour.place, colour.look, colour.letter, size)


@lru_cache(maxsize=64)
def mark(colour: Colour) -> Drawn:
    """The letter on a Link."""
    ground = circle(8, 8, 7.25, fill=colour.look.fill, stroke=INK, stroke_width=1.5)
    return Drawn(ground + centred(colour.letter, 8, 12, 11, colour.look.ink), 16, 16)


def counter(number: int) -> Drawn:
    """So many Demand counters in a row."""
    discs = "".join(circle(8 + 15 * at, 8, 6.5, fill=INK, stroke=PAPER) for at in range(number))
    return Drawn(discs, 15.0 * number + 2, 16)
