"""The tables of Arkwright: declared and checked; see "Components and data" on the game's page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from ..data_file import Choice, Content, DataFile, List, Name, Rows, Spot, Table, Text, ValueKind, Whole

GOODS = 4
CARDS = 12
TRACKS = 6
EVENTS = 8
ROUNDS_PER_DECADE = 4
ROUNDS = 12

# Tracks, in the order of the data.
AUTOMATION, QUALITY, DISTRIBUTION, SHIPPING, WAREHOUSE, OFFICE = range(TRACKS)

# Development cards: indices, one less than the printed numbers.
FOREMAN, STEWARD, SALES_AGENT, CRAFTSMAN, ADVERTISER, PATENT = range(6)
LARGE_WAREHOUSE, SHIPYARD, MERCHANT, MECHANIC, ENTREPRENEUR, ENGINEER = range(6, 12)

# Events, in the order of the data.
BREAD_RIOTS, BOOM, SLUMP, NAVIGATION_ACT, BLOCKADE, CHEAP_CREDIT, WINDOW_TAX, MACHINE_BREAKERS = range(EVENTS)

SOURCE = Choice(("fact", "inferred", "reconstruction", "invention"))
SEATS = [(players, seat) for players in (1, 2, 3, 4) for seat in range(1, players + 1)]
"""The rows of ``[seats]``."""


def from_table(table: str, key: str, plus: int = 0) -> Callable[[Spot], int]:
    """A bound that is a number of a table."""
    return lambda spot: int(spot.content[table][key]) + plus


def good_names(spot: Spot) -> list[str]:
    names: list[str] = spot.content["goods"]["names"]
    return names


def most_first_quality(spot: Spot) -> int:
    """No more Quality at the start than one card and the cap allow."""
    return min(int(spot.content["limits"]["quality_cap"]), int(spot.content["quality"]["per_card"]))


def sourced(**keys: ValueKind) -> Table:
    """A table that first says where its numbers come from."""
    return Table({"source": SOURCE, **keys})


SETUPS: dict[str, ValueKind] = {
    "players": Whole(lambda spot: spot.row),
    "side": Choice(("A", "B")),
    "demand": List(Whole(from_table("demand", "low"), from_table("demand", "high")), GOODS),
    "neutral": Whole(-1, from_table("appeal", "top")),
    "copies": Whole(1, 4),
    "wages": List(Whole(1, 20), 1, 24),
}
SEAT_KEYS: dict[str, ValueKind] = {
    "players": Whole(lambda spot: SEATS[spot.row - 1][0]),
    "seat": Whole(lambda spot: SEATS[spot.row - 1][1]),
    "first": Choice(good_names),
    "second": Choice(good_names),
    "cash": Whole(0, 99),
}
TILES: dict[str, ValueKind] = {
    "good": Choice(lambda spot: (good_names(spot)[(spot.row - 1) // 3],)),
    "decade": Whole(lambda spot: (spot.row - 1) % 3 + 1),
    "price": Whole(0, 20),
    "appeal": Whole(from_table("rules", "token_positions", -1), 20),
    "output": Whole(0, 9),
    "fixed_cost": Whole(0, 99),
    "export": Whole(0, 20),
}
CARD_KEYS: dict[str, ValueKind] = {"number": Whole(lambda spot: spot.row), "name": Name(), "decade": Whole(1, 3)}
EVENT_KEYS: dict[str, ValueKind] = {
    "name": Name(),
    "amount": Whole(
        lambda spot: int(spot.row - 1 == MACHINE_BREAKERS), lambda spot: 1 if spot.row - 1 == MACHINE_BREAKERS else 9
    ),
}
TABLES: dict[str, ValueKind] = {
    "format": Whole(1),
    "game": sourced(decades=Whole(3), rounds_per_decade=Whole(ROUNDS_PER_DECADE)),
    "goods": sourced(names=List(Name(), GOODS)),
    "limits": sourced(
        loans=Whole(1, 9),
        ship_tokens=Whole(1, 9),
        worker_cards=Whole(2),
        quality_cards=Whole(1, 8),
        distribution_cards=Whole(1, 4),
        quality_cap=Whole(1, 6),
        engineer_quality_cap=Whole(from_table("limits", "quality_cap"), 6),
        distribution_cap=Whole(1, 4),
    ),
    "rules": sourced(
        token_positions=Whole(1, 4),
        machine_upkeep=Whole(0, 9),
        emergency_divisor=Whole(1, 9),
        qualify_sales=Whole(1, 9),
        qualify_steps=Whole(0, 9),
        appeal_steps=Whole(0, 9),
        distribution_loss=Whole(0, 4),
        demand_drop=Whole(0, 9),
        wage_rise=Whole(0, 9),
    ),
    "shares": sourced(
        start=Whole(0, 30),
        start_value=Whole(1, 99),
        value_cap=Whole(from_table("shares", "start_value"), 99),
        holding_cap=Whole(from_table("shares", "start"), 30),
    ),
    "office": sourced(value=Whole(0, 4)),
    "quality": sourced(per_card=Whole(1, 6), price_divisor=Whole(1, 6)),
    "ships": sourced(owned=Whole(0, 9), penalty=List(Whole(0, 99), 10)),
    "appeal": sourced(top=Whole(1, 30), arrows=List(Whole(1, from_table("appeal", "top")), 0, 20)),
    "demand": sourced(low=Whole(-20, 0), high=Whole(1, 40)),
    "setups": sourced(rows=Rows(SETUPS, 4)),
    "seats": sourced(rows=Rows(SEAT_KEYS, len(SEATS))),
    "start": sourced(
        worker_cards=Whole(0, 2),
        first_distribution=Whole(0, from_table("limits", "distribution_cap")),
        second_quality=Whole(0, most_first_quality),
    ),
    "tiles": sourced(rows=Rows(TILES, 3 * GOODS)),
    "crew_sides": sourced(
        a_units=Whole(1, 2),
        a_output=Whole(0, 9),
        b_units=Whole(from_table("crew_sides", "a_units"), 2),
        b_output=Whole(0, 9),
    ),
    "crew_flips": sourced(by_decade=List(Choice(("AA", "AB", "BA", "BB")), 3)),
    "tracks": sourced(
        names=List(Name(), TRACKS),
        gates=List(Whole(1, 3), 4),
        automation=List(Whole(1, 16), 1, 5),
        quality=List(Whole(0, 20), 1, 5),
        distribution=List(Whole(0, 20), 1, 5),
        shipping=List(Whole(1, 9), 1, 5),
        warehouse=List(List(Whole(1, 9), 0, 2), 1, 5),
        office=List(Whole(0, 12), 1, 5),
    ),
    "cards": sourced(rows=Rows(CARD_KEYS, CARDS)),
    "card_effects": sourced(
        foreman_wage_cut=Whole(0, 9),
        foreman_least_wage=Whole(0, 9),
        steward_cost_cut=Whole(0, 99),
        agent_keeps=Whole(0, 4),
        craftsman_cards=Whole(0, 1),
        craftsman_points=Whole(0, 9),
        advertiser_cards=Whole(0, 1),
        advertiser_points=Whole(0, 9),
        patent_decades=Whole(0, 2),
        patent_steps=Whole(1, 2),
        large_warehouse_size=Whole(1, 9),
        shipyard_ships=Whole(0, 1),
        shipyard_capacity=Whole(0, 9),
        merchant_income=Whole(0, 9),
        merchant_tokens=Whole(0, 9),
        mechanic_upkeep=Whole(0, 9),
        # The Entrepreneur helps its holder, or does nothing.
        entrepreneur_sales=Whole(1, from_table("rules", "qualify_sales")),
        engineer_value=Whole(1, 6),
        engineer_turned=Whole(1, 6),
        engineer_cost=Whole(1, 9),
    ),
    "expert": sourced(
        takers=List(Whole(lambda spot: (1, 1, 2, 2)[spot.entry - 1], lambda spot: spot.entry), 4),
        cash=List(Whole(0, 99), 4),
        worker_cards=Whole(0, 2),
        points=Whole(0, 9),
        point_quality=Whole(1, 6),
        point_distribution=Whole(1, 4),
        point_cash=Whole(0, 99),
        point_level=Whole(0, 4),
    ),
    "events": sourced(rows=Rows(EVENT_KEYS, EVENTS)),
    "solo": sourced(rows=Rows({"from": Whole(0, lambda spot: 0 if spot.row == 1 else 9999), "title": Text()}, 5)),
}


@dataclass(frozen=True)
class Tile:
    """A side of a factory tile; ``price`` and ``appeal`` belong to its cheapest token position."""

    price: int
    appeal: int
    output: int
    fixed_cost: int
    export: int


@dataclass(frozen=True)
class Setup:
    """What depends on the number of players. ``neutral`` is None without neutral markers."""

    demand: tuple[int, ...]
    neutral: int | None
    copies: int
    wages: tuple[int, ...]


@dataclass(frozen=True)
class SeatRow:
    """The start of a seat in the basic set-up."""

    first: int
    second: int
    cash: int


class Data:
    """The data file, checked. Single numbers are read as ``data["shares", "start"]``."""

    def __init__(self, raw: Content) -> None:
        self.raw = raw
        self.goods: list[str] = raw["goods"]["names"]
        self.track_names: list[str] = raw["tracks"]["names"]
        self.gates: list[int] = raw["tracks"]["gates"]
        self.card_names: list[str] = [row["name"] for row in raw["cards"]["rows"]]
        self.card_decades: list[int] = [row["decade"] for row in raw["cards"]["rows"]]
        self.event_names: list[str] = [row["name"] for row in raw["events"]["rows"]]
        self.event_amounts: list[int] = [row["amount"] for row in raw["events"]["rows"]]
        self.warehouse_sizes: list[list[int]] = raw["tracks"]["warehouse"]
        self.arrows: list[int] = raw["appeal"]["arrows"]
        self.penalty: list[int] = raw["ships"]["penalty"]
        self.titles: list[tuple[int, str]] = [(row["from"], row["title"]) for row in raw["solo"]["rows"]]

    def __getitem__(self, place: tuple[str, str]) -> int:
        value = self.raw[place[0]][place[1]]
        assert isinstance(value, int)
        return value

    def track(self, track: int) -> list[int]:
        """The values of a track by level (for Warehouse: the number of small warehouses)."""
        if track == WAREHOUSE:
            return [len(sizes) for sizes in self.warehouse_sizes]
        key = ("automation", "quality", "distribution", "shipping", "", "office")[track]
        values: list[int] = self.raw["tracks"][key]
        return values

    def tile(self, good: int, decade: int) -> Tile:
        row = self.raw["tiles"]["rows"][3 * good + decade - 1]
        return Tile(row["price"], row["appeal"], row["output"], row["fixed_cost"], row["export"])

    def units(self, decade: int, card: int) -> int:
        """Labour units of a worker card in a factory with a tile of this decade (R12)."""
        return self["crew_sides", self.side(decade, card) + "_units"]

    def crew_output(self, decade: int, card: int) -> int:
        return self["crew_sides", self.side(decade, card) + "_output"]

    def side(self, decade: int, card: int) -> str:
        sides: str = self.raw["crew_flips"]["by_decade"][decade - 1]
        return sides[card].lower()

    def arrows_under(self, appeal: int) -> int:
        """The number of arrows that a marker on ``appeal`` has passed (R25)."""
        return sum(arrow <= appeal for arrow in self.arrows)

    def setup(self, players: int) -> Setup:
        row = self.raw["setups"]["rows"][players - 1]
        neutral = None if row["neutral"] < 0 else row["neutral"]
        return Setup(tuple(row["demand"]), neutral, row["copies"], tuple(row["wages"]))

    def seat(self, players: int, seat: int) -> SeatRow:
        row = self.raw["seats"]["rows"][players * (players - 1) // 2 + seat]
        return SeatRow(self.goods.index(row["first"]), self.goods.index(row["second"]), row["cash"])

    def highest_quality(self) -> int:
        """The highest Quality that the cards of a factory can have."""
        engineer = min(self["card_effects", "engineer_value"], self["card_effects", "engineer_turned"])
        return max(self["limits", "quality_cap"], self["limits", "engineer_quality_cap"] - engineer)


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    data = Data(file.read(TABLES))
    check_seats(file, data)
    if any(later <= earlier for earlier, later in pairwise(data.arrows)):
        raise file.refuse("[appeal]: arrows must rise")
    check_prices(file, data)
    check_growth(file, data)
    check_cards(file, data)
    for row, ((before, _), (after, _)) in enumerate(pairwise(data.titles), start=2):
        if after <= before:
            raise file.refuse(f"[solo] row {row}: from must rise")
    return data


# --- cross-checks -----------------------------------------------------------------------------------------------------


def check_seats(file: DataFile, data: Data) -> None:
    for number, row in enumerate(data.raw["seats"]["rows"], start=1):
        if row["first"] == row["second"]:
            raise file.refuse(f"[seats] row {number}: first and second must differ")


def check_cards(file: DataFile, data: Data) -> None:
    cap = data["limits", "quality_cap"]
    if data["limits", "engineer_quality_cap"] - data["card_effects", "engineer_value"] < cap:
        raise file.refuse(f"[card_effects]: the Engineer leaves no room for Quality {cap}")
    ships = data["ships", "owned"] + data["card_effects", "shipyard_ships"]
    if ships > 9:
        raise file.refuse(f"[card_effects]: ships would number {ships}, over 9")


def check_prices(file: DataFile, data: Data) -> None:
    extra = data["rules", "token_positions"] - 1 + data["office", "value"]
    extra += -(-data.highest_quality() // data["quality", "price_divisor"])
    for number, row in enumerate(data.raw["tiles"]["rows"], start=1):
        if row["price"] + extra > 31:
            raise file.refuse(f"[tiles] row {number}: the highest price would be {row['price'] + extra}, over 31")


def check_growth(file: DataFile, data: Data) -> None:
    for decade in (2, 3):
        for card in (0, 1):
            if data.units(decade, card) < data.units(decade - 1, card):
                raise file.refuse(f"[crew_flips]: card {card + 1} must not shrink in decade {decade}")
    sizes = data.warehouse_sizes
    for level in range(1, len(sizes)):
        before, after = sizes[level - 1], sizes[level]
        if len(after) < len(before) or any(b > a for b, a in zip(before, after, strict=False)):
            raise file.refuse(f"[tracks]: warehouse level {level} must not shrink")
    office = data.track(OFFICE)
    for level in range(1, len(office)):
        if office[level] < office[level - 1]:
            raise file.refuse(f"[tracks]: office level {level} must not shrink")
