"""Who may know what: the view, the observation, hidden steps, and positions drawn in accordance with a view."""

from __future__ import annotations

from typing import Any

from ..channels import Channel, Encoder
from ..rng import Rng
from . import cards, forms, moves, network
from .data import CITIES, COLOURS, ENGINE, GOODS, KINDS, OPEN_SLOTS, city_kind, track_kind
from .state import TRIGGERS, Phase, Position

DEALS = 100


def hidden_step(state: Position, viewer: int | None) -> str | None:
    """Dealt and blind cards are seen by their owner only (R5)."""
    if state.phase not in (Phase.DEAL_CITY, Phase.DEAL_CARD, Phase.DRAW_CARD) or viewer == state.turn_player:
        return None
    return "a value-2 city" if state.phase is Phase.DEAL_CITY else "a card"


def view_dict(state: Position, viewer: int | None) -> dict[str, Any]:
    whole, n = forms.to_dict(state), state.config.players
    view: dict[str, Any] = {key: whole[key] for key in ("format", "game", "players")}
    view["viewer"] = viewer
    view |= {key: whole[key] for key in ("phase", "current_player")}
    view["legal_actions"] = moves.legal_ids(state) if viewer is not None and viewer == state.current_player() else []
    for key in ("turn_player", "first_player", "round", "end_trigger", "final_deliveries", "picks_done"):
        view[key] = whole[key]
    view["deck_size"] = sum(state.deck)
    view |= {key: whole[key] for key in ("open", "discard_pile", "bag", "cities")}
    view["laid"] = forms.card_counts(state, cards.laid(state))
    view["hand"] = None if viewer is None else whole["hands"][viewer]
    view["hand_sizes"] = [sum(hand) for hand in state.hands]
    view |= {key: whole[key] for key in ("known", "v2_hidden", "engines")}
    view["trains"] = [network.trains(state, p) for p in range(n)]
    view |= {key: whole[key] for key in ("points", "delivered", "build", "shipment", "cube")}
    return view


# --- the observation --------------------------------------------------------------------------------------------------


def channels(n: int) -> tuple[Channel, ...]:
    return (
        Channel("phase", (len(Phase),), 1, "one-hot"),
        Channel("current_player", (n,), 1, "one-hot by seat from the viewer; zero at chance and at the end"),
        Channel("turn_player", (n,), 1, "one-hot by seat from the viewer"),
        Channel("first_player", (n,), 1, "one-hot by seat from the viewer"),
        Channel("round", (1,), 100, "the round, from 1"),
        Channel("end_trigger", (len(TRIGGERS),), 1, "one-hot"),
        Channel("final_deliveries", (1,), 1, "flag"),
        Channel("picks_done", (1,), 2, "cards taken in this drawing step"),
        Channel("deck_size", (1,), 111, "cards in the deck"),
        Channel("open", (OPEN_SLOTS, KINDS), 1, "one-hot a slot"),
        Channel("discard_pile", (111,), KINDS, "kind + 1, bottom first, then 0"),
        Channel("discard_top", (KINDS,), 1, "one-hot"),
        Channel("bag", (len(GOODS),), 15, "cubes in the bag"),
        Channel("laid", (ENGINE + 1,), 21, "track cards and engines on the table as links"),
        Channel("parent", (CITIES, CITIES + 1), 1, "one-hot a city on the table"),
        Channel("owner", (CITIES, n), 1, "one-hot by seat from the viewer"),
        Channel("colour", (CITIES, len(COLOURS)), 1, "one-hot: the colour of the link to the parent"),
        Channel("link_value", (CITIES,), 19, "worth of the link to the parent"),
        Channel("cubes", (CITIES, len(GOODS)), 4, "cubes on the city"),
        Channel("hand_size", (n,), 15, "cards in hand"),
        Channel("known_track", (n, ENGINE), 7, "track known to be in the hand"),
        Channel("known_engines", (n,), 21, "engines known to be in the hand"),
        Channel("known_cities", (n, CITIES), 1, "cities known to be in the hand"),
        Channel("v2_hidden", (n,), 1, "flag: the value-2 city dealt at the start is in the hand"),
        Channel("engines", (n,), 21, "engines played"),
        Channel("trains", (n,), 10, "trains left for links"),
        Channel("points", (n,), 200, "the score track"),
        Channel("delivered", (n, len(GOODS)), 15, "cubes delivered"),
        Channel("build_city", (CITIES,), 1, "one-hot: the city being built"),
        Channel("build_from", (CITIES + 1,), 1, "one-hot: the other end"),
        Channel("build_colour", (len(COLOURS),), 1, "one-hot"),
        Channel("build_laid", (3,), 21, "ones, twos, wilds laid so far"),
        Channel("ship_from", (CITIES,), 1, "one-hot: where the cube lies that is being shipped"),
        Channel("ship_good", (len(GOODS),), 1, "one-hot"),
        Channel("cube", (len(GOODS),), 1, "one-hot: the cube drawn to replenish"),
        Channel("hand_track", (ENGINE,), 7, "private: track in the viewer's hand"),
        Channel("hand_engines", (1,), 21, "private: engines in the viewer's hand"),
        Channel("hand_cities", (CITIES,), 1, "private: cities in the viewer's hand"),
    )


