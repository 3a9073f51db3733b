"""The invariants of a position: every piece accounted for, every pending part there when its phase needs it.

The functions follow the page's list (The position as a dict), number by number.
"""

from __future__ import annotations

from ..errors import InvalidState
from .data import SETUP_CARDS
from .state import TURN_PHASES, Position

DEMAND_PHASES = ("draw_demand", "demand_must", "demand_may")
BEFORE_ROUND = ("draw_order", "toss_demand", "draw_demand", "demand_must")
ONCE_ROUND = ("nominate", "bid", "close")
FIST_PHASES = ("fist_colour", "fist_amount", "toss_fists", "pick")


def require(condition: bool, text: str) -> None:
    if not condition:
        raise InvalidState(text)


def check(position: Position) -> None:
    for part in CHECKS:
        part(position)


def opening(position: Position) -> bool:
    return position.era == "canal" and position.round == 1


def check_numbers(position: Position) -> None:
    """1."""
    require(1 <= position.round <= position.game.rounds, f"round: there is no round {position.round}")
    rounds = position.round + position.game.rounds * (position.era == "rail") + (position.phase == "over")
    for player, (cash, revenue) in enumerate(zip(position.cash, position.revenue, strict=True)):
        right = cash >= 0 and revenue >= 0 and cash + revenue <= 2500 * rounds
        require(right, f"cash and revenue: player {player} cannot have {cash} and {revenue} by now")
    ends = {"draw_demand": position.game.num_players * position.game.counts.draw}
    ends |= {"demand_must": position.game.counts.colours, "demand_may": position.game.counts.colours}
    require(0 <= position.step < ends.get(position.phase, 1), f"step: {position.step} does not fit {position.phase}")


def check_phase(position: Position) -> None:
    """2."""
    phase, two = position.phase, position.game.num_players == 2
    missing = (
        (phase == "draw_order" and two)
        or (phase in ("toss_demand", "fist_colour", "toss_fists") and not two)
        or (phase in ONCE_ROUND and position.game.hidden_bids)
        or (phase in FIST_PHASES and not position.game.hidden_bids)
    )
    require(not missing, f"phase: this game has no phase {phase}")
    if phase in ("draw_order", "toss_demand", "toss_fists"):
        require(opening(position), f"phase: {phase} belongs to round 1 of the canal era")
    if phase in ("draw_demand", "demand_must"):
        require(position.round == 1, f"phase: {phase} belongs to round 1")
    if phase in ("demand_may", "over"):
        require(position.round == position.game.rounds, f"phase: {phase} follows the last round")
    require(phase != "over" or position.era == "rail", "phase: the game does not end in the canal era")


def check_demand_first(position: Position) -> None:
    """3."""
    tossed = position.game.num_players == 2 and position.era == "canal"
    tossed = tossed and position.phase in ("draw_demand", "demand_must")
    require((position.demand_first is not None) == tossed, f"demand_first does not fit {position.phase}")


def check_order(position: Position) -> None:
    """4."""
    k, size = position.game.counts.colours, len(position.order)
    require(len(set(position.order)) == size, "order: a colour is there twice")
    if position.phase == "draw_order":
        require(size < k, "order: all boxes are filled")
    elif position.game.num_players == 2 and opening(position) and position.phase != "demand_may":
        require(size == 0, "order: there is none in the first round")
    else:
        require(size == k, f"order: there must be {k} colours, not {size}")
    check_owners(position, "order", position.order)


def check_owners(position: Position, name: str, boxes: list[int]) -> None:
    """Two players: each auction gives each of them one box (R14)."""
    if position.game.num_players == 2:
        for first, second in zip(boxes[::2], boxes[1::2], strict=False):
            require(position.owner(first) != position.owner(second), f"{name}: both boxes of an auction have one owner")


def check_next_order(position: Position) -> None:
    """5."""
    boxes, phase = position.next_order, position.phase
    k, n, taken = position.game.counts.colours, position.game.num_players, position.taken()
    require(len(set(boxes)) == len(boxes), "next_order: a colour is there twice")
    in_turn = phase in TURN_PHASES
    if phase not in ONCE_ROUND + FIST_PHASES + TURN_PHASES:
        right = not boxes
    elif not position.game.hidden_bids:
        right = len(boxes) == taken and (in_turn or taken <= k - 2)
    elif n > 2:
        right = len(boxes) == (0 if phase == "fist_amount" else k)
    elif phase in ("fist_colour", "toss_fists"):
        right = not boxes
    elif phase == "fist_amount":
        right = len(boxes) == taken and taken in (0, 2)
    else:
        right = len(boxes) == (2 if taken < 2 or (in_turn and taken == 2) else 4)
    require(right, f"next_order: {len(boxes)} colours do not fit {phase}")
    if in_turn:
        require(taken >= 1 and boxes[taken - 1] == position.the_turn().colour, "next_order: the turn's colour differs")
    if phase == "pick":
        require(taken < len(boxes) and taken <= k - 2, "next_order: there is nothing to pick")
    check_owners(position, "next_order", boxes)


