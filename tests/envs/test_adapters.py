"""Adapters as modules: without a framework one sentence says what to install; examples run; the package needs none."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import lineshaft
from lineshaft.envs import chosen_game

ROOT = Path(__file__).parents[2]
BLOCKED = {
    "gymnasium": ("gymnasium", "Gymnasium"),
    "openspiel": ("pyspiel", "OpenSpiel"),
    "pettingzoo": ("pettingzoo", "PettingZoo"),
    "rllib": ("ray", "RLlib"),
    "sb3": ("stable_baselines3", "Stable-Baselines3"),
}


@pytest.mark.parametrize("adapter", BLOCKED)
def test_a_missing_framework_is_one_sentence(adapter: str) -> None:
    module, title = BLOCKED[adapter]
    program = f"import sys; sys.modules[{module!r}] = None; import lineshaft.envs.{adapter}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    sentence = f"ImportError: {title} is not installed: pip install 'lineshaft[{adapter}]'"
    assert done.stderr.splitlines()[-1] == sentence


@pytest.mark.parametrize("adapter", ["gymnasium", "openspiel", "pettingzoo"])
def test_its_examples_run(adapter: str) -> None:
    module = importlib.import_module(f"lineshaft.envs.{adapter}")
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 2 and result.failed == 0


def test_the_extras_that_are_named_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = set()
    for path in (ROOT / "python/lineshaft/envs").glob("*.py"):
        named |= set(re.findall(r'raise missing\("[^"]+", "(\w+)"\)', path.read_text(encoding="utf-8")))
    assert named == set(BLOCKED) and named <= set(extras)


def test_the_package_itself_needs_none_of_them() -> None:
    program = "import sys, lineshaft.envs; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"gymnasium", "pettingzoo", "pyspiel", "ray", "stable_baselines3"} & set(modules)


def test_a_game_is_named_with_choices_or_loaded_already() -> None:
    game = lineshaft.load_game("railways", players=3)
    assert chosen_game("railways", 3, None, None, None, None) == game
    assert chosen_game(game, None, None, None, None, None) is game
    with pytest.raises(lineshaft.InvalidArgument, match="players, utility: the game is loaded already"):
        chosen_game(game, 3, None, None, None, "score")
    high = game.observation_high
    assert high.shape == game.observation_shape and high.dtype == "float32" and high.min() >= 1
