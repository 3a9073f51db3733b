"""A position as a dict and as canonical bytes, both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..forms import keyed
from .data import CITIES, COLOURS, GOODS, KINDS, OPEN_SLOTS
from .state import CHANCE, TRIGGERS, Build, City, Phase, Position

NONE = 255


# --- writing a dict ---------------------------------------------------------------------------------------------------


def counts(names: Sequence[str], numbers: list[int]) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers, strict=True) if number != 0}


def card_counts(state: Position, numbers: list[int]) -> dict[str, int]:
    return counts(state.config.data.kind_names[: len(numbers)], numbers)


def to_dict(state: Position) -> dict[str, Any]:
    names = state.config.data.kind_names
    return {
        "format": 1,
        "game": "railways",
        "players": state.config.players,
        "phase": state.phase.name.lower(),
        "current_player": state.current_player(),
        "turn_player": state.turn_player,
        "first_player": state.first_player,
        "round": state.round,
        "end_trigger": state.end_trigger,
        "final_deliveries": state.final_deliveries,
        "picks_done": state.picks_done,
        "deck": card_counts(state, state.deck),
        "open": [None if card is None else names[card] for card in state.open],
        "discard_pile": [names[card] for card in state.pile],
        "bag": counts(GOODS, state.bag),
        "cities": [city_dict(state, c) for c in sorted(state.cities)],
        "hands": [card_counts(state, hand) for hand in state.hands],
        "known": [card_counts(state, known) for known in state.known],
        "v2_hidden": list(state.v2_hidden),
        "engines": list(state.engines),
        "points": list(state.points),
        "delivered": [counts(GOODS, cubes) for cubes in state.delivered],
        "build": build_dict(state),
        "shipment": shipment_dict(state),
        "cube": None if state.cube is None else GOODS[state.cube],
    }


def city_dict(state: Position, c: int) -> dict[str, Any]:
    city, cards = state.cities[c], state.config.data
    return {
        "name": cards.place_name(c),
        "parent": cards.place_name(city.parent),
        "owner": city.owner,
        "value": city.value,
        "colour": COLOURS[city.colour],
        "cubes": counts(GOODS, city.cubes),
    }


def build_dict(state: Position) -> dict[str, Any] | None:
    build, cards = state.build, state.config.data
    if build is None:
        return None
    return {
        "city": cards.place_name(build.city),
        "from": None if build.origin is None else cards.place_name(build.origin),
        "colour": None if build.colour is None else COLOURS[build.colour],
        "ones": build.ones,
        "twos": build.twos,
        "wilds": build.wilds,
    }


def shipment_dict(state: Position) -> dict[str, Any] | None:
    if state.shipment is None:
        return None
    source, good = state.shipment
    return {"from": state.config.data.place_name(source), "good": GOODS[good]}


# --- reading a dict ---------------------------------------------------------------------------------------------------

KEYS = (
    "format",
    "game",
    "players",
    "phase",
    "current_player",
    "turn_player",
    "first_player",
    "round",
    "end_trigger",
    "final_deliveries",
    "picks_done",
    "deck",
    "open",
    "discard_pile",
    "bag",
    "cities",
    "hands",
    "known",
    "v2_hidden",
    "engines",
    "points",
    "delivered",
    "build",
    "shipment",
    "cube",
)
MOST_POINTS = 65535


def from_dict(state: Position, position: Mapping[str, Any]) -> None:
    """Fills ``state``; what is inconsistent in itself is refused here, the rest by ``invariants``."""
    d = keyed("the position", position, KEYS)
    names, n = state.config.data.kind_names, state.config.players
    for key, wanted in (("format", 1), ("game", "railways"), ("players", n)):
        if type(d[key]) is not type(wanted) or d[key] != wanted:
            raise InvalidState(f"{key}: must be {wanted}")
    state.phase = Phase(index(d["phase"], [phase.name.lower() for phase in Phase], "phase"))
    state.turn_player = optional_number(d["turn_player"], n - 1, "turn_player")
    state.first_player = optional_number(d["first_player"], n - 1, "first_player")
    state.round = number(d["round"], 100, "round")
    state.end_trigger = None if d["end_trigger"] is None else TRIGGERS[index(d["end_trigger"], TRIGGERS, "end_trigger")]
    state.final_deliveries = flag(d["final_deliveries"], "final_deliveries")
    state.picks_done = number(d["picks_done"], 2, "picks_done")
    state.deck = read_counts(d["deck"], names, "deck")
    state.open = [
        None if card is None else index(card, names, "open") for card in listed(d["open"], OPEN_SLOTS, "open")
    ]
    state.pile = [index(card, names, "discard_pile") for card in listed(d["discard_pile"], None, "discard_pile")]
    state.bag = read_counts(d["bag"], GOODS, "bag")
    state.cities = read_cities(state, d["cities"])
    state.hands = [read_counts(hand, names, "hands") for hand in listed(d["hands"], n, "hands")]
    state.known = [read_counts(hand, names, "known") for hand in listed(d["known"], n, "known")]
    state.v2_hidden = [flag(value, "v2_hidden") for value in listed(d["v2_hidden"], n, "v2_hidden")]
    state.engines = [number(value, 21, "engines") for value in listed(d["engines"], n, "engines")]
    state.points = [number(value, MOST_POINTS, "points") for value in listed(d["points"], n, "points")]
    state.delivered = [read_counts(cubes, GOODS, "delivered") for cubes in listed(d["delivered"], n, "delivered")]
    state.build = read_build(state, d["build"])
    state.shipment = read_shipment(state, d["shipment"])
    state.cube = None if d["cube"] is None else index(d["cube"], GOODS, "cube")
    read_current_player(state, d["current_player"])


def read_current_player(state: Position, value: Any) -> None:
    """Derived from the phase and the turn player; it must agree."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidState("current_player: must be a whole number")
    decision = state.phase is not Phase.OVER and state.phase not in CHANCE
    if value != (state.turn_player if decision else state.current_player()):
        raise InvalidState("current_player: does not fit the phase")


