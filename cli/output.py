"""How results reach people: rich tables and progress on a terminal, plain text in a pipe or without rich."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
import textwrap
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self, TextIO

import click

CHECK_FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
"""Exit codes, see ``main``."""


UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"  # controls, line ends, directions
)


def printable(text: str) -> str:
    """The text in one line, with an escape in place of each character that would steer the terminal.

    Names, steps and sentences of a file that somebody else wrote could otherwise set titles, fill the clipboard or
    write lines that are not ours.
    """
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def say(*lines: str, err: bool = False) -> None:
    """Print lines, each of them one line whatever is in it; without any an empty one. All that is printed goes here."""
    for line in lines or ("",):
        click.echo(printable(line), err=err)


def draw(text: str) -> None:
    """Print what ``lineshaft.show`` drew, colours and all: it lets nothing of a file steer the terminal."""
    click.echo(text)


def has_color(stream: TextIO) -> bool:
    """Whether colours are wanted: on a terminal that has them, and not where NO_COLOR says no (no-color.org)."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def clear_screen() -> bool:
    """Clears the terminal and what can be scrolled back to; False if this is none that can."""
    if not is_terminal(sys.stdout) or os.environ.get("TERM") == "dumb":
        return False
    click.echo("\033[2J\033[3J\033[1;1H", nl=False)
    return True


def say_wrapped(text: str, *, indent: int = 0, width: int = 80) -> None:
    """Print a paragraph in lines of at most so many columns; all but the first are set in."""
    say(*textwrap.wrap(printable(text), width, subsequent_indent=" " * indent, break_on_hyphens=False))


def say_json(report: object) -> None:
    """Print one JSON object in one line of ASCII."""
    say(json.dumps(report))


def pour(content: bytes) -> None:
    """Write the content of a file to stdout as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.flush()


def tell(line: str) -> None:
    """A line on stderr that the next one writes over, where somebody watches."""
    if is_terminal(sys.stderr):
        click.echo(f"\r{printable(line):<79.79}", nl=False, err=True)


class Column(NamedTuple):
    """A column of a table: its heading, and whether its cells are figures (set to the right)."""

    heading: str
    figures: bool = False


Row = Sequence[str]

GAP = "  "
"""What is between the columns of a table."""


def show_table(title: str, columns: Sequence[Column], rows: Sequence[Row]) -> None:
    """Print one table to stdout."""
    if has_rich(sys.stdout):
        _rich_table(title, columns, rows)
        return
    rows = [[c.heading for c in columns], *([printable(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns))]
    say(title, *(_plain_row(row, columns, widths) for row in rows), "")


def _plain_row(cells: Row, columns: Sequence[Column], widths: Sequence[int]) -> str:
    pairs = zip(cells, columns, widths, strict=True)
    padded = [cell.rjust(width) if column.figures else cell.ljust(width) for cell, column, width in pairs]
    return GAP + GAP.join(padded).rstrip()


def _rich_table(title: str, columns: Sequence[Column], rows: Sequence[Row]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    cells = [[printable(cell) for cell in row] for row in rows]
    texts = [[column.heading, *(row[i] for row in cells)] for i, column in enumerate(columns)]
    words = [max(cell_len(word) for text in column for word in [*text.split(), ""]) for column in texts]
    whole = [max(map(cell_len, column)) for column in texts]
    widths = column_widths(words, whole, console.width - len(GAP) * (len(columns) - 1))
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, len(GAP) - 1, 0, 0),  # the box has a blank of its own
    )
    for column, width in zip(columns, widths, strict=True):
        table.add_column(column.heading, justify="right" if column.figures else "left", overflow="fold", width=width)
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)
    console.print()


def column_widths(words: Sequence[int], whole: Sequence[int], room: int) -> list[int]:
    """The widths of columns whose longest words and longest cells are given, in so much room.

    Cells that are longer are wrapped between words; no word is broken unless the words alone are too wide.
    """
    widths = list(words)
    while sum(widths) > max(room, len(widths)):
        widths[widths.index(max(widths))] -= 1
    while sum(widths) < min(room, sum(whole)):
        # The one whose longest cell takes the most lines.
        lines = [most / width if width < most else 0 for width, most in zip(widths, whole, strict=True)]
        widths[lines.index(max(lines))] += 1
    return widths


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody watches ``stream``; a program may be started without it."""
    return stream is not None and stream.isatty()


