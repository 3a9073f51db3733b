"""What is legal: of the kinds of action that belong to the phase, those that no reason speaks against."""

from __future__ import annotations

from .reasons import CHECKS, why_not
from .state import Position
from .table import TABLE

DEVELOPMENTS = ("board", "patent", "take", "give_up")


def legal_ids(pos: Position) -> list[int]:
    kinds = {what for phase, what in CHECKS if phase == pos.phase}
    return [number for number, action in enumerate(TABLE) if action.what in kinds and why_not(pos, action) is None]


def can_develop(pos: Position) -> bool:
    """R27: whether anything can be developed."""
    return any(action.what in DEVELOPMENTS and why_not(pos, action) is None for action in TABLE)
