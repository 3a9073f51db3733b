"""The data file: map, cards, counters and numbers, declared and checked (the page's Components and data)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from ..data_file import SOURCE, Choice, Content, DataFile, Flag, List, Name, Rows, Table, ValueKind, Whole, row_place
from .variant import COLOURS

MOST_VALUE = 9
MOST_CARDS = 128
MOST_COUNTERS = 128


@dataclass(frozen=True)
class Town:
    """``value`` is that of its type."""

    name: str
    type: int
    value: int
    cards: int
    setup: bool


@dataclass(frozen=True)
class Connection:
    """``links`` is 1 for a single connection, 2 for a double one."""

    name: str
    a: int
    b: int
    links: int

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
class Counts:
    """R1, R2, R4, R5: what depends on the number of players. ``counters`` are drawn by each player in an era."""

    players: int
    colours: int
    start_cash: int
    set_aside: int
    counters: int

    def rounds(self, cards: int) -> int:
        """R4: rounds in an era, with a deck of ``cards`` cards in all."""
        return (cards - self.set_aside) // self.colours

    def turns(self, cards: int) -> int:
        """Turns of one player in an era."""
        return self.rounds(cards) * self.colours // self.players


@dataclass(frozen=True)
class Pieces:
    """R41: what a colour has."""

    industries_per_colour: int
    links_per_colour: int


@dataclass(frozen=True)
class Money:
    """R9, R24: pounds, and revenue given back for each."""

    minimum_bid: int
    revenue_for_pound: int


@dataclass(frozen=True)
class Demand:
    """R5, R33: counters for each box; R36: pounds for each counter."""

    must_place: int
    may_place: int
    pay: int


@dataclass(frozen=True)
class Links:
    """R25, R27, R35."""

    canal_cost: int
    rail_cost: int
    in_turn: int
    largest_network: int
    other_networks: int


Part = TypeVar("Part", Pieces, Money, Demand, Links)


@dataclass(frozen=True)
class Data:
    """``values`` and ``counters`` run over the types; ``crossings`` are pairs of connections."""

    pieces: Pieces
    counts: dict[int, Counts]
    money: Money
    demand: Demand
    links: Links
    colours: tuple[str, ...]
    types: tuple[str, ...]
    values: tuple[int, ...]
    counters: tuple[int, ...]
    towns: tuple[Town, ...]
    connections: tuple[Connection, ...]
    crossings: tuple[tuple[int, int], ...]
    kinds: tuple[Kind, ...]

    @property
    def cards(self) -> int:
        return sum(kind.cards for kind in self.kinds)

    @property
    def setup_cards(self) -> int:
        return sum(kind.setup for kind in self.kinds)

    def at(self, town: int) -> list[int]:
        """The connections at a town."""
        return [e for e, connection in enumerate(self.connections) if connection.touches(town)]

    @cached_property
    def best_gains(self) -> list[int]:
        """The largest revenue of a turn that lays no Link, one, two, Industries standing everywhere (the page's A)."""
        singles = [{c.a, c.b} for c in self.connections if c.links == 1]
        doubles = [{c.a, c.b} for c in self.connections if c.links == 2]
        pairs = [first | second for first, second in combinations(singles, 2) if first & second]
        return [
            max((sum(self.towns[town].value for town in build) for build in builds), default=0)
            for builds in ([], singles, doubles + pairs)[: self.links.in_turn + 1]
        ]


# --- the tables of the file -------------------------------------------------------------------------------------------


def source(**keys: ValueKind) -> dict[str, ValueKind]:
    """Each table and row says first where its numbers come from."""
    return {"source": SOURCE} | keys


TOWN = Choice(lambda spot: [row["name"] for row in spot.content["towns"]], "a town")
PLAYERS = source(
    number=Whole(lambda spot: list(COLOURS)[spot.row - 1]),
    start_cash=Whole(0, 1000),
    set_aside=Whole(0, 125),
    counters=Whole(0, 20),
)
LINKS = source(
    canal_cost=Whole(0, 50),
    rail_cost=Whole(0, 50),
    in_turn=Whole(0, 2),
    largest_network=Whole(0, 20),
    other_networks=Whole(0, 20),
)
TOWNS = source(
    name=Name([f"Wild {value}" for value in range(1, MOST_VALUE + 1)]),
    type=Choice(lambda spot: [row["name"] for row in spot.content["types"]], "a type"),
    x=Whole(0, lambda spot: spot.content["board"]["width"]),
    y=Whole(0, lambda spot: spot.content["board"]["height"]),
    cards=Whole(0, 20),
    setup=Flag(),
)
TABLES: dict[str, ValueKind] = {
    "format": Whole(2),
    "game": Choice(("workshop",)),
    "board": Table(source(width=Whole(1, 10000), height=Whole(1, 10000))),
    "pieces": Table(source(industries_per_colour=Whole(3, 100), links_per_colour=Whole(0, 200))),
    "players": Rows(PLAYERS, len(COLOURS)),
    "money": Table(source(minimum_bid=Whole(0, 100), revenue_for_pound=Whole(1, 20))),
    "demand": Table(source(must_place=Whole(0, 10), may_place=Whole(0, 20), pay=Whole(0, 20))),
    "links": Table(LINKS),
    "colours": Rows(source(name=Name()), 5, 6),
    "types": Rows(source(name=Name(), value=Whole(1, MOST_VALUE), counters=Whole(0, 60)), 2, 8),
    "towns": Rows(TOWNS, 2, 48),
    "connections": Rows(source(a=TOWN, b=TOWN, links=Whole(1, 2)), 1, 96),
    "crossings": Rows(source(first=List(TOWN, 2), second=List(TOWN, 2)), 0, 8),
    "wilds": Rows(source(value=Whole(1, MOST_VALUE), count=Whole(0, 20)), 0, 8),
}


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong with the file alone."""
    tables = file.read(TABLES)
    for check in CHECKS:
        check(file, tables)
    return build(tables)


# --- the cross-checks, in the page's order, but for the last ones: ``limits`` ----------------------------------------


def all_counts(tables: Content) -> list[Counts]:
    """By ascending number of players."""
    return [
        Counts(players, COLOURS[players], row["start_cash"], row["set_aside"], row["counters"])
        for players, row in zip(COLOURS, tables["players"], strict=True)
    ]


def players_place(counts: Counts) -> str:
    """The row of a number of players, in a refusal."""
    return f"[players] row {list(COLOURS).index(counts.players) + 1}"


def check_counters(file: DataFile, tables: Content) -> None:
    total = sum(row["counters"] for row in tables["types"])
    if total > MOST_COUNTERS:
        raise file.refuse(f"[types]: counters must be at most {MOST_COUNTERS} in all, not {total}")
    for counts in all_counts(tables):
        n, place = counts.players, players_place(counts)
        drawn = 2 * n * counts.counters
        if drawn > total:
            raise file.refuse(f"{place}: {n} players draw {drawn} counters in a game, [types] has {total}")
        placed = tables["demand"]["must_place"] * counts.colours // n
        if placed > counts.counters:
            raise file.refuse(f"{place}: each player must place {placed} counters and draws {counts.counters}")


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


def check_crossings(file: DataFile, tables: Content) -> None:
    pairs = [{row["a"], row["b"]} for row in tables["connections"]]
    for i, row in enumerate(tables["crossings"], 1):
        place = f"[crossings] row {i}"
        for key in ("first", "second"):
            if set(row[key]) not in pairs:
                raise file.refuse(f"{place}: {' - '.join(row[key])} is not a connection")
        if set(row["first"]) & set(row["second"]):
            raise file.refuse(f"{place}: the two connections share a town")


def check_wilds(file: DataFile, tables: Content) -> None:
    values = {row["name"]: row["value"] for row in tables["types"]}
    town_values = [values[row["type"]] for row in tables["towns"]]
    seen: list[int] = []
    for i, row in enumerate(tables["wilds"], 1):
        place, value = f"[wilds] row {i}", row["value"]
        if value in seen:
            raise file.refuse(f"{place}: value {value} stands twice (first in row {seen.index(value) + 1})")
        if row["count"] > 0 and value not in town_values:
            raise file.refuse(f"{place}: no town has value {value}")
        seen.append(value)


def check_deck(file: DataFile, tables: Content) -> None:
    cards = sum(row["cards"] for row in tables["towns"]) + sum(row["count"] for row in tables["wilds"])
    if cards > MOST_CARDS:
        raise file.refuse(f"[towns]: cards must be at most {MOST_CARDS} in all with the wild ones, not {cards}")
    setup = sum(row["setup"] for row in tables["towns"])
    for counts in all_counts(tables):
        deck = cards - counts.set_aside
        if deck <= 0 or deck % counts.colours != 0:
            left = f"{cards} cards less {counts.set_aside} set aside"
            raise file.refuse(f"[towns]: {left} are no whole rounds of {counts.colours}")
        if setup > deck:
            players = f"the deck of {counts.players} players"
            raise file.refuse(f"[towns]: {setup} set-up cards are more than the {deck} cards of {players}")


CHECKS: tuple[Callable[[DataFile, Content], None], ...] = (
    check_counters,
    check_towns,
    check_connections,
    check_connected,
    check_crossings,
    check_wilds,
    check_deck,
)


# --- from tables to data ----------------------------------------------------------------------------------------------


def build(tables: Content) -> Data:
    types = [row["name"] for row in tables["types"]]
    values = [row["value"] for row in tables["types"]]
    towns = []
    for row in tables["towns"]:
        kind = types.index(row["type"])
        towns.append(Town(row["name"], kind, values[kind], row["cards"], row["setup"]))
    names = [town.name for town in towns]
    connections = []
    for row in tables["connections"]:
        a, b = names.index(row["a"]), names.index(row["b"])
        connections.append(Connection(f"{row['a']} - {row['b']}", a, b, row["links"]))
    pairs = [{row["a"], row["b"]} for row in tables["connections"]]
    crossings = [(pairs.index(set(row["first"])), pairs.index(set(row["second"]))) for row in tables["crossings"]]
    kinds = [Kind(town.name, t, town.value, town.cards, int(town.setup)) for t, town in enumerate(towns)]
    kinds += [Kind(f"Wild {row['value']}", None, row["value"], row["count"], 0) for row in tables["wilds"]]
    return Data(
        pieces=filled(Pieces, tables["pieces"]),
        counts={counts.players: counts for counts in all_counts(tables)},
        money=filled(Money, tables["money"]),
        demand=filled(Demand, tables["demand"]),
        links=filled(Links, tables["links"]),
        colours=tuple(row["name"] for row in tables["colours"]),
        types=tuple(types),
        values=tuple(values),
        counters=tuple(row["counters"] for row in tables["types"]),
        towns=tuple(towns),
        connections=tuple(connections),
        crossings=tuple(crossings),
        kinds=tuple(kinds),
    )


def filled(kind: type[Part], table: Content) -> Part:
    """A table as the dataclass that has its keys but for the source."""
    return kind(**{field.name: table[field.name] for field in fields(kind)})
