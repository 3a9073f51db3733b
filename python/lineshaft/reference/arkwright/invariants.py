"""What holds in every position: see ``check_invariants`` on the game's page."""

from __future__ import annotations

from ..errors import InvalidState
from .data import (
    ADVERTISER,
    AUTOMATION,
    CARDS,
    CRAFTSMAN,
    ENGINEER,
    GOODS,
    MACHINE_BREAKERS,
    PATENT,
    ROUNDS,
    ROUNDS_PER_DECADE,
    TRACKS,
)
from .flow import game_ends, lowest_portfolio
from .market import (
    distribution_cards,
    distribution_cards_in_use,
    distribution_points,
    quality_cap,
    quality_cards,
    quality_cards_in_use,
    quality_points,
    too_many_distribution_cards,
    too_many_quality_cards,
)
from .moves import can_develop
from .production import most_ships, output, ships_owned, units, warehouse_sizes
from .reasons import can_take, development_decade
from .setup import pick_order, picks_made, picks_possible
from .state import Factory, Position

SET_UP = ("goods", "points")
DEVELOPING = ("develop", "patent_step", "lower", "take", "engineer")
BEFORE_TURNS = ("goods", "points", "event", "break", "start")


def need(condition: bool, sentence: str) -> None:
    if not condition:
        raise InvalidState(sentence)


def within(value: int, low: int, high: int, field: str) -> None:
    if not low <= value <= high:
        raise InvalidState(f"{field} must be {low} to {high}, not {value}")


def check_invariants(pos: Position) -> None:
    """Raises InvalidState where a piece is missing, doubled or impossible."""
    check_frame(pos)
    check_who_acts(pos)
    for player in range(pos.config.players):
        check_board(pos, player)
        for good in range(GOODS):
            check_factory(pos, player, good)
        check_values(pos, player)
        check_warehouses(pos, player)
    check_cards(pos)
    check_events(pos)
    check_bankrupt(pos)
    check_step(pos)
    check_round(pos)
    PHASE_CHECKS[pos.phase](pos)


def in_production(pos: Position) -> bool:
    """Whether a ship decision of the Production phase (not of Extra Production) is pending."""
    return pos.phase == "ship" and pos.producing == pos.active_good


# --- the market board and the frame -------------------------------------------------------------------------------


def check_frame(pos: Position) -> None:
    tables, config = pos.config.tables, pos.config
    within(pos.round + 1, 1, ROUNDS, "round")
    within(pos.start_player, 0, config.players - 1, "start_player")
    need(pos.round > 0 or pos.start_player == 0, "start_player must be 0 in round 1")
    for good, demand in enumerate(pos.demand):
        within(demand, tables["demand", "low"], tables["demand", "high"], f"demand of {tables.goods[good]}")
    within(pos.wage_space + 1, 1, len(config.setup.wages), "wage_space")
    need((pos.neutral is None) == (config.setup.neutral is None), "neutral does not fit the number of players")
    for appeal in pos.neutral or []:
        within(appeal, 0, tables["appeal", "top"], "neutral")


def check_who_acts(pos: Position) -> None:
    if pos.phase in ("event", "over"):
        need(pos.player == -1, "current_player must be nobody in this phase")
        return
    within(pos.player, 0, pos.config.players - 1, "current_player")
    need(pos.seats[pos.player].solvent, "current_player is bankrupt")


def check_events(pos: Position) -> None:
    if not pos.config.events:
        need(pos.event is None and not pos.events_shown, "events_shown must be empty: the game is without events")
        return
    before = pos.phase in ("goods", "points", "event", "start")
    need(len(pos.events_shown) == pos.decade - before, "events_shown does not fit the round")
    need((pos.event is None) if before else (pos.event in pos.events_shown), "event does not fit events_shown")


# --- a player's board ---------------------------------------------------------------------------------------------


def check_board(pos: Position, player: int) -> None:
    tables, seat, name = pos.config.tables, pos.seats[player], f"of seat {player + 1}"
    within(seat.cash, 0, 2_000_000_000, f"cash {name}")
    within(seat.shares, 0, tables["shares", "holding_cap"], f"shares {name}")
    within(seat.share_value, 1, tables["shares", "value_cap"], f"share_value {name}")
    within(seat.loans, 0, tables["limits", "loans"], f"loans {name}")
    within(seat.ship_tokens, 0, tables["limits", "ship_tokens"], f"ship_tokens {name}")
    for track in range(TRACKS):
        level = seat.levels[track]
        within(level, 0, len(tables.track(track)) - 1, f"levels {name}")
        latest = pos.decade + tables["card_effects", "patent_decades"]
        need(level == 0 or tables.gates[level - 1] <= latest, f"levels {name} hold a level that is not open yet")
    within(seat.ships_used, 0, min(ships_owned(pos, player), seat.ship_tokens), f"ships_used {name}")
    need(pos.config.expert_actions or not seat.extra_used, f"extra_used {name}: the game is without expert actions")
    need(PATENT in seat.cards or not seat.patent_used, f"patent_used {name} without the card")
    pending = pos.phase == "engineer" and pos.player == player
    placed = ENGINEER in seat.cards and not pending
    need((seat.engineer is not None) == placed, f"engineer {name} does not fit the cards")
    need(placed or not seat.engineer_turned, f"engineer_turned {name} without the token")


