"""What holds in every position: the list under "The position as a dict" on the game's page, in its order."""

from __future__ import annotations

from ..errors import InvalidState
from . import cards, moves, network, reasons
from .data import CITIES, COLOURS, CUBES, ENGINE, FIRST_CITY, GOODS, HAND_LIMIT, KINDS, OPEN_SLOTS, START, copies
from .state import SETUP, TRIGGERS, Phase, Position
from .table import Action, Kind

MOST_LINK_VALUE = 19


def need(holds: bool, sentence: str) -> None:
    if not holds:
        raise InvalidState(sentence)


def check(state: Position) -> None:
    check_ranges(state)
    check_phase_fields(state)
    check_cards(state)
    check_cubes(state)
    check_network(state)
    check_track_on_table(state)
    check_open_row(state)
    check_hands(state)
    if state.phase in SETUP:
        check_setup(state)
    else:
        check_triggers(state)
    check_players(state)
    check_choices(state)


def in_range(value: int | None, size: int) -> bool:
    return value is not None and 0 <= value < size


def check_ranges(state: Position) -> None:
    """Numbers that later checks use as indices."""
    n = state.config.players
    for name in ("turn_player", "first_player"):
        value = getattr(state, name)
        need(value is None or in_range(value, n), f"{name}: there is no player {value}")
    need(state.end_trigger is None or state.end_trigger in TRIGGERS, f"end_trigger: there is no {state.end_trigger}")
    need(state.picks_done in (0, 1, 2), "picks_done: must be 0 to 2")
    need(len(state.open) == OPEN_SLOTS, "open: must have three entries")
    need(all(card is None or in_range(card, KINDS) for card in state.open), "open: no such card")
    need(all(in_range(card, KINDS) for card in state.pile), "discard_pile: no such card")
    for c, city in state.cities.items():
        need(in_range(c, CITIES), "cities: no such city")
        need(in_range(city.parent, CITIES + 1), "cities: no such parent")
        need(in_range(city.owner, n), "cities: no such owner")
        need(in_range(city.colour, len(COLOURS)), "cities: no such colour")
    build = state.build
    if build is not None:
        need(in_range(build.city, CITIES), "build: no such city")
        need(build.origin is None or in_range(build.origin, CITIES + 1), "build: no such place")
        need(build.colour is None or in_range(build.colour, len(COLOURS)), "build: no such colour")
    if state.shipment is not None:
        need(in_range(state.shipment[0], CITIES) and in_range(state.shipment[1], len(GOODS)), "shipment: no such cube")
    need(state.cube is None or in_range(state.cube, len(GOODS)), "cube: no such good")


def check_phase_fields(state: Position) -> None:
    phase = state.phase
    no_turn = phase in (Phase.DEAL_OPEN, Phase.FIRST_PLAYER, Phase.OVER)
    need((state.turn_player is None) == no_turn, "turn_player: does not fit the phase")
    need((state.first_player is None) == (phase in SETUP), "first_player: does not fit the phase")
    need((state.round == 0) == (phase in SETUP), "round: does not fit the phase")
    need(0 <= state.round <= state.config.max_rounds, "round: beyond max_rounds")
    picking = phase in (Phase.DRAW, Phase.DRAW_CARD, Phase.REFILL)
    need(state.picks_done == 0 or picking, "picks_done: does not fit the phase")
    need(state.picks_done < 2 or phase is not Phase.DRAW, "picks_done: the drawing is over")
    final = phase in (Phase.FINAL_DELIVERY, Phase.OVER)
    need(state.final_deliveries == final or phase is Phase.DELIVER, "final_deliveries: does not fit the phase")
    building = phase in (Phase.CONNECT, Phase.PAY, Phase.PLACE_GOODS)
    need((state.build is not None) == building, "build: does not fit the phase")
    if state.build is not None:
        b = state.build
        chosen = (b.origin is not None, b.colour is not None) == (phase is Phase.PAY,) * 2
        need(chosen and (phase is Phase.PAY or b.ones == b.twos == b.wilds == 0), "build: does not fit the phase")
    need((state.shipment is not None) == (phase is Phase.DELIVER), "shipment: does not fit the phase")
    need((state.cube is not None) == (phase is Phase.REPLENISH), "cube: does not fit the phase")


def check_cards(state: Position) -> None:
    for kind in range(KINDS):
        places = [state.deck[kind], *(hand[kind] for hand in state.hands)]
        need(min(places) >= 0, "a number of cards is negative")
        found = sum(places) + state.open.count(kind) + state.pile.count(kind)
        found += kind >= FIRST_CITY and kind - FIRST_CITY in state.cities
        total = copies(kind, state.config.engines_in_game)
        name = state.config.data.kind_name(kind)
        need(found <= total, f"{name}: {found} cards, the game has {total}")
        need(kind < FIRST_CITY or found == total, f"{name}: the card is missing")
    need(min(cards.laid(state)) >= 0, "engines: more than the game has")


