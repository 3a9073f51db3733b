"""Stable-Baselines3's own check, a vector against single environments, and a short training."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env

import lineshaft
from lineshaft.envs.gymnasium import SeatEnv
from lineshaft.envs.sb3 import BatchVecEnv

VARIANTS = [
    (name, variant["name"], variant["players"][0])
    for name in lineshaft.games()
    for variant in lineshaft.describe(name)["variants"][:2]
]


@pytest.mark.parametrize(("name", "variant", "players"), VARIANTS)
def test_stable_baselines_finds_nothing_wrong(name: str, variant: str, players: int) -> None:
    check_env(SeatEnv(name, variant=variant, players=players))


@pytest.mark.parametrize(("name", "variant", "players"), VARIANTS)
def test_the_vector_is_as_many_single_environments(name: str, variant: str, players: int) -> None:
    choices: dict[str, Any] = {"variant": variant, "players": players, "reward": "margin", "max_decisions": 60}
    choices["seat"] = 0 if players == 1 else "rotate"
    vector, singles = BatchVecEnv(name, 3, threads=2, **choices), [SeatEnv(name, **choices) for _ in range(3)]
    vector.seed(4)
    seen = vector.reset()
    alone = [env.reset(seed=4 + slot)[0] for slot, env in enumerate(singles)]
    random, gained, length, ended = np.random.default_rng(1), np.zeros(3), np.zeros(3, int), 0
    for _ in range(200):
        assert np.array_equal(seen, alone)
        masks = get_action_masks(vector)
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, [env.action_masks() for env in singles])
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        seen, rewards, dones, infos = vector.step(actions)
        assert (seen.dtype, rewards.dtype, dones.dtype) == (np.float32, np.float32, np.bool_)
        length += 1
        for slot, env in enumerate(singles):
            alone[slot], reward, terminated, truncated, _ = env.step(actions[slot])
            gained[slot] += reward
            assert (rewards[slot], dones[slot]) == (reward, terminated or truncated)
            if not dones[slot]:
                assert infos[slot] == {}
                continue
            ended += 1
            assert np.array_equal(infos[slot]["terminal_observation"], alone[slot])
            assert infos[slot]["TimeLimit.truncated"] == truncated
            assert (infos[slot]["episode"]["r"], infos[slot]["episode"]["l"]) == (gained[slot], length[slot])
            gained[slot] = length[slot] = 0
            alone[slot], _ = env.reset()
    assert ended > 3


def test_what_slots_have_and_have_not() -> None:
    env = BatchVecEnv("railways", 2)
    env.seed(1)
    first = env.reset()
    assert not np.array_equal(first, env.reset()), "the next games"
    env.seed(1)
    assert np.array_equal(first, env.reset())
    assert is_masking_supported(env)
    assert env.has_attr("action_masks") and not env.has_attr("points")
    assert env.get_attr("game", 1) == [env.game]
    assert np.array_equal(env.env_method("action_masks", indices=[1])[0], env.action_masks()[1])
    for wrong in (lambda: env.get_attr("points"), lambda: env.set_attr("game", 1), lambda: env.env_method("render")):
        with pytest.raises(AttributeError, match="of a batch"):
            wrong()


def test_maskable_ppo_learns_railways() -> None:
    """5,120 steps against random: the margin grows well beyond that of the untrained policy."""
    env = BatchVecEnv("railways", 32, players=2, opponents="random", reward="margin")
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=256, gamma=0.99, seed=7, device="cpu")
    before, _ = evaluate_policy(model, env, n_eval_episodes=64)
    model.learn(5_120)
    after, _ = evaluate_policy(model, env, n_eval_episodes=64)
    assert after > before + 10
