"""The ledger is complete, and names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from complaints import PROOFS

TESTS = Path(__file__).parents[1]
NUMBERS = [1, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36]
NUMBERS += [
    38,
    39,
    41,
    *range(42, 57),
    *range(58, 60),
    *range(61, 64),
    *range(65, 72),
    73,
    74,
    78,
    80,
    81,
    82,
    84,
    85,
    86,
]


def names_in(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_each_entry_is_there() -> None:
    assert list(PROOFS) == [f"F{number:02}" for number in NUMBERS]
    for name, entry in PROOFS.items():
        assert entry.pain and entry.proofs, name


@pytest.mark.parametrize("name", PROOFS)
def test_the_proofs_exist(name: str) -> None:
    for proof in PROOFS[name].proofs:
        file, _, test = proof.partition("::")
        assert test in names_in(file), f"{name}: there is no {proof}"


def test_each_test_of_this_folder_is_in_the_ledger() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        for test in names_in(f"field/{path.name}"):
            for number in re.findall(r"_f(\d\d)", test):
                assert f"field/{path.name}::{test}" in PROOFS[f"F{number}"].proofs, test
