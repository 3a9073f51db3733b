"""The pile of the page as plainly as can be: every part is a set of cells of the whole table.

Cell (x, y) of the table is bit 128 y + x of a whole number. From the top down, what has been seen so far is kept in one
such number, and a part shows what is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from widgets.table import Lies

WORDS = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15
COS = (4096, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0, -799, -1567, -2276, -2896, -3406, -3784, -4017)
SIN = (0, 799, 1567, 2276, 2896, 3406, 3784, 4017, 4096, 4017, 3784, 3406, 2896, 2276, 1567, 799)
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
FRAME = [(column, row, 2 * column - 23, 2 * row - 23) for row in range(24) for column in range(24)]
INWARDS = 100 * 4096 // 25
HALF = 150 * 4096 // 50


class PileRng:
    """The generator of the pile."""

    def __init__(self, salt: int) -> None:
        self.key = self.mix(salt + GOLD & WORDS)
        self.drawn = 0

    @staticmethod
    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORDS
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORDS
        return z ^ z >> 31

    def next(self) -> int:
        self.drawn += 1
        return self.mix(self.key + self.drawn * GOLD & WORDS)

    def below(self, n: int) -> int:
        return (self.next() >> 32) * n >> 32


class Form(NamedTuple):
    """A part at one rotation, its frame in the corner: all cells, the clear ones, each spot, each spot's normal."""

    cells: int
    clear: int
    spots: list[int]
    normals: list[tuple[int, int]]


def bits(cells: Iterable[tuple[int, int]]) -> int:
    return sum(1 << 128 * row + column for column, row in cells)


