"""Parts and their cards: what a card shows, which cards are known, where the parts are."""

from __future__ import annotations

from .data import ARCHETYPES, CARDS, ELEMENTS, MAKEUPS, TRIPLES
from .state import Position
from .variant import ABSTRACT


def part_type(card: int) -> int:
    return card // TRIPLES


def traits(card: int) -> tuple[int, int, int]:
    """Element, archetype and makeup of a card."""
    return card // (ARCHETYPES * MAKEUPS) % ELEMENTS, card // MAKEUPS % ARCHETYPES, card % MAKEUPS


def unseen(s: Position) -> list[int]:
    """The cards that chance has not drawn yet, ascending. (R33)"""
    return [card for card in range(CARDS) if card not in s.cards]


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
