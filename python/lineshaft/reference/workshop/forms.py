"""The position as a dict and as canonical bytes, and back. Whether its parts agree is check.py's question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..forms import keyed
from .state import ERAS, PHASES, Auction, Fist, Position, Turn

NONE = 255
NO_AMOUNT = 65535

# --- to a dict --------------------------------------------------------------------------------------------------------


def by_name(names: Sequence[str], counts: list[int]) -> dict[str, int]:
    """Non-zero counts by name."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def colour_names(position: Position) -> tuple[str, ...]:
    return position.game.data.colours[: position.game.counts.colours]


def card_names(position: Position) -> list[str]:
    return [kind.name for kind in position.game.data.kinds]


def town_names(position: Position) -> list[str]:
    return [town.name for town in position.game.data.towns]


def link_names(position: Position) -> list[str]:
    return [connection.name for connection in position.game.data.connections]


def open_part(position: Position) -> dict[str, Any]:
    """``era`` to ``demand``: alike in position and view."""
    colours = colour_names(position)
    towns = zip(town_names(position), position.industries, strict=True)
    links = zip(link_names(position), position.links, strict=True)
    return {
        "era": position.era,
        "round": position.round,
        "step": position.step,
        "demand_first": position.demand_first,
        "cash": list(position.cash),
        "revenue": list(position.revenue),
        "order": [colours[c] for c in position.order],
        "next_order": [colours[c] for c in position.next_order],
        "industries": {town: by_name(colours, pieces) for town, pieces in towns if any(pieces)},
        "links": {link: colours[owner] for link, owner in links if owner is not None},
        "demand": by_name(position.game.data.types, position.demand),
    }


def pending_part(position: Position) -> dict[str, Any]:
    """``unseen_setup`` to ``auction``: alike in position and view."""
    cards = card_names(position)
    return {
        "unseen_setup": by_name(cards, position.unseen_setup),
        "unseen": by_name(cards, position.unseen),
        "deck": position.deck,
        "set_aside": position.set_aside,
        "face_up": by_name(cards, position.face_up),
        "used": by_name(cards, position.used()),
        "auction": auction_part(position),
    }


def auction_part(position: Position) -> dict[str, Any] | None:
    auction = position.auction
    if auction is None:
        return None
    return {
        "card": card_names(position)[auction.card],
        "nominator": auction.nominator,
        "standing": auction.standing,
        "leader": auction.leader,
        "speaker": auction.speaker,
    }


def fist_part(position: Position, fist: Fist | None) -> dict[str, Any] | None:
    if fist is None:
        return None
    return {"colour": position.game.data.colours[fist.colour], "amount": fist.amount}


def turn_part(position: Position) -> dict[str, Any] | None:
    turn = position.turn
    if turn is None:
        return None
    return {
        "colour": position.game.data.colours[turn.colour],
        "card": None if turn.card is None else card_names(position)[turn.card],
        "town": None if turn.town is None else town_names(position)[turn.town],
        "link": None if turn.link is None else link_names(position)[turn.link],
    }


def to_dict(position: Position) -> dict[str, Any]:
    types = position.game.data.types
    whole: dict[str, Any] = {
        "format": 1,
        "game": position.game.name,
        "players": position.game.num_players,
        "phase": position.phase,
        "current_player": position.current_player(),
    }
    whole |= open_part(position)
    whole["hands"] = [by_name(types, hand) for hand in position.hands]
    whole["pool"] = by_name(types, position.pool)
    whole |= pending_part(position)
    whole["fists"] = [fist_part(position, fist) for fist in position.fists]
    whole["turn"] = turn_part(position)
    return whole


# --- from a dict ------------------------------------------------------------------------------------------------------


