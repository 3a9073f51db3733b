"""RLlib: all seats of a game as agents of a multi-agent environment; only who acts observes.

    >>> from lineshaft.envs.rllib import GameMultiAgentEnv
    >>> env = GameMultiAgentEnv({"game": "railways", "players": 2, "reward": "margin"})
    >>> observations, infos = env.reset(seed=7)

The keys of an observation are those of RLlib's own examples of masks: ``observations`` and ``action_mask``.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from .._engine import Batch
from . import chosen_game, missing

try:
    from gymnasium import spaces
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise missing("RLlib", "rllib") from error

__all__ = ["GameMultiAgentEnv"]

CHOICES = ("players", "variant", "rules", "data", "utility")


class GameMultiAgentEnv(MultiAgentEnv):
    """A game whose seats are the agents ``player_0``, ``player_1``, ...

    Args:
        config: as RLlib hands on ``env_config``. ``game``: its name, or a loaded game; ``players``, ``variant``,
            ``rules``, ``data``, ``utility`` choose as in ``load_game``; ``reward``, ``max_decisions``, ``skip_forced``
            and ``illegal`` as in ``Batch``, but that an illegal action loses unless told otherwise: RLlib draws from
            all actions where its module knows no mask.

    Raises:
        InvalidArgument: the choices do not fit the game.
        InvalidVariant: the game does not take these choices.
        TypeError: the config has another key.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        options: dict[str, Any] = {"illegal": "lose", **config}
        self.game = chosen_game(options.pop("game"), *(options.pop(name, None) for name in CHOICES))
        self._batch = Batch(self.game, 1, secrets.randbits(64), **options)
        self._step = self._batch.new_step()
        self.possible_agents = [f"player_{player}" for player in range(self.game.num_players)]
        self.agents: list[str] = list(self.possible_agents)
        low, high = self.game.observation_low, self.game.observation_high
        space = spaces.Dict(
            {
                "observations": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(self.game.num_actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The match of a seed, or the next one: the observation and an empty info of who acts."""
        self._batch.reset(seeds=None if seed is None else np.array([seed], np.uint64), out=self._step)
        seen = self._seen()
        return seen, {agent: {} for agent in seen}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """The decision of who acts: observations of who acts next (of all, at the end), rewards and ends of all."""
        action = action_dict[self.possible_agents[self._step.player[0]]]
        step = self._batch.step(np.array([action], np.int64), out=self._step)
        rewards = dict(zip(self.possible_agents, step.reward[0].tolist(), strict=True))
        ended, cut = bool(step.terminated[0]), bool(step.truncated[0])
        seen = self._seen()
        everyone = [*self.possible_agents, "__all__"]
        infos: dict[str, Any] = {agent: {} for agent in seen}
        return seen, rewards, dict.fromkeys(everyone, ended), dict.fromkeys(everyone, cut), infos

    def _seen(self) -> dict[str, Any]:
        """What who acts observes; at the end what all do, with no legal action."""
        mask = self._step.action_mask[0].astype(np.int8)
        player = int(self._step.player[0])
        if player >= 0 and not self._step.truncated[0]:
            rows = {player: self._step.observation[0].copy()}
        else:
            rows = dict(enumerate(self._batch.observation_tensor("all")[0]))
        return {
            self.possible_agents[seat]: {"observations": row, "action_mask": mask.copy()} for seat, row in rows.items()
        }
