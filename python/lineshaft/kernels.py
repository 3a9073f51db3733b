"""Scoring kernels: what rows of numbers are worth by the rules of a game, many rows in one call.

>>> import lineshaft
>>> from lineshaft import kernels
>>> game = lineshaft.load_game("railways")
>>> [kernel.name for kernel in kernels.available(game)]
['cube_bonus']
>>> kernels.score(game, "cube_bonus", [[1, 1, 1, 1], [4, 0, 0, 0]]).tolist()
[5, 3]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _engine
from .errors import InvalidArgument

__all__ = ["Kernel", "available", "score"]


class Kernel(NamedTuple):
    """A scoring kernel: its name, what it gives, and what each column of a row is."""

    name: str
    summary: str
    columns: tuple[str, ...]


def available(game: _engine.Game) -> list[Kernel]:
    """The kernels of a game; a game may have none."""
    return [Kernel(name, summary, tuple(columns)) for name, summary, columns in _engine.kernels(game)]


def score(game: _engine.Game, name: str, rows: ArrayLike) -> NDArray[np.int32]:
    """[n]: the score of each of ``rows``.

    Args:
        game: its data and options count.
        name: one of ``available(game)``.
        rows: [n, columns] whole numbers.

    Raises:
        InvalidArgument: there is no such kernel, the shape is another, or a number is out of its range; the message
            names the row.
    """
    values = np.asarray(rows)
    if values.ndim != 2 or values.dtype.kind not in "iu":
        raise InvalidArgument(
            f"rows must be a two-dimensional array of whole numbers, not {values.dtype} {values.shape}"
        )
    limits = np.iinfo(np.int32)
    far = ((values < limits.min) | (values > limits.max)).any(axis=1)
    if far.any() and name in (kernel.name for kernel in available(game)):
        row = int(far.argmax())
        raise InvalidArgument(f"row {row}: {values[row].tolist()} is out of range for kernel {name}")
    return _engine.run_kernel(game, name, values.astype(np.int32))
