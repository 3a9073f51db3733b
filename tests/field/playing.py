"""Whole random games for the tests of the field."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import lineshaft


def quick(kind: lineshaft.BotKind) -> str:
    """A bot of a kind that does not think for long."""
    searches = any(parameter.name == "simulations" for parameter in kind.parameters)
    return f"{kind.name}:simulations=4" if searches else kind.name


def walk_through(game: lineshaft.Game, seed: int) -> Iterator[lineshaft.State]:
    """The positions of a random game; each must be used before the next is asked for."""
    rng, state = Random(seed), game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_sampled_chance():
            state.apply_action(rng.randrange(1 << 31))
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_weights(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions().tolist()))


def finish(match: lineshaft.Match, seed: int) -> lineshaft.Match:
    """Plays a match to its end at random."""
    rng = Random(seed)
    while not match.is_terminal():
        match.apply_action(rng.choice(match.legal_actions().tolist()))
    return match
