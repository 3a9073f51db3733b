"""What comes next: the deal, rounds and turns, the drawing step, the end."""

from __future__ import annotations

from . import moves, network
from .state import Phase, Position


def set_trigger(s: Position, trigger: str) -> None:  # R36
    if s.end_trigger is None:
        s.end_trigger = trigger


def go_on_dealing(s: Position) -> None:
    """R2, R48: cities for each player, then cards for each."""
    p, hand = s.mover, s.game.data.hand
    if s.phase is Phase.DEAL_CITY:
        s.v2_hidden[p] += 1
    size = s.game.opening_hand - (hand.cards if s.phase is Phase.DEAL_CITY else 0)
    if sum(s.hand) < size:
        return
    if p + 1 < s.game.num_players:
        s.turn_player = p + 1
    elif s.phase is Phase.DEAL_CITY and hand.cards > 0:
        s.turn_player = 0
        s.phase = Phase.DEAL_CARD
    else:
        s.turn_player = None
        s.phase = Phase.DEAL_OPEN  # R3


def start_game(s: Position, player: int) -> None:  # R4
    s.first_player = player
    start_round(s)


def start_round(s: Position) -> None:
    s.turn_player = s.first_player
    s.phase = Phase.ACTION
    s.round += 1
    if s.round == s.game.max_rounds:
        set_trigger(s, "max_rounds")  # R39


def go_on_drawing(s: Position) -> None:
    """After the action, and after each card: draw (on), or check the hand, or end the turn."""
    s.build = None
    if s.picks_done < s.game.data.drawing.most and moves.can_draw(s):
        s.phase = Phase.DRAW
        return
    s.picks_done = 0
    if sum(s.hand) > s.game.data.hand.limit:
        s.phase = Phase.TRIM  # R12
    else:
        end_turn(s)


def end_turn(s: Position) -> None:
    after = (s.mover + 1) % s.game.num_players  # R7
    if after != s.first_player:
        s.turn_player = after
        s.phase = Phase.ACTION
    elif s.end_trigger is None:
        start_round(s)
    else:
        start_final_deliveries(s)  # R37


def start_final_deliveries(s: Position) -> None:
    """R51: once more round, or the end."""
    if s.final_deliveries == s.game.data.deliveries:
        end_game(s)
        return
    s.final_deliveries += 1
    assert s.first_player is not None
    if not find_final_delivery(s, s.first_player, s.game.num_players):
        end_game(s)


def go_on_to_final(s: Position) -> None:
    """R38: the next who can deliver; the round ends before the first player."""
    assert s.first_player is not None
    n = s.game.num_players
    if not find_final_delivery(s, s.mover + 1, (s.first_player - s.mover - 1) % n):
        start_final_deliveries(s)


def find_final_delivery(s: Position, player: int, number: int) -> bool:
    """Whether one of so many players, from ``player`` on, can deliver; the first such one is to decide."""
    for p in (place % s.game.num_players for place in range(player, player + number)):
        if network.has_delivery(s, p):
            s.turn_player = p
            s.phase = Phase.FINAL_DELIVERY
            return True
    return False


def end_game(s: Position) -> None:
    s.turn_player = None
    s.phase = Phase.OVER