def clear_centre() -> int:
    return bits((x, y) for x, y, u, v in FRAME if u * u + v * v <= 350 * 350 // 2500)


def gear() -> list[Form]:
    disc = [(x, y, u, v) for x, y, u, v in FRAME if u * u + v * v <= 635 * 635 // 2500]
    normals = [(COS[2 * k], SIN[2 * k]) for k in range(8)] + [
        (-COS[2 * k - 16], -SIN[2 * k - 16]) for k in range(8, 16)
    ]
    edge = 635 * 4096 // 50 - INWARDS
    spots = [
        bits((x, y) for x, y, u, v in disc if u * c + v * s >= edge and abs(v * c - u * s) <= HALF) for c, s in normals
    ]
    return [Form(bits((x, y) for x, y, _, _ in disc), clear_centre(), spots, normals)] * 16


def rectangle() -> list[Form]:
    width, height = 630 * 4096 // 50, 880 * 4096 // 50
    l1, l2, s1 = 170 * 4096 // 25, 340 * 4096 // 25, 200 * 4096 // 25
    forms = []
    for c, s in zip(COS, SIN, strict=True):
        turned = [(x, y, u * c + v * s, v * c - u * s) for x, y, u, v in FRAME]
        card = [(x, y, a, b) for x, y, a, b in turned if abs(a) <= width and abs(b) <= height]
        spots = [
            bits((x, y) for x, y, a, b in card if sign * a >= width - INWARDS and abs(b - at) <= HALF)
            for sign in (1, -1)
            for at in (-l2, -l1, 0, l1, l2)
        ] + [
            bits((x, y) for x, y, a, b in card if sign * b >= height - INWARDS and abs(a - at) <= HALF)
            for sign in (1, -1)
            for at in (-s1, 0, s1)
        ]
        normals = [(c, s)] * 5 + [(-c, -s)] * 5 + [(-s, c)] * 3 + [(s, -c)] * 3
        forms.append(Form(bits((x, y) for x, y, _, _ in card), clear_centre(), spots, normals))
    return forms


SHAPES = {"gear": gear(), "rectangle": rectangle()}


class Look(NamedTuple):
    """What shows of a part: the number of visible cells, the free spots, the sides that these face, may it be read."""

    visible: int
    free: list[int]
    sides: list[str]
    readable: bool


def clamp(value: int) -> int:
    return max(0, min(104, value))


@dataclass
class Raster:
    """A pile, from the bottom to the top."""

    shape: str = "gear"
    spread: int = 70
    friction: int = 224
    flips: int = 4
    read_share: int = 40
    see_through: bool = False
    dir_mode: str = "choose"
    parts: list[Lies] = field(default_factory=list)

    def form(self, lies: Lies) -> Form:
        return SHAPES[self.shape][lies.rotation]

    def looks(self) -> list[Look]:
        """Part by part, from the bottom to the top."""
        covered = opaque = 0
        found = []
        for lies in reversed(self.parts):
            form, at = self.form(lies), 128 * lies.y + lies.x
            seen = form.cells & ~(covered >> at)
            read = form.cells & ~((opaque if self.see_through else covered) >> at)
            free = [k for k, spot in enumerate(form.spots) if spot & ~seen == 0]
            faced = [
                side
                for side, (dx, dy) in STEPS.items()
                if any(form.normals[k][0] * dx + form.normals[k][1] * dy >= 2896 for k in free)
            ]
            readable = lies.up and read.bit_count() * 100 >= self.read_share * form.cells.bit_count()
            found.append(Look(seen.bit_count(), free, self.allowed(lies, faced), readable))
            covered |= form.cells << at
            opaque |= (form.cells & ~form.clear) << at
        return found[::-1]

    def allowed(self, lies: Lies, sides: list[str]) -> list[str]:
        if self.dir_mode == "choose" or not sides:
            return sides
        far = {"north": lies.y + 12, "east": 116 - lies.x, "south": 116 - lies.y, "west": lies.x + 12}
        return [min(sides, key=lambda side: far[side])]

    def note_readable(self) -> None:
        looks = self.looks()
        self.parts = [
            lies._replace(known=lies.known or look.readable) for lies, look in zip(self.parts, looks, strict=True)
        ]

    def first_drop(self, number: int, rng: PileRng) -> None:
        for part in range(number):
            x = rng.below(self.spread) + rng.below(106 - self.spread)
            y = rng.below(self.spread) + rng.below(106 - self.spread)
            rotation = rng.below(16)
            self.parts.append(Lies(part, x, y, rotation, rng.below(2) == 1, known=False))
        self.note_readable()

    def overlap(self, one: Lies, other: Lies) -> int:
        at, to = (128 * lies.y + lies.x for lies in (one, other))
        return (self.form(one).cells << at & self.form(other).cells << to).bit_count()

    def pull(self, p: int, side: str, rng: PileRng) -> None:
        dx, dy = STEPS[side]
        drag = {p: 12}
        for q in range(p + 1, len(self.parts)):
            upper = self.parts[q]
            scale = self.form(upper).cells.bit_count() * 256
            best = max(d * self.overlap(self.parts[t], upper) * self.friction // scale for t, d in drag.items())
            if best > 0:
                drag[q] = best
        for q, d in drag.items():
            if q == p:
                continue
            w = rng.next()
            m = d * (128 + (w & 127)) >> 8
            if m == 0:
                continue
            aside, turn = (-1, 0, 0, 1)[w >> 8 & 3], (-1, 0, 0, 1)[w >> 10 & 3]
            part, x, y, rotation, up, known = self.parts[q]
            x, y = clamp(x + dx * m + dy * aside), clamp(y + dy * m + dx * aside)
            turned_over = m >= 2 and (w >> 16 & 255) < self.flips
            self.parts[q] = Lies(part, x, y, rotation + turn & 15, up != turned_over, known)
        del self.parts[p]
        self.note_readable()

    def drop(self, part: int, rng: PileRng) -> None:
        x = y = 52
        if self.parts:
            near = self.parts[rng.below(len(self.parts))]
            x = clamp(near.x + rng.below(17) - 8)
            y = clamp(near.y + rng.below(17) - 8)
        self.parts.append(Lies(part, x, y, rng.below(16)))

    def index(self, part: int) -> int:
        return [lies.part for lies in self.parts].index(part)

    def as_viewed(self) -> list[dict[str, Any]]:
        """The entries of the view's list that a raster knows."""
        return [
            {
                "part": lies.part,
                "x": lies.x,
                "y": lies.y,
                "height": height,
                "rotation": lies.rotation,
                "face": "up" if lies.up else "down",
                "known": lies.known,
                "visible": look.visible,
                "area": self.form(lies).cells.bit_count(),
                "free_spots": look.free,
                "sides": look.sides,
            }
            for height, (lies, look) in enumerate(zip(self.parts, self.looks(), strict=True))
        ]


PRIME = 0x100000001B3


def digest(pile: list[dict[str, Any]]) -> int:
    """The page's digest of a pile, from the list in a view."""
    h = 0xCBF29CE484222325
    for entry in pile:
        pose = entry["rotation"] | (entry["face"] == "up") << 4 | entry["known"] << 5
        spots = sum(1 << k for k in entry["free_spots"])
        for v in (entry["part"], entry["x"], entry["y"], pose, entry["visible"], spots & 255, spots >> 8):
            h = (h ^ v) * PRIME & WORDS
    return h
