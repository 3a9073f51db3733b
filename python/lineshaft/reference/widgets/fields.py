"""Widgets: the fields of a position, in the order of the page; how each is declared: ``reference/fields.py``.

A part is told with its card, which the position keeps apart from it (``Held``). Bytes tell parts by number alone; on
the table the cards of all parts stand with the pile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..codec import Reader, Writer
from ..errors import InvalidState
from ..fields import (
    HIDDEN,
    OPEN,
    Axis,
    Cells,
    Choice,
    Each,
    Field,
    Flag,
    Kind,
    Members,
    Number,
    Observed,
    Record,
    Row,
    Schema,
    Seen,
    current_player,
    exactly,
    keyed,
    legal_actions,
    listed,
    whole,
)
from .data import Data
from .score import construct_name, construct_points, scores
from .shape import MAX_ORIGIN, ROTATIONS, SIDES, SPOTS
from .state import END_REASONS, PHASES, Lying, Position, Shaking
from .table import Tables
from .variant import TABLE
from .view import LyingSeen, ShapeSeen, pending_seen, pile_seen, shape_seen, unseen_seen

SPOT = Axis("spot", SPOTS)
SIDE = Axis("side", SIDES)


class Axes:
    """What the fields are counted over, where that hangs on the game or on the counts of its data file."""

    def __init__(self, game: Tables) -> None:
        data = game.data
        self.player = Axis("player", game.num_players, turns=True)
        self.card = Axis("card", game.cards)
        self.type = Axis("part type", data.parts)
        self.part = Axis("part", data.count)
        self.bay = Axis("bay", data.bays)
        self.piece = Axis("part type", data.types)
        self.trait = Axis("trait", len(data.elements) + len(data.archetypes) + len(data.makeups))
        self.nature = Axis("type or trait", data.types + self.trait.size)
        self.number = Number(data.count)
        """A part's number + 1, as observations tell parts."""


def cards_of(axis: Axis) -> Members:
    """A set of parts or cards."""
    return Members(axis, bytes_for(axis))


def bytes_for(axis: Axis) -> int:
    """The bytes that have a bit for each entry."""
    return (axis.size + 7) // 8


def position_fields(game: Tables) -> list[Field]:
    axes = Axes(game)
    on_table = game.variant.name == TABLE
    part = PartKind(axes, on_table)
    return [
        *course(game, axes),
        *ends(game, axes),
        *holdings(game, axes, part),
        *built(game, axes, part),
        *((pull_channels(game, axes, part), *table_pile(game, axes)) if on_table else abstract_pile(axes)),
        Field(
            "unseen",
            cards_of(axes.card),
            "cards that nobody has seen",
            Seen(unseen_seen),
            observed_after="constructs",
        ),
    ]


# --- whose turn it is, and how the game ends --------------------------------------------------------------------------


def course(game: Tables, axes: Axes) -> list[Field]:
    phase, player = Axis("phase", PHASES), Choice(axes.player, maybe=True)
    phases = Choice(phase, values=PHASES)
    reading = Choice(phase, values=PHASES, maybe=True)
    acts = current_player(axes.player, "who acts, one-hot; zero at chance nodes", observed_after="next_phase")
    return [
        Field("phase", phases, "the phase", meaning="the phase, one-hot"),
        acts,
        legal_actions(game.num_actions),
        Field(
            "next_phase",
            reading,
            "the phase after reading",
            meaning="the decision after reading, one-hot, in `read` only",
        ),
        Field("first", player, "the start player", meaning="the start player, one-hot", observed_after="turn_of"),
        Field("turn_of", player, "whose turn it is", meaning="whose turn it is, one-hot"),
        Field("turn", Number(1000, scale=game.max_turns, width="u16"), "completed turns", observed_after="trigger"),
        Field("max_turns", Number(1000), "most turns", Seen(lambda s, viewer: game.max_turns), observed=()),
    ]


def most_of_construct(data: Data) -> int:
    """What a construct is worth whose parts agree in everything."""
    return 3 * max(data.points)


