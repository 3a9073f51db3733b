"""Revenue of a build, what collecting pays, scores, ranking and the end."""

from __future__ import annotations

from .board import networks
from .state import Position

RANK_NAMES = (("score", "R39"), ("place on the turn order chart", "R39"))


def gain(s: Position, colour: int, laid: list[int]) -> int:
    """R30: the revenue for the connections laid this turn."""
    data = s.game.data
    touched = {end for e in laid for end in (data.connections[e].a, data.connections[e].b)}
    return sum(data.towns[town].value for town in touched if s.industries[town][colour] > 0)


def link_income(s: Position, colour: int) -> int:
    """R35."""
    sizes, pay = networks(s, colour), s.game.data.links
    largest = max(sizes, default=0)
    return pay.largest_network * largest + pay.other_networks * (sum(sizes) - largest)


def industry_income(s: Position, colour: int) -> int:
    """R36."""
    towns = s.game.data.towns
    counters = sum(s.industries[t][colour] * s.demand[town.type] for t, town in enumerate(towns))
    return s.game.data.demand.pay * counters


def scores(s: Position) -> list[int]:
    return [cash + revenue for cash, revenue in zip(s.cash, s.revenue, strict=True)]


def score_parts(s: Position) -> list[list[tuple[str, str, int]]]:
    return [
        [("cash", "R39", cash), ("revenue", "R34", revenue)] for cash, revenue in zip(s.cash, s.revenue, strict=True)
    ]


def rank_keys(s: Position) -> list[tuple[int, ...]]:
    """R39."""
    keys: list[tuple[int, ...]] = []
    for player, score in enumerate(scores(s)):
        boxes = [box for box, colour in enumerate(s.order, 1) if s.owner(colour) == player]
        keys.append((score, -min(boxes, default=0)))
    return keys


def end_reason(s: Position) -> str | None:
    return "railway_collected" if s.phase == "over" else None
