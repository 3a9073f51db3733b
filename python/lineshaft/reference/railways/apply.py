"""What follows from an action or a chance outcome: a function a kind. Both are known to be legal here."""

from __future__ import annotations

from collections.abc import Callable

from . import network
from .cards import gain_open_card, lose_card, worth
from .data import track_kind
from .flow import end_turn, go_on_dealing, go_on_drawing, go_on_to_final, set_trigger, start_game
from .state import Build, City, Phase, Position, Shipment
from .table import Action, Kind


def apply_decision(s: Position, action_id: int) -> None:
    action = s.game.table[action_id]
    APPLY[action.kind](s, action)


def apply_outcome(s: Position, outcome: int) -> None:
    if s.phase is Phase.FIRST_PLAYER:
        start_game(s, outcome - s.game.first_player_outcome)
    elif s.phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        draw_cube(s, outcome - s.game.first_cube_outcome)
    else:
        draw_card(s, outcome)


def end_action(s: Position, _action: Action) -> None:
    """Nothing is done, or delivered."""
    if s.final_deliveries > 0:
        go_on_to_final(s)
    else:
        go_on_drawing(s)


# --- building ---------------------------------------------------------------------------------------------------------


def build(s: Position, action: Action) -> None:
    s.build = Build(action.target)
    s.phase = Phase.CONNECT


def connect(s: Position, action: Action) -> None:
    assert s.build is not None
    s.build.origin, s.build.colour = action.target, action.detail
    s.phase = Phase.PAY


def lay(s: Position, action: Action) -> None:
    assert s.build is not None
    if action.kind is Kind.LAY_ONE:
        s.build.ones += 1
    elif action.kind is Kind.LAY_TWO:
        s.build.twos += 1
    else:
        s.build.wilds += 1


def complete_link(s: Position, _action: Action) -> None:
    build, p, data = s.build, s.mover, s.game.data
    assert build is not None and build.origin is not None and build.colour is not None
    value = worth(data, build)
    lose_card(s, data.city_kind(build.city))
    laid = (
        (track_kind(build.colour, 1), build.ones),
        (track_kind(build.colour, 2), build.twos),
        (data.engine, build.wilds),
    )
    for kind, number in laid:
        for _ in range(number):
            lose_card(s, kind)  # R13: laid cards never come back
    s.cities[build.city] = City(build.origin, p, value, build.colour, [0] * len(data.goods))
    s.points[p] += value  # R20
    if network.trains(s, p) == 0:
        set_trigger(s, "trains")  # R36
    if sum(s.bag) > 0 and data.cities[build.city].goods > 0:  # R21, R52; in the family game the bag is empty, R44
        s.build = Build(build.city)
        s.phase = Phase.PLACE_GOODS
    else:
        go_on_drawing(s)


# --- engines, deliveries, replenishing --------------------------------------------------------------------------------


def play_engine(s: Position, _action: Action) -> None:
    lose_card(s, s.game.data.engine)
    s.engines[s.mover] += 1  # R23
    if network.has_delivery(s, s.mover):  # R24
        s.phase = Phase.ENGINE_DELIVERY
    else:
        go_on_drawing(s)


def ship(s: Position, action: Action) -> None:
    s.shipment = Shipment(action.target, action.detail)
    s.phase = Phase.DELIVER


def deliver(s: Position, action: Action) -> None:
    assert s.shipment is not None
    (source, good), p, scoring = s.shipment, s.mover, s.game.data.scoring
    _, links = network.route(s, source, action.target)
    s.cities[source].cubes[good] -= 1
    s.delivered[p][good] += 1
    s.points[p] += scoring.delivery * len(links)  # R32
    for link in links:
        if s.cities[link].owner != p:
            s.points[s.cities[link].owner] += scoring.owner
    s.shipment = None
    end_action(s, action)


def replenish(s: Position, _action: Action) -> None:
    s.phase = Phase.REPLENISH_CUBE


def place_cube(s: Position, action: Action) -> None:
    assert s.cube is not None
    s.cities[action.target].cubes[s.cube] += 1  # R35
    s.cube = None
    go_on_drawing(s)


def draw_cube(s: Position, good: int) -> None:
    s.bag[good] -= 1
    if sum(s.bag) == 0:
        set_trigger(s, "bag_empty")  # R36
    if s.phase is Phase.REPLENISH_CUBE:
        s.cube = good
        s.phase = Phase.REPLENISH
        return
    assert s.build is not None
    city = s.build.city
    s.cities[city].cubes[good] += 1  # R21
    if sum(s.cities[city].cubes) == s.game.data.cities[city].goods or sum(s.bag) == 0:
        s.build = None
        go_on_drawing(s)


# --- discarding and drawing -------------------------------------------------------------------------------------------


def discard(s: Position, action: Action) -> None:
    lose_card(s, action.target)
    s.pile.append(action.target)
    if s.phase is Phase.ACTION:
        s.phase = Phase.DISCARD_USE  # R33
    elif sum(s.hand) <= s.game.data.hand.limit:
        end_turn(s)  # R12


def draw_from_deck(s: Position, _action: Action) -> None:
    """R8; for a discard R34."""
    s.picks_done += s.phase is Phase.DRAW
    s.phase = Phase.DRAW_CARD


def draw_open(s: Position, action: Action) -> None:
    """R8, R9; for a discard R34."""
    card = s.open[action.target]
    assert card is not None
    s.open[action.target] = None
    take_open_card(s, card)
    if sum(s.deck) > 0:
        s.phase = Phase.REFILL
    else:
        go_on_drawing(s)


def draw_from_pile(s: Position, _action: Action) -> None:
    """R8."""
    take_open_card(s, s.pile.pop())
    go_on_drawing(s)


def take_open_card(s: Position, card: int) -> None:
    data = s.game.data
    gain_open_card(s, card)
    if s.phase is Phase.DRAW:
        s.picks_done = data.drawing.most if card == data.engine else s.picks_done + 1  # R10


def stop_drawing(s: Position, _action: Action) -> None:
    s.picks_done = s.game.data.drawing.most
    go_on_drawing(s)


def draw_card(s: Position, kind: int) -> None:
    """A card leaves the deck: dealt, drawn blind, or into the open row."""
    s.deck[kind] -= 1
    if sum(s.deck) == 0:
        set_trigger(s, "deck_empty")  # R36
    if s.phase in (Phase.DEAL_OPEN, Phase.REFILL):
        s.open[s.open.index(None)] = kind
        if s.phase is Phase.REFILL:
            go_on_drawing(s)
        elif None not in s.open:
            s.phase = Phase.FIRST_PLAYER
        return
    s.hand[kind] += 1
    if s.phase is Phase.DRAW_CARD:
        go_on_drawing(s)
    else:
        go_on_dealing(s)


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
