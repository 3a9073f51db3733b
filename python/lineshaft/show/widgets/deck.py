"""How a card looks: the colour of its element, the signs of its traits, its place in the body."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ..canvas import circle, group, label, path, rect, tag

INK = "#1f2933"
PALE = "#9aa5b1"
BACK = "#5b6777"
BACK_EDGE = "#aab4c0"
LINE = "#cbd2d9"
NOTE = "#52606d"
FREE = "#0b6e4f"
FREE_ON_BACK = "#55c897"
UNREAD = "#f3ecd9"

ELEMENTS = ("fire", "air", "earth", "water")
ARCHETYPES = ("strength", "speed")
MAKEUPS = ("mechanical", "organic")
TRAITS: list[tuple[str, ...]] = list(product(ELEMENTS, ARCHETYPES, MAKEUPS))
TINTS = {"fire": "#f0997c", "air": "#d8cdf2", "earth": "#cdb57e", "water": "#8cbcea"}
TYPES = ("torso", "left arm", "right arm", "left leg", "right leg")
SIGNS = {
    "fire": "M0-1C.2-.5.75-.2.75.35A.75.65 0 0 1-.75.35C-.75-.05-.45-.2-.35-.6C-.15-.45-.1-.3-.1-.1C.15-.35.1-.7 0-1Z",
    "air": "M-1-.25Q-.5-.85 0-.4T1-.55L1-.25Q.5.2 0-.1T-1 .05ZM-1 .5Q-.5-.1 0 .35T1 .2L1 .5Q.5.95 0 .65T-1 .8Z",
    "earth": "M-1 .8L-.35-.75L.05 .05L.4-.4L1 .8Z",
    "water": "M0-1C.35-.4.7-.05.7.35A.7.65 0 0 1-.7.35C-.7-.05-.35-.4 0-1Z",
    "strength": "M-1-.6H-.55V-.15H.55V-.6H1V.6H.55V.15H-.55V.6H-1Z",
    "speed": "M-1-.75H-.6L0 0L-.6.75H-1L-.4 0ZM0-.75H.4L1 0L.4.75H0L.6 0Z",
    "mechanical": "M-.5-.87H.5L1 0L.5.87H-.5L-1 0ZM.42 0A.42.42 0 1 0-.42 0A.42.42 0 1 0 .42 0Z",
    "organic": "M-.95.95C-1.1-.35-.4-.95.95-.95C1.05.35.35.95-.45.7L.3-.35L-.7.6Z",
}
"""Outlines in a box from -1 to 1."""

LIMBS = ((-0.3, -0.48, 0.6, 0.75), (-0.62, -0.48, 0.24, 0.75), (0.38, -0.48, 0.24, 0.75))
LEGS = ((-0.3, 0.34, 0.27, 0.66), (0.03, 0.34, 0.27, 0.66))


class Card(NamedTuple):
    """A card's name, taken apart. One of another data file has no traits and no part; it is written in words."""

    name: str
    traits: tuple[str, ...]
    part: str | None

    @property
    def tint(self) -> str:
        return TINTS[self.traits[0]] if self.traits else UNREAD

    @property
    def column(self) -> int:
        """The place among the cards of the same part; 0 for a name of another data file."""
        return TRAITS.index(self.traits) if self.traits else 0


def card(name: str) -> Card:
    """For example ``fire strength mechanical torso``."""
    words = tuple(name.split(" ", 3))
    known = len(words) == 4 and words[:3] in TRAITS and words[3] in TYPES
    return Card(name, words[:3], words[3]) if known else Card(name, (), None)


def sign(trait: str, x: float, y: float, size: float, colour: str = INK) -> str:
    """The sign of a trait; its middle is (x, y)."""
    return path(
        SIGNS[trait], transform=f"translate({x:.1f} {y:.1f}) scale({size / 2:.2f})", fill=colour, fill_rule="evenodd"
    )


def figure(part: str | None, x: float, y: float, size: float) -> str:
    """A small body in which one part stands out."""
    limbs = [
        rect(left, top, width, height, fill=INK if part == name else None)
        for name, (left, top, width, height) in zip(TYPES, LIMBS + LEGS, strict=True)
    ]
    head = circle(0, -0.77, 0.23, fill=INK if part == TYPES[0] else None)
    body = tag("g", head, *limbs, transform=f"scale({size / 2:.2f})", fill="#ffffff", stroke=INK, stroke_width=0.07)
    return group(body, x=x, y=y)


def signs(traits: tuple[str, ...], x: float, y: float, size: float, colour: str = INK) -> str:
    """The signs of a card in a row round (x, y)."""
    step = size * 1.3
    start = x - step * (len(traits) - 1) / 2
    return "".join(sign(trait, start + step * index, y, size, colour) for index, trait in enumerate(traits))


def tile(name: str | None, x: float, y: float, width: float, height: float) -> str:
    """A part that lies beside the pile, the element above the other signs. Without a name nobody knows the card."""
    if name is None:
        box = rect(0, 0, width, height, rx=4, fill=BACK, stroke=INK)
        mark = label("?", width / 2, height / 2 + 5, 15, text_anchor="middle", fill="#ffffff")
        return group(tag("title", "a part that nobody has read"), box, mark, x=x, y=y, class_="tile")
    read = card(name)
    box = rect(0, 0, width, height, rx=4, fill=read.tint, stroke=INK)
    upper, lower = height * 0.3, height * 0.72
    marks = signs(read.traits[:1], width / 2, upper, 15) + signs(read.traits[1:], width / 2, lower, 13)
    words = "" if read.traits else lines(name, width / 2, height / 2, 7)
    return group(tag("title", name), box, marks, words, x=x, y=y, class_="tile")


def lines(words: str, x: float, y: float, size: float, colour: str = INK) -> str:
    """Words below each other, round (x, y)."""
    rows = words.split(" ")
    first = y + size * 0.36 - (len(rows) - 1) * size * 0.55
    look: dict[str, str] = {"text_anchor": "middle", "fill": colour}
    return "".join(label(row, x, first + index * size * 1.1, size, **look) for index, row in enumerate(rows))
