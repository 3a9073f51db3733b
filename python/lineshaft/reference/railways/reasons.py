"""Why an action is not legal: a function a kind, in the order of the page's table; legal is what no reason forbids."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalAction
from ..wording import counted
from . import cards, network
from .state import Build, Phase, Position
from .table import Action, Kind

KINDS_OF: dict[Phase, tuple[Kind, ...]] = {
    Phase.ACTION: (Kind.PASS, Kind.BUILD, Kind.PLAY_ENGINE, Kind.SHIP, Kind.DISCARD),
    Phase.CONNECT: (Kind.CONNECT,),
    Phase.PAY: (Kind.LAY_ONE, Kind.LAY_TWO, Kind.LAY_WILD, Kind.DONE_LAYING),
    Phase.ENGINE_DELIVERY: (Kind.SHIP, Kind.SKIP),
    Phase.DELIVER: (Kind.DELIVER,),
    Phase.DISCARD_USE: (Kind.REPLENISH, Kind.DRAW_DECK, Kind.DRAW_OPEN, Kind.DRAW_PILE),
    Phase.REPLENISH: (Kind.PLACE_CUBE,),
    Phase.DRAW: (Kind.DRAW_DECK, Kind.DRAW_OPEN, Kind.DRAW_PILE, Kind.STOP_DRAWING),
    Phase.TRIM: (Kind.DISCARD,),
    Phase.FINAL_DELIVERY: (Kind.SHIP, Kind.SKIP),
}
"""The kinds of action that belong to each phase of decision."""

WHEN: dict[Kind, str] = {
    Kind.PASS: "passing is an action, with which a turn begins (R7)",
    Kind.BUILD: "a link is an action, with which a turn begins (R7, R14)",
    Kind.CONNECT: "the other end of a link is chosen when its new city is announced (R14)",
    Kind.LAY_ONE: "cards are laid when both ends and the colour of a link are chosen (R16)",
    Kind.LAY_TWO: "cards are laid when both ends and the colour of a link are chosen (R16)",
    Kind.LAY_WILD: "cards are laid when both ends and the colour of a link are chosen (R16)",
    Kind.DONE_LAYING: "cards are laid when both ends and the colour of a link are chosen (R16)",
    Kind.PLAY_ENGINE: "playing an engine is an action, with which a turn begins (R7, R23)",
    Kind.SHIP: "a delivery is the action of a turn, or follows an engine or the last round (R7, R24, R38)",
    Kind.DELIVER: "the destination is chosen when the cube is (R28)",
    Kind.SKIP: "the delivery after an engine or after the last round can be skipped (R24, R38)",
    Kind.DISCARD: "cards are discarded as the action of a turn, or when it ends with too many (R12, R33)",
    Kind.REPLENISH: "a city is replenished as the use of a discard (R35)",
    Kind.PLACE_CUBE: "a cube is placed when it is drawn for a discard (R35)",
    Kind.DRAW_DECK: "cards are drawn after the action of a turn, or for a discard (R8, R34)",
    Kind.DRAW_OPEN: "cards are drawn after the action of a turn, or for a discard (R8, R34)",
    Kind.DRAW_PILE: "cards are drawn after the action of a turn (R8)",
    Kind.STOP_DRAWING: "cards are drawn after the action of a turn (R8)",
}
"""When an action of a kind is possible: what is said of it in other phases."""

NOW: dict[Phase, str] = {
    Phase.ACTION: "the turn begins with an action (R7)",
    Phase.CONNECT: "the other end of the link is chosen (R14)",
    Phase.PAY: "cards are laid for the link (R16)",
    Phase.ENGINE_DELIVERY: "a delivery may follow the engine (R24)",
    Phase.DELIVER: "the destination of the cube is chosen (R28)",
    Phase.DISCARD_USE: "the use of the discard is chosen (R33)",
    Phase.REPLENISH: "a city is chosen for the drawn cube (R35)",
    Phase.DRAW: "cards are drawn (R8)",
    Phase.TRIM: "the hand is discarded down to its limit (R12)",
    Phase.FINAL_DELIVERY: "a last delivery may be made (R38)",
}
"""What is done in a phase of decision."""

Reason = IllegalAction | None


def no(code: str, rule: str | None, sentence: str) -> IllegalAction:
    return IllegalAction(sentence, code, rule)


def why_not(s: Position, action_id: int) -> Reason:
    action = s.game.table[action_id]
    if action.kind not in KINDS_OF[s.phase]:
        text = s.game.action_texts[action_id]
        return no("wrong_phase", None, f"{text} is not a choice now: {WHEN[action.kind]}; now {NOW[s.phase]}")
    check = REASONS.get(action.kind)
    return check(s, action) if check else None


# --- building (R14 to R22) --------------------------------------------------------------------------------------------


def why_not_build(s: Position, action: Action) -> Reason:
    data = s.game.data
    city = data.cities[action.target]
    if not s.holds(action.target):
        return no("card_not_in_hand", "R14", f"you do not hold {city.name}")
    if network.trains(s, s.mover) <= 0:
        return no("no_train_left", "R20", "you have no train left for a link")
    if not any(cards.can_pay(data, s.hand, colour, city.value) for colour in city.colours):
        need = f"it needs {city.value}, with a track card in one of the city's colours"
        return no("cannot_pay", "R16", f"your hand cannot pay a link to {city.name}: {need}")
    return None


def why_not_connect(s: Position, action: Action) -> Reason:
    assert s.build is not None
    data = s.game.data
    city, near, colour = data.cities[s.build.city], action.target, action.detail
    name, colour_name = data.place_name(near), data.track[colour].colour
    if near != data.start and near not in s.cities:
        return no("not_on_table", "R14", f"{name} is not on the table")
    if colour not in city.colours:
        return no("new_city_lacks_colour", "R15", f"{city.name} has no {colour_name} track")
    if near != data.start and colour not in data.cities[near].colours:
        return no("near_city_lacks_colour", "R15", f"{name} has no {colour_name} track")
    limit = s.game.exit_capacity
    if near != data.start and limit is not None and network.exit_links(s, near, colour) >= limit:
        return no("exit_full", "R19", f"{name} carries no more {colour_name} links: {limit} is the limit")
    if not cards.can_pay(data, s.hand, colour, city.value):
        need = f"it needs {city.value}, with a track card of that colour"
        return no("cannot_pay", "R16", f"your {colour_name} track and engines cannot pay a link to {city.name}: {need}")
    return None


def overpaid(s: Position, build: Build, value: int) -> Reason:
    limit = cards.most(s, build)
    if limit is None or cards.worth(s.game.data, build) + value <= limit:
        return None
    name = s.game.data.cities[build.city].name
    return no("overpaid", "R18", f"a link to {name} may be worth {limit} at most")


ORDER = no("lay_order", None, "twos are laid first, then ones, then wilds")


def cannot_finish(s: Position, build: Build, follow: int) -> Reason:
    value = s.game.data.cities[build.city].value
    if cards.worth(s.game.data, build) + follow >= value:
        return None
    return no("cannot_finish", "R16", f"the cards that may follow do not reach {value}")


def why_not_lay_two(s: Position, action: Action) -> Reason:
    build = s.build
    assert build is not None and build.colour is not None
    if build.ones > 0 or build.wilds > 0:
        return ORDER
    if cards.left_to_lay(s.game.data, s.hand, build)[1] == 0:
        return no("no_card_left", "R17", f"you have no {s.game.data.track[build.colour].colour} 2 left to lay")
    return overpaid(s, build, 2)


def why_not_lay_one(s: Position, action: Action) -> Reason:
    build = s.build
    assert build is not None and build.colour is not None
    if build.wilds > 0:
        return ORDER
    data = s.game.data
    ones, _, engines = cards.left_to_lay(data, s.hand, build)
    if ones == 0:
        return no("no_card_left", "R17", f"you have no {data.track[build.colour].colour} 1 left to lay")
    return overpaid(s, build, 1) or cannot_finish(s, build, ones + data.engines.wild_value * engines)


def why_not_lay_wild(s: Position, action: Action) -> Reason:
    build = s.build
    assert build is not None and build.colour is not None
    data = s.game.data
    engines, wild = cards.left_to_lay(data, s.hand, build)[2], data.engines.wild_value
    if wild == 0:
        return no("no_wild", "R46", "an engine is worth nothing as track")
    if engines == 0:
        return no("no_card_left", "R17", "you have no engine left to lay")
    if build.ones + build.twos == 0:
        return no("track_first", "R17", f"a link needs at least one {data.track[build.colour].colour} track card")
    return overpaid(s, build, wild) or cannot_finish(s, build, wild * engines)


def why_not_done_laying(s: Position, action: Action) -> Reason:
    assert s.build is not None
    city, total = s.game.data.cities[s.build.city], cards.worth(s.game.data, s.build)
    if total < city.value:
        return no("too_low", "R16", f"the link is worth {total}: {city.name} needs {city.value}")
    return None


# --- engines and deliveries (R23 to R32) ------------------------------------------------------------------------------


def why_not_play_engine(s: Position, action: Action) -> Reason:
    if not s.game.goods_in_game:
        return no("no_engines_in_family", "R44", "engines are not played in the family game")
    if s.hand[s.game.data.engine] == 0:
        return no("card_not_in_hand", "R23", "you do not hold engine")
    cap = s.game.engine_cap
    if cap is not None and s.engines[s.mover] >= cap:
        return no("engine_cap", "R23", f"your engine cannot grow beyond {cap}")
    return None


def why_not_ship(s: Position, action: Action) -> Reason:
    if not s.game.goods_in_game:
        return no("no_goods_in_family", "R44", "there are no goods in the family game")
    player, source, good = s.mover, action.target, action.detail
    name, colour = s.game.data.place_name(source), s.game.data.goods[good].colour
    if source not in s.cities or s.cities[source].cubes[good] == 0:
        return no("no_such_cube", "R25", f"there is no {colour} cube on {name}")
    if s.engines[player] == 0:
        return no("no_engine", "R25", "you have not played an engine")
    if all(s.cities[link].owner != player for _, link in network.neighbours(s, source)):
        return no("no_own_link", "R26", f"no link of yours touches {name}")
    if not network.destinations(s, player, source, good):
        size = network.reach(s, player)
        reach = "one link of yours" if size == 1 else f"{size} links, the first of them yours,"
        return no("no_destination", "R27", f"no city within {reach} of {name} takes a {colour} cube")
    return None


def why_not_deliver(s: Position, action: Action) -> Reason:
    assert s.shipment is not None
    (source, good), target, player = s.shipment, action.target, s.mover
    data, reach = s.game.data, network.reach(s, player)
    start, end = data.place_name(source), data.place_name(target)
    if target not in s.cities:
        return no("not_on_table", "R28", f"{end} is not on the table")
    if target == source:
        return no("same_city", "R28", f"the cube lies on {end} already")
    places, links = network.route(s, source, target)
    if s.cities[links[0]].owner != player:
        return no("first_link", "R26", f"the first link from {start} to {end} is not yours")
    if len(links) > reach:
        return no("too_far", "R27", f"{end} is {counted(len(links), 'link')} away: your engine covers {reach}")
    if not network.accepts(s, target, good):
        return no("not_accepted", "R28", f"{end} does not take {data.goods[good].colour} cubes")
    for place in places[:-1]:
        if network.must_stop(s, place, good):
            stop = data.place_name(place)
            return no("must_stop", "R29", f"the cube must stop at {stop}, the first city on its way that takes it")
    return None


# --- discarding (R12, R33 to R35) -------------------------------------------------------------------------------------


def why_not_discard(s: Position, action: Action) -> Reason:
    trim = s.phase is Phase.TRIM
    if s.hand[action.target] == 0:
        name = s.game.data.kind_name(action.target)
        return no("card_not_in_hand", "R12" if trim else "R33", f"you do not hold {name}")
    if not trim and not discard_has_use(s):
        return no("no_use", "R33", "there is neither a card to draw nor a city to replenish")
    return None


def discard_has_use(s: Position) -> bool:
    open_card = any(card not in (None, s.game.data.engine) for card in s.open)
    return sum(s.deck) > 0 or open_card or why_not_replenish(s, Action(Kind.REPLENISH)) is None


def why_not_replenish(s: Position, action: Action) -> Reason:
    if not s.game.goods_in_game:
        return no("no_goods_in_family", "R44", "there are no goods in the family game")
    if sum(s.bag) == 0:
        return no("bag_empty", "R35", "the bag is empty")
    if not s.empty_cities():
        return no("no_empty_city", "R35", "no city on the table is without cubes")
    return None


def why_not_place_cube(s: Position, action: Action) -> Reason:
    name = s.game.data.place_name(action.target)
    if action.target not in s.cities:
        return no("not_on_table", "R35", f"{name} is not on the table")
    if action.target not in s.empty_cities():
        return no("has_cubes", "R35", f"{name} has cubes")
    return None


# --- drawing (R8 to R11, R34) -----------------------------------------------------------------------------------------


LATER = ("second", "third", "fourth", "fifth")


def engine_second(s: Position, card: int) -> Reason:
    """R10: but for the first card of a drawing step."""
    if card == s.game.data.engine and s.picks_done > 0 and not s.game.faceup_engine_second:
        return no("engine_second", "R10", f"a face-up engine cannot be the {LATER[s.picks_done - 1]} card")
    return None


def why_not_draw_deck(s: Position, action: Action) -> Reason:
    return no("deck_empty", "R11", "the deck is empty") if sum(s.deck) == 0 else None


def why_not_draw_open(s: Position, action: Action) -> Reason:
    card = s.open[action.target]
    if card is None:
        return no("slot_empty", "R11", f"there is no card in open slot {action.target + 1}")
    if s.phase is Phase.DISCARD_USE:
        if card == s.game.data.engine:
            return no("no_open_engine", "R34", "an open engine cannot be drawn for a discard")
        return None
    return engine_second(s, card)


def why_not_draw_pile(s: Position, action: Action) -> Reason:
    if s.phase is Phase.DISCARD_USE:
        return no("not_from_pile", "R34", "the card for a discard does not come from the discard pile")
    if not s.pile:
        return no("pile_empty", "R11", "the discard pile is empty")
    return engine_second(s, s.pile[-1])


def why_not_stop_drawing(s: Position, action: Action) -> Reason:
    least = s.game.data.drawing.least
    if s.picks_done >= least:
        return None
    return no("draw_first", "R8", f"you must take {'one card' if least == 1 else f'{least} cards'} at least")  # R50


REASONS: dict[Kind, Callable[[Position, Action], Reason]] = {
    Kind.BUILD: why_not_build,
    Kind.CONNECT: why_not_connect,
    Kind.LAY_ONE: why_not_lay_one,
    Kind.LAY_TWO: why_not_lay_two,
    Kind.LAY_WILD: why_not_lay_wild,
    Kind.DONE_LAYING: why_not_done_laying,
    Kind.PLAY_ENGINE: why_not_play_engine,
    Kind.SHIP: why_not_ship,
    Kind.DELIVER: why_not_deliver,
    Kind.DISCARD: why_not_discard,
    Kind.REPLENISH: why_not_replenish,
    Kind.PLACE_CUBE: why_not_place_cube,
    Kind.DRAW_DECK: why_not_draw_deck,
    Kind.DRAW_OPEN: why_not_draw_open,
    Kind.DRAW_PILE: why_not_draw_pile,
    Kind.STOP_DRAWING: why_not_stop_drawing,
}
"""``pass`` and ``skip`` are always legal in their phases."""
