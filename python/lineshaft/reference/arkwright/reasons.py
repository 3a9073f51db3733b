"""Why an action is not legal: for each the first reason against it, by phase and kind; legal is what has none.

The order of the reasons and their sentences are those of "Why an action is not legal" on the game's page.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalAction
from ..wording import counted
from .data import AUTOMATION, ENGINEER, PATENT
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
from .setup import goods_held, pick_order, picks_made, picks_possible
from .state import Position
from .table import Action

WHEN: dict[str, str] = {
    "good": "starting goods are chosen in the expert set-up (R5)",
    "cash": "set-up points are spent in the expert set-up (R6)",
    "break": "a machine is broken after the event of the machine breakers (R8)",
    "build": "factories are built and upgraded as the action of a turn (R9, R10)",
    "upgrade": "factories are built and upgraded as the action of a turn (R9, R10)",
    "employ": "workers are employed as the action of a turn, or for a set-up point (R6, R13)",
    "automate": "machines come in as the action of a turn (R9, R14)",
    "quality": "Quality changes as the action of a turn, for a set-up point, or with a card given up (R6, R16, R30)",
    "distribution": "Distribution changes as the action of a turn, for a set-up point, "
    "or with a card given up (R6, R19, R30)",
    "engineer_to": "the Engineer moves in a Quality action, or when the card is taken (R18, R32)",
    "engineer_turn": "the Engineer is turned in a Quality action (R18)",
    "stock": "shares are bought as the action of a turn (R9, R20)",
    "loan": "loans are taken when shares have been bought as the action of a turn (R21)",
    "extra": "Extra Production is an action of a turn (R9, R22)",
    "early": "Early Shipping is an action of a turn (R9, R23)",
    "done": "done ends the action of a turn (R9)",
    "price": "the price is set after the action of a turn (R24)",
    "board": "a track goes up as the development of a turn, or for a set-up point (R6, R27)",
    "patent": "a Patent is used as the development of a turn (R27, R31)",
    "take": "a Development card is taken as the development of a turn (R27, R28)",
    "give_up": "a Development card is given up as the development of a turn (R27, R29)",
    "ship": "ships sail in the production (R38, R39)",
    "start": "the start player is chosen at the end of a decade (R48)",
}
"""When an action of a kind is possible: what is said of it in other phases."""

NOW: dict[str, str] = {
    "goods": "starting goods are chosen (R5)",
    "points": "a set-up point is spent (R6)",
    "break": "a machine is broken (R8)",
    "action": "the action of the turn is taken (R9)",
    "loan": "loans are taken (R21)",
    "price": "the price is set (R24)",
    "develop": "the development of the turn is taken (R27)",
    "patent_step": "a step of the Patent is taken (R31)",
    "lower": "a factory is lowered for the card given up (R30)",
    "take": "a card is taken for the one given up (R29)",
    "engineer": "the Engineer gets a factory (R32)",
    "ship": "ships sail (R39)",
    "start": "the start player is chosen (R48)",
}
"""What is done in a phase of decision."""

Reason = IllegalAction | None


def no(code: str, rule: str | None, sentence: str) -> IllegalAction:
    return IllegalAction(sentence, code, rule)


def why_not(s: Position, action_id: int) -> Reason:
    """Why the action is not legal for the player to act, None if it is."""
    action = s.game.table[action_id]
    check = REASONS.get((s.phase, action.what))
    if check is None:
        text = s.game.action_texts[action_id]
        return no("wrong_phase", None, f"{text} is not a choice now: {WHEN[action.what]}; now {NOW[s.phase]}")
    if s.phase == "action" and s.kind is not None and KIND_OF[action.what] not in (s.kind, "done"):
        text = s.game.action_texts[action_id]
        return no("other_kind", "R9", f"{text} is no step of the action begun: {s.kind}")
    return check(s, action)


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


def good_name(s: Position, good: int) -> str:
    return s.game.data.goods[good]


def not_open(s: Position, good: int, rule: str) -> Reason:
    if s.seats[s.player].factories[good].is_open:
        return None
    return no("not_open", rule, f"you have no {good_name(s, good)} factory")


# --- expert set-up (R5, R6) ---------------------------------------------------------------------------------------


def why_not_good(s: Position, action: Action) -> Reason:
    good, name = action.a, good_name(s, action.a)
    held = goods_held(s)
    takers = s.game.data.raw["expert"]["takers"][s.game.num_players - 1]
    if good in held[s.player]:
        return no("good_held", "R5", f"{name} is among your starting goods already")
    if sum(good in goods for goods in held) >= takers:
        return no("good_full", "R5", f"no more players may begin with {name}")
    rest = pick_order(s.game.num_players)[picks_made(s) + 1 :]
    held[s.player].add(good)
    if not picks_possible(rest, held, takers, len(s.game.data.goods)):
        return no("blocks_others", "R5", f"after {name} the other choices could not all be made")
    return None


def why_not_point_employ(s: Position, action: Action) -> Reason:
    return not_open(s, action.a, "R6") or crew_full(s, action.a, "R6")


def why_not_point_quality(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    wanted = s.seats[s.player].factories[good].quality + s.game.data["expert", "point_quality"]
    if reason := not_open(s, good, "R6"):
        return reason
    if value != wanted:
        return no("wrong_value", "R6", f"a point raises Quality of {good_name(s, good)} to {wanted}")
    return over_quality_cap(s, good, value)


def why_not_point_distribution(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    wanted = s.seats[s.player].factories[good].distribution + s.game.data["expert", "point_distribution"]
    if reason := not_open(s, good, "R6"):
        return reason
    if value != wanted:
        return no("wrong_value", "R6", f"a point raises Distribution of {good_name(s, good)} to {wanted}")
    return over_distribution_cap(s, good, value)


def why_not_point_board(s: Position, action: Action) -> Reason:
    level = s.seats[s.player].levels[action.a] + 1
    if level <= s.game.data["expert", "point_level"] and s.track_open(s.player, action.a, 1):
        return None
    return no("top_level", "R6", f"{s.game.data.track_names[action.a]} can go no further in the set-up")


def always(_s: Position, _action: Action) -> Reason:
    return None


# --- Machine breakers (R8) ----------------------------------------------------------------------------------------


def why_not_break(s: Position, action: Action) -> Reason:
    good, card = action.a, action.b
    if reason := not_open(s, good, "R8"):
        return reason
    if s.seats[s.player].factories[good].machines[card] == 0:
        return no("no_machine", "R8", f"card {card + 1} of {good_name(s, good)} has no machine")
    return None


# --- build, employ, automate (R10 to R15) -------------------------------------------------------------------------


def why_not_build(s: Position, action: Action) -> Reason:
    if s.seats[s.player].factories[action.a].is_open:
        return no("already_open", "R10", f"your {good_name(s, action.a)} factory is open already")
    return no_more_production(s, action.a, "R10")


def no_more_production(s: Position, good: int, rule: str) -> Reason:
    if still_produced(s, good):
        return None
    return no("no_more_production", rule, f"{good_name(s, good)} is not produced any more")


def why_not_upgrade(s: Position, action: Action) -> Reason:
    if reason := not_open(s, action.a, "R10"):
        return reason
    if s.seats[s.player].factories[action.a].decade == s.decade:
        return no("newest_tile", "R10", f"{good_name(s, action.a)} has the tile of this decade already")
    return None


def crew_full(s: Position, good: int, rule: str) -> Reason:
    if s.seats[s.player].factories[good].worker_cards < s.game.data["limits", "worker_cards"]:
        return None
    return no("crew_full", rule, f"{good_name(s, good)} has no place for a worker card")


def why_not_employ(s: Position, action: Action) -> Reason:
    good = action.a
    return not_open(s, good, "R13") or crew_full(s, good, "R13") or no_more_production(s, good, "R13")


def why_not_automate(s: Position, action: Action) -> Reason:
    good, card = action.a, action.b
    factory = s.seats[s.player].factories[good]
    if reason := not_open(s, good, "R14"):
        return reason
    workers, machines = units(s, factory, card), factory.machines[card]
    if machines == workers:
        sentence = f"card {card + 1} of {good_name(s, good)} has no worker to replace"
        return no("no_worker", "R14", sentence)
    limit = s.track(s.player, AUTOMATION)
    if s.used == limit:
        return no("limit_used", "R14", f"the machines of this action are used: {limit} at most")
    if not can_finish(begun_after(s, action), limit - s.used - 1):
        return no("finish_card", "R15", "a card that was begun must be finished first")
    return None


def begun_rests(s: Position) -> dict[tuple[int, int], int]:
    """The cards begun in this action, and how many workers are left on each (R58)."""
    factories = s.seats[s.player].factories
    return {(g, c): units(s, factories[g], c) - factories[g].machines[c] for g, c in s.begun}


def begun_after(s: Position, action: Action) -> dict[tuple[int, int], int]:
    """The same after one machine more."""
    factory, place = s.seats[s.player].factories[action.a], (action.a, action.b)
    rests = begun_rests(s)
    if place in rests or factory.machines[action.b] == 0:
        rests[place] = units(s, factory, action.b) - factory.machines[action.b] - 1
    return {begun: rest for begun, rest in rests.items() if rest > 0}


def can_finish(rests: dict[tuple[int, int], int], left: int) -> bool:
    """R15, R58: whether the machines left finish all cards that were begun but one."""
    return sum(rests.values()) - max(rests.values(), default=0) <= left


# --- Quality and Distribution (R16 to R19) ------------------------------------------------------------------------


def why_not_quality(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if reason := not_open(s, good, "R16"):
        return reason
    present = s.seats[s.player].factories[good].quality
    left = quality_points(s, s.player) - s.used
    if reason := why_not_set(s, good, "Quality", "R16", present, value, left):
        return reason
    return over_quality_cap(s, good, value)


def why_not_distribution(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if reason := not_open(s, good, "R19"):
        return reason
    present = s.seats[s.player].factories[good].distribution
    left = distribution_points(s, s.player) - s.used
    if reason := why_not_set(s, good, "Distribution", "R19", present, value, left):
        return reason
    return over_distribution_cap(s, good, value)


def why_not_set(s: Position, good: int, word: str, rule: str, present: int, value: int, left: int) -> Reason:
    """The reasons that Quality and Distribution share."""
    name = good_name(s, good)
    if good in s.set_factories:
        return no("set_already", rule, f"{name} has been set in this action already")
    if value == present:
        return no("no_change", rule, f"{name} has {word} {value} already")
    if value - present > left:
        return no("points", rule, f"raising {name} to {word} {value} costs {value - present}, {left} left")
    return None


def over_quality_cap(s: Position, good: int, value: int) -> Reason:
    player = s.player
    cap = quality_cap(s, player, good)
    if value > cap:
        return no("cap", "R17", f"Quality of {good_name(s, good)} stops at {cap}")
    present = s.seats[player].factories[good].quality
    in_use = quality_cards_in_use(s, player) - cards_for_quality(s, present) + cards_for_quality(s, value)
    if in_use > quality_cards(s, player):
        return no("no_card", "R17", "you have no more Quality cards")
    return None


def over_distribution_cap(s: Position, good: int, value: int) -> Reason:
    player = s.player
    cap = s.game.data["limits", "distribution_cap"]
    if value > cap:
        return no("cap", "R17", f"Distribution of {good_name(s, good)} stops at {cap}")
    present = s.seats[player].factories[good].distribution
    in_use = distribution_cards_in_use(s, player) - (present > 0) + (value > 0)
    if in_use > distribution_cards(s, player):
        return no("no_card", "R17", "you have no more Distribution cards")
    return None


def no_engineer(s: Position) -> Reason:
    if s.holds(s.player, ENGINEER):
        return None
    return no("no_engineer", "R18", f"you do not hold {s.game.data.card_name(ENGINEER)}")


def quality_high(s: Position, most: int) -> Reason:
    """Refuses while the Quality where the Engineer is exceeds ``most``."""
    at = s.seats[s.player].engineer
    assert at is not None
    if s.seats[s.player].factories[at].quality <= most:
        return None
    return no("quality_high", "R18", f"Quality of {good_name(s, at)} must be {most} or less first")


def engineer_points(s: Position, doing: str) -> Reason:
    cost = s.game.data["card_effects", "engineer_cost"]
    left = quality_points(s, s.player) - s.used
    return no("points", "R18", f"{doing} costs {cost}, {left} left") if cost > left else None


def why_not_engineer_to(s: Position, action: Action) -> Reason:
    if reason := no_engineer(s) or not_open(s, action.a, "R18"):
        return reason
    if s.seats[s.player].engineer == action.a:
        return no("engineer_there", "R18", f"the token is at {good_name(s, action.a)} already")
    if s.token_moved or s.card_turned:
        return no("engineer_done", "R18", "the token cannot move any more in this action")
    most = s.game.data["limits", "quality_cap"]
    return quality_high(s, most) or engineer_points(s, "moving the token")


def why_not_engineer_turn(s: Position, _action: Action) -> Reason:
    if reason := no_engineer(s):
        return reason
    if s.seats[s.player].engineer_turned:
        return no("turned", "R18", "the card shows its second side already")
    data = s.game.data
    most = data["limits", "engineer_quality_cap"] - data["card_effects", "engineer_turned"]
    return quality_high(s, most) or engineer_points(s, "turning the card")


# --- Stock Exchange, expert actions, done (R20 to R23) ------------------------------------------------------------


def why_not_stock(s: Position, action: Action) -> Reason:
    seat, cost = s.seats[s.player], action.a * s.seats[s.player].share_value
    if cost > seat.cash:
        return no("cash", "R20", f"buying {action.a} costs £{cost}, you have £{seat.cash}")
    most = s.game.data["shares", "holding_cap"]
    if seat.shares + action.a > most:
        return no("holding", "R20", f"nobody holds more than {most} shares")
    return None


def why_not_loan(s: Position, action: Action) -> Reason:
    free = s.game.data["limits", "loans"] - s.seats[s.player].loans
    # R62: without loan spaces there is no loan.
    return no("loan_spaces", "R21", f"you have {counted(free, 'free loan space')}") if action.a > free else None


def why_not_extra(s: Position, action: Action) -> Reason:
    name = good_name(s, action.a)
    if not s.game.expert_actions:
        return no("expert_only", "R22", "Extra Production is not in this game")
    if reason := not_open(s, action.a, "R22"):
        return reason
    if action.a == s.active_good:
        return no("active_good", "R22", f"{name} is produced in this round anyway")
    if s.seats[s.player].factories[action.a].worker_cards == 0:
        return no("no_crew", "R22", f"{name} has no worker card")
    if s.seats[s.player].extra_used:
        return no("extra_used", "R22", "you have had your Extra Production of this decade")
    return None


def why_not_early(s: Position, action: Action) -> Reason:
    if not s.game.expert_actions:
        return no("expert_only", "R23", "Early Shipping is not in this game")
    if s.stored(s.player, action.a) == 0:
        return no("nothing_stored", "R23", f"you have no {good_name(s, action.a)} in store")
    if ships_available(s, s.player) <= 0:
        return no("no_ship", "R23", "you have no ship available")
    return None


def why_not_done(s: Position, _action: Action) -> Reason:
    if s.kind is None:
        return no("nothing_begun", "R9", "done ends an action, and none has been begun")
    left = s.track(s.player, AUTOMATION) - s.used
    if s.begun and not (len(s.begun) == 1 and left == 0):
        return no("finish_card", "R15", "a card that was begun must be finished first")
    return None


# --- price and development (R24 to R32) ---------------------------------------------------------------------------


def development_decade(s: Position, player: int) -> int:
    """The decade as board developments see it: one later in the steps of a Patent (R31)."""
    later = s.game.data["card_effects", "patent_decades"] if s.phase == "patent_step" else 0
    return s.decade + later


def can_take(s: Position, player: int, card: int) -> bool:
    return s.supply[card] > 0 and card not in s.seats[player].cards and card != s.given_up


def why_not_price(s: Position, action: Action) -> Reason:
    good = s.active_good
    low, high = price_range(s, s.player, good)
    if low <= action.a <= high:
        return None
    return no("price_range", "R24", f"{good_name(s, good)} can have a price of £{low} to £{high}")


def why_not_board(s: Position, action: Action) -> Reason:
    name, player = s.game.data.track_names[action.a], s.player
    gate = s.next_level_gate(player, action.a)
    if gate is None:
        return no("top_level", "R27", f"{name} is at its last level")
    if gate > development_decade(s, player):
        level = s.seats[player].levels[action.a] + 1
        return no("level_closed", "R27", f"level {level} of {name} opens in decade {gate}")
    return None


def why_not_patent(s: Position, _action: Action) -> Reason:
    seat, name = s.seats[s.player], s.game.data.card_name(PATENT)
    if not s.holds(s.player, PATENT):
        return no("no_patent", "R31", f"you do not hold {name}")
    if seat.patent_used:
        return no("patent_used", "R31", f"{name} has been used in this decade")
    if not s.any_track_open(s.player, s.decade + s.game.data["card_effects", "patent_decades"]):
        return no("nothing_open", "R31", "no track has an open level")
    return None


def why_not_take(s: Position, action: Action) -> Reason:
    seat, name = s.seats[s.player], s.game.data.card_names[action.a]
    if action.a in seat.cards:
        return no("held", "R28", f"you hold {name} already")
    if action.a == s.given_up:
        return no("just_given_up", "R29", f"you have just given up {name}")
    if s.supply[action.a] == 0:
        return no("no_copy", "R28", f"there is no {name} in the supply")
    if s.phase == "develop" and len(seat.cards) >= s.card_limit(s.player):
        return no("card_limit", "R28", f"you hold {counted(len(seat.cards), 'card')}, your limit: give one up first")
    return None


def why_not_give_up(s: Position, action: Action) -> Reason:
    seat, limit = s.seats[s.player], s.card_limit(s.player)
    if action.a not in seat.cards:
        return no("not_held", "R29", f"you do not hold {s.game.data.card_names[action.a]}")
    if len(seat.cards) < limit:
        return no("below_limit", "R29", f"cards are given up at the card limit only, and you may hold {limit}")
    if not any(can_take(s, s.player, card) for card in range(len(s.supply))):
        return no("nothing_to_take", "R29", "there is no card that you could take instead")
    return None


def why_not_lower_quality(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if not too_many_quality_cards(s, s.player):
        return no("not_too_many", "R30", "you have Quality cards enough")
    if reason := not_open(s, good, "R30"):
        return reason
    cards = cards_for_quality(s, s.seats[s.player].factories[good].quality)
    if cards == 0 or value != s.game.data["quality", "per_card"] * (cards - 1):
        return no("wrong_value", "R30", f"{good_name(s, good)} does not free a card with Quality {value}")
    return None


def why_not_lower_distribution(s: Position, action: Action) -> Reason:
    good, value = action.a, action.b
    if not too_many_distribution_cards(s, s.player):
        return no("not_too_many", "R30", "you have Distribution cards enough")
    if reason := not_open(s, good, "R30"):
        return reason
    if value != 0 or s.seats[s.player].factories[good].distribution == 0:
        return no("wrong_value", "R30", f"{good_name(s, good)} does not free a card with Distribution {value}")
    return None


def why_not_place_engineer(s: Position, action: Action) -> Reason:
    return not_open(s, action.a, "R32")


# --- production and preparation (R39, R48) ------------------------------------------------------------------------


def why_not_ship(s: Position, action: Action) -> Reason:
    most = most_ships(s, s.player, s.rest)
    return no("too_many_ships", "R39", f"at most {counted(most, 'ship')} can sail") if action.a > most else None


def why_not_start(s: Position, action: Action) -> Reason:
    if action.a >= s.game.num_players:
        return no("no_player", "R48", f"there is no seat {action.a + 1}")
    if not s.seats[action.a].solvent:
        return no("bankrupt", "R48", f"seat {action.a + 1} is bankrupt")
    return None


REASONS: dict[tuple[str, str], Callable[[Position, Action], Reason]] = {
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
