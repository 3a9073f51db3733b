"""Why an action is not legal: a function a kind, in the order of the page's table; legal is what no reason forbids."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalAction
from . import cards, network
from .data import COLOURS, ENGINE, GOODS, START
from .state import Build, Phase, Position
from .table import KINDS_OF, Action, Kind, action_text

Reason = IllegalAction | None


def no(code: str, rule: str | None, sentence: str) -> IllegalAction:
    return IllegalAction(sentence, code, rule)


def why_not(state: Position, action: Action) -> Reason:
    if action.kind not in KINDS_OF[state.phase]:
        text = action_text(action, state.config.data)
        return no("wrong_phase", None, f"{text} is not a choice now: the phase is {state.phase.name.lower()}")
    check = CHECKS.get(action.kind)
    return check(state, action) if check else None


# --- building (R14 to R22) --------------------------------------------------------------------------------------------


def no_build(state: Position, action: Action) -> Reason:
    city = state.config.data.cities[action.target]
    if not state.holds(action.target):
        return no("card_not_in_hand", "R14", f"you do not hold {city.name}")
    if network.trains(state, state.mover) <= 0:
        return no("no_train_left", "R20", "you have no train left for a link")
    if not any(cards.can_pay(state.hand, colour, city.value) for colour in city.colours):
        need = f"it needs {city.value}, with a track card in one of the city's colours"
        return no("cannot_pay", "R16", f"your hand cannot pay a link to {city.name}: {need}")
    return None


def no_connect(state: Position, action: Action) -> Reason:
    assert state.build is not None
    data = state.config.data
    city, near, colour = data.cities[state.build.city], action.target, action.detail
    name = data.place_name(near)
    if near != START and near not in state.cities:
        return no("not_on_table", "R14", f"{name} is not on the table")
    if colour not in city.colours:
        return no("new_city_lacks_colour", "R15", f"{city.name} has no {COLOURS[colour]} track")
    if near != START and colour not in data.cities[near].colours:
        return no("near_city_lacks_colour", "R15", f"{name} has no {COLOURS[colour]} track")
    limit = state.config.exit_capacity
    if near != START and limit is not None and network.exit_links(state, near, colour) >= limit:
        return no("exit_full", "R19", f"{name} carries no more {COLOURS[colour]} links: {limit} is the limit")
    if not cards.can_pay(state.hand, colour, city.value):
        need = f"it needs {city.value}, with a track card of that colour"
        return no(
            "cannot_pay", "R16", f"your {COLOURS[colour]} track and engines cannot pay a link to {city.name}: {need}"
        )
    return None


def overpaid(state: Position, build: Build, value: int) -> Reason:
    limit = cards.most(state, build)
    if limit is None or build.total + value <= limit:
        return None
    name = state.config.data.cities[build.city].name
    return no("overpaid", "R18", f"a link to {name} may be worth {limit} at most")


ORDER = no("lay_order", None, "twos are laid first, then ones, then wilds")


def cannot_finish(state: Position, build: Build, follow: int) -> Reason:
    value = state.config.data.cities[build.city].value
    if build.total + follow >= value:
        return None
    return no("cannot_finish", "R16", f"the cards that may follow do not reach {value}")


def no_lay_two(state: Position, action: Action) -> Reason:
    build = state.build
    assert build is not None and build.colour is not None
    if build.ones > 0 or build.wilds > 0:
        return ORDER
    if cards.left_to_lay(state.hand, build)[1] == 0:
        return no("no_card_left", "R17", f"you have no {COLOURS[build.colour]} 2 left to lay")
    return overpaid(state, build, 2)


def no_lay_one(state: Position, action: Action) -> Reason:
    build = state.build
    assert build is not None and build.colour is not None
    if build.wilds > 0:
        return ORDER
    ones, _, engines = cards.left_to_lay(state.hand, build)
    if ones == 0:
        return no("no_card_left", "R17", f"you have no {COLOURS[build.colour]} 1 left to lay")
    return overpaid(state, build, 1) or cannot_finish(state, build, ones + engines)


def no_lay_wild(state: Position, action: Action) -> Reason:
    build = state.build
    assert build is not None and build.colour is not None
    engines = cards.left_to_lay(state.hand, build)[2]
    if engines == 0:
        return no("no_card_left", "R17", "you have no engine left to lay")
    if build.ones + build.twos == 0:
        return no("track_first", "R17", f"a link needs at least one {COLOURS[build.colour]} track card")
    return overpaid(state, build, 1) or cannot_finish(state, build, engines)


def no_done_laying(state: Position, action: Action) -> Reason:
    assert state.build is not None
    city, total = state.config.data.cities[state.build.city], state.build.total
    if total < city.value:
        return no("too_low", "R16", f"the link is worth {total}: {city.name} needs {city.value}")
    return None


# --- engines and deliveries (R23 to R32) ------------------------------------------------------------------------------


def no_play_engine(state: Position, action: Action) -> Reason:
    if not state.config.goods_in_game:
        return no("no_engines_in_family", "R44", "engines are not played in the family game")
    if state.hand[ENGINE] == 0:
        return no("card_not_in_hand", "R23", "you do not hold engine")
    cap = state.config.engine_cap
    if cap is not None and state.engines[state.mover] >= cap:
        return no("engine_cap", "R23", f"your engine cannot grow beyond {cap}")
    return None


def no_ship(state: Position, action: Action) -> Reason:
    if not state.config.goods_in_game:
        return no("no_goods_in_family", "R44", "there are no goods in the family game")
    player, source, good = state.mover, action.target, action.detail
    name, colour, size = state.config.data.place_name(source), GOODS[good], state.engines[state.mover]
    if source not in state.cities or state.cities[source].cubes[good] == 0:
        return no("no_such_cube", "R25", f"there is no {colour} cube on {name}")
    if size == 0:
        return no("no_engine", "R25", "you have not played an engine")
    if all(state.cities[link].owner != player for _, link in network.neighbours(state, source)):
        return no("no_own_link", "R26", f"no link of yours touches {name}")
    if not network.destinations(state, player, source, good):
        reach = f"no city within {size} links of {name}, the first of them yours"
        return no("no_destination", "R27", f"{reach}, takes a {colour} cube")
    return None


def no_deliver(state: Position, action: Action) -> Reason:
    assert state.shipment is not None
    (source, good), target, player = state.shipment, action.target, state.mover
    data, size = state.config.data, state.engines[player]
    start, end = data.place_name(source), data.place_name(target)
    if target not in state.cities:
        return no("not_on_table", "R28", f"{end} is not on the table")
    if target == source:
        return no("same_city", "R28", f"the cube lies on {end} already")
    places, links = network.route(state, source, target)
    if state.cities[links[0]].owner != player:
        return no("first_link", "R26", f"the first link from {start} to {end} is not yours")
    if len(links) > size:
        return no("too_far", "R27", f"{end} is {len(links)} links away: your engine covers {size}")
    if not network.accepts(state, target, good):
        return no("not_accepted", "R28", f"{end} does not take {GOODS[good]} cubes")
    for place in places[:-1]:
        if network.must_stop(state, place, good):
            stop = data.place_name(place)
            return no("must_stop", "R29", f"the cube must stop at {stop}, the first city on its way that takes it")
    return None


# --- discarding (R12, R33 to R35) -------------------------------------------------------------------------------------


def no_discard(state: Position, action: Action) -> Reason:
    trim = state.phase is Phase.TRIM
    if state.hand[action.target] == 0:
        name = state.config.data.kind_name(action.target)
        return no("card_not_in_hand", "R12" if trim else "R33", f"you do not hold {name}")
    if not trim and not discard_has_use(state):
        return no("no_use", "R33", "there is neither a card to draw nor a city to replenish")
    return None


def discard_has_use(state: Position) -> bool:
    open_card = any(card is not None and card != ENGINE for card in state.open)
    return sum(state.deck) > 0 or open_card or no_replenish(state, Action(Kind.REPLENISH)) is None


def no_replenish(state: Position, action: Action) -> Reason:
    if not state.config.goods_in_game:
        return no("no_goods_in_family", "R44", "there are no goods in the family game")
    if sum(state.bag) == 0:
        return no("bag_empty", "R35", "the bag is empty")
    if not state.empty_cities():
        return no("no_empty_city", "R35", "no city on the table is without cubes")
    return None


def no_place_cube(state: Position, action: Action) -> Reason:
    name = state.config.data.place_name(action.target)
    if action.target not in state.cities:
        return no("not_on_table", "R35", f"{name} is not on the table")
    if action.target not in state.empty_cities():
        return no("has_cubes", "R35", f"{name} has cubes")
    return None


# --- drawing (R8 to R11, R34) -----------------------------------------------------------------------------------------


def engine_second(state: Position, card: int) -> Reason:
    if card == ENGINE and state.picks_done == 1 and not state.config.faceup_engine_second:
        return no("engine_second", "R10", "a face-up engine cannot be the second card")
    return None


def no_draw_deck(state: Position, action: Action) -> Reason:
    return no("deck_empty", "R11", "the deck is empty") if sum(state.deck) == 0 else None


def no_draw_open(state: Position, action: Action) -> Reason:
    card = state.open[action.target]
    if card is None:
        return no("slot_empty", "R11", f"there is no card in open slot {action.target + 1}")
    if state.phase is Phase.DISCARD_USE:
        if card == ENGINE:
            return no("no_open_engine", "R34", "an open engine cannot be drawn for a discard")
        return None
    return engine_second(state, card)


def no_draw_pile(state: Position, action: Action) -> Reason:
    if state.phase is Phase.DISCARD_USE:
        return no("not_from_pile", "R34", "the card for a discard does not come from the discard pile")
    if not state.pile:
        return no("pile_empty", "R11", "the discard pile is empty")
    return engine_second(state, state.pile[-1])


def no_stop_drawing(state: Position, action: Action) -> Reason:
    return no("draw_first", "R8", "you must take one card at least") if state.picks_done == 0 else None


CHECKS: dict[Kind, Callable[[Position, Action], Reason]] = {
    Kind.BUILD: no_build,
    Kind.CONNECT: no_connect,
    Kind.LAY_ONE: no_lay_one,
    Kind.LAY_TWO: no_lay_two,
    Kind.LAY_WILD: no_lay_wild,
    Kind.DONE_LAYING: no_done_laying,
    Kind.PLAY_ENGINE: no_play_engine,
    Kind.SHIP: no_ship,
    Kind.DELIVER: no_deliver,
    Kind.DISCARD: no_discard,
    Kind.REPLENISH: no_replenish,
    Kind.PLACE_CUBE: no_place_cube,
    Kind.DRAW_DECK: no_draw_deck,
    Kind.DRAW_OPEN: no_draw_open,
    Kind.DRAW_PILE: no_draw_pile,
    Kind.STOP_DRAWING: no_stop_drawing,
}
"""``pass`` and ``skip`` are always legal in their phases."""
