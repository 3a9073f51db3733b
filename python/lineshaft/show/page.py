"""A recorded game as one page of HTML: the picture of every ply, a slider, keys, the log. It loads nothing.

Pictures of neighbouring plies are nearly the same: each is a list of pieces, a piece is stored once for the whole game,
and a ply says only which pieces changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from importlib.resources import files
from itertools import takewhile
from string import Template
from typing import NamedTuple

__all__ = ["Frame", "page"]

Change = tuple[int, int, list[int]]
"""Of a list of pieces: where, how many go, which come in their place."""


class Frame(NamedTuple):
    """A position as its viewer saw it: the step that led to it (None at the start), what that opened, the picture."""

    step: str | None
    opened: Sequence[str]
    picture: str


def page(title: str, facts: Iterable[str], frames: Iterable[Frame], end: Sequence[str] = ()) -> str:
    """The page.

    Args:
        title: the heading.
        facts: lines below it.
        frames: every position in order, the start first; at least one.
        end: lines below the game, such as points and places.
    """
    film, last = Film(), ""
    log: list[str] = []
    for frame in frames:
        film.add(frame.picture)
        last = frame.picture
        if frame.step is not None:
            log.append(_logged(len(log) + 1, frame.step, frame.opened))
    ended = f'<h2>The end</h2>\n<pre id="end">{escape(chr(10).join(end))}</pre>' if end else ""
    return Template(files(__package__).joinpath("page.html").read_text(encoding="utf-8")).substitute(
        title=escape(title),
        facts="\n".join(f"<div>{escape(fact)}</div>" for fact in facts),
        last=str(len(film.changes) - 1),
        picture=last.strip(),
        log="\n".join(log),
        end=ended,
        data=film.data(),
    )


def _logged(ply: int, step: str, opened: Sequence[str]) -> str:
    """A line of the log; a step is written ``0 build Food``, or ``* Boom`` where chance acts."""
    who, _, what = step.partition(" ")
    said = escape(f"{'chance' if who == '*' else f'player {who}'}: {what}")
    more = "".join(f"<small>{escape(line)}</small>" for line in opened)
    return f'<li value="{ply}"><a href="#{ply}">{said}</a>{more}</li>'


class Film:
    """Pictures that share their pieces. A piece is an element with what follows up to the next one."""

    def __init__(self) -> None:
        self.changes: list[list[Change]] = []
        self._pieces: dict[str, int] = {}
        self._before: list[int] = []

    def add(self, picture: str) -> None:
        """The next picture."""
        found = re.split(r"(?=<[a-z])", picture.strip())
        now = [self._pieces.setdefault(piece, len(self._pieces)) for piece in found if piece]
        self.changes.append([*_changes(self._before, now)])
        self._before = now

    def data(self) -> str:
        """For the script: JSON that cannot end the element it stands in."""
        said = {"pieces": list(self._pieces), "changes": self.changes}
        written = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        return written.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def _changes(before: list[int], now: list[int]) -> Iterator[Change]:
    """What turns one list into the other; the last place comes first, so that the places before it stay right."""
    start = _alike(before, now)
    end = min(_alike(before[::-1], now[::-1]), len(before) - start, len(now) - start)
    old, new = before[start : len(before) - end], now[start : len(now) - end]
    for kind, left, right, low, high in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if kind != "equal":
            yield start + left, right - left, new[low:high]


def _alike(one: list[int], other: list[int]) -> int:
    """How many entries at the beginning are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
