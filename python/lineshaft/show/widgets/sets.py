"""The two sets of the variant ``abstract`` (R31): what lies face-up, and what lies face-down somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..canvas import group, label, rect, tag
from .deck import BACK, INK, LINE, TRAITS, TYPES, card, lines, signs
from .outline import TABLE
from .pile import ground

LEFT = 14.0
ROW = 150.0
TALL = 108.0
STEP = (TABLE - 2 * LEFT) / len(TRAITS)
WIDE = STEP - 3


def sets(view: Mapping[str, Any]) -> str:
    """A row a type of part: cards that lie face-up in full colour, those face-down in the colour of the backs."""
    pile = view["pile"] or {"face_up": [], "face_down": []}
    faces = {name: face for face in ("face_up", "face_down") for name in pile[face]}
    rows = [_row(title, columns, faces, 52 + ROW * at) for at, (title, columns) in enumerate(_rows(list(faces)))]
    up, down = len(pile["face_up"]), len(pile["face_down"])
    said = label(f"{up} parts lie face-up, {down} face-down", LEFT, 30, 16, font_weight="bold")
    return group(ground(), said, *rows, id="pile")


def _rows(names: list[str]) -> list[tuple[str, dict[int, str]]]:
    """Each card by its column. Names of another data file come row by row as they are."""
    if any(card(name).part is None for name in names):
        size = len(TRAITS)
        return [("", dict(enumerate(names[start : start + size]))) for start in range(0, len(names), size)]
    return [(kind, {card(name).column: name for name in names if card(name).part == kind}) for kind in TYPES]


def _row(title: str, columns: Mapping[int, str], faces: Mapping[str, str], y: float) -> str:
    """A part that has left the pile leaves its column empty."""
    tiles = [
        _tile(columns[at], faces[columns[at]] == "face_up", at * STEP) if at in columns else _gone(at * STEP)
        for at in range(len(TRAITS))
    ]
    return group(label(title, 0, 0, 12), *tiles, x=LEFT, y=y)


def _tile(name: str, up: bool, x: float) -> str:
    read = card(name)
    look: dict[str, str | float] = {"fill": read.tint, "stroke": INK} if up else {"fill": BACK, "stroke": LINE}
    ink = INK if up else read.tint
    marks = [signs((trait,), WIDE / 2, 24 + 30 * index, 16, ink) for index, trait in enumerate(read.traits)]
    words = "" if read.traits else lines(name, WIDE / 2, TALL / 2, 8, ink)
    said = tag("title", f"{name}, face-{'up' if up else 'down'}")
    return group(said, rect(0, 0, WIDE, TALL, rx=5, **look), *marks, words, x=x, y=8, class_="part")


def _gone(x: float) -> str:
    return rect(x, 8, WIDE, TALL, rx=5, fill="none", stroke=LINE, stroke_dasharray="3 4")
