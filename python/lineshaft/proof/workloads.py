"""The loops that benchmarks time: whole games, run by the engine, through Python, and by the reference.

``lineshaft bench`` and the files in ``benches/`` call the same functions. Each plays ``games`` games fixed by ``seed``
and returns what it did; the caller holds the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import lineshaft
from lineshaft import reference

__all__ = ["WORKLOADS", "Work", "playouts", "reference_playouts", "selfplay", "stepping"]


@dataclass(frozen=True)
class Work:
    """What a run did. ``decisions`` are the players', ``chance`` the outcomes between them."""

    games: int
    decisions: int
    chance: int

    @property
    def steps(self) -> int:
        return self.decisions + self.chance


def playouts(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random playouts in the engine, on one thread."""
    counts = lineshaft.playouts(game, games, seed)
    return Work(counts.games, counts.decisions, counts.chance)


def selfplay(game: lineshaft.Game, games: int, seed: int) -> Work:
    """The greedy bot at each seat, on one thread."""
    played = lineshaft.selfplay(game, ["greedy"] * game.num_players, games=games, seed=seed, threads=1)
    return Work(games, int(played.decisions.sum()), int(played.chance.sum()))


def stepping(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random play through Python, one decision at a time; the match resolves chance."""
    choose = Random(seed).random
    decisions = steps = 0
    for index in range(games):
        match = game.new_match(seed + index)
        while len(legal := match.legal_actions()):
            match.apply_action(legal[int(choose() * len(legal))])
            decisions += 1
        steps += match.ply
    return Work(games, decisions, steps - decisions)


def reference_playouts(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random playouts in the reference of the same game, its weighted chance included."""
    slow = reference.load_game(game.name, game.num_players, game.variant, game.rules, game.data_text)
    random = Random(seed)
    decisions = chance = 0
    for _ in range(games):
        state = slow.new_initial_state()
        while not state.is_terminal():
            if state.is_sampled_chance():
                choice = random.randrange(1 << 31)
                chance += 1
            elif state.is_chance_node():
                weights = state.chance_weights()
                choice = random.choices([o for o, _ in weights], [w for _, w in weights])[0]
                chance += 1
            else:
                choice = random.choice(state.legal_actions())
                decisions += 1
            state.apply_action(choice)
    return Work(games, decisions, chance)


WORKLOADS: dict[str, Callable[[lineshaft.Game, int, int], Work]] = {
    "playouts": playouts,
    "selfplay": selfplay,
    "stepping": stepping,
    "reference": reference_playouts,
}
