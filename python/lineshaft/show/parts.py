"""What the boards are made of: colours with patterns and letters, cards, chips, tables of figures, legends.

A colour never stands alone: beside it is a pattern and a letter or a number. Each light colour of ``DARK`` has a dark
twin, which a reader sees who asked for dark pages; the others stay as they are. What is drawn is a ``Drawn``: it knows
how large it is, so that ``flow``, ``stack`` and ``table`` can put things side by side without measuring by eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple
from unicodedata import combining, east_asian_width
from xml.sax.saxutils import escape

from .canvas import group, label, path, points, rect, tag

__all__ = [
    "ACCENT",
    "ALERT",
    "BLACK",
    "BLUE",
    "BROWN",
    "DARK",
    "GREEN",
    "INK",
    "LINE",
    "NIGHT",
    "NOTE",
    "ORANGE",
    "PANEL",
    "PAPER",
    "PINK",
    "RED",
    "SEATS",
    "SNOW",
    "STYLE",
    "SUNKEN",
    "VIOLET",
    "WHITE",
    "YELLOW",
    "Column",
    "Drawn",
    "Look",
    "Seated",
    "beside",
    "blank",
    "centred",
    "chip",
    "flow",
    "framed",
    "hatch",
    "legend",
    "letters",
    "panel",
    "paragraph",
    "rail",
    "roster",
    "shortened",
    "stack",
    "table",
    "text",
    "thing",
    "times",
    "token",
    "width",
]

PAPER = "#ffffff"
PANEL = "#f3f5f7"
SUNKEN = "#e3e7eb"
"""A place where nothing lies."""
LINE = "#c3cbd3"
INK = "#1f2933"
NOTE = "#52606d"
ACCENT = "#0b6e4f"
"""Whose turn it is, and what it is about."""
ALERT = "#b3123c"
SNOW, NIGHT = "#fefefe", "#16191d"
"""White and black that stay so."""
DARK = {
    PAPER: "#14181d",
    PANEL: "#1f262d",
    SUNKEN: "#303942",
    LINE: "#596773",
    INK: "#eef2f6",
    NOTE: "#b4c0cc",
    ACCENT: "#5fd3a6",
    ALERT: "#ff9db2",
}
"""What a colour becomes on a dark page."""


def _style() -> str:
    """Attributes say how all looks on a light page and in print; these rules replace colours where pages are dark."""
    rules = [f".lineshaft{{fill:{DARK[INK]}}}"]
    for light, dark in DARK.items():
        rules += [f'.lineshaft [{kind}="{light}"]{{{kind}:{dark}}}' for kind in ("fill", "stroke")]
    return f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"


STYLE = _style()


class Look(NamedTuple):
    """A colour, what is written on it, and a lighter or darker shade for its pattern."""

    fill: str
    ink: str
    shade: str


RED = Look("#c0302c", SNOW, "#f3b6ae")
BLUE = Look("#1f5fb4", SNOW, "#a9cbf5")
GREEN = Look("#1b7a43", SNOW, "#a5dcb9")
YELLOW = Look("#f5c518", NIGHT, "#8a6a00")
BLACK = Look("#2b3036", SNOW, "#a4adb7")
PINK = Look("#f3a9cd", NIGHT, "#8f3566")
VIOLET = Look("#7546ab", SNOW, "#d3bdf0")
BROWN = Look("#7a4a21", SNOW, "#dcb994")
ORANGE = Look("#ee8f32", NIGHT, "#7c3f00")
WHITE = Look("#f8f7f1", NIGHT, "#8d8b7d")

SEATS = (RED, BLUE, GREEN, YELLOW, BLACK, PINK)
"""How a player or a player's colour looks, by seat or by place in the data file."""


# --- words ------------------------------------------------------------------------------------------------------------

