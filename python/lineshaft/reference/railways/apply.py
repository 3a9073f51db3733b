"""What follows from an action or a chance outcome: a function a kind. Both are known to be legal here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import moves, network
from .action import FIRST_CUBE_OUTCOME, FIRST_PLAYER_OUTCOME, Action, Kind
from .data import ENGINE, FIRST_CITY, GOODS, HAND_LIMIT, city_kind, track_kind
from .state import Build, City, Phase

if TYPE_CHECKING:
    from .state import Position


def apply_action(state: Position, action: Action) -> None:
    kind, target, detail = action
    if kind in (Kind.PASS, Kind.SKIP):
        go_on_to_final(state) if state.final_deliveries else go_on_drawing(state)
    elif kind is Kind.BUILD:
        state.build = Build(target)
        state.phase = Phase.CONNECT
    elif kind is Kind.CONNECT:
        connect(state, target, detail)
    elif kind in (Kind.LAY_ONE, Kind.LAY_TWO, Kind.LAY_WILD):
        lay(state, kind)
    elif kind is Kind.DONE_LAYING:
        complete_link(state)
    elif kind is Kind.PLAY_ENGINE:
        play_engine(state)
    elif kind is Kind.SHIP:
        state.shipment = (target, detail)
        state.phase = Phase.DELIVER
    elif kind is Kind.DELIVER:
        deliver(state, target)
    elif kind is Kind.DISCARD:
        discard(state, target)
    elif kind is Kind.REPLENISH:
        state.phase = Phase.REPLENISH_CUBE
    elif kind is Kind.PLACE_CUBE:
        place_cube(state, target)
    else:
        draw(state, kind, target)


def apply_outcome(state: Position, outcome: int) -> None:
    if state.phase is Phase.FIRST_PLAYER:
        start_game(state, outcome - FIRST_PLAYER_OUTCOME)
    elif state.phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        draw_cube(state, outcome - FIRST_CUBE_OUTCOME)
    else:
        draw_card(state, outcome)


def set_trigger(state: Position, trigger: str) -> None:  # R36
    if state.end_trigger is None:
        state.end_trigger = trigger


def lose_card(state: Position, kind: int) -> None:
    """A card leaves the hand of the player whose turn it is; the table's knowledge follows."""
    p = state.mover
    if kind >= FIRST_CITY and state.game.cards.cities[kind - FIRST_CITY].value == 2 and state.known[p][kind] == 0:
        state.v2_hidden[p] = False
    state.hands[p][kind] -= 1
    state.known[p][kind] = max(0, state.known[p][kind] - 1)


def gain_open_card(state: Position, kind: int) -> None:
    state.hands[state.mover][kind] += 1
    state.known[state.mover][kind] += 1


# --- building ---------------------------------------------------------------------------------------------------------


def connect(state: Position, place: int, colour: int) -> None:
    assert state.build is not None
    state.build.origin = place
    state.build.colour = colour
    state.phase = Phase.PAY


def lay(state: Position, kind: Kind) -> None:
    assert state.build is not None
    if kind is Kind.LAY_ONE:
        state.build.ones += 1
    elif kind is Kind.LAY_TWO:
        state.build.twos += 1
    else:
        state.build.wilds += 1


def complete_link(state: Position) -> None:
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
    if state.trains(p) == 0:
        set_trigger(state, "trains")  # R36
    if sum(state.bag) > 0:  # R21; in the family game the bag is empty, R44
        state.build = Build(build.city)
        state.phase = Phase.PLACE_GOODS
    else:
        go_on_drawing(state)


# --- engines, deliveries, replenishing --------------------------------------------------------------------------------


def play_engine(state: Position) -> None:
    lose_card(state, ENGINE)
    state.engines[state.mover] += 1  # R23
    if network.has_delivery(state, state.mover):  # R24
        state.phase = Phase.ENGINE_DELIVERY
    else:
        go_on_drawing(state)


def deliver(state: Position, target: int) -> None:
    assert state.shipment is not None
    (source, good), p = state.shipment, state.mover
    _, links = network.route(state, source, target)
    state.cities[source].cubes[good] -= 1
    state.delivered[p][good] += 1
    state.points[p] += len(links)  # R32
    for link in links:
        if state.cities[link].owner != p:
            state.points[state.cities[link].owner] += 1
    state.shipment = None
    go_on_to_final(state) if state.final_deliveries else go_on_drawing(state)


