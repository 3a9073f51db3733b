"""Parts and their cards: which cards are known, which are about to be."""

from __future__ import annotations

from .state import Position
from .variant import ABSTRACT


def unseen(s: Position) -> list[int]:
    """The cards that chance has not drawn yet, ascending. (R33)"""
    return [card for card in range(s.game.data.count) if card not in s.cards]


def number_dealt(s: Position) -> int:
    """The number of cards that have been dealt (asked for before the first drop only)."""
    return sum(card is not None for card in s.cards)


def pending(s: Position) -> list[int]:
    """The parts that are about to be read, ascending: readable in the pile, or open in hand. (R12, R13)"""
    if s.phase != "read" or s.game.variant.name == ABSTRACT:
        return []
    parts = [lying.part for lying in s.lying if lying.known]
    if s.next_phase in ("keep", "resolve"):
        parts += s.hand
    return sorted(part for part in parts if s.cards[part] is None)
