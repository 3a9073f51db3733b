"""The data file: map, cards and counters, declared and checked (the page's Components and data)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from ..data_file import Choice, Content, DataFile, Flag, List, Name, Rows, Table, ValueKind, Whole, row_place
from .variant import COUNTS, Counts

TYPES = (("Textile", 4), ("Light Industry", 3), ("Heavy Industry", 3), ("Port", 2), ("Crafts", 2))
WILD_VALUES = (2, 3, 4)
SETUP_CARDS = 6


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


STATUS = Choice(("rulebook", "inferred", "reconstructed"))
TOWN = Choice(lambda spot: [row["name"] for row in spot.content["towns"]], "a town")
PIECES: dict[str, ValueKind] = {  # R41
    "industries_per_colour": Whole(20, 100),
    "links_per_colour": Whole(18, 100),
    "status": STATUS,
}
TOWNS: dict[str, ValueKind] = {
    "name": Name([f"Wild {value}" for value in WILD_VALUES]),
    "type": Choice([name for name, _ in TYPES]),
    "x": Whole(0, lambda spot: spot.content["board"]["width"]),
    "y": Whole(0, lambda spot: spot.content["board"]["height"]),
    "cards": Whole(0, 9),
    "setup": Flag(),
    "status": STATUS,
}
TABLES: dict[str, ValueKind] = {
    "format": Whole(1),
    "game": Choice(("workshop",)),
    "board": Table({"width": Whole(1, 10000), "height": Whole(1, 10000), "status": STATUS}),
    "pieces": Table(PIECES),
    "colours": Rows({"name": Name(), "status": STATUS}, 5),
    "types": Rows(
        {
            "name": Choice(lambda spot: (TYPES[spot.row - 1][0],)),
            "value": Whole(lambda spot: TYPES[spot.row - 1][1]),
            "counters": Whole(1, 15),
            "status": STATUS,
        },
        len(TYPES),
    ),
    "towns": Rows(TOWNS, 2, 32),
    "connections": Rows({"a": TOWN, "b": TOWN, "links": Whole(1, 2), "status": STATUS}, 1, 64),
    "crossing": Table({"first": List(TOWN, 2), "second": List(TOWN, 2), "status": STATUS}),
    "wilds": Rows(
        {"value": Whole(lambda spot: WILD_VALUES[spot.row - 1]), "count": Whole(0, 9), "status": STATUS},
        len(WILD_VALUES),
    ),
}


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    tables = file.read(TABLES)
    for check in CHECKS:
        check(file, tables)
    return build(tables)


# --- the cross-checks, in the page's order ----------------------------------------------------------------------------


def check_counters(file: DataFile, tables: Content) -> None:
    total = sum(row["counters"] for row in tables["types"])
    if not 20 <= total <= 40:
        raise file.refuse(f"[types]: counters must be 20 to 40 in all, not {total}")


def check_towns(file: DataFile, tables: Content) -> None:
    for i, row in enumerate(tables["towns"], 1):
        if row["setup"] and row["cards"] == 0:
            raise file.refuse(f"{row_place('[towns]', i, row)}: a set-up town needs a card")


def check_connections(file: DataFile, tables: Content) -> None:
    seen: list[set[str]] = []
    for i, row in enumerate(tables["connections"], 1):
        a, b = row["a"], row["b"]
        place = f"[connections] row {i}"
        if a == b:
            raise file.refuse(f"{place}: a town is not connected with itself")
        if {a, b} in seen:
            first = seen.index({a, b}) + 1
            raise file.refuse(f"{place}: {a} and {b} are connected twice (first in row {first})")
        seen.append({a, b})


def check_connected(file: DataFile, tables: Content) -> None:
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
        if name not in reached:
            raise file.refuse(f"[connections]: {name} cannot be reached from {names[0]}")


def check_crossing(file: DataFile, tables: Content) -> None:
    crossing = tables["crossing"]
    pairs = [{row["a"], row["b"]} for row in tables["connections"]]
    for key in ("first", "second"):
        if set(crossing[key]) not in pairs:
            raise file.refuse(f"[crossing]: {' - '.join(crossing[key])} is not a connection")
    if set(crossing["first"]) & set(crossing["second"]):
        raise file.refuse("[crossing]: the two connections share a town")


def check_wilds(file: DataFile, tables: Content) -> None:
    values = dict(TYPES)
    town_values = [values[row["type"]] for row in tables["towns"]]
    for i, row in enumerate(tables["wilds"], 1):
        if row["count"] > 0 and row["value"] not in town_values:
            raise file.refuse(f"[wilds] row {i}: no town has value {row['value']}")


def check_deck(file: DataFile, tables: Content) -> None:
    setup = sum(row["setup"] for row in tables["towns"])
    if setup != SETUP_CARDS:
        raise file.refuse(f"[towns]: {SETUP_CARDS} must be set-up towns, not {setup}")
    cards = sum(row["cards"] for row in tables["towns"]) + sum(row["count"] for row in tables["wilds"])
    if cards > 64:
        raise file.refuse(f"[towns]: cards must be at most 64 in all with the wild ones, not {cards}")
    for counts in COUNTS.values():
        deck = cards - counts.set_aside
        if deck <= 0 or deck % counts.colours != 0:
            left = f"{cards} cards less {counts.set_aside} set aside"
            raise file.refuse(f"[towns]: {left} are no whole rounds of {counts.colours}")


CHECKS: tuple[Callable[[DataFile, Content], None], ...] = (
    check_counters,
    check_towns,
    check_connections,
    check_connected,
    check_crossing,
    check_wilds,
    check_deck,
)


# --- the tables -------------------------------------------------------------------------------------------------------


def build(tables: Content) -> Data:
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