def up_to(most: int) -> Number:
    """A number up to the most, which is its scale too; the scale is never 0."""
    return Number(most, scale=max(most, 1))


def ends(game: Tables, axes: Axes) -> list[Field]:
    player = axes.player
    most = game.data.most_constructs * most_of_construct(game.data) + game.data.bonus
    reasons = Choice(Axis("reason", END_REASONS), values=END_REASONS, maybe=True)
    return [
        Field(
            "constructs_needed",
            Number(game.data.most_constructs),
            "constructs that trigger the end",
            Seen(lambda s, viewer: game.constructs_needed),
            observed=(),
        ),
        Field(
            "trigger",
            Choice(player, maybe=True),
            "who triggered the end",
            meaning="who triggered the end, one-hot",
        ),
        Field("final_turns", Each(player, Number(10)), "final turns left"),
        Field(
            "end_reason",
            reasons,
            "why the game is over",
            meaning="one-hot: finished, pile_empty, turn_cap",
            at="reason",
            written_after="trigger",
        ),
        Field("scores", Each(player, up_to(most)), "points", Seen(lambda s, viewer: scores(s))),
    ]


# --- parts outside the pile -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A part with its card, None where nobody knows it (or where bytes tell it later)."""

    part: int
    card: int | None


def held(s: Position, part: int | None) -> Held | None:
    return None if part is None else Held(part, s.cards[part])


def all_held(s: Position, parts: Sequence[int | None]) -> list[Held | None]:
    return [held(s, part) for part in parts]


def lay(s: Position, part: Held | None) -> int | None:
    """Notes the card of a part that was read."""
    if part is None:
        return None
    if part.card is not None:
        s.cards[part.part] = part.card
    return part.part


def lay_all(s: Position, parts: Sequence[Held | None]) -> list[int | None]:
    return [lay(s, part) for part in parts]


class PartKind(Kind):
    """A part: number and card on the table, in the abstract variant the card, which is its number."""

    def __init__(self, axes: Axes, on_table: bool, maybe: bool = False) -> None:
        self.axes, self.on_table, self.maybe = axes, on_table, maybe
        self.card, self.scale = axes.card, axes.part.size

    def or_none(self) -> PartKind:
        return PartKind(self.axes, self.on_table, maybe=True)

    def blank(self) -> bytes:
        return b"\xff"

    def _json(self, value: Held) -> dict[str, Any]:
        card = {"card": None if value.card is None else self.card.word(value.card)}
        return {"part": value.part, **card} if self.on_table else card

    def _parse(self, path: str, given: Any) -> Held:
        if not self.on_table:
            card = self.card.index(f"{path}.card", keyed(path, given, ("card",))["card"])
            return Held(card, card)
        keys = keyed(path, given, ("part", "card"))
        number = whole(f"{path}.part", keys["part"], 0, self.scale - 1)
        return Held(number, None if keys["card"] is None else self.card.index(f"{path}.card", keys["card"]))

    def _write(self, out: Writer, value: Held) -> None:
        out.u8(value.part)

    def _read(self, path: str, source: Reader) -> Held:
        number = whole(path, source.u8(), 0, self.scale - 1)
        return Held(number, None if self.on_table else number)

    def _schema(self) -> Schema:
        if not self.on_table:
            return {"type": "object", **exactly({"card": self.card.schema()})}
        card = {"anyOf": [self.card.schema(), {"type": "null"}]}
        return {"type": "object", **exactly({"part": self.axes.part.schema(), "card": card})}

    def _cells(self, value: Held, viewer: int) -> Cells:
        yield (), value.part + 1


