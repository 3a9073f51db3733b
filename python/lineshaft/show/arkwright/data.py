"""What the data file of Arkwright says, and what follows from it for a seat: wages, costs, output, ships.

Names stand for their places in the lists of the file, and effects belong to the number of a card or event.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ...errors import InvalidArgument
from ..parts import letters

__all__ = [
    "ADVERTISER",
    "CRAFTSMAN",
    "ENGINEER",
    "PATENT",
    "TRACKS",
    "Card",
    "Crew",
    "Ledger",
    "Plant",
    "Seat",
    "ledger_of",
    "roman",
    "sales_limit",
]

FOREMAN, STEWARD, CRAFTSMAN, ADVERTISER, PATENT, LARGE_WAREHOUSE = 1, 2, 4, 5, 6, 7
SHIPYARD, MERCHANT, MECHANIC, ENGINEER = 8, 9, 10, 12
"""Numbers of Development cards whose effect is a figure here."""
CHEAP_CREDIT = 6
"""The number of an event."""
WAREHOUSE = 4
"""The place of a track."""
TRACKS = ("automation", "quality", "distribution", "shipping", "warehouse", "office")
ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

Seat = Mapping[str, Any]


def roman(decade: int) -> str:
    return ROMAN[decade] if 0 <= decade < len(ROMAN) else str(decade)


class Card(NamedTuple):
    """A Development card."""

    number: int
    name: str
    decade: int


class Crew(NamedTuple):
    """A worker card on its place: workers and machines on it, and what it adds to the output."""

    workers: int
    machines: int
    output: int


class Plant(NamedTuple):
    """A factory, and the figures that follow from it."""

    decade: int
    crews: list[Crew]
    places: int
    """Of worker cards."""
    output: int
    cost: int
    prices: tuple[int, int]
    """The lowest and the highest that it can have (R24)."""
    engineer: int
    """What the Engineer adds to the Quality here."""

    @property
    def workers(self) -> int:
        return sum(crew.workers for crew in self.crews)

    @property
    def machines(self) -> int:
        return sum(crew.machines for crew in self.crews)


class Ledger:
    """The file, asked for what a position does not say. What follows from a name that it does not have is None."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.goods: list[str] = data["goods"]["names"]
        self.letters = letters(self.goods)
        self.tracks: list[str] = data["tracks"]["names"]
        self.tiles: dict[tuple[str, int], Mapping[str, int]] = {
            (row["good"], row["decade"]): row for row in data["tiles"]["rows"]
        }
        """By good and decade."""
        self.cards = [Card(row["number"], row["name"], row["decade"]) for row in data["cards"]["rows"]]
        self.events: dict[str, tuple[int, int]] = {
            row["name"]: (row["number"], row["amount"]) for row in data["events"]["rows"]
        }
        self.in_decade: int = data["game"]["rounds_per_decade"]
        self.rounds: int = data["game"]["decades"] * self.in_decade

    def card(self, name: str) -> Card:
        return next(card for card in self.cards if card.name == name)

    def check(self, view: Mapping[str, Any]) -> None:
        """A view of another data file cannot be drawn: most figures follow from the file.

        Raises:
            InvalidArgument: the view has names or decades that this file has not.
        """
        seats = view["seats"]
        held = [*view["supply"], *(name for seat in seats for name in seat["cards"])]
        decades = [factory["decade"] for seat in seats for factory in seat["factories"].values()]
        same = (
            list(view["demand"]) == self.goods
            and {card.name for card in self.cards} >= set(held)
            and set(self.events) >= set(view["events_shown"])
            and set(self.tracks) >= {name for seat in seats for name in seat["levels"]}
            and max([self.decade(view["round"]), *decades]) * self.in_decade <= self.rounds
        )
        if not same:
            raise InvalidArgument("this view is of a game with another data file: pass that game, too")

    def name(self, number: int) -> str:
        """Of the Development card with a number."""
        return next((card.name for card in self.cards if card.number == number), "card")

    def decade(self, round_: int) -> int:
        """Of a round, both from 1."""
        return (round_ - 1) // self.in_decade + 1

    def active(self, round_: int) -> int:
        """The place of the good of a round (R55)."""
        return (round_ - 1) % self.in_decade % len(self.goods)

    def wages(self, players: int) -> list[int]:
        wages: list[int] = self.data["setups"]["rows"][players - 1]["wages"]
        return wages

    def level(self, seat: Seat, track: int) -> int:
        return int(seat["levels"].get(self.tracks[track], 0))

    def levels(self, track: int) -> list[Any]:
        """The values of a track, from level 0."""
        values: list[Any] = self.data["tracks"][TRACKS[track]]
        return values

    def reached(self, track: str, level: int) -> Any:
        """What a track says at a level."""
        values = self.levels(self.tracks.index(track)) if track in self.tracks else []
        return values[level] if level < len(values) else None

    def value(self, seat: Seat, track: int) -> Any:
        return self.reached(self.tracks[track], self.level(seat, track))

    def holds(self, seat: Seat, number: int) -> bool:
        return any(card.number == number and card.name in seat["cards"] for card in self.cards)

    def _effect(self, seat: Seat, number: int, key: str) -> int:
        return int(self.data["card_effects"][key]) if self.holds(seat, number) else 0

    def wage(self, seat: Seat, wage: int) -> int:
        """What a worker of this seat costs (R33, R59)."""
        least = self.data["card_effects"]["foreman_least_wage"]
        cut = self._effect(seat, FOREMAN, "foreman_wage_cut")
        return min(wage, max(least, wage - cut)) if self.holds(seat, FOREMAN) else wage

    def ships(self, seat: Seat) -> tuple[int, int]:
        """How many a seat owns, and how many of them can sail: not the used ones, and a token each (R38)."""
        owned = int(self.data["ships"]["owned"]) + self._effect(seat, SHIPYARD, "shipyard_ships")
        tokens = self.data["limits"]["ship_tokens"] - seat["ship_tokens"]
        return owned, min(owned - seat["ships_used"], tokens)

    def ship_load(self, seat: Seat) -> int:
        return int(self.value(seat, 3)) + self._effect(seat, SHIPYARD, "shipyard_capacity")

    def warehouses(self, seat: Seat) -> list[int]:
        """The size of each warehouse, the large one last; 0: there is none."""
        small: list[int] = self.value(seat, WAREHOUSE) or []
        large = self._effect(seat, LARGE_WAREHOUSE, "large_warehouse_size")
        return [*small, *[0] * (len(seat["warehouses"]) - 1 - len(small)), large]

    def points(self, seat: Seat) -> int:
        """The score as if the game ended now (R51), without shares that are bought at the end."""
        if seat["bankrupt_round"] is not None:
            return 0
        shares = max(0, seat["shares"] - seat["loans"] * self.data["rules"]["loan_shares"])
        tokens = max(0, seat["ship_tokens"] - self._effect(seat, MERCHANT, "merchant_tokens"))
        return int(shares * max(0, seat["share_value"] - self.data["ships"]["penalty"][tokens]))

    def plant(self, seat: Seat, good: int, wage: int) -> Plant:
        """A factory of a seat, at the wage of the moment."""
        factory = seat["factories"][self.goods[good]]
        decade = factory["decade"]
        tile = self.tiles[self.goods[good], decade]
        crews = [crew for crew in self.crews(factory) if crew is not None]
        return Plant(
            decade,
            crews,
            self.data["limits"]["worker_cards"],
            int(tile["output"]) + sum(crew.output for crew in crews),
            self._cost(seat, tile, crews, wage),
            self._prices(tile, factory["quality"]),
            self._engineer(seat, self.goods[good]),
        )

    def crews(self, factory: Mapping[str, Any]) -> list[Crew | None]:
        """The worker cards of a factory; None where the file has no such decade or place (R12)."""
        flips, decade, machines = self.data["crew_flips"]["by_decade"], factory["decade"], factory["machines"]
        sides = flips[decade - 1].lower() if 0 < decade <= len(flips) else ""
        known = min(len(sides), len(machines))
        return [self._crew(sides[at], machines[at]) if at < known else None for at in range(factory["worker_cards"])]

    def _crew(self, side: str, machines: int) -> Crew:
        sides = self.data["crew_sides"]
        return Crew(sides[f"{side}_units"] - machines, machines, sides[f"{side}_output"])

    def output(self, good: str, factory: Mapping[str, Any]) -> int | None:
        """Of the tile and the worker cards (R34)."""
        tile, crews = self.tiles.get((good, factory["decade"])), self.crews(factory)
        known = [crew.output for crew in crews if crew is not None]
        return None if tile is None or len(known) < len(crews) else int(tile["output"] + sum(known))

    def loan(self, position: Mapping[str, Any], seat: Seat) -> int:
        """What a regular loan pays (R8, R21)."""
        number, amount = self.events.get(position["event"], (0, 0))
        return int(seat["share_value"] + (amount if number == CHEAP_CREDIT else 0))

    def appeal(self, good: str, seat: Seat, price: int) -> int | None:
        """What is left for appeal at a price (R24)."""
        factory = seat["factories"][good]
        tile = self.tiles.get((good, factory["decade"]))
        if tile is None:
            return None
        total = tile["price"] + tile["appeal"] + self.data["office"]["value"] + factory["quality"]
        total += factory["distribution"] + self._engineer(seat, good)
        return int(min(total - price, self.data["appeal"]["top"]))

    def _cost(self, seat: Seat, tile: Mapping[str, int], crews: list[Crew], wage: int) -> int:
        """R33, R40."""
        effects, rules = self.data["card_effects"], self.data["rules"]
        upkeep = effects["mechanic_upkeep"] if self.holds(seat, MECHANIC) else rules["machine_upkeep"]
        fixed = max(0, tile["fixed_cost"] - self._effect(seat, STEWARD, "steward_cost_cut"))
        wages = sum(crew.workers for crew in crews) * self.wage(seat, wage)
        return int(fixed + wages + sum(crew.machines for crew in crews) * upkeep)

    def _prices(self, tile: Mapping[str, int], quality: int) -> tuple[int, int]:
        more = self.data["rules"]["token_positions"] - 1 + self.data["office"]["value"]
        return tile["price"], tile["price"] + more - (-quality // self.data["quality"]["price_divisor"])

    def _engineer(self, seat: Seat, good: str) -> int:
        if seat["engineer"] != good:
            return 0
        return int(self.data["card_effects"]["engineer_turned" if seat["engineer_turned"] else "engineer_value"])


@lru_cache(maxsize=4)
def ledger_of(data_text: str) -> Ledger:
    """The ledger of a data file that the engine has accepted."""
    return Ledger(tomllib.loads(data_text.removeprefix("\ufeff")))


def sales_limit(appeal: int, demand: int) -> int:
    """How many goods of a factory the home market takes (R35)."""
    return min(appeal, max(0, appeal - demand))