_ADVANCE = {
    28: "'ijlIJ",
    33: " ,.",
    35: "/:;\\|f",
    40: "-()[]t!r",
    47: '"',
    52: "*_`sz",
    56: "?cL",
    60: "FkvxyP",
    63: "TYaoeESbdghnpqu",
    65: "$0123456789{}K",
    69: "AVBRXZC",
    76: "UHNDG",
    82: "&OQw#+<=>^~",
    86: "M",
    98: "%mW@",
}
"""How far the next letter is, in hundredths of the size, of the widest of the fonts that ``canvas`` asks for."""
_WIDTHS = {letter: hundredths for hundredths, letters in _ADVANCE.items() for letter in letters}
_BOLD = 1.12


def width(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide words are."""
    return sum(_wide(letter) for letter in words) * size * (_BOLD if bold else 1) / 100


def _wide(letter: str) -> int:
    """In hundredths of the size: whole numbers, so that a sum is the same in any order."""
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if combining(letter):
        return 0
    return 100 if letter == "…" or east_asian_width(letter) in "FW" else 70


def shortened(words: str, room: float, size: float, *, bold: bool = False) -> str:
    """As much of the words as there is room for."""
    if width(words, size, bold=bold) <= room:
        return words
    kept = words
    while kept and width(f"{kept}…", size, bold=bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def times(number: int) -> str:
    """How many of something there are, written behind it; nothing for one."""
    return f"\N{MULTIPLICATION SIGN}{number}" if number > 1 else ""


def letters(names: Sequence[str]) -> list[str]:
    """A letter for each name, of the name where it is still free."""
    found: list[str] = []
    for name in names:
        own = (letter for letter in name.upper() if letter.isalnum() and len(letter.encode()) <= 2)
        others = (chr(ord("A") + at) if at < 26 else str(at) for at in count())
        free = [*(letter for letter in own if letter not in found)][:1]
        found += free or [next(letter for letter in others if letter not in found)]
    return found


# --- what knows its size ----------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """Something in a box from (0, 0) to (width, height)."""

    svg: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        return group(self.svg, x=x, y=y)

    def called(self, title: str, **names: str) -> Drawn:
        """The same as a ``thing``."""
        return self._replace(svg=thing(title, self.svg, **names))


def blank(width: float, height: float) -> Drawn:
    return Drawn("", width, height)


def text(
    words: str,
    size: float,
    *,
    bold: bool = False,
    fill: str | None = None,
    room: float | None = None,
    least: float = 10,
) -> Drawn:
    """One line of words. Where there is less room they become smaller, but not below ``least``, then shorter."""
    wide = width(words, size, bold=bold)
    if room is not None and wide > room:
        size = max(min(least, size), size * room / wide)
        words = shortened(words, room + 0.01, size, bold=bold)
        wide = width(words, size, bold=bold)
    drawn = label(words, 0, size * 0.95, size, font_weight="bold" if bold else None, fill=fill)
    return Drawn(drawn, wide, size * 1.25)


def paragraph(words: str, size: float, room: float, *, fill: str | None = None, bold: bool = False) -> Drawn:
    """Words in as many lines as they need."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(shortened(word, room, size, bold=bold))
    return stack([text(line, size, fill=fill, bold=bold) for line in lines], gap=size * 0.1)


def flow(items: Iterable[Drawn], room: float, gap: float = 6, line_gap: float = 6, *, top: bool = False) -> Drawn:
    """Side by side, in as many lines as are needed; those of a line stand on one middle line, or hang from one."""
    lines: list[list[Drawn]] = []
    reached = room
    for item in items:
        if not lines or reached + gap + item.width > room:
            lines.append([])
            reached = -gap
        lines[-1].append(item)
        reached += gap + item.width
    return stack([beside(line, gap, top=top) for line in lines], line_gap)


def beside(items: Sequence[Drawn], gap: float = 6, *, top: bool = False) -> Drawn:
    """From left to right, on one middle line, or hanging from one."""
    high = max((item.height for item in items), default=0)
    drawn, x = [], 0.0
    for item in items:
        drawn.append(item.at(x, 0 if top else (high - item.height) / 2))
        x += item.width + gap
    return Drawn("".join(drawn), max(x - gap, 0), high)


def stack(items: Sequence[Drawn], gap: float = 6) -> Drawn:
    """From top to bottom."""
    drawn, y = [], 0.0
    for item in items:
        drawn.append(item.at(0, y))
        y += item.height + gap
    return Drawn("".join(drawn), max((item.width for item in items), default=0), max(y - gap, 0))


def thing(title: str, *children: str, **names: str) -> str:
    """A group that stands for a thing of the game: what it is, in a sentence, and what programs call it.

    ``thing("Leeds, 2 Industries", …, data_town="Leeds")``.
    """
    return tag("g", tag("title", escape(title)), *children, **names)


# --- patterns ---------------------------------------------------------------------------------------------------------

DASHES = (None, "10 6", "0.1 8", None, "2.5 5", "12 4 2.5 4")
"""Along a line, by place in the list: plain, dashes, dots, a line in the middle, ticks, dashes and ticks."""


def hatch(kind: int, x: float, y: float, width: float, height: float, colour: str) -> str:
    """A pattern in a box, by place in the list: plain, slanting lines, dots, upright lines, a grid, zigzag."""
    step = 5.0
    columns = [x + step * (at + 0.5) for at in range(int(width / step))]
    rows = [y + step * (at + 0.5) for at in range(int(height / step))]
    upright = "".join(f"M{at:.2f} {y:.2f}v{height:.2f}" for at in columns)
    level = "".join(f"M{x:.2f} {at:.2f}h{width:.2f}" for at in rows)
    look: dict[str, str | float] = {"fill": "none", "stroke": colour, "stroke_width": 1.6}
    match kind % len(DASHES):
        case 1:
            return path(_slants(x, y, width, height, step), **look)
        case 2:
            dots = "".join(f"M{across:.2f} {down:.2f}h.01" for down in rows for across in columns)
            return path(dots, **look | {"stroke_width": 2.8, "stroke_linecap": "round"})
        case 3:
            return path(upright, **look)
        case 4:
            return path(upright + level, **look | {"stroke_width": 1.2})
        case 5:
            turns = [
                (x + at * step / 2, y + height * (0.25 if at % 2 else 0.75)) for at in range(int(2 * width / step))
            ]
            return path(points(turns).removesuffix("Z"), **look)
    return ""


def _slants(x: float, y: float, width: float, height: float, step: float) -> str:
    lines = []
    for at in range(int((width + height) / step) + 1):
        foot = at * step - height
        left, right = max(foot, 0), min(foot + height, width)
        if left < right:
            ends = (x + left, y + height - left + foot, x + right, y + height - right + foot)
            lines.append("M{:.2f} {:.2f}L{:.2f} {:.2f}".format(*ends))
    return "".join(lines)


def rail(kind: int, look: Look, outline: str, wide: float = 8) -> str:
    """A line in a colour and its pattern, with an edge that stands out on any ground."""
    bare: dict[str, str | float] = {"fill": "none", "stroke_linejoin": "round"}
    lines = path(outline, stroke=INK, stroke_width=wide + 3, **bare) + path(
        outline, stroke=look.fill, stroke_width=wide, **bare
    )
    dashes = DASHES[kind % len(DASHES)]
    if kind % len(DASHES) == 0:
        return lines
    round_ends = "round" if kind % len(DASHES) == 2 else None
    return lines + path(
        outline, stroke=look.shade, stroke_width=wide * 0.42, stroke_dasharray=dashes, stroke_linecap=round_ends, **bare
    )


# --- pieces -----------------------------------------------------------------------------------------------------------


def token(kind: int, look: Look, letter: str, size: float = 20) -> Drawn:
    """A square piece: above a strip with the pattern, below it the letter or number."""
    strip = size * 0.3
    ground = rect(0.75, 0.75, size - 1.5, size - 1.5, rx=size * 0.14, fill=look.fill, stroke=INK, stroke_width=1.5)
    pattern = hatch(kind, 2, 1.8, size - 4, strip, look.shade)
    return Drawn(ground + pattern + centred(letter, size / 2, size * 0.88, size * 0.62, look.ink), size, size)


def centred(words: str, x: float, y: float, size: float, fill: str) -> str:
    """Bold words with their middle at x and their base line at y."""
    return label(words, x, y, size, text_anchor="middle", font_weight="bold", fill=fill)


def chip(words: str, look: Look | None = None, *, size: float = 12, bold: bool = False) -> Drawn:
    """A few words in a frame."""
    said = text(words, size, bold=bold, fill=look.ink if look else None)
    wide, high = said.width + size, size * 1.75
    ground = rect(
        0.5, 0.5, wide - 1, high - 1, rx=size * 0.4, fill=look.fill if look else PAPER, stroke=INK if look else LINE
    )
    return Drawn(ground + said.at(size / 2, (high - said.height) / 2), wide, high)


def panel(title: str, inner: Drawn, wide: float, *, note: str = "") -> Drawn:
    """A field with a heading, and something beside the heading."""
    head = text(title, 13, bold=True)
    noted = text(note, 12, fill=NOTE, room=wide - head.width - 34) if note else blank(0, 0)
    high = 32 + inner.height + 10
    ground = rect(0.5, 0.5, wide - 1, high - 1, rx=8, fill=PANEL, stroke=LINE)
    drawn = ground + head.at(12, 9) + noted.at(22 + head.width, 10) + inner.at(12, 32)
    return Drawn(drawn, wide, high)


class Column(NamedTuple):
    """Of a table: its heading, how wide it is, and whether its words stand at the left or, as numbers do, right."""

    head: str
    width: float
    number: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[Drawn]], high: float = 26) -> list[Drawn]:
    """The line of headings, then each row, for ``stack``: a row can so be made a ``thing``.

    A row has what is drawn in each column; what is higher than ``high`` makes its row higher.
    """
    heads = [text(column.head, 11, fill=NOTE, room=column.width - 6) for column in columns]
    return [_row(columns, heads, 16), *(_row(columns, row, high) for row in rows)]


