"""Small drawings: workers, machines, ships, goods."""

from __future__ import annotations

from math import cos, pi, sin

from ...canvas import circle, group, label, path, points, rect, tag
from ...parts import BROWN, INK, LINE, NIGHT, ORANGE, PAPER, PINK, SNOW, SUNKEN, VIOLET, WHITE, Drawn, Look
from ..data import Ledger

GOODS = (ORANGE, VIOLET, WHITE, BROWN, PINK, Look("#9fb7c9", NIGHT, NIGHT))
"""How a good looks, by its place in the list."""
IRON = "#5b6b7a"
SKIN = "#f2c14e"


def good_mark(ledger: Ledger, good: int, size: float = 20) -> Drawn:
    """A round piece with the letter of the good."""
    look, letter, half = GOODS[good], ledger.letters[good], size / 2
    ground = circle(half, half, half - 0.75, fill=look.fill, stroke=INK, stroke_width=1.5)
    words = label(
        letter, half, half + size * 0.21, size * 0.58, text_anchor="middle", font_weight="bold", fill=look.ink
    )
    return Drawn(ground + words, size, size)


def worker(size: float = 16) -> Drawn:
    """A head and shoulders."""
    body = path("M.12 1V.86A.38.38 0 0 1 .88.86V1Z", fill=SKIN) + circle(0.5, 0.25, 0.22, fill=SKIN)
    return Drawn(_scaled(body, size), size, size)


def machine(size: float = 16) -> Drawn:
    """A cog wheel."""
    teeth = [
        (0.5 + r * cos((at + turn) * pi / 4), 0.5 + r * sin((at + turn) * pi / 4))
        for at in range(8)
        for turn, r in ((-0.3, 0.34), (-0.2, 0.49), (0.2, 0.49), (0.3, 0.34))
    ]
    wheel = path(points(teeth), fill=IRON) + circle(0.5, 0.5, 0.14, fill=SNOW)
    return Drawn(_scaled(wheel, size), size, size)


def _scaled(shape: str, size: float) -> str:
    return tag("g", shape, transform=f"scale({size:.2f})", stroke=INK, stroke_width=0.07)


HULL = "M1 12H23L20 18H4Z"
SAILS = "M11 1V10H3ZM13 2L20 10H13Z"


def ship(ready: bool) -> Drawn:
    """With sails it can sail."""
    hull = path(HULL, fill=IRON if ready else SUNKEN, stroke=INK, stroke_width=1.2)
    mast = path("M12 12V1", fill="none", stroke=INK, stroke_width=1.2)
    sails = path(SAILS, fill=SNOW, stroke=INK, stroke_width=1) if ready else ""
    return Drawn(hull + mast + sails, 24, 20)


def pip(reached: bool, size: float = 10) -> Drawn:
    """A level of a track."""
    half = size / 2
    return Drawn(circle(half, half, half - 1, fill=INK if reached else PAPER, stroke=INK, stroke_width=1.2), size, size)


def vacant(width: float, height: float) -> Drawn:
    """A place for something that is not there."""
    edge = rect(0.5, 0.5, width - 1, height - 1, rx=4, fill="none", stroke=LINE, stroke_dasharray="4 3")
    return Drawn(edge, width, height)


def framed(inner: Drawn, width: float, height: float, **look: str | float) -> Drawn:
    """Something in the middle of a box."""
    edge: dict[str, str | float] = {"rx": 4, "fill": PAPER, "stroke": LINE}
    box = rect(0.5, 0.5, width - 1, height - 1, **edge | look)
    placed = group(inner.svg, x=(width - inner.width) / 2, y=(height - inner.height) / 2)
    return Drawn(box + placed, width, height)