def check_cubes(state: Position) -> None:
    total = CUBES if state.config.goods_in_game else 0
    for good, name in enumerate(GOODS):
        places = [state.bag[good], *(d[good] for d in state.delivered)]
        places += [city.cubes[good] for city in state.cities.values()]
        need(min(places) >= 0, "a number of cubes is negative")
        found = sum(places) + (state.cube == good)
        need(found == total, f"{name}: {found} cubes, the game has {total}")
    for c, city in state.cities.items():
        need(sum(city.cubes) <= state.config.data.cities[c].goods, "cities: too many cubes on a city")


def check_network(state: Position) -> None:
    config = state.config
    for c, city in state.cities.items():
        card = config.data.cities[c]
        need(city.parent == START or city.parent in state.cities, f"cities: the parent of {card.name} is not there")
        need(city.colour in card.colours, f"cities: {card.name} has not the colour of its link")
        if city.parent != START:
            need(city.colour in config.data.cities[city.parent].colours, f"cities: {card.name}: wrong link colour")
        need(card.value <= city.value <= MOST_LINK_VALUE, f"cities: the link of {card.name} has a wrong value")
        if config.overpay_cap is not None:
            need(city.value <= card.value + config.overpay_cap, f"cities: the link of {card.name} is overpaid")
        for colour in card.colours:
            if config.exit_capacity is not None:
                need(
                    network.exit_links(state, c, colour) <= config.exit_capacity,
                    f"cities: too many links at {card.name}",
                )
        place, steps = c, 0
        while place != START:
            place, steps = state.cities[place].parent if place in state.cities else START, steps + 1
            need(steps <= len(state.cities), "cities: the network has a circle")
    for p in range(config.players):
        need(network.trains(state, p) >= 0, f"cities: player {p} has more links than trains")


def check_track_on_table(state: Position) -> None:
    laid, wilds = cards.laid(state), 0
    for colour, name in enumerate(COLOURS):
        ones, twos = laid[2 * colour], laid[2 * colour + 1]
        links = [city for city in state.cities.values() if city.colour == colour]
        rest = sum(city.value for city in links) - ones - 2 * twos
        need(rest >= 0 and len(links) <= ones + twos, f"{name}: the track on the table does not fit the links")
        wilds += rest
    need(wilds == laid[ENGINE], "the engines on the table do not fit the links")


def check_open_row(state: Position) -> None:
    gaps = state.open.count(None)
    if state.phase in (Phase.DEAL_CITY, Phase.DEAL_CARD):
        need(gaps == OPEN_SLOTS, "open: must be empty")
    elif state.phase is Phase.DEAL_OPEN:
        need(
            gaps > 0 and all(card is None for card in state.open[OPEN_SLOTS - gaps :]), "open: must be filled in order"
        )
    elif state.phase is Phase.REFILL:
        need(gaps == 1 and sum(state.deck) > 0, "open: one slot must wait for a card of the deck")
    else:
        need(gaps == 0 or sum(state.deck) == 0, "open: a slot is empty though the deck is not")


def check_hands(state: Position) -> None:
    for p, hand in enumerate(state.hands):
        low, high = 0, HAND_LIMIT
        if p == state.turn_player:
            if state.phase is Phase.TRIM:
                low, high = HAND_LIMIT + 1, HAND_LIMIT + 2
            elif state.phase is Phase.DISCARD_USE:
                high = HAND_LIMIT - 1
            else:
                high += state.picks_done - (state.phase is Phase.DRAW_CARD)
        need(low <= sum(hand) <= high, f"hands: player {p} has {sum(hand)} cards")
        known = state.known[p]
        need(all(0 <= known[k] <= hand[k] for k in range(KINDS)), f"known: not all in the hand of player {p}")
        hidden = [k for k in range(KINDS) if cards.is_value_2(state, k) and hand[k] > 0 and known[k] == 0]
        need(not state.v2_hidden[p] or bool(hidden), f"v2_hidden: player {p} has no hidden city of value 2")