def listed(value: Any, length: int | None, where: str) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise InvalidState(f"{where}: must be a list" + ("" if length is None else f" of {length}"))
    return value


def number(value: Any, high: int, where: str, low: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidState(f"{where}: must be a whole number from {low} to {high}")
    return value


def optional_number(value: Any, high: int, where: str) -> int | None:
    return None if value is None else number(value, high, where)


def flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidState(f"{where}: must be true or false")
    return value


def index(value: Any, names: Sequence[str], where: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise InvalidState(f"{where}: there is no {value!r}")
    return names.index(value)


def read_counts(value: Any, names: Sequence[str], where: str) -> list[int]:
    if not isinstance(value, Mapping):
        raise InvalidState(f"{where}: must be a dict of numbers")
    numbers = [0] * len(names)
    for name, amount in value.items():
        numbers[index(name, names, where)] = number(amount, 111, where, low=1)
    return numbers


def read_cities(state: Position, rows: Any) -> dict[int, City]:
    names = [*state.config.data.city_names, "Start"]
    cities: dict[int, City] = {}
    for row in listed(rows, None, "cities"):
        d = keyed("cities", row, ("name", "parent", "owner", "value", "colour", "cubes"))
        c = index(d["name"], names[:CITIES], "cities")
        if cities and c <= max(cities):
            raise InvalidState("cities: must be in the order of the data file, each once")
        cities[c] = City(
            parent=index(d["parent"], names, "cities"),
            owner=number(d["owner"], state.config.players - 1, "cities"),
            value=number(d["value"], 19, "cities"),
            colour=index(d["colour"], COLOURS, "cities"),
            cubes=read_counts(d["cubes"], GOODS, "cities"),
        )
    return cities


def read_build(state: Position, value: Any) -> Build | None:
    if value is None:
        return None
    d = keyed("build", value, ("city", "from", "colour", "ones", "twos", "wilds"))
    names = [*state.config.data.city_names, "Start"]
    return Build(
        city=index(d["city"], names[:CITIES], "build"),
        origin=None if d["from"] is None else index(d["from"], names, "build"),
        colour=None if d["colour"] is None else index(d["colour"], COLOURS, "build"),
        ones=number(d["ones"], 6, "build"),
        twos=number(d["twos"], 7, "build"),
        wilds=number(d["wilds"], 21, "build"),
    )


def read_shipment(state: Position, value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    d = keyed("shipment", value, ("from", "good"))
    return index(d["from"], state.config.data.city_names, "shipment"), index(d["good"], GOODS, "shipment")


# --- bytes ------------------------------------------------------------------------------------------------------------


def byte(value: int | None) -> int:
    return NONE if value is None else value


def to_bytes(state: Position, digest: bytes) -> bytes:
    out = Writer(digest)
    trigger = None if state.end_trigger is None else TRIGGERS.index(state.end_trigger)
    out.u8(state.phase, byte(state.turn_player), byte(state.first_player), state.round, byte(trigger))
    out.u8(int(state.final_deliveries), state.picks_done)
    out.u8(*state.deck)
    out.u8(*map(byte, state.open))
    out.u8(len(state.pile), *state.pile)
    out.u8(*state.bag)
    for c in range(CITIES):
        city = state.cities.get(c)
        if city is None:
            out.u8(NONE, NONE, 0, NONE, 0, 0, 0, 0)
        else:
            out.u8(city.parent, city.owner, city.value, city.colour, *city.cubes)
    for p in range(state.config.players):
        out.u8(*state.hands[p], *state.known[p], int(state.v2_hidden[p]), state.engines[p])
        out.u16(state.points[p])
        out.u8(*state.delivered[p])
    build = state.build or Build(NONE)
    out.u8(build.city, byte(build.origin), byte(build.colour), build.ones, build.twos, build.wilds)
    out.u8(*(state.shipment or (NONE, NONE)), byte(state.cube))
    return out.finish()


def optional(value: int) -> int | None:
    return None if value == NONE else value


def from_bytes(state: Position, data: bytes, digest: bytes) -> None:
    """Fills ``state``. Ranges are checked by ``invariants``, the canonical form by writing the bytes again."""
    read = Reader(data, digest)
    phase, turn_player, first_player, state.round, trigger = read.u8s(5)
    if phase >= len(Phase):
        raise InvalidState(f"phase: there is no phase {phase}")
    if trigger != NONE and trigger >= len(TRIGGERS):
        raise InvalidState(f"end_trigger: there is no trigger {trigger}")
    state.phase = Phase(phase)
    state.turn_player, state.first_player = optional(turn_player), optional(first_player)
    state.end_trigger = None if trigger == NONE else TRIGGERS[trigger]
    state.final_deliveries, state.picks_done = bool(read.u8()), read.u8()
    state.deck = read.u8s(KINDS)
    state.open = [optional(card) for card in read.u8s(OPEN_SLOTS)]
    state.pile = read.u8s(read.u8())
    state.bag = read.u8s(len(GOODS))
    state.cities = {}
    for c in range(CITIES):
        parent, owner, value, link_colour = read.u8s(4)
        cubes = read.u8s(len(GOODS))
        if parent != NONE:
            state.cities[c] = City(parent, owner, value, link_colour, cubes)
    for p in range(state.config.players):
        state.hands[p], state.known[p] = read.u8s(KINDS), read.u8s(KINDS)
        state.v2_hidden[p], state.engines[p] = bool(read.u8()), read.u8()
        state.points[p] = read.u16()
        state.delivered[p] = read.u8s(len(GOODS))
    city, origin, colour, ones, twos, wilds = read.u8s(6)
    state.build = None if city == NONE else Build(city, optional(origin), optional(colour), ones, twos, wilds)
    source, good, cube = read.u8s(3)
    state.shipment = None if source == NONE else (source, good)
    state.cube = optional(cube)
    read.finish()
