"""Points: the score track during the game, the final scoring at its end (R40 to R43)."""

from __future__ import annotations

from .data import Data
from .state import Phase, Position

RANK_NAMES = (("score", "R43"), ("links", "R43"), ("delivered cubes", "R43"))


def scores(s: Position) -> list[int]:
    """The score track; in the final position with city control, engines and cubes."""
    if s.phase is not Phase.OVER:
        return list(s.points)
    control, data = control_points(s), s.game.data
    return [
        s.points[p] + control[p] + data.scoring.engine * s.engines[p] + cube_bonus(data, s.delivered[p])  # R41
        for p in range(s.game.num_players)
    ]


def score_parts(s: Position) -> list[list[tuple[str, str, int]]]:
    """The score track, own links (R20) apart from the rest (R32); in the final position with what R40 to R42 add."""
    parts = []
    for p, points in enumerate(s.points):
        links = sum(city.value for city in s.links_of(p))
        parts.append([("links", "R20", links), ("deliveries", "R32", points - links)])
    if s.phase is Phase.OVER:
        for p, control in enumerate(control_points(s)):
            parts[p].append(("control of cities", "R40", control))
            parts[p].append(("engines played", "R41", s.game.data.scoring.engine * s.engines[p]))
            parts[p].append(("delivered cubes", "R42", cube_bonus(s.game.data, s.delivered[p])))
    return parts


def control_points(s: Position) -> list[int]:
    """R40: the value of each city to all who share the highest sum of links that touch it."""
    n = s.game.num_players
    points = [0] * n
    for c in s.cities:
        sums = [0] * n
        for child, link in s.cities.items():
            if c in (child, link.parent):
                sums[link.owner] += link.value
        for p in range(n):
            if sums[p] == max(sums):
                points[p] += s.game.data.cities[c].value
    return points


def cube_bonus(data: Data, cubes: list[int]) -> int:
    """R42, R53: sets of different cubes and of cubes that are alike; the best split."""
    size, points = data.scoring.different, data.scoring.different_points
    alike = alike_bonuses(data, max(cubes))
    best = 0
    for sets in range(sum(cubes) // size + 1):
        left = best_left(alike, cubes, sets)
        if sets * size in left:
            best = max(best, sets * points + left[sets * size])
    return best


def best_left(alike: list[int], cubes: list[int], sets: int) -> dict[int, int]:
    """For each number of cubes that so many sets of different ones can take: the most that the others are worth.

    No set has two of a colour. So many sets take any cubes, ``sets`` of a colour at most, if their number is right.
    """
    best = {0: 0}
    for number in cubes:
        after: dict[int, int] = {}
        for taken, points in best.items():
            for more in range(min(sets, number) + 1):
                after[taken + more] = max(after.get(taken + more, 0), points + alike[number - more])
        best = after
    return best


def alike_bonuses(data: Data, most: int) -> list[int]:
    """The best split of 0, 1, … ``most`` cubes of one colour into sets of cubes that are alike."""
    best = [0]
    for number in range(1, most + 1):
        sets = [best[number - size] + points for size, points in data.alike if size <= number]
        best.append(max(best[-1], *sets, 0))
    return best


def end_reason(s: Position) -> str | None:
    return s.end_trigger if s.phase is Phase.OVER else None


def rank_keys(s: Position) -> list[tuple[int, ...]]:
    """R43: points, then links, then delivered cubes."""
    points = scores(s)
    return [(points[p], len(s.links_of(p)), sum(s.delivered[p])) for p in range(s.game.num_players)]
