"""Edits that spoil a position or the table of a data file, and the check that a spoilt position is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from positions import AnyGame

from lineshaft.errors import InvalidState

Position = dict[str, Any]
"""A position as ``to_dict`` gives it."""

Table = dict[str, Any]
"""A data file that has been read."""

Edit = Callable[[dict[str, Any]], object]
"""Changes a position or a table in place."""

Keys = tuple[str | int, ...]
"""Keys and indices that lead to an entry. Indices count from 0 here, rows from 1 in most sentences of refusals."""


def follow(d: Any, path: Keys) -> Any:
    """What the keys lead to."""
    for key in path:
        d = d[key]
    return d


def put(*path: str | int, to: Any) -> Edit:
    """Sets the entry at a path: ``put("cities", 3, "value", to=6)``."""

    def edit(d: dict[str, Any]) -> None:
        follow(d, path[:-1])[path[-1]] = to

    return edit


def drop(*path: str | int) -> Edit:
    """Deletes the entry at a path."""

    def edit(d: dict[str, Any]) -> None:
        del follow(d, path[:-1])[path[-1]]

    return edit


def move(name: str, source: Keys, target: Keys, number: int = 1) -> Edit:
    """Moves pieces from one dict of counts to another; an empty path is nowhere."""

    def edit(d: dict[str, Any]) -> None:
        for path, change in ((source, -number), (target, number)):
            if path:
                counts = follow(d, path)
                counts[name] = counts.get(name, 0) + change
                if counts[name] == 0:
                    del counts[name]

    return edit


def all_of(*edits: Edit) -> Edit:
    """One edit after the other."""

    def edit(d: dict[str, Any]) -> None:
        for step in edits:
            step(d)

    return edit


ONE_OF_MANY = re.compile(
    r"\b1 (\w+ )?(cards|cubes|counters|copies|colours|entries|links|loans|points|players|shares|steps|tokens)\b"
)
"""One of something, spoken of in the plural."""


def cannot_be(game: AnyGame, position: Position) -> None:
    """The position is refused; no rule is named, for a check of the page refuses it."""
    with pytest.raises(InvalidState) as raised:
        game.state_from_dict(position)
    assert (raised.value.code, raised.value.rule) == ("invalid_state", None)
    assert not ONE_OF_MANY.search(raised.value.message), raised.value.message


def refused_after(game: AnyGame, position: Position, *edits: Edit) -> None:
    """The position is taken and comes back the same, from bytes as well; once edited it is refused."""
    state = game.state_from_dict(position)
    state.check_invariants()
    assert state.to_dict() == position
    assert game.state_from_bytes(state.to_bytes()).to_dict() == position
    spoilt = deepcopy(position)
    all_of(*edits)(spoilt)
    cannot_be(game, spoilt)
