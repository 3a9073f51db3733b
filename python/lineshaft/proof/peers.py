"""OpenSpiel beside us: the loops of ``lineshaft.proof.workloads`` once more, for some of its games.

Random playouts run in OpenSpiel's C++: its tree search is told to make one simulation, which is so many random rollouts
from the position after the deal. It does not count their steps: they are the number of rollouts times the mean length
of random games from that position, found beforehand, outside of the clock. Stepping is a Python loop over a state.
OpenSpiel is the optional extra ``peers``.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from lineshaft.errors import InvalidArgument
from lineshaft.proof.workloads import Work

__all__ = ["PEERS", "PEER_GAMES", "mean_length", "peer_version", "playouts", "stepping"]

PEER_GAMES = ("backgammon", "euchre", "gin_rummy")
"""Games of about our size with dice or hidden cards."""
SAMPLE = 200


def _pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise InvalidArgument("OpenSpiel is not installed: pip install 'lineshaft[peers]'") from error


def peer_version() -> str:
    """The installed version of OpenSpiel.

    Raises:
        InvalidArgument: it is not installed.
    """
    _pyspiel()
    return importlib.metadata.version("open_spiel")


@cache
def _load(name: str) -> Any:
    return _pyspiel().load_game(name)


@cache
def _after_the_deal(name: str) -> Any:
    state, random = _load(name).new_initial_state(), Random(1)
    while state.is_chance_node():
        _draw(state, random)
    return state


@cache
def mean_length(name: str) -> tuple[float, float]:
    """The mean numbers of decisions and of chance outcomes of a random game after the deal."""
    random = Random(1)
    played = [_play(_after_the_deal(name).clone(), random) for _ in range(SAMPLE)]
    return sum(d for d, _ in played) / SAMPLE, sum(c for _, c in played) / SAMPLE


def playouts(name: str, games: int, seed: int) -> Work:
    """Random playouts in OpenSpiel's C++, on one thread."""
    decisions, chance = mean_length(name)
    rollouts = _pyspiel().RandomRolloutEvaluator(games, seed % (1 << 31))
    search = _pyspiel().MCTSBot(_load(name), rollouts, 1.0, 1, 10, False, seed % (1 << 31), False)
    search.mcts_search(_after_the_deal(name))
    return Work(games, round(games * decisions), round(games * chance))


def stepping(name: str, games: int, seed: int) -> Work:
    """Random play through OpenSpiel's Python interface, chance drawn by its weights in Python as well."""
    random = Random(seed)
    played = [_play(_load(name).new_initial_state(), random) for _ in range(games)]
    return Work(games, sum(d for d, _ in played), sum(c for _, c in played))


def _play(state: Any, random: Random) -> tuple[int, int]:
    """Plays on to the end; the decisions and the chance outcomes."""
    decisions = chance = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _draw(state, random)
            chance += 1
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
    return decisions, chance


def _draw(state: Any, random: Random) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, probabilities)[0])


PEERS: dict[str, Callable[[str, int, int], Work]] = {"playouts": playouts, "stepping": stepping}
