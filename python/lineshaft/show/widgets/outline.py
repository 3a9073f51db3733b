"""The outlines of parts on the table, in pixels: what they look like, and how far a point lies from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import cos, hypot, inf, pi, sin
from typing import Any

from ..canvas import number, points

SCALE = 1.25
"""Pixels a millimetre."""
TABLE = 640 * SCALE
CELL = 5 * SCALE
TEETH = 12
TOOTH = 3 * SCALE
RIM = 3.0
"""Along the edge of a part lie the marks of its free spots; nothing is written there."""
ROOMY = 26.0
"""More room than this is of no use."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Lying:
    """A part of the pile as it lies: the view's entry, and the size of the shape."""

    entry: Mapping[str, Any]
    gear: bool
    width: float
    height: float

    @cached_property
    def middle(self) -> Point:
        return (self.entry["x"] + 12) * CELL, (self.entry["y"] + 12) * CELL

    @property
    def angle(self) -> float:
        """Of the rotation, clockwise on the screen."""
        return float(self.entry["rotation"]) * pi / 16

    @cached_property
    def axes(self) -> tuple[float, float, float, float]:
        """The middle, and the direction of the width."""
        return *self.middle, cos(self.angle), sin(self.angle)

    @cached_property
    def reach(self) -> float:
        return self.width / 2 if self.gear else hypot(self.width, self.height) / 2

    def depth(self, x: float, y: float) -> float:
        """How far inside the outline a point of the table lies; negative outside."""
        mx, my, c, s = self.axes
        dx, dy = x - mx, y - my
        if self.gear:
            return self.width / 2 - hypot(dx, dy)
        across, along = self.width / 2 - abs(dx * c + dy * s), self.height / 2 - abs(dy * c - dx * s)
        return min(across, along) if across > 0 or along > 0 else -hypot(across, along)


def pile_of(view: Mapping[str, Any]) -> list[Lying]:
    """The parts from bottom to top."""
    width, height = (size / 10 * SCALE for size in view["shape"]["size"])
    return [Lying(entry, view["shape"]["name"] == "gear", width, height) for entry in view["pile"]]


def outline(part: Lying) -> str:
    """Round the middle as (0, 0), not turned."""
    if part.gear:
        return points(_teeth(part.width / 2))
    half, tall = part.width / 2, part.height / 2
    return points([(-half, -tall), (half, -tall), (half, tall), (-half, tall)])


def _teeth(radius: float) -> list[Point]:
    """A gear: each tooth has two outer and two inner corners."""
    corners = ((-0.32, radius - TOOTH), (-0.2, radius), (0.2, radius), (0.32, radius - TOOTH))
    return [
        (r * cos((tooth + turn) * 2 * pi / TEETH), r * sin((tooth + turn) * 2 * pi / TEETH))
        for tooth in range(TEETH)
        for turn, r in corners
    ]


def free_edges(part: Lying) -> list[str]:
    """The stretches of edge at the free spots, round the middle as (0, 0) and turned as the part lies (R9)."""
    spots = part.entry["free_spots"]
    return [_arc(spot, part.width / 2) for spot in spots] if part.gear else [_side(spot, part) for spot in spots]


def _arc(spot: int, radius: float) -> str:
    """A gear's spot k lies at 22.5k degrees, at every rotation."""
    r = radius - TOOTH - 1
    ends = [(r * cos((spot + turn) * pi / 8), r * sin((spot + turn) * pi / 8)) for turn in (-0.5, 0.5)]
    (x0, y0), (x1, y1) = ends
    return f"M{number(x0)} {number(y0)}A{number(r)} {number(r)} 0 0 1 {number(x1)} {number(y1)}"


def _side(spot: int, part: Lying) -> str:
    """A rectangle has five spots along either long edge, then three along either short one."""
    inset = 3.0
    half, tall = part.width / 2 - inset, part.height / 2 - inset
    long = spot < 10
    count, index = (5, spot % 5) if long else (3, (spot - 10) % 3)
    far = (spot < 5) if long else (spot < 13)
    edge, length = (half, 2 * tall) if long else (tall, 2 * half)
    ends = [(-length / 2 + length * (index + end) / count) for end in (0, 1)]
    corners = [(edge if far else -edge, end) if long else (end, edge if far else -edge) for end in ends]
    c, s = cos(part.angle), sin(part.angle)
    (x0, y0), (x1, y1) = [(a * c - b * s, a * s + b * c) for a, b in corners]
    return f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"


def widest_gap(part: Lying, above: list[Lying]) -> tuple[float, float, float]:
    """Where most of a part is in sight: a point, and how far the edge and the parts above stay away from it.

    Of points as good the one next to the middle is taken. The points are a grid, looked at from the middle outwards.
    """
    mx, my, _, _ = part.axes
    over = [other for other in above if hypot(other.axes[0] - mx, other.axes[1] - my) < other.reach + part.reach]
    best, found = -inf, (mx, my, 0.0)
    for away, dx, dy in _grid(int(part.reach / CELL)):
        x, y = mx + dx, my + dy
        room = part.depth(x, y) - RIM
        for other in over:
            if _worth(room, away) <= best:
                break
            room = min(room, -other.depth(x, y))
        if _worth(room, away) > best:
            best, found = _worth(room, away), (x, y, room)
    return found


def _worth(room: float, away: float) -> float:
    return min(room, ROOMY) - away / 50


@cache
def _grid(steps: int) -> list[tuple[float, float, float]]:
    """Points of a square, and how far they are from its middle, the nearest first."""
    ends = [step * CELL for step in range(-steps, steps + 1)]
    return sorted((hypot(x, y), x, y) for x in ends for y in ends)
