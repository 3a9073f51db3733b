"""The data file: map, cards and counters, parsed and validated (the page's Components and data)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..data_file import read_tables
from ..errors import InvalidData
from .variant import COUNTS, Counts

TYPES = (("Textile", 4), ("Light Industry", 3), ("Heavy Industry", 3), ("Port", 2), ("Crafts", 2))
WILD_VALUES = (2, 3, 4)
STATUSES = ("rulebook", "inferred", "reconstructed")
SETUP_CARDS = 6
NAME = re.compile(r"[A-Za-z][A-Za-z'.-]*( [A-Za-z][A-Za-z'.-]*)*")

Row = dict[str, Any]


@dataclass(frozen=True)
class Town:
    name: str
    type: int
    value: int
    x: int
    y: int
    cards: int
    setup: bool
    status: str


@dataclass(frozen=True)
class Connection:
    """``links`` is 1 for a single connection, 2 for a double one."""

    name: str
    a: int
    b: int
    links: int
    status: str

    def touches(self, town: int) -> bool:
        return town in (self.a, self.b)

    def other(self, town: int) -> int:
        return self.b if town == self.a else self.a


@dataclass(frozen=True)
class Kind:
    """A kind of card: a town, or a wild card (``town`` is None) of a value."""

    name: str
    town: int | None
    value: int
    cards: int
    setup: int


@dataclass(frozen=True)
class Data:
    width: int
    height: int
    colours: tuple[str, ...]
    types: tuple[str, ...]
    counters: tuple[int, ...]
    towns: tuple[Town, ...]
    connections: tuple[Connection, ...]
    crossing: tuple[int, int]
    kinds: tuple[Kind, ...]

    @property
    def cards(self) -> int:
        return sum(kind.cards for kind in self.kinds)

    def at(self, town: int) -> list[int]:
        """The connections at a town."""
        return [e for e, connection in enumerate(self.connections) if connection.touches(town)]


SCHEMA: dict[str, dict[str, type]] = {
    "board": {"width": int, "height": int, "status": str},
    "pieces": {"industries_per_colour": int, "links_per_colour": int, "status": str},
    "colours": {"name": str, "status": str},
    "types": {"name": str, "value": int, "counters": int, "status": str},
    "towns": {"name": str, "type": str, "x": int, "y": int, "cards": int, "setup": bool, "status": str},
    "connections": {"a": str, "b": str, "links": int, "status": str},
    "crossing": {"first": list, "second": list, "status": str},
    "wilds": {"value": int, "count": int, "status": str},
}
SINGLE = ("board", "pieces", "crossing")


def refuse(row: str, reason: str) -> InvalidData:
    return InvalidData(f"workshop.toml: {row}: {reason}")


def require(condition: bool, row: str, reason: str) -> None:
    if not condition:
        raise refuse(row, reason)


def load(text: str) -> Data:
    """Parses and validates; the first failing check of the page's list is raised."""
    tables = read_tables("workshop.toml", text)
    check_shape(tables)
    require(tables["format"] == 1, "format", "must be 1")
    require(tables["game"] == "workshop", "game", 'must be "workshop"')
    for check in CHECKS:
        check(tables)
    return build(tables)


# --- shape: keys and types --------------------------------------------------------------------------------------------


def check_shape(tables: Row) -> None:
    top: dict[str, type] = {"format": int, "game": str}
    top |= {name: dict if name in SINGLE else list for name in SCHEMA}
    check_keys("the file", tables, top)
    for name, keys in SCHEMA.items():
        if name in SINGLE:
            check_keys(name, tables[name], keys)
        else:
            for i, row in enumerate(tables[name], 1):
                require(isinstance(row, dict), f"{name} {i}", "must be a table")
                check_keys(f"{name} {i}", row, keys)
    for key in ("first", "second"):
        ends = tables["crossing"][key]
        two_names = len(ends) == 2 and all(isinstance(end, str) for end in ends)
        require(two_names, "crossing", f"{key} must be a list of two town names")


def check_keys(row: str, table: Row, keys: dict[str, type]) -> None:
    for key in table:
        require(key in keys, row, f"there is no key {key}")
    for key, kind in keys.items():
        require(key in table, row, f"the key {key} is missing")
        right = isinstance(table[key], kind) and (kind is not int or not isinstance(table[key], bool))
        require(right, row, f"{key} has the wrong type")


# --- the checks, in the page's order ----------------------------------------------------------------------------------


