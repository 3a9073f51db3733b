"""Who may know what: the view, the observation, hidden steps, and positions drawn in accordance with a view."""

from __future__ import annotations

from ..rng import Rng
from . import cards, network
from .data import ENGINE, KINDS, city_kind, track_kind
from .state import Phase, Position

DEALS = 100


def hidden_step(state: Position, viewer: int | None) -> str | None:
    """Dealt and blind cards are seen by their owner only (R5)."""
    if state.phase not in (Phase.DEAL_CITY, Phase.DEAL_CARD, Phase.DRAW_CARD) or viewer == state.turn_player:
        return None
    return "a value-2 city" if state.phase is Phase.DEAL_CITY else "a card"


# --- what is seen of hidden things ------------------------------------------------------------------------------------


def deck_size(state: Position, _viewer: int | None) -> int:
    return sum(state.deck)


def laid_cards(state: Position, _viewer: int | None) -> list[int]:
    """What lies on the table as links follows from what is nowhere else."""
    return cards.laid(state)


def hand(state: Position, viewer: int | None) -> list[int] | None:
    return None if viewer is None else state.hands[viewer]


def hand_sizes(state: Position, _viewer: int | None) -> list[int]:
    return [sum(hand) for hand in state.hands]


def trains(state: Position, _viewer: int | None) -> list[int]:
    return [network.trains(state, player) for player in range(state.config.players)]


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
