"""The position as a dict and as canonical bytes, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..forms import keyed
from .data import CARDS, GOODS, TRACKS
from .invariants import check_invariants
from .state import KINDS, PHASES, Factory, Position, Seat, Warehouse

NONE = 255


# --- to a dict ----------------------------------------------------------------------------------------------------


def position_dict(pos: Position) -> dict[str, Any]:
    """The keys from ``round`` on, which the position and every view share."""
    tables = pos.config.tables
    return {
        "round": pos.round + 1,
        "start_player": pos.start_player,
        "demand": dict(zip(tables.goods, pos.demand, strict=True)),
        "wage_space": pos.wage_space + 1,
        "neutral": None if pos.neutral is None else dict(zip(tables.goods, pos.neutral, strict=True)),
        "supply": {name: n for name, n in zip(tables.card_names, pos.supply, strict=True) if n},
        "event": None if pos.event is None else tables.event_names[pos.event],
        "events_shown": [tables.event_names[e] for e in sorted(pos.events_shown)],
        "kind": pos.kind,
        "used": pos.used,
        "built": pos.built,
        "token_moved": pos.token_moved,
        "card_turned": pos.card_turned,
        "set_factories": [tables.goods[g] for g in sorted(pos.set_factories)],
        "begun": [[tables.goods[g], card + 1] for g, card in sorted(pos.begun)],
        "producing": None if pos.producing is None else tables.goods[pos.producing],
        "rest": pos.rest,
        "given_up": None if pos.given_up is None else tables.card_names[pos.given_up],
        "seats": [seat_dict(pos, seat) for seat in pos.seats],
    }


def seat_dict(pos: Position, seat: Seat) -> dict[str, Any]:
    tables = pos.config.tables
    return {
        "bankrupt_round": seat.bankrupt_round or None,
        "cash": seat.cash,
        "shares": seat.shares,
        "share_value": seat.share_value,
        "loans": seat.loans,
        "ship_tokens": seat.ship_tokens,
        "ships_used": seat.ships_used,
        "extra_used": seat.extra_used,
        "levels": {name: level for name, level in zip(tables.track_names, seat.levels, strict=True) if level},
        "cards": [tables.card_names[card] for card in sorted(seat.cards)],
        "patent_used": seat.patent_used,
        "engineer": None if seat.engineer is None else tables.goods[seat.engineer],
        "engineer_turned": seat.engineer_turned,
        "price": seat.price,
        "sold": seat.sold,
        "factories": {
            name: {
                "decade": factory.decade,
                "worker_cards": factory.worker_cards,
                "machines": list(factory.machines),
                "quality": factory.quality,
                "distribution": factory.distribution,
                "appeal": factory.appeal,
            }
            for name, factory in zip(tables.goods, seat.factories, strict=True)
            if factory.is_open
        },
        "warehouses": [
            None if warehouse.good is None else [tables.goods[warehouse.good], warehouse.goods]
            for warehouse in seat.warehouses
        ],
    }


def to_dict(pos: Position) -> dict[str, Any]:
    head = {
        "format": 1,
        "game": "arkwright",
        "players": pos.config.players,
        "phase": pos.phase,
        "current_player": pos.current_player(),
    }
    return head | position_dict(pos)


# --- from a dict --------------------------------------------------------------------------------------------------


def bad(field: str, wanted: str) -> InvalidState:
    return InvalidState(f"{field} must be {wanted}")


def whole(value: Any, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad(field, "a whole number")
    return value


def flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise bad(field, "true or false")
    return value


def listing(value: Any, field: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise bad(field, "a list" if length is None else f"a list of {length}")
    return value


def index(value: Any, names: list[str], field: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise bad(field, f"one of {', '.join(names)}")
    return names.index(value)


def maybe_index(value: Any, names: list[str], field: str) -> int | None:
    return None if value is None else index(value, names, field)


def indices(value: Any, names: list[str], field: str) -> set[int]:
    found = [index(name, names, field) for name in listing(value, field)]
    if len(set(found)) != len(found):
        raise bad(field, "a list without repetition")
    return set(found)


def counts(value: Any, names: list[str], field: str) -> list[int]:
    """Counts by name, of which only those over zero are written."""
    if not isinstance(value, Mapping):
        raise bad(field, "an object")
    result = [0] * len(names)
    for name, count in value.items():
        result[index(name, names, field)] = whole(count, f"{field} of {name}")
        if count < 1:
            raise bad(f"{field} of {name}", "at least 1, or left out")
    return result


def one_of_each(value: Any, names: list[str], field: str) -> list[int]:
    content = keyed(field, value, names)
    return [whole(content[name], f"{field} of {name}") for name in names]


HEAD = ("format", "game", "players", "phase", "current_player")
COMMON = (
    "round",
    "start_player",
    "demand",
    "wage_space",
    "neutral",
    "supply",
    "event",
    "events_shown",
    "kind",
    "used",
    "built",
    "token_moved",
    "card_turned",
    "set_factories",
    "begun",
    "producing",
    "rest",
    "given_up",
    "seats",
)
SEAT = (
    "bankrupt_round",
    "cash",
    "shares",
    "share_value",
    "loans",
    "ship_tokens",
    "ships_used",
    "extra_used",
    "levels",
    "cards",
    "patent_used",
    "engineer",
    "engineer_turned",
    "price",
    "sold",
    "factories",
    "warehouses",
)
FACTORY = ("decade", "worker_cards", "machines", "quality", "distribution", "appeal")


def fill_from_dict(pos: Position, position: Mapping[str, Any]) -> None:
    """Sets the fields of ``pos`` from what ``to_dict`` wrote, and checks them."""
    content = keyed("the position", position, HEAD + COMMON)
    read_head(pos, content)
    read_common(pos, content)
    seats = listing(content["seats"], "seats", pos.config.players)
    pos.seats = [read_seat(pos, seat, f"seats {number}") for number, seat in enumerate(seats, start=1)]
    check_invariants(pos)
    if whole(content["current_player"], "current_player") != pos.current_player():
        raise bad("current_player", str(pos.current_player()))


def read_head(pos: Position, content: Mapping[str, Any]) -> None:
    if whole(content["format"], "format") != 1:
        raise bad("format", "1")
    if content["game"] != "arkwright":
        raise bad("game", "arkwright")
    if whole(content["players"], "players") != pos.config.players:
        raise bad("players", str(pos.config.players))
    pos.phase = PHASES[index(content["phase"], list(PHASES), "phase")]
    player = whole(content["current_player"], "current_player")
    pos.player = -1 if pos.phase in ("event", "over") else player


def read_common(pos: Position, content: Mapping[str, Any]) -> None:
    tables = pos.config.tables
    pos.round = whole(content["round"], "round") - 1
    pos.start_player = whole(content["start_player"], "start_player")
    pos.demand = one_of_each(content["demand"], tables.goods, "demand")
    pos.wage_space = whole(content["wage_space"], "wage_space") - 1
    neutral = content["neutral"]
    pos.neutral = None if neutral is None else one_of_each(neutral, tables.goods, "neutral")
    pos.supply = counts(content["supply"], tables.card_names, "supply")
    pos.event = maybe_index(content["event"], tables.event_names, "event")
    pos.events_shown = indices(content["events_shown"], tables.event_names, "events_shown")
    kind = maybe_index(content["kind"], list(KINDS), "kind")
    pos.kind = None if kind is None else KINDS[kind]
    pos.used = whole(content["used"], "used")
    pos.built = flag(content["built"], "built")
    pos.token_moved = flag(content["token_moved"], "token_moved")
    pos.card_turned = flag(content["card_turned"], "card_turned")
    pos.set_factories = indices(content["set_factories"], tables.goods, "set_factories")
    pos.begun = read_begun(pos, content["begun"])
    pos.producing = maybe_index(content["producing"], tables.goods, "producing")
    pos.rest = whole(content["rest"], "rest")
    pos.given_up = maybe_index(content["given_up"], tables.card_names, "given_up")


def read_begun(pos: Position, value: Any) -> set[tuple[int, int]]:
    begun = []
    for pair in listing(value, "begun"):
        good, card = listing(pair, "begun", 2)
        number = whole(card, "begun")
        if number not in (1, 2):
            raise bad("begun", "pairs of a good and a card, 1 or 2")
        begun.append((index(good, pos.config.tables.goods, "begun"), number - 1))
    if len(set(begun)) != len(begun):
        raise bad("begun", "a list without repetition")
    return set(begun)


def read_seat(pos: Position, value: Any, field: str) -> Seat:
    tables = pos.config.tables
    content = keyed(field, value, SEAT)
    seat = Seat()
    if content["bankrupt_round"] is not None:
        seat.bankrupt_round = whole(content["bankrupt_round"], f"{field} bankrupt_round")
        if seat.bankrupt_round < 1:
            raise bad(f"{field} bankrupt_round", "at least 1")
    for key in ("cash", "shares", "share_value", "loans", "ship_tokens", "ships_used"):
        setattr(seat, key, whole(content[key], f"{field} {key}"))
    for key in ("extra_used", "patent_used", "engineer_turned"):
        setattr(seat, key, flag(content[key], f"{field} {key}"))
    for key in ("price", "sold"):
        setattr(seat, key, None if content[key] is None else whole(content[key], f"{field} {key}"))
    seat.levels = counts(content["levels"], tables.track_names, f"{field} levels")
    seat.cards = indices(content["cards"], tables.card_names, f"{field} cards")
    seat.engineer = maybe_index(content["engineer"], tables.goods, f"{field} engineer")
    if not isinstance(content["factories"], Mapping):
        raise bad(f"{field} factories", "an object")
    for name, factory in content["factories"].items():
        good = index(name, tables.goods, f"{field} factories")
        seat.factories[good] = read_factory(factory, f"{field} {name}")
    warehouses = listing(content["warehouses"], f"{field} warehouses", 3)
    seat.warehouses = [read_warehouse(pos, warehouse, f"{field} warehouses") for warehouse in warehouses]
    return seat


def read_factory(value: Any, field: str) -> Factory:
    content = keyed(field, value, FACTORY)
    machines = [whole(n, f"{field} machines") for n in listing(content["machines"], f"{field} machines", 2)]
    numbers = {key: whole(content[key], f"{field} {key}") for key in FACTORY if key != "machines"}
    if numbers["decade"] < 1:
        raise bad(f"{field} decade", "at least 1")
    return Factory(machines=machines, **numbers)


def read_warehouse(pos: Position, value: Any, field: str) -> Warehouse:
    if value is None:
        return Warehouse()
    good, goods = listing(value, field, 2)
    if whole(goods, field) < 1:
        raise bad(field, "null, or a good and a number of at least 1")
    return Warehouse(index(good, pos.config.tables.goods, field), goods)


# --- bytes --------------------------------------------------------------------------------------------------------


def or_none(value: int | None) -> int:
    return NONE if value is None else value


def bit_set(members: set[int]) -> int:
    return sum(1 << member for member in members)


def to_bytes(pos: Position, config_digest: bytes) -> bytes:
    """See "Canonical bytes" on the game's page."""
    out = Writer(config_digest)
    out.u8(PHASES.index(pos.phase), NONE if pos.player < 0 else pos.player, pos.round, pos.start_player)
    out.i16(*pos.demand)
    out.u8(pos.wage_space)
    out.u8(*(pos.neutral or [NONE] * GOODS))
    out.u8(*pos.supply)
    out.u8(or_none(pos.event), bit_set(pos.events_shown))
    out.u8(NONE if pos.kind is None else KINDS.index(pos.kind), pos.used)
    out.u8(pos.built, pos.token_moved, pos.card_turned, bit_set(pos.set_factories))
    out.u8(bit_set({2 * good + card for good, card in pos.begun}))
    out.u8(or_none(pos.producing), pos.rest, or_none(pos.given_up))
    for seat in pos.seats:
        write_seat(out, seat)
    return out.finish()


