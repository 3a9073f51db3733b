"""Scoring kernels agree with the rules, and refuse what is no position."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import lineshaft
from lineshaft import InvalidArgument, _engine, kernels


@pytest.mark.parametrize("name", lineshaft.games())
def test_every_kernel_is_declared_and_refuses_wrong_rows(name: str) -> None:
    game = lineshaft.load_game(name)
    for kernel in kernels.available(game):
        assert kernel.name
        assert kernel.summary
        width = len(kernel.columns)
        assert kernels.score(game, kernel.name, np.zeros((0, width), dtype=np.int32)).shape == (0,)
        for rows in (np.zeros(width, dtype=np.int32), np.zeros((2, width)), np.zeros((2, width + 1), dtype=np.int32)):
            with pytest.raises(InvalidArgument):
                kernels.score(game, kernel.name, rows)
        with pytest.raises(InvalidArgument, match="row 0"):
            kernels.score(game, kernel.name, np.full((1, width), -1))
    with pytest.raises(InvalidArgument):
        kernels.score(game, "absent", [[1]])


def test_the_engine_names_the_array_that_it_wants() -> None:
    game = lineshaft.load_game("railways")
    wrong: dict[str, object] = {
        "float64 of [1, 4]": np.ones((1, 4)),
        "int64 of [1, 4]": np.ones((1, 4), np.int64),
        "int32 of [4]": np.ones(4, np.int32),
        ">i4 of [1, 4]": np.ones((1, 4), ">i4"),
        "<class 'list'>": [[1, 1, 1, 1]],
    }
    for given, rows in wrong.items():
        with pytest.raises(InvalidArgument) as raised:
            _engine.run_kernel(game, "cube_bonus", rows)  # type: ignore[arg-type]
        assert str(raised.value) == f"rows must be an int32 array of shape [rows, columns], not {given}"
    turned = np.asfortranarray(np.ones((6, 4), np.int32))
    turned[:, 3] = range(6)
    expected = kernels.score(game, "cube_bonus", turned.tolist()).tolist()
    assert _engine.run_kernel(game, "cube_bonus", turned).tolist() == expected
    assert _engine.run_kernel(game, "cube_bonus", turned[::-1]).tolist() == expected[::-1]


def test_railways_cube_bonus_by_the_rulebook() -> None:
    """R42: 5 for four different, 3 for four alike, 2 for three alike."""
    game = lineshaft.load_game("railways")
    rows = [[1, 1, 1, 1], [3, 0, 0, 0], [4, 0, 0, 0], [5, 0, 0, 0], [6, 0, 0, 0], [4, 1, 1, 1], [0, 0, 0, 0]]
    assert kernels.score(game, "cube_bonus", rows).tolist() == [5, 2, 3, 3, 4, 7, 0]


def test_widgets_constructs_all_of_them() -> None:
    """R19 over every construct there can be: the exact histogram."""
    game = lineshaft.load_game("widgets")
    choices = np.array(list(product(range(16), repeat=5)), dtype=np.int32)
    points = kernels.score(game, "construct_points", choices + 16 * np.arange(5, dtype=np.int32))
    values, counts = np.unique(points, return_counts=True)
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == {
        0: 384_000,
        5: 408_000,
        10: 198_400,
        15: 50_800,
        20: 6_960,
        25: 400,
        30: 16,
    }


def test_a_number_is_named_as_it_was_given() -> None:
    game = lineshaft.load_game("railways")
    assert kernels.score(game, "cube_bonus", np.array([[1, 1, 1, 1]], np.uint64)).tolist() == [5]
    for far in (2**40, -(2**40)):
        with pytest.raises(lineshaft.InvalidArgument, match=rf"row 1: \[{far}, 0, 0, 0\]"):
            kernels.score(game, "cube_bonus", [[1, 1, 1, 1], [far, 0, 0, 0]])
    with pytest.raises(lineshaft.InvalidArgument, match=f"{2**64 - 1}"):
        kernels.score(game, "cube_bonus", np.array([[1, 1, 1, 2**64 - 1]], np.uint64))
