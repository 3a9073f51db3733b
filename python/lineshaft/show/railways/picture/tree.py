"""The tree of cities: where each lies, so that no link crosses another, and how it is drawn.

One link of a city goes on to its right; the others leave it below, each in a lane of its own, the uppermost farthest
to the right. Which child lies where is chosen so that the tree becomes as low as it can within a width; the same tree
always lies the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from ...canvas import circle, number, rect
from ...parts import INK, PANEL, PAPER, Drawn, centred, rail, text, thing
from ..data import START, Deck
from .pieces import CARD, city_card, train

__all__ = ["ROOM", "tree"]

GAP = (56.0, 32.0)
"""Between cards side by side, and between rows."""
STEP = CARD[1] + GAP[1]
"""From row to row."""
FIRST_LANE, LANE = 17.0, 13.0
INSET = 22.0
"""From a lane to the card that it leads to."""
ROOM = 784.0
CLEAR = 14.0
"""Between what lies in the same row."""


class Place(NamedTuple):
    """Where a city lies, how wide it is, and by which lane from its parent: None if it lies to the right of it."""

    x: float
    row: int
    wide: float = CARD[0]
    lane: float | None = None


Spans = tuple[tuple[float, float], ...]
"""Of each row what is taken of it, from left to right."""


class Order(NamedTuple):
    """Which child lies to the right, which below in lanes from the right, and which straight below."""

    right: str | None
    lanes: tuple[str, ...]
    below: str | None


class Layout(NamedTuple):
    """How the children of a city lie, each with its offset, row and lane, and what all of them take."""

    children: tuple[tuple[str, Place], ...]
    spans: Spans


def tree(view: Mapping[str, Any], deck: Deck, marked: str | None) -> Drawn:
    """Start and all cities, with their links."""
    places, spans = _layout(tuple((city["name"], city["parent"]) for city in view["cities"]))
    links = [_link(city, places, deck) for city in view["cities"]]
    cards = [_city(city, places[city["name"]], deck, marked) for city in view["cities"]]
    wide = max(ROOM, *(right for _, right in spans))
    return Drawn("\n".join([*links, _start(places[START].wide), *cards]), wide, len(spans) * STEP - GAP[1])


# --- where things lie -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _layout(parents: tuple[tuple[str, str], ...]) -> tuple[Mapping[str, Place], Spans]:
    """Where all lie, and what they take: the same for each player who looks at a tree."""
    children = {name: [child for child, parent in parents if parent == name] for name in (START, *dict(parents))}
    room = ROOM
    search = _Search(children)
    while (found := search.lowest(START, room)) is None:
        room += CARD[0]
    return search.placed(START, Place(0, 0, search.wide(START)), room), found.spans


class _Search:
    """The lowest layout of each part of the tree, by the room that there is."""

    def __init__(self, children: Mapping[str, Sequence[str]]) -> None:
        self.children = children
        self.known: dict[tuple[str, int], Layout | None] = {}

    def wide(self, name: str) -> float:
        """So that all lanes have room below it."""
        return max(CARD[0], 2 * FIRST_LANE + LANE * (len(self.children[name]) - 1))

    def lowest(self, name: str, room: float) -> Layout | None:
        """None: there is not room enough."""
        key = (name, round(room))
        if key not in self.known:
            wide = self.wide(name)
            tried = (self._laid(wide, order, room) for order in _orders(self.children[name]) if room >= wide)
            fitting = [layout for layout in tried if layout is not None]
            self.known[key] = min(fitting, key=_height, default=None)
        return self.known[key]

    def _laid(self, wide: float, order: Order, room: float) -> Layout | None:
        children, spans = [], [(0.0, wide)]
        for child, x, lane in _offsets(wide, order):
            below = self.lowest(child, room - x)
            if below is None:
                return None
            row = 0 if lane is None else _free_row(below.spans, x, spans)
            place = Place(x, row, self.wide(child), lane)
            _take(spans, below.spans, place)
            children.append((child, place))
        return Layout(tuple(children), tuple(spans))

    def placed(self, name: str, at: Place, room: float) -> dict[str, Place]:
        """Where a city and all beyond it lie."""
        layout = self.lowest(name, room)
        places = {name: at}
        for child, place in layout.children if layout else ():
            lane = None if place.lane is None else at.x + place.lane
            there = Place(at.x + place.x, at.row + place.row, place.wide, lane)
            places |= self.placed(child, there, room - place.x)
        return places


def _height(layout: Layout) -> tuple[int, float]:
    return len(layout.spans), sum(right - left for left, right in layout.spans)


def _orders(children: Sequence[str]) -> Iterator[Order]:
    for right in (*children, None):
        others = [child for child in children if child != right]
        last: Sequence[str | None] = others or [None]
        for below in last:
            yield Order(right, tuple(child for child in others if child != below), below)


def _offsets(wide: float, order: Order) -> Iterator[tuple[str, float, float | None]]:
    """Each child with how far to the right it lies, and its lane."""
    if order.right is not None:
        yield order.right, wide + GAP[0], None
    for at, child in enumerate(order.lanes):
        lane = FIRST_LANE + LANE * (len(order.lanes) - at)
        yield child, lane + INSET, lane
    if order.below is not None:
        yield order.below, 0, FIRST_LANE


def _free_row(below: Spans, x: float, spans: Sequence[tuple[float, float]]) -> int:
    """The first row from which on all of a part has room to the left of what lies there."""
    row = 1
    while any(spans[at][0] < x + right + CLEAR for at, (_, right) in enumerate(below, row) if at < len(spans)):
        row += 1
    return row


def _take(spans: list[tuple[float, float]], below: Spans, place: Place) -> None:
    """The spans with a part in them, and with the lane that leads to it."""
    spans += [(inf, -inf)] * (place.row + len(below) - len(spans))
    for at, (left, right) in enumerate(below, place.row):
        spans[at] = (min(spans[at][0], place.x + left), max(spans[at][1], place.x + right))
    if place.lane is not None:
        for at in range(1, place.row + 1):
            spans[at] = (min(spans[at][0], place.lane - FIRST_LANE / 2), spans[at][1])


# --- how they are drawn -----------------------------------------------------------------------------------------------


def _link(city: Mapping[str, Any], places: Mapping[str, Place], deck: Deck) -> str:
    """A line in the colour of the track, with the owner's train, the colour's letter and the worth."""
    kind = deck.track(city["colour"])
    name, owner = city["name"], city["owner"]
    at = places[name]
    outline, (x, y) = _way(at, places[city["parent"]])
    worth = text(f"{kind.letter} {city['value']}", 12, bold=True)
    marks = train(owner).at(x, y)
    marks += worth.at(x + 10.5 - worth.width / 2, y - 17) if at.lane is None else worth.at(x + 25, y + 3)
    title = f"link from {city['parent']} to {name}: {kind.name}, worth {city['value']}, of player {owner}"
    return thing(title, rail(kind.place, kind.look, outline, 7), marks, data_link=name, data_owner=str(owner))


def _way(at: Place, parent: Place) -> tuple[str, tuple[float, float]]:
    """The outline of a link, and where its train stands."""
    middle = at.row * STEP + CARD[1] / 2
    if at.lane is None:
        begin = parent.x + parent.wide - 4
        return f"M{number(begin)} {number(middle)}H{number(at.x + 4)}", (at.x - GAP[0] / 2 - 10.5, middle - 10.5)
    above = at.row * STEP - GAP[1]
    start = f"M{number(at.lane)} {number(parent.row * STEP + CARD[1] - 4)}"
    mark = (at.lane - 8, above + (GAP[1] - 21) / 2)
    if at.x == parent.x:
        return f"{start}V{number(at.row * STEP + 4)}", mark
    turn = f"V{number(middle - 10)}Q{number(at.lane)} {number(middle)} {number(at.lane + 10)} {number(middle)}"
    return f"{start}{turn}H{number(at.x + 4)}", mark


def _start(wide: float) -> str:
    high = CARD[1]
    board = rect(1, 1, wide - 2, high - 2, rx=high / 2, fill=PANEL, stroke=INK, stroke_width=2)
    ring = circle(24, high / 2, 9, fill=PAPER, stroke=INK, stroke_width=4)
    return thing("Start, joined in any colour", board, ring, centred(START, 66, high / 2 + 6, 16, INK), data_city=START)


def _city(city: Mapping[str, Any], at: Place, deck: Deck, marked: str | None) -> str:
    name = city["name"]
    card = city_card(deck.city(name), deck, city["cubes"], marked=name == marked, wide=at.wide)
    return thing(_told(city, deck), card.at(at.x, at.row * STEP), data_city=name)


def _told(city: Mapping[str, Any], deck: Deck) -> str:
    printed = deck.city(city["name"])
    lying = ", ".join(f"{number} {colour}" for colour, number in city["cubes"].items())
    value = "" if printed.value is None else f", value {printed.value}"
    colours = f", joined in {', '.join(printed.colours)}" if printed.colours else ""
    if not deck.cubes:
        return f"{city['name']}{value}{colours}"
    takes = "" if printed.demand is None else f", takes {printed.demand}"
    return f"{city['name']}{value}{colours}{takes}; cubes: {lying or 'none'}"