def _row(columns: Sequence[Column], cells: Sequence[Drawn], least: float) -> Drawn:
    high = max(least, *(cell.height for cell in cells))
    drawn, x = [], 0.0
    for column, cell in zip(columns, cells, strict=True):
        inset = column.width - 10 - cell.width if column.number else 0
        drawn.append(cell.at(x + inset, (high - cell.height) / 2))
        x += column.width
    return Drawn("".join(drawn), x, high)


def framed(drawn: Drawn, wide: float) -> Drawn:
    """With a frame around it that says: this is what is being done."""
    frame = rect(-6, -1, wide + 12, drawn.height + 2, rx=5, fill=PAPER, stroke=ACCENT, stroke_width=2)
    return drawn._replace(svg=frame + drawn.svg)


class Seated(NamedTuple):
    """A player's row in ``roster``: what is drawn in each column, whether it is their turn, the row in words."""

    cells: list[Drawn]
    acts: bool
    words: str


def roster(columns: Sequence[Column], players: Sequence[Seated], room: float) -> Drawn:
    """The players, a row each in their order; whoever acts has a frame."""
    heads, *rows = table(columns, [player.cells for player in players])
    drawn = [
        (framed(row, room - 24) if player.acts else row).called(player.words, data_player=str(seat))
        for seat, (row, player) in enumerate(zip(rows, players, strict=True))
    ]
    return panel("Players", stack([heads, *drawn], gap=4), room)


def legend(entries: Iterable[tuple[Drawn, str]], room: float) -> Drawn:
    """What each picture means."""
    meanings = [beside([drawn, text(words, 12)]) for drawn, words in entries]
    return flow(meanings, room, gap=18, line_gap=7)
