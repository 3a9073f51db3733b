"""What holds between the fields of a position: the list under "The position as a dict" on the page, in its order.

What a field alone can be is declared with it, in ``fields``.
"""

from __future__ import annotations

from ..fields import require
from ..wording import counted
from . import cards, moves, network, reasons
from .state import SETUP, Phase, Position
from .table import Action, Kind


def check(s: Position) -> None:
    check_phase_fields(s)
    check_cards(s)
    check_cubes(s)
    check_network(s)
    check_track_on_table(s)
    check_open_row(s)
    check_hands(s)
    if s.phase in SETUP:
        check_setup(s)
    else:
        check_triggers(s)
    check_players(s)
    check_choices(s)


def check_phase_fields(s: Position) -> None:
    phase = s.phase
    no_turn = phase in (Phase.DEAL_OPEN, Phase.FIRST_PLAYER, Phase.OVER)
    require((s.turn_player is None) == no_turn, "turn_player: does not fit the phase")
    require((s.first_player is None) == (phase in SETUP), "first_player: does not fit the phase")
    require((s.round == 0) == (phase in SETUP), "round: does not fit the phase")
    require(s.round <= s.game.max_rounds, "round: beyond max_rounds")
    picking = phase in (Phase.DRAW, Phase.DRAW_CARD, Phase.REFILL)
    require(s.picks_done == 0 or picking, "picks_done: does not fit the phase")
    require(s.picks_done < s.game.data.drawing.most or phase is not Phase.DRAW, "picks_done: the drawing is over")
    final = phase in (Phase.FINAL_DELIVERY, Phase.OVER) and s.game.data.deliveries > 0
    begun = s.final_deliveries > 0
    require(begun == final or phase is Phase.DELIVER, "final_deliveries: does not fit the phase")
    require(s.final_deliveries <= s.game.data.deliveries, "final_deliveries: beyond those of the game")
    building = phase in (Phase.CONNECT, Phase.PAY, Phase.PLACE_GOODS)
    require((s.build is not None) == building, "build: does not fit the phase")
    if s.build is not None:
        b = s.build
        chosen = (b.origin is not None, b.colour is not None) == (phase is Phase.PAY,) * 2
        require(chosen and (phase is Phase.PAY or b.ones == b.twos == b.wilds == 0), "build: does not fit the phase")
    require((s.shipment is not None) == (phase is Phase.DELIVER), "shipment: does not fit the phase")
    require((s.cube is not None) == (phase is Phase.REPLENISH), "cube: does not fit the phase")


def check_cards(s: Position) -> None:
    data = s.game.data
    for kind, total in enumerate(s.game.copies):
        places = [s.deck[kind], *(hand[kind] for hand in s.hands)]
        found = sum(places) + s.open.count(kind) + s.pile.count(kind)
        found += kind in map(data.city_kind, s.cities)
        name = data.kind_name(kind)
        require(found <= total, f"{name}: {counted(found, 'card')}, the game has {total}")
        require(kind <= data.engine or found == total, f"{name}: the card is missing")
    require(min(cards.laid(s)) >= 0, "engines: more than the game has")


def check_cubes(s: Position) -> None:
    for good, (name, cubes) in enumerate((good.colour, good.cubes) for good in s.game.data.goods):
        total = cubes if s.game.goods_in_game else 0
        places = [s.bag[good], *(d[good] for d in s.delivered)]
        places += [city.cubes[good] for city in s.cities.values()]
        found = sum(places) + (s.cube == good)
        require(found == total, f"{name}: {counted(found, 'cube')}, the game has {total}")
    for c, city in s.cities.items():
        require(sum(city.cubes) <= max(1, s.game.data.cities[c].goods), "cities: too many cubes on a city")


