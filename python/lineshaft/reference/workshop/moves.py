"""What is legal: of the kinds of action of a phase, what no reason forbids. No other list exists."""

from __future__ import annotations

from .reasons import why_not
from .state import Position
from .table import KINDS


def legal_decisions(s: Position) -> list[int]:
    ids = [i for kind in KINDS[s.phase] for i in s.game.ids[kind]]
    return sorted(i for i in ids if why_not(s, i) is None)