def holdings(game: Tables, axes: Axes, part: PartKind) -> list[Field]:
    pull = Record(
        Shaking,
        Field("part", Number(axes.part.size - 1, none=255), "the part"),
        Field("direction", Choice(SIDE), "the side"),
        maybe=True,
    )
    dealt, hand, falling = Each(axes.player, part.or_none()), Row(part, game.data.face_down), part.or_none()
    return [
        Field(
            "dealt",
            dealt,
            "part that waits for set-up",
            observed=with_nature(game.data, axes, "dealt", dealt, "part that waits for set-up"),
            get=lambda s: all_held(s, s.dealt),
            set=lambda s, parts: setattr(s, "dealt", lay_all(s, parts)),
        ),
        Field(
            "hand",
            hand,
            "parts in hand, in the order of pulling",
            observed=with_nature(game.data, axes, "hand", hand, "parts in hand, in the order of pulling"),
            get=lambda s: all_held(s, s.hand),
            set=lambda s, parts: setattr(s, "hand", lay_all(s, parts)),
        ),
        Field(
            "shaking",
            pull,
            "the pull that waits for its salt",
            observed=(),
            written_after="falling",
        ),
        Field(
            "falling",
            falling,
            "part that is being dropped",
            observed=with_nature(game.data, axes, "falling", falling, "part that is being dropped"),
            get=lambda s: held(s, s.falling),
            set=lambda s, part: setattr(s, "falling", lay(s, part)),
        ),
    ]


def with_nature(data: Data, axes: Axes, name: str, parts: Kind, meaning: str) -> tuple[Observed, ...]:
    """The channel of parts by their numbers, and one of what their cards are."""

    def of(part: Held | None) -> list[int] | None:
        return None if part is None or part.card is None else nature(data, part.card)

    def of_all(held: list[Held | None]) -> list[list[int] | None]:
        return [of(part) for part in held]

    one = cards_of(axes.nature)
    says = "type, element, archetype and makeup of its card, one-hot each, if known"
    match parts:
        case Each():
            natures = Observed(f"{name}_traits", Each(axes.player, one), says, of_all)
        case Row():
            natures = Observed(f"{name}_traits", Row(one, parts.most), says, of_all)
        case _:
            natures = Observed(f"{name}_traits", one, says, of)
    return (*parts.channels(name, meaning), natures)


def nature(data: Data, card: int) -> list[int]:
    """The type of a card and its traits, as places on the axis of types and traits."""
    return [data.part_type(card), *(data.types + place for place in trait_places(data, card))]


@dataclass(frozen=True)
class Pull:
    """The pull that waits for its salt: the part with its card, and the side."""

    part: Held
    side: int


def pull_channels(game: Tables, axes: Axes, part: PartKind) -> Field:
    """What is told of a pull, its card included where it is known; the view has its number, and the pile the card."""

    def seen(s: Position, viewer: int | None) -> Pull | None:
        return Pull(Held(s.shaking.part, s.cards[s.shaking.part]), s.shaking.direction) if s.shaking else None

    channels = with_nature(game.data, axes, "shaking", part.or_none(), "part of the pull that happens")
    number, natures = (Observed(o.name, o.kind, o.meaning, of_part(o)) for o in channels)
    side = Observed("shaking_direction", Choice(SIDE), "to which side it is pulled, one-hot", lambda pull: pull.side)
    return Field(
        "pull",
        part.or_none(),
        "the part that is pulled",
        Seen(seen),
        observed=(number, natures, side),
        observed_after="constructs",
        in_view=False,
    )


def of_part(observed: Observed) -> Callable[[Pull], Any]:
    return lambda pull: observed.of(pull.part)


