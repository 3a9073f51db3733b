"""The invariants of a position: every piece accounted for, every pending part there when its phase needs it.

The functions follow the page's list (The position as a dict), number by number.
"""

from __future__ import annotations

from ..fields import require
from ..wording import counted
from .board import forced_price, full, links_laid, on_map, payable
from .cards import card_blocked, used
from .state import TURN_PHASES, Position

DEMAND_PHASES = ("draw_demand", "demand_must", "demand_may")
BEFORE_ROUND = ("draw_order", "toss_demand", "draw_demand", "demand_must")
ONCE_ROUND = ("nominate", "bid", "close")
FIST_PHASES = ("fist_colour", "fist_amount", "toss_fists", "pick")


def check(s: Position) -> None:
    for part in CHECKS:
        part(s)


def opening(s: Position) -> bool:
    return s.era == "canal" and s.round == 1


def check_numbers(s: Position) -> None:
    """1."""
    require(1 <= s.round <= s.game.rounds, f"round: there is no round {s.round}")
    rounds = s.round + s.game.rounds * (s.era == "rail") + (s.phase == "over")
    for player, (cash, revenue) in enumerate(zip(s.cash, s.revenue, strict=True)):
        right = cash >= 0 and revenue >= 0 and cash + revenue <= s.game.bounds.round * rounds
        require(right, f"cash and revenue: player {player} cannot have {cash} and {revenue} by now")
    ends = {"draw_demand": s.game.num_players * s.game.counts.counters}
    ends |= {phase: s.game.slots(phase) for phase in ("demand_must", "demand_may")}
    require(0 <= s.step < ends.get(s.phase, 1), f"step: {s.step} does not fit {s.phase}")


def check_phase(s: Position) -> None:
    """2."""
    phase, two = s.phase, s.game.num_players == 2
    missing = (
        (phase == "draw_order" and two)
        or (phase in ("toss_demand", "fist_colour", "toss_fists") and not two)
        or (phase in ONCE_ROUND and s.game.hidden_bids)
        or (phase in FIST_PHASES and not s.game.hidden_bids)
    )
    require(not missing, f"phase: this game has no phase {phase}")
    if phase in ("draw_order", "toss_demand", "toss_fists"):
        require(opening(s), f"phase: {phase} belongs to round 1 of the canal era")
    if phase in ("draw_demand", "demand_must"):
        require(s.round == 1, f"phase: {phase} belongs to round 1")
    if phase in ("demand_may", "over"):
        require(s.round == s.game.rounds, f"phase: {phase} follows the last round")
    require(phase != "over" or s.era == "rail", "phase: the game does not end in the canal era")


def check_demand_first(s: Position) -> None:
    """3."""
    tossed = s.game.num_players == 2 and s.era == "canal"
    tossed = tossed and s.phase in ("draw_demand", "demand_must")
    require((s.demand_first is not None) == tossed, f"demand_first does not fit {s.phase}")


def check_order(s: Position) -> None:
    """4."""
    k, size = s.game.counts.colours, len(s.order)
    require(len(set(s.order)) == size, "order: a colour is there twice")
    if s.phase == "draw_order":
        require(size < k, "order: all boxes are filled")
    elif s.game.num_players == 2 and opening(s) and s.phase != "demand_may":
        require(size == 0, "order: there is none in the first round")
    else:
        require(size == k, f"order: there must be {counted(k, 'colour')}, not {size}")
    check_owners(s, "order", s.order)


def check_owners(s: Position, name: str, boxes: list[int]) -> None:
    """Two players: each auction gives each of them one box (R14)."""
    if s.game.num_players == 2:
        for first, second in zip(boxes[::2], boxes[1::2], strict=False):
            require(s.owner(first) != s.owner(second), f"{name}: both boxes of an auction have one owner")


def check_next_order(s: Position) -> None:
    """5."""
    boxes, phase = s.next_order, s.phase
    k, n, taken = s.game.counts.colours, s.game.num_players, s.taken()
    require(len(set(boxes)) == len(boxes), "next_order: a colour is there twice")
    in_turn = phase in TURN_PHASES
    if phase not in ONCE_ROUND + FIST_PHASES + TURN_PHASES:
        right = not boxes
    elif not s.game.hidden_bids:
        right = len(boxes) == taken and (in_turn or taken <= k - 2)
    elif n > 2:
        right = len(boxes) == (0 if phase == "fist_amount" else k)
    elif phase in ("fist_colour", "toss_fists"):
        right = not boxes
    elif phase == "fist_amount":
        right = len(boxes) == taken and taken in (0, 2)
    else:
        right = len(boxes) == (2 if taken < 2 or (in_turn and taken == 2) else 4)
    require(right, f"next_order: {counted(len(boxes), 'colour')} cannot be there in {phase}")
    if in_turn:
        require(taken >= 1 and boxes[taken - 1] == s.the_turn().colour, "next_order: the turn's colour differs")
    if phase == "pick":
        require(taken < len(boxes) and taken <= k - 2, "next_order: there is nothing to pick")
    check_owners(s, "next_order", boxes)


