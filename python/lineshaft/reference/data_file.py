"""Data files: one reader for all games. A game declares its tables; the reader makes all checks but the cross-checks.

A declaration maps keys to kinds, in the order of the game's page: ``{"hand": Table({"limit": Whole(13)})}``.
The order of the checks and the sentences stand in ``docs/your-own-cards.md``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Any, ClassVar, NamedTuple, Self

from .errors import InvalidData
from .toml_text import TomlError, parse
from .wording import escaped, is_unseen

Content = dict[str, Any]
"""A table as it is read."""


class DataFile(NamedTuple):
    """The text of a data file, and what its user calls it."""

    name: str
    text: str

    def refuse(self, sentence: str) -> InvalidData:
        return InvalidData(f"{self.name}: {sentence}")

    def read(self, keys: Mapping[str, ValueKind]) -> Content:
        """The content, which is as declared; or InvalidData with the first thing that is not."""
        try:
            content = parse(self.text)
        except TomlError as error:
            raise self.refuse(str(error)) from None
        whole, top = Table(keys), Spot(self, content, content)
        if keys["format"].fits(content.get("format")):  # what another format requires, this one need not know
            keys["format"].check_values(content["format"], top.at("format"))
        whole.check_form(content, top)
        whole.check_values(content, top)
        return content


class First(Sequence[Any]):
    """The first entries of a list, without a copy: one for each entry would cost the square of its length."""

    def __init__(self, entries: Sequence[Any], amount: int) -> None:
        self.entries, self.amount = entries, amount

    def __len__(self) -> int:
        return self.amount

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.entries[place] for place in range(self.amount)[index]]
        return self.entries[range(self.amount)[index]]


@dataclass(frozen=True)
class Spot:
    """Where a value stands; what a bound that depends on other values may ask."""

    data: DataFile
    content: Content
    """The whole file."""
    table: Content
    """The table or row that has the key."""
    head: str = ""
    """``[cities]``; nothing at the top."""
    rows: Sequence[Content] = ()
    """In a row: the rows down to this one."""
    key: str = ""
    entries: tuple[Sequence[Any], ...] = ()
    """In a list: its entries down to this one; in a list of lists first those of the outer one."""

    @property
    def row(self) -> int:
        """The number of the row, from 1."""
        return len(self.rows)

    @property
    def entry(self) -> int:
        """The number of the entry in its list, from 1."""
        return len(self.entries[-1])

    @property
    def label(self) -> str:
        """``colours``, ``colours entry 2``, ``warehouse entry 4.2``."""
        numbers = ".".join(str(len(entries)) for entries in self.entries)
        return f"{self.key} entry {numbers}" if numbers else self.key

    def at(self, key: str) -> Self:
        return replace(self, key=key)

    def within(self, table: Content) -> Self:
        """Inside of the table that stands here; the whole file has no key."""
        return replace(self, table=table, head=f"[{self.key}]" if self.key else "")

    def refuse(self, sentence: str) -> InvalidData:
        """For what is wrong with the table or row."""
        place = row_place(self.head, self.row, self.table) if self.rows else self.head
        return self.data.refuse(f"{place}: {sentence}" if place else sentence)

    def refuse_value(self, wanted: str, value: Any) -> InvalidData:
        return self.refuse(f"{self.label} must be {wanted}, not {found(value)}")

    def check_new(self, value: str, what: str) -> None:
        """The value stands once only in its list or, not in a list, in the column of its table."""
        earlier = self.entries[-1][:-1] if self.entries else [row[self.key] for row in self.rows[:-1]]
        if value in earlier:
            lists = f"{self.label}: " if self.entries else ""
            first = f"{'entry' if self.entries else 'row'} {earlier.index(value) + 1}"
            raise self.refuse(f"{lists}{what} stands twice (first in {first})")


Bound = int | Callable[[Spot], int]
"""A number, or one that depends on the row's number or on values that were checked before."""
Words = Sequence[str] | Callable[[Spot], Sequence[str]]


# --- kinds of values --------------------------------------------------------------------------------------------------


class ValueKind(ABC):
    """What may stand for a key."""

    words: ClassVar[str]
    """The kind in a refusal."""

    @abstractmethod
    def fits(self, value: Any) -> bool:
        """Whether the value is of the kind, whatever is in it."""

    def check_form(self, value: Any, spot: Spot) -> None:
        if not self.fits(value):
            raise spot.refuse_value(self.words, value)

    @abstractmethod
    def check_values(self, value: Any, spot: Spot) -> None:
        """Called when the form of the whole file is right."""


