"""What can be drawn: the listed outcomes with their weights."""

from __future__ import annotations

from .cards import next_pile
from .state import Position


def chance_weights(s: Position) -> list[tuple[int, int]]:
    """(outcome id, weight), ascending."""
    if s.phase == "draw_order":  # R3
        weights = [int(colour not in s.order) for colour in range(s.game.counts.colours)]
        kind = "order"
    elif s.phase in ("toss_demand", "toss_fists"):  # R6, R17
        weights, kind = [1, 1], "toss"
    elif s.phase == "draw_demand":  # R5
        weights, kind = s.pool, "counter"
    elif s.phase == "reveal":  # R7
        weights, kind = next_pile(s), "card"
    elif s.phase == "draw_swap":  # R20
        weights, kind = s.unseen, "card"
    else:
        return []
    ids = s.game.outcome_ids[kind]
    return [(i, weight) for i, weight in zip(ids, weights, strict=True) if weight > 0]
