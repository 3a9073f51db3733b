"""Revenue of a build, what collecting pays, scores and ranking."""

from __future__ import annotations

from .state import Position


def gain(position: Position, colour: int, laid: list[int]) -> int:
    """R30: the revenue for the connections laid this turn."""
    data = position.game.data
    touched = {end for e in laid for end in (data.connections[e].a, data.connections[e].b)}
    return sum(data.towns[town].value for town in touched if position.industries[town][colour] > 0)


def networks(position: Position, colour: int) -> list[int]:
    """R35: the number of Links in each network of a colour."""
    connections = position.game.data.connections
    parts: list[tuple[set[int], int]] = []
    for e, owner in enumerate(position.links):
        if owner != colour:
            continue
        towns, size = {connections[e].a, connections[e].b}, connections[e].links
        apart = []
        for other_towns, other_size in parts:
            if other_towns & towns:
                towns, size = towns | other_towns, size + other_size
            else:
                apart.append((other_towns, other_size))
        parts = [*apart, (towns, size)]
    return [size for _, size in parts]


def link_income(position: Position, colour: int) -> int:
    """R35."""
    sizes = networks(position, colour)
    return sum(sizes) + max(sizes, default=0)


def industry_income(position: Position, colour: int) -> int:
    """R36."""
    towns = position.game.data.towns
    return sum(position.industries[t][colour] * position.demand[town.type] for t, town in enumerate(towns))


def scores(position: Position) -> list[int]:
    return [cash + revenue for cash, revenue in zip(position.cash, position.revenue, strict=True)]


def rank_keys(position: Position) -> list[tuple[int, ...]]:
    """R39."""
    keys: list[tuple[int, ...]] = []
    for player, score in enumerate(scores(position)):
        boxes = [box for box, colour in enumerate(position.order, 1) if position.owner(colour) == player]
        keys.append((score, -min(boxes, default=0)))
    return keys
