"""Who may know what: the view, the observation, hidden steps, and positions drawn in accordance with a view."""

from __future__ import annotations

from ..rng import Rng
from . import cards, network
from .data import track_kind
from .state import Phase, Position

DEALS = 100


def hidden_step(s: Position, viewer: int | None) -> str | None:
    """Dealt and blind cards are seen by their owner only (R5)."""
    if s.phase not in (Phase.DEAL_CITY, Phase.DEAL_CARD, Phase.DRAW_CARD) or viewer == s.turn_player:
        return None
    return f"a value-{s.game.data.hand.city_value} city" if s.phase is Phase.DEAL_CITY else "a card"


# --- what is seen of hidden things ------------------------------------------------------------------------------------


def deck_size(s: Position, _viewer: int | None) -> int:
    return sum(s.deck)


def laid_cards(s: Position, _viewer: int | None) -> list[int]:
    """What lies on the table as links follows from what is nowhere else."""
    return cards.laid(s)


def hand(s: Position, viewer: int | None) -> list[int] | None:
    return None if viewer is None else s.hands[viewer]


def hand_sizes(s: Position, _viewer: int | None) -> list[int]:
    return [sum(hand) for hand in s.hands]


def trains(s: Position, _viewer: int | None) -> list[int]:
    return [network.trains(s, player) for player in range(s.game.num_players)]


# --- determinization --------------------------------------------------------------------------------------------------


def resample(s: Position, viewer: int, rng: Rng) -> None:
    """Redraws what ``viewer`` cannot know, in place: the others' hands and with them the deck."""
    others = [p for p in range(s.game.num_players) if p != viewer]
    real = {p: s.hands[p] for p in others}
    pool = [s.deck[k] + sum(real[p][k] for p in others) for k in range(s.game.data.kinds)]
    kept = {p: kept_cards(s, p) for p in others}
    needs_v2 = {p: hidden_v2(s, p) for p in others}
    sizes = {p: sum(real[p]) for p in others}
    builder = s.turn_player if s.phase in (Phase.CONNECT, Phase.PAY) else None
    if builder is None or builder == viewer:
        deal(s, pool, kept, needs_v2, sizes, rng)
        return
    for _ in range(DEALS):
        deal(s, pool, kept, needs_v2, sizes, rng)
        if link_possible(s, s.hands[builder]):
            return
    left = [pool[k] - sum(hand[k] for hand in kept.values()) for k in range(s.game.data.kinds)]
    topped = top_up(s, kept[builder], left, sizes[builder] - needs_v2[builder])
    if topped is None:
        kept[builder], needs_v2[builder] = real[builder], 0
    else:
        kept[builder] = topped
    deal(s, pool, kept, needs_v2, sizes, rng)


def announces_link(s: Position, player: int) -> bool:
    return player == s.turn_player and s.phase in (Phase.CONNECT, Phase.PAY)


def kept_cards(s: Position, player: int) -> list[int]:
    """What everybody knows to be in the hand: ``known``, and what an announced link shows."""
    kept = list(s.known[player])
    build = s.build
    if announces_link(s, player) and build is not None:
        shown = {s.game.data.city_kind(build.city): 1}
        if build.colour is not None:
            shown[track_kind(build.colour, 1)] = build.ones
            shown[track_kind(build.colour, 2)] = build.twos
            shown[s.game.data.engine] = build.wilds
        for kind, number in shown.items():
            kept[kind] = max(kept[kind], number)
    return kept


def hidden_v2(s: Position, player: int) -> int:
    """How many cities dealt at the start are somewhere among what nobody knows of the hand (R49)."""
    build, data = s.build, s.game.data
    hidden = s.v2_hidden[player]
    if announces_link(s, player) and build is not None:
        kind = data.city_kind(build.city)
        if data.is_opening_city(kind) and s.known[player][kind] == 0:
            return max(0, hidden - 1)
    return hidden


def deal(
    s: Position,
    pool: list[int],
    kept: dict[int, list[int]],
    needs_v2: dict[int, int],
    sizes: dict[int, int],
    rng: Rng,
) -> None:
    """Gives the others their kept cards, the dealt cities that are hidden, then random cards; the rest is the deck."""
    rest = [number - sum(hand[k] for hand in kept.values()) for k, number in enumerate(pool)]
    for p, hand in kept.items():
        s.hands[p] = list(hand)

    def give(p: int, weights: list[int]) -> None:
        kind = rng.weighted(weights)
        rest[kind] -= 1
        s.hands[p][kind] += 1

    for p in kept:
        for _ in range(needs_v2[p]):
            give(p, [number if s.game.data.is_opening_city(k) else 0 for k, number in enumerate(rest)])
    for p in kept:
        while sum(s.hands[p]) < sizes[p]:
            give(p, rest)
    s.deck = rest


def link_possible(s: Position, hand: list[int], colour: int | None = None) -> bool:
    """Whether the announced link can be built from that hand (in ``colour``, if it is not yet chosen)."""
    build = s.build
    assert build is not None
    city = s.game.data.cities[build.city]
    if build.colour is not None:
        return cards.can_finish(s.game.data, hand, build, city.value)
    return any(cards.can_pay(s.game.data, hand, k, city.value) for k in city.colours if colour in (None, k))


def top_up(s: Position, kept: list[int], left: list[int], room: int) -> list[int] | None:
    """Adds the fewest cards that make the announced link possible, in the first colour where they fit."""
    build = s.build
    assert build is not None
    colours = [build.colour] if build.colour is not None else list(s.game.data.cities[build.city].colours)
    for colour in colours:
        hand, rest = list(kept), list(left)
        wanted = [s.game.data.engine]
        if build.wilds == 0:
            wanted.insert(0, track_kind(colour, 1))
            if build.ones == 0:
                wanted.insert(0, track_kind(colour, 2))
        while not link_possible(s, hand, colour):
            kinds = [kind for kind in wanted if rest[kind] > 0]
            if not kinds or sum(hand) >= room:
                break
            hand[kinds[0]] += 1
            rest[kinds[0]] -= 1
        else:
            return hand
    return None
