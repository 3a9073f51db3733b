"""The board: what players can pay, what stands in towns and lies on connections."""

from __future__ import annotations

from .state import Position
from .variant import LINK_COST

# --- money ------------------------------------------------------------------------------------------------------------


def payable(s: Position, player: int) -> int:
    """R24."""
    return s.cash[player] + s.revenue[player] // 2


def pay(s: Position, player: int, amount: int) -> None:
    """R24: cash first, then two revenue for each missing pound."""
    missing = max(0, amount - s.cash[player])
    s.cash[player] -= amount - missing
    s.revenue[player] -= 2 * missing


# --- towns and connections --------------------------------------------------------------------------------------------


def full(s: Position, town: int) -> bool:
    """R23."""
    return sum(s.industries[town]) >= s.game.data.towns[town].value


def town_blocked(s: Position, town: int) -> bool:
    """R20."""
    return all(s.links[e] is not None for e in s.game.data.at(town))


def link_cost(s: Position, connection: int) -> int:
    """R26, R27."""
    return s.game.data.connections[connection].links * LINK_COST[s.era]


def crosses(s: Position, town: int, link: int) -> bool:
    """R29."""
    if not s.game.rules["crossing_strict"]:
        return False
    first, second = s.game.data.crossing
    connections = s.game.data.connections
    return (connections[first].touches(town) and link == second) or (
        connections[second].touches(town) and link == first
    )


def networks(s: Position, colour: int) -> list[int]:
    """R35: the number of Links in each network of a colour."""
    connections = s.game.data.connections
    parts: list[tuple[set[int], int]] = []
    for e, owner in enumerate(s.links):
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