def check_map(s: Position) -> None:
    """6."""
    for town, pieces in zip(s.game.data.towns, s.industries, strict=True):
        require(sum(pieces) <= town.value, f"industries: {town.name} holds more than {town.value}")
    for colour, name in enumerate(s.game.data.colours[: s.game.counts.colours]):
        if s.game.short_of_industries:
            supply = s.game.supply(colour)
            require(on_map(s, colour) <= supply, f"industries: {name} has more than {supply}")
        if s.game.short_of_links:
            supply = s.game.data.pieces.links_per_colour
            require(links_laid(s, colour) <= supply, f"links: {name} has more than {supply}")


def check_counters(s: Position) -> None:
    """7: all counters, and how many have left the pool."""
    data, counts = s.game.data, s.game.counts
    for t, name in enumerate(data.types):
        total = s.demand[t] + s.pool[t] + sum(hand[t] for hand in s.hands)
        require(
            total == data.counters[t],
            f"demand, hands and pool: {counted(total, f'{name} counter')}, not {data.counters[t]}",
        )
    before = 0 if s.era == "canal" else 1
    for player, hand in enumerate(s.hands):
        drawn = counts.counters * before + drawn_this_era(s, player)
        require(sum(hand) <= drawn, f"hands[{player}]: more counters than drawn")
        if s.phase in ("draw_order", "toss_demand", "draw_demand") and before == 0:
            require(sum(hand) == drawn, f"hands[{player}]: fewer counters than drawn")
    drawn = counts.players * counts.counters * before
    drawn += sum(drawn_this_era(s, player) for player in range(counts.players))
    left = sum(data.counters) - drawn
    require(sum(s.pool) == left, f"pool: {counted(sum(s.pool), 'counter')}, not {left}")


def drawn_this_era(s: Position, player: int) -> int:
    draw = s.game.counts.counters
    if s.phase in ("draw_order", "toss_demand"):
        return 0
    if s.phase == "draw_demand":
        return min(draw, max(0, s.step - draw * player))
    return draw


def check_slots(s: Position) -> None:
    """7: a Demand phase must be able to go on."""
    if s.phase == "demand_must":
        slots = range(s.step, s.game.slots(s.phase))
        served = [s.slot_player(slot) for slot in slots]
        for player, hand in enumerate(s.hands):
            require(sum(hand) >= served.count(player), f"hands[{player}]: too few counters to place")
    if s.phase == "demand_may":
        player = s.slot_player(s.step)
        require(sum(s.hands[player]) > 0, f"step: player {player} holds no counter")


def check_piles(s: Position) -> None:
    """8: deck and set-aside cards."""
    k, aside = s.game.counts.colours, s.game.counts.set_aside
    to_come = (s.game.rounds - s.round) * k
    if s.phase in BEFORE_ROUND:
        to_come += k
    elif s.phase == "reveal":
        to_come += k - sum(s.face_up)
    require(s.deck == to_come, f"deck: {counted(s.deck, 'card')}, not {to_come}")
    require(0 <= s.set_aside <= aside, f"set_aside: {counted(s.set_aside, 'card')}, not 0 to {aside}")
    unseen = sum(s.unseen) + sum(s.unseen_setup)
    require(
        unseen == s.deck + s.set_aside,
        f"unseen: {counted(unseen, 'card')}, not {s.deck + s.set_aside} as in deck and set_aside",
    )
    setup = 0
    if s.era == "canal":
        setup = max(0, s.game.data.setup_cards - (s.game.rounds * k - s.deck))
    require(sum(s.unseen_setup) == setup, f"unseen_setup: there must be {counted(setup, 'card')}")


def check_cards(s: Position) -> None:
    """8: each kind of card."""
    k, phase = s.game.counts.colours, s.phase
    gone = used(s)
    for card, kind in enumerate(s.game.data.kinds):
        require(gone[card] >= 0, f"{kind.name}: more than {counted(kind.cards, 'card')}")
        require(s.unseen_setup[card] <= kind.setup, f"unseen_setup: {kind.name} is not a set-up card")
        if s.era == "canal":
            others = kind.cards - kind.setup
            require(s.unseen[card] <= others, f"unseen: more than {counted(others, f'{kind.name} card')}")
    lie = sum(s.face_up)
    if phase in (*BEFORE_ROUND, "demand_may", "over"):
        right = lie == 0
    elif phase == "reveal":
        right = lie < k
    elif phase in ("fist_colour", "toss_fists"):
        right = lie == k
    elif phase == "fist_amount":
        right = lie == k or (lie == 2 and s.game.num_players == 2)
    else:
        right = lie <= k
    require(right, f"face_up: {counted(lie, 'card')} cannot lie there in {phase}")