def number(field: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidState(f"{field} must be a number from {low} to {high}, not {value!r}")
    return value


def name_in(field: str, value: Any, names: Sequence[str]) -> int:
    if not isinstance(value, str) or value not in names:
        raise InvalidState(f"{field}: {value!r} is not one of: {', '.join(names)}")
    return names.index(value)


def name_or_none(field: str, value: Any, names: Sequence[str]) -> int | None:
    return None if value is None else name_in(field, value, names)


def number_or_none(field: str, value: Any, low: int, high: int) -> int | None:
    return None if value is None else number(field, value, low, high)


def items(field: str, value: Any, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise InvalidState(f"{field} must be a list" + ("" if size is None else f" of {size}"))
    return value


def counts_in(field: str, value: Any, names: Sequence[str]) -> list[int]:
    """Counts by name; zero is never written."""
    if not isinstance(value, Mapping):
        raise InvalidState(f"{field} must be a mapping of counts")
    counts = [0] * len(names)
    for name, count in value.items():
        counts[name_in(field, name, names)] = number(f"{field}: {name}", count, 1, NONE - 1)
    return counts


def from_dict(position: Position, whole: Mapping[str, Any]) -> None:
    """Fills a fresh position; ``used`` and ``current_player`` are compared by the caller."""
    keyed("the position", whole, list(to_dict(position)))
    game = position.game
    for key, value in (("format", 1), ("game", game.name), ("players", game.num_players)):
        if type(whole[key]) is not type(value) or whole[key] != value:
            raise InvalidState(f"{key} must be {value!r}, not {whole[key]!r}")
    read_clock(position, whole)
    read_map(position, whole)
    read_counters(position, whole)
    read_cards(position, whole)
    read_pending(position, whole)


def read_clock(position: Position, whole: Mapping[str, Any]) -> None:
    n, colours = position.game.num_players, colour_names(position)
    position.phase = PHASES[name_in("phase", whole["phase"], PHASES)]
    position.era = ERAS[name_in("era", whole["era"], ERAS)]
    position.round = number("round", whole["round"], 1, position.game.rounds)
    position.step = number("step", whole["step"], 0, NONE)
    position.demand_first = number_or_none("demand_first", whole["demand_first"], 0, n - 1)
    position.cash = [number(f"cash[{p}]", v, 0, NO_AMOUNT) for p, v in enumerate(items("cash", whole["cash"], n))]
    position.revenue = [
        number(f"revenue[{p}]", v, 0, NO_AMOUNT) for p, v in enumerate(items("revenue", whole["revenue"], n))
    ]
    position.order = [name_in("order", v, colours) for v in items("order", whole["order"])]
    position.next_order = [name_in("next_order", v, colours) for v in items("next_order", whole["next_order"])]


def read_map(position: Position, whole: Mapping[str, Any]) -> None:
    colours, towns, links = colour_names(position), town_names(position), link_names(position)
    if not isinstance(whole["industries"], Mapping) or not isinstance(whole["links"], Mapping):
        raise InvalidState("industries and links must be mappings")
    for town, pieces in whole["industries"].items():
        counts = counts_in(f"industries: {town}", pieces, colours)
        if not any(counts):
            raise InvalidState(f"industries: {town} holds nothing")
        position.industries[name_in("industries", town, towns)] = counts
    for link, colour in whole["links"].items():
        position.links[name_in("links", link, links)] = name_in(f"links: {link}", colour, colours)


def read_counters(position: Position, whole: Mapping[str, Any]) -> None:
    n, types = position.game.num_players, position.game.data.types
    position.demand = counts_in("demand", whole["demand"], types)
    position.hands = [counts_in(f"hands[{p}]", hand, types) for p, hand in enumerate(items("hands", whole["hands"], n))]
    position.pool = counts_in("pool", whole["pool"], types)


def read_cards(position: Position, whole: Mapping[str, Any]) -> None:
    cards = card_names(position)
    position.unseen_setup = counts_in("unseen_setup", whole["unseen_setup"], cards)
    position.unseen = counts_in("unseen", whole["unseen"], cards)
    position.deck = number("deck", whole["deck"], 0, NONE)
    position.set_aside = number("set_aside", whole["set_aside"], 0, NONE)
    position.face_up = counts_in("face_up", whole["face_up"], cards)


def read_pending(position: Position, whole: Mapping[str, Any]) -> None:
    n, colours, cards = position.game.num_players, colour_names(position), card_names(position)
    position.auction = None
    if whole["auction"] is not None:
        part = keyed("auction", whole["auction"], ("card", "nominator", "standing", "leader", "speaker"))
        position.auction = Auction(
            name_in("auction: card", part["card"], cards),
            number("auction: nominator", part["nominator"], 0, n - 1),
            number("auction: standing", part["standing"], 0, NO_AMOUNT - 1),
            number_or_none("auction: leader", part["leader"], 0, n - 1),
            number("auction: speaker", part["speaker"], 0, n - 1),
        )
    for player, value in enumerate(items("fists", whole["fists"], n)):
        position.fists[player] = None
        if value is not None:
            part = keyed(f"fists[{player}]", value, ("colour", "amount"))
            colour = name_in(f"fists[{player}]: colour", part["colour"], colours)
            position.fists[player] = Fist(colour, number_or_none(f"fists[{player}]: amount", part["amount"], 0, 9999))
    position.turn = None
    if whole["turn"] is not None:
        part = keyed("turn", whole["turn"], ("colour", "card", "town", "link"))
        position.turn = Turn(
            name_in("turn: colour", part["colour"], colours),
            name_or_none("turn: card", part["card"], cards),
            name_or_none("turn: town", part["town"], town_names(position)),
            name_or_none("turn: link", part["link"], link_names(position)),
        )


# --- bytes ------------------------------------------------------------------------------------------------------------


def or_none(value: int | None) -> int:
    return NONE if value is None else value


def padded(boxes: list[int], size: int) -> list[int]:
    return boxes + [NONE] * (size - len(boxes))


def to_bytes(position: Position) -> bytes:
    k = position.game.counts.colours
    writer = Writer(position.game.config_digest)
    writer.u8(PHASES.index(position.phase), ERAS.index(position.era), position.round, position.step)
    writer.u8(or_none(position.demand_first))
    writer.u16(*position.cash)
    writer.u16(*position.revenue)
    writer.u8(*padded(position.order, k), *padded(position.next_order, k))
    for pieces in position.industries:
        writer.u8(*pieces)
    writer.u8(*[or_none(owner) for owner in position.links])
    writer.u8(*position.demand)
    for hand in position.hands:
        writer.u8(*hand)
    writer.u8(*position.pool)
    writer.u8(*position.unseen_setup, *position.unseen, position.deck, position.set_aside, *position.face_up)
    write_pending(position, writer)
    return writer.finish()


def write_pending(position: Position, writer: Writer) -> None:
    auction = position.auction
    if auction is None:
        writer.u8(NONE, NONE, 0, 0, NONE, NONE)
    else:
        writer.u8(auction.card, auction.nominator)
        writer.u16(auction.standing)
        writer.u8(or_none(auction.leader), auction.speaker)
    for fist in position.fists:
        writer.u8(NONE if fist is None else fist.colour)
        writer.u16(NO_AMOUNT if fist is None or fist.amount is None else fist.amount)
    turn = position.turn
    if turn is None:
        writer.u8(NONE, NONE, NONE, NONE)
    else:
        writer.u8(turn.colour, or_none(turn.card), or_none(turn.town), or_none(turn.link))


def index(field: str, value: int, size: int) -> int:
    if value >= size:
        raise InvalidState(f"{field}: {value} is not below {size}")
    return value


def index_or_none(field: str, value: int, size: int) -> int | None:
    return None if value == NONE else index(field, value, size)


def from_bytes(position: Position, data: bytes) -> None:
    """Fills a fresh position. The caller checks that writing it again gives the same bytes."""
    reader = Reader(data, position.game.config_digest)
    n, k, towns = position.game.num_players, position.game.counts.colours, len(position.industries)
    position.phase = PHASES[index("phase", reader.u8(), len(PHASES))]
    position.era = ERAS[index("era", reader.u8(), len(ERAS))]
    position.round, position.step = reader.u8(), reader.u8()
    position.demand_first = index_or_none("demand_first", reader.u8(), n)
    position.cash = [reader.u16() for _ in range(n)]
    position.revenue = [reader.u16() for _ in range(n)]
    position.order = [index("order", c, k) for c in reader.u8s(k) if c != NONE]
    position.next_order = [index("next_order", c, k) for c in reader.u8s(k) if c != NONE]
    position.industries = [reader.u8s(k) for _ in range(towns)]
    position.links = [index_or_none("links", c, k) for c in reader.u8s(len(position.links))]
    position.demand = reader.u8s(5)
    position.hands = [reader.u8s(5) for _ in range(n)]
    position.pool = reader.u8s(5)
    kinds = len(position.unseen)
    position.unseen_setup, position.unseen = reader.u8s(kinds), reader.u8s(kinds)
    position.deck, position.set_aside = reader.u8(), reader.u8()
    position.face_up = reader.u8s(kinds)
    read_pending_bytes(position, reader)
    reader.finish()


def read_pending_bytes(position: Position, reader: Reader) -> None:
    n, k, kinds = position.game.num_players, position.game.counts.colours, len(position.unseen)
    card, nominator, standing = reader.u8(), reader.u8(), reader.u16()
    leader, speaker = index_or_none("auction", reader.u8(), n), reader.u8()
    position.auction = None
    if card != NONE:
        card, nominator = index("auction", card, kinds), index("auction", nominator, n)
        position.auction = Auction(card, nominator, standing, leader, index("auction", speaker, n))
    for player in range(n):
        colour, amount = index_or_none("fists", reader.u8(), k), reader.u16()
        fist = None if colour is None else Fist(colour, None if amount == NO_AMOUNT else amount)
        position.fists[player] = fist
    colour = index_or_none("turn", reader.u8(), k)
    turn_card = index_or_none("turn", reader.u8(), kinds)
    town = index_or_none("turn", reader.u8(), len(position.industries))
    link = index_or_none("turn", reader.u8(), len(position.links))
    position.turn = None if colour is None else Turn(colour, turn_card, town, link)
