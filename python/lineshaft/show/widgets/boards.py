"""The players beside the pile: bays, constructs, points; and what the colours and signs mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from ..canvas import group, label, path, rect, tag
from .deck import (
    ALERT,
    BACK,
    FREE,
    INK,
    LINE,
    NOTE,
    PALE,
    TINTS,
    UNREAD,
    Deck,
    figure,
    lines,
    sign,
    tile,
)

LEAST_WIDTH = 600.0
HEIGHT = 152.0
CELL = (38.0, 42.0)
BAY = (132.0, 100.0)
STEP = BAY[0] + 8
IN_A_ROW = 4
"""Of the legend."""
PLACES = ((47.0, 5.0), (5.0, 14.0), (89.0, 14.0), (26.0, 54.0), (68.0, 54.0))
"""Where torso, arms and legs lie in a bay."""
SIX_PLACES = ((47.0, 5.0), (5.0, 12.0), (89.0, 12.0), (5.0, 56.0), (47.0, 56.0), (89.0, 56.0))
"""The same with a sixth part."""


def width(view: Mapping[str, Any]) -> float:
    """Of a player's board: all bays, and the constructs beside them."""
    return max(LEAST_WIDTH, STEP * len(view["bays"][0]) + 180)


def board(view: Mapping[str, Any], deck: Deck, player: int, y: float) -> str:
    """One player: a heading, the bays, and the constructs beside them."""
    look: dict[str, str | float] = {"stroke": LINE}
    if _acts(view, player):
        look = {"stroke": FREE, "stroke_width": 2.5}
    ground = rect(0, 0, width(view), HEIGHT - 10, rx=10, fill="#f7fafc", **look)
    bays = [_bay(bay, deck, index, 10 + index * STEP) for index, bay in enumerate(view["bays"][player])]
    drawn = (ground, _heading(view, player), *bays, _constructs(view, deck, player))
    return group(*drawn, y=y, class_="board", id=f"player-{player}")


def _acts(view: Mapping[str, Any], player: int) -> bool:
    return bool(view["turn_of"] == player and view["end_reason"] is None)


def _heading(view: Mapping[str, Any], player: int) -> str:
    name = label(f"Player {player}", 12, 24, 15, font_weight="bold")
    notes = label(", ".join(_notes(view, player)), 96, 24, 12, fill=NOTE)
    return name + notes + label(_count(view["scores"][player], "point"), width(view) - 12, 24, 15, text_anchor="end")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _notes(view: Mapping[str, Any], player: int) -> list[str]:
    """What is to be known of a player besides the parts."""
    dealt, left = view["dealt"][player], view["final_turns"][player]
    said = {
        "whose turn it is": _acts(view, player),
        "started": view["first"] == player,
        "has triggered the end": view["trigger"] == player,
        f"final turns left: {left}": left > 0,
        f"to place: {dealt and dealt['card']}": dealt is not None,
    }
    return [note for note, holds in said.items() if holds]


def _bay(bay: Mapping[str, Any], deck: Deck, index: int, x: float) -> str:
    """Parts where they belong in a body; the places that are empty are named."""
    places = zip(_order(bay, deck.parts), PLACES if len(deck.parts) <= len(PLACES) else SIX_PLACES, strict=False)
    tiles = [
        tile(deck.card(bay[kind]["card"]), *at, *CELL) if kind in bay else _hollow(kind, *at) for kind, at in places
    ]
    ground = rect(0, 0, *BAY, rx=7, fill="#ffffff", stroke=LINE)
    return group(ground, label(f"bay {index + 1}", 5, 10, 8, fill="#7b8794"), *tiles, x=x, y=34, class_="bay")


def _order(bay: Mapping[str, Any], parts: Sequence[str]) -> list[str]:
    """The types of part; names that the data file does not have take places that are empty."""
    strange = [kind for kind in bay if kind not in parts]
    return [kind if kind in bay or not strange else strange.pop(0) for kind in parts]


def _hollow(kind: str, x: float, y: float) -> str:
    box = rect(0, 0, *CELL, rx=4, fill="none", stroke=PALE, stroke_dasharray="3 3")
    return group(box, lines(kind, CELL[0] / 2, CELL[1] / 2, 8.5, "#7b8794"), x=x, y=y)


