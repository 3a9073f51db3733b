"""What holds between the fields of a position: see ``check_invariants`` on the game's page.

What a field alone can be is declared with it, in ``fields``.
"""

from __future__ import annotations

from ..errors import InvalidState
from ..fields import require
from ..wording import counted
from .data import ADVERTISER, AUTOMATION, CRAFTSMAN, ENGINEER, MACHINE_BREAKERS, PATENT, TRACKS
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
from .reasons import begun_rests, can_finish, can_take, development_decade
from .setup import goods_held, pick_order, picks_made, picks_possible
from .state import Factory, Position

SET_UP = ("goods", "points")
DEVELOPING = ("develop", "patent_step", "lower", "take", "engineer")
BEFORE_TURNS = ("goods", "points", "event", "break", "start")


def within(value: int, low: int, high: int, field: str) -> None:
    if not low <= value <= high:
        raise InvalidState(f"{field} must be {low} to {high}, not {value}")


def check(s: Position) -> None:
    """Raises InvalidState where a piece is missing, doubled or impossible."""
    check_frame(s)
    check_who_acts(s)
    for player in range(s.game.num_players):
        check_board(s, player)
        for good in range(len(s.demand)):
            check_factory(s, player, good)
        check_values(s, player)
        check_warehouses(s, player)
    check_cards(s)
    check_events(s)
    check_bankrupt(s)
    check_step(s)
    check_round(s)
    PHASE_CHECKS[s.phase](s)


def in_production(s: Position) -> bool:
    """Whether a ship decision of the Production phase (not of Extra Production) is pending."""
    return s.phase == "ship" and s.producing == s.active_good


# --- the market board and the frame -------------------------------------------------------------------------------


def check_frame(s: Position) -> None:
    require(s.round > 0 or s.start_player == 0, "start_player must be 0 in round 1")
    require((s.neutral is None) == (s.game.setup.neutral is None), "neutral does not fit the number of players")


def check_who_acts(s: Position) -> None:
    if s.phase in ("event", "over"):
        require(s.player == -1, "current_player must be nobody in this phase")
        return
    within(s.player, 0, s.game.num_players - 1, "current_player")
    require(s.seats[s.player].solvent, "current_player is bankrupt")


def check_events(s: Position) -> None:
    if not s.game.events:
        require(s.event is None and not s.events_shown, "events_shown must be empty: the game is without events")
        return
    before, events = s.phase in ("goods", "points", "event", "start"), len(s.game.data.event_names)
    require(len(s.events_shown) == min(s.decade - before, events), "events_shown does not fit the round")
    none = before or s.decade > events  # R56
    require((s.event is None) if none else (s.event in s.events_shown), "event does not fit events_shown")


# --- a player's board ---------------------------------------------------------------------------------------------


def check_board(s: Position, player: int) -> None:
    data, seat, name = s.game.data, s.seats[player], f"of seat {player + 1}"
    for track in range(TRACKS):
        level = seat.levels[track]
        within(level, 0, len(data.track(track)) - 1, f"levels {name}")
        latest = s.decade + data["card_effects", "patent_decades"]
        require(level == 0 or data.gates[level - 1] <= latest, f"levels {name} hold a level that is not open yet")
    within(seat.ships_used, 0, min(ships_owned(s, player), seat.ship_tokens), f"ships_used {name}")
    require(s.game.expert_actions or not seat.extra_used, f"extra_used {name}: the game is without expert actions")
    require(s.holds(player, PATENT) or not seat.patent_used, f"patent_used {name} without the card")
    pending = s.phase == "engineer" and s.player == player
    placed = s.holds(player, ENGINEER) and not pending
    require((seat.engineer is not None) == placed, f"engineer {name} does not fit the cards")
    require(placed or not seat.engineer_turned, f"engineer_turned {name} without the token")


