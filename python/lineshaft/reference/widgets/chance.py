"""What can be drawn: the listed outcomes with their weights."""

from __future__ import annotations

from .parts import unseen
from .state import Position
from .variant import ABSTRACT


def chance_weights(s: Position) -> list[tuple[int, int]]:
    match s.phase:
        case "start":
            outcomes = [s.game.data.count + player for player in range(s.game.num_players)]
        case "deal":
            outcomes = unseen(s)
        case "read":
            outcomes = s.face_down if s.game.variant.name == ABSTRACT else unseen(s)
        case _:
            outcomes = []
    return [(outcome, 1) for outcome in outcomes]
