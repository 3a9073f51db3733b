"""The examples of the page about learning that need these frameworks run as written."""

from __future__ import annotations

import doctest
import importlib

import pytest
from page import run_example


@pytest.mark.parametrize("title", ["Stable-Baselines3", "RLlib"])
def test_the_example_runs(title: str) -> None:
    run_example(title)


@pytest.mark.filterwarnings("ignore")  # of these frameworks about others
def test_a_game_is_rolled_out_in_torchrl() -> None:
    names = run_example("TorchRL")
    played = names["played"]
    acts = [played[player, "mask"].squeeze(-1) for player in ("player_0", "player_1")]
    assert len(played) > 100 and bool((acts[0] ^ acts[1]).all())
    for player, mask in zip(("player_0", "player_1"), acts, strict=True):
        chosen = played[player, "action"].squeeze(-1)[mask]
        legal = played[player, "action_mask"].squeeze(1)[mask]
        assert bool(legal.gather(1, chosen.unsqueeze(-1)).all())
    rewards = [float(played["next", player, "reward"].sum()) for player in ("player_0", "player_1")]
    assert rewards[0] == -rewards[1]


@pytest.mark.filterwarnings("ignore")
def test_games_are_collected_and_learned_from_in_tianshou() -> None:
    names = run_example("Tianshou")
    returns = names["games"].returns
    assert returns.shape == (8, 2) and (returns.sum(1) == 0).all() and returns.any()
    assert len(names["collector"].buffer) == names["games"].n_collected_steps > 1000


@pytest.mark.parametrize("adapter", ["rllib", "sb3"])
def test_the_examples_of_the_module_run(adapter: str) -> None:
    result = doctest.testmod(importlib.import_module(f"lineshaft.envs.{adapter}"))
    assert result.attempted > 2 and result.failed == 0
