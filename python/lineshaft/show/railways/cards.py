"""What the data file of Railways says of names: cities, track colours, goods; short forms and colours of a terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..table import Text, codes, cut, ink, join

TRACK_STYLES = ("35", "32", "33", "91", "1", "36")
GOODS_STYLES = ("31", "33", "34", "1", "36", "35")
"""By the place in the data file. White and black are bold: they are seen on any ground."""
START = "Start"
ENGINE = "engine"


class City(NamedTuple):
    """A city card."""

    value: int
    goods: int
    demand: str
    colours: tuple[str, ...]


class Cards(NamedTuple):
    """The lists of a data file. A name that is not in them is written as it is."""

    cities: Mapping[str, City]
    tracks: Mapping[str, tuple[str, str]]
    """Of each colour its short form and its style."""
    goods: Mapping[str, tuple[str, str]]
    kinds: Mapping[str, str]
    """Of each colour of cubes the good."""
    numbers: Mapping[str, Any]
    """The other tables."""

    def track(self, colour: str) -> Text:
        """A track colour in short."""
        return _short(self.tracks, colour)

    def good(self, colour: str) -> Text:
        """A cube in short."""
        return _short(self.goods, colour)

    def demand(self, city: str) -> Text:
        """What a city takes, in short."""
        found = self.cities.get(city)
        return ink("?") if found is None else ink("any") if found.demand == "any" else self.good(found.demand)

    def colours(self, city: str) -> Text:
        """The colours of a city, in short."""
        found = self.cities.get(city)
        return ink("?") if found is None else join(map(self.track, found.colours), " ")

    def kind(self, name: str) -> Text:
        """A card in the colour of its track."""
        return ink(name, self.tracks.get(name.rpartition(" ")[0], ("", ""))[1])

    def card(self, name: str) -> Text:
        """A card; of a city with what is printed on it."""
        if name not in self.cities:
            return self.kind(name)
        value = f"{name} (value {self.cities[name].value}, takes "
        return value + self.demand(name) + ", " + self.colours(name) + ")"


def _short(names: Mapping[str, tuple[str, str]], name: str) -> Text:
    short, style = names.get(name, (name, ""))
    return ink(short, style) if name in names else cut(short, 6)


@lru_cache(maxsize=4)
def cards_of(data_text: str) -> Cards:
    """The cards of a data file that the engine has accepted."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    cities = {
        row["name"]: City(row["value"], row["goods"], row["demand"], tuple(row["colours"])) for row in data["cities"]
    }
    tracks = [row["colour"] for row in data["track"]]
    goods = {row["colour"]: row["good"] for row in data["goods"]}
    return Cards(cities, _styled(tracks, TRACK_STYLES), _styled(list(goods), GOODS_STYLES), goods, data)


def _styled(names: list[str], styles: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    short = codes(names)
    return {name: (short[name], style) for name, style in zip(names, styles, strict=False)}
