"""Stable-Baselines3: one seat of many games in one ``Batch``, as its vector of environments, with masks.

    >>> from sb3_contrib import MaskablePPO
    >>> from lineshaft.envs.sb3 import BatchVecEnv
    >>> env = BatchVecEnv("railways", 64, players=2, opponents="random", reward="margin")
    >>> model = MaskablePPO("MlpPolicy", env, n_steps=64, seed=7).learn(5_000)

A single environment for it is ``lineshaft.envs.gymnasium.SeatEnv``.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._engine import Game
from ..registry import RuleValue
from . import chosen_game, missing

try:
    from gymnasium import spaces
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise missing("Stable-Baselines3", "sb3") from error

from .gymnasium import Seat, make_batch, vector_space

__all__ = ["BatchVecEnv"]


class BatchVecEnv(VecEnv):
    """Slots of one batch as Stable-Baselines3's environments; the next game starts in the step that ends one.

    ``env_method("action_masks")`` gives what MaskablePPO asks for. The info of a slot whose game has ended holds
    ``terminal_observation``, ``TimeLimit.truncated``, and, as of a ``Monitor``, ``episode``: the reward ``r``, the
    steps ``l`` of the own seat and the seconds ``t`` since the environment was made.

    Args:
        game: its name, or a loaded game; ``players``, ``variant``, ``rules``, ``data``, ``utility`` choose as in
            ``load_game``.
        num_envs: the number of slots.
        threads: how many threads step them; nothing depends on it.
        opponents: a bot for the other seats, or a list with one a player and None at the own seat.
        seat: the own seat, or ``"rotate"``: it moves on from game to game, as in ``selfplay``.
        reward: ``"returns"`` (the utility at the end), ``"score"`` or ``"margin"`` (its change), see ``Batch``.
        illegal: what an illegal action leads to: ``"lose"``, ``"random"`` (a legal one in its place) or ``"raise"``.
        max_decisions: after so many decisions of all players a game is cut off.

    Raises:
        InvalidArgument: these do not fit the game or each other.
        InvalidVariant: the game does not take these choices.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        threads: int = 1,
        players: int | None = None,
        variant: str | None = None,
        rules: Mapping[str, RuleValue] | None = None,
        data: Any = None,
        utility: str | None = None,
        opponents: str | Sequence[str | None] | None = None,
        seat: int | Literal["rotate"] = 0,
        reward: Literal["returns", "score", "margin"] = "returns",
        illegal: Literal["lose", "random", "raise"] = "lose",
        max_decisions: int | None = None,
    ) -> None:
        self.game = chosen_game(game, players, variant, rules, data, utility)
        options = {"threads": threads, "autoreset": "same_step", "max_decisions": max_decisions}
        self._batch = make_batch(self.game, num_envs, opponents, seat, reward=reward, illegal=illegal, **options)
        self._seat = Seat(self.game, seat, "info")
        self._step = self._batch.new_step()
        self._drawn = False
        self._born = time.perf_counter()
        super().__init__(num_envs, vector_space(self.game), spaces.Discrete(self.game.num_actions))

    def reset(self) -> NDArray[np.float32]:
        """The matches of the seeds that ``seed`` set; without it the next ones, of seeds drawn at random at first."""
        self._batch.reset(seeds=self._first_seeds(), out=self._step)
        self._reset_seeds()
        self._reset_options()
        self._learners = self._seat.learners(self._step.game)
        self._gained = np.zeros(self.num_envs)
        self._length = np.zeros(self.num_envs, np.int64)
        return self._observation()

    def _first_seeds(self) -> NDArray[np.uint64] | None:
        given = [seed for seed in self._seeds if seed is not None]
        if given:
            return np.array(given, np.uint64)
        if self._drawn:
            return None
        self._drawn = True
        return np.array([secrets.randbits(64) for _ in range(self.num_envs)], np.uint64)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Slot ``i`` starts with the match of ``seed + i`` at the next ``reset``, and goes on as ``SeatVectorEnv``."""
        self._drawn = self._drawn or seed is not None
        seeds: Sequence[int | None] = super().seed(seed)
        return seeds

    def step_async(self, actions: NDArray[Any]) -> None:
        """Notes the actions, [num_envs]."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations [num_envs, observation_shape], rewards, ends, and a dict a slot."""
        learners, step = self._learners, self._batch.step(self._actions, out=self._step)
        rewards = step.reward[np.arange(self.num_envs), learners]
        self._gained += rewards
        self._length += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, slot in enumerate(step.final_slots.tolist()):
            infos[slot] = {
                "terminal_observation": step.final_observation[row, learners[slot]].copy(),
                "TimeLimit.truncated": bool(step.truncated[slot]),
                "episode": self._episode(slot),
            }
        self._learners = self._seat.learners(step.game)
        return self._observation(), rewards, step.terminated | step.truncated, infos

    def _episode(self, slot: int) -> dict[str, Any]:
        """The sums of a slot's game, which start anew."""
        age = time.perf_counter() - self._born
        sums = {"r": float(self._gained[slot]), "l": int(self._length[slot]), "t": round(age, 6)}
        self._gained[slot] = self._length[slot] = 0
        return sums

    def _observation(self) -> NDArray[np.float32]:
        seen: NDArray[np.float32] = self._step.observation.copy()
        return seen

    def action_masks(self) -> NDArray[np.bool_]:
        """[num_envs, num_actions]: which actions are legal."""
        masks: NDArray[np.bool_] = self._step.action_mask.copy()
        return masks

    def has_attr(self, attr_name: str) -> bool:
        """Whether a slot has it: ``action_masks``, ``game`` and ``render_mode``."""
        return attr_name in ("action_masks", "game", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An entry a slot; raises AttributeError for what ``has_attr`` does not know."""
        slots = self._get_indices(indices)
        if attr_name == "action_masks":
            return [lambda slot=slot: self._step.action_mask[slot].copy() for slot in slots]
        if self.has_attr(attr_name):
            return [self.game if attr_name == "game" else None for _ in slots]
        raise AttributeError(f"slots of a batch have no {attr_name!r}")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raises AttributeError: the slots of a batch are all made alike."""
        raise AttributeError(f"{attr_name!r} of a batch's slots cannot be set: make another environment")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """``action_masks`` alone: a row a slot."""
        if method_name != "action_masks":
            raise AttributeError(f"slots of a batch have no method {method_name!r}")
        return [method(*method_args, **method_kwargs) for method in self.get_attr(method_name, indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """True of ``Monitor``, whose ``episode`` is in the infos."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