def check_factory(s: Position, player: int, good: int) -> None:
    seat = s.seats[player]
    factory, name = seat.factories[good], f"of {s.game.data.goods[good]} of seat {player + 1}"
    if not factory.is_open:
        require(factory == Factory.opened(s.game.data, 0), f"there is no factory {name}, but something in it")
        require(seat.engineer != good, f"engineer stands where there is no factory {name}")
        return
    within(factory.decade, 1, s.decade, f"decade {name}")
    for card, machines in enumerate(factory.machines):
        within(machines, 0, units(s, factory, card), f"machines {name}")
    within(factory.quality, 0, quality_cap(s, player, good), f"quality {name}")


def check_values(s: Position, player: int) -> None:
    """R17: a card too many is in use only in ``lower``, by the card just given up."""
    quality, distribution = quality_cards(s, player), distribution_cards(s, player)
    if s.phase == "lower" and s.player == player:
        data, given_up = s.game.data, s.given_up
        number = None if given_up is None else data.card_numbers[given_up]
        quality += data["card_effects", "craftsman_cards"] if number == CRAFTSMAN else 0
        distribution += data["card_effects", "advertiser_cards"] if number == ADVERTISER else 0
    require(quality_cards_in_use(s, player) <= quality, f"seat {player + 1} uses too many Quality cards")
    require(distribution_cards_in_use(s, player) <= distribution, f"seat {player + 1} uses too many Distribution cards")


def check_warehouses(s: Position, player: int) -> None:
    seat, name = s.seats[player], f"warehouses of seat {player + 1}"
    for warehouse, size in zip(seat.warehouses, warehouse_sizes(s, player), strict=True):
        if warehouse.good is None:
            require(warehouse.goods == 0, f"{name} hold goods of no kind")
            continue
        within(warehouse.goods, 1, size, name)
        require(seat.factories[warehouse.good].is_open, f"{name} hold a good without a factory")


def check_cards(s: Position) -> None:
    """Every copy is in the supply or with a player; nobody has more cards than the Office allows."""
    data = s.game.data
    for card in range(len(s.supply)):
        there = s.supply[card] + sum(card in seat.cards for seat in s.seats)
        copies = s.game.setup.copies if data.card_decades[card] <= s.decade else 0
        name = data.card_names[card]
        require(there == copies, f"supply: there must be {counted(copies, 'copy')} of {name} in all")
    for player, seat in enumerate(s.seats):
        limit = s.card_limit(player)
        if s.phase in ("lower", "take") and s.player == player:
            require(len(seat.cards) == limit - 1, f"cards of seat {player + 1} must be one under the limit")
        require(len(seat.cards) <= limit, f"cards of seat {player + 1} are over the limit")


def check_bankrupt(s: Position) -> None:
    """R42: nothing of a bankrupt seat plays a part any more."""
    for player, seat in enumerate(s.seats):
        if seat.bankrupt_round is None:
            continue
        latest = s.round + (s.phase not in BEFORE_TURNS)
        within(seat.bankrupt_round, 1, latest, f"bankrupt_round of seat {player + 1}")
        this_round = seat.bankrupt_round == s.round + 1
        if this_round and s.phase != "over":
            possible = s.game.expert_actions or in_production(s)
            require(possible, f"bankrupt_round of seat {player + 1}: nobody can have left in this round yet")
        require(seat.cash == 0 and seat.price is None, f"seat {player + 1} is bankrupt, but has cash or a price")
        if not (in_production(s) and seat.sold is not None):
            bare = all(factory.appeal == 0 for factory in seat.factories)
            require(bare, f"seat {player + 1} is bankrupt, but has appeal markers")
    starter = s.seats[s.start_player]
    left_since = starter.bankrupt_round == s.round + (s.phase != "start")
    require(starter.solvent or left_since, "start_player is bankrupt")


# --- what a pending action or production keeps --------------------------------------------------------------------


