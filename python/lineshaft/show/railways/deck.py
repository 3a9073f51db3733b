"""What colours look like and what is printed on cities.

What a name stands for is its place in the lists of the data file, never the name itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..parts import BLACK, BLUE, BROWN, GREEN, ORANGE, PINK, RED, VIOLET, WHITE, YELLOW, Look, letters

__all__ = ["City", "Deck", "Kind", "deck_of"]

TRACKS = (VIOLET, GREEN, BROWN, ORANGE, WHITE, PINK)
CUBES = (RED, YELLOW, BLUE, BLACK, PINK, WHITE)
STRANGE = WHITE
"""How a colour looks that the data file does not have."""


class Kind(NamedTuple):
    """A colour of track or of cubes."""

    name: str
    place: int
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
    """The lists of a data file."""

    tracks: Mapping[str, Kind]
    cubes: Mapping[str, Kind]
    cities: Mapping[str, City]

    def track(self, colour: str) -> Kind:
        return self.tracks.get(colour) or Kind(colour, 0, "?", STRANGE)

    def cube(self, colour: str) -> Kind:
        return self.cubes.get(colour) or Kind(colour, 0, "?", STRANGE)

    def city(self, name: str) -> City:
        return self.cities.get(name) or City(name)


@lru_cache(maxsize=8)
def deck_of(data_text: str) -> Deck:
    """The lists of a data file, from its text."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    tracks = _kinds([(row["colour"], "") for row in data["track"]], TRACKS)
    cubes = _kinds([(row["colour"], row["good"]) for row in data["goods"]], CUBES)
    cities = [
        City(row["name"], row["value"], row["goods"], row["demand"], tuple(row["colours"])) for row in data["cities"]
    ]
    return Deck(tracks, cubes, {city.name: city for city in cities})


def _kinds(rows: Sequence[tuple[str, str]], looks: Sequence[Look]) -> dict[str, Kind]:
    marks = letters([colour for colour, _ in rows])
    return {colour: Kind(colour, place, marks[place], looks[place], good) for place, (colour, good) in enumerate(rows)}
