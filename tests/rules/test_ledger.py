"""No rule of a game's page is without a test, and no test names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
PAGES = FOLDER.parents[1] / "docs/games"
GAMES = sorted(path.name for path in FOLDER.iterdir() if any(path.glob("test_*.py")))


def rules_of_the_page(name: str) -> list[str]:
    return re.findall(r"^- \*\*(R\d+)\*\*", (PAGES / f"{name}.md").read_text(encoding="utf-8"), re.MULTILINE)


def rules_of_the_tests(name: str) -> set[str]:
    """The rules that tests name, in their names: `test_r17_…`, `test_r20_r21_…`."""
    found: set[str] = set()
    for path in (FOLDER / name).glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names = re.match(r"test((?:_r\d+)*)_", node.name)
                found |= {f"R{number}" for number in re.findall(r"\d+", names[1] if names else "")}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_page_numbers_its_rules_without_a_gap(name: str) -> None:
    rules = rules_of_the_page(name)
    assert len(rules) > 30
    assert rules == [f"R{number}" for number in range(1, len(rules) + 1)]


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_is_named_by_a_test(name: str) -> None:
    named = rules_of_the_tests(name)
    assert [rule for rule in rules_of_the_page(name) if rule not in named] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_test_names_a_rule_that_is_not_there(name: str) -> None:
    assert rules_of_the_tests(name) <= set(rules_of_the_page(name))
