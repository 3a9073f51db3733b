"""Why an action is not legal: for each the first reason against it, by phase and kind; legal is what has none.

The order of the reasons and their sentences are those of "Why an action is not legal" on the game's page.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalAction
from .data import AUTOMATION, CARDS, ENGINEER, GOODS, PATENT
from .market import (
    cards_for_quality,
    distribution_cards,
    distribution_cards_in_use,
    distribution_points,
    price_range,
    quality_cap,
    quality_cards,
    quality_cards_in_use,
    quality_points,
    too_many_distribution_cards,
    too_many_quality_cards,
)
from .production import most_ships, ships_available, still_produced, units
from .setup import pick_order, picks_made, picks_possible
from .state import Position
from .table import Action, action_text

Reason = IllegalAction | None


def no(code: str, rule: str | None, sentence: str) -> IllegalAction:
    return IllegalAction(sentence, code, rule)


def why_not(pos: Position, action: Action) -> Reason:
    """Why the action is not legal for the player to act, None if it is."""
    check = CHECKS.get((pos.phase, action.what))
    if check is None:
        text = action_text(action, pos.config.tables)
        return no("wrong_phase", None, f"{text} is not a choice now: the phase is {pos.phase}")
    if pos.phase == "action" and pos.kind is not None and KIND_OF[action.what] not in (pos.kind, "done"):
        text = action_text(action, pos.config.tables)
        return no("other_kind", "R9", f"{text} is no step of the action begun: {pos.kind}")
    return check(pos, action)


# The kind of action that a step belongs to; stock and extra are whole actions.
KIND_OF = {
    "build": "build",
    "upgrade": "build",
    "employ": "employ",
    "automate": "automate",
    "quality": "quality",
    "engineer_to": "quality",
    "engineer_turn": "quality",
    "distribution": "distribution",
    "early": "early",
    "stock": "stock",
    "extra": "extra",
    "done": "done",
}


def good_name(pos: Position, good: int) -> str:
    return pos.config.tables.goods[good]


def not_open(pos: Position, good: int, rule: str) -> Reason:
    if pos.seats[pos.player].factories[good].is_open:
        return None
    return no("not_open", rule, f"you have no {good_name(pos, good)} factory")


# --- expert set-up (R5, R6) ---------------------------------------------------------------------------------------


def why_not_good(pos: Position, action: Action) -> Reason:
    good, name = action.a, good_name(pos, action.a)
    held = [{g for g in range(GOODS) if seat.factories[g].is_open} for seat in pos.seats]
    takers = pos.config.tables.raw["expert"]["takers"][pos.config.players - 1]
    if good in held[pos.player]:
        return no("good_held", "R5", f"{name} is among your starting goods already")
    if sum(good in goods for goods in held) >= takers:
        return no("good_full", "R5", f"no more players may begin with {name}")
    rest = pick_order(pos.config.players)[picks_made(pos) + 1 :]
    held[pos.player].add(good)
    if not picks_possible(rest, held, takers):
        return no("blocks_others", "R5", f"after {name} the other choices could not all be made")
    return None


def why_not_point_employ(pos: Position, action: Action) -> Reason:
    return not_open(pos, action.a, "R6") or crew_full(pos, action.a, "R6")


def why_not_point_quality(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    wanted = pos.seats[pos.player].factories[good].quality + pos.config.tables["expert", "point_quality"]
    if reason := not_open(pos, good, "R6"):
        return reason
    if value != wanted:
        return no("wrong_value", "R6", f"a point raises Quality of {good_name(pos, good)} to {wanted}")
    return over_quality_cap(pos, good, value)


def why_not_point_distribution(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    wanted = pos.seats[pos.player].factories[good].distribution + pos.config.tables["expert", "point_distribution"]
    if reason := not_open(pos, good, "R6"):
        return reason
    if value != wanted:
        return no("wrong_value", "R6", f"a point raises Distribution of {good_name(pos, good)} to {wanted}")
    return over_distribution_cap(pos, good, value)


def why_not_point_board(pos: Position, action: Action) -> Reason:
    level = pos.seats[pos.player].levels[action.a] + 1
    if level <= pos.config.tables["expert", "point_level"] and pos.track_open(pos.player, action.a, 1):
        return None
    return no("top_level", "R6", f"{pos.config.tables.track_names[action.a]} can go no further in the set-up")


def always(_pos: Position, _action: Action) -> Reason:
    return None


# --- Machine breakers (R8) ----------------------------------------------------------------------------------------


def why_not_break(pos: Position, action: Action) -> Reason:
    good, card = action.a, action.b
    if reason := not_open(pos, good, "R8"):
        return reason
    if pos.seats[pos.player].factories[good].machines[card] == 0:
        return no("no_machine", "R8", f"card {card + 1} of {good_name(pos, good)} has no machine")
    return None


# --- build, employ, automate (R10 to R15) -------------------------------------------------------------------------


def why_not_build(pos: Position, action: Action) -> Reason:
    if pos.seats[pos.player].factories[action.a].is_open:
        return no("already_open", "R10", f"your {good_name(pos, action.a)} factory is open already")
    return no_more_production(pos, action.a, "R10")


def no_more_production(pos: Position, good: int, rule: str) -> Reason:
    if still_produced(pos, good):
        return None
    return no("no_more_production", rule, f"{good_name(pos, good)} is not produced any more")


def why_not_upgrade(pos: Position, action: Action) -> Reason:
    if reason := not_open(pos, action.a, "R10"):
        return reason
    if pos.seats[pos.player].factories[action.a].decade == pos.decade:
        return no("newest_tile", "R10", f"{good_name(pos, action.a)} has the tile of this decade already")
    return None


def crew_full(pos: Position, good: int, rule: str) -> Reason:
    if pos.seats[pos.player].factories[good].worker_cards < pos.config.tables["limits", "worker_cards"]:
        return None
    return no("crew_full", rule, f"{good_name(pos, good)} has no place for a worker card")


def why_not_employ(pos: Position, action: Action) -> Reason:
    good = action.a
    return not_open(pos, good, "R13") or crew_full(pos, good, "R13") or no_more_production(pos, good, "R13")


def why_not_automate(pos: Position, action: Action) -> Reason:
    good, card = action.a, action.b
    factory = pos.seats[pos.player].factories[good]
    if reason := not_open(pos, good, "R14"):
        return reason
    workers, machines = units(pos, factory, card), factory.machines[card]
    if machines == workers:
        sentence = f"card {card + 1} of {good_name(pos, good)} has no worker to replace"
        return no("no_worker", "R14", sentence)
    limit = pos.track(pos.player, AUTOMATION)
    left, begun = limit - pos.used, len(pos.begun)
    if left == 0:
        return no("limit_used", "R14", f"all {limit} machines of this action are used")
    if (good, card) in pos.begun:
        return None
    opens = workers == 2 and machines == 0
    if begun + opens > left:  # R15: what is begun, this card included, must still be finished but for one
        return no("finish_card", "R15", "a card that was begun must be finished first")
    return None


# --- Quality and Distribution (R16 to R19) ------------------------------------------------------------------------


def why_not_quality(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if reason := not_open(pos, good, "R16"):
        return reason
    present = pos.seats[pos.player].factories[good].quality
    left = quality_points(pos, pos.player) - pos.used
    if reason := why_not_set(pos, good, "Quality", "R16", present, value, left):
        return reason
    return over_quality_cap(pos, good, value)


def why_not_distribution(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if reason := not_open(pos, good, "R19"):
        return reason
    present = pos.seats[pos.player].factories[good].distribution
    left = distribution_points(pos, pos.player) - pos.used
    if reason := why_not_set(pos, good, "Distribution", "R19", present, value, left):
        return reason
    return over_distribution_cap(pos, good, value)


def why_not_set(pos: Position, good: int, word: str, rule: str, present: int, value: int, left: int) -> Reason:
    """The reasons that Quality and Distribution share."""
    name = good_name(pos, good)
    if good in pos.set_factories:
        return no("set_already", rule, f"{name} has been set in this action already")
    if value == present:
        return no("no_change", rule, f"{name} has {word} {value} already")
    if value - present > left:
        return no("points", rule, f"raising {name} to {word} {value} costs {value - present}, {left} left")
    return None


def over_quality_cap(pos: Position, good: int, value: int) -> Reason:
    player = pos.player
    cap = quality_cap(pos, player, good)
    if value > cap:
        return no("cap", "R17", f"Quality of {good_name(pos, good)} stops at {cap}")
    present = pos.seats[player].factories[good].quality
    in_use = quality_cards_in_use(pos, player) - cards_for_quality(pos, present) + cards_for_quality(pos, value)
    if in_use > quality_cards(pos, player):
        return no("no_card", "R17", "you have no more Quality cards")
    return None


def over_distribution_cap(pos: Position, good: int, value: int) -> Reason:
    player = pos.player
    cap = pos.config.tables["limits", "distribution_cap"]
    if value > cap:
        return no("cap", "R17", f"Distribution of {good_name(pos, good)} stops at {cap}")
    present = pos.seats[player].factories[good].distribution
    in_use = distribution_cards_in_use(pos, player) - (present > 0) + (value > 0)
    if in_use > distribution_cards(pos, player):
        return no("no_card", "R17", "you have no more Distribution cards")
    return None


def no_engineer(pos: Position) -> Reason:
    if ENGINEER in pos.seats[pos.player].cards:
        return None
    return no("no_engineer", "R18", f"you do not hold {pos.config.tables.card_names[ENGINEER]}")


def quality_high(pos: Position, most: int) -> Reason:
    """Refuses while the Quality where the Engineer is exceeds ``most``."""
    at = pos.seats[pos.player].engineer
    assert at is not None
    if pos.seats[pos.player].factories[at].quality <= most:
        return None
    return no("quality_high", "R18", f"Quality of {good_name(pos, at)} must be {most} or less first")


def engineer_points(pos: Position, doing: str) -> Reason:
    cost = pos.config.tables["card_effects", "engineer_cost"]
    left = quality_points(pos, pos.player) - pos.used
    return no("points", "R18", f"{doing} costs {cost}, {left} left") if cost > left else None


def why_not_engineer_to(pos: Position, action: Action) -> Reason:
    if reason := no_engineer(pos) or not_open(pos, action.a, "R18"):
        return reason
    if pos.seats[pos.player].engineer == action.a:
        return no("engineer_there", "R18", f"the token is at {good_name(pos, action.a)} already")
    if pos.token_moved or pos.card_turned:
        return no("engineer_done", "R18", "the token cannot move any more in this action")
    most = pos.config.tables["limits", "quality_cap"]
    return quality_high(pos, most) or engineer_points(pos, "moving the token")


def why_not_engineer_turn(pos: Position, _action: Action) -> Reason:
    if reason := no_engineer(pos):
        return reason
    if pos.seats[pos.player].engineer_turned:
        return no("turned", "R18", "the card shows its second side already")
    tables = pos.config.tables
    most = tables["limits", "engineer_quality_cap"] - tables["card_effects", "engineer_turned"]
    return quality_high(pos, most) or engineer_points(pos, "turning the card")


# --- Stock Exchange, expert actions, done (R20 to R23) ------------------------------------------------------------


def why_not_stock(pos: Position, action: Action) -> Reason:
    seat, cost = pos.seats[pos.player], action.a * pos.seats[pos.player].share_value
    if cost > seat.cash:
        return no("cash", "R20", f"buying {action.a} costs £{cost}, you have £{seat.cash}")
    most = pos.config.tables["shares", "holding_cap"]
    if seat.shares + action.a > most:
        return no("holding", "R20", f"nobody holds more than {most} shares")
    return None


def why_not_loan(pos: Position, action: Action) -> Reason:
    free = pos.config.tables["limits", "loans"] - pos.seats[pos.player].loans
    return no("loan_spaces", "R21", f"you have {free} free loan spaces") if action.a > free else None


def why_not_extra(pos: Position, action: Action) -> Reason:
    name = good_name(pos, action.a)
    if not pos.config.expert_actions:
        return no("expert_only", "R22", "Extra Production is not in this game")
    if reason := not_open(pos, action.a, "R22"):
        return reason
    if action.a == pos.active_good:
        return no("active_good", "R22", f"{name} is produced in this round anyway")
    if pos.seats[pos.player].factories[action.a].worker_cards == 0:
        return no("no_crew", "R22", f"{name} has no worker card")
    if pos.seats[pos.player].extra_used:
        return no("extra_used", "R22", "you have had your Extra Production of this decade")
    return None


def why_not_early(pos: Position, action: Action) -> Reason:
    if not pos.config.expert_actions:
        return no("expert_only", "R23", "Early Shipping is not in this game")
    if pos.stored(pos.player, action.a) == 0:
        return no("nothing_stored", "R23", f"you have no {good_name(pos, action.a)} in store")
    if ships_available(pos, pos.player) <= 0:
        return no("no_ship", "R23", "you have no ship available")
    return None


def why_not_done(pos: Position, _action: Action) -> Reason:
    if pos.kind is None:
        return no("nothing_begun", "R9", "done ends an action, and none has been begun")
    left = pos.track(pos.player, AUTOMATION) - pos.used
    if pos.begun and not (len(pos.begun) == 1 and left == 0):
        return no("finish_card", "R15", "a card that was begun must be finished first")
    return None


# --- price and development (R24 to R32) ---------------------------------------------------------------------------


def development_decade(pos: Position, player: int) -> int:
    """The decade as board developments see it: one later in the steps of a Patent (R31)."""
    later = pos.config.tables["card_effects", "patent_decades"] if pos.phase == "patent_step" else 0
    return pos.decade + later


def can_take(pos: Position, player: int, card: int) -> bool:
    return pos.supply[card] > 0 and card not in pos.seats[player].cards and card != pos.given_up


def why_not_price(pos: Position, action: Action) -> Reason:
    good = pos.active_good
    low, high = price_range(pos, pos.player, good)
    if low <= action.a <= high:
        return None
    return no("price_range", "R24", f"{good_name(pos, good)} can have a price of £{low} to £{high}")


def why_not_board(pos: Position, action: Action) -> Reason:
    name, player = pos.config.tables.track_names[action.a], pos.player
    gate = pos.next_level_gate(player, action.a)
    if gate is None:
        return no("top_level", "R27", f"{name} is at its last level")
    if gate > development_decade(pos, player):
        level = pos.seats[player].levels[action.a] + 1
        return no("level_closed", "R27", f"level {level} of {name} opens in decade {gate}")
    return None


def why_not_patent(pos: Position, _action: Action) -> Reason:
    seat, name = pos.seats[pos.player], pos.config.tables.card_names[PATENT]
    if PATENT not in seat.cards:
        return no("no_patent", "R31", f"you do not hold {name}")
    if seat.patent_used:
        return no("patent_used", "R31", f"{name} has been used in this decade")
    if not pos.any_track_open(pos.player, pos.decade + pos.config.tables["card_effects", "patent_decades"]):
        return no("nothing_open", "R31", "no track has an open level")
    return None


def why_not_take(pos: Position, action: Action) -> Reason:
    seat, name = pos.seats[pos.player], pos.config.tables.card_names[action.a]
    if action.a in seat.cards:
        return no("held", "R28", f"you hold {name} already")
    if action.a == pos.given_up:
        return no("just_given_up", "R29", f"you have just given up {name}")
    if pos.supply[action.a] == 0:
        return no("no_copy", "R28", f"there is no {name} in the supply")
    if pos.phase == "develop" and len(seat.cards) >= pos.card_limit(pos.player):
        return no("card_limit", "R28", f"you hold {len(seat.cards)} cards, your limit: give one up first")
    return None


def why_not_give_up(pos: Position, action: Action) -> Reason:
    seat, limit = pos.seats[pos.player], pos.card_limit(pos.player)
    if action.a not in seat.cards:
        return no("not_held", "R29", f"you do not hold {pos.config.tables.card_names[action.a]}")
    if len(seat.cards) < limit:
        return no("below_limit", "R29", f"cards are given up at the card limit only, and you may hold {limit}")
    if not any(can_take(pos, pos.player, card) for card in range(CARDS)):
        return no("nothing_to_take", "R29", "there is no card that you could take instead")
    return None


def why_not_lower_quality(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if not too_many_quality_cards(pos, pos.player):
        return no("not_too_many", "R30", "you have Quality cards enough")
    if reason := not_open(pos, good, "R30"):
        return reason
    cards = cards_for_quality(pos, pos.seats[pos.player].factories[good].quality)
    if cards == 0 or value != pos.config.tables["quality", "per_card"] * (cards - 1):
        return no("wrong_value", "R30", f"{good_name(pos, good)} does not free a card with Quality {value}")
    return None


def why_not_lower_distribution(pos: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if not too_many_distribution_cards(pos, pos.player):
        return no("not_too_many", "R30", "you have Distribution cards enough")
    if reason := not_open(pos, good, "R30"):
        return reason
    if value != 0 or pos.seats[pos.player].factories[good].distribution == 0:
        return no("wrong_value", "R30", f"{good_name(pos, good)} does not free a card with Distribution {value}")
    return None


def why_not_place_engineer(pos: Position, action: Action) -> Reason:
    return not_open(pos, action.a, "R32")


# --- production and preparation (R39, R48) ------------------------------------------------------------------------


def why_not_ship(pos: Position, action: Action) -> Reason:
    most = most_ships(pos, pos.player, pos.rest)
    return no("too_many_ships", "R39", f"at most {most} ships can sail") if action.a > most else None


def why_not_start(pos: Position, action: Action) -> Reason:
    if action.a >= pos.config.players:
        return no("no_player", "R48", f"there is no seat {action.a + 1}")
    if not pos.seats[action.a].solvent:
        return no("bankrupt", "R48", f"seat {action.a + 1} is bankrupt")
    return None


CHECKS: dict[tuple[str, str], Callable[[Position, Action], Reason]] = {
    ("goods", "good"): why_not_good,
    ("points", "employ"): why_not_point_employ,
    ("points", "quality"): why_not_point_quality,
    ("points", "distribution"): why_not_point_distribution,
    ("points", "board"): why_not_point_board,
    ("points", "cash"): always,
    ("break", "break"): why_not_break,
    ("action", "build"): why_not_build,
    ("action", "upgrade"): why_not_upgrade,
    ("action", "employ"): why_not_employ,
    ("action", "automate"): why_not_automate,
    ("action", "quality"): why_not_quality,
    ("action", "engineer_to"): why_not_engineer_to,
    ("action", "engineer_turn"): why_not_engineer_turn,
    ("action", "distribution"): why_not_distribution,
    ("action", "stock"): why_not_stock,
    ("action", "extra"): why_not_extra,
    ("action", "early"): why_not_early,
    ("action", "done"): why_not_done,
    ("loan", "loan"): why_not_loan,
    ("price", "price"): why_not_price,
    ("develop", "board"): why_not_board,
    ("develop", "patent"): why_not_patent,
    ("develop", "take"): why_not_take,
    ("develop", "give_up"): why_not_give_up,
    ("patent_step", "board"): why_not_board,
    ("lower", "quality"): why_not_lower_quality,
    ("lower", "distribution"): why_not_lower_distribution,
    ("take", "take"): why_not_take,
    ("engineer", "engineer_to"): why_not_place_engineer,
    ("ship", "ship"): why_not_ship,
    ("start", "start"): why_not_start,
}
