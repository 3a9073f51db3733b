"""Routes over the tree of links. A link is named by its child city."""

from __future__ import annotations

from .state import Position


def neighbours(s: Position, place: int) -> list[tuple[int, int]]:
    """(place, link) for each place one link away; Start is a place like any other (R6)."""
    near = [(child, child) for child, city in sorted(s.cities.items()) if city.parent == place]
    if place != s.game.data.start:
        near.append((s.cities[place].parent, place))
    return near


def trains(s: Position, player: int) -> int:
    """Trains left for links (R1)."""
    return s.game.link_trains - len(s.links_of(player))


def reach(s: Position, player: int) -> int:
    """Over how many links the player's engine carries a cube (R27, R47)."""
    return s.engines[player] * s.game.data.engines.links


def exit_links(s: Position, city: int, colour: int) -> int:
    """Links of that colour at a city on the table, its own included (R19)."""
    children = [c for c in s.cities.values() if c.parent == city and c.colour == colour]
    return len(children) + (s.cities[city].colour == colour)


def accepts(s: Position, place: int, good: int) -> bool:  # R28, R30
    return place != s.game.data.start and s.game.data.cities[place].accepts(good)


def must_stop(s: Position, place: int, good: int) -> bool:  # R29, R30
    if not accepts(s, place, good):
        return False
    return s.game.data.cities[place].demand == good or s.game.value5_must_stop


def destinations(s: Position, player: int, source: int, good: int) -> list[int]:
    """Where the player may deliver a cube of that colour lying on ``source``."""
    found: list[int] = []

    def walk(place: int, came_from: int, length: int) -> None:
        if accepts(s, place, good):
            found.append(place)
        if length < reach(s, player) and not must_stop(s, place, good):  # R27, R29
            for beyond, _ in neighbours(s, place):
                if beyond != came_from:  # R31
                    walk(beyond, place, length + 1)

    if s.engines[player] >= 1:  # R25
        for place, link in neighbours(s, source):
            if s.cities[link].owner == player:  # R26
                walk(place, source, 1)
    return sorted(found)


def has_delivery(s: Position, player: int) -> bool:
    if s.engines[player] == 0:
        return False
    for source, city in s.cities.items():
        for good, number in enumerate(city.cubes):
            if number > 0 and destinations(s, player, source, good):
                return True
    return False


def route(s: Position, source: int, target: int) -> tuple[list[int], list[int]]:
    """The one simple route between two places: the places after ``source``, and the links (R31)."""

    def search(place: int, came_from: int) -> tuple[list[int], list[int]] | None:
        if place == target:
            return [], []
        for beyond, link in neighbours(s, place):
            if beyond != came_from:
                rest = search(beyond, place)
                if rest is not None:
                    return [beyond, *rest[0]], [link, *rest[1]]
        return None

    found = search(source, -1)
    assert found is not None, "the network is connected"
    return found