def check_map(position: Position) -> None:
    """6."""
    for town, pieces in zip(position.game.data.towns, position.industries, strict=True):
        require(sum(pieces) <= town.value, f"industries: {town.name} holds more than {town.value}")


def check_counters(position: Position) -> None:
    """7: all counters, and how many have left the pool."""
    data, counts = position.game.data, position.game.counts
    for t, name in enumerate(data.types):
        total = position.demand[t] + position.pool[t] + sum(hand[t] for hand in position.hands)
        require(total == data.counters[t], f"demand, hands and pool: {total} {name} counters, not {data.counters[t]}")
    before = 0 if position.era == "canal" else 1
    for player, hand in enumerate(position.hands):
        drawn = counts.draw * before + drawn_this_era(position, player)
        require(sum(hand) <= drawn, f"hands[{player}]: more counters than drawn")
        if position.phase in ("draw_order", "toss_demand", "draw_demand") and before == 0:
            require(sum(hand) == drawn, f"hands[{player}]: fewer counters than drawn")
    drawn = counts.players * counts.draw * before
    drawn += sum(drawn_this_era(position, player) for player in range(counts.players))
    left = sum(data.counters) - drawn
    require(sum(position.pool) == left, f"pool: {sum(position.pool)} counters, not {left}")


def drawn_this_era(position: Position, player: int) -> int:
    draw = position.game.counts.draw
    if position.phase in ("draw_order", "toss_demand"):
        return 0
    if position.phase == "draw_demand":
        return min(draw, max(0, position.step - draw * player))
    return draw


def check_slots(position: Position) -> None:
    """7: a Demand phase must be able to go on."""
    if position.phase == "demand_must":
        slots = range(position.step, position.game.counts.colours)
        served = [position.slot_player(slot) for slot in slots]
        for player, hand in enumerate(position.hands):
            require(sum(hand) >= served.count(player), f"hands[{player}]: too few counters to place")
    if position.phase == "demand_may":
        player = position.slot_player(position.step)
        require(sum(position.hands[player]) > 0, f"step: player {player} holds no counter")


def check_piles(position: Position) -> None:
    """8: deck and set-aside cards."""
    k, aside = position.game.counts.colours, position.game.counts.set_aside
    to_come = (position.game.rounds - position.round) * k
    if position.phase in BEFORE_ROUND:
        to_come += k
    elif position.phase == "reveal":
        to_come += k - sum(position.face_up)
    require(position.deck == to_come, f"deck: {position.deck} cards, not {to_come}")
    require(0 <= position.set_aside <= aside, f"set_aside: {position.set_aside} cards, not 0 to {aside}")
    unseen = sum(position.unseen) + sum(position.unseen_setup)
    require(unseen == position.deck + position.set_aside, f"unseen: {unseen} cards do not fit deck and set_aside")
    setup = 0
    if position.era == "canal":
        setup = max(0, SETUP_CARDS - (position.game.rounds * k - position.deck))
    require(sum(position.unseen_setup) == setup, f"unseen_setup: there must be {setup} cards")


def check_cards(position: Position) -> None:
    """8: each kind of card."""
    k, phase = position.game.counts.colours, position.phase
    used = position.used()
    for card, kind in enumerate(position.game.data.kinds):
        require(used[card] >= 0, f"{kind.name}: there are more than {kind.cards} cards")
        require(position.unseen_setup[card] <= kind.setup, f"unseen_setup: {kind.name} is not a set-up card")
        if position.era == "canal":
            others = kind.cards - kind.setup
            require(position.unseen[card] <= others, f"unseen: there are more than {others} {kind.name} cards")
    lie = sum(position.face_up)
    if phase in (*BEFORE_ROUND, "demand_may", "over"):
        right = lie == 0
    elif phase == "reveal":
        right = lie < k
    elif phase in ("fist_colour", "toss_fists"):
        right = lie == k
    elif phase == "fist_amount":
        right = lie == k or (lie == 2 and position.game.num_players == 2)
    else:
        right = lie <= k
    require(right, f"face_up: {lie} cards do not fit {phase}")


