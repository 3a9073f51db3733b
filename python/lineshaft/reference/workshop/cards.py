"""The cards: what is still to come, what is used, what is blocked."""

from __future__ import annotations

from .board import town_blocked
from .state import Position


def next_pile(s: Position) -> list[int]:
    """R4: what the next card that is turned up can be, by kind; the set-up cards lie on top."""
    return s.unseen_setup if sum(s.unseen_setup) > 0 else s.unseen


def used(s: Position) -> list[int]:
    """R13: cards used or discarded in this era, by kind."""
    numbers = []
    for card, kind in enumerate(s.game.data.kinds):
        in_turn = s.turn is not None and s.turn.card == card
        numbers.append(kind.cards - s.unseen_setup[card] - s.unseen[card] - s.face_up[card] - in_turn)
    return numbers


def card_blocked(s: Position, card: int) -> bool:
    """R20, R21."""
    kind = s.game.data.kinds[card]
    if kind.town is not None:
        return town_blocked(s, kind.town)
    return all(town_blocked(s, t) for t, town in enumerate(s.game.data.towns) if town.value == kind.value)
