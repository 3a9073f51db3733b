"""Consequences: a function for each kind of action and for the event drawn."""

from __future__ import annotations

from collections.abc import Callable

from . import market, production
from .data import (
    BOOM,
    BREAD_RIOTS,
    CHEAP_CREDIT,
    ENGINEER,
    LARGE_WAREHOUSE,
    MACHINE_BREAKERS,
    PATENT,
    SHIPYARD,
    SLUMP,
    WINDOW_TAX,
)
from .flow import (
    after_action,
    begin_decade,
    begin_development,
    begin_turn,
    continue_production,
    end_game,
    end_turn,
    game_ends,
)
from .reasons import development_decade
from .setup import pick_order, picks_made
from .state import Factory, Position, Warehouse
from .table import Action


def apply_action(pos: Position, action: Action) -> None:
    APPLY[pos.phase, action.what](pos, action)


# --- expert set-up (R5, R6) -------------------------------------------------------------------------------------------


def apply_good(pos: Position, action: Action) -> None:
    """R5."""
    crew = pos.config.tables["expert", "worker_cards"]
    pos.seats[pos.player].factories[action.a] = Factory(1, crew)
    order = pick_order(pos.config.players)
    if picks_made(pos) < len(order):
        pos.player = order[picks_made(pos)]
    elif pos.config.tables["expert", "points"] > 0:
        pos.phase, pos.player = "points", 0
    else:
        begin_decade(pos)


def apply_point(pos: Position, action: Action) -> None:
    """R6: one set-up point."""
    seat = pos.seats[pos.player]
    if action.what == "employ":
        seat.factories[action.a].worker_cards += 1
    elif action.what == "quality":
        seat.factories[action.a].quality = action.b
    elif action.what == "distribution":
        seat.factories[action.a].distribution = action.b
    elif action.what == "board":
        seat.levels[action.a] += 1
    else:
        seat.cash += pos.config.tables["expert", "point_cash"]
    pos.used += 1
    if pos.used < pos.config.tables["expert", "points"]:
        return
    pos.used = 0
    if pos.player + 1 < pos.config.players:
        pos.player += 1
    else:
        begin_decade(pos)


# --- events (R7, R8) ----------------------------------------------------------------------------------------------


def apply_event(pos: Position, event: int) -> None:
    amount = pos.config.tables.event_amounts[event]
    pos.event = event
    pos.events_shown.add(event)
    if event == BREAD_RIOTS:
        market.raise_wage(pos, amount)
    elif event == BOOM:
        market.shift_all_demand(pos, -amount)
    elif event == SLUMP:
        market.shift_all_demand(pos, amount)
    elif event == WINDOW_TAX:
        for seat in pos.seats:
            seat.cash -= min(seat.cash, amount * sum(factory.is_open for factory in seat.factories))
    breakers = machine_owners(pos, pos.turn_order()) if event == MACHINE_BREAKERS else []
    if breakers:
        pos.phase, pos.player = "break", breakers[0]
    else:
        begin_turn(pos, pos.start_player)


def machine_owners(pos: Position, players: list[int]) -> list[int]:
    return [p for p in players if any(sum(factory.machines) for factory in pos.seats[p].factories)]


def apply_break(pos: Position, action: Action) -> None:
    pos.seats[pos.player].factories[action.a].machines[action.b] -= 1
    later = machine_owners(pos, pos.later_in_turn_order(pos.player))
    if later:
        pos.player = later[0]
    else:
        begin_turn(pos, pos.start_player)


# --- actions (R10 to R23) -----------------------------------------------------------------------------------------


def apply_build(pos: Position, action: Action) -> None:
    """R10, R11."""
    if not pos.built:
        market.employment_grows(pos)
    pos.kind, pos.built = "build", True
    pos.seats[pos.player].factories[action.a] = Factory(pos.decade)


def apply_upgrade(pos: Position, action: Action) -> None:
    """R10, R12: the worker cards flip with the tile, the machines stay."""
    pos.kind = "build"
    pos.seats[pos.player].factories[action.a].decade = pos.decade


def apply_employ(pos: Position, action: Action) -> None:
    """R13."""
    if pos.kind is None:
        market.employment_grows(pos)
    pos.kind = "employ"
    pos.seats[pos.player].factories[action.a].worker_cards += 1