def observation(state: Position, viewer: int | None, declared: tuple[Channel, ...]) -> list[float]:
    out = Encoder(declared)
    first = 0 if viewer is None else viewer
    put_course(state, out, first)
    put_cards_on_table(state, out)
    put_network(state, out, first)
    for p in range(state.config.players):
        put_player(state, out, p, seat(state, p, first))
    put_pending(state, out)
    if viewer is not None:
        put_hand(state, out, viewer)
    return out.values


def seat(state: Position, player: int, first: int) -> int:
    return (player - first) % state.config.players


def put_course(state: Position, out: Encoder, first: int) -> None:
    out.put("phase", 1, state.phase)
    current = state.current_player()
    players = {
        "current_player": current if current >= 0 else None,
        "turn_player": state.turn_player,
        "first_player": state.first_player,
    }
    for name, player in players.items():
        if player is not None:
            out.put(name, 1, seat(state, player, first))
    out.put("round", state.round, 0)
    if state.end_trigger is not None:
        out.put("end_trigger", 1, TRIGGERS.index(state.end_trigger))
    out.put("final_deliveries", int(state.final_deliveries), 0)
    out.put("picks_done", state.picks_done, 0)


def put_cards_on_table(state: Position, out: Encoder) -> None:
    out.put("deck_size", sum(state.deck), 0)
    for slot, card in enumerate(state.open):
        if card is not None:
            out.put("open", 1, slot, card)
    for i, card in enumerate(state.pile):
        out.put("discard_pile", card + 1, i)
    if state.pile:
        out.put("discard_top", 1, state.pile[-1])
    for good, number in enumerate(state.bag):
        out.put("bag", number, good)
    for kind, number in enumerate(cards.laid(state)):
        out.put("laid", number, kind)


def put_network(state: Position, out: Encoder, first: int) -> None:
    for c, city in state.cities.items():
        out.put("parent", 1, c, city.parent)
        out.put("owner", 1, c, seat(state, city.owner, first))
        out.put("colour", 1, c, city.colour)
        out.put("link_value", city.value, c)
        for good, number in enumerate(city.cubes):
            out.put("cubes", number, c, good)


def put_player(state: Position, out: Encoder, p: int, at: int) -> None:
    out.put("hand_size", sum(state.hands[p]), at)
    known = state.known[p]
    for kind in range(ENGINE):
        out.put("known_track", known[kind], at, kind)
    out.put("known_engines", known[ENGINE], at)
    for c in range(CITIES):
        out.put("known_cities", known[city_kind(c)], at, c)
    out.put("v2_hidden", int(state.v2_hidden[p]), at)
    out.put("engines", state.engines[p], at)
    out.put("trains", network.trains(state, p), at)
    out.put("points", state.points[p], at)
    for good, number in enumerate(state.delivered[p]):
        out.put("delivered", number, at, good)


def put_pending(state: Position, out: Encoder) -> None:
    build = state.build
    if build is not None:
        out.put("build_city", 1, build.city)
        if build.origin is not None and build.colour is not None:
            out.put("build_from", 1, build.origin)
            out.put("build_colour", 1, build.colour)
        for i, number in enumerate((build.ones, build.twos, build.wilds)):
            out.put("build_laid", number, i)
    if state.shipment is not None:
        out.put("ship_from", 1, state.shipment[0])
        out.put("ship_good", 1, state.shipment[1])
    if state.cube is not None:
        out.put("cube", 1, state.cube)


def put_hand(state: Position, out: Encoder, viewer: int) -> None:
    hand = state.hands[viewer]
    for kind in range(ENGINE):
        out.put("hand_track", hand[kind], kind)
    out.put("hand_engines", hand[ENGINE], 0)
    for c in range(CITIES):
        out.put("hand_cities", hand[city_kind(c)], c)