def write_seat(out: Writer, seat: Seat) -> None:
    out.u8(seat.bankrupt_round)
    out.i32(seat.cash)
    out.u8(seat.shares, seat.share_value, seat.loans, seat.ship_tokens, seat.ships_used, seat.extra_used)
    out.u8(*seat.levels)
    out.u16(bit_set(seat.cards))
    out.u8(seat.patent_used, or_none(seat.engineer), seat.engineer_turned, or_none(seat.price), or_none(seat.sold))
    for factory in seat.factories:
        out.u8(factory.decade, factory.worker_cards, *factory.machines)
        out.u8(factory.quality, factory.distribution, factory.appeal)
    for warehouse in seat.warehouses:
        out.u8(or_none(warehouse.good), warehouse.goods)


def byte_flag(value: int) -> bool:
    if value > 1:
        raise InvalidState(f"a flag of the position is {value}, not 0 or 1")
    return value == 1


def byte_index(value: int, count: int) -> int | None:
    if value != NONE and value >= count:
        raise InvalidState(f"an entry of the position is {value}; it must be under {count}, or 255")
    return None if value == NONE else value


def byte_number(value: int) -> int | None:
    return None if value == NONE else value


def members(value: int, count: int) -> set[int]:
    if value >> count:
        raise InvalidState(f"a set of the position has members over {count - 1}")
    return {member for member in range(count) if value >> member & 1}