class ConstructKind(Kind):
    """A part of each type with known cards; name and points follow from them."""

    def __init__(self, game: Tables, axes: Axes, part: PartKind) -> None:
        self.data, self.parts = game.data, Each(axes.piece, part)
        self.worth = up_to(most_of_construct(game.data))

    def told(self, value: list[Held]) -> dict[str, Any]:
        cards = [part.card for part in value if part.card is not None]
        return {"name": construct_name(self.data, cards), "points": construct_points(self.data, cards)}

    def points(self, value: list[Held]) -> int:
        return int(self.told(value)["points"])

    def blank(self) -> bytes:
        return self.parts.blank()

    def channels(self, name: str, meaning: str) -> list[Observed]:
        points = Observed("construct_points", self.worth, "points of constructs", self.points)
        return [Observed(name, self.parts, meaning), points]

    def _json(self, value: list[Held]) -> dict[str, Any]:
        return {**self.told(value), "parts": self.parts.json(value)}

    def _parse(self, path: str, given: Any) -> list[Held]:
        keys = keyed(path, given, ("name", "points", "parts"))
        value: list[Held] = self.parts.parse(f"{path}.parts", keys["parts"])
        if any(part.card is None for part in value):
            raise InvalidState(f"{path}.parts: the card of each must be known")
        for key, right in self.told(value).items():
            if type(keys[key]) is not type(right) or keys[key] != right:
                raise InvalidState(f"{path}.{key} must be {right!r}: it follows from the parts")
        return value

    def _write(self, out: Writer, value: list[Held]) -> None:
        self.parts.write(out, value)

    def _read(self, path: str, source: Reader) -> list[Held]:
        value: list[Held] = self.parts.read(path, source)
        return value

    def _schema(self) -> Schema:
        points, parts = self.worth.schema(), self.parts.schema()
        return {"type": "object", **exactly({"name": {"type": "string"}, "points": points, "parts": parts})}


def built(game: Tables, axes: Axes, part: PartKind) -> list[Field]:
    data = game.data
    bays = Each(axes.player, Each(axes.bay, Each(axes.type, part.or_none())))
    shown = Each(axes.player, Each(axes.bay, Each(axes.piece, cards_of(axes.trait))))
    counts = f"element ({len(data.elements)}), archetype ({len(data.archetypes)}), makeup ({len(data.makeups)})"
    traits = Observed("bay_traits", shown, f"their {counts}, one-hot each", lambda value: bay_traits(data, value))
    constructs = Each(axes.player, Row(ConstructKind(game, axes, part), data.most_constructs))
    meaning = f"parts of constructs, {data.parts[0]} to {data.parts[-1]}"
    return [
        Field(
            "bays",
            bays,
            "parts in bays",
            observed=(*bays.channels("bays", "parts in bays"), traits),
            get=bays_held,
            set=lay_bays,
        ),
        Field("constructs", constructs, meaning, get=constructs_held, set=lay_constructs),
    ]


def bays_held(s: Position) -> list[list[list[Held | None]]]:
    return [[all_held(s, bay) for bay in bays] for bays in s.bays]


def lay_bays(s: Position, value: list[list[list[Held | None]]]) -> None:
    s.bays = [[lay_all(s, bay) for bay in bays] for bays in value]


def constructs_held(s: Position) -> list[list[list[Held | None]]]:
    return [[all_held(s, parts) for parts in constructs] for constructs in s.constructs]


def lay_constructs(s: Position, value: list[list[list[Held]]]) -> None:
    for parts in (parts for constructs in value for parts in constructs):
        lay_all(s, parts)
    s.constructs = [[[part.part for part in parts] for parts in constructs] for constructs in value]


def bay_traits(data: Data, value: list[list[list[Held | None]]]) -> list[list[list[list[int] | None]]]:
    """The traits of the parts in bays, as places on the axis of all traits."""

    def of(part: Held | None) -> list[int] | None:
        return None if part is None else trait_places(data, part.card)

    return [[[of(part) for part in bay] for bay in bays] for bays in value]


def trait_places(data: Data, card: int | None) -> list[int]:
    assert card is not None  # cards in bays are known
    element, archetype, makeup = data.traits(card)
    elements, archetypes = len(data.elements), len(data.archetypes)
    return [element, elements + archetype, elements + archetypes + makeup]


# --- the pile ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heap:
    """The pile of the table, from the bottom to the top, and the cards of its parts; bytes have those of all parts."""

    lying: list[Lying]
    cards: list[int | None]