def check_step(s: Position) -> None:
    require(s.kind is None or s.phase == "action", "kind must be null outside the phase action")
    require(s.kind != "early" or s.game.expert_actions, "kind: Early Shipping is not in this game")
    check_used(s)
    seat = s.seats[s.player] if s.player >= 0 else None
    require(not s.built or s.kind == "build", "built without a build action")
    moved = s.token_moved or s.card_turned
    require(not moved or s.kind == "quality", "token_moved or card_turned without a quality action")
    if seat is not None and moved:
        require(seat.engineer is not None, "token_moved or card_turned without the Engineer")
        require(seat.engineer_turned == s.card_turned, "engineer_turned does not fit the action")
    require(not s.set_factories or s.kind in ("quality", "distribution"), "set_factories without such an action")
    if s.kind in ("quality", "distribution"):
        require(bool(s.set_factories) or moved, "set_factories is empty, but the action has begun")
    if seat is not None:
        require(
            all(seat.factories[g].is_open for g in s.set_factories), "set_factories names a factory that is not open"
        )
    check_begun(s)
    require((s.producing is not None) == (s.phase == "ship"), "producing belongs to the phase ship")
    require(s.phase == "ship" or s.rest == 0, "rest must be 0 outside the phase ship")
    require((s.given_up is not None) == (s.phase in ("lower", "take")), "given_up belongs to the phases lower and take")


def check_used(s: Position) -> None:
    data, low, high = s.game.data, 0, 0
    if s.phase == "points":
        high = data["expert", "points"] - 1
    elif s.phase == "break":
        high = (s.event_amount(MACHINE_BREAKERS) or 1) - 1
    elif s.phase == "patent_step":
        high = data["card_effects", "patent_steps"] - 1
    elif s.kind == "automate":
        low, high = 1, s.track(s.player, AUTOMATION)
    elif s.kind == "quality":
        low = data["card_effects", "engineer_cost"] * (s.token_moved + s.card_turned)
        high = quality_points(s, s.player)
    elif s.kind == "distribution":
        high = distribution_points(s, s.player)
    within(s.used, low, high, "used")


def check_begun(s: Position) -> None:
    if not s.begun:
        return
    require(s.kind == "automate", "begun without an automate action")
    rests = begun_rests(s)
    for (good, card), rest in rests.items():
        machines = s.seats[s.player].factories[good].machines[card]
        require(rest > 0 and machines > 0, "begun names a card that is not half done")
    left = s.track(s.player, AUTOMATION) - s.used
    added = sum(s.seats[s.player].factories[good].machines[card] for good, card in s.begun)
    require(can_finish(rests, left) and added <= s.used, "begun has more cards than can be finished")


def check_round(s: Position) -> None:
    """Who has set a price, and who has sold, follows from the phase and the turn order."""
    later = set(s.later_in_turn_order(s.player)) if s.player >= 0 else set()
    for player, seat in enumerate(s.seats):
        price_made = player not in later and (player != s.player or s.phase in DEVELOPING)
        if s.phase in BEFORE_TURNS or s.phase == "over":
            price_made = False
        if in_production(s):
            price_made = True
        producer = seat.solvent and seat.factories[s.active_good].is_open
        require(
            (seat.price is not None) == (price_made and producer), f"price of seat {player + 1} does not fit the phase"
        )
        check_sold(s, player, player in later)


def check_sold(s: Position, player: int, later: bool) -> None:
    seat = s.seats[player]
    is_open = seat.factories[s.active_good].is_open
    if not in_production(s):
        wanted = False
    elif seat.solvent:
        wanted = is_open and not later
    else:  # bankrupt in this production, or before it
        before = (player - s.start_player) % s.game.num_players < (s.player - s.start_player) % s.game.num_players
        wanted = seat.sold is not None and is_open and before and seat.bankrupt_round == s.round + 1
    require((seat.sold is not None) == wanted, f"sold of seat {player + 1} does not fit the phase")


# --- phase by phase -----------------------------------------------------------------------------------------------


def goes_on(s: Position) -> None:
    """Outside set-up and end: the game is not over, and everybody has two factories."""
    require(in_production(s) or not game_ends(s), "phase must be over: at most one player is solvent")
    for player, seat in enumerate(s.seats):
        count = sum(factory.is_open for factory in seat.factories)
        require(count >= 2, f"seat {player + 1} must have two factories or more")


def at_decade_start(s: Position) -> None:
    goes_on(s)
    require(s.decade_begins, f"round: {s.phase} belongs to the first round of a decade")