def check_setup(state: Position) -> None:
    config, phase = state.config, state.phase
    untouched = not state.cities and not state.pile and not any(state.points) and not any(state.engines)
    need(untouched and not any(map(any, state.delivered)), "the deal is not over, yet something has been played")
    need(state.end_trigger is None and not state.final_deliveries, "the deal is not over, yet the end has come")
    before = state.turn_player if state.turn_player is not None else config.players
    start = 1 if config.engines_in_game else 0
    for p, hand in enumerate(state.hands):
        if phase is Phase.DEAL_CITY:
            sizes = [start + 1 if p < before else start]
        elif phase is Phase.DEAL_CARD and p >= before:
            sizes = [start + 1, start + 2] if p == before else [start + 1]
        else:
            sizes = [start + 3]
        need(sum(hand) in sizes, f"hands: player {p} has {sum(hand)} cards")
        dealt = phase is not Phase.DEAL_CITY or p < before
        need(state.v2_hidden[p] == dealt, f"v2_hidden: wrong for player {p}")
        engines_only = all(number == (start if k == ENGINE else 0) for k, number in enumerate(state.known[p]))
        need(engines_only, f"known: must be the engine alone for player {p}")


def check_triggers(state: Position) -> None:
    causes = {
        "deck_empty": sum(state.deck) == 0,
        "trains": any(network.trains(state, p) == 0 for p in range(state.config.players)),
        "bag_empty": state.config.goods_in_game and sum(state.bag) == 0,
        "max_rounds": state.round == state.config.max_rounds,
    }
    if state.end_trigger is None:
        need(not any(causes.values()), "end_trigger: missing")
    else:
        need(causes[state.end_trigger], f"end_trigger: {state.end_trigger} without its cause")
    need(not state.final_deliveries or state.end_trigger is not None, "final_deliveries: without a trigger")


def check_players(state: Position) -> None:
    config, everyone = state.config, sum(map(sum, state.delivered))
    for p in range(config.players):
        engines, cubes = state.engines[p], sum(state.delivered[p])
        need(engines >= 0 and (cubes == 0 or engines > 0), f"delivered: player {p} has no engine")
        need(config.goods_in_game or engines == 0, "engines: none in the family game")
        need(config.engine_cap is None or engines <= config.engine_cap, f"engines: player {p} has too many")
        links = sum(city.value for city in state.links_of(p))
        need(links + cubes <= state.points[p] <= links + 25 * everyone, f"points: impossible for player {p}")


def check_choices(state: Position) -> None:
    phase, build = state.phase, state.build
    if phase is Phase.CONNECT:
        assert build is not None
        need(reasons.no_build(state, Action(Kind.BUILD, build.city)) is None, "build: this link cannot be built")
    elif phase is Phase.PAY:
        check_payment(state)
    elif phase is Phase.PLACE_GOODS:
        assert build is not None
        need(build.city in state.cities and sum(state.bag) > 0, "build: there is nothing to place")
        full = sum(state.cities[build.city].cubes) >= state.config.data.cities[build.city].goods
        need(not full, "build: the city has all its cubes")
    elif phase is Phase.REPLENISH_CUBE:
        need(reasons.no_replenish(state, Action(Kind.REPLENISH)) is None, "phase: nothing can be replenished")
    elif phase is Phase.DRAW_CARD:
        need(sum(state.deck) > 0, "phase: the deck is empty")
    elif phase is Phase.DELIVER:
        assert state.shipment is not None
        need(reasons.no_ship(state, Action(Kind.SHIP, *state.shipment)) is None, "shipment: cannot be delivered")
    elif phase is Phase.DRAW:
        need(moves.can_draw(state), "phase: there is no card to take")
    elif phase is Phase.DISCARD_USE:
        need(reasons.discard_has_use(state), "phase: the discard has no use")
    elif phase is Phase.REPLENISH:
        need(bool(state.empty_cities()), "phase: no city is empty")
    elif phase in (Phase.ENGINE_DELIVERY, Phase.FINAL_DELIVERY):
        need(network.has_delivery(state, state.mover), "phase: there is no delivery")


def check_payment(state: Position) -> None:
    build = state.build
    assert build is not None and build.origin is not None and build.colour is not None
    need(reasons.no_build(state, Action(Kind.BUILD, build.city)) is None, "build: this link cannot be built")
    connect = Action(Kind.CONNECT, build.origin, build.colour)
    need(reasons.no_connect(state, connect) is None, "build: this link cannot be built")
    need(min(build.ones, build.twos, build.wilds) >= 0, "build: a number is negative")
    need(min(cards.left_to_lay(state.hand, build)) >= 0, "build: the laid cards are not in the hand")
    need(build.wilds == 0 or build.ones + build.twos > 0, "build: wilds come last")
    need(reasons.overpaid(state, build, 0) is None, "build: overpaid")
    value = state.config.data.cities[build.city].value
    need(cards.can_finish(state.hand, build, value), "build: the link cannot be completed")