class HeapKind(Kind):
    """``entry`` is a part of the pile in a dict. In bytes: the card of each part, the size of the pile, its parts."""

    def __init__(self, axes: Axes) -> None:
        self.card, self.pose = Choice(axes.card, maybe=True), pose()
        self.count = axes.part.size
        self.cards = Each(axes.part, self.card)
        number = Field("part", Number(self.count - 1), "its number")
        self.entry = Record(dict, number, Field("card", self.card, "its card, null where nobody knows it"), *self.pose)

    def blank(self) -> bytes:
        return self.cards.blank() + b"\0"

    def _json(self, value: Heap) -> list[Any]:
        return [
            {
                "part": lying.part,
                "card": self.card.json(value.cards[lying.part]),
                **{f.name: f.kind.json(f.value(lying)) for f in self.pose},
            }
            for lying in value.lying
        ]

    def _parse(self, path: str, given: Any) -> Heap:
        entries = [self.entry.parse(f"{path}[{i}]", entry) for i, entry in enumerate(listed(path, given))]
        cards: list[int | None] = [None] * self.count
        for entry in entries:
            cards[entry["part"]] = entry.pop("card")
        return Heap([Lying(**entry) for entry in entries], cards)

    def _write(self, out: Writer, value: Heap) -> None:
        self.cards.write(out, value.cards)
        out.u8(len(value.lying))
        for lying in value.lying:
            out.u8(lying.part, lying.x, lying.y, lying.rotation + 16 * lying.face_up + 32 * lying.known)

    def _read(self, path: str, source: Reader) -> Heap:
        cards = self.cards.read("cards", source)
        return Heap([self.read_lying(f"{path}[{i}]", source) for i in range(source.u8())], cards)

    def read_lying(self, path: str, source: Reader) -> Lying:
        part, x, y = whole(f"{path}.part", source.u8(), 0, self.count - 1), source.u8(), source.u8()
        code = whole(f"{path}: the byte of its pose", source.u8(), 0, 63)
        x, y = whole(f"{path}.x", x, 0, MAX_ORIGIN), whole(f"{path}.y", y, 0, MAX_ORIGIN)
        return Lying(part, x, y, code % 16, code & 16 != 0, code & 32 != 0)

    def _schema(self) -> Schema:
        return {"type": "array", "items": self.entry.schema(), "maxItems": self.count}


def pose(*height: Field) -> tuple[Field, ...]:
    """How a part lies; the view has its height as well."""
    return (
        Field("x", Number(MAX_ORIGIN), "column of the frame"),
        Field("y", Number(MAX_ORIGIN), "row of the frame"),
        *height,
        Field("rotation", Number(ROTATIONS - 1), "in steps of 11.25 degrees"),
        Field("face", Choice(Axis("face", ("down", "up")), values=(False, True)), "how it lies", at="face_up"),
        Field("known", Flag(), "whether its card has been drawn or is about to be"),
    )


def table_pile(game: Tables, axes: Axes) -> list[Field]:
    count = axes.part.size
    size = Record(
        ShapeSeen,
        Field("name", Choice(Axis("shape", ("gear", "rectangle")), values=("gear", "rectangle")), "gear or rectangle"),
        Field("cell", Number(50), "width of a cell of the table, in tenths of a millimetre"),
        Field("size", Each(Axis("side of a part", 2), Number(1000)), "width and height, in tenths of a millimetre"),
    )
    seen = Record(
        LyingSeen,
        Field("part", Number(count - 1), "its number"),
        Field("card", Choice(axes.card, maybe=True), "its card, null where nobody knows it"),
        *pose(Field("height", Number(count - 1), "its place in the pile, 0 lowest")),
        Field("visible", Number(255), "visible cells"),
        Field("area", Number(255), "cells of the whole part"),
        Field("free_spots", Members(SPOT, 2), "free finger spots"),
        Field("sides", Members(SIDE, 1), "sides to which it can be pulled"),
    )
    return [
        Field("pile", HeapKind(axes), "the pile, from the bottom to the top", HIDDEN, get=heap, set=lay_heap),
        Field("shape", size, "what a part looks like", Seen(lambda s, viewer: shape_seen(game)), observed=()),
        Field("pile", Row(seen, count), "the pile, in all detail", Seen(pile_seen), observed=pile_channels(axes)),
        Field(
            "pending",
            cards_of(axes.part),
            "parts that are about to be read",
            Seen(pending_seen),
            observed_after="pull",
        ),
        Field(
            "cards",
            Each(axes.part, Choice(axes.card, maybe=True)),
            "the cards of all parts, as far as they are known",
            Seen(lambda s, viewer: s.cards),
            observed=card_channels(game.data, axes),
            in_view=False,
        ),
    ]


