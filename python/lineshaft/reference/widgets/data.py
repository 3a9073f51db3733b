"""The data file: parsed, checked in the order of the game's page, kept as numbers and names. (R1, R19 to R22, R30)"""

from __future__ import annotations

from dataclasses import dataclass

from ..data_file import Choice, Content, DataFile, List, Name, Pattern, Rows, Table, Text, ValueKind, Whole, span

PARTS, ELEMENTS, ARCHETYPES, MAKEUPS = 5, 4, 2, 2
TRIPLES = ELEMENTS * ARCHETYPES * MAKEUPS
CARDS = PARTS * TRIPLES
MAX_PLAYERS = 5
BAYS = 3
MAX_CONSTRUCTS = 5

NAMED: dict[str, ValueKind] = {"name": Name(), "provenance": Text()}
FRAGMENTS = List(Pattern("[A-Za-z]{1,12}", "1 to 12 letters from A to Z or a to z"), TRIPLES)
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
    "provenance": Text(),
}
ENDS: dict[str, ValueKind] = {
    "players": Whole(lambda end: end.row),
    "constructs": Whole(1, MAX_CONSTRUCTS - 1),
    "longer": Whole(0, MAX_CONSTRUCTS),
    "max_turns": Whole(1, 1000),
    "provenance": Text(),
}
TABLES: dict[str, ValueKind] = {
    "format": Whole(1),
    "game": Choice(("widgets",)),
    "provenance": Text(),
    "parts": Rows({"name": Name(), "fragments": FRAGMENTS, "provenance": Text()}, PARTS),
    "elements": Rows(NAMED, ELEMENTS),
    "archetypes": Rows(NAMED, ARCHETYPES),
    "makeups": Rows(NAMED, MAKEUPS),
    "scoring": Table({"four": Whole(0, 50), "five": Whole(0, 50), "bonus": Whole(0, 100), "provenance": Text()}),
    "endgame": Table({"final_turns": Whole(1, 10), "provenance": Text()}),
    "ends": Rows(ENDS, MAX_PLAYERS),
    "pile": Table({**PILE, "provenance": Text()}),
    "gear": Table({"diameter": Whole(400, 880), "provenance": Text()}),
    "rectangle": Table(RECTANGLE),
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
    four: int
    five: int
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

    @property
    def cards(self) -> list[str]:
        """The 80 names in the order of the deck: part, element, archetype, makeup."""
        return [
            f"{e} {a} {m} {p}" for p in self.parts for e in self.elements for a in self.archetypes for m in self.makeups
        ]


def load(file: DataFile) -> Data:
    """What a data file says, or InvalidData with the first thing that is wrong."""
    raw = file.read(TABLES)
    check_ends(file, raw["ends"])
    check_rectangle(file, raw["rectangle"])
    return build(raw)


def check_ends(file: DataFile, ends: list[Content]) -> None:
    for players, end in enumerate(ends, start=1):
        least, longer = end["constructs"] + 1, end["longer"]
        if 0 < longer < least:
            allowed = f"0 or {span(least, MAX_CONSTRUCTS)}"
            raise file.refuse(f"[ends] row {players}: longer must be {allowed}, not {longer}")
        needed = players * PARTS * max(end["constructs"], longer)
        if needed > CARDS:
            raise file.refuse(f"[ends] row {players}: {needed} parts are needed, there are {CARDS}")


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
    scoring, pile, card = raw["scoring"], raw["pile"], raw["rectangle"]
    names = {table: [row["name"] for row in raw[table]] for table in ("parts", "elements", "archetypes", "makeups")}
    return Data(
        parts=names["parts"],
        elements=names["elements"],
        archetypes=names["archetypes"],
        makeups=names["makeups"],
        fragments=[row["fragments"] for row in raw["parts"]],
        four=scoring["four"],
        five=scoring["five"],
        bonus=scoring["bonus"],
        final_turns=raw["endgame"]["final_turns"],
        ends={end["players"]: End(end["constructs"], end["longer"], end["max_turns"]) for end in raw["ends"]},
        **{key: pile[key] for key in PILE},
        diameter=raw["gear"]["diameter"],
        width=card["width"],
        height=card["height"],
        long_spots=card["long_spots"],
        short_spots=card["short_spots"],
    )
