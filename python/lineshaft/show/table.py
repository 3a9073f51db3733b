"""Boards in characters: words in colours, lists that wrap, tables; all measured as a terminal shows them.

Whatever names and values a position has, only ``ink`` makes ``Text`` of them, and it writes out what would steer a
terminal. A style is the parameters of an SGR sequence (``1;31``); without colours it is left out, so no meaning may
hang on it alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..reference.wording import escaped

__all__ = [
    "BOLD",
    "Cell",
    "Column",
    "Text",
    "Words",
    "codes",
    "counts",
    "cut",
    "filled",
    "flow",
    "heading",
    "ink",
    "join",
    "pad",
    "paragraph",
    "sections",
    "table",
    "who",
    "written",
]

BOLD = "1"
GAP = "  "
"""Between two columns."""
ELLIPSIS = "…"
LONG = 100
"""Words that are longer are no names, and are not kept to be told again."""
LIST_ROOM = 24
"""The width at which a column of lists wraps, where it names none."""


@dataclass(frozen=True)
class Text:
    """Words in one line, each with its style; nothing in it steers a terminal."""

    spans: tuple[tuple[str, str], ...] = ()

    @property
    def width(self) -> int:
        """How many columns of a terminal it takes."""
        return sum(_columns(words) for words, _ in self.spans)

    def __add__(self, other: Words) -> Text:
        return Text(self.spans + ink(other).spans)

    def __radd__(self, other: str) -> Text:
        return ink(other) + self

    def __bool__(self) -> bool:
        return any(words for words, _ in self.spans)

    def __str__(self) -> str:
        return "".join(words for words, _ in self.spans)


Words = str | Text
Cell = Words | Sequence[Words]
"""Of a table; a sequence wraps between its entries."""


def _columns(words: str) -> int:
    return len(words) if words.isascii() else sum(map(_width, words))


@cache
def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def ink(words: Words | int, style: str = "") -> Text:
    """Words in a style; what is ``Text`` already stays as it is, unless it has no style yet."""
    if isinstance(words, Text):
        return Text(tuple((span, has or style) for span, has in words.spans)) if style else words
    told = str(words)
    return Text(((_harmless(told) if len(told) <= LONG else _harmless.__wrapped__(told), style),))


@lru_cache(maxsize=1 << 12)
def _harmless(words: str) -> str:
    """With an escape in place of each character that would steer the terminal, or is not seen."""
    return "".join(escaped(character, "") for character in words)


def join(parts: Iterable[Words], between: str = ", ", *, none: str = "none") -> Text:
    """Parts in one line; ``none`` where there are none."""
    whole = Text()
    for index, part in enumerate(parts):
        whole = whole + (between if index else "") + part
    return whole or ink(none)


def cut(words: Words, width: int) -> Text:
    """The words, with an ellipsis where they are wider than that."""
    text = ink(words)
    if text.width <= width:
        return text
    left, spans = max(width - 1, 0), []
    for span, style in text.spans:
        kept = ""
        for character in span:
            left -= _width(character)
            if left < 0:
                break
            kept += character
        spans.append((kept, style))
        if left < 0:
            break
    return Text((*spans, (ELLIPSIS if width > 0 else "", "")))


def pad(words: Words, width: int, *, right: bool = False) -> Text:
    """The words in exactly that many columns."""
    text = cut(words, width)
    blank = " " * (width - text.width)
    return blank + text if right else text + blank


def flow(lead: Words, items: Iterable[Words], width: int, between: str = ", ", *, none: str = "none") -> list[Text]:
    """Items behind a lead, in as many lines as they need; all but the first are set in as far as the lead goes."""
    begin = ink(lead)
    inset = min(begin.width, width // 2)
    lines, line, empty = [], begin, True
    given = list(items) or [ink(none)]
    for at, item in enumerate(given):
        tail = between.rstrip() if at + 1 < len(given) else ""
        fitting = cut(item, width - inset - len(tail))
        if not empty and line.width + len(between) + fitting.width + len(tail) > width:
            lines.append(line + between.rstrip())
            line, empty = ink(" " * inset), True
        line, empty = line + ("" if empty else between) + fitting, False
    return [*lines, line]


def paragraph(sentence: Words, width: int, lead: Words = "") -> list[Text]:
    """A sentence, wrapped between its words."""
    items = [Text()]
    for span, style in ink(sentence).spans:
        first, *rest = (Text(((word, style),)) for word in span.split(" "))
        items[-1] = items[-1] + first
        items += rest
    return flow(lead, [item for item in items if item], width, " ", none="")


class Column(NamedTuple):
    """A column of a table: its heading, whether it is set to the right, and to what width names may be cut and lists
    may wrap (0: not)."""

    heading: str
    right: bool = False
    least: int = 0


def table(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], width: int) -> list[Text]:
    """A heading and a line a row, or more where an entry is a list that wraps. A column of blanks is left out."""
    used = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    columns, rows = [columns[at] for at in used], [[row[at] for at in used] for row in rows]
    if not rows or not columns:
        return []
    lists = {at for at in range(len(columns)) if any(not isinstance(row[at], str | Text) for row in rows)}
    widths = _widths(columns, rows, lists, width - len(GAP) * (len(columns) - 1))
    head = [ink(column.heading) for column in columns]
    return [line for row in [head, *rows] for line in _row(columns, row, widths)]


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], lists: set[int], room: int) -> list[int]:
    """As wide as the widest cell. Where there is no room for that lists wrap, then names are cut, then anything is."""
    cells = [[row[at] for row in rows] for at in range(len(columns))]
    widths = [max(_whole(cell) for cell in (column.heading, *cells[at])) for at, column in enumerate(columns)]
    yielding = (
        {at: columns[at].least or LIST_ROOM for at in lists},
        {at: column.least for at, column in enumerate(columns) if column.least},
        dict.fromkeys(range(len(columns)), 1),
    )
    for least in yielding:
        while sum(widths) > room and (loose := [at for at in least if widths[at] > least[at]]):
            widths[max(loose, key=widths.__getitem__)] -= 1
    return widths


def _whole(cell: Cell) -> int:
    """The width of a cell in one line."""
    return ink(cell).width if isinstance(cell, str | Text) else join(cell, none="").width


def _row(columns: Sequence[Column], row: Sequence[Cell], widths: Sequence[int]) -> list[Text]:
    cells = [
        flow("", cell, width, none="") if not isinstance(cell, str | Text) else [cut(cell, width)]
        for cell, width in zip(row, widths, strict=True)
    ]
    return [
        join(
            (
                pad(cell[line] if line < len(cell) else "", width, right=column.right)
                for cell, column, width in zip(cells, columns, widths, strict=True)
            ),
            GAP,
        )
        for line in range(max(map(len, cells)))
    ]


def heading(words: str, note: Words = "") -> Text:
    """The first line of a section."""
    return ink(words.upper(), BOLD) + (GAP if note else "") + note


def sections(*parts: Sequence[Text]) -> list[Text]:
    """Parts with an empty line between them; what is empty is left out."""
    given = [part for part in parts if part]
    return [line for index, part in enumerate(given) for line in ([Text()] if index else []) + list(part)]


def written(lines: Iterable[Text], width: int, *, color: bool) -> str:
    """Lines as one text; none is wider than that."""
    return "\n".join(_line(cut(line, width), color) for line in lines)


def _line(text: Text, color: bool) -> str:
    if not color:
        return str(text).rstrip()
    spans = list(text.spans)
    while spans and not spans[-1][0].strip():
        spans.pop()
    return "".join(f"\x1b[{style}m{words}\x1b[0m" if style and words else words for words, style in spans).rstrip()


# --- what positions of several games have -----------------------------------------------------------------------------


def who(position: Mapping[str, Any], player: int | None) -> Text:
    """``player 0``, ``player 1 (you)``; whoever acts stands out."""
    if player is None:
        return ink("nobody")
    you = " (you)" if position.get("viewer") == player else ""
    return ink(f"player {player}{you}", BOLD if position["current_player"] == player else "")


def filled(template: str, player: Text) -> Text:
    """A sentence about ``{player}``."""
    before, mark, after = template.partition("{player}")
    return ink(before) + (player if mark else "") + after


def codes(names: Sequence[str], least: int = 3) -> dict[str, str]:
    """Short forms that tell the names apart: as many of their first letters as this needs."""
    for letters in range(least, 9):
        short = [name[:letters].rstrip() for name in names]
        if len(set(short)) == len(names):
            return dict(zip(names, short, strict=True))
    return {name: f"{name[:least].rstrip()}{number}" for number, name in enumerate(names, 1)}


def counts(entries: Mapping[str, int], name: Callable[[str], Words] = ink) -> list[Words]:
    """``red``, ``2 yellow``."""
    return [name(key) if number == 1 else f"{number} " + ink(name(key)) for key, number in entries.items()]
