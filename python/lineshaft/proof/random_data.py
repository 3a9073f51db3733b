"""Random data files that are valid: the shipped file of a game, with numbers, names and rows changed.

``random_data`` changes the tree of any TOML file, whatever its tables are: it knows of no game. A change is kept if the
file can still be loaded in some set-up, so every file that it gives can be played. What a refusal says is allowed
(``must be 2 to 5``) is tried next, so that changes go to all ends of what the bounds let through. The files that the
engine refused on the way are handed out too: the reference must refuse them in the same words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import lineshaft
from lineshaft import _engine
from lineshaft.errors import InvalidData
from lineshaft.proof.setups import setups
from lineshaft.proof.toml_writer import dump
from lineshaft.reference.toml_text import parse

__all__ = ["RandomData", "Refused", "engine_refusal", "random_data"]

Tree = dict[str, Any]
Path = tuple[str | int, ...]

FEW, MANY = 3, 25
"""So many changes a file has at most: mostly a few, in one file of four many."""
TIMES = 3
"""So often a change is tried: as it came, and mended."""
NAMES = ("Ayr", "Deal", "Bute", "Wick", "Hull", "Rye", "Eton", "Köln", "Łódź", "北京", "St. Ives (old)", "Oban & Mull")


class Refused(NamedTuple):
    """A file that the engine refuses in a set-up, and in which words."""

    text: str
    variant: str
    players: int
    sentence: str


class RandomData(NamedTuple):
    """A data file, and how it came about."""

    text: str
    tried: int
    """How many changed files were loaded."""
    kept: int
    """How many of them could be played: the changes of the file."""
    refused: list[Refused]
    """The others."""


def random_data(name: str, seed: int) -> RandomData:
    """A random file of a game that can be played in some set-up; the same for the same seed and shipped file."""
    rng = random.Random(f"{name} {seed}")
    text = dump(tree := shipped_tree(name))
    refused: list[Refused] = []
    tried = kept = 0
    wanted = rng.randint(1, MANY if rng.randrange(4) == 0 else FEW)
    while kept < wanted and tried < 10 * (wanted + 2):
        changer = Changer(deepcopy(tree), rng)
        changer.change()
        for _ in range(TIMES):
            if (changed := dump(changer.tree)) == text:
                break
            tried += 1
            refusal = engine_refusal(name, changed)
            if refusal is None:
                tree, text, kept = changer.tree, changed, kept + 1
                break
            refused.append(refusal)
            if not changer.mend(refusal.sentence):
                break
    return RandomData(text, tried, kept, refused)


@cache
def _shipped(name: str) -> Tree:
    return parse(lineshaft.load_game(name).data_text)


def shipped_tree(name: str) -> Tree:
    """The shipped file as plain tables and lists, to be changed."""
    return deepcopy(_shipped(name))


def engine_refusal(name: str, text: str) -> Refused | None:
    """Where and why a file is refused first, if it can be played in no set-up; None if it can be in one."""
    first = None
    for variant, players in setups(name):
        try:
            _engine.load_game_text(name, players, variant, None, text, None)
        except InvalidData as error:
            first = first or Refused(text, variant, players, error.message)
        else:
            return None
    return first


# --- changes ----------------------------------------------------------------------------------------------------------


class Changer:
    """Changes a tree in one place, or in a few that belong together."""

    def __init__(self, tree: Tree, rng: random.Random) -> None:
        self.tree, self.rng = tree, rng
        self.number: Path | None = None
        """The number that was changed last, if the change was of one."""
        self.rows: list[Tree] | None = None
        """The rows that were changed last in number."""

    def change(self) -> None:
        numbers: Callable[[], object] = self.change_number
        kinds = [numbers] * 10 + [self.rename] * 2 + [self.drop_row, self.add_row] * 2
        kinds += [self.shuffle_rows, self.change_entries, self.change_text, self.change_text, self.change_numbers]
        self.rng.choice(kinds)()

    def mend(self, sentence: str) -> bool:
        """Does what a refusal says would be right, where it is about the number or the rows that were changed."""
        if self.number is not None and (found := re.search(r"must be (-?\d+)(?: to (-?\d+))?, not -?\d+$", sentence)):
            low, high = int(found[1]), int(found[2] or found[1])
            put(self.tree, self.number, self.within(low, high))
            return True
        if self.rows and (found := re.search(r"must have (\d+)(?: to (\d+))? rows, not \d+$", sentence)):
            low, high = int(found[1]), int(found[2] or found[1])
            while len(self.rows) > high:
                self.rows.pop(self.rng.randrange(len(self.rows)))
            return len(self.rows) >= low
        return False

    def within(self, low: int, high: int) -> int:
        """A number of a range, often one at an end."""
        return self.rng.choice([low, high, self.rng.randint(low, high), self.rng.randint(low, high)])

    # numbers

    def change_number(self) -> None:
        places = [path for path, value in leaves(self.tree) if type(value) is int and path[-1] != "format"]
        # A key is chosen first: the many rows of one list are no more likely than a single number.
        keys = sorted({kind_of_place(path) for path in places})
        key = self.rng.choice(keys)
        self.number = self.rng.choice([path for path in places if kind_of_place(path) == key])
        put(self.tree, self.number, self.other_number(get(self.tree, self.number)))

    def other_number(self, value: int) -> int:
        rng = self.rng
        near = value + rng.choice([-1, 1, rng.randint(1, 5), -rng.randint(1, 5)])
        return int(
            rng.choice([near, near, near, rng.randrange(2 * abs(value) + 3), rng.randrange(100), 0, 1, value * 2])
        )

    def change_numbers(self) -> None:
        """The same key in all rows by the same."""
        by = self.rng.choice([-2, -1, 1, 2, 3])
        places = [path for path, value in leaves(self.tree) if type(value) is int and len(path) > 2]
        if places:
            key = kind_of_place(self.rng.choice(places))
            for path in [path for path in places if kind_of_place(path) == key]:
                put(self.tree, path, get(self.tree, path) + by)

    # names and texts

    def new_name(self) -> str:
        return f"{self.rng.choice(NAMES)} {self.rng.randint(1, 999)}"

    def rename(self) -> None:
        """A thing gets another name wherever it is named."""
        names = [get(self.tree, path) for path, value in leaves(self.tree) if is_name(path, value)]
        old, new = self.rng.choice(names), self.new_name()
        for path, value in list(leaves(self.tree)):
            if value == old:
                put(self.tree, path, new)

    def change_text(self) -> None:
        """A text that is no name becomes another one of the same key; a flag turns over."""
        places = [path for path, value in leaves(self.tree) if isinstance(value, str | bool) and path[-1] != "name"]
        path = self.rng.choice(places)
        if isinstance(get(self.tree, path), bool):
            put(self.tree, path, not get(self.tree, path))
            return
        texts = sorted({value for other, value in leaves(self.tree) if kind_of_place(other) == kind_of_place(path)})
        put(self.tree, path, self.rng.choice(texts))

    # rows and entries

    def some_rows(self) -> list[Tree]:
        self.rows = self.rng.choice([rows for rows in lists(self.tree) if is_rows(rows)])
        return self.rows

    def drop_row(self) -> None:
        """A row goes, and with it what names it."""
        rows = self.some_rows()
        row = rows.pop(self.rng.randrange(len(rows)))
        if "name" in row:
            for others in lists(self.tree):
                others[:] = [other for other in others if row["name"] not in values_of(other)]

    def add_row(self) -> None:
        """A row comes a second time, under another name, and so does one that names it in each other table."""
        rows = self.some_rows()
        row = deepcopy(self.rng.choice(rows))
        rows.insert(self.rng.randrange(len(rows) + 1), row)
        if "name" not in row:
            return
        old, row["name"] = row["name"], self.new_name()
        for others in [found for found in lists(self.tree) if is_rows(found) and found is not rows]:
            naming = [other for other in others if old in other.values()]
            if naming:
                others.append(
                    {key: row["name"] if value == old else value for key, value in self.rng.choice(naming).items()}
                )

    def shuffle_rows(self) -> None:
        self.rng.shuffle(self.some_rows())

    def change_entries(self) -> None:
        """A list gets an entry more, one fewer, or another order."""
        entries = self.rng.choice([found for found in lists(self.tree) if not is_rows(found)] or [[]])
        if not entries:
            return
        kind = self.rng.randrange(3)
        if kind == 0:
            entries.pop(self.rng.randrange(len(entries)))
        elif kind == 1:
            more = deepcopy(self.rng.choice(entries))
            entries.append(self.new_name() if isinstance(more, str) and self.rng.randrange(2) else more)
        else:
            self.rng.shuffle(entries)


# --- trees ------------------------------------------------------------------------------------------------------------


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every number, text and flag, with the keys and indices that lead there."""
    if isinstance(value, dict | list):
        for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield from leaves(item, (*path, key))
    else:
        yield path, value


def lists(value: Any) -> Iterator[list[Any]]:
    """Every list that has entries, lists of tables among them."""
    if isinstance(value, list) and value:
        yield value
    if isinstance(value, dict | list):
        for item in list(value.values() if isinstance(value, dict) else value):
            yield from lists(item)


def values_of(row: Any) -> list[Any]:
    """All numbers and texts of a row; an entry of a list is its own."""
    return [value for _, value in leaves(row)]


def is_rows(value: list[Any]) -> bool:
    return all(isinstance(item, dict) for item in value)


def is_name(path: Path, value: Any) -> bool:
    return (isinstance(value, str) and "name" in path[-1:]) or "names" in path[-2:-1]


def kind_of_place(path: Path) -> tuple[str, ...]:
    """The keys of a place without the numbers of rows and entries."""
    return tuple(key for key in path if isinstance(key, str))


def get(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def put(tree: Any, path: Path, value: Any) -> None:
    get(tree, path[:-1])[path[-1]] = value
