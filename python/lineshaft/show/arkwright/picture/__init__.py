"""The picture of Arkwright: The Card Game: the market, and below it every player's board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import parts
from ...canvas import path, picture
from ...parts import ACCENT, NOTE, SEATS, Drawn, beside, blank, legend, panel, stack, token
from ...sentences import Sentence
from ..data import Ledger, ledger_of
from ..words import sentence
from .market import LANE, NEUTRAL, bar, calendar, event, flag, market, supply, wages
from .players import board
from .signs import framed, machine, pip, ship, vacant, worker

__all__ = ["svg"]

WIDTH = 820.0
MARGIN = 16.0
ROOM = WIDTH - 2 * MARGIN
INSIDE = ROOM - 24
"""Of a panel."""


def svg(view: Mapping[str, Any], data_text: str) -> str:
    """A picture of ``View.to_dict()``. All that is drawn stands in it; the data file says what follows from it."""
    ledger = ledger_of(data_text)
    ledger.check(view)
    said = sentence(view, ledger)
    boards = [board(view, ledger, player, ROOM) for player in range(view["players"])]
    rows = [_head(view, ledger, said), _market(view, ledger), *boards, _supply(view, ledger), _legend(view)]
    whole = stack(rows, 10)
    title = f"Arkwright: The Card Game: {said}"
    return picture(WIDTH, whole.height + 2 * MARGIN, title, whole.at(MARGIN, MARGIN), style=parts.STYLE)


def _head(view: Mapping[str, Any], ledger: Ledger, said: Sentence) -> Drawn:
    title = parts.text(said.begun(), 20, bold=True, room=ROOM, least=14)
    facts = parts.text(f"Arkwright: The Card Game, round {view['round']} of {ledger.rounds}", 12, fill=NOTE)
    rows = [stack([title, facts], 2), calendar(view, ledger, ROOM)]
    shown = event(view, ledger, ROOM)
    return stack([*rows, *([shown] if shown else [])], 8)


def _market(view: Mapping[str, Any], ledger: Ledger) -> Drawn:
    named = parts.text("Wage", 13, bold=True)
    track = beside([named, wages(view, ledger, INSIDE - named.width - 10)], 10)
    return panel("Market", stack([market(view, ledger, INSIDE), track], 14), ROOM)


def _supply(view: Mapping[str, Any], ledger: Ledger) -> Drawn:
    return panel("Development cards in the supply", supply(view, ledger, INSIDE), ROOM)


def _legend(view: Mapping[str, Any]) -> Drawn:
    entries = [
        (Drawn(bar(0, 0, 34), 34, LANE), "goods that the home market takes"),
        (Drawn(flag(5, 18), 10, 18), "demand"),
        (Drawn(path("M2 6h7l-3.5 6z", fill=NOTE), 11, 18), "arrow space"),
        *([(token(NEUTRAL, SEATS[NEUTRAL], "N", 18), "neutral marker")] if view["neutral"] is not None else []),
        (framed(blank(1, 1), 24, 18, stroke=ACCENT, stroke_width=2.5), "acts, or produces in this round"),
        (worker(), "worker"),
        (machine(), "machine"),
        (vacant(24, 18), "nothing there"),
        (pip(True), "level reached"),
        (ship(True), "can sail"),
        (ship(False), "cannot sail"),
    ]
    return legend(entries, ROOM)