def check_factory(pos: Position, player: int, good: int) -> None:
    tables, seat = pos.config.tables, pos.seats[player]
    factory, name = seat.factories[good], f"of {tables.goods[good]} of seat {player + 1}"
    if not factory.is_open:
        need(factory == Factory(), f"there is no factory {name}, but something in it")
        need(seat.engineer != good, f"engineer stands where there is no factory {name}")
        return
    within(factory.decade, 1, pos.decade, f"decade {name}")
    within(factory.worker_cards, 0, tables["limits", "worker_cards"], f"worker_cards {name}")
    for card in (0, 1):
        within(factory.machines[card], 0, units(pos, factory, card), f"machines {name}")
    within(factory.quality, 0, quality_cap(pos, player, good), f"quality {name}")
    within(factory.distribution, 0, tables["limits", "distribution_cap"], f"distribution {name}")
    within(factory.appeal, 0, tables["appeal", "top"], f"appeal {name}")


def check_values(pos: Position, player: int) -> None:
    """R17: a card too many is in use only in ``lower``, by the card just given up."""
    quality, distribution = quality_cards(pos, player), distribution_cards(pos, player)
    if pos.phase == "lower" and pos.player == player:
        effects = pos.config.tables
        quality += effects["card_effects", "craftsman_cards"] if pos.given_up == CRAFTSMAN else 0
        distribution += effects["card_effects", "advertiser_cards"] if pos.given_up == ADVERTISER else 0
    need(quality_cards_in_use(pos, player) <= quality, f"seat {player + 1} uses too many Quality cards")
    need(distribution_cards_in_use(pos, player) <= distribution, f"seat {player + 1} uses too many Distribution cards")


def check_warehouses(pos: Position, player: int) -> None:
    seat, name = pos.seats[player], f"warehouses of seat {player + 1}"
    for warehouse, size in zip(seat.warehouses, warehouse_sizes(pos, player), strict=True):
        if warehouse.good is None:
            need(warehouse.goods == 0, f"{name} hold goods of no kind")
            continue
        within(warehouse.goods, 1, size, name)
        need(seat.factories[warehouse.good].is_open, f"{name} hold a good without a factory")


def check_cards(pos: Position) -> None:
    """Every copy is in the supply or with a player; nobody has more cards than the Office allows."""
    tables = pos.config.tables
    for card in range(CARDS):
        there = pos.supply[card] + sum(card in seat.cards for seat in pos.seats)
        copies = pos.config.setup.copies if tables.card_decades[card] <= pos.decade else 0
        name = tables.card_names[card]
        need(pos.supply[card] >= 0 and there == copies, f"supply: there must be {copies} copies of {name} in all")
    for player, seat in enumerate(pos.seats):
        limit = pos.card_limit(player)
        if pos.phase in ("lower", "take") and pos.player == player:
            need(len(seat.cards) == limit - 1, f"cards of seat {player + 1} must be one under the limit")
        need(len(seat.cards) <= limit, f"cards of seat {player + 1} are over the limit")


def check_bankrupt(pos: Position) -> None:
    """R42: nothing of a bankrupt seat plays a part any more."""
    for player, seat in enumerate(pos.seats):
        if seat.bankrupt_round is None:
            continue
        latest = pos.round + (pos.phase not in BEFORE_TURNS)
        within(seat.bankrupt_round, 1, latest, f"bankrupt_round of seat {player + 1}")
        this_round = seat.bankrupt_round == pos.round + 1
        if this_round and pos.phase != "over":
            possible = pos.config.expert_actions or in_production(pos)
            need(possible, f"bankrupt_round of seat {player + 1}: nobody can have left in this round yet")
        need(seat.cash == 0 and seat.price is None, f"seat {player + 1} is bankrupt, but has cash or a price")
        if not (in_production(pos) and seat.sold is not None):
            bare = all(factory.appeal == 0 for factory in seat.factories)
            need(bare, f"seat {player + 1} is bankrupt, but has appeal markers")
    starter = pos.seats[pos.start_player]
    left_since = starter.bankrupt_round == pos.round + (pos.phase != "start")
    need(starter.solvent or left_since, "start_player is bankrupt")


