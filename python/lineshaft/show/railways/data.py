"""What the data file of Railways says of names: cities, colours of track and of cubes, and how colours look.

How a colour looks is decided by its place in the lists of the file, never by its name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..characters import codes
from ..parts import BLACK, BLUE, BROWN, GREEN, ORANGE, PINK, RED, VIOLET, WHITE, YELLOW, Look, letters

__all__ = ["ENGINE", "START", "City", "Deck", "Kind", "deck_of"]

TRACKS = (("35", VIOLET), ("32", GREEN), ("33", BROWN), ("91", ORANGE), ("1", WHITE), ("36", PINK))
CUBES = (("31", RED), ("33", YELLOW), ("34", BLUE), ("1", BLACK), ("36", PINK), ("35", WHITE))
"""In a terminal, and in a picture. White and black are bold in a terminal: they are seen on any ground."""
START = "Start"
ENGINE = "engine"


class Kind(NamedTuple):
    """A colour of track or of cubes: its short form and style in a terminal, its letter and look in a picture."""

    name: str
    place: int
    short: str
    style: str
    letter: str
    look: Look
    good: str = ""


class City(NamedTuple):
    """What is printed on a city's card; one that the data file does not have has its name alone."""

    name: str
    value: int | None = None
    goods: int = 0
    demand: str | None = None
    colours: tuple[str, ...] = ()


class Deck(NamedTuple):
    """The lists of a data file. A name that is not in them is written as it is."""

    tracks: Mapping[str, Kind]
    cubes: Mapping[str, Kind]
    cities: Mapping[str, City]
    numbers: Mapping[str, Any]
    """All tables."""

    def track(self, colour: str) -> Kind:
        return self.tracks.get(colour) or _strange(colour)

    def cube(self, colour: str) -> Kind:
        return self.cubes.get(colour) or _strange(colour)

    def city(self, name: str) -> City:
        return self.cities.get(name) or City(name)


def _strange(colour: str) -> Kind:
    return Kind(colour, 0, colour, "", "?", WHITE)


@lru_cache(maxsize=8)
def deck_of(data_text: str) -> Deck:
    """The lists of a data file that the engine has accepted, from its text."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    tracks = _kinds([(row["colour"], "") for row in data["track"]], TRACKS)
    cubes = _kinds([(row["colour"], row["good"]) for row in data["goods"]], CUBES)
    cities = [
        City(row["name"], row["value"], row["goods"], row["demand"], tuple(row["colours"])) for row in data["cities"]
    ]
    return Deck(tracks, cubes, {city.name: city for city in cities}, data)


def _kinds(rows: Sequence[tuple[str, str]], looks: Sequence[tuple[str, Look]]) -> dict[str, Kind]:
    names = [colour for colour, _ in rows]
    short, marks = codes(names), letters(names)
    return {
        colour: Kind(colour, place, short[colour], looks[place][0], marks[place], looks[place][1], good)
        for place, (colour, good) in enumerate(rows)
    }
