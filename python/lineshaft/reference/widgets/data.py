"""The data file: parsed, checked in the order of the game's page, kept as numbers and names. (R1, R19 to R22, R30)"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..data_file import read_tables
from ..errors import InvalidData

FILE = "widgets.toml"
PARTS, ELEMENTS, ARCHETYPES, MAKEUPS = 5, 4, 2, 2
TRIPLES = ELEMENTS * ARCHETYPES * MAKEUPS
CARDS = PARTS * TRIPLES
MAX_PLAYERS = 5
BAYS = 3
MAX_CONSTRUCTS = 5

LISTS = {"parts": PARTS, "elements": ELEMENTS, "archetypes": ARCHETYPES, "makeups": MAKEUPS}
KEYS: dict[str, dict[str, type]] = {
    "parts": {"name": str, "fragments": list, "provenance": str},
    "elements": {"name": str, "provenance": str},
    "archetypes": {"name": str, "provenance": str},
    "makeups": {"name": str, "provenance": str},
    "scoring": {"four": int, "five": int, "bonus": int, "provenance": str},
    "endgame": {"final_turns": int, "provenance": str},
    "ends": {"players": int, "constructs": int, "longer": int, "max_turns": int, "provenance": str},
    "pile": {
        "finger_width": int,
        "finger_depth": int,
        "clear_centre": int,
        "drag": int,
        "flip_least": int,
        "jitter": int,
        "provenance": str,
    },
    "gear": {"diameter": int, "provenance": str},
    "rectangle": {"width": int, "height": int, "long_spots": list, "short_spots": list, "provenance": str},
}
ROWS = ("parts", "elements", "archetypes", "makeups", "ends")
RANGES = {
    "scoring": {"four": (0, 50), "five": (0, 50), "bonus": (0, 100)},
    "endgame": {"final_turns": (1, 10)},
    "pile": {
        "finger_width": (100, 200),
        "finger_depth": (75, 150),
        "clear_centre": (0, 800),
        "drag": (0, 24),
        "flip_least": (0, 24),
        "jitter": (0, 24),
    },
    "gear": {"diameter": (400, 880)},
    "rectangle": {"width": (400, 700), "height": (400, 1000)},
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


def refuse(row: str, reason: str) -> InvalidData:
    return InvalidData(f"{FILE}: {row}: {reason}")


def load_data(text: str) -> Data:
    """The data of ``text``; raises InvalidData with the first check that fails."""
    raw = read_tables(FILE, text)
    check_structure(raw)
    check_head(raw)
    check_names(raw)
    check_fragments(raw)
    check_ranges(raw, "scoring")
    check_ranges(raw, "endgame")
    check_ends(raw)
    for table in ("pile", "gear", "rectangle"):
        check_ranges(raw, table)
    check_rectangle(raw)
    return build(raw)


def check_structure(raw: dict[str, Any]) -> None:
    """Every key is there and has its type, and there is no other."""
    check_keys(
        "the file",
        raw,
        {"format": int, "game": str, "provenance": str} | {t: list if t in ROWS else dict for t in KEYS},
    )
    for table, keys in KEYS.items():
        rows = raw[table] if table in ROWS else [raw[table]]
        for row in rows:
            if not isinstance(row, dict):
                raise refuse(table, "must be a table")
            check_keys(table, row, keys)
    for row in raw["parts"]:
        if not all(isinstance(fragment, str) for fragment in row["fragments"]):
            raise refuse("parts", "fragments must be texts")
    for key in ("long_spots", "short_spots"):
        if not all(type(offset) is int for offset in raw["rectangle"][key]):
            raise refuse("rectangle", f"{key} must be whole numbers")


def check_keys(table: str, row: dict[str, Any], keys: dict[str, type]) -> None:
    for key in row:
        if key not in keys:
            raise refuse(table, f"there is no key {key}")
    for key, kind in keys.items():
        if key not in row:
            raise refuse(table, f"the key {key} is missing")
        if type(row[key]) is not kind:
            raise refuse(table, f"{key} has the wrong type")


def check_head(raw: dict[str, Any]) -> None:
    if raw["format"] != 1:
        raise refuse("format", f"must be 1, not {raw['format']}")
    if raw["game"] != "widgets":
        raise refuse("game", f"must be widgets, not {raw['game']}")
    for table, count in LISTS.items():
        if len(raw[table]) != count:
            raise refuse(table, f"{len(raw[table])} rows; exactly {count} are needed")


def check_names(raw: dict[str, Any]) -> None:
    for table in LISTS:
        seen: list[str] = []
        for i, row in enumerate(raw[table], 1):
            name = row["name"]
            if not re.fullmatch(r"[a-z]+( [a-z]+)*", name) or len(name) > 20:
                raise refuse(f"{table} row {i}", "the name must be lower-case words, 20 characters at most")
            if name in seen:
                raise refuse(f"{table} row {i}", f"the name {name} is used twice")
            seen.append(name)
    seen = []
    for name in build_names(raw):
        if name in seen:
            raise refuse("cards", f"the name {name} is used twice")
        seen.append(name)


def build_names(raw: dict[str, Any]) -> list[str]:
    parts, elements, archetypes, makeups = ([row["name"] for row in raw[table]] for table in LISTS)
    return [f"{e} {a} {m} {p}" for p in parts for e in elements for a in archetypes for m in makeups]


def check_fragments(raw: dict[str, Any]) -> None:
    for i, row in enumerate(raw["parts"], 1):
        if len(row["fragments"]) != TRIPLES:
            raise refuse(f"parts row {i}", f"{len(row['fragments'])} fragments; exactly {TRIPLES} are needed")
        for j, fragment in enumerate(row["fragments"], 1):
            if not re.fullmatch(r"[A-Za-z]{1,12}", fragment):
                raise refuse(f"parts row {i}", f"fragment {j} must be 1 to 12 letters")


def check_ranges(raw: dict[str, Any], table: str) -> None:
    for key, (low, high) in RANGES[table].items():
        check_range(table, key, raw[table][key], low, high)


def check_range(row: str, key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise refuse(row, f"{key} is {value}; {low} to {high} is allowed")


def check_ends(raw: dict[str, Any]) -> None:
    if len(raw["ends"]) != MAX_PLAYERS:
        raise refuse("ends", f"{len(raw['ends'])} rows; exactly {MAX_PLAYERS} are needed")
    for i, end in enumerate(raw["ends"], 1):
        row = f"ends row {i}"
        if end["players"] != i:
            raise refuse(row, f"players is {end['players']}; {i} is expected")
        check_range(row, "constructs", end["constructs"], 1, MAX_CONSTRUCTS - 1)
        if end["longer"] != 0 and not end["constructs"] < end["longer"] <= MAX_CONSTRUCTS:
            raise refuse(row, f"longer is {end['longer']}; 0 or {end['constructs'] + 1} to {MAX_CONSTRUCTS} is allowed")
        needed = i * PARTS * max(end["constructs"], end["longer"])
        if needed > CARDS:
            raise refuse(row, f"{needed} parts are needed; there are {CARDS}")
        check_range(row, "max_turns", end["max_turns"], 1, 1000)


def check_rectangle(raw: dict[str, Any]) -> None:
    """The rectangle fits its frame at every rotation."""
    card = raw["rectangle"]
    width, height = card["width"], card["height"]
    if width > height:
        raise refuse("rectangle", f"width is {width}; it may not exceed height, {height}")
    if width * width + height * height > 1150 * 1150:
        raise refuse("rectangle", "the diagonal is longer than 1150")
    if width * height > 600_000:
        raise refuse("rectangle", f"the area is {width * height}; at most 600000 is allowed")
    for key, count in (("long_spots", 2), ("short_spots", 1)):
        if len(card[key]) != count:
            raise refuse("rectangle", f"{key} has {len(card[key])} numbers; exactly {count} are needed")
        for offset in card[key]:
            check_range("rectangle", key, offset, 1, 500)
    if card["long_spots"][0] >= card["long_spots"][1]:
        raise refuse("rectangle", "long_spots must ascend")


def build(raw: dict[str, Any]) -> Data:
    scoring, pile, card = raw["scoring"], raw["pile"], raw["rectangle"]
    names = {table: [row["name"] for row in raw[table]] for table in LISTS}
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
        **{key: pile[key] for key in RANGES["pile"]},
        diameter=raw["gear"]["diameter"],
        width=card["width"],
        height=card["height"],
        long_spots=card["long_spots"],
        short_spots=card["short_spots"],
    )
