"""The frameworks that researchers train with, each an extra: thin adapters over ``Batch`` and ``State``.

* ``lineshaft.envs.gymnasium``: ``SeatEnv``, one seat against bots, registered as ``lineshaft/Railways-v0`` and so on,
  and ``SeatVectorEnv``, many of them in one ``Batch``.
* ``lineshaft.envs.pettingzoo``: ``env``, ``raw_env``, all seats as agents of an AEC environment.
* ``lineshaft.envs.openspiel``: ``register``, the games as OpenSpiel's.
* ``lineshaft.envs.sb3``: ``BatchVecEnv``, one seat of many games in one ``Batch`` for Stable-Baselines3.
* ``lineshaft.envs.rllib``: ``GameMultiAgentEnv``, all seats as agents for RLlib.

Each module needs its framework, and says what to install where that is missing. Arrays that they return are the
caller's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._engine import Game
from ..errors import InvalidArgument
from ..registry import RuleValue, load_game

__all__ = ["chosen_game", "missing"]


def missing(package: str, extra: str) -> ImportError:
    """What is raised where a framework is not installed."""
    return ImportError(f"{package} is not installed: pip install 'lineshaft[{extra}]'")


def chosen_game(
    game: str | Game,
    players: int | None,
    variant: str | None,
    rules: Mapping[str, RuleValue] | None,
    data: Any,
    utility: str | None,
) -> Game:
    """A game by its name and choices, or one that is loaded already.

    Raises:
        InvalidArgument: a loaded game comes with choices of its own.
    """
    choices = {"players": players, "variant": variant, "rules": rules, "data": data, "utility": utility}
    given = {name: value for name, value in choices.items() if value is not None}
    if isinstance(game, str):
        return load_game(game, **given)
    if given:
        raise InvalidArgument(f"{', '.join(given)}: the game is loaded already; name it by its text to choose")
    return game
