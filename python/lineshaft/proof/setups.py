"""The set-ups of a game, as its declaration has them."""

from __future__ import annotations

from collections.abc import Iterator

import lineshaft

__all__ = ["setups"]


def setups(name: str) -> Iterator[tuple[str, int]]:
    """Every variant with every number of players it takes."""
    declared = lineshaft.describe(name)
    for variant in declared["variants"]:
        low, high = variant["players"]
        for players in range(low, high + 1):
            yield variant["name"], players
