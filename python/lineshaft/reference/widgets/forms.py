"""A position as a dict and as canonical bytes, and back. Both ways back end in ``check_invariants``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..forms import keyed
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
    d = keyed("the position", position, to_dict(s))
    try:
        fill(s, d)
        s.check_invariants()
        again = to_dict(s)
    except (IndexError, AssertionError, ValueError) as error:
        raise InvalidState(f"the position cannot be read: {error}") from None
    for key, value in again.items():
        require(same(value, d[key]), f"{key}: it contradicts the rest of the position")
    return s


def same(a: Any, b: Any) -> bool:
    """Equal values of equal types (1, 1.0 and True are three things)."""
    if isinstance(a, dict):
        return isinstance(b, Mapping) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list | tuple) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and bool(a == b)


def listed(field: str, value: Any, size: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise InvalidState(f"{field}: it must be a list, not {value!r}")
    require(size in (None, len(value)), f"{field}: there must be {size} entries, not {len(value)}")
    return value


def whole(field: str, value: Any, size: int | None = None) -> int:
    """A whole number, below a size."""
    if type(value) is not int:
        raise InvalidState(f"{field}: {value!r} is not a whole number")
    require(size is None or 0 <= value < size, f"{field}: {value} is not a number from 0 to {(size or 0) - 1}")
    return value


def name_in(field: str, value: Any, names: Sequence[str]) -> int:
    """The position of a name."""
    require(isinstance(value, str) and value in names, f"{field}: {value!r} is none of its names")
    return names.index(value)


def fill(s: WidgetsState, d: Mapping[str, Any]) -> None:
    players = s.game.num_players
    s.phase = PHASES[name_in("phase", d["phase"], PHASES)]
    s.next_phase = None if d["next_phase"] is None else PHASES[name_in("next_phase", d["next_phase"], PHASES)]
    s.reason = None if d["end_reason"] is None else END_REASONS[name_in("end_reason", d["end_reason"], END_REASONS)]
    s.first, s.turn_of, s.trigger = (
        None if d[key] is None else whole(key, d[key], players) for key in ("first", "turn_of", "trigger")
    )
    s.turn = whole("turn", d["turn"])
    s.final_turns = [whole("final_turns", left) for left in listed("final_turns", d["final_turns"], players)]
    s.dealt = [
        None if part is None else take_part(s, f"dealt[{player}]", part)
        for player, part in enumerate(listed("dealt", d["dealt"], players))
    ]
    s.hand = [take_part(s, f"hand[{i}]", part) for i, part in enumerate(listed("hand", d["hand"]))]
    if d["shaking"] is not None:
        shaking = keyed("shaking", d["shaking"], ("part", "direction"))
        side = name_in("shaking: direction", shaking["direction"], SIDES)
        s.shaking = (whole("shaking: part", shaking["part"], CARDS), side)
    s.falling = None if d["falling"] is None else take_part(s, "falling", d["falling"])
    s.bays = [
        [take_bay(s, f"bays[{player}][{i}]", bay) for i, bay in enumerate(listed(f"bays[{player}]", bays, BAYS))]
        for player, bays in enumerate(listed("bays", d["bays"], players))
    ]
    s.constructs = [
        [
            take_construct(s, f"constructs[{player}][{i}]", construct)
            for i, construct in enumerate(listed(f"constructs[{player}]", constructs))
        ]
        for player, constructs in enumerate(listed("constructs", d["constructs"], players))
    ]
    take_pile(s, d["pile"])


def part_keys(s: WidgetsState) -> tuple[str, ...]:
    return ("part", "card") if s.game.variant.name == TABLE else ("card",)


def take_part(s: WidgetsState, field: str, part: Any) -> int:
    """The number of a part that lies alone; its card goes to ``cards``."""
    return take_card(s, field, keyed(field, part, part_keys(s)))


def take_card(s: WidgetsState, field: str, part: Mapping[str, Any]) -> int:
    card = None if part["card"] is None else name_in(f"{field}: card", part["card"], s.game.cards)
    if s.game.variant.name == TABLE:
        handle = whole(f"{field}: part", part["part"], CARDS)
        s.cards[handle] = card
        return handle
    if card is None:
        raise InvalidState(f"{field}: card: it must be known")
    s.cards[card] = card
    return card


def take_bay(s: WidgetsState, field: str, bay: Any) -> list[int | None]:
    places: list[int | None] = [None] * PARTS
    if not isinstance(bay, Mapping):
        raise InvalidState(f"{field}: it must be a dict, not {bay!r}")
    for kind, part in bay.items():
        places[name_in(field, kind, s.game.data.parts)] = take_part(s, f"{field}: {kind}", part)
    return places


def take_construct(s: WidgetsState, field: str, construct: Any) -> list[int]:
    """Its parts; name and points follow from them, and are compared at the end."""
    parts = listed(f"{field}: parts", keyed(field, construct, ("name", "points", "parts"))["parts"], PARTS)
    return [take_part(s, f"{field}: parts[{i}]", part) for i, part in enumerate(parts)]


def take_pile(s: WidgetsState, pile: Any) -> None:
    if s.game.variant.name == TABLE:
        for i, entry in enumerate(listed("pile", pile)):
            s.lying.append(take_lying(s, f"pile[{i}]", entry))
        return
    sets = keyed("pile", pile, ("face_up", "face_down"))
    s.face_up, s.face_down = (
        [name_in(f"pile: {key}", name, s.game.cards) for name in listed(f"pile: {key}", sets[key])]
        for key in ("face_up", "face_down")
    )
    require(
        s.face_up == sorted(s.face_up) and s.face_down == sorted(s.face_down), "pile: not in the order of the cards"
    )
    for card in s.face_up:
        s.cards[card] = card


def take_lying(s: WidgetsState, field: str, entry: Any) -> Lying:
    part = keyed(field, entry, (*part_keys(s), "x", "y", "rotation", "face", "known"))
    x, y, rotation = (whole(f"{field}: {key}", part[key]) for key in ("x", "y", "rotation"))
    face_up = name_in(f"{field}: face", part["face"], ("down", "up")) == 1
    if not isinstance(part["known"], bool):
        raise InvalidState(f"{field}: known: {part['known']!r} is neither true nor false")
    return Lying(take_card(s, field, part), x, y, rotation, face_up, part["known"])


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
