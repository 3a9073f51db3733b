"""Shared by the tests of the field: each game with its usual set-up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playing import walk_through

import lineshaft

LOADED = {name: lineshaft.load_game(name) for name in lineshaft.games()}


@pytest.fixture(params=LOADED)
def usual(request: pytest.FixtureRequest) -> lineshaft.Game:
    """A game as it is loaded without further wishes."""
    return LOADED[request.param]


@pytest.fixture
def walk(usual: lineshaft.Game) -> Iterator[lineshaft.State]:
    """The positions of a random game; each must be used before the next is asked for."""
    return walk_through(usual, 4)
