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
from .reasons import begun_after, development_decade
from .setup import pick_order, picks_made
from .state import Factory, Position, Warehouse
from .table import Action


def apply_decision(s: Position, action_id: int) -> None:
    action = s.game.table[action_id]
    APPLY[s.phase, action.what](s, action)


# --- expert set-up (R5, R6) -------------------------------------------------------------------------------------------


def apply_good(s: Position, action: Action) -> None:
    """R5."""
    crew = s.game.data["expert", "worker_cards"]
    s.seats[s.player].factories[action.a] = Factory.opened(s.game.data, 1, crew)
    order = pick_order(s.game.num_players)
    if picks_made(s) < len(order):
        s.player = order[picks_made(s)]
    elif s.game.data["expert", "points"] > 0:
        s.phase, s.player = "points", 0
    else:
        begin_decade(s)


def apply_point(s: Position, action: Action) -> None:
    """R6: one set-up point."""
    seat = s.seats[s.player]
    if action.what == "employ":
        seat.factories[action.a].worker_cards += 1
    elif action.what == "quality":
        seat.factories[action.a].quality = action.b
    elif action.what == "distribution":
        seat.factories[action.a].distribution = action.b
    elif action.what == "board":
        seat.levels[action.a] += 1
    else:
        seat.cash += s.game.data["expert", "point_cash"]
    s.used += 1
    if s.used < s.game.data["expert", "points"]:
        return
    s.used = 0
    if s.player + 1 < s.game.num_players:
        s.player += 1
    else:
        begin_decade(s)


# --- events (R7, R8) ----------------------------------------------------------------------------------------------


def apply_outcome(s: Position, event: int) -> None:
    data = s.game.data
    number, amount = data.event_numbers[event], data.event_amounts[event]
    s.event = event
    s.events_shown.add(event)
    if number == BREAD_RIOTS:
        market.raise_wage(s, amount)
    elif number == BOOM:
        market.shift_all_demand(s, -amount)
    elif number == SLUMP:
        market.shift_all_demand(s, amount)
    elif number == WINDOW_TAX:
        for seat in s.seats:
            seat.cash -= min(seat.cash, amount * sum(factory.is_open for factory in seat.factories))
    if number == MACHINE_BREAKERS and amount > 0:
        go_on_breaking(s, s.turn_order())
    else:
        begin_turn(s, s.start_player)


def go_on_breaking(s: Position, players: list[int]) -> None:
    """R57: the first of the players who has a machine breaks next; after the last one the turns begin."""
    owners = [p for p in players if has_machine(s, p)]
    if owners:
        s.phase, s.player, s.used = "break", owners[0], 0
    else:
        s.used = 0
        begin_turn(s, s.start_player)


def has_machine(s: Position, player: int) -> bool:
    return any(sum(factory.machines) > 0 for factory in s.seats[player].factories)


def apply_break(s: Position, action: Action) -> None:
    """R8, R57: as many machines as the event says, while there are any."""
    s.seats[s.player].factories[action.a].machines[action.b] -= 1
    s.used += 1
    if s.used == s.event_amount(MACHINE_BREAKERS) or not has_machine(s, s.player):
        go_on_breaking(s, s.later_in_turn_order(s.player))


# --- actions (R10 to R23) -----------------------------------------------------------------------------------------


def apply_build(s: Position, action: Action) -> None:
    """R10, R11."""
    if not s.built:
        market.employment_grows(s)
    s.kind, s.built = "build", True
    s.seats[s.player].factories[action.a] = Factory.opened(s.game.data, s.decade)


def apply_upgrade(s: Position, action: Action) -> None:
    """R10, R12: the worker cards flip with the tile, the machines stay."""
    s.kind = "build"
    s.seats[s.player].factories[action.a].decade = s.decade


def apply_employ(s: Position, action: Action) -> None:
    """R13."""
    if s.kind is None:
        market.employment_grows(s)
    s.kind = "employ"
    s.seats[s.player].factories[action.a].worker_cards += 1


def apply_automate(s: Position, action: Action) -> None:
    """R14, R15."""
    s.kind = "automate"
    s.used += 1
    s.begun = set(begun_after(s, action))
    s.seats[s.player].factories[action.a].machines[action.b] += 1


def apply_quality(s: Position, action: Action) -> None:
    """R16."""
    factory = s.seats[s.player].factories[action.a]
    s.kind = "quality"
    s.used += max(0, action.b - factory.quality)
    s.set_factories.add(action.a)
    factory.quality = action.b


def apply_distribution(s: Position, action: Action) -> None:
    """R19."""
    factory = s.seats[s.player].factories[action.a]
    s.kind = "distribution"
    s.used += max(0, action.b - factory.distribution)
    s.set_factories.add(action.a)
    factory.distribution = action.b


def apply_engineer_to(s: Position, action: Action) -> None:
    """R18: the token moves, the card goes back to its first side."""
    s.kind = "quality"
    s.used += s.game.data["card_effects", "engineer_cost"]
    s.token_moved = True
    s.seats[s.player].engineer = action.a
    s.seats[s.player].engineer_turned = False


