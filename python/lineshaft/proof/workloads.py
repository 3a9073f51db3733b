"""The loops that benchmarks time: whole games, run by the engine, through Python, and by the reference.

``lineshaft bench`` and the files in ``benches/`` call the same functions. Each plays ``games`` games fixed by ``seed``
and returns what it did; the caller holds the clock. ``play_out`` and ``play_together`` are the loops that other
libraries are put through as well, see ``peers``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

import lineshaft
from lineshaft import reference

__all__ = [
    "BATCH",
    "WORKLOADS",
    "Together",
    "Work",
    "batch",
    "matches",
    "play_out",
    "play_together",
    "playouts",
    "reference_playouts",
    "selfplay",
    "stepping",
    "training",
]

BATCH = 256
"""How many games are stepped together."""


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
    """Random play through Python on a state: players' actions and outcomes of chance, one at a time."""
    random = Random(seed)
    played = [play_out(game.new_initial_state(), random) for _ in range(games)]
    return Work(games, sum(d for d, _ in played), sum(c for _, c in played))


def play_out(state: Any, random: Random) -> tuple[int, int]:
    """Plays a state to its end, chance drawn by its weights in Python; the decisions and the chance outcomes.

    A state is ours or one of OpenSpiel's, which has the same methods.
    """
    decisions = chance = 0
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, random)
            chance += 1
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
    return decisions, chance


def draw(state: Any, random: Random) -> None:
    """Applies an outcome of the chance node that a state is at: a salt, where outcomes are too many to be listed."""
    listed = state.chance_outcomes()
    if listed:
        outcomes, probabilities = zip(*listed, strict=True)
        state.apply_action(random.choices(outcomes, probabilities)[0])
    else:
        state.apply_action(random.getrandbits(31))


def matches(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random play through Python on a match, which draws chance itself, in the engine."""
    choose = Random(seed).random
    decisions = steps = 0
    for index in range(games):
        match = game.new_match(seed + index)
        while len(legal := match.legal_actions()):
            match.apply_action(legal[int(choose() * len(legal))])
            decisions += 1
        steps += match.ply
    return Work(games, decisions, steps - decisions)


class Together(Protocol):
    """Many games that are stepped together; a game that is over gives way to the next one by itself."""

    def start(self) -> NDArray[np.bool_]:
        """Begins anew. [size, actions]: the legal actions."""

    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.bool_], int, int]:
        """Applies an action a game; the legal actions, how many of the actions were decisions, how many games ended."""


class _Batch:
    """Our ``Batch`` on one thread, with all that a training loop reads after each step."""

    def __init__(self, game: lineshaft.Game, seed: int) -> None:
        self._batch = lineshaft.Batch(game, BATCH, seed, threads=1)
        self._mask, self._seen = self._batch.legal_actions_mask(), self._batch.observation_tensor()

    def start(self) -> NDArray[np.bool_]:
        return self._mask

    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.bool_], int, int]:
        batch = self._batch
        batch.step(actions)
        over = batch.current_players() == -4
        batch.returns()
        ended = int(np.count_nonzero(over))
        if ended:
            batch.reset(over)
        batch.observation_tensor(out=self._seen)
        return batch.legal_actions_mask(out=self._mask), len(actions), ended


def batch(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random play of many games together: NumPy chooses from their masks, the engine draws chance."""
    return play_together(_Batch(game, seed), games, seed)


def play_together(table: Together, games: int, seed: int) -> Work:
    """Random play until so many games, or a few more, have ended; the decisions. Outcomes of chance are not told."""
    random = np.random.default_rng(seed)
    mask = table.start()
    decisions = ended = 0
    while ended < games:
        mask, decided, over = table.step(random_legal(mask, random))
        decisions += decided
        ended += over
    return Work(ended, decisions, 0)


def random_legal(mask: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int32]:
    """[size]: one of the actions that each row of the mask allows, each equally likely."""
    counts = np.count_nonzero(mask, axis=1)
    first = np.cumsum(counts) - counts
    legal = np.nonzero(mask)[1]
    chosen: NDArray[np.int32] = legal[first + (random.random(len(mask)) * counts).astype(np.intp)].astype(np.int32)
    return chosen


def training(game: lineshaft.Game, games: int, seed: int) -> Work:
    """Random play of many games as a learner steps them: one call that fills its arrays, and the engine's own draw."""
    batch = lineshaft.Batch(game, BATCH, seed, threads=1, autoreset="same_step")
    step, actions = batch.new_step(), np.empty(BATCH, np.int32)
    batch.look(out=step)
    steps = ended = 0
    while ended < games:
        batch.step(batch.sample(out=actions), out=step)
        ended += int(np.count_nonzero(step.terminated))
        steps += 1
    return Work(ended, steps * BATCH, 0)


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
    "matches": matches,
    "batch": batch,
    "training": training,
    "reference": reference_playouts,
}
