"""Shared by all tests: every game, variant and number of players from the registry."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playing import walk_through

import lineshaft
from lineshaft.proof.setups import setups

DEEP = os.environ.get("LINESHAFT_PROPERTY")
"""The number of examples of each property for a deeper run, new ones each time; usually they are the same hundred."""

settings.register_profile("usual", derandomize=True, deadline=None, database=None, max_examples=100)
settings.register_profile("deep", deadline=None, max_examples=int(DEEP or 100))
settings.load_profile("deep" if DEEP else "usual")

# Started in the background by a script, a process inherits that Ctrl-C is ignored; the tests send it to their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent
SETUPS = [(name, variant, players) for name in lineshaft.games() for variant, players in setups(name)]


def load(setup: tuple[str, str, int]) -> lineshaft.Game:
    name, variant, players = setup
    return lineshaft.load_game(name, players=players, variant=variant)


@pytest.fixture(params=SETUPS, ids=lambda s: "-".join(map(str, s)))
def setup(request: pytest.FixtureRequest) -> tuple[str, str, int]:
    """(game, variant, players), every one there is."""
    found: tuple[str, str, int] = request.param
    return found


@pytest.fixture
def game(setup: tuple[str, str, int]) -> lineshaft.Game:
    return load(setup)


@pytest.fixture(params=lineshaft.games())
def usual(request: pytest.FixtureRequest) -> lineshaft.Game:
    """A game as it is loaded without further wishes."""
    return lineshaft.load_game(request.param)


@pytest.fixture
def walk(usual: lineshaft.Game) -> Iterator[lineshaft.State]:
    """The positions of a random game; each must be used before the next is asked for."""
    return walk_through(usual, 4)