def check_auction(position: Position) -> None:
    """9."""
    auction = position.auction
    require((auction is not None) == (position.phase in ("bid", "close")), f"auction does not fit {position.phase}")
    if auction is None:
        return
    require(position.face_up[auction.card] > 0, "auction: the card is not face up")
    require(auction.nominator == position.nominator(), "auction: the nominator is not the earliest without a card")
    closing = position.phase == "close"
    require((auction.speaker == auction.nominator) == closing, "auction: the nominator speaks last")
    require(auction.speaker not in position.next_order, "auction: the speaker has a card")
    require((auction.leader is None) == (auction.standing == 0), "auction: standing bid and leader do not fit")
    if auction.leader is not None:
        seats = position.game.num_players
        turn = (auction.leader - auction.nominator) % seats
        before = (auction.speaker - auction.nominator - 1) % seats + 1
        spoken = 0 < turn < before and auction.leader not in position.next_order
        require(spoken, "auction: the leader has not spoken")
        require(auction.standing <= position.payable(auction.leader), "auction: the leader cannot pay")


def check_fists(position: Position) -> None:
    """10."""
    fists = position.fists
    in_round = position.game.hidden_bids and position.phase in FIST_PHASES + TURN_PHASES
    if not in_round:
        require(all(fist is None for fist in fists), f"fists do not fit {position.phase}")
        return
    if position.phase in ("fist_colour", "fist_amount"):
        check_fists_in_making(position)
    else:
        require(position.fists_open(), "fists: one is not closed")
    for player, fist in enumerate(fists):
        if fist is None:
            continue
        require(position.owner(fist.colour) == player, f"fists[{player}]: the colour is not his")
        require(fist.amount is None or 0 <= fist.amount <= 9999, f"fists[{player}]: the amount is not from 0 to 9999")
        unpaid = position.phase in ("fist_colour", "fist_amount", "toss_fists")
        if fist.amount is not None and unpaid:
            limit = position.payable(player)
            require(min(1, limit) <= fist.amount <= limit, f"fists[{player}]: the amount is not a legal bid")
    check_fist_colours(position)


def check_fists_in_making(position: Position) -> None:
    """The players before the current one are closed, those after him have none."""
    require(not position.fists_open(), "fists: all are closed")
    current = position.bidding_player()
    own = position.fists[current]
    half = position.phase == "fist_amount" and position.first_auction()
    require((own is not None) == half, f"fists[{current}] does not fit {position.phase}")
    require(all(fist is None for fist in position.fists[current + 1 :]), "fists: one is closed out of turn")


def check_fist_colours(position: Position) -> None:
    closed = [fist for fist in position.fists if fist is not None]
    if position.phase == "toss_fists":
        require(len({fist.amount for fist in closed}) == 1, "fists: the amounts are not equal")
    elif position.phase in ("fist_colour", "fist_amount"):
        for fist in closed if not position.first_auction() else []:
            require(fist.colour not in position.next_order, "fists: the colour has a box already")
    else:
        last = position.next_order[-position.game.num_players :]
        require({fist.colour for fist in closed} == set(last), "fists: the colours are not those of the boxes")


def check_turn(position: Position) -> None:
    """11."""
    turn, phase, data = position.turn, position.phase, position.game.data
    require((turn is not None) == (phase in TURN_PHASES), f"turn does not fit {phase}")
    if turn is None:
        return
    require((turn.card is None) == (phase == "draw_swap"), f"turn: the card does not fit {phase}")
    require((turn.town is not None) == (phase in ("displace", "build")), f"turn: the town does not fit {phase}")
    require(turn.link is None or phase == "build", f"turn: the link does not fit {phase}")
    if phase in ("swap", "draw_swap"):
        require(position.set_aside > 0, "turn: there is no set-aside card")
    if turn.card is None:
        return
    kind = data.kinds[turn.card]
    require(phase != "swap" or position.card_blocked(turn.card), "turn: the card is not blocked")
    require(phase != "town" or kind.town is None, "turn: the card is not wild")
    if turn.town is not None:
        fits = turn.town == kind.town if kind.town is not None else data.towns[turn.town].value == kind.value
        require(fits, "turn: the town does not fit the card")
        require(phase != "displace" or position.full(turn.town), "turn: the town is not full")
        placed = position.industries[turn.town][turn.colour] > 0
        require(phase != "build" or placed, "turn: no Industry of the colour stands in the town")
        if turn.link is not None:
            first = data.connections[turn.link]
            fits = first.links == 1 and first.touches(turn.town) and position.links[turn.link] == turn.colour
            require(fits, "turn: the link is not a first Link of this turn")


def check_empty_map(position: Position) -> None:
    """12."""
    fresh = position.round == 1 and position.phase in (*BEFORE_ROUND, "reveal")
    if fresh or position.phase == "over":
        require(all(owner is None for owner in position.links), f"links: there are none in {position.phase}")
        require(not any(position.revenue), f"revenue: there is none in {position.phase}")


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