def check_goods(s: Position) -> None:
    game = s.game
    require(game.expert_setup and s.round == 0, "phase goods belongs to the expert set-up")
    order, made = pick_order(game.num_players), picks_made(s)
    require(made < len(order) and order[made] == s.player, "current_player is not the one to choose a good")
    held = goods_held(s)
    for player, goods in enumerate(held):
        require(len(goods) == order[:made].count(player), f"seat {player + 1} has not the goods of its picks")
    takers = game.data.raw["expert"]["takers"][game.num_players - 1]
    for good in range(len(s.demand)):
        require(sum(good in goods for goods in held) <= takers, "too many players begin with the same good")
    require(
        picks_possible(order[made:], held, takers, len(s.demand)), "the other starting goods cannot be chosen any more"
    )


def check_points(s: Position) -> None:
    require(s.game.expert_setup and s.round == 0, "phase points belongs to the expert set-up")
    for player, seat in enumerate(s.seats):
        count = sum(factory.is_open for factory in seat.factories)
        require(count == 2, f"seat {player + 1} must have two factories")


def check_event(s: Position) -> None:
    at_decade_start(s)
    require(s.game.events, "phase event: the game is without events")
    require(s.decade <= len(s.game.data.event_names), "phase event: all events have been shown")


def check_break(s: Position) -> None:
    at_decade_start(s)
    require((s.event_amount(MACHINE_BREAKERS) or 0) > 0, "phase break belongs to the Machine breakers")
    machines = sum(sum(factory.machines) for factory in s.seats[s.player].factories)
    require(machines > 0, "current_player has no machine to break")


def check_price(s: Position) -> None:
    goes_on(s)
    require(s.seats[s.player].factories[s.active_good].is_open, "phase price without a factory of the active good")


def check_develop(s: Position) -> None:
    goes_on(s)
    require(can_develop(s), "phase develop: there is nothing to develop")


def check_patent_step(s: Position) -> None:
    goes_on(s)
    require(s.seats[s.player].patent_used, "phase patent_step without a used Patent")
    open_tracks = s.any_track_open(s.player, development_decade(s, s.player))
    require(open_tracks, "phase patent_step: no track is open")


def check_take(s: Position) -> None:
    goes_on(s)
    given_up = s.given_up
    assert given_up is not None
    require(given_up not in s.seats[s.player].cards, "given_up is a card that is still held")
    require(s.supply[given_up] > 0, "given_up is not in the supply")
    require(any(can_take(s, s.player, card) for card in range(len(s.supply))), f"phase {s.phase}: no card can be taken")


def check_lower(s: Position) -> None:
    check_take(s)
    too_many = too_many_quality_cards(s, s.player) or too_many_distribution_cards(s, s.player)
    require(too_many, "phase lower: no card is missing")


def check_engineer(s: Position) -> None:
    goes_on(s)
    require(s.holds(s.player, ENGINEER), "phase engineer without the card")


def check_ship(s: Position) -> None:
    goes_on(s)
    seat, good = s.seats[s.player], s.producing
    assert good is not None
    require(s.game.shipping_optional, "phase ship: ships are no choice in this game")
    require(seat.factories[good].is_open, "producing names a factory that is not open")
    within(s.rest, 1, output(s, s.player, good), "rest")
    require(most_ships(s, s.player, s.rest) > 0, "phase ship: no ship is available")
    if good != s.active_good:
        require(seat.extra_used, "producing: an Extra Production, but extra_used is false")
        require(seat.factories[good].worker_cards > 0, "producing: Extra Production needs a worker card")


def check_start(s: Position) -> None:
    at_decade_start(s)
    choice = s.round > 0 and s.game.starter_chooses and s.game.num_players > 1
    require(choice, "phase start: there is no start player to choose")
    require(s.player == lowest_portfolio(s), "current_player is not the one to choose the start player")


def check_over(s: Position) -> None:
    require(game_ends(s) or s.round + 1 == s.game.data.rounds, "phase over: the game goes on")


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
