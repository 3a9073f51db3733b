"""The data files of the games as they are shipped, and what tests make of them."""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from edits import Edit, Table, all_of
from positions import Side

import lineshaft
from lineshaft.errors import InvalidData


def shipped(game: str) -> str:
    """The text of a game's data file."""
    return (Path(lineshaft.__file__).parent / f"data/{game}.toml").read_text(encoding="utf-8")


class DataFile:
    """The shipped data file of a game, to be edited and tried."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.text = shipped(game)
        self.content: Table = tomllib.loads(self.text)

    def edited(self, *edits: Edit) -> str:
        """The text of a file with these edits; without any, one that says the same as the shipped file."""
        table = deepcopy(self.content)
        all_of(*edits)(table)
        return dump(table)

    def refusal(self, side: Side, data: str) -> InvalidData:
        """Why a file in the place of the shipped one, and of the same name, is refused."""
        with pytest.raises(InvalidData) as raised:
            side.load(self.game, data=data)
        assert type(raised.value) is InvalidData
        assert (raised.value.code, raised.value.rule) == ("invalid_data", None)
        return raised.value


NAME_RULE = (
    "must be 1 to 40 characters: letters of any language, digits, ' - . , & ( ) / ! and single spaces between; "
    "it begins with a letter, a digit or (, and is not punctuation alone; not "
)
"""How a text that is no name is refused: this, and what was found."""


def found(value: Any) -> str:
    """A value as a refusal shows it."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 40 else text[:40] + "…"


def dump(table: Table) -> str:
    """The table as TOML: plain values first, then tables and lists of tables; what is nested deeper is inline."""
    lines = pairs({key: value for key, value in table.items() if not is_table(value)})
    for key, value in table.items():
        if is_table(value):
            head, rows = (f"[{key}]", [value]) if isinstance(value, dict) else (f"[[{key}]]", value)
            for row in rows:
                lines += [head, *pairs(row)]
    return "\n".join(lines) + "\n"


def pairs(table: Table) -> list[str]:
    """The keys with their values in one line each."""
    return [f"{key} = {inline(value)}" for key, value in table.items()]


def is_table(value: Any) -> bool:
    rows = value if isinstance(value, list) and value != [] else [value]
    return all(isinstance(row, dict) for row in rows)


def inline(value: Any) -> str:
    """A value in one line. Strings are written as in JSON, but TOML does not let a DEL stand as it is."""
    if isinstance(value, dict):
        return "{" + ", ".join(pairs(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