def check_network(s: Position) -> None:
    game = s.game
    for c, city in s.cities.items():
        card = game.data.cities[c]
        require(
            city.parent == game.data.start or city.parent in s.cities, f"cities: the parent of {card.name} is not there"
        )
        require(city.colour in card.colours, f"cities: {card.name} has not the colour of its link")
        if city.parent != game.data.start:
            require(city.colour in game.data.cities[city.parent].colours, f"cities: {card.name}: wrong link colour")
        require(card.value <= city.value, f"cities: the link of {card.name} has a wrong value")
        if game.overpay_cap is not None:
            require(city.value <= card.value + game.overpay_cap, f"cities: the link of {card.name} is overpaid")
        for colour in card.colours:
            if game.exit_capacity is not None:
                require(
                    network.exit_links(s, c, colour) <= game.exit_capacity,
                    f"cities: too many links at {card.name}",
                )
        place, steps = c, 0
        while place != game.data.start:
            place, steps = s.cities[place].parent if place in s.cities else game.data.start, steps + 1
            require(steps <= len(s.cities), "cities: the network has a circle")
    for p in range(game.num_players):
        require(network.trains(s, p) >= 0, f"cities: player {p} has more links than trains")


def check_track_on_table(s: Position) -> None:
    laid, total, wild = cards.laid(s), 0, s.game.data.engines.wild_value
    for colour, name in enumerate(row.colour for row in s.game.data.track):
        ones, twos = laid[2 * colour], laid[2 * colour + 1]
        links = [city for city in s.cities.values() if city.colour == colour]
        rest = sum(city.value for city in links) - ones - 2 * twos
        fits = rest >= 0 and rest % max(1, wild) == 0 and len(links) <= ones + twos
        require(fits, f"{name}: the track on the table does not fit the links")
        total += rest
    engines = laid[s.game.data.engine]
    require(total == wild * engines and (wild > 0 or engines == 0), "the engines on the table do not fit the links")


def check_open_row(s: Position) -> None:
    gaps, slots = s.open.count(None), s.game.data.slots
    if s.phase in (Phase.DEAL_CITY, Phase.DEAL_CARD):
        require(gaps == slots, "open: must be empty")
    elif s.phase is Phase.DEAL_OPEN:
        require(gaps > 0 and all(card is None for card in s.open[slots - gaps :]), "open: must be filled in order")
    elif s.phase is Phase.REFILL:
        require(gaps == 1 and sum(s.deck) > 0, "open: one slot must wait for a card of the deck")
    else:
        require(gaps == 0 or sum(s.deck) == 0, "open: a slot is empty though the deck is not")


def check_hands(s: Position) -> None:
    data = s.game.data
    limit, value = data.hand.limit, data.hand.city_value
    for p, hand in enumerate(s.hands):
        low, high = 0, limit
        if p == s.turn_player:
            if s.phase is Phase.TRIM:
                low, high = limit + 1, limit + data.drawing.most
            elif s.phase is Phase.DISCARD_USE:
                high = limit - 1
            else:
                high += s.picks_done - (s.phase is Phase.DRAW_CARD)
        require(low <= sum(hand) <= high, f"hands: player {p} has {counted(sum(hand), 'card')}")
        known = s.known[p]
        require(all(known[k] <= number for k, number in enumerate(hand)), f"known: not all in the hand of player {p}")
        hidden = sum(data.is_opening_city(k) and known[k] < number for k, number in enumerate(hand))
        require(s.v2_hidden[p] <= hidden, f"v2_hidden: player {p} has too few hidden cities of value {value}")


def check_setup(s: Position) -> None:
    game, phase = s.game, s.phase
    untouched = not s.cities and not s.pile and not any(s.points) and not any(s.engines)
    require(untouched and not any(map(any, s.delivered)), "the deal is not over, yet something has been played")
    require(s.end_trigger is None and not s.final_deliveries, "the deal is not over, yet the end has come")
    before = s.turn_player if s.turn_player is not None else game.num_players
    start, cities, end = game.opening_engines, game.data.hand.cities, game.opening_hand
    for p, hand in enumerate(s.hands):
        size, is_dealt = sum(hand), p == before
        if phase is Phase.DEAL_CITY:
            low, high = (start, start + cities) if p >= before else (start + cities, start + cities)
        else:
            low, high = (start + cities, end) if phase is Phase.DEAL_CARD and p >= before else (end, end)
        fits = low <= size < high if is_dealt else size == (low if p > before else high)
        require(fits, f"hands: player {p} has {counted(size, 'card')}")
        dealt = size - start if phase is Phase.DEAL_CITY else cities
        require(s.v2_hidden[p] == dealt, f"v2_hidden: wrong for player {p}")
        engines_only = all(number == (start if k == game.data.engine else 0) for k, number in enumerate(s.known[p]))
        require(engines_only, f"known: must be the engine alone for player {p}")


