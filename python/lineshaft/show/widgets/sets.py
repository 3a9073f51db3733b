"""The two sets of the variant ``abstract`` (R31): what lies face-up, and what lies face-down somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ..canvas import group, label, rect, tag
from .deck import BACK, INK, LINE, Card, Deck, lines, signs
from .outline import TABLE
from .pile import ground

LEFT = 14.0
ROW = 150.0
TALL = 108.0
COLUMNS = 16
"""So many cards have the same type of part."""
STEP = (TABLE - 2 * LEFT) / COLUMNS
WIDE = STEP - 3


def sets(view: Mapping[str, Any], deck: Deck) -> str:
    """A row a type of part: cards that lie face-up in full colour, those face-down in the colour of the backs."""
    pile = view["pile"] or {"face_up": [], "face_down": []}
    faces = {name: face for face in ("face_up", "face_down") for name in pile[face]}
    cards = [deck.card(name) for name in faces]
    rows = [_row(title, columns, faces, 52 + ROW * at) for at, (title, columns) in enumerate(_rows(cards, deck))]
    up, down = counted(len(pile["face_up"]), "part"), counted(len(pile["face_down"]), "part")
    said = label(f"{up} face-up, {down} face-down", LEFT, 30, 16, font_weight="bold")
    return group(ground(), said, *rows, id="pile")


def _rows(cards: list[Card], deck: Deck) -> list[tuple[str, dict[int, Card]]]:
    """Each card by its column. Where the data file does not have them all they come row by row as they are."""
    if any(card.part is None for card in cards):
        return [("", dict(enumerate(cards[start : start + COLUMNS]))) for start in range(0, len(cards), COLUMNS)]
    return [(kind, {card.column: card for card in cards if card.part == at}) for at, kind in enumerate(deck.parts)]


def _row(title: str, columns: Mapping[int, Card], faces: Mapping[str, str], y: float) -> str:
    """A part that has left the pile leaves its column empty."""
    tiles = [
        _tile(columns[at], faces[columns[at].name] == "face_up", at * STEP) if at in columns else _gone(at * STEP)
        for at in range(COLUMNS)
    ]
    return group(label(title, 0, 0, 12), *tiles, x=LEFT, y=y)


def _tile(read: Card, up: bool, x: float) -> str:
    look: dict[str, str | float] = {"fill": read.tint, "stroke": INK} if up else {"fill": BACK, "stroke": LINE}
    ink = INK if up else read.tint
    marks = [signs((trait,), WIDE / 2, 24 + 30 * index, 16, ink) for index, trait in enumerate(read.signs)]
    words = "" if read.signs else lines(read.name, WIDE / 2, TALL / 2, 8, ink)
    said = tag("title", f"{read.name}, face-{'up' if up else 'down'}")
    return group(said, rect(0, 0, WIDE, TALL, rx=5, **look), *marks, words, x=x, y=8, class_="part")


def _gone(x: float) -> str:
    return rect(x, 8, WIDE, TALL, rx=5, fill="none", stroke=LINE, stroke_dasharray="3 4")