def check_status(row: str, table: Row) -> None:
    require(table["status"] in STATUSES, row, "status must be rulebook, inferred or reconstructed")


def check_name(table: str, i: int, rows: list[Row]) -> None:
    """The name of row ``i`` (from 1)."""
    name = rows[i - 1]["name"]
    require(len(name) <= 24 and NAME.fullmatch(name) is not None, f"{table} {i}", f'"{name}" is not a name')
    require(all(row["name"] != name for row in rows[: i - 1]), f"{table} {i}", f"{name} is there twice")


def check_board(tables: Row) -> None:
    board = tables["board"]
    fits = 1 <= board["width"] <= 10000 and 1 <= board["height"] <= 10000
    require(fits, "board", "width and height must be from 1 to 10000")
    check_status("board", board)


def check_pieces(tables: Row) -> None:
    pieces = tables["pieces"]
    for key, low in (("industries_per_colour", 20), ("links_per_colour", 18)):  # R41
        require(low <= pieces[key] <= 100, "pieces", f"{key} must be from {low} to 100")
    check_status("pieces", pieces)


def check_colours(tables: Row) -> None:
    rows = tables["colours"]
    require(len(rows) == 5, "colours", f"there must be 5, not {len(rows)}")
    for i, row in enumerate(rows, 1):
        check_name("colours", i, rows)
        check_status(f"colours {i}", row)


def check_types(tables: Row) -> None:
    rows = tables["types"]
    require(len(rows) == 5, "types", f"there must be 5, not {len(rows)}")
    for i, row in enumerate(rows, 1):
        name, value = TYPES[i - 1]
        require((row["name"], row["value"]) == (name, value), f"types {i}", f"must be {name} with value {value}")
        require(1 <= row["counters"] <= 15, f"types {i}", "counters must be from 1 to 15")
        check_status(f"types {i}", row)
    total = sum(row["counters"] for row in rows)
    require(20 <= total <= 40, "types", f"there must be 20 to 40 counters, not {total}")


def check_towns(tables: Row) -> None:
    rows = tables["towns"]
    require(2 <= len(rows) <= 32, "towns", f"there must be 2 to 32, not {len(rows)}")
    width, height = tables["board"]["width"], tables["board"]["height"]
    for i, row in enumerate(rows, 1):
        check_name("towns", i, rows)
        require(row["type"] in [name for name, _ in TYPES], f"towns {i}", f"{row['type']} is not a type")
        on_board = 0 <= row["x"] <= width and 0 <= row["y"] <= height
        require(on_board, f"towns {i}", "x and y must lie on the board")
        require(0 <= row["cards"] <= 9, f"towns {i}", "cards must be from 0 to 9")
        require(row["cards"] >= 1 or not row["setup"], f"towns {i}", "a set-up town needs a card")
        check_status(f"towns {i}", row)


def check_connections(tables: Row) -> None:
    rows = tables["connections"]
    require(1 <= len(rows) <= 64, "connections", f"there must be 1 to 64, not {len(rows)}")
    names = [row["name"] for row in tables["towns"]]
    seen: list[set[str]] = []
    for i, row in enumerate(rows, 1):
        a, b = row["a"], row["b"]
        for end in (a, b):
            require(end in names, f"connections {i}", f"{end} is not a town")
        require(a != b, f"connections {i}", "a town is not connected with itself")
        require({a, b} not in seen, f"connections {i}", f"{a} and {b} are connected twice")
        require(row["links"] in (1, 2), f"connections {i}", "links must be 1 or 2")
        check_status(f"connections {i}", row)
        seen.append({a, b})


def check_connected(tables: Row) -> None:
    names = [row["name"] for row in tables["towns"]]
    reached = {names[0]}
    grown = True
    while grown:
        grown = False
        for row in tables["connections"]:
            ends = {row["a"], row["b"]}
            if ends & reached and not ends <= reached:
                reached |= ends
                grown = True
    for name in names:
        require(name in reached, "connections", f"{name} cannot be reached from {names[0]}")


def check_crossing(tables: Row) -> None:
    crossing = tables["crossing"]
    pairs = [{row["a"], row["b"]} for row in tables["connections"]]
    for key in ("first", "second"):
        ends = crossing[key]
        require(set(ends) in pairs, "crossing", f"{ends[0]} - {ends[1]} is not a connection")
    apart = not set(crossing["first"]) & set(crossing["second"])
    require(apart, "crossing", "the two connections share a town")
    check_status("crossing", crossing)


