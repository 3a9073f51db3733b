"""What is legal: of the kinds of action that belong to the phase, those that no reason speaks against."""

from __future__ import annotations

from .reasons import REASONS, why_not
from .state import Position

DEVELOPMENTS = ("board", "patent", "take", "give_up")


def legal_decisions(s: Position) -> list[int]:
    kinds = {what for phase, what in REASONS if phase == s.phase}
    return [i for i, action in enumerate(s.game.table) if action.what in kinds and why_not(s, i) is None]


def can_develop(s: Position) -> bool:
    """R27: whether anything can be developed."""
    return any(action.what in DEVELOPMENTS and why_not(s, i) is None for i, action in enumerate(s.game.table))