def apply_automate(pos: Position, action: Action) -> None:
    """R14, R15."""
    good, card = action.a, action.b
    factory = pos.seats[pos.player].factories[good]
    pos.kind = "automate"
    pos.used += 1
    if (good, card) in pos.begun:
        pos.begun.remove((good, card))
    elif production.units(pos, factory, card) == 2 and factory.machines[card] == 0:
        pos.begun.add((good, card))
    factory.machines[card] += 1


def apply_quality(pos: Position, action: Action) -> None:
    """R16."""
    factory = pos.seats[pos.player].factories[action.a]
    pos.kind = "quality"
    pos.used += max(0, action.b - factory.quality)
    pos.set_factories.add(action.a)
    factory.quality = action.b


def apply_distribution(pos: Position, action: Action) -> None:
    """R19."""
    factory = pos.seats[pos.player].factories[action.a]
    pos.kind = "distribution"
    pos.used += max(0, action.b - factory.distribution)
    pos.set_factories.add(action.a)
    factory.distribution = action.b


def apply_engineer_to(pos: Position, action: Action) -> None:
    """R18: the token moves, the card goes back to its first side."""
    pos.kind = "quality"
    pos.used += pos.config.tables["card_effects", "engineer_cost"]
    pos.token_moved = True
    pos.seats[pos.player].engineer = action.a
    pos.seats[pos.player].engineer_turned = False


def apply_engineer_turn(pos: Position, _action: Action) -> None:
    """R18."""
    pos.kind = "quality"
    pos.used += pos.config.tables["card_effects", "engineer_cost"]
    pos.card_turned = True
    pos.seats[pos.player].engineer_turned = True


def apply_stock(pos: Position, action: Action) -> None:
    """R20."""
    seat = pos.seats[pos.player]
    seat.shares += action.a
    seat.cash -= action.a * seat.share_value
    pos.phase = "loan"


def apply_loan(pos: Position, action: Action) -> None:
    """R21."""
    seat = pos.seats[pos.player]
    pays = seat.share_value
    if pos.event == CHEAP_CREDIT:
        pays += pos.config.tables.event_amounts[CHEAP_CREDIT]
    seat.loans += action.a
    seat.cash += action.a * pays
    seat.ships_used = 0
    after_action(pos)


def apply_extra(pos: Position, action: Action) -> None:
    """R22."""
    pos.seats[pos.player].extra_used = True
    if not production.make(pos, pos.player, action.a, at_home=False):
        finish_extra(pos, action.a)


def finish_extra(pos: Position, good: int) -> None:
    """R22: costs, Distribution, and a bankruptcy at once."""
    production.pay(pos, pos.player, good)
    production.lose_distribution(pos, pos.player, good)
    if pos.seats[pos.player].solvent:
        after_action(pos)
        return
    production.take_off_markers(pos)
    if game_ends(pos):
        for seat in pos.seats:
            seat.price = None
        end_game(pos)
    else:
        end_turn(pos)


def apply_early(pos: Position, action: Action) -> None:
    """R23: one ship, as full as stock and capacity allow."""
    pos.kind = "early"
    shipped = production.sail(pos, pos.player, action.a, 1, pos.stored(pos.player, action.a))
    production.take_out(pos, pos.player, action.a, shipped)


def apply_done(pos: Position, _action: Action) -> None:
    after_action(pos)


# --- price and development (R24 to R32) ---------------------------------------------------------------------------


def apply_price(pos: Position, action: Action) -> None:
    """R24, R25."""
    good = pos.active_good
    pos.seats[pos.player].price = action.a
    market.move_appeal(pos, pos.player, good, market.appeal_at(pos, pos.player, good, action.a))
    begin_development(pos)


def apply_board(pos: Position, action: Action) -> None:
    """R27."""
    pos.seats[pos.player].levels[action.a] += 1
    end_turn(pos)


def apply_patent(pos: Position, _action: Action) -> None:
    """R31."""
    pos.seats[pos.player].patent_used = True
    pos.phase = "patent_step"


