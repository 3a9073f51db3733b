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
from lineshaft.proof.toml_writer import dump


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
