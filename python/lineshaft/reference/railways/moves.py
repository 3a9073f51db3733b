"""What is legal: of the kinds of action that belong to the phase, those actions that no reason speaks against."""

from __future__ import annotations

from .reasons import KINDS_OF, engine_second, why_not
from .state import Position


def legal_decisions(s: Position) -> list[int]:
    """Ascending: the actions of the phase's kinds that nothing speaks against."""
    kinds = KINDS_OF[s.phase]
    return [i for i, action in enumerate(s.game.table) if action.kind in kinds and why_not(s, i) is None]


def can_draw(s: Position) -> bool:
    """Whether a card can be taken now, as the first or as the second (R10, R11)."""
    faces = [card for card in s.open if card is not None] + s.pile[-1:]
    return sum(s.deck) > 0 or any(engine_second(s, card) is None for card in faces)
