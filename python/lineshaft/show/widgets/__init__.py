"""Pictures of Widget's Workshop: the pile as it lies, and beside it the bays and constructs of every player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..canvas import group, label, picture
from .boards import HEIGHT, hand, legend, legend_height, width
from .boards import board as bays
from .deck import NOTE, deck_of
from .outline import TABLE
from .pile import table
from .sets import sets
from .words import sentence

__all__ = ["svg"]

MARGIN = 20.0
HEAD = 64.0


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what names stand for."""
    deck = deck_of(data_text)
    players = range(view["players"])
    foot = HEIGHT * len(players) + 4
    on_table = view["shape"] is not None
    left, height = TABLE + 2 * MARGIN, HEAD + max(TABLE, foot + legend_height(deck)) + MARGIN
    boards = [bays(view, deck, player, HEIGHT * player) for player in players]
    pile = group(table(view, deck) if on_table else sets(view, deck), x=MARGIN, y=HEAD)
    beside = group(*boards, legend(deck, on_table, foot), x=left, y=HEAD)
    title = f"Widget's Workshop: {sentence(view)}"
    return picture(left + width(view) + MARGIN, height, title, _head(view), hand(view, deck, left, 12), pile, beside)


def _head(view: Mapping[str, Any]) -> str:
    said = sentence(view)
    facts = [
        "Widget's Workshop",
        f"players: {view['players']}",
        f"turns taken: {view['turn']}",
        f"cards not read yet: {len(view['unseen'])}",
    ]
    facts += ["the parts with a red edge are read next"] if _lies_there(view) else []
    title = label(f"{said[0].upper()}{said[1:]}", MARGIN, 34, 22, font_weight="bold")
    return title + label(", ".join(facts), MARGIN, 54, 12, fill=NOTE)


def _lies_there(view: Mapping[str, Any]) -> bool:
    """Whether a part of the pile, and not only of a hand, is about to be read."""
    return bool(view["pending"]) and any(entry["part"] in view["pending"] for entry in view["pile"])
