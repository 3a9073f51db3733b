"""What a picture looks like to a reader: where its words stand, on which colour, and which things it names.

Boxes of words are rough: widths of letters are those that the drawing itself reckons with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree as ET

from lineshaft.show import parts

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)


class Words(NamedTuple):
    """A line of words, its box, and the colours of the letters and of what is below them."""

    words: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    ink: str
    ground: str

    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def meets(self, other: Words) -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > 0.5
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5
        )


class _Shape(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    fill: str

    def holds(self, at: Point) -> bool:
        return self.left <= at[0] <= self.right and self.top <= at[1] <= self.bottom


@lru_cache(maxsize=256)
def lines_of(picture: str, *, dark: bool = False) -> list[Words]:
    """All words of a picture, on a light or a dark page."""
    shapes: list[_Shape] = []
    found: list[Words] = []
    for element, placed, look in _walk(ET.fromstring(picture), PLAIN, {}):
        fill = look.get("fill", "#000000")
        fill = parts.DARK.get(fill, fill) if dark else fill
        if element.tag == f"{SVG}text":
            found.append(_line(element, placed, look, fill, shapes))
        else:
            shapes += _shape(element, placed, fill)
    return found


def _shape(element: ET.Element, placed: Matrix, fill: str) -> list[_Shape]:
    """What an element covers, if it covers anything."""
    corners = [_moved(placed, corner) for corner in _corners(element)] if fill != "none" else []
    if not corners:
        return []
    across, down = zip(*corners, strict=True)
    return [_Shape(min(across), min(down), max(across), max(down), fill)]


def hidden(picture: str) -> list[str]:
    """Words whose middle is below something that was drawn later."""
    shapes: list[_Shape] = []
    found: list[tuple[int, Words]] = []
    for element, placed, look in _walk(ET.fromstring(picture), PLAIN, {}):
        if element.tag == f"{SVG}text":
            found.append((len(shapes), _line(element, placed, look, "", shapes)))
        else:
            shapes += _shape(element, placed, look.get("fill", "#000000"))
    return [line.words for after, line in found if any(shape.holds(line.middle()) for shape in shapes[after:])]


def overlaps(lines: list[Words]) -> list[tuple[str, str]]:
    return [(one.words, other.words) for one, other in combinations(lines, 2) if one.meets(other)]


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def things(picture: str, name: str) -> dict[str, str]:
    """The titles of all that is named by an attribute: ``things(picture, "data-town")``."""
    root = ET.fromstring(picture)
    named = [(element.get(name), element.findtext(f"{SVG}title", "")) for element in root.iter()]
    found = [(key, title) for key, title in named if key is not None]
    assert len(found) == len(dict(found)), f"{name} names a thing twice"
    return dict(found)


def shapes(picture: str) -> list[tuple[str, dict[str, str]]]:
    """All that is drawn and no word: neither what is written nor names that programs read."""
    elements = ET.fromstring(picture).iter()
    written = (f"{SVG}text", f"{SVG}title")
    return [
        (each.tag, {key: value for key, value in each.attrib.items() if not key.startswith("data-") and key != "id"})
        for each in elements
        if each.tag not in written
    ]


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _walk(
    element: ET.Element, placed: Matrix, look: dict[str, str]
) -> Iterator[tuple[ET.Element, Matrix, dict[str, str]]]:
    placed = _times(placed, _transform(element.get("transform", "")))
    look = look | element.attrib
    yield element, placed, look
    for child in element:
        yield from _walk(child, placed, {key: look[key] for key in ("fill", "font-weight") if key in look})


def _transform(words: str) -> Matrix:
    matrix = PLAIN
    for kind, arguments in re.findall(r"(\w+)\(([^)]*)\)", words):
        given = [float(number) for number in re.findall(r"-?[\d.]+", arguments)]
        if kind == "translate":
            matrix = _times(matrix, (1, 0, 0, 1, given[0], given[1]))
        elif kind == "scale":
            matrix = _times(matrix, (given[0], 0, 0, given[-1], 0, 0))
        else:
            assert kind == "rotate", kind
            turn = radians(given[0])
            matrix = _times(matrix, (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0))
    return matrix


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _moved(m: Matrix, at: Point) -> Point:
    return (m[0] * at[0] + m[2] * at[1] + m[4], m[1] * at[0] + m[3] * at[1] + m[5])


def _numbers(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, "0")) for name in names]


def _corners(element: ET.Element) -> list[Point]:
    """Of the box around a shape; of a path the ends of its strokes."""
    if element.tag == f"{SVG}rect":
        x, y, width, height = _numbers(element, "x", "y", "width", "height")
        return [(x, y), (x + width, y + height), (x, y + height), (x + width, y)]
    if element.tag == f"{SVG}circle":
        x, y, radius = _numbers(element, "cx", "cy", "r")
        return [(x - radius, y - radius), (x + radius, y + radius)]
    return ends(element.get("d", "")) if element.tag == f"{SVG}path" else []


def ends(outline: str) -> list[Point]:
    """Where the strokes of a path end."""
    at, found = (0.0, 0.0), []
    for command, arguments in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
        given = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", arguments)]
        taken = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "S": 4, "A": 7, "Z": 0}[command.upper()]
        for start in range(0, len(given), taken or 1):
            x, y = at if command.islower() else (0.0, 0.0)
            last = given[start : start + taken]
            match command.upper():
                case "H":
                    at = (x + last[0], at[1])
                case "V":
                    at = (at[0], y + last[0])
                case _:
                    at = (x + last[-2], y + last[-1])
            found.append(at)
    return found


def _line(element: ET.Element, placed: Matrix, look: dict[str, str], ink: str, shapes: list[_Shape]) -> Words:
    words, size = element.text or "", float(element.get("font-size", "16"))
    wide = parts.width(words, size, bold=look.get("font-weight") == "bold")
    x, y = _numbers(element, "x", "y")
    x -= {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
    box = [_moved(placed, at) for at in ((x, y - 0.74 * size), (x + wide, y + 0.2 * size))]
    across, down = zip(*box, strict=True)
    line = Words(words, min(across), min(down), max(across), max(down), size, ink, "")
    return line._replace(ground=next(shape.fill for shape in reversed(shapes) if shape.holds(line.middle())))