def has_rich(stream: TextIO) -> bool:
    """Whether ``stream`` is a terminal that can do more than print lines, and rich is installed."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb" and importlib.util.find_spec("rich") is not None


class Progress(Protocol):
    """A bar of games that are done, with games and steps a second. A context manager."""

    def advance(self, games: int, steps: int) -> None:
        """So many more games are done, and so many steps were taken in them."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def progress(label: str, total: int, *, quiet: bool = False) -> Progress:
    """The bar for ``total`` games: on stderr, and only where that is a terminal."""
    if quiet or not is_terminal(sys.stderr):
        return SilentProgress()
    return RichProgress(label, total) if has_rich(sys.stderr) else LineProgress(label, total)


class Rates:
    """Counts of games and steps, and how many there are a second."""

    def __init__(self) -> None:
        self.games = 0
        self.steps = 0
        self._started = time.perf_counter()

    def add(self, games: int, steps: int) -> None:
        self.games += games
        self.steps += steps

    def text(self) -> str:
        seconds = max(time.perf_counter() - self._started, 1e-9)
        return f"{self.games / seconds:,.0f} games/s, {self.steps / seconds:,.0f} steps/s"


class SilentProgress:
    """No bar: the output is a pipe or a file."""

    def advance(self, games: int, steps: int) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class LineProgress(SilentProgress):
    """One line that is written over, for a terminal without rich."""

    def __init__(self, label: str, total: int) -> None:
        self._label = printable(label)
        self._total = total
        self._rates = Rates()
        self._next = 0.0

    def advance(self, games: int, steps: int) -> None:
        self._rates.add(games, steps)
        if time.perf_counter() >= self._next or self._rates.games == self._total:
            self._next = time.perf_counter() + 0.1
            line = f"{self._label}: {self._rates.games:,} of {count(self._total, 'game')}, {self._rates.text()}"
            tell(line)

    def __exit__(self, *_: object) -> None:
        click.echo(err=True)


class RichProgress(SilentProgress):
    """rich's bar."""

    def __init__(self, label: str, total: int) -> None:
        from rich import progress as bars
        from rich.console import Console

        self._rates = Rates()
        self._bar = bars.Progress(
            bars.TextColumn("{task.description}", markup=False),
            bars.BarColumn(),
            bars.MofNCompleteColumn(),
            bars.TextColumn("{task.fields[rates]}"),
            bars.TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = self._bar.add_task(printable(label), total=total, rates="")

    def advance(self, games: int, steps: int) -> None:
        self._rates.add(games, steps)
        self._bar.update(self._task, advance=games, rates=self._rates.text())

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def value_text(value: Any) -> str:
    """How the value of a rules option is written here and in ``--rule``: ``true``, ``none``, ``3``."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def count(number: int, what: str) -> str:
    """``1 game``, ``1,000 games``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def figure(value: float) -> str:
    """A whole number as it is, any other with one decimal."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def apportion(parts: Sequence[float], units: int) -> list[int]:
    """``units`` shared out in proportion, whole ones, by the largest remainder: what is shown adds up."""
    whole = sum(parts)
    exact = [part * units / whole for part in parts]
    given = [int(share) for share in exact]
    by_remainder = sorted(range(len(parts)), key=lambda i: given[i] - exact[i])
    for i in by_remainder[: units - sum(given)]:
        given[i] += 1
    return given


def shares(parts: Sequence[float]) -> list[str]:
    """What part of the whole each is, in percent with one decimal; together 100 %."""
    return [f"{share / 10:.1f}%" for share in apportion(parts, 1000)]
