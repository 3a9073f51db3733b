"""What follows from all numbers together: the highest bid, the most cash and revenue (the page, under Actions)."""

from __future__ import annotations

from dataclasses import dataclass

from ..data_file import DataFile
from .data import Counts, Data, players_place

MOST_BID = 4000
MOST_PER_ROUND = 2500
MOST_CASH = 65535
"""What cash and revenue may be in the bytes of a position."""


@dataclass(frozen=True)
class Bounds:
    """``round`` is what a player may have more for each round begun, in a position."""

    bid: int
    cash: int
    revenue: int
    round: int


def best_turn(data: Data, each_link: int) -> int:
    """The most that a turn's Links bring, if each Link besides brings so much (a cost is less than 0)."""
    return max(gain + links * each_link for links, gain in enumerate(data.best_gains))


def link_pay(data: Data) -> int:
    """The most that collecting brings for a Link."""
    return max(data.links.largest_network, data.links.other_networks)


def find_bounds(data: Data, counts: Counts) -> Bounds:
    links, rate, pay = data.links, data.money.revenue_for_pound, link_pay(data)
    turns = counts.turns(data.cards)
    drawn, most = counts.players * counts.counters, max(data.counters)
    canal_demand, rail_demand = (data.demand.pay * min(eras * drawn, most) for eras in (1, 2))
    canal_end = counts.start_cash + turns * (best_turn(data, pay - links.canal_cost) + canal_demand)
    left = MOST_CASH - 2 * most_of_collecting(data)
    highest_bid = canal_end + (turns - 1) * best_turn(data, -rate * links.rail_cost) // rate
    return Bounds(
        bid=max(data.money.minimum_bid, highest_bid),
        cash=canal_end + turns * (best_turn(data, pay - links.rail_cost) + 2 * rail_demand),
        revenue=turns * best_turn(data, 0),
        round=min(MOST_PER_ROUND, max(0, left // (2 * counts.rounds(data.cards) + 1))),
    )


def most_of_turns(data: Data, counts: Counts) -> int:
    """The most revenue that a round brings a player."""
    return counts.colours // counts.players * best_turn(data, 0)


def most_of_collecting(data: Data) -> int:
    """No collecting brings a player more, whatever lies on the map and on the chart."""
    links = sum(connection.links for connection in data.connections)
    industries = sum(town.value * data.counters[town.type] for town in data.towns)
    return link_pay(data) * links + data.demand.pay * industries


def most_for_each_round(data: Data, counts: Counts) -> int:
    """Cash and revenue over rounds begun, rounded up: in the first round, after collecting, at the end."""
    rounds, turns, collecting = counts.rounds(data.cards), most_of_turns(data, counts), most_of_collecting(data)
    canal_end = counts.start_cash + rounds * turns + collecting
    over = canal_end + rounds * turns + collecting
    return max(counts.start_cash + turns, -(-canal_end // (rounds + 1)), -(-over // (2 * rounds + 1)))


def check_bounds(file: DataFile, data: Data) -> None:
    """The last cross-check: money must fit what it is written in, whatever happens in a game."""
    for counts in data.counts.values():
        n, place, bounds = counts.players, players_place(counts), find_bounds(data, counts)
        if bounds.bid > MOST_BID:
            raise file.refuse(f"{place}: {n} players could bid up to {bounds.bid}, more than {MOST_BID}")
        most, right = most_for_each_round(data, counts), bounds.round
        if most > right:
            raise file.refuse(f"{place}: {n} players could have {most} pounds for each round, more than {right}")