# --- what a pending action or production keeps --------------------------------------------------------------------


def check_step(pos: Position) -> None:
    need(pos.kind is None or pos.phase == "action", "kind must be null outside the phase action")
    need(pos.kind != "early" or pos.config.expert_actions, "kind: Early Shipping is not in this game")
    check_used(pos)
    seat = pos.seats[pos.player] if pos.player >= 0 else None
    need(not pos.built or pos.kind == "build", "built without a build action")
    moved = pos.token_moved or pos.card_turned
    need(not moved or pos.kind == "quality", "token_moved or card_turned without a quality action")
    if seat is not None and moved:
        need(seat.engineer is not None, "token_moved or card_turned without the Engineer")
        need(seat.engineer_turned == pos.card_turned, "engineer_turned does not fit the action")
    need(not pos.set_factories or pos.kind in ("quality", "distribution"), "set_factories without such an action")
    if pos.kind in ("quality", "distribution"):
        need(bool(pos.set_factories) or moved, "set_factories is empty, but the action has begun")
    if seat is not None:
        need(
            all(seat.factories[g].is_open for g in pos.set_factories), "set_factories names a factory that is not open"
        )
    check_begun(pos)
    need((pos.producing is not None) == (pos.phase == "ship"), "producing belongs to the phase ship")
    need(pos.phase == "ship" or pos.rest == 0, "rest must be 0 outside the phase ship")
    need(
        (pos.given_up is not None) == (pos.phase in ("lower", "take")), "given_up belongs to the phases lower and take"
    )


def check_used(pos: Position) -> None:
    tables, low, high = pos.config.tables, 0, 0
    if pos.phase == "points":
        high = tables["expert", "points"] - 1
    elif pos.phase == "patent_step":
        high = tables["card_effects", "patent_steps"] - 1
    elif pos.kind == "automate":
        low, high = 1, pos.track(pos.player, AUTOMATION)
    elif pos.kind == "quality":
        low = tables["card_effects", "engineer_cost"] * (pos.token_moved + pos.card_turned)
        high = quality_points(pos, pos.player)
    elif pos.kind == "distribution":
        high = distribution_points(pos, pos.player)
    within(pos.used, low, high, "used")


def check_begun(pos: Position) -> None:
    if not pos.begun:
        return
    need(pos.kind == "automate", "begun without an automate action")
    for good, card in pos.begun:
        factory = pos.seats[pos.player].factories[good]
        half = units(pos, factory, card) == 2 and factory.machines[card] == 1
        need(half, "begun names a card that is not half done")
    left = pos.track(pos.player, AUTOMATION) - pos.used
    need(len(pos.begun) <= min(left + 1, pos.used), "begun has more cards than can be finished")


def check_round(pos: Position) -> None:
    """Who has set a price, and who has sold, follows from the phase and the turn order."""
    later = set(pos.later_in_turn_order(pos.player)) if pos.player >= 0 else set()
    for player, seat in enumerate(pos.seats):
        price_made = player not in later and (player != pos.player or pos.phase in DEVELOPING)
        if pos.phase in BEFORE_TURNS or pos.phase == "over":
            price_made = False
        if in_production(pos):
            price_made = True
        producer = seat.solvent and seat.factories[pos.active_good].is_open
        need(
            (seat.price is not None) == (price_made and producer), f"price of seat {player + 1} does not fit the phase"
        )
        within(seat.price or 0, 0, 31, f"price of seat {player + 1}")
        check_sold(pos, player, player in later)


def check_sold(pos: Position, player: int, later: bool) -> None:
    seat = pos.seats[player]
    is_open = seat.factories[pos.active_good].is_open
    within(seat.sold or 0, 0, pos.config.tables["appeal", "top"], f"sold of seat {player + 1}")
    if not in_production(pos):
        wanted = False
    elif seat.solvent:
        wanted = is_open and not later
    else:  # bankrupt in this production, or before it
        before = (player - pos.start_player) % pos.config.players < (pos.player - pos.start_player) % pos.config.players
        wanted = seat.sold is not None and is_open and before and seat.bankrupt_round == pos.round + 1
    need((seat.sold is not None) == wanted, f"sold of seat {player + 1} does not fit the phase")


# --- phase by phase -----------------------------------------------------------------------------------------------


def goes_on(pos: Position) -> None:
    """Outside set-up and end: the game is not over, and everybody has two factories."""
    need(in_production(pos) or not game_ends(pos), "phase must be over: at most one player is solvent")
    for player, seat in enumerate(pos.seats):
        count = sum(factory.is_open for factory in seat.factories)
        need(count >= 2, f"seat {player + 1} must have two factories or more")