def heap(s: Position) -> Heap:
    return Heap(s.lying, s.cards)


def lay_heap(s: Position, value: Heap) -> None:
    s.lying = value.lying
    for part, card in enumerate(value.cards):
        if card is not None:
            s.cards[part] = card


def pile_channels(axes: Axes) -> list[Observed]:
    """By part, 0 where a part is not in the pile."""

    def by_part(name: str, kind: Kind, meaning: str, add: int = 0) -> Observed:
        def of(pile: list[LyingSeen]) -> list[Any]:
            values: list[Any] = [None] * axes.part.size
            for lying in pile:
                value = getattr(lying, name)
                values[lying.part] = value + add if add else value
            return values

        return Observed(name, Each(axes.part, kind), meaning, of)

    def in_pile(pile: list[LyingSeen]) -> list[int]:
        return [lying.part for lying in pile]

    return [
        Observed(
            "in_pile",
            cards_of(axes.part),
            "parts of the pile; the next eight channels are 0 where this is 0",
            in_pile,
        ),
        by_part("height", axes.number, "from 1 at the bottom", add=1),
        by_part("x", Number(MAX_ORIGIN), "column of the frame"),
        by_part("y", Number(MAX_ORIGIN), "row of the frame"),
        by_part("rotation", Number(ROTATIONS - 1), "in steps of 11.25 degrees"),
        by_part("face_up", Flag(), "lies face-up"),
        by_part("visible", Number(255), "visible cells"),
        by_part("free_spots", Members(SPOT, 2), "free finger spots"),
        by_part("sides", Members(SIDE, 1), "sides to which it can be pulled"),
    ]


def card_channels(data: Data, axes: Axes) -> list[Observed]:
    def of_card(name: str, size: int, meaning: str, of: Any) -> Observed:
        kind = Each(axes.part, Choice(Axis(name, size)))
        return Observed(name, kind, meaning, lambda cards: [None if card is None else of(card) for card in cards])

    known = Each(axes.part, Flag())
    return [
        Observed("known", known, "its card has been drawn", lambda cards: [card is not None for card in cards]),
        of_card("part_type", data.types, "the type of that card, one-hot, if known", data.part_type),
        of_card("element", len(data.elements), "its element, one-hot, if known", lambda card: data.traits(card)[0]),
        of_card(
            "archetype", len(data.archetypes), "its archetype, one-hot, if known", lambda card: data.traits(card)[1]
        ),
        of_card("makeup", len(data.makeups), "its makeup, one-hot, if known", lambda card: data.traits(card)[2]),
    ]


@dataclass(frozen=True)
class Sets:
    """The two sets of cards of the abstract variant, ascending."""

    face_up: list[int]
    face_down: list[int]


def abstract_pile(axes: Axes) -> list[Field]:
    cards = Members(axes.card, bytes_for(axes.card), make=list, ordered=True)
    sets = Record(
        Sets,
        Field("face_up", cards, "lies face-up"),
        Field("face_down", cards, "by card: lies face-down"),
        prefix=False,
    )
    nothing = Record(dict, maybe=True)
    return [
        Field("shape", nothing, "null: there are no shapes", Seen(lambda s, viewer: None), observed=()),
        Field("pile", sets, "the two sets of cards", OPEN, get=lambda s: Sets(s.face_up, s.face_down), set=lay_sets),
        Field("pending", Row(Number(0), 0), "nothing is read", Seen(pending_seen), observed=()),
    ]


def lay_sets(s: Position, value: Sets) -> None:
    s.face_up, s.face_down = value.face_up, value.face_down
    for card in value.face_up:
        s.cards[card] = card