def check_wilds(tables: Row) -> None:
    rows = tables["wilds"]
    require(len(rows) == 3, "wilds", f"there must be 3, not {len(rows)}")
    values = dict(TYPES)
    town_values = [values[row["type"]] for row in tables["towns"]]
    for i, row in enumerate(rows, 1):
        value = WILD_VALUES[i - 1]
        require(row["value"] == value, f"wilds {i}", f"value must be {value}")
        require(0 <= row["count"] <= 9, f"wilds {i}", "count must be from 0 to 9")
        require(row["count"] == 0 or value in town_values, f"wilds {i}", f"no town has value {value}")
        check_status(f"wilds {i}", row)


def check_deck(tables: Row) -> None:
    setup = sum(row["setup"] for row in tables["towns"])
    require(setup == SETUP_CARDS, "towns", f"{SETUP_CARDS} must be set-up towns, not {setup}")
    cards = sum(row["cards"] for row in tables["towns"]) + sum(row["count"] for row in tables["wilds"])
    require(cards <= 64, "cards", f"there must be at most 64, not {cards}")
    for counts in COUNTS.values():
        deck = cards - counts.set_aside
        whole = deck > 0 and deck % counts.colours == 0
        reason = f"{cards} cards less {counts.set_aside} set aside are no whole rounds of {counts.colours}"
        require(whole, "cards", reason)


CHECKS: tuple[Callable[[Row], None], ...] = (
    check_board,
    check_pieces,
    check_colours,
    check_types,
    check_towns,
    check_connections,
    check_connected,
    check_crossing,
    check_wilds,
    check_deck,
)


# --- the tables -------------------------------------------------------------------------------------------------------


def build(tables: Row) -> Data:
    type_names = [name for name, _ in TYPES]
    towns = []
    for row in tables["towns"]:
        kind = type_names.index(row["type"])
        towns.append(
            Town(row["name"], kind, TYPES[kind][1], row["x"], row["y"], row["cards"], row["setup"], row["status"])
        )
    names = [town.name for town in towns]
    connections = []
    for row in tables["connections"]:
        a, b = names.index(row["a"]), names.index(row["b"])
        connections.append(Connection(f"{row['a']} - {row['b']}", a, b, row["links"], row["status"]))
    pairs = [{row["a"], row["b"]} for row in tables["connections"]]
    kinds = [Kind(town.name, t, town.value, town.cards, int(town.setup)) for t, town in enumerate(towns)]
    kinds += [Kind(f"Wild {row['value']}", None, row["value"], row["count"], 0) for row in tables["wilds"]]
    return Data(
        tables["board"]["width"],
        tables["board"]["height"],
        tuple(row["name"] for row in tables["colours"]),
        tuple(type_names),
        tuple(row["counters"] for row in tables["types"]),
        tuple(towns),
        tuple(connections),
        (pairs.index(set(tables["crossing"]["first"])), pairs.index(set(tables["crossing"]["second"]))),
        tuple(kinds),
    )


# --- what follows: the highest bid, the most cash, the most revenue (the argument is on the page, under Actions) ------


@dataclass(frozen=True)
class Bounds:
    bid: int
    cash: int
    revenue: int


def best_gain(data: Data, links: int) -> int:
    """The largest revenue of a build of ``links`` Links, Industries standing everywhere (A1 and A2 of the page)."""
    builds = [{c.a, c.b} for c in data.connections if c.links == links]
    if links == 2:
        singles = [{c.a, c.b} for c in data.connections if c.links == 1]
        builds += [first | second for first, second in combinations(singles, 2) if first & second]
    return max((sum(data.towns[town].value for town in build) for build in builds), default=0)


def find_bounds(data: Data, counts: Counts) -> Bounds:
    one, two = best_gain(data, 1), best_gain(data, 2)
    turns = counts.turns(data.cards)
    canal_turn = max(0, one - 1, two - 2)
    rail_turn = max(0, one - 4, two - 8)
    first_demand = min(counts.players * counts.draw, max(data.counters))
    last_demand = min(2 * counts.players * counts.draw, max(data.counters))
    most = max(one, two)
    canal_end = counts.start_cash + turns * canal_turn + turns * first_demand
    return Bounds(
        bid=canal_end + (turns - 1) * rail_turn // 2,
        cash=canal_end + turns * most + 2 * turns * last_demand,
        revenue=turns * most,
    )
