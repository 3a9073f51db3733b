"""Shared by the tests of the Python API: every game with its fewest, usual and most players, and positions of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import lineshaft
from lineshaft.proof import golden


def setups() -> list[tuple[str, int]]:
    """(game, players)."""
    found = []
    for name in lineshaft.games():
        facts = lineshaft.describe(name)
        usual = facts["variants"][0]["name"]
        taken = [players for variant, players in golden.setups(name) if variant == usual]
        found += [(name, players) for players in sorted({taken[0], taken[-1], facts["default_players"]})]
    return found


@pytest.fixture(params=setups(), ids=lambda setup: f"{setup[0]}-{setup[1]}")
def game(request: pytest.FixtureRequest) -> lineshaft.Game:
    name, players = request.param
    return lineshaft.load_game(name, players=players)


def walk(game: lineshaft.Game, seed: int) -> Iterator[lineshaft.State]:
    """A copy of each position of a random game, from the first chance node to the end."""
    random = Random(seed)
    state = game.new_initial_state()
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        if state.is_sampled_chance():
            state.apply_action(random.randrange(2**31))
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_weights(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions().tolist()))


@pytest.fixture
def positions(game: lineshaft.Game) -> list[lineshaft.State]:
    """Some twenty positions of a random game, all kinds of nodes among them."""
    every = list(walk(game, 1))
    kinds = {(state.current_player(), state.phase_name()): state for state in every}
    return [*every[:: len(every) // 16 + 1], *kinds.values(), every[-1]]


@pytest.fixture
def decisions(positions: list[lineshaft.State]) -> list[lineshaft.State]:
    """The positions among them where a player decides."""
    return [state for state in positions if state.current_player() >= 0]


@pytest.fixture
def whole_game(game: lineshaft.Game) -> list[lineshaft.State]:
    """Every position of a random game."""
    return list(walk(game, 2))
