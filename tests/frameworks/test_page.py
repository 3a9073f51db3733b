"""The examples of the page about learning that need these frameworks run as written."""

from __future__ import annotations

import doctest
import importlib

import pytest
from page import run_example


@pytest.mark.parametrize("title", ["Stable-Baselines3", "RLlib"])
def test_the_example_runs(title: str) -> None:
    run_example(title)


@pytest.mark.parametrize("adapter", ["rllib", "sb3"])
def test_the_examples_of_the_module_run(adapter: str) -> None:
    result = doctest.testmod(importlib.import_module(f"lineshaft.envs.{adapter}"))
    assert result.attempted > 2 and result.failed == 0