def at_decade_start(pos: Position) -> None:
    goes_on(pos)
    need(pos.round % ROUNDS_PER_DECADE == 0, f"round: {pos.phase} belongs to the first round of a decade")


def check_goods(pos: Position) -> None:
    config = pos.config
    need(config.expert_setup and pos.round == 0, "phase goods belongs to the expert set-up")
    order, made = pick_order(config.players), picks_made(pos)
    need(made < len(order) and order[made] == pos.player, "current_player is not the one to choose a good")
    held = [{g for g in range(GOODS) if seat.factories[g].is_open} for seat in pos.seats]
    for player, goods in enumerate(held):
        need(len(goods) == order[:made].count(player), f"seat {player + 1} has not the goods of its picks")
    takers = config.tables.raw["expert"]["takers"][config.players - 1]
    for good in range(GOODS):
        need(sum(good in goods for goods in held) <= takers, "too many players begin with the same good")
    need(picks_possible(order[made:], held, takers), "the other starting goods cannot be chosen any more")


def check_points(pos: Position) -> None:
    need(pos.config.expert_setup and pos.round == 0, "phase points belongs to the expert set-up")
    for player, seat in enumerate(pos.seats):
        count = sum(factory.is_open for factory in seat.factories)
        need(count == 2, f"seat {player + 1} must have two factories")


def check_event(pos: Position) -> None:
    at_decade_start(pos)
    need(pos.config.events, "phase event: the game is without events")


def check_break(pos: Position) -> None:
    at_decade_start(pos)
    need(pos.event == MACHINE_BREAKERS, "phase break belongs to the Machine breakers")
    machines = sum(sum(factory.machines) for factory in pos.seats[pos.player].factories)
    need(machines > 0, "current_player has no machine to break")


def check_price(pos: Position) -> None:
    goes_on(pos)
    need(pos.seats[pos.player].factories[pos.active_good].is_open, "phase price without a factory of the active good")


def check_develop(pos: Position) -> None:
    goes_on(pos)
    need(can_develop(pos), "phase develop: there is nothing to develop")


def check_patent_step(pos: Position) -> None:
    goes_on(pos)
    need(pos.seats[pos.player].patent_used, "phase patent_step without a used Patent")
    open_tracks = pos.any_track_open(pos.player, development_decade(pos, pos.player))
    need(open_tracks, "phase patent_step: no track is open")


def check_take(pos: Position) -> None:
    goes_on(pos)
    given_up = pos.given_up
    assert given_up is not None
    need(given_up not in pos.seats[pos.player].cards, "given_up is a card that is still held")
    need(pos.supply[given_up] > 0, "given_up is not in the supply")
    need(any(can_take(pos, pos.player, card) for card in range(CARDS)), f"phase {pos.phase}: no card can be taken")


def check_lower(pos: Position) -> None:
    check_take(pos)
    too_many = too_many_quality_cards(pos, pos.player) or too_many_distribution_cards(pos, pos.player)
    need(too_many, "phase lower: no card is missing")


def check_engineer(pos: Position) -> None:
    goes_on(pos)
    need(ENGINEER in pos.seats[pos.player].cards, "phase engineer without the card")


def check_ship(pos: Position) -> None:
    goes_on(pos)
    seat, good = pos.seats[pos.player], pos.producing
    assert good is not None
    need(pos.config.shipping_optional, "phase ship: ships are no choice in this game")
    need(seat.factories[good].is_open, "producing names a factory that is not open")
    within(pos.rest, 1, output(pos, pos.player, good), "rest")
    need(most_ships(pos, pos.player, pos.rest) > 0, "phase ship: no ship is available")
    if good != pos.active_good:
        need(seat.extra_used, "producing: an Extra Production, but extra_used is false")
        need(seat.factories[good].worker_cards > 0, "producing: Extra Production needs a worker card")


def check_start(pos: Position) -> None:
    at_decade_start(pos)
    choice = pos.round > 0 and pos.config.starter_chooses and pos.config.players > 1
    need(choice, "phase start: there is no start player to choose")
    need(pos.player == lowest_portfolio(pos), "current_player is not the one to choose the start player")


def check_over(pos: Position) -> None:
    need(game_ends(pos) or pos.round + 1 == ROUNDS, "phase over: the game goes on")


PHASE_CHECKS = {
    "goods": check_goods,
    "points": check_points,
    "event": check_event,
    "break": check_break,
    "action": goes_on,
    "loan": goes_on,
    "price": check_price,
    "develop": check_develop,
    "patent_step": check_patent_step,
    "lower": check_lower,
    "take": check_take,
    "engineer": check_engineer,
    "ship": check_ship,
    "start": check_start,
    "over": check_over,
}
