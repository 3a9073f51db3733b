"""Other libraries beside us: the loops of ``lineshaft.proof.workloads`` once more, for some of their games.

* OpenSpiel, at ``stepping`` and ``playouts``. Stepping is the very loop that our states go through. Random playouts run
  in its C++: its tree search is told to make one simulation, which is so many random rollouts from the position after
  the deal. It does not count their steps: they are the number of rollouts times the mean length of random games from
  that position, found beforehand, outside of the clock.
* EnvPool, at ``batch``: the very loop that our batches go through, on one thread as well.

Both are in the optional extra ``peers``.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lineshaft.errors import InvalidArgument
from lineshaft.proof.workloads import BATCH, Work, draw, play_out, play_together

__all__ = ["PEERS", "Peer", "mean_length"]

SAMPLE = 200


@dataclass(frozen=True)
class Peer:
    """A library beside us: ``loops`` are its counterparts of our workloads, by kind."""

    name: str
    """The name of its package."""
    title: str
    module: str
    games: tuple[str, ...]
    loops: Mapping[str, Callable[[str, int, int], Work]]
    prepare: Callable[[str], object]
    """Does for a game what has to be done once."""

    def version(self) -> str:
        """The installed version.

        Raises:
            InvalidArgument: it is not installed.
        """
        self.load()
        return importlib.metadata.version(self.name)

    def load(self) -> Any:
        """Its module.

        Raises:
            InvalidArgument: it is not installed.
        """
        try:
            return importlib.import_module(self.module)
        except ImportError as error:
            kinds = " and ".join(self.loops)
            raise InvalidArgument(
                f"{self.title}, which is measured beside {kinds}, is not installed: pip install 'lineshaft[peers]'"
            ) from error


# --- OpenSpiel --------------------------------------------------------------------------------------------------------


@cache
def _load(name: str) -> Any:
    return OPEN_SPIEL.load().load_game(name)


@cache
def _after_the_deal(name: str) -> Any:
    state, random = _load(name).new_initial_state(), Random(1)
    while state.is_chance_node():
        draw(state, random)
    return state


@cache
def mean_length(name: str) -> tuple[float, float]:
    """The mean numbers of decisions and of chance outcomes of a random game of OpenSpiel's after the deal."""
    random = Random(1)
    played = [play_out(_after_the_deal(name).clone(), random) for _ in range(SAMPLE)]
    return sum(d for d, _ in played) / SAMPLE, sum(c for _, c in played) / SAMPLE


def _playouts(name: str, games: int, seed: int) -> Work:
    """Random playouts in OpenSpiel's C++, on one thread."""
    decisions, chance = mean_length(name)
    pyspiel = OPEN_SPIEL.load()
    rollouts = pyspiel.RandomRolloutEvaluator(games, seed % (1 << 31))
    search = pyspiel.MCTSBot(_load(name), rollouts, 1.0, 1, 10, False, seed % (1 << 31), False)
    search.mcts_search(_after_the_deal(name))
    return Work(games, round(games * decisions), round(games * chance))


def _stepping(name: str, games: int, seed: int) -> Work:
    """Random play through OpenSpiel's Python interface, chance drawn by its weights in Python as well."""
    random = Random(seed)
    played = [play_out(_load(name).new_initial_state(), random) for _ in range(games)]
    return Work(games, sum(d for d, _ in played), sum(c for _, c in played))


OPEN_SPIEL = Peer(
    name="open_spiel",
    title="OpenSpiel",
    module="pyspiel",
    games=("backgammon", "euchre", "gin_rummy"),  # of about our size, with dice or hidden cards
    loops={"playouts": _playouts, "stepping": _stepping},
    prepare=mean_length,
)


# --- EnvPool ----------------------------------------------------------------------------------------------------------


class _Pool:
    """Games of EnvPool, stepped together on one thread."""

    def __init__(self, name: str) -> None:
        self._pool = ENVPOOL.load().make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1, seed=1)
        self._over = np.zeros(BATCH, np.bool_)

    def start(self) -> NDArray[np.bool_]:
        _, facts = self._pool.reset()
        self._over[:] = False
        return _mask(facts)

    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.bool_], int, int]:
        # Where a game is over, a step begins the next one and its action counts for nothing.
        decided = len(actions) - int(np.count_nonzero(self._over))
        _, _, over, _, facts = self._pool.step(actions)
        self._over = over
        return _mask(facts), decided, int(np.count_nonzero(over))


def _mask(facts: Mapping[str, Any]) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = facts["legal_action_mask"]
    return mask


@cache
def _pool(name: str) -> _Pool:
    return _Pool(name)


def _batch(name: str, games: int, seed: int) -> Work:
    """Random play of many games of EnvPool together, which draws chance itself."""
    return play_together(_pool(name), games, seed)


ENVPOOL = Peer(
    name="envpool",
    title="EnvPool",
    module="envpool",
    games=("Backgammon-v1", "ConnectFour-v1", "Hex-v1"),
    loops={"batch": _batch},
    prepare=_pool,
)

PEERS = (OPEN_SPIEL, ENVPOOL)
