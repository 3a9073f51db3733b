"""The signs of kinds of town, Industries, Links and Demand counters."""

from __future__ import annotations

from functools import lru_cache

from ...canvas import circle, path, points
from ...parts import INK, PAPER, Drawn, centred, token
from ..data import Colour, Kind, Point

__all__ = ["badge", "counter", "industry", "mark"]

CORNERS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    ((-0.6, -1), (0.6, -1), (1.15, 0), (0.6, 1), (-0.6, 1), (-1.15, 0)),
    ((-1, -0.95), (1, -0.95), (1, 0.35), (0, 1.2), (-1, 0.35)),
    ((0, -1.2), (1.1, -0.2), (0.75, 1), (-0.75, 1), (-1.1, -0.2)),
    ((-1.15, -0.9), (0.75, -0.9), (1.15, 0.9), (-0.75, 0.9)),
    ((-0.75, -0.95), (0.75, -0.95), (1.2, 0.95), (-1.2, 0.95)),
)
"""Outlines of the signs of the kinds of town, by place in the list; the first is a circle."""


@lru_cache(maxsize=64)
def badge(kind: Kind, size: float = 18) -> Drawn:
    """The sign of a kind of town: an outline of its own and its letter."""
    half = size / 2
    corners = CORNERS[kind.place % len(CORNERS)]
    look: dict[str, str | float] = {"fill": INK, "stroke": PAPER, "stroke_width": 1}
    outline = points([(half + x * half * 0.85, half + y * half * 0.85) for x, y in corners])
    ground = path(outline, **look) if corners else circle(half, half, half, **look)
    return Drawn(ground + centred(kind.letter, half, half + size * 0.22, max(11, size * 0.62), PAPER), size, size)


@lru_cache(maxsize=64)
def industry(colour: Colour, size: float = 20) -> Drawn:
    """An Industry, or whatever else a colour marks."""
    return token(colour.place, colour.look, colour.letter, size)


@lru_cache(maxsize=64)
def mark(colour: Colour) -> Drawn:
    """The letter on a Link."""
    ground = circle(8, 8, 7.25, fill=colour.look.fill, stroke=INK, stroke_width=1.5)
    return Drawn(ground + centred(colour.letter, 8, 12, 11, colour.look.ink), 16, 16)


def counter(number: int) -> Drawn:
    """So many Demand counters in a row."""
    discs = "".join(circle(8 + 15 * at, 8, 6.5, fill=INK, stroke=PAPER) for at in range(number))
    return Drawn(discs, 15.0 * number + 2, 16)
