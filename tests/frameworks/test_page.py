"""The examples of the page about learning that need these frameworks run as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/learning.md"


@pytest.mark.parametrize("title", ["Stable-Baselines3", "RLlib"])
def test_the_example_runs(title: str) -> None:
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {"__name__": "__example__"})
