"""The picture of Railways of the World: the tree of cities, and what lies beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...canvas import picture
from ...parts import STYLE, stack
from ..data import deck_of
from ..words import sentence
from .sides import above, meanings
from .tree import ROOM, tree

__all__ = ["svg"]

MARGIN = 20.0


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what names stand for."""
    deck = deck_of(data_text)
    if not _has_goods(view):
        deck = deck._replace(cubes={})
    grown = tree(view, deck, _marked(view))
    board = stack([*above(view, deck, ROOM), grown, meanings(deck, ROOM)], gap=16)
    title = f"Railways of the World: {sentence(view)}"
    return picture(grown.width + 2 * MARGIN, board.height + 2 * MARGIN, title, board.at(MARGIN, MARGIN), style=STYLE)


def _has_goods(view: Mapping[str, Any]) -> bool:
    """Whether there are cubes anywhere: the family game has none, and in others none is ever lost."""
    return any((view["bag"], view["cube"], *view["delivered"], *(city["cubes"] for city in view["cities"])))


def _marked(view: Mapping[str, Any]) -> str | None:
    """The city that something is being done to."""
    for step, key in (("build", "city"), ("shipment", "from")):
        if view[step]:
            return str(view[step][key])
    return None
