"""How a card looks: the colour of its element, the signs of its traits, its place in the body."""

from __future__ import annotations

from xml.sax.saxutils import escape

from ...canvas import circle, group, label, path, rect, tag
from ...parts import NIGHT, SNOW, shortened
from ..data import Card

BACK = "#5b6777"
BACK_EDGE = "#aab4c0"
FREE = "#0a6e4f"
FREE_ON_BACK = "#55c897"
UNREAD = "#f3ecd9"
ALERT = "#c81e4a"
"""What lies on a card looks the same on light and on dark pages, and so does the card."""

TINTS = ("#f0997c", "#d8cdf2", "#cdb57e", "#8cbcea", "#a9d6a0", "#f2b8d4")
"""By element."""
SIGNS = (
    (
        "M0-1C.2-.5.75-.2.75.35A.75.65 0 0 1-.75.35C-.75-.05-.45-.2-.35-.6C-.15-.45-.1-.3-.1-.1C.15-.35.1-.7 0-1Z",
        "M-1-.25Q-.5-.85 0-.4T1-.55L1-.25Q.5.2 0-.1T-1 .05ZM-1 .5Q-.5-.1 0 .35T1 .2L1 .5Q.5.95 0 .65T-1 .8Z",
        "M-1 .8L-.35-.75L.05 .05L.4-.4L1 .8Z",
        "M0-1C.35-.4.7-.05.7.35A.7.65 0 0 1-.7.35C-.7-.05-.35-.4 0-1Z",
        "M.2-1L-.7.15H-.05L-.2 1L.7-.2H.05Z",
        "M0-1L.28-.28L1 0L.28.28L0 1L-.28.28L-1 0L-.28-.28Z",
    ),
    (
        "M-1-.6H-.55V-.15H.55V-.6H1V.6H.55V.15H-.55V.6H-1Z",
        "M-1-.75H-.6L0 0L-.6.75H-1L-.4 0ZM0-.75H.4L1 0L.4.75H0L.6 0Z",
        "M0-.9L.8 0L0 .9L-.8 0ZM0-.4L-.36 0L0 .4L.36 0Z",
        "M-.9-.7H.9L0 .9Z",
    ),
    (
        "M-.5-.87H.5L1 0L.5.87H-.5L-1 0ZM.42 0A.42.42 0 1 0-.42 0A.42.42 0 1 0 .42 0Z",
        "M-.95.95C-1.1-.35-.4-.95.95-.95C1.05.35.35.95-.45.7L.3-.35L-.7.6Z",
        "M-.8-.8H.8V.8H-.8ZM-.35-.35V.35H.35V-.35Z",
        "M.35-.95A.95.95 0 1 0 .35.95A.75.75 0 1 1 .35-.95Z",
    ),
)
"""Outlines in a box from -1 to 1: of the elements, the archetypes, the makeups; as many as there can be."""

LIMBS = ((-0.3, -0.48, 0.6, 0.75), (-0.62, -0.48, 0.24, 0.75), (0.38, -0.48, 0.24, 0.75))
LEGS = ((-0.3, 0.34, 0.27, 0.66), (0.03, 0.34, 0.27, 0.66))
TAIL = (0.38, 0.34, 0.4, 0.2)
"""Where a sixth part is in a body."""


def outlines(card: Card) -> tuple[str, ...]:
    """The signs of the element, the archetype and the makeup."""
    return tuple(SIGNS[kind][place] for kind, place in enumerate(card.traits))


def tint(card: Card) -> str:
    """The colour of the element."""
    return TINTS[card.traits[0]] if card.traits else UNREAD


def sign(outline: str, x: float, y: float, size: float, colour: str = NIGHT) -> str:
    """The sign of a trait; its middle is (x, y)."""
    return path(
        outline, transform=f"translate({x:.1f} {y:.1f}) scale({size / 2:.2f})", fill=colour, fill_rule="evenodd"
    )


def figure(part: int | None, x: float, y: float, size: float) -> str:
    """A small body in which one part stands out; the sixth is a tail."""
    places = LIMBS + LEGS + ((TAIL,) if part == len(LIMBS + LEGS) else ())
    limbs = [
        rect(left, top, width, height, fill=NIGHT if part == at else None)
        for at, (left, top, width, height) in enumerate(places)
    ]
    head = circle(0, -0.77, 0.23, fill=NIGHT if part == 0 else None)
    body = tag("g", head, *limbs, transform=f"scale({size / 2:.2f})", fill=SNOW, stroke=NIGHT, stroke_width=0.07)
    return group(body, x=x, y=y)


def signs(row: tuple[str, ...], x: float, y: float, size: float, colour: str = NIGHT) -> str:
    """The signs of a card in a row round (x, y)."""
    step = size * 1.3
    start = x - step * (len(row) - 1) / 2
    return "".join(sign(outline, start + step * index, y, size, colour) for index, outline in enumerate(row))


def tile(read: Card | None, x: float, y: float, width: float, height: float) -> str:
    """A part that lies beside the pile, the element above the other signs. Without a card nobody knows it."""
    if read is None:
        box = rect(0, 0, width, height, rx=4, fill=BACK, stroke=NIGHT)
        mark = label("?", width / 2, height / 2 + 6, 17, text_anchor="middle", fill=SNOW)
        said = "a part that nobody has read"
        return group(tag("title", said), box, mark, x=x, y=y, class_="tile")
    box = rect(0, 0, width, height, rx=4, fill=tint(read), stroke=NIGHT)
    upper, lower = height * 0.3, height * 0.72
    row = outlines(read)
    marks = signs(row[:1], width / 2, upper, 18) + signs(row[1:], width / 2, lower, 16)
    words = "" if row else lines(read.name, width / 2, height / 2, 10, NIGHT, room=width - 4)
    return group(tag("title", escape(read.name)), box, marks, words, x=x, y=y, class_="tile")


def lines(words: str, x: float, y: float, size: float, colour: str, *, room: float, most: int = 4) -> str:
    """Words below each other, round (x, y), as many and as long as there is room for."""
    rows = [shortened(row, room, size) for row in words.split(" ")][:most]
    first = y + size * 0.36 - (len(rows) - 1) * size * 0.55
    look: dict[str, str] = {"text_anchor": "middle", "fill": colour}
    return "".join(label(row, x, first + index * size * 1.1, size, **look) for index, row in enumerate(rows))
