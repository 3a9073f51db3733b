"""Points: the score track during the game, the final scoring at its end (R40 to R43)."""

from __future__ import annotations

from .state import Phase, Position

RANK_NAMES = (("score", "R43"), ("links", "R43"), ("delivered cubes", "R43"))


def scores(s: Position) -> list[int]:
    """The score track; in the final position with city control, engines and cubes."""
    if s.phase is not Phase.OVER:
        return list(s.points)
    control = control_points(s)
    return [
        s.points[p] + control[p] + s.engines[p] + cube_bonus(s.delivered[p])  # R41
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
            parts[p].append(("engines played", "R41", s.engines[p]))
            parts[p].append(("delivered cubes", "R42", cube_bonus(s.delivered[p])))
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


def cube_bonus(cubes: list[int]) -> int:
    """R42: 5 for four different cubes, 3 for four alike, 2 for three alike; the best split."""
    return max(
        5 * rainbows + sum(alike_bonus(number - rainbows) for number in cubes) for rainbows in range(min(cubes) + 1)
    )


def alike_bonus(number: int) -> int:
    """The best split of cubes of one colour into fours and threes."""
    return max(3 * fours + 2 * ((number - 4 * fours) // 3) for fours in range(number // 4 + 1))


def end_reason(s: Position) -> str | None:
    return s.end_trigger if s.phase is Phase.OVER else None


def rank_keys(s: Position) -> list[tuple[int, ...]]:
    """R43: points, then links, then delivered cubes."""
    points = scores(s)
    return [(points[p], len(s.links_of(p)), sum(s.delivered[p])) for p in range(s.game.num_players)]
