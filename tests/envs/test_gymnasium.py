"""Gymnasium's own checks, and the vector against single environments, in all three ways of resetting."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import lineshaft
from lineshaft.envs.gymnasium import SeatEnv, SeatVectorEnv, register


def variants() -> list[tuple[str, str, int]]:
    """(game, variant, players): two variants a game."""
    return [
        (name, variant["name"], variant["players"][0])
        for name in lineshaft.games()
        for variant in lineshaft.describe(name)["variants"][:2]
    ]


IDS = dict(zip(lineshaft.games(), register(), strict=True))


@pytest.mark.parametrize(("name", "variant", "players"), variants())
@pytest.mark.parametrize("mask", ["info", "obs"])
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_wrong(name: str, variant: str, players: int, mask: str) -> None:
    env = gym.make(IDS[name], variant=variant, players=players, mask=mask, render_mode="ansi")
    check_env(env.unwrapped)


def played(env: Any, seed: int, steps: int) -> list[Any]:
    """What a single environment gives; a game that ended is followed by the next."""
    random = np.random.default_rng(3)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [(observation, info["action_mask"])]
    for _ in range(steps):
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation, info["action_mask"], reward, terminated, truncated, info["scores"]))
        if terminated or truncated:
            observation, info = env.reset()
            seen.append((observation, info["action_mask"]))
    return seen


def test_a_seed_plays_the_same_game() -> None:
    one, two = (SeatEnv("railways", opponents="greedy:epsilon=0.3", reward="margin", seat="rotate") for _ in range(2))
    for a, b in zip(played(one, 5, 300), played(two, 5, 300), strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("name", "variant", "players"), variants())
def test_the_vector_is_as_many_single_environments(name: str, variant: str, players: int, mode: AutoresetMode) -> None:
    choices: dict[str, Any] = {"variant": variant, "players": players, "reward": "margin", "seat": "rotate"}
    choices["max_decisions"] = 60
    if players == 1:
        choices["seat"] = 0
    single = SyncVectorEnv([lambda: SeatEnv(name, **choices)] * 3, autoreset_mode=mode)
    vector = SeatVectorEnv(name, 3, autoreset_mode=mode, threads=2, **choices)
    assert vector.single_observation_space == single.single_observation_space
    assert vector.action_space == single.action_space
    random = np.random.default_rng(1)
    ours: Any = vector.reset(seed=[4, 9, 2])
    theirs: Any = single.reset(seed=[4, 9, 2])
    for _ in range(200):
        same(ours[0], theirs[0])
        same_info(ours[-1], theirs[-1])
        masks = vector.action_masks()
        actions = np.array([random.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])
        ours, theirs = vector.step(actions), single.step(actions)
        for a, b in zip(ours[1:4], theirs[1:4], strict=True):
            assert np.array_equal(a, b)
        over = theirs[2] | theirs[3]
        if mode is AutoresetMode.DISABLED and over.any():
            ours = vector.reset(options={"reset_mask": over})
            theirs = single.reset(options={"reset_mask": over.copy()})


def legal(vector: SeatVectorEnv) -> Any:
    return vector.action_masks().argmax(axis=1)


def same(ours: Any, theirs: Any) -> None:
    assert np.array_equal(ours, theirs)


def same_info(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key in ("action_mask", "player", "seat", "scores"):
        if key in theirs:
            rows = theirs[f"_{key}"]
            assert np.array_equal(ours[key][rows], theirs[key][rows]), key
    assert ("final_obs" in ours) == ("final_obs" in theirs)
    if "final_obs" in theirs:
        assert np.array_equal(ours["_final_obs"], theirs["_final_obs"])
        for slot in np.flatnonzero(theirs["_final_obs"]):
            assert np.array_equal(ours["final_obs"][slot], theirs["final_obs"][slot])
            for key in ("action_mask", "player", "scores"):
                assert np.array_equal(ours["final_info"][key][slot], theirs["final_info"][key][slot]), key


def test_what_is_given_belongs_to_the_caller() -> None:
    env = SeatVectorEnv("widgets", 2, variant="abstract")
    observation, info = env.reset(seed=1)
    kept = observation.copy(), info["action_mask"].copy()
    env.step(legal(env))
    assert np.array_equal(observation, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])


def test_an_illegal_action_loses_unless_told_otherwise() -> None:
    env = SeatEnv("railways")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["player"]) == (-0.5, True, False, -4)
    env = SeatEnv("railways", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(lineshaft.IllegalAction):
        env.step(illegal)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"mask": "no"}, "mask must be 'info' or 'obs', not 'no'"),
        ({"render_mode": "human"}, "render_mode must be None or 'ansi', not 'human'"),
        ({"seat": 7}, "player"),
        ({"opponents": "nobody"}, "there is no bot"),
    ],
)
def test_what_does_not_fit_is_named(choices: dict[str, Any], sentence: str) -> None:
    with pytest.raises(lineshaft.InvalidArgument, match=sentence):
        SeatEnv("railways", **choices)
    with pytest.raises(lineshaft.InvalidArgument, match=sentence):
        SeatVectorEnv("railways", 2, **choices)


def test_a_game_played_alone_has_one_seat() -> None:
    assert SeatEnv("widgets", players=1, seat="rotate").reset(seed=1)[1]["seat"] == 0
    with pytest.raises(lineshaft.InvalidArgument, match="player"):
        SeatEnv("widgets", players=1, seat=7)
