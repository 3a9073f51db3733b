"""A position as a dict and as canonical bytes, and back. Both ways back end in ``check_invariants``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from . import score
from .action import BAYS, END_REASONS, PHASES
from .data import CARDS, MAX_CONSTRUCTS, PARTS
from .pile import SIDES, Lying
from .variant import TABLE

if TYPE_CHECKING:
    from .game import Widgets
    from .state import WidgetsState

NONE = 255


def require(holds: bool, sentence: str) -> None:
    if not holds:
        raise InvalidState(sentence)


# --- a dict -----------------------------------------------------------------------------------------------------------


def to_dict(s: WidgetsState) -> dict[str, Any]:
    return {
        "format": 1,
        "game": s.game.name,
        "players": s.game.num_players,
        "phase": s.phase,
        "current_player": s.current_player(),
        "next_phase": s.next_phase,
        "first": s.first,
        "turn_of": s.turn_of,
        "turn": s.turn,
        "trigger": s.trigger,
        "final_turns": list(s.final_turns),
        "end_reason": s.reason,
        **holdings_dict(s),
        "pile": pile_dict(s),
    }


def holdings_dict(s: WidgetsState) -> dict[str, Any]:
    """All parts outside the pile, and the part of the pile that is being pulled."""
    shaking = None if s.shaking is None else {"part": s.shaking[0], "direction": SIDES[s.shaking[1]]}
    return {
        "dealt": [None if part is None else part_dict(s, part) for part in s.dealt],
        "hand": [part_dict(s, part) for part in s.hand],
        "shaking": shaking,
        "falling": None if s.falling is None else part_dict(s, s.falling),
        "bays": [[bay_dict(s, bay) for bay in bays] for bays in s.bays],
        "constructs": [[construct_dict(s, parts) for parts in constructs] for constructs in s.constructs],
    }


def card_name(s: WidgetsState, part: int) -> str | None:
    card = s.cards[part]
    return None if card is None else s.game.cards[card]


def part_dict(s: WidgetsState, part: int) -> dict[str, Any]:
    named = {"card": card_name(s, part)}
    return {"part": part, **named} if s.game.variant.name == TABLE else named


def bay_dict(s: WidgetsState, bay: list[int | None]) -> dict[str, Any]:
    return {s.game.data.parts[kind]: part_dict(s, part) for kind, part in enumerate(bay) if part is not None}


def construct_dict(s: WidgetsState, parts: list[int]) -> dict[str, Any]:
    cards = s.cards_of(parts)
    return {
        "name": score.construct_name(s.game.data, cards),
        "points": score.construct_points(s.game.data, cards),
        "parts": [part_dict(s, part) for part in parts],
    }


def pile_dict(s: WidgetsState) -> Any:
    if s.game.variant.name != TABLE:
        names = s.game.cards
        return {"face_up": [names[c] for c in s.face_up], "face_down": [names[c] for c in s.face_down]}
    return [
        {
            **part_dict(s, lying.part),
            "x": lying.x,
            "y": lying.y,
            "rotation": lying.rotation,
            "face": "up" if lying.face_up else "down",
            "known": lying.known,
        }
        for lying in s.lying
    ]


# --- and back ---------------------------------------------------------------------------------------------------------


def from_dict(game: Widgets, position: Mapping[str, Any]) -> WidgetsState:
    """Reads what ``to_dict`` wrote; writing it again must give the same, key by key and type by type."""
    s = game.new_initial_state()
    try:
        fill(s, position)
        s.check_invariants()
        again = to_dict(s)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as error:
        raise InvalidState(f"the position cannot be read: {type(error).__name__}: {error}") from None
    for key in position:
        require(key in again, f"{key}: there is no such key")
    for key, value in again.items():
        require(key in position, f"{key}: the key is missing")
        require(same(value, position[key]), f"{key}: it contradicts the rest of the position")
    return s


def same(a: Any, b: Any) -> bool:
    """Equal values of equal types (1, 1.0 and True are three things)."""
    if isinstance(a, dict):
        return isinstance(b, Mapping) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list | tuple) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and bool(a == b)


def fill(s: WidgetsState, d: Mapping[str, Any]) -> None:
    s.phase, s.next_phase, s.reason = d["phase"], d["next_phase"], d["end_reason"]
    s.first, s.turn_of, s.trigger = (
        None if d[key] is None else whole(d[key]) for key in ("first", "turn_of", "trigger")
    )
    s.turn = whole(d["turn"])
    s.final_turns = [whole(left) for left in d["final_turns"]]
    s.dealt = [None if part is None else take_part(s, part) for part in d["dealt"]]
    s.hand = [take_part(s, part) for part in d["hand"]]
    if d["shaking"] is not None:
        s.shaking = (number(d["shaking"]["part"]), SIDES.index(d["shaking"]["direction"]))
    s.falling = None if d["falling"] is None else take_part(s, d["falling"])
    s.bays = [[take_bay(s, bay) for bay in bays] for bays in d["bays"]]
    s.constructs = [[[take_part(s, p) for p in c["parts"]] for c in constructs] for constructs in d["constructs"]]
    take_pile(s, d["pile"])
    players = s.game.num_players
    lengths = [len(s.final_turns), len(s.dealt), len(s.bays), len(s.constructs)]
    require(lengths == [players] * 4, "final_turns, dealt, bays, constructs: one entry a player")
    require(all(len(bays) == BAYS for bays in s.bays), "bays: three a player")


def whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def number(value: Any) -> int:
    if not 0 <= whole(value) < CARDS:
        raise ValueError(f"{value!r} is not the number of a part")
    return whole(value)


def take_part(s: WidgetsState, part: Mapping[str, Any]) -> int:
    """The number of a part; its card goes to ``cards``."""
    card = None if part["card"] is None else s.game.cards.index(part["card"])
    if s.game.variant.name != TABLE:
        if card is None:
            raise ValueError("a part without a card")
        s.cards[card] = card
        return card
    handle = number(part["part"])
    s.cards[handle] = card
    return handle


def take_bay(s: WidgetsState, bay: Mapping[str, Any]) -> list[int | None]:
    places: list[int | None] = [None] * PARTS
    for kind, part in bay.items():
        places[s.game.data.parts.index(kind)] = take_part(s, part)
    return places


def take_pile(s: WidgetsState, pile: Any) -> None:
    if s.game.variant.name == TABLE:
        for part in pile:
            handle, face_up = take_part(s, part), part["face"] == "up"
            x, y, rotation = (whole(part[key]) for key in ("x", "y", "rotation"))
            s.lying.append(Lying(handle, x, y, rotation, face_up, part["known"] is True))
        return
    s.face_up = [s.game.cards.index(name) for name in pile["face_up"]]
    s.face_down = [s.game.cards.index(name) for name in pile["face_down"]]
    require(
        s.face_up == sorted(s.face_up) and s.face_down == sorted(s.face_down), "pile: not in the order of the cards"
    )
    for card in s.face_up:
        s.cards[card] = card


# --- bytes ------------------------------------------------------------------------------------------------------------


def code(value: int | None) -> int:
    return NONE if value is None else value


def index_or_none(names: tuple[str, ...], name: str | None) -> int:
    return NONE if name is None else names.index(name)


def to_bytes(s: WidgetsState) -> bytes:
    out = Writer(s.game.config_digest)
    out.u8(PHASES.index(s.phase), index_or_none(PHASES, s.next_phase), code(s.first), code(s.turn_of))
    out.u16(s.turn)
    out.u8(code(s.trigger), index_or_none(END_REASONS, s.reason), *s.final_turns)
    out.u8(*(code(part) for part in s.dealt))
    out.u8(*s.hand, *[NONE] * (2 - len(s.hand)), code(s.falling), *(s.shaking or (NONE, NONE)))
    for bays in s.bays:
        for bay in bays:
            out.u8(*(code(part) for part in bay))
    for constructs in s.constructs:
        for parts in constructs:
            out.u8(*parts)
        out.u8(*[NONE] * PARTS * (MAX_CONSTRUCTS - len(constructs)))
    if s.game.variant.name == TABLE:
        out.u8(*(code(card) for card in s.cards), len(s.lying))
        for lying in s.lying:
            out.u8(lying.part, lying.x, lying.y, lying.rotation + 16 * lying.face_up + 32 * lying.known)
    else:
        for cards in (s.face_up, s.face_down):
            bits = sum(1 << card for card in cards)
            out.u8(*bits.to_bytes(CARDS // 8, "little"))
    return out.finish()


def from_bytes(game: Widgets, data: bytes) -> WidgetsState:
    """Reads what ``to_bytes`` wrote; writing it again must give the same bytes."""
    s = game.new_initial_state()
    reader = Reader(data, game.config_digest)
    try:
        read_fields(s, reader)
        reader.finish()
        s.check_invariants()
    except (IndexError, AssertionError, ValueError) as error:
        raise InvalidState(f"the position cannot be read: {error}") from None
    require(to_bytes(s) == data, "the position is not in its canonical form")
    return s


def optional(value: int) -> int | None:
    return None if value == NONE else value


def parts_in(values: list[int]) -> list[int | None]:
    """Part numbers, None for 255."""
    require(all(value < CARDS or value == NONE for value in values), "parts: a number is too high")
    return [optional(value) for value in values]


def present(values: list[int | None]) -> list[int]:
    return [value for value in values if value is not None]


def read_fields(s: WidgetsState, reader: Reader) -> None:
    players = s.game.num_players
    phase, next_phase, first, turn_of = reader.u8s(4)
    s.phase = PHASES[phase]
    s.next_phase = None if next_phase == NONE else PHASES[next_phase]
    s.first, s.turn_of, s.turn, s.trigger = optional(first), optional(turn_of), reader.u16(), optional(reader.u8())
    reason = reader.u8()
    s.reason = None if reason == NONE else END_REASONS[reason]
    s.final_turns = reader.u8s(players)
    s.dealt = parts_in(reader.u8s(players))
    s.hand = present(parts_in(reader.u8s(2)))
    s.falling = parts_in(reader.u8s(1))[0]
    part, side = reader.u8s(2)
    s.shaking = None if part == NONE else (part, side)
    s.bays = [[parts_in(reader.u8s(PARTS)) for _ in range(BAYS)] for _ in range(players)]
    constructs = [[present(parts_in(reader.u8s(PARTS))) for _ in range(MAX_CONSTRUCTS)] for _ in range(players)]
    s.constructs = [[parts for parts in row if parts] for row in constructs]
    if s.game.variant.name == TABLE:
        read_table(s, reader)
    else:
        read_sets(s, reader)


def read_table(s: WidgetsState, reader: Reader) -> None:
    s.cards = parts_in(reader.u8s(CARDS))
    for _ in range(reader.u8()):
        part, x, y, pose = reader.u8s(4)
        require(part < CARDS and pose < 64, "pile: a field is too high")
        s.lying.append(Lying(part, x, y, pose & 15, pose & 16 != 0, pose & 32 != 0))


def read_sets(s: WidgetsState, reader: Reader) -> None:
    up, down = (int.from_bytes(bytes(reader.u8s(CARDS // 8)), "little") for _ in range(2))
    s.face_up = [card for card in range(CARDS) if up >> card & 1]
    s.face_down = [card for card in range(CARDS) if down >> card & 1]
    held = present(s.dealt) + s.hand + [part for bays in s.bays for bay in bays for part in present(bay)]
    held += [part for constructs in s.constructs for parts in constructs for part in parts]
    for card in held + s.face_up:
        s.cards[card] = card