def fill_from_bytes(pos: Position, data: bytes, config_digest: bytes) -> None:
    """Sets the fields of ``pos`` from what ``to_bytes`` wrote, and checks them."""
    read = Reader(data, config_digest)
    phase = byte_index(read.u8(), len(PHASES))
    if phase is None:
        raise InvalidState("the position has no phase")
    pos.phase = PHASES[phase]
    player = byte_index(read.u8(), pos.config.players)
    pos.player = -1 if player is None else player
    pos.round, pos.start_player = read.u8s(2)
    pos.demand = [read.i16() for _ in range(GOODS)]
    pos.wage_space = read.u8()
    neutral = read.u8s(GOODS)
    pos.neutral = None if neutral == [NONE] * GOODS else neutral
    pos.supply = read.u8s(CARDS)
    pos.event = byte_index(read.u8(), 8)
    pos.events_shown = members(read.u8(), 8)
    kind = byte_index(read.u8(), len(KINDS))
    pos.kind = None if kind is None else KINDS[kind]
    pos.used = read.u8()
    pos.built, pos.token_moved, pos.card_turned = (byte_flag(b) for b in read.u8s(3))
    pos.set_factories = members(read.u8(), GOODS)
    pos.begun = {(member // 2, member % 2) for member in members(read.u8(), 2 * GOODS)}
    pos.producing = byte_index(read.u8(), GOODS)
    pos.rest = read.u8()
    pos.given_up = byte_index(read.u8(), CARDS)
    pos.seats = [read_seat_bytes(read) for _ in range(pos.config.players)]
    read.finish()
    check_invariants(pos)


def read_seat_bytes(read: Reader) -> Seat:
    seat = Seat(bankrupt_round=read.u8(), cash=read.i32())
    seat.shares, seat.share_value, seat.loans, seat.ship_tokens, seat.ships_used = read.u8s(5)
    seat.extra_used = byte_flag(read.u8())
    seat.levels = read.u8s(TRACKS)
    seat.cards = members(read.u16(), CARDS)
    seat.patent_used = byte_flag(read.u8())
    seat.engineer = byte_index(read.u8(), GOODS)
    seat.engineer_turned = byte_flag(read.u8())
    seat.price, seat.sold = byte_number(read.u8()), byte_number(read.u8())
    for good in range(GOODS):
        decade, worker_cards, first, second, quality, distribution, appeal = read.u8s(7)
        seat.factories[good] = Factory(decade, worker_cards, [first, second], quality, distribution, appeal)
    for place in range(3):
        good_stored, goods = byte_index(read.u8(), GOODS), read.u8()
        seat.warehouses[place] = Warehouse(good_stored, goods)
    return seat
