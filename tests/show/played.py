"""Positions for the tests of boards and pictures, and which of them the quick run looks at."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

import lineshaft

View = dict[str, Any]


def played(name: str, players: int, ply: int, viewer: int | None = 0, **options: Any) -> tuple[lineshaft.Game, View]:
    """A position of a game that greedy bots play; a ply below 0 counts from the end."""
    game = lineshaft.load_game(name, players=players, **options)
    replay = lineshaft.play(game, bots=["greedy"] * players, seed=3)
    playback = lineshaft.Playback(replay, options.get("data"))
    return game, playback.state(ply if ply >= 0 else len(playback) + 1 + ply).view(viewer).to_dict()


def sampled(values: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Parameters of which the quick run takes some; the others take long together."""
    return [pytest.param(value, marks=() if value in quick else pytest.mark.long) for value in values]
