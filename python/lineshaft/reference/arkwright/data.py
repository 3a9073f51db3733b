"""The tables of Arkwright: parsed from TOML and checked; see "Components and data" on the game's page.

The shape of the file (tables, keys, types) is checked first, then every value in file order, then the cross-checks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..data_file import read_tables
from ..errors import InvalidData

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

SOURCES = ("fact", "inferred", "reconstruction", "invention")
NAME = re.compile(r"[A-Z][A-Za-z]*(?: [A-Za-z]+)*")

INT, TEXT, INTS, TEXTS, LISTS = "int", "text", "ints", "texts", "lists"

SHAPE: dict[str, dict[str, Any]] = {
    "game": dict.fromkeys(("decades", "rounds_per_decade"), INT),
    "goods": {"names": TEXTS},
    "limits": dict.fromkeys(
        (
            "loans",
            "ship_tokens",
            "worker_cards",
            "quality_cards",
            "distribution_cards",
            "quality_cap",
            "engineer_quality_cap",
            "distribution_cap",
        ),
        INT,
    ),
    "rules": dict.fromkeys(
        (
            "token_positions",
            "machine_upkeep",
            "emergency_divisor",
            "qualify_sales",
            "qualify_steps",
            "appeal_steps",
            "distribution_loss",
            "demand_drop",
            "wage_rise",
        ),
        INT,
    ),
    "shares": dict.fromkeys(("start", "start_value", "value_cap", "holding_cap"), INT),
    "office": {"value": INT},
    "quality": dict.fromkeys(("per_card", "price_divisor"), INT),
    "ships": {"owned": INT, "penalty": INTS},
    "appeal": {"top": INT, "arrows": INTS},
    "demand": {"low": INT, "high": INT},
    "setups": {
        "rows": {"players": INT, "side": TEXT, "demand": INTS, "neutral": INT, "copies": INT, "wages": INTS},
    },
    "seats": {"rows": {"players": INT, "seat": INT, "first": TEXT, "second": TEXT, "cash": INT}},
    "start": dict.fromkeys(("worker_cards", "first_distribution", "second_quality"), INT),
    "tiles": {
        "rows": {
            "good": TEXT,
            "decade": INT,
            "price": INT,
            "appeal": INT,
            "output": INT,
            "fixed_cost": INT,
            "export": INT,
        },
    },
    "crew_sides": dict.fromkeys(("a_units", "a_output", "b_units", "b_output"), INT),
    "crew_flips": {"by_decade": TEXTS},
    "tracks": {
        "names": TEXTS,
        "gates": INTS,
        "automation": INTS,
        "quality": INTS,
        "distribution": INTS,
        "shipping": INTS,
        "warehouse": LISTS,
        "office": INTS,
    },
    "cards": {"rows": {"number": INT, "name": TEXT, "decade": INT}},
    "card_effects": dict.fromkeys(
        (
            "foreman_wage_cut",
            "foreman_least_wage",
            "steward_cost_cut",
            "agent_keeps",
            "craftsman_cards",
            "craftsman_points",
            "advertiser_cards",
            "advertiser_points",
            "patent_decades",
            "patent_steps",
            "large_warehouse_size",
            "shipyard_ships",
            "shipyard_capacity",
            "merchant_income",
            "merchant_tokens",
            "mechanic_upkeep",
            "entrepreneur_sales",
            "engineer_value",
            "engineer_turned",
            "engineer_cost",
        ),
        INT,
    ),
    "expert": {
        "takers": INTS,
        "cash": INTS,
        "worker_cards": INT,
        "points": INT,
        "point_quality": INT,
        "point_distribution": INT,
        "point_cash": INT,
        "point_level": INT,
    },
    "events": {"rows": {"name": TEXT, "amount": INT}},
    "solo": {"rows": {"from": INT, "title": TEXT}},
}

# Ranges of plain numbers that depend on nothing else in the file; the rest is in the functions below.
RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "game": {"decades": (3, 3), "rounds_per_decade": (4, 4)},
    "rules": {
        "token_positions": (1, 4),
        "machine_upkeep": (0, 9),
        "emergency_divisor": (1, 9),
        "qualify_sales": (1, 9),
        "qualify_steps": (0, 9),
        "appeal_steps": (0, 9),
        "distribution_loss": (0, 4),
        "demand_drop": (0, 9),
        "wage_rise": (0, 9),
    },
    "office": {"value": (0, 4)},
    "quality": {"per_card": (1, 6), "price_divisor": (1, 6)},
    "demand": {"low": (-20, 0), "high": (1, 40)},
    "card_effects": {
        "foreman_wage_cut": (0, 9),
        "foreman_least_wage": (0, 9),
        "steward_cost_cut": (0, 99),
        "agent_keeps": (0, 4),
        "craftsman_cards": (0, 1),
        "craftsman_points": (0, 9),
        "advertiser_cards": (0, 1),
        "advertiser_points": (0, 9),
        "patent_decades": (0, 2),
        "patent_steps": (1, 2),
        "large_warehouse_size": (1, 9),
        "shipyard_ships": (0, 1),
        "shipyard_capacity": (0, 9),
        "merchant_income": (0, 9),
        "merchant_tokens": (0, 9),
        "mechanic_upkeep": (0, 9),
        "entrepreneur_sales": (1, 9),
        "engineer_value": (1, 6),
        "engineer_turned": (1, 6),
        "engineer_cost": (1, 9),
    },
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

    def __init__(self, raw: dict[str, Any]) -> None:
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


def load(text: str) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    raw = read_tables("arkwright.toml", text)
    check_shape(raw)
    in_range("top", "format", raw["format"], 1, 1)
    for table, check in CHECKS.items():
        if raw[table]["source"] not in SOURCES:
            raise wrong(f"[{table}]: source must be one of {', '.join(SOURCES)}, not {raw[table]['source']}")
        check(raw, table)
    check_across(Data(raw))
    return Data(raw)


def wrong(sentence: str) -> InvalidData:
    return InvalidData(f"arkwright.toml: {sentence}")


# --- the shape of the file ----------------------------------------------------------------------------------------


def check_shape(raw: dict[str, Any]) -> None:
    check_keys("top", raw, ["format", *SHAPE])
    check_type("top", "format", raw["format"], INT)
    for table, keys in SHAPE.items():
        place = f"[{table}]"
        content = raw[table]
        if not isinstance(content, dict):
            raise wrong(f"{place}: a table is needed here")
        check_keys(place, content, ["source", *keys])
        check_type(place, "source", content["source"], TEXT)
        for key, kind in keys.items():
            if key == "rows":
                check_rows(place, content["rows"], kind)
            else:
                check_type(place, key, content[key], kind)


def check_rows(place: str, rows: Any, keys: dict[str, str]) -> None:
    if not isinstance(rows, list):
        raise wrong(f"{place}: rows must be a list of rows")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise wrong(f"{place} row {number}: a row is needed here")
        check_keys(f"{place} row {number}", row, list(keys))
        for key, kind in keys.items():
            check_type(f"{place} row {number}", key, row[key], kind)


def check_keys(place: str, content: dict[str, Any], keys: list[str]) -> None:
    for key in keys:
        if key not in content:
            raise wrong(f"{place}: {key} is missing")
    for key in content:
        if key not in keys:
            raise wrong(f"{place}: {key} is not known here")


def check_type(place: str, key: str, value: Any, kind: str) -> None:
    def is_int(x: Any) -> bool:
        return isinstance(x, int) and not isinstance(x, bool)

    if kind == INT:
        right = is_int(value)
    elif kind == TEXT:
        right = isinstance(value, str)
    elif kind == INTS:
        right = isinstance(value, list) and all(is_int(x) for x in value)
    elif kind == TEXTS:
        right = isinstance(value, list) and all(isinstance(x, str) for x in value)
    else:
        right = isinstance(value, list) and all(isinstance(x, list) and all(is_int(y) for y in x) for x in value)
    if not right:
        raise wrong(f"{place}: {key} has the wrong type")


# --- values, table by table ---------------------------------------------------------------------------------------


def range_text(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def in_range(place: str, key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise wrong(f"{place}: {key} must be {range_text(low, high)}, not {value}")


def has_length(place: str, key: str, values: list[Any], low: int, high: int) -> None:
    if not low <= len(values) <= high:
        raise wrong(f"{place}: {key} must have {range_text(low, high)} entries, not {len(values)}")


def entries(place: str, key: str, values: list[int], count: tuple[int, int], low: int, high: int) -> None:
    has_length(place, key, values, *count)
    for number, value in enumerate(values, start=1):
        in_range(place, f"{key} entry {number}", value, low, high)


def is_name(place: str, key: str, value: str) -> None:
    if len(value) > 24 or not NAME.fullmatch(value):
        raise wrong(f"{place}: {key} must be a name of letters, first a capital, not {value}")


def names(place: str, key: str, values: list[str], count: int) -> None:
    has_length(place, key, values, count, count)
    for number, value in enumerate(values, start=1):
        is_name(place, f"{key} entry {number}", value)


def exactly(place: str, key: str, value: int | str, wanted: int | str) -> None:
    if value != wanted:
        raise wrong(f"{place}: {key} must be {wanted}, not {value}")


def check_ranges(raw: dict[str, Any], table: str) -> None:
    for key, (low, high) in RANGES[table].items():
        in_range(f"[{table}]", key, raw[table][key], low, high)


def check_goods(raw: dict[str, Any], table: str) -> None:
    names("[goods]", "names", raw[table]["names"], GOODS)


def check_limits(raw: dict[str, Any], table: str) -> None:
    limits = raw[table]
    for key, low, high in (
        ("loans", 1, 9),
        ("ship_tokens", 1, 9),
        ("worker_cards", 2, 2),
        ("quality_cards", 1, 8),
        ("distribution_cards", 1, 4),
        ("quality_cap", 1, 6),
        ("engineer_quality_cap", limits["quality_cap"], 6),
        ("distribution_cap", 1, 4),
    ):
        in_range("[limits]", key, limits[key], low, high)


def check_shares(raw: dict[str, Any], table: str) -> None:
    shares = raw[table]
    in_range("[shares]", "start", shares["start"], 0, 30)
    in_range("[shares]", "start_value", shares["start_value"], 1, 99)
    in_range("[shares]", "value_cap", shares["value_cap"], shares["start_value"], 99)
    in_range("[shares]", "holding_cap", shares["holding_cap"], shares["start"], 30)


def check_ships(raw: dict[str, Any], table: str) -> None:
    in_range("[ships]", "owned", raw[table]["owned"], 0, 9)
    entries("[ships]", "penalty", raw[table]["penalty"], (10, 10), 0, 99)


def check_appeal(raw: dict[str, Any], table: str) -> None:
    in_range("[appeal]", "top", raw[table]["top"], 1, 30)
    entries("[appeal]", "arrows", raw[table]["arrows"], (0, 20), 1, raw[table]["top"])


def check_setups(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[setups]", "rows", rows, 4, 4)
    for number, row in enumerate(rows, start=1):
        place = f"[setups] row {number}"
        exactly(place, "players", row["players"], number)
        if row["side"] not in ("A", "B"):
            raise wrong(f"{place}: side must be A or B, not {row['side']}")
        entries(place, "demand", row["demand"], (GOODS, GOODS), raw["demand"]["low"], raw["demand"]["high"])
        in_range(place, "neutral", row["neutral"], -1, raw["appeal"]["top"])
        in_range(place, "copies", row["copies"], 1, 4)
        entries(place, "wages", row["wages"], (1, 24), 1, 20)


def check_seats(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[seats]", "rows", rows, 10, 10)
    wanted = [(players, seat) for players in (1, 2, 3, 4) for seat in range(1, players + 1)]
    goods = raw["goods"]["names"]
    for number, (row, (players, seat)) in enumerate(zip(rows, wanted, strict=True), start=1):
        place = f"[seats] row {number}"
        exactly(place, "players", row["players"], players)
        exactly(place, "seat", row["seat"], seat)
        for key in ("first", "second"):
            if row[key] not in goods:
                raise wrong(f"{place}: {key} must be one of {', '.join(goods)}, not {row[key]}")
        in_range(place, "cash", row["cash"], 0, 99)
        if row["first"] == row["second"]:
            raise wrong(f"{place}: first and second must differ")


def check_start(raw: dict[str, Any], table: str) -> None:
    start, limits = raw[table], raw["limits"]
    in_range("[start]", "worker_cards", start["worker_cards"], 0, 2)
    in_range("[start]", "first_distribution", start["first_distribution"], 0, limits["distribution_cap"])
    most = min(limits["quality_cap"], raw["quality"]["per_card"])
    in_range("[start]", "second_quality", start["second_quality"], 0, most)


def check_tiles(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[tiles]", "rows", rows, 12, 12)
    for number, row in enumerate(rows, start=1):
        place = f"[tiles] row {number}"
        exactly(place, "good", row["good"], raw["goods"]["names"][(number - 1) // 3])
        exactly(place, "decade", row["decade"], (number - 1) % 3 + 1)
        in_range(place, "price", row["price"], 0, 20)
        in_range(place, "appeal", row["appeal"], raw["rules"]["token_positions"] - 1, 20)
        in_range(place, "output", row["output"], 0, 9)
        in_range(place, "fixed_cost", row["fixed_cost"], 0, 99)
        in_range(place, "export", row["export"], 0, 20)


def check_crew_sides(raw: dict[str, Any], table: str) -> None:
    sides = raw[table]
    in_range("[crew_sides]", "a_units", sides["a_units"], 1, 2)
    in_range("[crew_sides]", "a_output", sides["a_output"], 0, 9)
    in_range("[crew_sides]", "b_units", sides["b_units"], sides["a_units"], 2)
    in_range("[crew_sides]", "b_output", sides["b_output"], 0, 9)


def check_crew_flips(raw: dict[str, Any], table: str) -> None:
    flips = raw[table]["by_decade"]
    has_length("[crew_flips]", "by_decade", flips, 3, 3)
    for number, sides in enumerate(flips, start=1):
        if sides not in ("AA", "AB", "BA", "BB"):
            raise wrong(f"[crew_flips]: by_decade entry {number} must be AA, AB, BA or BB, not {sides}")


def check_tracks(raw: dict[str, Any], table: str) -> None:
    tracks = raw[table]
    names("[tracks]", "names", tracks["names"], TRACKS)
    entries("[tracks]", "gates", tracks["gates"], (4, 4), 1, 3)
    entries("[tracks]", "automation", tracks["automation"], (1, 5), 1, 16)
    entries("[tracks]", "quality", tracks["quality"], (1, 5), 0, 20)
    entries("[tracks]", "distribution", tracks["distribution"], (1, 5), 0, 20)
    entries("[tracks]", "shipping", tracks["shipping"], (1, 5), 1, 9)
    has_length("[tracks]", "warehouse", tracks["warehouse"], 1, 5)
    for number, sizes in enumerate(tracks["warehouse"], start=1):
        key = f"warehouse entry {number}"
        has_length("[tracks]", key, sizes, 0, 2)
        for position, size in enumerate(sizes, start=1):
            in_range("[tracks]", f"{key}.{position}", size, 1, 9)
    entries("[tracks]", "office", tracks["office"], (1, 5), 0, 12)


def check_cards(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[cards]", "rows", rows, CARDS, CARDS)
    for number, row in enumerate(rows, start=1):
        place = f"[cards] row {number}"
        exactly(place, "number", row["number"], number)
        is_name(place, "name", row["name"])
        in_range(place, "decade", row["decade"], 1, 3)


def check_card_effects(raw: dict[str, Any], table: str) -> None:
    for key, (low, high) in RANGES[table].items():
        # The Entrepreneur helps its holder, or does nothing.
        most = raw["rules"]["qualify_sales"] if key == "entrepreneur_sales" else high
        in_range(f"[{table}]", key, raw[table][key], low, most)


def check_expert(raw: dict[str, Any], table: str) -> None:
    expert = raw[table]
    has_length("[expert]", "takers", expert["takers"], 4, 4)
    for players, low in enumerate((1, 1, 2, 2), start=1):
        in_range("[expert]", f"takers entry {players}", expert["takers"][players - 1], low, players)
    entries("[expert]", "cash", expert["cash"], (4, 4), 0, 99)
    for key, low, high in (
        ("worker_cards", 0, 2),
        ("points", 0, 9),
        ("point_quality", 1, 6),
        ("point_distribution", 1, 4),
        ("point_cash", 0, 99),
        ("point_level", 0, 4),
    ):
        in_range("[expert]", key, expert[key], low, high)


def check_events(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[events]", "rows", rows, EVENTS, EVENTS)
    for number, row in enumerate(rows, start=1):
        place = f"[events] row {number}"
        is_name(place, "name", row["name"])
        if number - 1 == MACHINE_BREAKERS:
            in_range(place, "amount", row["amount"], 1, 1)
        else:
            in_range(place, "amount", row["amount"], 0, 9)


def check_solo(raw: dict[str, Any], table: str) -> None:
    rows = raw[table]["rows"]
    has_length("[solo]", "rows", rows, 5, 5)
    for number, row in enumerate(rows, start=1):
        in_range(f"[solo] row {number}", "from", row["from"], 0, 0 if number == 1 else 9999)


CHECKS = {
    "game": check_ranges,
    "goods": check_goods,
    "limits": check_limits,
    "rules": check_ranges,
    "shares": check_shares,
    "office": check_ranges,
    "quality": check_ranges,
    "ships": check_ships,
    "appeal": check_appeal,
    "demand": check_ranges,
    "setups": check_setups,
    "seats": check_seats,
    "start": check_start,
    "tiles": check_tiles,
    "crew_sides": check_crew_sides,
    "crew_flips": check_crew_flips,
    "tracks": check_tracks,
    "cards": check_cards,
    "card_effects": check_card_effects,
    "expert": check_expert,
    "events": check_events,
    "solo": check_solo,
}


# --- cross-checks -------------------------------------------------------------------------------------------------


def check_across(data: Data) -> None:
    check_twins(data)
    arrows = data.arrows
    if any(later <= earlier for earlier, later in pairwise(arrows)):
        raise wrong("[appeal]: arrows must rise")
    check_prices(data)
    check_growth(data)
    cap = data["limits", "quality_cap"]
    if data["limits", "engineer_quality_cap"] - data["card_effects", "engineer_value"] < cap:
        raise wrong(f"[card_effects]: the Engineer leaves no room for Quality {cap}")
    ships = data["ships", "owned"] + data["card_effects", "shipyard_ships"]
    if ships > 9:
        raise wrong(f"[card_effects]: ships would number {ships}, over 9")
    for row in range(1, len(data.titles)):
        if data.titles[row][0] <= data.titles[row - 1][0]:
            raise wrong(f"[solo] row {row + 1}: from must rise")


def check_twins(data: Data) -> None:
    groups = {
        "goods": data.goods,
        "tracks": data.track_names,
        "cards": data.card_names,
        "events": data.event_names,
    }
    for table, group in groups.items():
        for position, name in enumerate(group):
            if name in group[:position]:
                raise wrong(f"[{table}]: the name {name} stands twice")


def check_prices(data: Data) -> None:
    extra = data["rules", "token_positions"] - 1 + data["office", "value"]
    extra += -(-data.highest_quality() // data["quality", "price_divisor"])
    for number, row in enumerate(data.raw["tiles"]["rows"], start=1):
        if row["price"] + extra > 31:
            raise wrong(f"[tiles] row {number}: the highest price would be {row['price'] + extra}, over 31")


def check_growth(data: Data) -> None:
    for decade in (2, 3):
        for card in (0, 1):
            if data.units(decade, card) < data.units(decade - 1, card):
                raise wrong(f"[crew_flips]: card {card + 1} must not shrink in decade {decade}")
    sizes = data.warehouse_sizes
    for level in range(1, len(sizes)):
        before, after = sizes[level - 1], sizes[level]
        if len(after) < len(before) or any(b > a for b, a in zip(before, after, strict=False)):
            raise wrong(f"[tracks]: warehouse level {level} must not shrink")
    office = data.track(OFFICE)
    for level in range(1, len(office)):
        if office[level] < office[level - 1]:
            raise wrong(f"[tracks]: office level {level} must not shrink")
