"""What comes next: the deal, rounds and turns, the drawing step, the end."""

from __future__ import annotations

from . import moves, network
from .data import HAND_LIMIT
from .state import Phase, Position


def set_trigger(state: Position, trigger: str) -> None:  # R36
    if state.end_trigger is None:
        state.end_trigger = trigger


def go_on_dealing(state: Position) -> None:
    """R2: a value-2 city for each player, then two cards for each."""
    p = state.mover
    if state.phase is Phase.DEAL_CITY:
        state.v2_hidden[p] = True
    elif sum(state.hand) < state.config.opening_hand:
        return
    if p + 1 < state.config.players:
        state.turn_player = p + 1
    elif state.phase is Phase.DEAL_CITY:
        state.turn_player = 0
        state.phase = Phase.DEAL_CARD
    else:
        state.turn_player = None
        state.phase = Phase.DEAL_OPEN  # R3


def start_game(state: Position, player: int) -> None:  # R4
    state.first_player = player
    start_round(state)


def start_round(state: Position) -> None:
    state.turn_player = state.first_player
    state.phase = Phase.ACTION
    state.round += 1
    if state.round == state.config.max_rounds:
        set_trigger(state, "max_rounds")  # R39


def go_on_drawing(state: Position) -> None:
    """After the action, and after each card: draw (on), or check the hand, or end the turn."""
    state.build = None
    if state.picks_done < 2 and moves.can_draw(state):
        state.phase = Phase.DRAW
        return
    state.picks_done = 0
    if sum(state.hand) > HAND_LIMIT:
        state.phase = Phase.TRIM  # R12
    else:
        end_turn(state)


def end_turn(state: Position) -> None:
    after = (state.mover + 1) % state.config.players  # R7
    if after != state.first_player:
        state.turn_player = after
        state.phase = Phase.ACTION
    elif state.end_trigger is None:
        start_round(state)
    else:
        state.final_deliveries = True  # R37
        find_final_delivery(state, after)


def go_on_to_final(state: Position) -> None:
    find_final_delivery(state, (state.mover + 1) % state.config.players, started=True)


def find_final_delivery(state: Position, player: int, started: bool = False) -> None:
    """R38: from ``player`` on, the next who can deliver; the round of final deliveries ends before the first player."""
    while not (started and player == state.first_player):
        if network.has_delivery(state, player):
            state.turn_player = player
            state.phase = Phase.FINAL_DELIVERY
            return
        player = (player + 1) % state.config.players
        started = True
    state.turn_player = None
    state.phase = Phase.OVER