@dataclass(frozen=True)
class Whole(ValueKind):
    """A whole number from ``low`` to ``high``, or just ``low``."""

    low: Bound
    high: Bound | None = None
    words: ClassVar[str] = "a whole number"

    def fits(self, value: Any) -> bool:
        return type(value) is int

    def check_values(self, value: Any, spot: Spot) -> None:
        low = self.low if isinstance(self.low, int) else self.low(spot)
        high = low if self.high is None else self.high if isinstance(self.high, int) else self.high(spot)
        if not low <= value <= high:
            raise spot.refuse_value(span(low, high), value)


class Flag(ValueKind):
    """True or false."""

    words: ClassVar[str] = "true or false"

    def fits(self, value: Any) -> bool:
        return type(value) is bool

    def check_values(self, value: Any, spot: Spot) -> None:
        """Both will do."""


class Text(ValueKind):
    """Any text."""

    words: ClassVar[str] = "a text"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)

    def check_values(self, value: Any, spot: Spot) -> None:
        """All will do."""


@dataclass(frozen=True)
class Pattern(Text):
    """A text that the pattern matches whole; a refusal calls such a text ``wanted``."""

    pattern: str
    wanted: str

    def check_values(self, value: Any, spot: Spot) -> None:
        if not re.fullmatch(self.pattern, value):
            raise spot.refuse_value(self.wanted, value)


@dataclass(frozen=True)
class Choice(Text):
    """One of some texts. Texts that the file gives are called ``name_of`` in a refusal: ``a town``."""

    choices: Words
    name_of: str | None = None

    def check_values(self, value: Any, spot: Spot) -> None:
        choices = self.choices(spot) if callable(self.choices) else self.choices
        if value in choices:
            return
        if self.name_of is not None:
            raise spot.refuse_value(f"the name of {self.name_of}", value)
        raise spot.refuse_value(("one of " if len(choices) > 1 else "") + ", ".join(choices), value)


@dataclass(frozen=True)
class Name(Text):
    """A name: one rule for all games. No name stands twice in its table or list; those ``reserved`` are taken."""

    reserved: Words = ()

    def check_values(self, value: Any, spot: Spot) -> None:
        if not is_name(value):
            raise spot.refuse(f"{spot.label} must be {NAME_RULE}; not {found(value)}")
        reserved = self.reserved(spot) if callable(self.reserved) else self.reserved
        if value in reserved:
            lists = f"{spot.label}: " if spot.entries else ""
            raise spot.refuse(f"{lists}the name {value} belongs to another thing of the game")
        spot.check_new(value, f"the name {value}")


@dataclass(frozen=True)
class List(ValueKind):
    """A list of values of one kind, with ``low`` to ``high`` entries or just ``low``; they may have to ``differ``."""

    entry: ValueKind
    low: int
    high: int | None = None
    differ: bool = False
    words: ClassVar[str] = "a list"

    def fits(self, value: Any) -> bool:
        return isinstance(value, list)

    def spots(self, value: Any, spot: Spot) -> Iterator[tuple[Any, Spot]]:
        for number, entry in enumerate(value, start=1):
            yield entry, replace(spot, entries=(*spot.entries, First(value, number)))

    def check_form(self, value: Any, spot: Spot) -> None:
        super().check_form(value, spot)
        for entry, its in self.spots(value, spot):
            self.entry.check_form(entry, its)

    def check_values(self, value: Any, spot: Spot) -> None:
        high = self.low if self.high is None else self.high
        if not self.low <= len(value) <= high:
            count = f"{span(self.low, high)} {'entry' if high == 1 else 'entries'}"
            raise spot.refuse(f"{spot.label} must have {count}, not {len(value)}")
        for entry, its in self.spots(value, spot):
            self.entry.check_values(entry, its)
            if self.differ:
                its.check_new(entry, entry)


@dataclass(frozen=True)
class Table(ValueKind):
    """A table with all of these keys and no other."""

    keys: Mapping[str, ValueKind]
    words: ClassVar[str] = "a table"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict)

    def check_form(self, value: Any, spot: Spot) -> None:
        super().check_form(value, spot)
        check_keys(self.keys, spot.within(value))

    def check_values(self, value: Any, spot: Spot) -> None:
        inner = spot.within(value)
        for key, kind in self.keys.items():
            kind.check_values(value[key], inner.at(key))