# --- determinization --------------------------------------------------------------------------------------------------


def resample(state: Position, viewer: int, rng: Rng) -> None:
    """Redraws what ``viewer`` cannot know, in place: the others' hands and with them the deck."""
    others = [p for p in range(state.config.players) if p != viewer]
    real = {p: state.hands[p] for p in others}
    pool = [state.deck[k] + sum(real[p][k] for p in others) for k in range(KINDS)]
    kept = {p: kept_cards(state, p) for p in others}
    needs_v2 = {p: needs_hidden_v2(state, p) for p in others}
    sizes = {p: sum(real[p]) for p in others}
    builder = state.turn_player if state.phase in (Phase.CONNECT, Phase.PAY) else None
    if builder is None or builder == viewer:
        deal(state, pool, kept, needs_v2, sizes, rng)
        return
    for _ in range(DEALS):
        deal(state, pool, kept, needs_v2, sizes, rng)
        if link_possible(state, state.hands[builder]):
            return
    left = [pool[k] - sum(hand[k] for hand in kept.values()) for k in range(KINDS)]
    topped = top_up(state, kept[builder], left, sizes[builder] - needs_v2[builder])
    if topped is None:
        kept[builder], needs_v2[builder] = real[builder], False
    else:
        kept[builder] = topped
    deal(state, pool, kept, needs_v2, sizes, rng)


def announces_link(state: Position, player: int) -> bool:
    return player == state.turn_player and state.phase in (Phase.CONNECT, Phase.PAY)


def kept_cards(state: Position, player: int) -> list[int]:
    """What everybody knows to be in the hand: ``known``, and what an announced link shows."""
    kept = list(state.known[player])
    build = state.build
    if announces_link(state, player) and build is not None:
        shown = {city_kind(build.city): 1}
        if build.colour is not None:
            shown[track_kind(build.colour, 1)] = build.ones
            shown[track_kind(build.colour, 2)] = build.twos
            shown[ENGINE] = build.wilds
        for kind, number in shown.items():
            kept[kind] = max(kept[kind], number)
    return kept


def needs_hidden_v2(state: Position, player: int) -> bool:
    build = state.build
    if announces_link(state, player) and build is not None:
        value = state.config.data.cities[build.city].value
        if value == 2 and state.known[player][city_kind(build.city)] == 0:
            return False
    return state.v2_hidden[player]


def deal(
    state: Position,
    pool: list[int],
    kept: dict[int, list[int]],
    needs_v2: dict[int, bool],
    sizes: dict[int, int],
    rng: Rng,
) -> None:
    """Gives the others their kept cards, a value-2 city where needed, then random cards; the rest is the deck."""
    rest = [pool[k] - sum(hand[k] for hand in kept.values()) for k in range(KINDS)]
    for p, hand in kept.items():
        state.hands[p] = list(hand)

    def give(p: int, weights: list[int]) -> None:
        kind = rng.weighted(weights)
        rest[kind] -= 1
        state.hands[p][kind] += 1

    for p in kept:
        if needs_v2[p]:
            give(p, [rest[k] if cards.is_value_2(state, k) else 0 for k in range(KINDS)])
    for p in kept:
        while sum(state.hands[p]) < sizes[p]:
            give(p, rest)
    state.deck = rest


def link_possible(state: Position, hand: list[int], colour: int | None = None) -> bool:
    """Whether the announced link can be built from that hand (in ``colour``, if it is not yet chosen)."""
    build = state.build
    assert build is not None
    city = state.config.data.cities[build.city]
    if build.colour is not None:
        return cards.can_finish(hand, build, city.value)
    return any(cards.can_pay(hand, k, city.value) for k in city.colours if colour in (None, k))


def top_up(state: Position, kept: list[int], left: list[int], room: int) -> list[int] | None:
    """Adds the fewest cards that make the announced link possible, in the first colour where they fit."""
    build = state.build
    assert build is not None
    colours = [build.colour] if build.colour is not None else list(state.config.data.cities[build.city].colours)
    for colour in colours:
        hand, rest = list(kept), list(left)
        wanted = [ENGINE]
        if build.wilds == 0:
            wanted.insert(0, track_kind(colour, 1))
            if build.ones == 0:
                wanted.insert(0, track_kind(colour, 2))
        while not link_possible(state, hand, colour):
            kinds = [kind for kind in wanted if rest[kind] > 0]
            if not kinds or sum(hand) >= room:
                break
            hand[kinds[0]] += 1
            rest[kinds[0]] -= 1
        else:
            return hand
    return None
