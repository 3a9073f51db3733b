"""RLlib's own check of spaces, and whole games by hand against matches."""

from __future__ import annotations

import numpy as np
import pytest
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import lineshaft
from lineshaft.envs.rllib import GameMultiAgentEnv

CASES = [
    (name, variant["name"], players)
    for name in lineshaft.games()
    for variant in lineshaft.describe(name)["variants"][:2]
    for players in sorted(set(variant["players"]))
]


@pytest.mark.parametrize(("name", "variant", "players"), CASES)
def test_rllib_finds_nothing_wrong(name: str, variant: str, players: int) -> None:
    check_multiagent_environments(GameMultiAgentEnv({"game": name, "variant": variant, "players": players}))


@pytest.mark.parametrize(("name", "variant", "players"), CASES)
def test_a_game_is_that_of_a_match(name: str, variant: str, players: int) -> None:
    env = GameMultiAgentEnv({"game": name, "variant": variant, "players": players})
    match = lineshaft.load_game(name, variant=variant, players=players).new_match(5)
    observations, infos = env.reset(seed=5)
    random, gained = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    while not match.is_terminal():
        agent = f"player_{match.current_player()}"
        assert list(observations) == list(infos) == [agent]
        assert env.observation_spaces[agent].contains(observations[agent])
        assert np.array_equal(observations[agent]["observations"], match.view(int(agent[7:])).observation_tensor())
        assert np.array_equal(observations[agent]["action_mask"], match.legal_actions_mask())
        action = int(random.choice(match.legal_actions()))
        match.apply_action(action)
        observations, rewards, ends, cuts, infos = env.step({agent: action})
        assert (ends["__all__"], any(cuts.values())) == (match.is_terminal(), False)
        for agent, reward in rewards.items():
            gained[agent] += reward
    assert list(observations) == env.possible_agents and all(ends.values())
    assert list(gained.values()) == pytest.approx(match.returns().tolist())


def test_what_ends_a_game_early() -> None:
    env = GameMultiAgentEnv({"game": "railways", "players": 3})
    observations, _ = env.reset(seed=1)
    (agent,) = observations
    illegal = int(np.flatnonzero(observations[agent]["action_mask"] == 0)[0])
    observations, rewards, ends, _, _ = env.step({agent: illegal})
    assert list(observations) == env.possible_agents and ends["__all__"]
    assert rewards == {one: pytest.approx(-1 / 3 if one == agent else 0) for one in env.possible_agents}
    env = GameMultiAgentEnv({"game": "railways", "players": 3, "max_decisions": 1})
    observations, _ = env.reset(seed=1)
    (agent,) = observations
    observations, _, ends, cuts, _ = env.step({agent: int(observations[agent]["action_mask"].argmax())})
    assert list(observations) == env.possible_agents and cuts["__all__"] and not ends["__all__"]
    with pytest.raises(TypeError):
        GameMultiAgentEnv({"game": "railways", "bots": 3})
