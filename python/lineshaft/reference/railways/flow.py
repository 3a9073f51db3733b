"""What comes next: the deal, rounds and turns, the drawing step, the end."""

from __future__ import annotations

from . import moves, network
from .data import HAND_LIMIT
from .state import Phase, Position


def set_trigger(s: Position, trigger: str) -> None:  # R36
    if s.end_trigger is None:
        s.end_trigger = trigger


def go_on_dealing(s: Position) -> None:
    """R2: a value-2 city for each player, then two cards for each."""
    p = s.mover
    if s.phase is Phase.DEAL_CITY:
        s.v2_hidden[p] = True
    elif sum(s.hand) < s.game.opening_hand:
        return
    if p + 1 < s.game.num_players:
        s.turn_player = p + 1
    elif s.phase is Phase.DEAL_CITY:
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
    if s.picks_done < 2 and moves.can_draw(s):
        s.phase = Phase.DRAW
        return
    s.picks_done = 0
    if sum(s.hand) > HAND_LIMIT:
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
        s.final_deliveries = True  # R37
        find_final_delivery(s, after)


def go_on_to_final(s: Position) -> None:
    find_final_delivery(s, (s.mover + 1) % s.game.num_players, started=True)


def find_final_delivery(s: Position, player: int, started: bool = False) -> None:
    """R38: from ``player`` on, the next who can deliver; the round of final deliveries ends before the first player."""
    while not (started and player == s.first_player):
        if network.has_delivery(s, player):
            s.turn_player = player
            s.phase = Phase.FINAL_DELIVERY
            return
        player = (player + 1) % s.game.num_players
        started = True
    s.turn_player = None
    s.phase = Phase.OVER
