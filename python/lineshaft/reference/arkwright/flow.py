"""The flow of the game: decades, turns, what follows an action, Preparation (R1, R2, R7, R46 to R50)."""

from __future__ import annotations

from . import production
from .data import CARDS, ROUNDS, ROUNDS_PER_DECADE
from .market import neutrals_climb
from .moves import can_develop
from .state import Position


def begin_game(pos: Position) -> None:
    """R5: the expert game begins with the choice of goods."""
    if pos.config.expert_setup:
        pos.phase, pos.player = "goods", 0
    else:
        begin_decade(pos)


def begin_decade(pos: Position) -> None:
    """R7: with events a chance node first."""
    if pos.config.events:
        pos.phase, pos.player = "event", -1
    else:
        begin_turn(pos, pos.start_player)


def begin_turn(pos: Position, player: int) -> None:
    pos.phase, pos.player = "action", player


def after_action(pos: Position) -> None:
    """R24: the price of the active good, if its factory is open."""
    pos.kind = None
    pos.used = 0
    pos.built = pos.token_moved = pos.card_turned = False
    pos.set_factories = set()
    pos.begun = set()
    if pos.seats[pos.player].factories[pos.active_good].is_open:
        pos.phase = "price"
    else:
        begin_development(pos)


def begin_development(pos: Position) -> None:
    """R27: skipped where nothing can be developed."""
    pos.phase = "develop"
    if not can_develop(pos):
        end_turn(pos)


def end_turn(pos: Position) -> None:
    """The next player in turn order; after the last one the production."""
    later = pos.later_in_turn_order(pos.player)
    if later:
        begin_turn(pos, later[0])
    else:
        continue_production(pos)


def continue_production(pos: Position) -> None:
    if not production.produce_all(pos):
        return
    if game_ends(pos) or pos.round + 1 == ROUNDS:
        end_game(pos)
    else:
        prepare(pos)


def game_ends(pos: Position) -> bool:
    """R50: nobody is solvent, or one of several."""
    solvent = sum(seat.solvent for seat in pos.seats)
    return solvent == 0 or (solvent == 1 and pos.config.players > 1)


def end_game(pos: Position) -> None:
    pos.phase, pos.player = "over", -1


def prepare(pos: Position) -> None:
    """R46 to R49."""
    pos.round += 1
    decade_begins = pos.round % ROUNDS_PER_DECADE == 0
    if decade_begins:
        refresh(pos)
    if decade_begins or pos.config.neutral_every_round:
        neutrals_climb(pos)
    if not decade_begins:
        pos.start_player = clockwise_after_start(pos)[0]
        begin_turn(pos, pos.start_player)
        return
    lowest = lowest_portfolio(pos)
    if pos.config.starter_chooses and pos.config.players > 1:
        pos.phase, pos.player = "start", lowest
    else:
        pos.start_player = lowest
        begin_decade(pos)


def refresh(pos: Position) -> None:
    """R47: the decade's cards join the supply; Patents and Extra Productions are free again."""
    for card in range(CARDS):
        if pos.config.tables.card_decades[card] == pos.decade:
            pos.supply[card] = pos.config.setup.copies
    for seat in pos.seats:
        seat.patent_used = seat.extra_used = False
    pos.event = None


def clockwise_after_start(pos: Position) -> list[int]:
    """Solvent seats, first the one after the start player, last the start player."""
    n = pos.config.players
    seats = [(pos.start_player + i) % n for i in range(1, n + 1)]
    return [p for p in seats if pos.seats[p].solvent]


def lowest_portfolio(pos: Position) -> int:
    """R48: the lowest share value x shares, then the least cash, then clockwise after the former start player."""

    def key(player: int) -> tuple[int, int]:
        seat = pos.seats[player]
        return seat.share_value * seat.shares, seat.cash

    return min(clockwise_after_start(pos), key=key)
