"""Routes over the tree of links. A link is named by its child city."""

from __future__ import annotations

from .data import GOODS, START
from .state import Position


def neighbours(state: Position, place: int) -> list[tuple[int, int]]:
    """(place, link) for each place one link away; Start is a place like any other (R6)."""
    near = [(child, child) for child, city in sorted(state.cities.items()) if city.parent == place]
    if place != START:
        near.append((state.cities[place].parent, place))
    return near


def trains(state: Position, player: int) -> int:
    """Trains left for links (R1)."""
    return state.config.link_trains - len(state.links_of(player))


def exit_links(state: Position, city: int, colour: int) -> int:
    """Links of that colour at a city on the table, its own included (R19)."""
    children = [c for c in state.cities.values() if c.parent == city and c.colour == colour]
    return len(children) + (state.cities[city].colour == colour)


def accepts(state: Position, place: int, good: int) -> bool:  # R28, R30
    return place != START and state.config.data.cities[place].accepts(good)


def must_stop(state: Position, place: int, good: int) -> bool:  # R29, R30
    if not accepts(state, place, good):
        return False
    return state.config.data.cities[place].demand == good or state.config.value5_must_stop


def destinations(state: Position, player: int, source: int, good: int) -> list[int]:
    """Where the player may deliver a cube of that colour lying on ``source``."""
    found: list[int] = []

    def walk(place: int, came_from: int, length: int) -> None:
        if accepts(state, place, good):
            found.append(place)
        if length < state.engines[player] and not must_stop(state, place, good):  # R27, R29
            for beyond, _ in neighbours(state, place):
                if beyond != came_from:  # R31
                    walk(beyond, place, length + 1)

    if state.engines[player] >= 1:  # R25
        for place, link in neighbours(state, source):
            if state.cities[link].owner == player:  # R26
                walk(place, source, 1)
    return sorted(found)


def has_delivery(state: Position, player: int) -> bool:
    if state.engines[player] == 0:
        return False
    for source, city in state.cities.items():
        for good in range(len(GOODS)):
            if city.cubes[good] > 0 and destinations(state, player, source, good):
                return True
    return False


def route(state: Position, source: int, target: int) -> tuple[list[int], list[int]]:
    """The one simple route between two places: the places after ``source``, and the links (R31)."""

    def search(place: int, came_from: int) -> tuple[list[int], list[int]] | None:
        if place == target:
            return [], []
        for beyond, link in neighbours(state, place):
            if beyond != came_from:
                rest = search(beyond, place)
                if rest is not None:
                    return [beyond, *rest[0]], [link, *rest[1]]
        return None

    found = search(source, -1)
    assert found is not None, "the network is connected"
    return found
