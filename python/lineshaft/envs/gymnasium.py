"""Gymnasium: one seat of a game against bots, alone (``SeatEnv``) or many in one batch (``SeatVectorEnv``).

    >>> import gymnasium, lineshaft.envs.gymnasium
    >>> env = gymnasium.make("lineshaft/Railways-v0", players=2, opponents="greedy:epsilon=0.5")
    >>> observation, info = env.reset(seed=7)
    >>> action = env.action_space.sample(info["action_mask"])

Actions that are not legal now lose the game unless told otherwise (``illegal=``); ``info["action_mask"]`` (int8) says
which are legal. Slot ``i`` of a vector that is reset with the seeds ``s`` plays the games of a ``SeatEnv`` that is
reset with ``s[i]``: the match of that seed first, then those of ``game_seed(seed, 1)``, ``game_seed(seed, 2)``, ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._engine import Batch, Game
from ..errors import InvalidArgument
from ..registry import RuleValue, games
from . import chosen_game, missing

try:
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error

__all__ = ["SeatEnv", "SeatVectorEnv", "register"]

Observation = NDArray[np.float32] | dict[str, NDArray[Any]]
MODES = {
    AutoresetMode.DISABLED: "disabled",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
}


def vector_space(game: Game) -> spaces.Box:
    """The vector of an observation."""
    return spaces.Box(game.observation_low, game.observation_high, dtype=np.float32)


def observation_space(game: Game, mask: str) -> spaces.Space[Any]:
    """What a seat sees: the vector, or a dict of it and the mask."""
    seen = vector_space(game)
    if mask == "info":
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(game.num_actions)})


def make_batch(
    game: Game, size: int, opponents: str | Sequence[str | None] | None, seat: int | str, **options: Any
) -> Batch:
    """A batch in which the caller has one seat."""
    return Batch(game, size, opponents="random" if opponents is None else opponents, learner=seat, **options)  # type: ignore[arg-type]


class Seat:
    """What the two environments share: the game, its spaces, the rows of a step."""

    def __init__(self, game: Game, seat: int | str, mask: str) -> None:
        if mask not in ("info", "obs"):
            raise InvalidArgument(f"mask must be 'info' or 'obs', not {mask!r}")
        self.game, self.seat, self.mask = game, seat, mask

    def learners(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The learner's seat in games of a series."""
        players = self.game.num_players
        if self.seat == "rotate":
            return -indices.astype(np.int64) % players
        return np.full(len(indices), int(self.seat))

    def observed(self, seen: NDArray[np.float32], mask: NDArray[np.bool_]) -> Observation:
        return seen if self.mask == "info" else {"observation": seen, "action_mask": mask.astype(np.int8)}


