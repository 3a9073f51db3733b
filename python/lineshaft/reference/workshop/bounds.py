"""The highest bid, the most cash, the most revenue that can occur: the argument is on the page, under Actions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from .data import Data
from .variant import Counts


@dataclass(frozen=True)
class Bounds:
    bid: int
    cash: int
    revenue: int


def best_gain(data: Data, links: int) -> int:
    """The largest revenue of a build of ``links`` Links, Industries standing everywhere (A1 and A2 of the page)."""
    builds = [{c.a, c.b} for c in data.connections if c.links == links]
    if links == 2:
        singles = [{c.a, c.b} for c in data.connections if c.links == 1]
        builds += [first | second for first, second in combinations(singles, 2) if first & second]
    return max((sum(data.towns[town].value for town in build) for build in builds), default=0)


def find_bounds(data: Data, counts: Counts) -> Bounds:
    one, two = best_gain(data, 1), best_gain(data, 2)
    turns = counts.turns(data.cards)
    canal_turn = max(0, one - 1, two - 2)
    rail_turn = max(0, one - 4, two - 8)
    first_demand = min(counts.players * counts.draw, max(data.counters))
    last_demand = min(2 * counts.players * counts.draw, max(data.counters))
    most = max(one, two)
    canal_end = counts.start_cash + turns * canal_turn + turns * first_demand
    return Bounds(
        bid=canal_end + (turns - 1) * rail_turn // 2,
        cash=canal_end + turns * most + 2 * turns * last_demand,
        revenue=turns * most,
    )
