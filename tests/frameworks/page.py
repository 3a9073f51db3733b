"""The examples of the page about learning that need these frameworks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/learning.md"


def run_example(title: str) -> dict[str, Any]:
    """Runs the example of a section as it is written; its names."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "__example__"}
    exec(compile(example, str(PAGE), "exec"), names)
    return names