class SeatEnv(gym.Env[Any, Any]):
    """One seat of a game; bots hold the others.

    Args:
        game: its name, or a loaded game; ``players``, ``variant``, ``rules``, ``data`` choose as in ``load_game``.
        opponents: a bot for the other seats, or a list with one a player and None at the own seat.
        seat: the own seat, or ``"rotate"``: it moves on from game to game, as in ``selfplay``.
        reward: ``"returns"`` (the utility at the end), ``"score"`` or ``"margin"`` (its change), see ``Batch``.
        illegal: what an illegal action leads to: ``"lose"``, ``"random"`` (a legal one in its place) or ``"raise"``.
        mask: where the mask of legal actions is: in ``info`` alone, or in the observation (``"obs"``) as well.
        max_decisions: after so many decisions of all players a game is cut off.

    Raises:
        InvalidArgument: these do not fit the game or each other.
        InvalidVariant: the game does not take these choices.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's, not ours)

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        variant: str | None = None,
        rules: Mapping[str, RuleValue] | None = None,
        data: Any = None,
        utility: str | None = None,
        opponents: str | Sequence[str | None] | None = None,
        seat: int | Literal["rotate"] = 0,
        reward: Literal["returns", "score", "margin"] = "returns",
        illegal: Literal["lose", "random", "raise"] = "lose",
        mask: Literal["info", "obs"] = "info",
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise InvalidArgument(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.game = chosen_game(game, players, variant, rules, data, utility)
        self.render_mode = render_mode
        options = {"reward": reward, "illegal": illegal, "max_decisions": max_decisions}
        self._batch = make_batch(self.game, 1, opponents, seat, **options)
        self._seat = Seat(self.game, seat, mask)
        self._step = self._batch.new_step()
        self._seeded = False
        self.observation_space = observation_space(self.game, mask)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The match of a seed; without one the next game of the series, of a series drawn at random the first time."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        seeds = None if seed is None else np.array([seed], np.uint64)
        self._seeded = True
        self._batch.reset(seeds=seeds, out=self._step)
        self._learner = int(self._seat.learners(self._step.game)[0])
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        step = self._batch.step(np.array([action], np.int64), out=self._step)
        reward = float(step.reward[0, self._learner])
        return self._observation(), reward, bool(step.terminated[0]), bool(step.truncated[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """[num_actions]: which actions are legal, as sb3-contrib asks for it."""
        mask: NDArray[np.bool_] = self._step.action_mask[0].copy()
        return mask

    def render(self) -> str | None:
        """What the own seat sees, as text."""
        return str(self._batch.state(0).view(self._learner)) if self.render_mode == "ansi" else None

    def _observation(self) -> Observation:
        return self._seat.observed(self._step.observation[0].copy(), self._step.action_mask[0])

    def _info(self) -> dict[str, Any]:
        step = self._step
        return {
            "action_mask": step.action_mask[0].astype(np.int8),
            "player": int(step.player[0]),
            "seat": self._learner,
            "scores": step.scores[0].copy(),
        }


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many ``SeatEnv`` in one ``Batch``: rows are slots, on as many threads as told.

    Args:
        game: as in ``SeatEnv``, and so are all that are not named here.
        num_envs: the number of slots.
        threads: how many threads step them; nothing depends on it.
        autoreset_mode: one of Gymnasium's three.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's, not ours)

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        players: int | None = None,
        variant: str | None = None,
        rules: Mapping[str, RuleValue] | None = None,
        data: Any = None,
        utility: str | None = None,
        opponents: str | Sequence[str | None] | None = None,
        seat: int | Literal["rotate"] = 0,
        reward: Literal["returns", "score", "margin"] = "returns",
        illegal: Literal["lose", "random", "raise"] = "lose",
        mask: Literal["info", "obs"] = "info",
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise InvalidArgument(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.game = chosen_game(game, players, variant, rules, data, utility)
        mode = AutoresetMode(autoreset_mode)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        options = {"threads": threads, "autoreset": MODES[mode], "max_decisions": max_decisions}
        self._batch = make_batch(self.game, num_envs, opponents, seat, reward=reward, illegal=illegal, **options)
        self._seat = Seat(self.game, seat, mask)
        self._step = self._batch.new_step()
        self._seeded = False
        self._over = np.zeros(num_envs, np.bool_)
        self.single_observation_space = observation_space(self.game, mask)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The matches of the seeds (of an int those of ``seed + i``); ``options["reset_mask"]`` names the slots.

        Raises:
            InvalidArgument: there is not a seed a slot, or the mask is no bool array with one flag a slot.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = (options or {}).get("reset_mask")
        self._batch.reset(which, seeds=self._seeds(seed), out=self._step)
        self._over &= False if which is None else ~which
        self._learners = self._seat.learners(self._step.game)
        return self._observation(), self._info(np.ones(self.num_envs, np.bool_) if which is None else which)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint64] | None:
        if seed is None:
            if self._seeded:
                return None
            self._seeded = True
            return self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        self._seeded = True
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed)
        if len(seeds) != self.num_envs or any(one is None for one in seeds):
            raise InvalidArgument(f"seed must be a number, or a list with one for each of {self.num_envs} slots")
        return np.array(seeds, np.uint64)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One step of all slots.

        Raises:
            InvalidArgument: with autoreset disabled, a slot whose game has ended was not reset.
        """
        if self._batch.autoreset == "disabled" and self._over.any():
            slot = int(self._over.argmax())
            raise InvalidArgument(f"slot {slot}: its game has ended: reset it with options['reset_mask'] first")
        learners = self._learners
        step = self._batch.step(np.asarray(actions), out=self._step)
        rewards = step.reward[np.arange(self.num_envs), learners].astype(np.float64)
        self._over = step.terminated | step.truncated
        final = self._final(learners) if self._batch.autoreset == "same_step" and self._over.any() else {}
        self._learners = self._seat.learners(step.game)
        info = final | self._info(np.ones(self.num_envs, np.bool_))
        return self._observation(), rewards, step.terminated.copy(), step.truncated.copy(), info

    def render(self) -> tuple[str, ...] | None:
        """What the own seat sees in each slot, as text."""
        if self.render_mode is None:
            return None
        pairs = zip(self._batch.states(), self._learners.tolist(), strict=True)
        return tuple(str(state.view(learner)) for state, learner in pairs)

    def action_masks(self) -> NDArray[np.bool_]:
        """[num_envs, num_actions]: which actions are legal."""
        return self._step.action_mask.copy()

    def _observation(self) -> Observation:
        return self._seat.observed(self._step.observation.copy(), self._step.action_mask)

    def _info(self, which: NDArray[np.bool_]) -> dict[str, Any]:
        step = self._step
        info: dict[str, Any] = {
            "action_mask": step.action_mask.astype(np.int8),
            "player": step.player.copy(),
            "seat": self._learners.copy(),
            "scores": step.scores.copy(),
        }
        return info | {f"_{name}": which.copy() for name in info}

    def _final(self, learners: NDArray[np.int64]) -> dict[str, Any]:
        """What the ended games showed at their end, where Gymnasium looks for it."""
        step, slots = self._step, self._step.final_slots
        flags = np.zeros(self.num_envs, np.bool_)
        flags[slots] = True
        nothing = np.zeros(self.game.num_actions, np.bool_)
        observations = np.full(self.num_envs, None, object)
        for row, slot in enumerate(slots):
            observations[slot] = self._seat.observed(step.final_observation[row, learners[slot]].copy(), nothing)
        scores = np.zeros((self.num_envs, self.game.num_players), np.int32)
        scores[slots] = step.final_scores
        last: dict[str, Any] = {
            "action_mask": np.zeros((self.num_envs, self.game.num_actions), np.int8),
            "player": np.where(flags, -4, 0).astype(np.int32),
            "seat": np.where(flags, learners, 0),
            "scores": scores,
        }
        last |= {f"_{name}": flags.copy() for name in last}
        return {"final_obs": observations, "_final_obs": flags, "final_info": last, "_final_info": flags.copy()}


def register() -> list[str]:
    """Registers ``lineshaft/Railways-v0`` and the other games with Gymnasium, once; their ids."""
    ids = [f"lineshaft/{name.capitalize()}-v0" for name in games()]
    for name, identity in zip(games(), ids, strict=True):
        if identity not in gym.registry:
            gym.register(
                identity,
                entry_point="lineshaft.envs.gymnasium:SeatEnv",
                vector_entry_point="lineshaft.envs.gymnasium:SeatVectorEnv",
                kwargs={"game": name},
            )
    return ids


register()
