"""The two sets of the variant ``abstract`` (R31): what lies face-up, and what lies face-down somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from lineshaft.reference.wording import counted

from ...canvas import group, label, rect, tag
from ...parts import LINE, NIGHT, shortened
from ..data import Card, Deck
from ..outline import TABLE
from .pieces import BACK, lines, outlines, sign, tint
from .pile import ground

LEFT = 14.0


class Grid(NamedTuple):
    """A row a type of part, a column a card: how far the next one is, and the size of a card."""

    columns: int
    row: float
    tall: float

    @property
    def step(self) -> float:
        return (TABLE - 2 * LEFT) / self.columns

    @property
    def wide(self) -> float:
        return self.step - 3


def sets(view: Mapping[str, Any], deck: Deck) -> str:
    """A row a type of part: cards that lie face-up in full colour, those face-down in the colour of the backs."""
    pile = view["pile"] or {"face_up": [], "face_down": []}
    faces = {name: face for face in ("face_up", "face_down") for name in pile[face]}
    cards = [deck.card(name) for name in faces]
    grid = Grid(deck.columns, *((150.0, 108.0) if len(deck.parts) <= 5 else (124.0, 100.0)))
    rows = [
        _row(title, columns, faces, grid, 52 + grid.row * at) for at, (title, columns) in enumerate(_rows(cards, deck))
    ]
    up, down = counted(len(pile["face_up"]), "part"), counted(len(pile["face_down"]), "part")
    said = label(f"{up} face-up, {down} face-down", LEFT, 30, 16, font_weight="bold")
    return group(ground(), said, *rows, id="pile")


def _rows(cards: list[Card], deck: Deck) -> list[tuple[str, dict[int, Card]]]:
    """Each card by its column. Where the data file does not have them all they come row by row as they are."""
    if any(card.part is None for card in cards):
        rows = range(0, len(cards), deck.columns)
        return [("", dict(enumerate(cards[start : start + deck.columns]))) for start in rows]
    return [(kind, {card.column: card for card in cards if card.part == at}) for at, kind in enumerate(deck.parts)]


def _row(title: str, columns: Mapping[int, Card], faces: Mapping[str, str], grid: Grid, y: float) -> str:
    """A part that has left the pile leaves its column empty."""
    tiles = [
        _tile(columns[at], faces[columns[at].name] == "face_up", grid, at) if at in columns else _gone(grid, at)
        for at in range(grid.columns)
    ]
    return group(label(shortened(title, TABLE - 2 * LEFT, 12), 0, 0, 12), *tiles, x=LEFT, y=y)


def _tile(read: Card, up: bool, grid: Grid, at: int) -> str:
    look: dict[str, str | float] = {"fill": tint(read), "stroke": NIGHT} if up else {"fill": BACK, "stroke": LINE}
    ink = NIGHT if up else tint(read)
    middle, size = grid.wide / 2, min(16.0, grid.wide)
    marks = [sign(trait, middle, 24 + 30 * index, size, ink) for index, trait in enumerate(outlines(read))]
    words = "" if read.traits else lines(read.name, middle, grid.tall / 2, 9, ink, room=grid.wide - 4, most=8)
    said = tag("title", escape(f"{read.name}, face-{'up' if up else 'down'}"))
    card = rect(0, 0, grid.wide, grid.tall, rx=5, **look)
    return group(said, card, *marks, words, x=at * grid.step, y=8, class_="part", data_card=read.name)


def _gone(grid: Grid, at: int) -> str:
    return rect(at * grid.step, 8, grid.wide, grid.tall, rx=5, fill="none", stroke=LINE, stroke_dasharray="3 4")
