"""Cards, cubes and trains."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

from ...canvas import circle, path, points, rect, tag
from ...parts import (
    ACCENT,
    INK,
    LINE,
    NOTE,
    PANEL,
    PAPER,
    SEATS,
    SUNKEN,
    Drawn,
    beside,
    blank,
    centred,
    hatch,
    text,
    token,
)
from ..data import ENGINE, City, Deck, Kind

__all__ = [
    "CARD",
    "city_card",
    "counted_cubes",
    "cube",
    "demand",
    "empty",
    "held",
    "locomotive",
    "pile",
    "stop",
    "train",
]

CARD = (112.0, 68.0)
"""Of a city."""
SMALL = (34.0, 46.0)
"""Of the other cards."""
MOST_CUBES = 12
"""That are drawn one by one."""
STAR = "M0-1L.28-.38L.95-.3L.45.15L.59.8L0 .48L-.59.8L-.45.15L-.95-.3L-.28-.38Z"


@lru_cache(maxsize=128)
def cube(kind: Kind) -> Drawn:
    """A cube with its letter in front."""
    above = path(points([(0.5, 4), (4, 0.5), (17, 0.5), (13.5, 4)]), fill=kind.look.shade, stroke=INK)
    side = path(points([(13.5, 4), (17, 0.5), (17, 13.5), (13.5, 17)]), fill=kind.look.shade, stroke=INK)
    front = rect(0.5, 4, 13, 13, fill=kind.look.fill, stroke=INK)
    return Drawn(above + side + front + centred(kind.letter, 7, 14.6, 11.5, kind.look.ink), 17.5, 17.5)


def counted_cubes(cubes: Mapping[str, int], deck: Deck, *, room: float) -> Drawn:
    """Each cube, or where there is no room for that one of each colour with its number."""
    every = (cube(deck.cube(colour)) for colour, number in cubes.items() for _ in range(number))
    row = beside([*islice(every, MOST_CUBES + 1)], -3.5)
    if row.width <= room and sum(cubes.values()) <= MOST_CUBES:
        return row
    counts = [beside([cube(deck.cube(colour)), text(str(n), 11)], 1) for colour, n in cubes.items()]
    row = beside(counts, 3)
    return row if row.width <= room else text(f"{sum(cubes.values())} cubes", 11, room=room)


@lru_cache(maxsize=128)
def demand(kind: Kind | None) -> Drawn:
    """A round socket for the cubes that a city takes, with a star for one that takes all."""
    if kind is None:
        ring = circle(9, 9, 8.25, fill=PAPER, stroke=INK, stroke_width=1.5)
        return Drawn(ring + path(STAR, transform="translate(9 9) scale(6)", fill=INK), 18, 18)
    ring = circle(9, 9, 8.25, fill=kind.look.fill, stroke=INK, stroke_width=1.5)
    return Drawn(ring + centred(kind.letter, 9, 13, 11.5, kind.look.ink), 18, 18)


@lru_cache(maxsize=128)
def stop(kind: Kind, wide: float = 17) -> Drawn:
    """A colour of track: one in which a city can be joined."""
    ground = rect(0.5, 0.5, wide - 1, 16, rx=2, fill=kind.look.fill, stroke=INK)
    return Drawn(ground + centred(kind.letter, wide / 2, 12.6, 11.5, kind.look.ink), wide, 17)


@lru_cache(maxsize=128)
def train(seat: int) -> Drawn:
    """What marks a link as a player's: colour, pattern and number of the seat."""
    return token(seat, SEATS[seat], str(seat), 21)


@lru_cache(maxsize=128)
def locomotive(size: float) -> Drawn:
    """An engine from its side."""
    body = path("M0 3V13H23V8H20V5H15V8H11V3H12V0H0V3ZM3 3H8V7H3Z", fill=INK, fill_rule="evenodd")
    wheels = "".join(circle(at, 14.5, 2.8, fill=INK, stroke=PAPER, stroke_width=0.8) for at in (4, 11, 18.5))
    return Drawn(tag("g", body, wheels, transform=f"scale({size / 24:.3f})"), size, size * 0.73)


def held(name: str, deck: Deck) -> Drawn:
    """A card in a hand, in the open row or on a pile."""
    if name == ENGINE:
        return _small(locomotive(24).at(5, 8) + centred("wild", SMALL[0] / 2, SMALL[1] - 7, 11, INK), PAPER)
    colour, _, worth = name.rpartition(" ")
    if colour in deck.tracks and worth in ("1", "2"):
        kind = deck.track(colour)
        rails = hatch(kind.place, 3, 4, SMALL[0] - 6, 11, kind.look.shade)
        words = centred(f"{kind.letter} {worth}", SMALL[0] / 2, SMALL[1] - 11, 14, kind.look.ink)
        return _small(rails + words, kind.look.fill)
    return city_card(deck.city(name), deck)


@lru_cache(maxsize=128)
def _small(drawn: str, fill: str) -> Drawn:
    wide, high = SMALL
    ground = rect(0.75, 0.75, wide - 1.5, high - 1.5, rx=4, fill=fill, stroke=INK, stroke_width=1.5)
    return Drawn(ground + drawn, wide, high)


@lru_cache(maxsize=128)
def empty() -> Drawn:
    """A place without a card."""
    wide, high = SMALL
    return Drawn(rect(0.75, 0.75, wide - 1.5, high - 1.5, rx=4, fill=SUNKEN, stroke=LINE), wide, high)


@lru_cache(maxsize=128)
def pile(number: int) -> Drawn:
    """Cards face-down, and how many."""
    wide, high = SMALL
    if not number:
        return empty()
    backs = [
        rect(0.75 + at, 0.75 + 2 * at, wide - 1.5, high - 1.5, rx=4, fill=PANEL, stroke=INK, stroke_width=1.5)
        for at in range(min(number, 3))
    ]
    return Drawn("".join(backs) + centred(str(number), wide / 2 + 2, high / 2 + 8, 14, INK), wide + 2, high + 4)


def city_card(
    city: City, deck: Deck, cubes: Mapping[str, int] | None = None, *, marked: bool = False, wide: float = CARD[0]
) -> Drawn:
    """Name and value, colours of track, what it takes, and the cubes on it, or of a card in hand how many it gets.

    In a game without goods nothing is said of them.
    """
    high = CARD[1]
    look: dict[str, str | float] = {"stroke": ACCENT, "stroke_width": 3.5} if marked else {"stroke": INK}
    ground = rect(1, 1, wide - 2, high - 2, rx=6, fill=PAPER, **look)
    badge = rect(wide - 23, 1, 22, 20, rx=6, fill=PANEL, stroke=INK)
    badge = badge + centred(str(city.value), wide - 12, 15.5, 12.5, INK) if city.value is not None else ""
    name = text(city.name, 12, bold=True, room=wide - 33, least=10)
    size = 17 if len(city.colours) <= 5 else 100 / len(city.colours) - 1
    stops = beside([stop(deck.track(colour), size) for colour in city.colours], 1)
    return Drawn(ground + badge + name.at(6, 4) + stops.at(6, 24) + _goods(city, deck, cubes).at(6, 45), wide, high)


def _goods(city: City, deck: Deck, cubes: Mapping[str, int] | None) -> Drawn:
    if not deck.cubes:
        return blank(0, 0)
    takes = [] if city.demand is None else [demand(None if city.demand == "any" else deck.cube(city.demand))]
    room = CARD[0] - 10 - (24 if takes else 0)
    lying = text(f"gets {city.goods}", 11, fill=NOTE) if cubes is None else counted_cubes(cubes, deck, room=room)
    return beside([*takes, lying], 6)
