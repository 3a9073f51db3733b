"""Data files of one's own: what differs from the shipped one. ``docs/your-own-cards.md`` is the page about them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from . import _engine

__all__ = ["DataDifference", "data_differences", "data_digest"]


class DataDifference(NamedTuple):
    """One place in which a data file differs from the shipped one; ``str`` gives it in a sentence.

    Values are in the words of a refusal: as in JSON, cut after 40 characters. None: there is nothing.
    """

    place: str
    """The table or row: ``[cities] row 3 (Omaha)``; empty for the keys at the top."""
    key: str
    """The key, perhaps with the entry of a list: ``gates entry 2``; empty for a whole row, or the order of the rows."""
    shipped: str | None
    """What the shipped file has there."""
    found: str | None
    """What the file has there."""
    sentence: str
    """``[hand] limit: 13 -> 15``."""

    def __str__(self) -> str:
        return self.sentence


def data_differences(name: str, text: str | tuple[str, str]) -> list[DataDifference]:
    """What the text of a data file says otherwise than the shipped one. It need not be valid, only TOML.

    Rows are told apart by their names, or where they have none by their first values; row numbers count from 1, those
    of rows that are gone in the shipped file. Comments and layout make no difference here, though they do to the
    digest.

    Args:
        name: one of ``games()``.
        text: the text, or the text and what sentences call its file.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidData: the text is no TOML.
    """
    return [DataDifference(*found) for found in _engine.data_differences(name, text)]


def data_digest(text: str) -> str:
    """BLAKE2b-64 of a data file in hexadecimal, as ``Game.data_digest`` and replays have it."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