def check_triggers(s: Position) -> None:
    causes = {
        "deck_empty": sum(s.deck) == 0,
        "trains": any(network.trains(s, p) == 0 for p in range(s.game.num_players)),
        "bag_empty": s.game.goods_in_game and sum(s.bag) == 0,
        "max_rounds": s.round == s.game.max_rounds,
    }
    if s.end_trigger is None:
        require(not any(causes.values()), "end_trigger: missing")
    else:
        require(causes[s.end_trigger], f"end_trigger: {s.end_trigger} without its cause")
    require(not s.final_deliveries or s.end_trigger is not None, "final_deliveries: without a trigger")


def check_players(s: Position) -> None:
    game, everyone = s.game, sum(map(sum, s.delivered))
    scoring = game.data.scoring
    most = len(game.data.cities) * max(scoring.delivery, scoring.owner)
    for p in range(game.num_players):
        engines, cubes = s.engines[p], sum(s.delivered[p])
        require(cubes == 0 or engines > 0, f"delivered: player {p} has no engine")
        require(game.goods_in_game or engines == 0, "engines: none in the family game")
        require(game.engine_cap is None or engines <= game.engine_cap, f"engines: player {p} has too many")
        links = sum(city.value for city in s.links_of(p))
        fits = links + scoring.delivery * cubes <= s.points[p] <= links + most * everyone
        require(fits, f"points: impossible for player {p}")


def check_choices(s: Position) -> None:
    phase, build = s.phase, s.build
    if phase is Phase.CONNECT:
        assert build is not None
        require(reasons.why_not_build(s, Action(Kind.BUILD, build.city)) is None, "build: this link cannot be built")
    elif phase is Phase.PAY:
        check_payment(s)
    elif phase is Phase.PLACE_GOODS:
        assert build is not None
        require(build.city in s.cities and sum(s.bag) > 0, "build: there is nothing to place")
        full = sum(s.cities[build.city].cubes) >= s.game.data.cities[build.city].goods
        require(not full, "build: the city has all its cubes")
    elif phase is Phase.REPLENISH_CUBE:
        require(reasons.why_not_replenish(s, Action(Kind.REPLENISH)) is None, "phase: nothing can be replenished")
    elif phase is Phase.DRAW_CARD:
        require(sum(s.deck) > 0, "phase: the deck is empty")
    elif phase is Phase.DELIVER:
        assert s.shipment is not None
        require(reasons.why_not_ship(s, Action(Kind.SHIP, *s.shipment)) is None, "shipment: cannot be delivered")
    elif phase is Phase.DRAW:
        require(moves.can_draw(s), "phase: there is no card to take")
    elif phase is Phase.DISCARD_USE:
        require(reasons.discard_has_use(s), "phase: the discard has no use")
    elif phase is Phase.REPLENISH:
        require(bool(s.empty_cities()), "phase: no city is empty")
    elif phase in (Phase.ENGINE_DELIVERY, Phase.FINAL_DELIVERY):
        require(network.has_delivery(s, s.mover), "phase: there is no delivery")


def check_payment(s: Position) -> None:
    build = s.build
    assert build is not None and build.origin is not None and build.colour is not None
    require(reasons.why_not_build(s, Action(Kind.BUILD, build.city)) is None, "build: this link cannot be built")
    connect = Action(Kind.CONNECT, build.origin, build.colour)
    require(reasons.why_not_connect(s, connect) is None, "build: this link cannot be built")
    require(min(cards.left_to_lay(s.game.data, s.hand, build)) >= 0, "build: the laid cards are not in the hand")
    require(build.wilds == 0 or build.ones + build.twos > 0, "build: wilds come last")
    require(reasons.overpaid(s, build, 0) is None, "build: overpaid")
    value = s.game.data.cities[build.city].value
    require(cards.can_finish(s.game.data, s.hand, build, value), "build: the link cannot be completed")