def place_cube(state: Position, city: int) -> None:
    assert state.cube is not None
    state.cities[city].cubes[state.cube] += 1  # R35
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
    if sum(state.cities[city].cubes) == state.game.cards.cities[city].goods or sum(state.bag) == 0:
        state.build = None
        go_on_drawing(state)


# --- discarding and drawing -------------------------------------------------------------------------------------------


def discard(state: Position, kind: int) -> None:
    lose_card(state, kind)
    state.pile.append(kind)
    if state.phase is Phase.ACTION:
        state.phase = Phase.DISCARD_USE  # R33
    elif sum(state.hand) <= HAND_LIMIT:
        end_turn(state)  # R12


def draw(state: Position, kind: Kind, slot: int) -> None:
    """A card for a discard (R34) or in the drawing step (R8 to R10), or the end of drawing."""
    drawing = state.phase is Phase.DRAW
    if kind is Kind.STOP_DRAWING:
        state.picks_done = 2
        go_on_drawing(state)
        return
    if kind is Kind.DRAW_DECK:
        state.phase = Phase.DRAW_CARD
        state.picks_done += drawing
        return
    card = state.open[slot] if kind is Kind.DRAW_OPEN else state.pile.pop()
    assert card is not None
    gain_open_card(state, card)
    if drawing:
        state.picks_done = 2 if card == ENGINE else state.picks_done + 1  # R10
    if kind is Kind.DRAW_OPEN:
        state.open[slot] = None
        if sum(state.deck) > 0:
            state.phase = Phase.REFILL  # R9
            return
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


def go_on_dealing(state: Position) -> None:
    """R2: a value-2 city for each player, then two cards for each."""
    p = state.mover
    if state.phase is Phase.DEAL_CITY:
        state.v2_hidden[p] = True
    elif sum(state.hand) < state.game.opening_hand:
        return
    if p + 1 < state.game.num_players:
        state.turn_player = p + 1
    elif state.phase is Phase.DEAL_CITY:
        state.turn_player = 0
        state.phase = Phase.DEAL_CARD
    else:
        state.turn_player = None
        state.phase = Phase.DEAL_OPEN  # R3


# --- the course of the game -------------------------------------------------------------------------------------------


def start_game(state: Position, player: int) -> None:  # R4
    state.first_player = player
    start_round(state)


def start_round(state: Position) -> None:
    state.turn_player = state.first_player
    state.phase = Phase.ACTION
    state.round += 1
    if state.round == state.game.max_rounds:
        set_trigger(state, "max_rounds")  # R39


def go_on_drawing(state: Position) -> None:
    """After the action, and after each card: draw (on), or check the hand, or end the turn."""
    state.build = None
    if state.picks_done < 2 and moves.can_draw(state):
        state.phase = Phase.DRAW
        return
    state.picks_done = 0
    if sum(state.hand) > HAND_LIMIT:
        state.phase = Phase.TRIM  # R12
    else:
        end_turn(state)


def end_turn(state: Position) -> None:
    after = (state.mover + 1) % state.game.num_players  # R7
    if after != state.first_player:
        state.turn_player = after
        state.phase = Phase.ACTION
    elif state.end_trigger is None:
        start_round(state)
    else:
        state.final_deliveries = True  # R37
        find_final_delivery(state, after)


def go_on_to_final(state: Position) -> None:
    find_final_delivery(state, (state.mover + 1) % state.game.num_players, started=True)


def find_final_delivery(state: Position, player: int, started: bool = False) -> None:
    """R38: from ``player`` on, the next who can deliver; the round of final deliveries ends before the first player."""
    while not (started and player == state.first_player):
        if network.has_delivery(state, player):
            state.turn_player = player
            state.phase = Phase.FINAL_DELIVERY
            return
        player = (player + 1) % state.game.num_players
        started = True
    state.turn_player = None
    state.phase = Phase.OVER


def chance_weights(state: Position) -> list[tuple[int, int]]:
    phase = state.phase
    if phase is Phase.FIRST_PLAYER:
        return [(FIRST_PLAYER_OUTCOME + p, 1) for p in range(state.game.num_players)]
    if phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        return [(FIRST_CUBE_OUTCOME + good, state.bag[good]) for good in range(len(GOODS)) if state.bag[good] > 0]
    kinds = [kind for kind, number in enumerate(state.deck) if number > 0]
    if phase is Phase.DEAL_CITY:
        kinds = [k for k in kinds if k >= FIRST_CITY and state.game.cards.cities[k - FIRST_CITY].value == 2]
    return [(kind, state.deck[kind]) for kind in kinds]
