"""PettingZoo: all seats of a game as agents of an AEC environment, chance resolved inside.

    >>> from lineshaft.envs import pettingzoo
    >>> env = pettingzoo.env("workshop", players=3)
    >>> env.reset(seed=7)
    >>> observation, *_ = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))

Agents are ``player_0``, ``player_1``, ... A game that is reset with a seed is the match of that seed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._engine import Game
from ..errors import InvalidArgument
from ..registry import RuleValue
from . import chosen_game, missing

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error

__all__ = ["GameEnv", "env", "raw_env"]


class GameEnv(AECEnv[str, Any, Any]):
    """A game whose seats are agents.

    Args:
        game: its name, or a loaded game; ``players``, ``variant``, ``rules``, ``data``, ``utility`` choose as in
            ``load_game``.
        reward: ``"returns"`` (the utility, with the last step), ``"score"`` or ``"margin"`` (its change with each
            step).
        render_mode: ``"ansi"``: ``render`` returns the text; ``"human"``: it prints it.

    Raises:
        InvalidArgument: there is no such reward.
        InvalidVariant: the game does not take these choices.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's class and instances have it)
        "name": "lineshaft",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        variant: str | None = None,
        rules: Mapping[str, RuleValue] | None = None,
        data: Any = None,
        utility: str | None = None,
        reward: Literal["returns", "score", "margin"] = "returns",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise InvalidArgument(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        if reward not in ("returns", "score", "margin"):
            raise InvalidArgument(f"reward must be 'returns', 'score' or 'margin', not {reward!r}")
        self.game = chosen_game(game, players, variant, rules, data, utility)
        self.metadata = {**self.metadata, "name": f"lineshaft_{self.game.name}_v0"}
        self.reward, self.render_mode = reward, render_mode
        self.possible_agents = [f"player_{player}" for player in range(self.game.num_players)]
        self._number = {agent: player for player, agent in enumerate(self.possible_agents)}
        low, high = self.game.observation_low, self.game.observation_high
        seen = spaces.Box(low, high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        seats = len(self.possible_agents)
        self.state_space = spaces.Box(np.tile(low, seats), np.tile(high, seats), dtype=np.float32)
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: the vector, and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game's table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The match of a seed; without one of a seed drawn at random."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._match = self.game.new_match(int(self._random.integers(2**63)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self._match.scores()
        self.agent_selection = self.agents[max(self._match.current_player(), 0)]

    def step(self, action: Any) -> None:
        """A legal action of the agent whose turn it is.

        Raises:
            IllegalAction: it is not legal now; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        over = self._match.is_terminal()
        for agent, reward in zip(self.possible_agents, self._gains(over), strict=True):
            self.rewards[agent] = float(reward)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._match.current_player()]
        self._accumulate_rewards()

    def _gains(self, over: bool) -> NDArray[Any]:
        """What every seat is rewarded with for the last step."""
        if self.reward == "returns":
            return self._match.returns() if over else np.zeros(len(self.possible_agents))
        before, self._scores = self._scores, self._match.scores()
        if self.reward == "margin":
            return margins(self._scores) - margins(before)
        return self._scores - before

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent observes; the mask of all but the one to act is zero."""
        player = self._number[agent]
        view = self._match.view(player)
        mask = np.empty(self._match.game.num_actions, np.int8)
        return {"observation": view.observation_tensor(), "action_mask": view.legal_actions_mask(mask)}

    def state(self) -> NDArray[np.float32]:
        """What all seats observe, one after the other."""
        seats = range(len(self.possible_agents))
        return np.concatenate([self._match.observation_tensor(player) for player in seats])

    def render(self) -> str | None:
        """What the one to act sees, as text: returned, or printed."""
        if self.render_mode is None:
            return None
        text = str(self._match.view(self._number[self.agent_selection]))
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""


def margins(scores: NDArray[np.int32]) -> NDArray[np.int32]:
    """Each score less the best of the others; the score itself where there is no other."""
    if len(scores) == 1:
        return scores
    order = np.sort(scores)
    ahead: NDArray[np.int32] = scores - np.where(scores == order[-1], order[-2], order[-1])
    return ahead


def raw_env(game: str | Game, **choices: Any) -> GameEnv:
    """The environment without PettingZoo's wrappers, see ``GameEnv``."""
    return GameEnv(game, **choices)


def env(game: str | Game, **choices: Any) -> AECEnv[str, Any, Any]:
    """The environment in the wrappers that PettingZoo recommends: they check how it is used."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **choices)))
