"""The flow of the game: decades, turns, what follows an action, Preparation (R1, R2, R7, R46 to R50)."""

from __future__ import annotations

from . import production
from .market import neutrals_climb
from .moves import can_develop
from .state import Position


def begin_game(s: Position) -> None:
    """R5: the expert game begins with the choice of goods."""
    if s.game.expert_setup:
        s.phase, s.player = "goods", 0
    else:
        begin_decade(s)


def begin_decade(s: Position) -> None:
    """R7: with events a chance node first, while there are events that were not shown (R56)."""
    if s.game.events and len(s.events_shown) < len(s.game.data.event_names):
        s.phase, s.player = "event", -1
    else:
        begin_turn(s, s.start_player)


def begin_turn(s: Position, player: int) -> None:
    s.phase, s.player = "action", player


def after_action(s: Position) -> None:
    """R24: the price of the active good, if its factory is open."""
    s.kind = None
    s.used = 0
    s.built = s.token_moved = s.card_turned = False
    s.set_factories = set()
    s.begun = set()
    if s.seats[s.player].factories[s.active_good].is_open:
        s.phase = "price"
    else:
        begin_development(s)


def begin_development(s: Position) -> None:
    """R27: skipped where nothing can be developed."""
    s.phase = "develop"
    if not can_develop(s):
        end_turn(s)


def end_turn(s: Position) -> None:
    """The next player in turn order; after the last one the production."""
    later = s.later_in_turn_order(s.player)
    if later:
        begin_turn(s, later[0])
    else:
        continue_production(s)


def continue_production(s: Position) -> None:
    if not production.produce_all(s):
        return
    if game_ends(s) or s.round + 1 == s.game.data.rounds:
        end_game(s)
    else:
        prepare(s)


def game_ends(s: Position) -> bool:
    """R50: nobody is solvent, or one of several."""
    solvent = sum(seat.solvent for seat in s.seats)
    return solvent == 0 or (solvent == 1 and s.game.num_players > 1)


def end_game(s: Position) -> None:
    s.phase, s.player = "over", -1


def prepare(s: Position) -> None:
    """R46 to R49."""
    s.round += 1
    if s.decade_begins:
        refresh(s)
    if s.decade_begins or s.game.neutral_every_round:
        neutrals_climb(s)
    if not s.decade_begins:
        s.start_player = clockwise_after_start(s)[0]
        begin_turn(s, s.start_player)
        return
    lowest = lowest_portfolio(s)
    if s.game.starter_chooses and s.game.num_players > 1:
        s.phase, s.player = "start", lowest
    else:
        s.start_player = lowest
        begin_decade(s)


def refresh(s: Position) -> None:
    """R47, R61: the decade's cards join the supply; Patents and Extra Productions are free again."""
    for card, decade in enumerate(s.game.data.card_decades):
        if decade == s.decade:
            s.supply[card] = s.game.setup.copies
    for seat in s.seats:
        seat.patent_used = seat.extra_used = False
    s.event = None


def clockwise_after_start(s: Position) -> list[int]:
    """Solvent seats, first the one after the start player, last the start player."""
    n = s.game.num_players
    seats = [(s.start_player + i) % n for i in range(1, n + 1)]
    return [p for p in seats if s.seats[p].solvent]


def lowest_portfolio(s: Position) -> int:
    """R48: the lowest share value x shares, then the least cash, then clockwise after the former start player."""

    def key(player: int) -> tuple[int, int]:
        seat = s.seats[player]
        return seat.share_value * seat.shares, seat.cash

    return min(clockwise_after_start(s), key=key)
