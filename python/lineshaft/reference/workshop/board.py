"""The board: what players can pay, what stands in towns and lies on connections."""

from __future__ import annotations

from .state import Position

# --- money ------------------------------------------------------------------------------------------------------------


def payable(s: Position, player: int) -> int:
    """R24."""
    return s.cash[player] + s.revenue[player] // s.game.data.money.revenue_for_pound


def pay(s: Position, player: int, amount: int) -> None:
    """R24: cash first, then revenue for each missing pound."""
    missing = max(0, amount - s.cash[player])
    s.cash[player] -= amount - missing
    s.revenue[player] -= s.game.data.money.revenue_for_pound * missing


def forced_price(s: Position, player: int) -> int:
    """R10, R12, R15: the least that a player may bid, and what a card costs that nobody bids for."""
    return min(s.game.data.money.minimum_bid, payable(s, player))


# --- pieces -----------------------------------------------------------------------------------------------------------


def on_map(s: Position, colour: int) -> int:
    """R42: a colour's Industries."""
    return sum(pieces[colour] for pieces in s.industries)


def links_laid(s: Position, colour: int) -> int:
    """R43: a colour's Links, a double being two."""
    connections = s.game.data.connections
    return sum(connections[e].links for e, owner in enumerate(s.links) if owner == colour)


# --- towns and connections --------------------------------------------------------------------------------------------


def full(s: Position, town: int) -> bool:
    """R23."""
    return sum(s.industries[town]) >= s.game.data.towns[town].value


def town_blocked(s: Position, town: int) -> bool:
    """R20."""
    return all(s.links[e] is not None for e in s.game.data.at(town))


def link_cost(s: Position, connection: int) -> int:
    """R26, R27."""
    costs = s.game.data.links
    return s.game.data.connections[connection].links * (costs.canal_cost if s.era == "canal" else costs.rail_cost)


def crosses(s: Position, town: int, link: int) -> bool:
    """R29."""
    if not s.game.rules["crossing_strict"]:
        return False
    connections = s.game.data.connections
    lines = [line for crossing in s.game.data.crossings for line in (crossing, crossing[::-1])]
    return any(link == other and connections[own].touches(town) for own, other in lines)


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
