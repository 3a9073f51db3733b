"""PettingZoo's own tests, and the environment against a match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import lineshaft
from lineshaft.envs import pettingzoo

CASES = [
    (name, variant["name"], players)
    for name in lineshaft.games()
    for variant in lineshaft.describe(name)["variants"][:2]
    for players in sorted(set(variant["players"]))
]


# A dict with the mask, as in the games that PettingZoo brings.
@pytest.mark.filterwarnings("ignore:Observation space for each agent", "ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(("name", "variant", "players"), CASES)
def test_pettingzoo_finds_nothing_wrong(name: str, variant: str, players: int, capsys: Any) -> None:
    def make(**more: Any) -> Any:
        return pettingzoo.env(name, variant=variant, players=players, **more)

    api_test(make(), num_cycles=200)
    seed_test(make, num_cycles=100)
    render_test(make)
    assert "UserWarning" not in capsys.readouterr().err


@pytest.mark.parametrize("reward", ["returns", "score", "margin"])
@pytest.mark.parametrize("name", lineshaft.games())
def test_rewards_of_a_game_add_up(name: str, reward: Any) -> None:
    env = pettingzoo.raw_env(name, reward=reward)
    game = env.game
    env.reset(seed=4)
    start = game.new_match(4).scores()
    random, gained = np.random.default_rng(2), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, gain, terminated, truncated, _ = env.last()
        gained[agent] += gain
        if terminated or truncated:
            env.step(None)
            continue
        assert np.array_equal(env.state().reshape(game.num_players, -1)[int(agent[-1])], observation["observation"])
        env.step(random.choice(np.flatnonzero(observation["action_mask"])))
    end, returns = env._match.scores(), env._match.returns()
    wanted = {"returns": returns, "score": end - start, "margin": pettingzoo.margins(end) - pettingzoo.margins(start)}
    assert np.allclose(list(gained.values()), wanted[reward])


def test_what_does_not_fit_is_named() -> None:
    with pytest.raises(lineshaft.InvalidArgument, match="reward must be 'returns', 'score' or 'margin', not 'points'"):
        pettingzoo.env("railways", reward="points")
    with pytest.raises(lineshaft.InvalidArgument, match="the game is loaded already"):
        pettingzoo.env(lineshaft.load_game("railways"), players=3)
    env = pettingzoo.raw_env("railways")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(lineshaft.IllegalAction):
        env.step(int(np.flatnonzero(mask == 0)[0]))


def test_who_acts_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown, told = (pettingzoo.raw_env("railways", render_mode=mode) for mode in ("human", "ansi"))
    for env in (shown, told):
        env.reset(seed=3)
    assert shown.render() is None
    assert capsys.readouterr().out == f"{told.render()}\n"
    assert pettingzoo.raw_env("railways").render() is None
    with pytest.raises(lineshaft.InvalidArgument, match="render_mode must be None, 'ansi' or 'human', not 'rgb_array'"):
        pettingzoo.raw_env("railways", render_mode="rgb_array")