def _constructs(view: Mapping[str, Any], deck: Deck, player: int) -> str:
    """One line a construct: the colours of its parts, the points, the name."""
    built, needed = view["constructs"][player], view["constructs_needed"]
    step = 17 if needed <= 5 else 85 / needed
    title = label(f"{len(built)} of {_count(needed, 'construct')}", 0, 0, 10, fill=NOTE)
    rows = [_construct(each, deck, 12 + step * index) for index, each in enumerate(built)]
    return group(title, *rows, x=14 + len(view["bays"][player]) * STEP, y=46)


def _construct(construct: Mapping[str, Any], deck: Deck, y: float) -> str:
    colours = [deck.card(part["card"]).tint for part in construct["parts"]]
    step = min(9, 45 / len(colours))
    chips = [
        rect(at * step, 0, step - 1, 11, rx=2, fill=colour, stroke=INK, stroke_width=0.6)
        for at, colour in enumerate(colours)
    ]
    name = construct["name"]
    short = name if len(name) <= 13 else f"{name[:12]}…"
    points = label(str(construct["points"]), 66, 10, 11, text_anchor="end", font_weight="bold")
    return group(tag("title", name), *chips, points, label(short, 72, 10, 9.5), y=y, class_="construct")


def hand(view: Mapping[str, Any], deck: Deck, x: float, y: float) -> str:
    """The parts that are neither in the pile nor in a bay: in hand, or about to fall."""
    lying = [("in hand", part) for part in view["hand"]]
    lying += [("falls on the pile", view["falling"])] if view["falling"] else []
    return group(*(_held(words, part, deck, index * 170) for index, (words, part) in enumerate(lying)), x=x, y=y)


def _held(words: str, part: Mapping[str, Any], deck: Deck, x: float) -> str:
    read = deck.card(part["card"]) if part["card"] else None
    kind = deck.part_of(read) if read else "a secret still"
    number = f"part {part['part']} " if "part" in part else ""
    said = label(kind, CELL[0] + 8, 18, 12, font_weight="bold") + label(
        f"{number}{words}", CELL[0] + 8, 33, 10, fill=NOTE
    )
    return group(tile(read, 0, 0, *CELL), said, x=x, class_="held")


def legend(deck: Deck, table: bool, y: float) -> str:
    """What the colours and signs mean."""
    pictures = legend_entries(deck, table)
    return group(*(_meaning(*each, index) for index, each in enumerate(pictures)), y=y, id="legend")


def legend_height(deck: Deck) -> float:
    """Room for all meanings, those of the table too."""
    return 26.0 * ceil(len(legend_entries(deck, table=True)) / IN_A_ROW) - 6


def legend_entries(deck: Deck, table: bool) -> list[tuple[str, str]]:
    """Each meaning with what is drawn."""
    elements = len({card.element for card in deck.cards.values()})
    tints = [_swatch(tint) for tint in TINTS[:elements]] + [""] * (len(deck.traits) - elements)
    pictures = [
        (name, tint + sign(outline, 13, 10, 13 if tint else 15))
        for (name, outline), tint in zip(deck.traits, tints, strict=True)
    ]
    pictures += [("lies face-down", _swatch(BACK))]
    if table:
        pictures += [("face-up, never read", _swatch(UNREAD) + label("?", 13, 15, 13, text_anchor="middle"))]
        pictures += [("free edge", path("M1 10H25", stroke=FREE, stroke_width=4))]
        pictures += [("which part it is", figure(1, 13, 10, 20))]
        pictures += [("is being pulled, or read next", _swatch("none", stroke=ALERT, stroke_width=3.0))]
    return pictures


def _swatch(colour: str, **edge: str | float) -> str:
    return rect(0, 0, 26, 20, rx=4, fill=colour, **({"stroke": INK} | edge))


def _meaning(name: str, drawn: str, index: int) -> str:
    return group(drawn, label(name, 32, 14, 10.5), x=(index % IN_A_ROW) * 150, y=(index // IN_A_ROW) * 26)
