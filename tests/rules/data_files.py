"""The data files of the games as they are shipped, and what tests make of them."""

from __future__ import annotations

import json
import tomllib
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

    def edited(self, *edits: Edit) -> str:
        """The text of a file with these edits; without any, one that says the same as the shipped file."""
        table = tomllib.loads(self.text)
        all_of(*edits)(table)
        return dump(table)

    def refusal(self, side: Side, data: str) -> InvalidData:
        """Why a file in the place of the shipped one is refused."""
        with pytest.raises(InvalidData) as raised:
            side.load(self.game, data=data)
        assert type(raised.value) is InvalidData
        assert (raised.value.code, raised.value.rule) == ("invalid_data", None)
        return raised.value


def dump(table: Table) -> str:
    """The table as TOML: plain values first, then tables and lists of tables; what is nested deeper is inline."""
    lines = [f"{key} = {inline(value)}" for key, value in table.items() if not is_table(value)]
    for key, value in table.items():
        if is_table(value):
            head, rows = (f"[{key}]", [value]) if isinstance(value, dict) else (f"[[{key}]]", value)
            for row in rows:
                lines += [head, *(f"{inner} = {inline(item)}" for inner, item in row.items())]
    return "\n".join(lines) + "\n"


def is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and value != [] and isinstance(value[0], dict))


def inline(value: Any) -> str:
    """A value in one line. Strings are written as in JSON, but TOML does not let a DEL stand as it is."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