@dataclass(frozen=True)
class Rows(ValueKind):
    """A list of tables that have the same keys, ``low`` to ``high`` of them or just ``low``."""

    keys: Mapping[str, ValueKind]
    low: int
    high: int | None = None
    words: ClassVar[str] = "a list of tables"

    def fits(self, value: Any) -> bool:
        return isinstance(value, list)

    def spots(self, value: Any, spot: Spot) -> Iterator[Spot]:
        head = spot.head or f"[{spot.key}]"
        for number, row in enumerate(value, start=1):
            yield replace(spot, table=row, head=head, rows=First(value, number))

    def check_form(self, value: Any, spot: Spot) -> None:
        super().check_form(value, spot)
        for inner in self.spots(value, spot):
            if not isinstance(inner.table, dict):
                raise spot.data.refuse(f"{inner.head} row {inner.row} must be a table, not {found(inner.table)}")
            check_keys(self.keys, inner)

    def check_values(self, value: Any, spot: Spot) -> None:
        high = self.low if self.high is None else self.high
        if not self.low <= len(value) <= high:
            head = spot.head or f"[{spot.key}]"
            raise spot.data.refuse(f"{head} must have {span(self.low, high)} rows, not {len(value)}")
        for inner in self.spots(value, spot):
            for key, kind in self.keys.items():
                kind.check_values(inner.table[key], inner.at(key))


def check_keys(keys: Mapping[str, ValueKind], spot: Spot) -> None:
    """First a key that there is not, then one that is missing, then key by key the form."""
    for key in sorted(spot.table.keys() - keys.keys()):
        shown = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else found(key)
        raise spot.refuse(f"there is no key {shown}; keys are: {', '.join(keys)}")
    for key in keys:
        if key not in spot.table:
            raise spot.refuse(f"the key {key} is missing")
    for key, kind in keys.items():
        kind.check_form(spot.table[key], spot.at(key))


SOURCE = Choice(("rulebook", "inferred", "reconstructed", "invented"))
"""Where the weakest entry of a table or row comes from: its first key, in the files of all games."""


# --- names ------------------------------------------------------------------------------------------------------------

LONGEST_NAME = 40
PUNCTUATION = "'-.,&()/!"
NAME_RULE = (
    "1 to 40 characters: letters of any language, digits, ' - . , & ( ) / ! and single spaces between; "
    "it begins with a letter, a digit or (, and is not punctuation alone"
)


def is_visible(character: str) -> bool:
    """A letter, a digit, or what is not ASCII and can be seen."""
    return character.isalnum() if character.isascii() else not is_unseen(character)


def is_name(value: Any) -> bool:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
        return False
    letters = [is_visible(character) for character in value]
    spaced = "  " in value or value.endswith(" ")
    allowed = all(letter or character in f" {PUNCTUATION}" for letter, character in zip(letters, value, strict=True))
    return any(letters) and allowed and not spaced and (letters[0] or value[0] == "(")


# --- sentences --------------------------------------------------------------------------------------------------------

MOST_SHOWN = 40


def row_place(head: str, number: int, row: Content) -> str:
    """``[cities] row 3 (Omaha)``, or without the name if the row has none."""
    name = row.get("name")
    return f"{head} row {number} ({name})" if is_name(name) else f"{head} row {number}"


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def found(value: Any) -> str:
    """A value as JSON has it, cut after 40 characters."""
    shown = ""
    for piece in pieces(value):
        shown += piece
        if len(shown) > MOST_SHOWN:
            return shown[:MOST_SHOWN] + "…"
    return shown


def pieces(value: Any) -> Iterator[str]:
    """The text of a value, piece by piece: nobody goes into what is nested deeper than is shown."""
    if isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, str):
        yield from ('"', *(escaped(character, '"') for character in value), '"')
    elif isinstance(value, date | time):
        yield "a date or time"
    elif isinstance(value, list):
        yield "["
        for number, entry in enumerate(value):
            yield ", " if number else ""
            yield from pieces(entry)
        yield "]"
    elif isinstance(value, dict):
        yield "{"
        for number, key in enumerate(sorted(value)):
            yield ", " if number else ""
            yield from (*pieces(key), ": ")
            yield from pieces(value[key])
        yield "}"
    else:
        yield repr(value)
