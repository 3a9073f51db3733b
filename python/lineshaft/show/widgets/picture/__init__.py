"""The picture of Widget's Workshop: the pile as it lies, and below it the bays and constructs of every player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ... import parts
from ...canvas import picture
from ...parts import Drawn, stack
from ..data import deck_of
from ..outline import TABLE
from ..words import sentence
from .pile import table
from .players import CELL, board, hand, meanings
from .sets import sets

__all__ = ["svg"]

MARGIN = 16.0


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what names stand for."""
    deck = deck_of(data_text)
    on_table = view["shape"] is not None
    held = hand(view, deck)
    rows = [
        _head(view),
        Drawn(table(view, deck) if on_table else sets(view, deck), TABLE, TABLE),
        Drawn(held.svg, held.width, max(held.height, CELL[1])),  # so that what is below stays where it is
        *(board(view, deck, player) for player in range(view["players"])),
        meanings(deck, on_table),
    ]
    whole = stack(rows, 10)
    title = f"Widget's Workshop: {sentence(view)}"
    return picture(TABLE + 2 * MARGIN, whole.height + 2 * MARGIN, title, whole.at(MARGIN, MARGIN), style=parts.STYLE)


def _head(view: Mapping[str, Any]) -> Drawn:
    facts = [
        "Widget's Workshop",
        counted(view["turn"], "turn") + " taken",
        counted(len(view["unseen"]), "card") + " not read yet",
    ]
    facts += ["the parts with a red edge are read next"] if _lies_there(view) else []
    title = parts.text(sentence(view).begun(), 20, bold=True, room=TABLE, least=14)
    return stack([title, parts.text(", ".join(facts), 12, fill=parts.NOTE)], 2)


def _lies_there(view: Mapping[str, Any]) -> bool:
    """Whether a part of the pile, and not only of a hand, is about to be read."""
    return bool(view["pending"]) and any(entry["part"] in view["pending"] for entry in view["pile"])
