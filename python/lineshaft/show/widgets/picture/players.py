"""The players below the pile: bays, constructs, points; the parts in hand; what the colours and signs mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lineshaft.reference.wording import counted

from ...canvas import group, label, path, rect
from ...parts import (
    ACCENT,
    INK,
    LINE,
    NIGHT,
    NOTE,
    PANEL,
    PAPER,
    SEATS,
    Drawn,
    beside,
    blank,
    flow,
    legend,
    stack,
    text,
    thing,
    token,
)
from ..data import Card, Deck
from ..outline import TABLE
from .pieces import ALERT, BACK, FREE, SIGNS, TINTS, UNREAD, figure, lines, outlines, sign, tile, tint

CELL = (52.0, 50.0)
BAY = (172.0, 132.0)
IN_A_ROW = 3
"""Bays of a player."""
INSET = 12.0
PLACES = ((60.0, 4.0), (6.0, 22.0), (114.0, 22.0), (33.0, 77.0), (87.0, 77.0))
"""Where torso, arms and legs lie in a bay."""
SIX_PLACES = ((60.0, 22.0), (6.0, 22.0), (114.0, 22.0), (6.0, 77.0), (60.0, 77.0), (114.0, 77.0))
"""The same with a sixth part."""


def board(view: Mapping[str, Any], deck: Deck, player: int) -> Drawn:
    """One player: a heading, the bays, and the constructs beside them."""
    bays = [_bay(bay, deck, player, index) for index, bay in enumerate(view["bays"][player])]
    rows = stack([beside(bays[at : at + IN_A_ROW], 8) for at in range(0, len(bays), IN_A_ROW)], 8)
    room = TABLE - 2 * INSET
    built = _constructs(view, deck, player, room - rows.width - 16)
    inner = stack([_heading(view, player, room), Drawn(rows.svg + built.at(rows.width + 16, 0), room, rows.height)], 8)
    high = inner.height + 22
    look: dict[str, str | float] = {"stroke": ACCENT, "stroke_width": 3} if _acts(view, player) else {"stroke": LINE}
    ground = rect(1.5, 1.5, TABLE - 3, high - 3, rx=8, fill=PANEL, **look)
    names = {"class_": "board", "id": f"player-{player}", "data_player": str(player)}
    title = ", ".join([f"player {player}", _points(view, player), *_notes(view, player)])
    return Drawn(thing(title, ground, inner.at(INSET, 10), **names), TABLE, high)


def _acts(view: Mapping[str, Any], player: int) -> bool:
    return bool(view["turn_of"] == player and view["end_reason"] is None)


def _points(view: Mapping[str, Any], player: int) -> str:
    return counted(view["scores"][player], "point")


def _heading(view: Mapping[str, Any], player: int, room: float) -> Drawn:
    points = text(_points(view, player), 15, bold=True)
    name = text(f"Player {player}", 15, bold=True)
    notes = text(", ".join(_notes(view, player)), 12, fill=NOTE, room=room - name.width - points.width - 60, least=11)
    left = beside([token(player, SEATS[player], str(player), 24), name, notes], 8)
    return beside([left, blank(room - left.width - points.width, 1), points], 0)


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


def _bay(bay: Mapping[str, Any], deck: Deck, player: int, index: int) -> Drawn:
    """Parts where they belong in a body; the places that are empty are named."""
    places = zip(_order(bay, deck.parts), PLACES if len(deck.parts) <= len(PLACES) else SIX_PLACES, strict=False)
    tiles = [
        tile(deck.card(bay[kind]["card"]), *at, *CELL) if kind in bay else _hollow(kind, *at) for kind, at in places
    ]
    ground = rect(0.5, 0.5, BAY[0] - 1, BAY[1] - 1, rx=7, fill=PAPER, stroke=LINE)
    named = label(f"bay {index + 1}", 6, 14, 11, fill=NOTE)
    names = {"class_": "bay", "data_bay": f"{player} {index + 1}"}
    title = f"player {player}, bay {index + 1}: {', '.join(part['card'] for part in bay.values()) or 'empty'}"
    return Drawn(thing(title, ground, named, *tiles, **names), *BAY)


def _order(bay: Mapping[str, Any], parts: Sequence[str]) -> list[str]:
    """The types of part; names that the data file does not have take places that are empty."""
    strange = [kind for kind in bay if kind not in parts]
    return [kind if kind in bay or not strange else strange.pop(0) for kind in parts]


def _hollow(kind: str, x: float, y: float) -> str:
    box = rect(0, 0, *CELL, rx=4, fill="none", stroke=LINE, stroke_dasharray="3 3")
    return group(box, lines(kind, CELL[0] / 2, CELL[1] / 2, 11, NOTE, room=CELL[0] - 4, most=3), x=x, y=y)


def _constructs(view: Mapping[str, Any], deck: Deck, player: int, room: float) -> Drawn:
    """One line a construct: the elements of its parts, the points, the name."""
    built, needed = view["constructs"][player], view["constructs_needed"]
    title = text(f"{len(built)} of {counted(needed, 'construct')}", 12, fill=NOTE)
    return stack([title, *(_construct(each, deck, player, index, room) for index, each in enumerate(built))], 2)


def _construct(construct: Mapping[str, Any], deck: Deck, player: int, index: int, room: float) -> Drawn:
    step = min(19.0, 95 / len(construct["parts"]))
    chips = [_chip(deck.card(part["card"]), step).at(at * step, 0) for at, part in enumerate(construct["parts"])]
    points = text(str(construct["points"]), 12, bold=True)
    name = text(construct["name"], 12, room=room - 102 - points.width - 8, least=10)
    cards = ", ".join(part["card"] for part in construct["parts"])
    said = f"{construct['name']}: {counted(construct['points'], 'point')}, {cards}"
    drawn = group(*chips) + beside([points, name], 8).at(102, 1)
    names = {"class_": "construct", "data_construct": f"{player} {index + 1}"}
    return Drawn(thing(said, drawn, **names), room, 18)


def _chip(read: Card, wide: float) -> Drawn:
    box = rect(0.5, 0.5, wide - 2, 17, rx=3, fill=tint(read), stroke=NIGHT)
    return Drawn(box + "".join(sign(outline, wide / 2 - 0.5, 9, 11) for outline in outlines(read)[:1]), wide, 18)


def hand(view: Mapping[str, Any], deck: Deck) -> Drawn:
    """The parts that are neither in the pile nor in a bay: in hand, or about to fall."""
    lying = [("in hand", part) for part in view["hand"]]
    lying += [("falls on the pile", view["falling"])] if view["falling"] else []
    held = [_held(words, part, deck) for words, part in lying]
    return flow(held or [text("nothing in hand", 12, fill=NOTE)], TABLE, gap=16)


def _held(words: str, part: Mapping[str, Any], deck: Deck) -> Drawn:
    read = deck.card(part["card"]) if part["card"] else None
    number = f"part {part['part']} " if "part" in part else ""
    kind = text(deck.part_of(read) if read else "a secret still", 13, bold=True, room=130)
    said = stack([kind, text(f"{number}{words}", 12, fill=NOTE)], 2)
    drawn = beside([Drawn(tile(read, 0, 0, *CELL), *CELL), said], 8)
    return Drawn(group(drawn.svg, class_="held"), drawn.width, drawn.height)


def meanings(deck: Deck, table: bool) -> Drawn:
    """What the colours and signs mean."""
    elements, *others = ([*zip(names, SIGNS[kind], strict=False)] for kind, names in enumerate(deck.traits))
    entries = [
        (_swatch(colour, sign(outline, 13, 10, 13)), name)
        for (name, outline), colour in zip(elements, TINTS, strict=False)
    ]
    entries += [(Drawn(sign(outline, 8, 10, 15, INK), 16, 20), name) for kind in others for name, outline in kind]
    entries += [(_swatch(BACK), "lies face-down")]
    if table:
        mark = label("?", 13, 15, 13, text_anchor="middle", fill=NIGHT)
        entries += [(_swatch(UNREAD, mark), "face-up, never read")]
        edge = path("M3 15H23", stroke=FREE, stroke_width=4, fill="none")
        entries += [(_swatch(TINTS[0], edge), "free edge")]
        entries += [(Drawn(figure(1, 10, 10, 20), 20, 20), "which part it is")]
        entries += [(_swatch("none", stroke=ALERT, stroke_width=3.0), "is being pulled, or read next")]
    drawn = legend(entries, TABLE)
    return Drawn(group(drawn.svg, id="legend"), TABLE, drawn.height)


def _swatch(colour: str, inside: str = "", **edge: str | float) -> Drawn:
    look: dict[str, str | float] = {"stroke": INK, **edge}
    return Drawn(rect(1, 1, 24, 18, rx=4, fill=colour, **look) + inside, 26, 20)
