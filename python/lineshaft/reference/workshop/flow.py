"""What comes next: Demand slots, speakers, turns, rounds, eras, the end. It calls no rule of ``apply``."""

from __future__ import annotations

from .board import forced_price, full, on_map, pay
from .cards import card_blocked
from .score import gain, industry_income, link_income
from .state import Position, Turn

# --- Demand -----------------------------------------------------------------------------------------------------------


def start_era(s: Position) -> None:
    """R5, R38; R44: nothing is drawn if nobody draws."""
    s.phase = "draw_demand"
    if s.game.counts.counters == 0:
        start_demand(s, "demand_must")


def start_demand(s: Position, phase: str) -> None:
    """R5, R33."""
    s.phase = phase
    s.step = 0
    go_on_with_demand(s)


def next_slot(s: Position) -> None:
    s.step += 1
    go_on_with_demand(s)


def go_on_with_demand(s: Position) -> None:
    """R33: a slot whose owner holds no counter is not asked; R44: neither is anybody if there are no slots."""
    slots = s.game.slots(s.phase)
    while s.phase == "demand_may" and s.step < slots and sum(s.hands[s.slot_player(s.step)]) == 0:
        s.step += 1
    if s.step < slots:
        return
    s.step = 0
    if s.phase == "demand_may":
        collect(s)
    else:
        s.demand_first = None
        s.phase = "reveal"


# --- auctions and hidden bids -----------------------------------------------------------------------------------------


def start_round(s: Position) -> None:
    if not s.game.hidden_bids:
        s.phase = "nominate"  # R8
    elif s.game.num_players == 2:
        s.phase = "fist_colour"  # R14
    else:
        s.phase = "fist_amount"  # R19


def next_speaker(s: Position) -> None:
    """R9: clockwise among those without a card; the nominator speaks last."""
    auction = s.the_auction()
    speaker = (auction.speaker + 1) % s.game.num_players
    while speaker in s.next_order:
        speaker = (speaker + 1) % s.game.num_players
    auction.speaker = speaker
    s.phase = "close" if speaker == auction.nominator else "bid"


def award(s: Position, player: int, card: int, price: int) -> None:
    """R11."""
    s.auction = None
    pay(s, player, price)
    s.next_order.append(player)
    begin_turn(s, player, card)


def next_pick(s: Position) -> None:
    """R18: the next colour takes a card, the last one without a choice."""
    if sum(s.face_up) == 1:
        begin_turn(s, s.next_order[s.taken()], s.face_up.index(1))
    else:
        s.phase = "pick"


# --- the turn ---------------------------------------------------------------------------------------------------------


def begin_turn(s: Position, colour: int, card: int) -> None:
    """R20, R21."""
    s.face_up[card] -= 1
    s.turn = Turn(colour, card)
    if s.set_aside > 0 and card_blocked(s, card):
        s.phase = "swap"
    else:
        use_card(s)


def use_card(s: Position) -> None:
    """R22."""
    town = s.game.data.kinds[s.turn_card()].town
    if town is None:
        s.phase = "town"
    else:
        choose_town(s, town)


def choose_town(s: Position, town: int) -> None:
    """R22; R42: a colour that has none left moves one of its own."""
    s.the_turn().town = town
    colour = s.the_turn().colour
    if s.game.short_of_industries and on_map(s, colour) == s.game.supply(colour):
        s.phase = "move"
    else:
        make_room(s, town)


def make_room(s: Position, town: int) -> None:
    """R23."""
    if full(s, town):
        s.phase = "displace"
    else:
        place_industry(s)


def place_industry(s: Position) -> None:
    s.industries[s.turn_town()][s.the_turn().colour] += 1
    s.phase = "build"


def end_turn(s: Position, laid: list[int]) -> None:
    """R30, then whoever is next."""
    colour = s.the_turn().colour
    s.revenue[s.owner(colour)] += gain(s, colour, laid)
    s.turn = None
    if sum(s.face_up) == 0:
        end_round(s)
    elif s.game.hidden_bids:
        next_hidden_turn(s)
    elif sum(s.face_up) == 1:  # R12
        last = s.nominator()
        award(s, last, s.face_up.index(1), forced_price(s, last))
    else:
        s.phase = "nominate"


def next_hidden_turn(s: Position) -> None:
    """R14: after the two turns of auction 1 comes auction 2."""
    if s.taken() < len(s.next_order):
        next_pick(s)
    else:
        s.fists = [None] * s.game.num_players
        s.phase = "fist_amount"


# --- ends -------------------------------------------------------------------------------------------------------------


def end_round(s: Position) -> None:
    """R32."""
    s.order = s.next_order
    s.next_order = []
    s.fists = [None] * s.game.num_players
    if s.round < s.game.rounds:
        s.round += 1
        s.phase = "reveal"
        return
    start_demand(s, "demand_may")


def collect(s: Position) -> None:
    """R34 to R36, then the railway era or the end."""
    for player in range(s.game.num_players):
        s.cash[player] += s.revenue[player]
        s.revenue[player] = 0
    for colour in range(s.game.counts.colours):
        income = link_income(s, colour) + industry_income(s, colour)
        s.cash[s.owner(colour)] += income
    s.links = [None] * len(s.links)
    if s.era == "canal":
        reset(s)
    else:
        s.phase = "over"


def reset(s: Position) -> None:
    """R37, R38."""
    data = s.game.data
    s.era = "rail"
    s.round = 1
    s.unseen = [kind.cards for kind in data.kinds]
    s.set_aside = s.game.counts.set_aside
    s.deck = data.cards - s.set_aside
    start_era(s)
