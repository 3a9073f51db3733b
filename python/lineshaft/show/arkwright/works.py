"""What the data file of Arkwright says: tiles, worker cards, tracks, Development cards, wages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..table import Text, ink

STYLES = ("33", "35", "36", "31", "32", "34")
"""Of the goods, by their place in the data file."""
TRACKS = ("automation", "quality", "distribution", "shipping", "warehouse", "office")
"""The key of each track, by the place of its name."""
SHIPYARD, CHEAP_CREDIT = 8, 6
"""Numbers of a Development card and of an event; names may change."""
ROMAN = ("0", "I", "II", "III", "IV")


def roman(decade: int) -> str:
    return ROMAN[decade] if 0 <= decade < len(ROMAN) else str(decade)


class Works(NamedTuple):
    """The tables of a data file. What they do not have is written as ``?``."""

    goods: tuple[str, ...]
    tiles: Mapping[tuple[str, int], Mapping[str, int]]
    """By good and decade."""
    tracks: Mapping[str, tuple[Any, ...]]
    """The values of each level, by the name of the track."""
    data: Mapping[str, Any]

    def good(self, name: str) -> Text:
        return ink(name, STYLES[self.goods.index(name)] if name in self.goods else "")

    def decade(self, turn: int) -> int:
        """Of a round, both from 1."""
        return (turn - 1) // int(self.data["game"]["rounds_per_decade"]) + 1

    def active(self, turn: int) -> str:
        """The good of a round (R1, R55)."""
        rounds = int(self.data["game"]["rounds_per_decade"])
        return self.goods[(turn - 1) % rounds % len(self.goods)]

    def rounds(self) -> int:
        return int(self.data["game"]["decades"] * self.data["game"]["rounds_per_decade"])

    def wages(self, players: int) -> list[int]:
        """Of each space, in a game of so many."""
        return list(self.data["setups"]["rows"][players - 1]["wages"])

    def sides(self, decade: int, cards: int) -> str:
        """The sides of the worker cards on a tile, ``BA``; a ``?`` where the file has no such decade or card (R12)."""
        by_decade = self.data["crew_flips"]["by_decade"]
        letters = by_decade[decade - 1] if 0 < decade <= len(by_decade) else ""
        return str(letters[:cards]).ljust(cards, "?")

    def units(self, side: str) -> int | None:
        """The labour units of a side."""
        return None if side == "?" else int(self.data["crew_sides"][f"{side.lower()}_units"])

    def output(self, good: str, factory: Mapping[str, Any]) -> int | None:
        """Of the tile and the worker cards (R34)."""
        tile, sides = self.tiles.get((good, factory["decade"])), self.sides(factory["decade"], factory["worker_cards"])
        if tile is None or "?" in sides:
            return None
        return int(tile["output"]) + sum(int(self.data["crew_sides"][f"{side.lower()}_output"]) for side in sides)

    def level(self, track: str, level: int) -> Any:
        """What a track says at a level, None beyond it."""
        values = self.tracks.get(track, ())
        return values[level] if level < len(values) else None

    def has(self, seat: Mapping[str, Any], number: int) -> bool:
        """Whether a player holds the Development card of that number."""
        return any(row["number"] == number and row["name"] in seat["cards"] for row in self.data["cards"]["rows"])

    def ships(self, seat: Mapping[str, Any]) -> int:
        more = self.data["card_effects"]["shipyard_ships"] if self.has(seat, SHIPYARD) else 0
        return int(self.data["ships"]["owned"] + more)

    def loan(self, position: Mapping[str, Any], seat: Mapping[str, Any]) -> int:
        """What a regular loan pays (R8, R21)."""
        rows = self.data["events"]["rows"]
        cheap = sum(row["amount"] for row in rows if (row["number"], row["name"]) == (CHEAP_CREDIT, position["event"]))
        return int(seat["share_value"] + cheap)

    def appeal(self, good: str, seat: Mapping[str, Any], price: int) -> int | None:
        """What is left for appeal at a price (R24)."""
        factory = seat["factories"][good]
        tile = self.tiles.get((good, factory["decade"]))
        if tile is None:
            return None
        effects = self.data["card_effects"]
        engineer = effects["engineer_turned" if seat["engineer_turned"] else "engineer_value"]
        total = tile["price"] + tile["appeal"] + self.data["office"]["value"] + factory["quality"]
        total += factory["distribution"] + (engineer if seat["engineer"] == good else 0)
        return int(min(total - price, self.data["appeal"]["top"]))


@lru_cache(maxsize=4)
def works_of(data_text: str) -> Works:
    """The tables of a data file that the engine has accepted."""
    data = tomllib.loads(data_text.removeprefix("\ufeff"))
    tracks = {name: tuple(data["tracks"][key]) for name, key in zip(data["tracks"]["names"], TRACKS, strict=True)}
    tiles = {(row["good"], row["decade"]): row for row in data["tiles"]["rows"]}
    return Works(tuple(data["goods"]["names"]), tiles, tracks, data)