def check_auction(s: Position) -> None:
    """9."""
    auction = s.auction
    require((auction is not None) == (s.phase in ("bid", "close")), f"auction does not fit {s.phase}")
    if auction is None:
        return
    require(s.face_up[auction.card] > 0, "auction: the card is not face up")
    require(auction.nominator == s.nominator(), "auction: the nominator is not the earliest without a card")
    closing = s.phase == "close"
    require((auction.speaker == auction.nominator) == closing, "auction: the nominator speaks last")
    require(auction.speaker not in s.next_order, "auction: the speaker has a card")
    require((auction.leader is None) == (auction.standing == 0), "auction: standing bid and leader do not fit")
    if auction.leader is not None:
        seats = s.game.num_players
        turn = (auction.leader - auction.nominator) % seats
        before = (auction.speaker - auction.nominator - 1) % seats + 1
        spoken = 0 < turn < before and auction.leader not in s.next_order
        require(spoken, "auction: the leader has not spoken")
        require(auction.standing <= payable(s, auction.leader), "auction: the leader cannot pay")


def check_fists(s: Position) -> None:
    """10."""
    fists = s.fists
    in_round = s.game.hidden_bids and s.phase in FIST_PHASES + TURN_PHASES
    if not in_round:
        require(all(fist is None for fist in fists), f"fists do not fit {s.phase}")
        return
    if s.phase in ("fist_colour", "fist_amount"):
        check_fists_in_making(s)
    else:
        require(s.fists_open(), "fists: one is not closed")
    for player, fist in enumerate(fists):
        if fist is None:
            continue
        require(s.owner(fist.colour) == player, f"fists[{player}]: the colour belongs to another player")
        require(fist.amount is None or 0 <= fist.amount <= 9999, f"fists[{player}]: the amount is not from 0 to 9999")
        unpaid = s.phase in ("fist_colour", "fist_amount", "toss_fists")
        if fist.amount is not None and unpaid:
            limit = payable(s, player)
            require(forced_price(s, player) <= fist.amount <= limit, f"fists[{player}]: the amount is not a legal bid")
    check_fist_colours(s)


def check_fists_in_making(s: Position) -> None:
    """The players before the current one are closed, those after them have none."""
    require(not s.fists_open(), "fists: all are closed")
    current = s.bidding_player()
    own = s.fists[current]
    half = s.phase == "fist_amount" and s.first_auction()
    require((own is not None) == half, f"fists[{current}] does not fit {s.phase}")
    require(all(fist is None for fist in s.fists[current + 1 :]), "fists: one is closed out of turn")


def check_fist_colours(s: Position) -> None:
    closed = [fist for fist in s.fists if fist is not None]
    if s.phase == "toss_fists":
        require(len({fist.amount for fist in closed}) == 1, "fists: the amounts are not equal")
    elif s.phase in ("fist_colour", "fist_amount"):
        for fist in closed if not s.first_auction() else []:
            require(fist.colour not in s.next_order, "fists: the colour has a box already")
    else:
        last = s.next_order[-s.game.num_players :]
        require({fist.colour for fist in closed} == set(last), "fists: the colours are not those of the boxes")


def check_turn(s: Position) -> None:
    """11."""
    turn, phase, data = s.turn, s.phase, s.game.data
    require((turn is not None) == (phase in TURN_PHASES), f"turn does not fit {phase}")
    if turn is None:
        return
    require((turn.card is None) == (phase == "draw_swap"), f"turn: the card does not fit {phase}")
    require((turn.town is not None) == (phase in ("displace", "build", "move")), f"turn: the town does not fit {phase}")
    second = phase == "build" and data.links.in_turn == 2
    require(turn.link is None or second, f"turn: the link does not fit {phase}")
    if phase in ("swap", "draw_swap"):
        require(s.set_aside > 0, "turn: there is no set-aside card")
    if turn.card is None:
        return
    kind = data.kinds[turn.card]
    require(phase != "swap" or card_blocked(s, turn.card), "turn: the card is not blocked")
    require(phase != "town" or kind.town is None, "turn: the card is not wild")
    if turn.town is not None:
        fits = turn.town == kind.town if kind.town is not None else data.towns[turn.town].value == kind.value
        require(fits, "turn: the town does not fit the card")
        require(phase != "displace" or full(s, turn.town), "turn: the town is not full")
        if s.game.short_of_industries and phase in ("displace", "move"):
            none_left = on_map(s, turn.colour) == s.game.supply(turn.colour)
            require(none_left == (phase == "move"), f"turn: the colour's Industries on the map do not fit {phase}")
        placed = s.industries[turn.town][turn.colour] > 0
        require(phase != "build" or placed, "turn: no Industry of the colour stands in the town")
        if turn.link is not None:
            first = data.connections[turn.link]
            fits = first.links == 1 and first.touches(turn.town) and s.links[turn.link] == turn.colour
            require(fits, "turn: the link is not a first Link of this turn")


def check_empty_map(s: Position) -> None:
    """12."""
    fresh = s.round == 1 and s.phase in (*BEFORE_ROUND, "reveal")
    if fresh or s.phase == "over":
        require(all(owner is None for owner in s.links), f"links: there are none in {s.phase}")
        require(not any(s.revenue), f"revenue: there is none in {s.phase}")


CHECKS = (
    check_numbers,
    check_phase,
    check_demand_first,
    check_order,
    check_cards,
    check_turn,
    check_next_order,
    check_map,
    check_counters,
    check_slots,
    check_piles,
    check_auction,
    check_fists,
    check_empty_map,
)
