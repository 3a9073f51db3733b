"""Workshop of the World: the colours of the players, and pictures of the map and what lies beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from ..canvas import picture
from ..parts import STYLE, stack
from .atlas import atlas_of
from .country import country
from .sides import above, below
from .words import sentence

__all__ = ["seats", "sentence", "svg"]

ROOM = 784.0
MARGIN = 20.0


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what names stand for."""
    atlas = atlas_of(data_text)
    land = country(view, atlas, ROOM)
    board = stack([*above(view, atlas, land.width), land, *below(view, atlas, land.width)], gap=14)
    title = f"Workshop of the World: {sentence(view)}"
    return picture(land.width + 2 * MARGIN, board.height + 2 * MARGIN, title, board.at(MARGIN, MARGIN), style=STYLE)


def seats(players: int, data_text: str) -> list[str]:
    """The colours of each player, by seat: the first colours of the data file are in play, two each for two (R1)."""
    rows = tomllib.loads(data_text.removeprefix("\ufeff"))["colours"]
    colours = [row["name"] for row in rows][: 4 if players == 2 else players]
    return [" and ".join(colours[player::players]) for player in range(players)]
