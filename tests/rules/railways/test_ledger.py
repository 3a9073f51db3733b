"""No rule of the game's page is without a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER.parents[2] / "docs/games/railways.md"


def rules_of_the_page() -> list[str]:
    return re.findall(r"^- \*\*(R\d+)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def rules_of_the_tests() -> set[str]:
    """The rules that tests name, in their names: `test_r17_…`, `test_r20_r21_…`."""
    found: set[str] = set()
    for path in FOLDER.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names = re.match(r"test((?:_r\d+)*)_", node.name)
                found |= {f"R{number}" for number in re.findall(r"\d+", names[1] if names else "")}
    return found


def test_the_page_lists_45_rules() -> None:
    assert rules_of_the_page() == [f"R{number}" for number in range(1, 46)]


def test_each_rule_is_named_by_a_test() -> None:
    assert [rule for rule in rules_of_the_page() if rule not in rules_of_the_tests()] == []


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert rules_of_the_tests() <= set(rules_of_the_page())
