"""The changes to try of a game's page, as data files: what the page says, put into the shipped file.

A block of TOML takes the place of the tables it names and is added to the rows it names. What a page says in words
beside its block stands here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

from ..registry import load_game
from .toml_writer import dump

__all__ = ["Change", "changes_to_try"]

Content = dict[str, Any]

SECTION = re.compile(r"\n### Three changes to try\n(.*?)\n##", re.DOTALL)
TITLE = re.compile(r"^\*{1,2}([A-Z][^*\n]*)\.\*{1,2} (.*?)(?=^\*{1,2}[A-Z]|\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Change(NamedTuple):
    """A change of a game's page: its title, and the text of the changed file."""

    title: str
    data: str


def changes_to_try(game: str, page: str) -> list[Change]:
    """The changes that the text of a game's page describes, in its order."""
    section = SECTION.search(page)
    if section is None:
        return []
    shipped = tomllib.loads(load_game(game).data_text)
    changes = []
    for title, words in TITLE.findall(section[1]):
        content = deepcopy(shipped)
        for block in BLOCK.findall(words):
            _put(content, tomllib.loads(block))
        IN_WORDS.get((game, title), _nothing)(content)
        changes.append(Change(title, dump(content)))
    return changes


def _put(content: Content, block: Content) -> None:
    for name, part in block.items():
        if name not in content:
            continue  # an example row by itself, whose place the words say
        if isinstance(part, list):
            known = [_named(row) for row in content[name] if _named(row)]
            content[name] += [row for row in part if _named(row) not in known]
        else:
            content[name] |= part


def _named(row: Content) -> object:
    """What tells a row from the others of its list, where a page shows one that the file has; words say its change."""
    return row.get("name") or (row.get("value") if "count" in row else None)


def _nothing(content: Content) -> None:
    """The blocks say it all."""


def _pink_at_cities(content: Content) -> None:
    for row in content["cities"]:
        if row["value"] == 5 or row["name"] in ("Omaha", "Denver", "Abilene", "Savannah"):
            row["colours"].append("pink")


def _two_wilds_each(content: Content) -> None:
    for row in content["wilds"]:
        row["count"] = 2


def _two_constructs(content: Content) -> None:
    for row in content["ends"]:
        row["constructs"], row["longer"] = 2, 0


def _fourth_tiles(content: Content) -> None:
    content["crew_flips"]["by_decade"].append("BB")
    for good in content["goods"]["names"]:
        _add_tile_like_the_last(content, good, {"decade": 4})


def _ale(content: Content) -> None:
    for row in content["setups"]["rows"]:
        row["demand"].append(row["demand"][-1])
    for decade in range(1, 4):
        _add_tile_like_the_last(content, "Lamps", {"good": "Ale", "decade": decade})


def _add_tile_like_the_last(content: Content, good: str, changes: Content) -> None:
    tiles = content["tiles"]["rows"]
    decade = min(changes["decade"], 3)
    place, row = next((i, row) for i, row in enumerate(tiles) if (row["good"], row["decade"]) == (good, decade))
    new = row | changes
    if "good" in changes:
        tiles.append(new)
    else:
        better = {"price": row["price"] + 1, "appeal": row["appeal"] + 2, "fixed_cost": row["fixed_cost"] + 4}
        tiles.insert(place + 1, new | better | {"export": row["export"] + 1})


IN_WORDS: dict[tuple[str, str], Callable[[Content], None]] = {
    ("railways", "A sixth colour"): _pink_at_cities,
    ("workshop", "Three more towns in place of three wild cards"): _two_wilds_each,
    ("widgets", "A short game with a head start"): _two_constructs,
    ("arkwright", "A longer game"): _fourth_tiles,
    ("arkwright", "A fifth good"): _ale,
}
"""What a page says of a change beside its block."""
