"""The picture of Workshop of the World: the map, and what lies beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...canvas import picture
from ...parts import STYLE, stack
from ..data import atlas_of
from ..words import sentence
from .country import country
from .sides import above, below

__all__ = ["svg"]

ROOM = 784.0
MARGIN = 20.0


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what names stand for."""
    atlas = atlas_of(data_text)
    land = country(view, atlas, ROOM)
    board = stack([*above(view, atlas, land.width), land, *below(view, atlas, land.width)], gap=14)
    title = f"Workshop of the World: {sentence(view)}"
    return picture(land.width + 2 * MARGIN, board.height + 2 * MARGIN, title, board.at(MARGIN, MARGIN), style=STYLE)
