"""Set-up: the market board, the seats, and the goods of the expert game (R3 to R6)."""

from __future__ import annotations

from . import market
from .state import Factory, Position


def set_up(s: Position) -> None:
    """R3, R4: the table before the first decision; in the expert game what R5 and R6 give comes later."""
    data, setup = s.game.data, s.game.setup
    s.demand = list(setup.demand)
    if setup.neutral is not None:  # R4
        s.neutral = [setup.neutral] * len(data.goods)
        market.shift_all_demand(s, data.arrows_under(setup.neutral))
    s.supply = [setup.copies if decade == 1 else 0 for decade in data.card_decades]
    for player, seat in enumerate(s.seats):
        seat.shares, seat.share_value = data["shares", "start"], data["shares", "start_value"]
        if s.game.expert_setup:
            seat.cash = data.raw["expert"]["cash"][player]
        else:
            set_up_seat(s, player)


def set_up_seat(s: Position, player: int) -> None:
    """R3: the two starting factories of the seat."""
    data, seat = s.game.data, s.seats[player]
    row = data.seat(s.game.num_players, player)
    crew = data["start", "worker_cards"]
    seat.cash = row.cash
    seat.factories[row.first] = Factory.opened(data, 1, crew, distribution=data["start", "first_distribution"])
    seat.factories[row.second] = Factory.opened(data, 1, crew, quality=data["start", "second_quality"])


def pick_order(players: int) -> list[int]:
    return [*range(players), *reversed(range(players))]


def picks_made(s: Position) -> int:
    return sum(factory.is_open for seat in s.seats for factory in seat.factories)


def goods_held(s: Position) -> list[set[int]]:
    """The goods of each seat's factories."""
    return [{good for good, factory in enumerate(seat.factories) if factory.is_open} for seat in s.seats]


def picks_possible(order: list[int], held: list[set[int]], takers: int, goods: int) -> bool:
    """Whether the players of ``order`` can still pick one good each, given what all hold."""
    if not order:
        return True
    player = order[0]
    for good in range(goods):
        if good not in held[player] and sum(good in theirs for theirs in held) < takers:
            after = [theirs | {good} if p == player else theirs for p, theirs in enumerate(held)]
            if picks_possible(order[1:], after, takers, goods):
                return True
    return False
