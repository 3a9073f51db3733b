"""What is legal: of the kinds of action that belong to the phase, those actions that no reason speaks against."""

from __future__ import annotations

from .reasons import engine_second, why_not
from .state import Position
from .table import KINDS_OF, TABLE


def legal_ids(state: Position) -> list[int]:
    """Ascending: the actions of the phase's kinds that nothing speaks against."""
    kinds = KINDS_OF[state.phase]
    return [i for i, action in enumerate(TABLE) if action.kind in kinds and why_not(state, action) is None]


def can_draw(state: Position) -> bool:
    """Whether a card can be taken now, as the first or as the second (R10, R11)."""
    faces = [card for card in state.open if card is not None] + state.pile[-1:]
    return sum(state.deck) > 0 or any(engine_second(state, card) is None for card in faces)