def apply_engineer_turn(s: Position, _action: Action) -> None:
    """R18."""
    s.kind = "quality"
    s.used += s.game.data["card_effects", "engineer_cost"]
    s.card_turned = True
    s.seats[s.player].engineer_turned = True


def apply_stock(s: Position, action: Action) -> None:
    """R20."""
    seat = s.seats[s.player]
    seat.shares += action.a
    seat.cash -= action.a * seat.share_value
    s.phase = "loan"


def apply_loan(s: Position, action: Action) -> None:
    """R21."""
    seat = s.seats[s.player]
    pays = seat.share_value + (s.event_amount(CHEAP_CREDIT) or 0)
    seat.loans += action.a
    seat.cash += action.a * pays
    seat.ships_used = 0
    after_action(s)


def apply_extra(s: Position, action: Action) -> None:
    """R22."""
    s.seats[s.player].extra_used = True
    if not production.make(s, s.player, action.a, at_home=False):
        finish_extra(s, action.a)


def finish_extra(s: Position, good: int) -> None:
    """R22: costs, Distribution, and a bankruptcy at once."""
    production.pay(s, s.player, good)
    production.lose_distribution(s, s.player, good)
    if s.seats[s.player].solvent:
        after_action(s)
        return
    production.take_off_markers(s)
    if game_ends(s):
        for seat in s.seats:
            seat.price = None
        end_game(s)
    else:
        end_turn(s)


def apply_early(s: Position, action: Action) -> None:
    """R23: one ship, as full as stock and capacity allow."""
    s.kind = "early"
    shipped = production.sail(s, s.player, action.a, 1, s.stored(s.player, action.a))
    production.take_out(s, s.player, action.a, shipped)


def apply_done(s: Position, _action: Action) -> None:
    after_action(s)


# --- price and development (R24 to R32) ---------------------------------------------------------------------------


def apply_price(s: Position, action: Action) -> None:
    """R24, R25."""
    good = s.active_good
    s.seats[s.player].price = action.a
    market.move_appeal(s, s.player, good, market.appeal_at(s, s.player, good, action.a))
    begin_development(s)


def apply_board(s: Position, action: Action) -> None:
    """R27."""
    s.seats[s.player].levels[action.a] += 1
    end_turn(s)


def apply_patent(s: Position, _action: Action) -> None:
    """R31."""
    s.seats[s.player].patent_used = True
    s.phase = "patent_step"


def apply_patent_step(s: Position, action: Action) -> None:
    """R31: the second step falls away if nothing is open."""
    s.seats[s.player].levels[action.a] += 1
    s.used += 1
    steps = s.game.data["card_effects", "patent_steps"]
    if s.used == steps or not s.any_track_open(s.player, development_decade(s, s.player)):
        s.used = 0
        end_turn(s)


def apply_take(s: Position, action: Action) -> None:
    """R28, R32."""
    s.supply[action.a] -= 1
    s.seats[s.player].cards.add(action.a)
    s.given_up = None
    if s.game.data.is_card(action.a, ENGINEER):
        s.phase = "engineer"
    else:
        end_turn(s)


def apply_give_up(s: Position, action: Action) -> None:
    """R29, R30."""
    seat, data = s.seats[s.player], s.game.data
    seat.cards.remove(action.a)
    s.supply[action.a] += 1
    s.given_up = action.a
    number = data.card_numbers[action.a]
    if number == PATENT:
        seat.patent_used = False
    elif number == LARGE_WAREHOUSE:
        seat.warehouses[-1] = Warehouse()
    elif number == SHIPYARD:
        seat.ships_used = max(0, seat.ships_used - data["card_effects", "shipyard_ships"])
    elif number == ENGINEER and seat.engineer is not None:
        factory = seat.factories[seat.engineer]
        factory.quality = min(factory.quality, data["limits", "quality_cap"])
        seat.engineer, seat.engineer_turned = None, False
    lower_or_take(s)


def lower_or_take(s: Position) -> None:
    """R30, R64: while a card too many is in use the owner lowers a factory."""
    too_many = market.too_many_quality_cards(s, s.player) or market.too_many_distribution_cards(s, s.player)
    s.phase = "lower" if too_many else "take"


def apply_lower_quality(s: Position, action: Action) -> None:
    s.seats[s.player].factories[action.a].quality = action.b
    lower_or_take(s)


def apply_lower_distribution(s: Position, action: Action) -> None:
    s.seats[s.player].factories[action.a].distribution = action.b
    lower_or_take(s)


def apply_place_engineer(s: Position, action: Action) -> None:
    """R32."""
    s.seats[s.player].engineer = action.a
    end_turn(s)


# --- production and preparation (R39, R48) ------------------------------------------------------------------------


def apply_ship(s: Position, action: Action) -> None:
    """R39: then the costs are paid and the production goes on."""
    player, good = s.player, s.producing
    assert good is not None
    production.sail(s, player, good, action.a, s.rest)
    s.producing, s.rest = None, 0
    if good == s.active_good:
        production.pay(s, player, good)
        continue_production(s)
    else:
        finish_extra(s, good)


def apply_start(s: Position, action: Action) -> None:
    """R48."""
    s.start_player = action.a
    begin_decade(s)


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
