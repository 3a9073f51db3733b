"""The data file: parsed, checked in the order of the game's page, kept as numbers and names. (R1, R19 to R22, R30)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..data_file import (
    SOURCE,
    Choice,
    Content,
    DataFile,
    List,
    Name,
    Pattern,
    Rows,
    Table,
    ValueKind,
    Whole,
    row_place,
    span,
)

MOST_PARTS = 128
MOST_CONSTRUCTS = 6
MOST_POINTS = 50
"""For one trait."""
MOST_BONUS = 100
MAX_PLAYERS = 5
LISTS = ("parts", "elements", "archetypes", "makeups")
"""The deck is their product."""


def sourced(keys: Mapping[str, ValueKind]) -> dict[str, ValueKind]:
    """The keys of a table or row, which first says where its entries come from."""
    return {"source": SOURCE, **keys}


NAMED = sourced({"name": Name()})
FRAGMENTS = List(Pattern("[A-Za-z]{1,12}", "1 to 12 letters from A to Z or a to z"), 8, 96)
SETUP: dict[str, ValueKind] = {
    "bays": Whole(1, 6),
    "dealt": Whole(0, lambda setup: setup.table["bays"]),
    "face_up": Whole(0, 100),
}
SCORING: dict[str, ValueKind] = {"points": List(Whole(0, MOST_POINTS), 3, 6), "bonus": Whole(0, MOST_BONUS)}
ENDS: dict[str, ValueKind] = {
    "players": Whole(lambda end: end.row),
    "constructs": Whole(1, MOST_CONSTRUCTS),
    "longer": Whole(0, MOST_CONSTRUCTS),
    "max_turns": Whole(1, 1000),
}
PILE: dict[str, ValueKind] = {
    "finger_width": Whole(100, 200),
    "finger_depth": Whole(75, 150),
    "clear_centre": Whole(0, 800),
    "drag": Whole(0, 24),
    "flip_least": Whole(0, 24),
    "jitter": Whole(0, 24),
}
RECTANGLE: dict[str, ValueKind] = {
    "width": Whole(400, 700),
    "height": Whole(lambda rectangle: rectangle.table["width"], 1000),
    "long_spots": List(Whole(1, 500), 2),
    "short_spots": List(Whole(1, 500), 1),
}
TABLES: dict[str, ValueKind] = {
    "format": Whole(2),
    "game": Choice(("widgets",)),
    "parts": Rows({**NAMED, "fragments": FRAGMENTS}, 3, 6),
    "elements": Rows(NAMED, 2, 6),
    "archetypes": Rows(NAMED, 2, 4),
    "makeups": Rows(NAMED, 2, 4),
    "setup": Table(sourced(SETUP)),
    "turn": Table(sourced({"face_down": Whole(1, 4)})),
    "scoring": Table(sourced(SCORING)),
    "endgame": Table(sourced({"final_turns": Whole(0, 10)})),
    "ends": Rows(sourced(ENDS), MAX_PLAYERS),
    "pile": Table(sourced(PILE)),
    "gear": Table(sourced({"diameter": Whole(400, 880)})),
    "rectangle": Table(sourced(RECTANGLE)),
}


@dataclass(frozen=True)
class End:
    """How long a game of so many players lasts; ``longer`` is 0 where there is no longer game."""

    constructs: int
    longer: int
    max_turns: int


@dataclass(frozen=True)
class Data:
    """The checked content of the file."""

    parts: list[str]
    elements: list[str]
    archetypes: list[str]
    makeups: list[str]
    fragments: list[list[str]]
    bays: int
    dealt: int
    face_up: int
    face_down: int
    points: list[int]
    bonus: int
    final_turns: int
    ends: dict[int, End]
    finger_width: int
    finger_depth: int
    clear_centre: int
    drag: int
    flip_least: int
    jitter: int
    diameter: int
    width: int
    height: int
    long_spots: list[int]
    short_spots: list[int]

    @cached_property
    def types(self) -> int:
        """Types of part; a construct has one of each."""
        return len(self.parts)

    @cached_property
    def triples(self) -> int:
        """Combinations of traits; there is one part of each for each type."""
        return len(self.elements) * len(self.archetypes) * len(self.makeups)

    @cached_property
    def count(self) -> int:
        """Parts in all."""
        return self.types * self.triples

    @cached_property
    def most_constructs(self) -> int:
        """The largest number of constructs that any game of this file asks for."""
        return max(max(end.constructs, end.longer) for end in self.ends.values())

    @cached_property
    def cards(self) -> list[str]:
        """All names in the order of the deck: part, element, archetype, makeup."""
        return [
            f"{e} {a} {m} {p}" for p in self.parts for e in self.elements for a in self.archetypes for m in self.makeups
        ]

    def part_type(self, card: int) -> int:
        return card // self.triples

    def traits(self, card: int) -> tuple[int, int, int]:
        """Element, archetype and makeup of a card."""
        archetypes, makeups = len(self.archetypes), len(self.makeups)
        return card % self.triples // (archetypes * makeups), card // makeups % archetypes, card % makeups


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    raw = file.read(TABLES)
    check_deck(file, raw)
    check_scoring(file, raw)
    check_setup(file, raw)
    check_ends(file, raw["ends"])
    check_rectangle(file, raw["rectangle"])
    return build(raw)


def count_parts(raw: Content) -> int:
    types, elements, archetypes, makeups = (len(raw[table]) for table in LISTS)
    return types * elements * archetypes * makeups


def check_deck(file: DataFile, raw: Content) -> None:
    """There are not too many parts, and each has a fragment."""
    parts = count_parts(raw)
    if parts > MOST_PARTS:
        tables = ", ".join(f"[{table}]" for table in LISTS)
        counts = " x ".join(str(len(raw[table])) for table in LISTS)
        raise file.refuse(f"{tables}: {counts} make {parts} parts, over {MOST_PARTS}")
    triples = parts // len(raw["parts"])
    for number, row in enumerate(raw["parts"], start=1):
        if len(row["fragments"]) != triples:
            place = row_place("[parts]", number, row)
            raise file.refuse(f"{place}: fragments must have {triples} entries, not {len(row['fragments'])}")


def check_scoring(file: DataFile, raw: Content) -> None:
    """Points for each number of parts that can agree. (R19)"""
    types, points = len(raw["parts"]), len(raw["scoring"]["points"])
    if points != types:
        raise file.refuse(f"[scoring]: points must have {types} entries, not {points}")


def check_setup(file: DataFile, raw: Content) -> None:
    """A part is left for the pile, however many play. (R34)"""
    dealt, parts = MAX_PLAYERS * raw["setup"]["dealt"], count_parts(raw)
    if dealt >= parts:
        raise file.refuse(f"[setup]: {dealt} parts are dealt to {MAX_PLAYERS} players, there are {parts}")


def check_ends(file: DataFile, ends: list[Content]) -> None:
    """A longer game is longer. (R20)"""
    for players, end in enumerate(ends, start=1):
        least, longer = end["constructs"] + 1, end["longer"]
        if 0 < longer < least:
            allowed = f"0 or {span(least, MOST_CONSTRUCTS)}" if least <= MOST_CONSTRUCTS else "0"
            raise file.refuse(f"[ends] row {players}: longer must be {allowed}, not {longer}")


def check_rectangle(file: DataFile, card: Content) -> None:
    """The rectangle fits its frame at every rotation."""
    width, height = card["width"], card["height"]
    if width * width + height * height > 1150 * 1150:
        raise file.refuse("[rectangle]: the diagonal is longer than 1150")
    if width * height > 600_000:
        raise file.refuse(f"[rectangle]: the area must be at most 600000, not {width * height}")
    if card["long_spots"][0] >= card["long_spots"][1]:
        raise file.refuse("[rectangle]: long_spots must rise")


def build(raw: Content) -> Data:
    scoring, card = raw["scoring"], raw["rectangle"]
    names = {table: [row["name"] for row in raw[table]] for table in LISTS}
    return Data(
        parts=names["parts"],
        elements=names["elements"],
        archetypes=names["archetypes"],
        makeups=names["makeups"],
        fragments=[row["fragments"] for row in raw["parts"]],
        **{key: raw["setup"][key] for key in SETUP},
        face_down=raw["turn"]["face_down"],
        points=scoring["points"],
        bonus=scoring["bonus"],
        final_turns=raw["endgame"]["final_turns"],
        ends={end["players"]: End(end["constructs"], end["longer"], end["max_turns"]) for end in raw["ends"]},
        **{key: raw["pile"][key] for key in PILE},
        diameter=raw["gear"]["diameter"],
        width=card["width"],
        height=card["height"],
        long_spots=card["long_spots"],
        short_spots=card["short_spots"],
    )
