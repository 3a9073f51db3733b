"""The pile as it lies on the table (variant ``table``)."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any
from xml.sax.saxutils import escape

from ...canvas import circle, group, label, path, points, rect, tag
from ...parts import LINE, NIGHT, NOTE, PANEL, SNOW
from ..data import Deck
from ..outline import TABLE, Lying, free_edges, outline, pile_of, widest_gap
from .pieces import ALERT, BACK, BACK_EDGE, FREE, FREE_ON_BACK, UNREAD, figure, lines, outlines, sign, signs, tint

SHAFT = 46
"""How far the arrow of a pull reaches from the edge of its part."""
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def table(view: Mapping[str, Any], deck: Deck) -> str:
    """The table, and on it the parts from the bottom to the top."""
    parts = pile_of(view)
    drawn = [_part(part, parts[height + 1 :], view, deck) for height, part in enumerate(parts)]
    pull = [_pull(part, view["shaking"]["direction"]) for part in parts if view["shaking"] and _pulled(part, view)]
    empty = "" if parts else label("no part lies on the table", TABLE / 2, TABLE / 2, 16, text_anchor="middle")
    return group(ground(), _compass(), empty, tag("g", "\n", "\n".join(drawn), "\n", id="pile"), *pull)


def ground() -> str:
    return rect(0, 0, TABLE, TABLE, rx=14, fill=PANEL, stroke=LINE, stroke_width=2)


def _pulled(part: Lying, view: Mapping[str, Any]) -> bool:
    return bool(part.entry["part"] == view["shaking"]["part"])


def _compass() -> str:
    """The names of the four sides, along the edge of the table."""
    half, near, far = TABLE / 2, 14.0, TABLE - 7
    look: dict[str, str] = {"text_anchor": "middle", "fill": NOTE, "letter_spacing": "2"}
    return "".join(
        (
            label("NORTH", half, near, 11, **look),
            label("SOUTH", half, far, 11, **look),
            label("WEST", 0, 0, 11, transform=f"translate({near:.0f} {half:.0f}) rotate(-90)", **look),
            label("EAST", 0, 0, 11, transform=f"translate({TABLE - near:.0f} {half:.0f}) rotate(90)", **look),
        )
    )


def _part(part: Lying, above: list[Lying], view: Mapping[str, Any], deck: Deck) -> str:
    entry = part.entry
    x, y = part.middle
    free = bool(entry["sides"])
    shape = outline(part)
    turn = _turn(part)
    pending = entry["part"] in view["pending"]
    colour = FREE_ON_BACK if entry["face"] == "down" else FREE
    body = (
        path(shape, transform=f"translate(1.6 2.2) {turn}", fill="#000000", fill_opacity=0.22),
        path(shape, transform=turn, fill=_fill(entry, deck), **_edge(entry, free, pending)),
        _inlay(part, turn),
        *(path(edge, fill="none", stroke=colour, stroke_width=3) for edge in free_edges(part)),
    )
    gap_x, gap_y, room = widest_gap(part, above)
    words = group(*_words(entry, deck, room), x=gap_x - x, y=gap_y - y)
    names = {"class_": "part", "id": f"part-{entry['part']}", "data_part": str(entry["part"])}
    return group(tag("title", escape(_describe(entry))), *body, words, x=x, y=y, **names)


def _fill(entry: Mapping[str, Any], deck: Deck) -> str:
    if entry["face"] == "down":
        return BACK
    return UNREAD if entry["card"] is None else tint(deck.card(entry["card"]))


def _edge(entry: Mapping[str, Any], free: bool, pending: bool) -> dict[str, str | float]:
    """Parts that can be pulled have a clear outline."""
    if pending:
        return {"stroke": ALERT, "stroke_width": 3}
    if free:
        return {"stroke": NIGHT, "stroke_width": 1.5}
    return {"stroke": BACK_EDGE if entry["face"] == "down" else "#7b8794", "stroke_width": 0.8}


def _inlay(part: Lying, turn: str) -> str:
    """A line inside the edge, with a notch that shows the rotation."""
    colour = "#8794a5" if part.entry["face"] == "down" else SNOW
    look: dict[str, str | float] = {"fill": "none", "stroke": colour, "stroke_width": 1.2, "stroke_opacity": 0.8}
    if part.gear:
        return circle(0, 0, part.width / 2 - 9, **look)
    half, tall = part.width / 2 - 7, part.height / 2 - 7
    return rect(-half, -tall, 2 * half, 2 * tall, rx=5, transform=turn, **look)


def _words(entry: Mapping[str, Any], deck: Deck, room: float) -> list[str]:
    """What is written on a part, as far as there is room for it."""
    number = str(entry["part"])
    if entry["face"] == "down":
        return [_number(number, 0, room, SNOW)]
    if entry["card"] is None:
        mark = label("?", 0, 2, 15, text_anchor="middle", fill=NIGHT)
        return [mark, _number(number, 10, room)] if room > 14 else [_number(f"{number}?", 0, room)]
    read = deck.card(entry["card"])
    row = outlines(read)
    if not row:
        return [lines(read.name, 0, -6, 9, NIGHT, room=room * 1.6, most=2), _number(number, 13, room)]
    if room > 17:
        size = min(12.0, room * 0.46)
        below = figure(read.part, -10, 9, 15) + label(number, -1, 13, 11, fill=NIGHT)
        return [signs(row, 0, -size * 0.7, size), below]
    if room > 9:
        size = min(11.0, room * 0.75)
        return [sign(row[0], -size * 0.65, 0, size), label(number, 0, size * 0.36, size, fill=NIGHT)]
    return [_number(number, 0, room)]


def _number(number: str, y: float, room: float, colour: str = NIGHT) -> str:
    """A part's number, left out where it would lie below other parts."""
    size = min(11.0, room * 1.3)
    return label(number, 0, y + size * 0.36, size, text_anchor="middle", fill=colour) if size > 4.5 else ""


def _describe(entry: Mapping[str, Any]) -> str:
    name = entry["card"] or "card not known"
    sides = f"can be pulled {', '.join(entry['sides'])}" if entry["sides"] else "cannot be pulled"
    share = round(100 * entry["visible"] / entry["area"])
    return f"part {entry['part']}: {name}, face-{entry['face']}, {share}% in sight, {sides}"


def _pull(part: Lying, direction: str) -> str:
    """An arrow from the edge of the part that is being pulled, with its number: other parts may hide the one on it."""
    x, y = part.middle
    dx, dy = SIDES[direction]
    near = next(r for r in range(1, int(TABLE)) if part.depth(x + dx * r, y + dy * r) < 0)
    far = near + SHAFT
    at = [(x + dx * r + dy * side, y + dy * r + dx * side) for r, side in ((far - 12, -9), (far, 0), (far - 12, 9))]
    ends = points([(x + dx * r, y + dy * r) for r in (near, far - 12)])
    shaft = path(ends, stroke=SNOW, stroke_width=8) + path(ends, stroke=ALERT, stroke_width=5)
    ring = path(outline(part), transform=_turn(part), fill="none", stroke=ALERT, stroke_width=3)
    number = str(part.entry["part"])
    sign = circle(0, 0, 11, fill=SNOW, stroke=ALERT, stroke_width=2) + _number(number, 0, 11)
    badge = group(sign, x=x + dx * (near + 10), y=y + dy * (near + 10))
    return group(
        group(ring, x=x, y=y), shaft, path(points(at), fill=ALERT, stroke=SNOW, stroke_width=1.5), badge, id="pull"
    )


def _turn(part: Lying) -> str:
    return f"rotate({part.angle * 180 / pi:.2f})"
