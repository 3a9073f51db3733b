"""The examples of the page about learning that need these frameworks run as written."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/learning.md"


@pytest.mark.parametrize("title", ["Stable-Baselines3", "RLlib"])
def test_the_example_runs(title: str) -> None:
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {"__name__": "__example__"})


@pytest.mark.parametrize("adapter", ["rllib", "sb3"])
def test_the_examples_of_the_module_run(adapter: str) -> None:
    result = doctest.testmod(importlib.import_module(f"lineshaft.envs.{adapter}"))
    assert result.attempted > 2 and result.failed == 0
