"""What follows from an action or a chance outcome: a function a kind. Both are known to be legal here."""

from __future__ import annotations

from collections.abc import Callable

from . import network
from .cards import gain_open_card, lose_card
from .data import ENGINE, HAND_LIMIT, city_kind, track_kind
from .flow import end_turn, go_on_dealing, go_on_drawing, go_on_to_final, set_trigger, start_game
from .state import Build, City, Phase, Position, Shipment
from .table import FIRST_CUBE_OUTCOME, FIRST_PLAYER_OUTCOME, Action, Kind


def apply_action(state: Position, action: Action) -> None:
    APPLY[action.kind](state, action)


def apply_outcome(state: Position, outcome: int) -> None:
    if state.phase is Phase.FIRST_PLAYER:
        start_game(state, outcome - FIRST_PLAYER_OUTCOME)
    elif state.phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        draw_cube(state, outcome - FIRST_CUBE_OUTCOME)
    else:
        draw_card(state, outcome)


def end_action(state: Position, _action: Action) -> None:
    """Nothing is done, or delivered."""
    if state.final_deliveries:
        go_on_to_final(state)
    else:
        go_on_drawing(state)


# --- building ---------------------------------------------------------------------------------------------------------


def build(state: Position, action: Action) -> None:
    state.build = Build(action.target)
    state.phase = Phase.CONNECT


def connect(state: Position, action: Action) -> None:
    assert state.build is not None
    state.build.origin, state.build.colour = action.target, action.detail
    state.phase = Phase.PAY


def lay(state: Position, action: Action) -> None:
    assert state.build is not None
    if action.kind is Kind.LAY_ONE:
        state.build.ones += 1
    elif action.kind is Kind.LAY_TWO:
        state.build.twos += 1
    else:
        state.build.wilds += 1


def complete_link(state: Position, _action: Action) -> None:
    build, p = state.build, state.mover
    assert build is not None and build.origin is not None and build.colour is not None
    lose_card(state, city_kind(build.city))
    laid = (
        (track_kind(build.colour, 1), build.ones),
        (track_kind(build.colour, 2), build.twos),
        (ENGINE, build.wilds),
    )
    for kind, number in laid:
        for _ in range(number):
            lose_card(state, kind)  # R13: laid cards never come back
    state.cities[build.city] = City(build.origin, p, build.total, build.colour)
    state.points[p] += build.total  # R20
    if network.trains(state, p) == 0:
        set_trigger(state, "trains")  # R36
    if sum(state.bag) > 0:  # R21; in the family game the bag is empty, R44
        state.build = Build(build.city)
        state.phase = Phase.PLACE_GOODS
    else:
        go_on_drawing(state)


# --- engines, deliveries, replenishing --------------------------------------------------------------------------------


def play_engine(state: Position, _action: Action) -> None:
    lose_card(state, ENGINE)
    state.engines[state.mover] += 1  # R23
    if network.has_delivery(state, state.mover):  # R24
        state.phase = Phase.ENGINE_DELIVERY
    else:
        go_on_drawing(state)


def ship(state: Position, action: Action) -> None:
    state.shipment = Shipment(action.target, action.detail)
    state.phase = Phase.DELIVER


def deliver(state: Position, action: Action) -> None:
    assert state.shipment is not None
    (source, good), p = state.shipment, state.mover
    _, links = network.route(state, source, action.target)
    state.cities[source].cubes[good] -= 1
    state.delivered[p][good] += 1
    state.points[p] += len(links)  # R32
    for link in links:
        if state.cities[link].owner != p:
            state.points[state.cities[link].owner] += 1
    state.shipment = None
    end_action(state, action)


def replenish(state: Position, _action: Action) -> None:
    state.phase = Phase.REPLENISH_CUBE


def place_cube(state: Position, action: Action) -> None:
    assert state.cube is not None
    state.cities[action.target].cubes[state.cube] += 1  # R35
    state.cube = None
    go_on_drawing(state)


def draw_cube(state: Position, good: int) -> None:
    state.bag[good] -= 1
    if sum(state.bag) == 0:
        set_trigger(state, "bag_empty")  # R36
    if state.phase is Phase.REPLENISH_CUBE:
        state.cube = good
        state.phase = Phase.REPLENISH
        return
    assert state.build is not None
    city = state.build.city
    state.cities[city].cubes[good] += 1  # R21
    if sum(state.cities[city].cubes) == state.config.data.cities[city].goods or sum(state.bag) == 0:
        state.build = None
        go_on_drawing(state)


# --- discarding and drawing -------------------------------------------------------------------------------------------


def discard(state: Position, action: Action) -> None:
    lose_card(state, action.target)
    state.pile.append(action.target)
    if state.phase is Phase.ACTION:
        state.phase = Phase.DISCARD_USE  # R33
    elif sum(state.hand) <= HAND_LIMIT:
        end_turn(state)  # R12


def draw_from_deck(state: Position, _action: Action) -> None:
    """R8; for a discard R34."""
    state.picks_done += state.phase is Phase.DRAW
    state.phase = Phase.DRAW_CARD


def draw_open(state: Position, action: Action) -> None:
    """R8, R9; for a discard R34."""
    card = state.open[action.target]
    assert card is not None
    state.open[action.target] = None
    take_open_card(state, card)
    if sum(state.deck) > 0:
        state.phase = Phase.REFILL
    else:
        go_on_drawing(state)


def draw_from_pile(state: Position, _action: Action) -> None:
    """R8."""
    take_open_card(state, state.pile.pop())
    go_on_drawing(state)


def take_open_card(state: Position, card: int) -> None:
    gain_open_card(state, card)
    if state.phase is Phase.DRAW:
        state.picks_done = 2 if card == ENGINE else state.picks_done + 1  # R10


def stop_drawing(state: Position, _action: Action) -> None:
    state.picks_done = 2
    go_on_drawing(state)


def draw_card(state: Position, kind: int) -> None:
    """A card leaves the deck: dealt, drawn blind, or into the open row."""
    state.deck[kind] -= 1
    if sum(state.deck) == 0:
        set_trigger(state, "deck_empty")  # R36
    if state.phase in (Phase.DEAL_OPEN, Phase.REFILL):
        state.open[state.open.index(None)] = kind
        if state.phase is Phase.REFILL:
            go_on_drawing(state)
        elif None not in state.open:
            state.phase = Phase.FIRST_PLAYER
        return
    state.hand[kind] += 1
    if state.phase is Phase.DRAW_CARD:
        go_on_drawing(state)
    else:
        go_on_dealing(state)


APPLY: dict[Kind, Callable[[Position, Action], None]] = {
    Kind.PASS: end_action,
    Kind.BUILD: build,
    Kind.CONNECT: connect,
    Kind.LAY_ONE: lay,
    Kind.LAY_TWO: lay,
    Kind.LAY_WILD: lay,
    Kind.DONE_LAYING: complete_link,
    Kind.PLAY_ENGINE: play_engine,
    Kind.SHIP: ship,
    Kind.DELIVER: deliver,
    Kind.SKIP: end_action,
    Kind.DISCARD: discard,
    Kind.REPLENISH: replenish,
    Kind.PLACE_CUBE: place_cube,
    Kind.DRAW_DECK: draw_from_deck,
    Kind.DRAW_OPEN: draw_open,
    Kind.DRAW_PILE: draw_from_pile,
    Kind.STOP_DRAWING: stop_drawing,
}
