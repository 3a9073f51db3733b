"""Reading of data files: from TOML to plain tables, before a game's own checks."""

from __future__ import annotations

import tomllib
from typing import Any

from .errors import InvalidData

BYTE_ORDER_MARK = "\ufeff"


def read_tables(name: str, text: str) -> dict[str, Any]:
    """The tables of a data file. Some editors begin a file with a byte-order mark, which is no part of its text."""
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise InvalidData(f"{name}: not a TOML file: {error}") from None
    except RecursionError:
        raise InvalidData(f"{name}: values are nested too deeply") from None