def apply_patent_step(pos: Position, action: Action) -> None:
    """R31: the second step falls away if nothing is open."""
    pos.seats[pos.player].levels[action.a] += 1
    pos.used += 1
    steps = pos.config.tables["card_effects", "patent_steps"]
    if pos.used == steps or not pos.any_track_open(pos.player, development_decade(pos, pos.player)):
        pos.used = 0
        end_turn(pos)


def apply_take(pos: Position, action: Action) -> None:
    """R28, R32."""
    pos.supply[action.a] -= 1
    pos.seats[pos.player].cards.add(action.a)
    pos.given_up = None
    if action.a == ENGINEER:
        pos.phase = "engineer"
    else:
        end_turn(pos)


def apply_give_up(pos: Position, action: Action) -> None:
    """R29, R30."""
    seat, tables = pos.seats[pos.player], pos.config.tables
    seat.cards.remove(action.a)
    pos.supply[action.a] += 1
    pos.given_up = action.a
    if action.a == PATENT:
        seat.patent_used = False
    elif action.a == LARGE_WAREHOUSE:
        seat.warehouses[2] = Warehouse()
    elif action.a == SHIPYARD:
        seat.ships_used = max(0, seat.ships_used - tables["card_effects", "shipyard_ships"])
    elif action.a == ENGINEER and seat.engineer is not None:
        factory = seat.factories[seat.engineer]
        factory.quality = min(factory.quality, tables["limits", "quality_cap"])
        seat.engineer, seat.engineer_turned = None, False
    lower_or_take(pos)


def lower_or_take(pos: Position) -> None:
    """R30: while a card too many is in use the owner lowers a factory."""
    too_many = market.too_many_quality_cards(pos, pos.player) or market.too_many_distribution_cards(pos, pos.player)
    pos.phase = "lower" if too_many else "take"


def apply_lower_quality(pos: Position, action: Action) -> None:
    pos.seats[pos.player].factories[action.a].quality = action.b
    lower_or_take(pos)


def apply_lower_distribution(pos: Position, action: Action) -> None:
    pos.seats[pos.player].factories[action.a].distribution = action.b
    lower_or_take(pos)


def apply_place_engineer(pos: Position, action: Action) -> None:
    """R32."""
    pos.seats[pos.player].engineer = action.a
    end_turn(pos)


# --- production and preparation (R39, R48) ------------------------------------------------------------------------


def apply_ship(pos: Position, action: Action) -> None:
    """R39: then the costs are paid and the production goes on."""
    player, good = pos.player, pos.producing
    assert good is not None
    production.sail(pos, player, good, action.a, pos.rest)
    pos.producing, pos.rest = None, 0
    if good == pos.active_good:
        production.pay(pos, player, good)
        continue_production(pos)
    else:
        finish_extra(pos, good)


def apply_start(pos: Position, action: Action) -> None:
    """R48."""
    pos.start_player = action.a
    begin_decade(pos)


APPLY: dict[tuple[str, str], Callable[[Position, Action], None]] = {
    ("goods", "good"): apply_good,
    ("points", "employ"): apply_point,
    ("points", "quality"): apply_point,
    ("points", "distribution"): apply_point,
    ("points", "board"): apply_point,
    ("points", "cash"): apply_point,
    ("break", "break"): apply_break,
    ("action", "build"): apply_build,
    ("action", "upgrade"): apply_upgrade,
    ("action", "employ"): apply_employ,
    ("action", "automate"): apply_automate,
    ("action", "quality"): apply_quality,
    ("action", "engineer_to"): apply_engineer_to,
    ("action", "engineer_turn"): apply_engineer_turn,
    ("action", "distribution"): apply_distribution,
    ("action", "stock"): apply_stock,
    ("action", "extra"): apply_extra,
    ("action", "early"): apply_early,
    ("action", "done"): apply_done,
    ("loan", "loan"): apply_loan,
    ("price", "price"): apply_price,
    ("develop", "board"): apply_board,
    ("develop", "patent"): apply_patent,
    ("develop", "take"): apply_take,
    ("develop", "give_up"): apply_give_up,
    ("patent_step", "board"): apply_patent_step,
    ("lower", "quality"): apply_lower_quality,
    ("lower", "distribution"): apply_lower_distribution,
    ("take", "take"): apply_take,
    ("engineer", "engineer_to"): apply_place_engineer,
    ("ship", "ship"): apply_ship,
    ("start", "start"): apply_start,
}
