"""OpenSpiel: the games as registered Python games, chance explicit.

    >>> import pyspiel
    >>> from lineshaft.envs import openspiel
    >>> openspiel.register()
    ['lineshaft_arkwright', ...]
    >>> game = pyspiel.load_game("lineshaft_railways", {"players": 2})

A game that is also played alone has a second name for that, such as ``lineshaft_arkwright_solo``: in OpenSpiel the kind
of utility belongs to the name. Sampled chance (a salt below 2^31) comes as four chance nodes, of 128, 256, 256 and 256
outcomes. What ``resampler`` gives draws what a player cannot know, for information-set search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from .._engine import Game, History
from ..registry import describe, games, load_game
from . import missing

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

__all__ = ["SpielGame", "SpielState", "register", "resampler"]

SALT_DIGITS = (128, 256, 256, 256)
"""Outcomes of the four chance nodes that make a salt, the highest digit first."""
UNBOUNDED = 1e6
"""A bound that no score reaches, for utilities that are scores: OpenSpiel wants numbers."""


def _type(name: str, solo: bool) -> pyspiel.GameType:
    facts = describe(name)
    players = (1, 1) if solo else (max(2, facts["players"][0]), facts["players"][1])
    return pyspiel.GameType(
        short_name=f"lineshaft_{name}{'_solo' if solo else ''}",
        long_name=f"{facts['title']}{', alone' if solo else ''}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if solo else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players[0] if solo else _usual(name), "variant": _variant(name, players)},
    )


def _usual(name: str) -> int:
    return max(2, int(describe(name)["default_players"]))


def _variant(name: str, players: tuple[int, int]) -> str:
    """The first variant that so few players can play."""
    fits = (v["name"] for v in describe(name)["variants"] if v["players"][0] <= players[0] <= v["players"][1])
    return str(next(fits, describe(name)["variants"][0]["name"]))


class SpielGame(pyspiel.Game):
    """A game of the registry; ``lineshaft`` is the loaded game. ``register`` makes a subclass a short name."""

    name: ClassVar[str]
    """In Lineshaft's registry."""
    kind: ClassVar[Any]
    """The ``pyspiel.GameType``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        choices = {**self.kind.parameter_specification, **(params or {})}
        self.lineshaft: Game = load_game(self.name, players=int(choices["players"]), variant=str(choices["variant"]))
        players, alone = self.lineshaft.num_players, self.lineshaft.num_players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.lineshaft.num_actions,
            max_chance_outcomes=max(self.lineshaft.num_outcomes, *SALT_DIGITS),
            num_players=players,
            min_utility=-UNBOUNDED if alone else -1.0 / players,
            max_utility=UNBOUNDED if alone else 1.0 - 1.0 / players,
            utility_sum=None if alone else 0.0,
            max_game_length=self.lineshaft.max_game_length,
        )
        super().__init__(self.kind, info, choices)

    def new_initial_state(self) -> SpielState:
        """The position before the first chance outcome."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A salt is drawn digit by digit."""
        return len(SALT_DIGITS) * self.lineshaft.max_chance_nodes

    def observation_tensor_shape(self) -> list[int]:
        """One vector."""
        return list(self.lineshaft.observation_shape)

    def observation_tensor_layout(self) -> Any:
        """Channels, rows, columns."""
        return pyspiel.TensorLayout.CHW

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of the observation vector and its text."""
        if (iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall)) and not params:
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Observer:
    """Observations as OpenSpiel's Python code takes them."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor = np.zeros(game.observation_tensor_shape(), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        state.position.observation_tensor(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        return state.observation_string(player)


class SpielState(pyspiel.State):
    """``position`` is Lineshaft's history: a position with its log."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: History = game.lineshaft.new_history()
        self.salt: tuple[int, ...] = ()

    def current_player(self) -> int:
        """A player, or OpenSpiel's numbers for chance (-1) and the end (-4): ours as well."""
        return self.position.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self.position.legal_actions().tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes, or those of the next digit of a salt."""
        if self.position.is_sampled_chance():
            size = SALT_DIGITS[len(self.salt)]
            return [(digit, 1.0 / size) for digit in range(size)]
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.position.is_sampled_chance():
            self.salt = (*self.salt, action)
            if len(self.salt) < len(SALT_DIGITS):
                return
            action, self.salt = _number(self.salt), ()
        self.position.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position.is_sampled_chance():
            return f"digit {action}"
        return self.position.action_to_string(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        """The utilities; zeros until the game is over."""
        utilities: list[float] = self.position.returns().tolist()
        return utilities

    def information_state_string(self, player: int | None = None) -> str:
        """The steps as a player saw them."""
        return self.position.information_state(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now."""
        return str(self.position.view(self.current_player() if player is None else player))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as a vector."""
        seen = self.position.observation_tensor(self.current_player() if player is None else player)
        entries: list[float] = seen.tolist()
        return entries

    def __str__(self) -> str:
        return f"{self.position}{f', salt so far {self.salt}' if self.salt else ''}"


def _number(digits: tuple[int, ...]) -> int:
    salt = 0
    for digit, size in zip(digits, SALT_DIGITS, strict=True):
        salt = salt * size + digit
    return salt


def resampler(seed: int | None = None) -> Callable[[SpielState, int], SpielState]:
    """What draws a state among those that a player cannot tell from the given one, for OpenSpiel's Python IS-MCTS.

    The history that such a state carries is the real one, which OpenSpiel does not look at when it plays on.
    """
    random = np.random.default_rng(seed)

    def draw(state: SpielState, player: int) -> SpielState:
        drawn: SpielState = state.clone()
        drawn.position = state.position.determinize(player, int(random.integers(2**63)))
        return drawn

    return draw


def register() -> list[str]:
    """Registers every game with OpenSpiel, once; their short names."""
    known, names = set(pyspiel.registered_names()), []
    for name in games():
        fewest, most = describe(name)["players"]
        for solo in (False, True):
            if (solo and fewest > 1) or (not solo and most < 2):
                continue
            kind = _type(name, solo)
            names.append(kind.short_name)
            if kind.short_name not in known:
                # A class, for OpenSpiel lets go of what makes its games when Python is gone, and only a class has
                # references to itself that keep it from being freed then.
                pyspiel.register_game(kind, type(kind.short_name, (SpielGame,), {"name": name, "kind": kind}))
    return names
