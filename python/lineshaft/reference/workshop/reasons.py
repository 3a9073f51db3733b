"""Why an action is not legal: for each kind of action the ordered reasons (the page's table)."""

from __future__ import annotations

from ..errors import IllegalAction
from .board import crosses, forced_price, link_cost, links_laid, payable
from .state import Position
from .table import KINDS, Action

WHEN: dict[str, str] = {
    "demand": "Demand counters are placed at the beginning and at the end of an era (R5, R33)",
    "choose": "cards are chosen when a player nominates one, or takes one without an auction (R8, R18)",
    "bid": "bids are made when a card is nominated, or secretly for the order of turns (R9, R15)",
    "pass": "a player passes instead of a bid, or of a Demand counter at the end of an era (R9, R10, R33)",
    "take": "the nominator takes the card or overbids when all others have spoken (R10)",
    "overbid": "the nominator takes the card or overbids when all others have spoken (R10)",
    "fist": "colours are chosen for the hidden bids of two players (R14)",
    "keep": "a card is kept or swapped when a turn begins whose card is blocked (R20, R21)",
    "swap": "a card is kept or swapped when a turn begins whose card is blocked (R20, R21)",
    "place": "a town is chosen when a turn begins with a wild card (R22)",
    "remove": "an Industry is removed when a new one comes to a full town (R23)",
    "move": "an Industry is moved when a new one comes from a colour that has none in its supply (R42)",
    "link": "Links are laid when the Industry of the turn is placed (R25)",
    "done": "Links are laid when the Industry of the turn is placed (R25)",
}
"""When an action of a kind is possible: what is said of it in other phases."""

NOW: dict[str, str] = {
    "demand_must": "a Demand counter must be placed (R5)",
    "nominate": "a card is nominated (R8)",
    "bid": "bids are made for the nominated card (R9)",
    "close": "the nominator closes the auction (R10)",
    "fist_colour": "the colour of a hidden bid is chosen (R14)",
    "fist_amount": "the amount of a hidden bid is chosen (R15)",
    "pick": "a card is taken without an auction (R18)",
    "swap": "a blocked card is kept or swapped (R20)",
    "town": "a town is chosen for the wild card (R22)",
    "displace": "an Industry of the full town is removed (R23)",
    "move": "an Industry of the colour is moved (R42)",
    "build": "Links are laid (R25)",
    "demand_may": "a Demand counter may be placed (R33)",
}
"""What is done in a phase of decision."""


def why_not(s: Position, action_id: int) -> IllegalAction | None:
    action = s.game.table[action_id]
    if action.kind not in KINDS[s.phase]:
        return IllegalAction(
            f"{action.text} is not a choice now: {WHEN[action.kind]}; now {NOW[s.phase]}", "wrong_phase"
        )
    reasons = REASONS.get(action.kind)
    return reasons(s, action) if reasons else None


def why_not_demand(s: Position, action: Action) -> IllegalAction | None:
    player = s.current_player()
    if s.hands[player][action.index] == 0:  # R5
        name = s.game.data.types[action.index]
        return IllegalAction(f"player {player} holds no {name} counter", "no_counter", "R5")
    return None


def why_not_choose(s: Position, action: Action) -> IllegalAction | None:
    if s.face_up[action.index] == 0:
        rule = "R8" if s.phase == "nominate" else "R18"
        return IllegalAction(f"{s.game.data.kinds[action.index].name} is not face up", "not_face_up", rule)
    return None


def not_payable(s: Position, player: int, amount: int, rule: str) -> IllegalAction | None:
    limit = payable(s, player)
    if amount <= limit:
        return None
    return IllegalAction(f"{amount} is more than the {limit} that player {player} can pay", "not_payable", rule)


def why_not_bid(s: Position, action: Action) -> IllegalAction | None:
    player, amount = s.current_player(), action.index
    if s.phase == "fist_amount":
        least = forced_price(s, player)
        if amount < least:  # R15
            return IllegalAction(f"the minimum bid is {least}", "below_minimum", "R15")
        return not_payable(s, player, amount, "R15")
    standing, minimum = s.the_auction().standing, s.game.data.money.minimum_bid
    if amount < minimum:  # R9
        return IllegalAction(f"the minimum bid is {minimum}", "below_minimum", "R9")
    if amount <= standing:  # R9, R45
        return IllegalAction(f"{amount} is not above the standing bid of {standing}", "not_higher", "R9")
    return not_payable(s, player, amount, "R9")


def why_not_pass(s: Position, action: Action) -> IllegalAction | None:
    if s.phase == "close" and s.the_auction().leader is None:  # R10
        return IllegalAction("nobody has bid: the nominator must take the card", "must_take", "R10")
    return None


def why_not_take(s: Position, action: Action) -> IllegalAction | None:
    auction = s.the_auction()
    if auction.leader is not None:  # R10
        return IllegalAction(f"player {auction.leader} has bid {auction.standing}: pass or overbid", "bid_made", "R10")
    return None


def why_not_overbid(s: Position, action: Action) -> IllegalAction | None:
    auction = s.the_auction()
    if auction.leader is None:  # R10
        return IllegalAction("nobody has bid: the nominator must take the card", "no_bid", "R10")
    return not_payable(s, auction.speaker, auction.standing + 1, "R10")


def why_not_fist(s: Position, action: Action) -> IllegalAction | None:
    player = s.current_player()
    if s.owner(action.index) != player:  # R14
        name = s.game.data.colours[action.index]
        return IllegalAction(f"{name} is not a colour of player {player}", "not_yours", "R14")
    return None


def why_not_place(s: Position, action: Action) -> IllegalAction | None:
    town = s.game.data.towns[action.index]
    card = s.game.data.kinds[s.turn_card()]
    if town.value != card.value:  # R22
        return IllegalAction(f"{town.name} has value {town.value}, the card is {card.name}", "wrong_value", "R22")
    return None


def why_not_remove(s: Position, action: Action) -> IllegalAction | None:
    return not_there(s, s.turn_town(), action.index, "R23")


def why_not_move(s: Position, action: Action) -> IllegalAction | None:
    return not_there(s, action.index, s.the_turn().colour, "R42")


def not_there(s: Position, town: int, colour: int, rule: str) -> IllegalAction | None:
    if s.industries[town][colour] > 0:
        return None
    names = s.game.data.colours[colour], s.game.data.towns[town].name
    return IllegalAction(f"{names[0]} has no Industry in {names[1]}", "not_there", rule)


def why_not_link(s: Position, action: Action) -> IllegalAction | None:
    """R25 to R29, R31, R43."""
    shape = wrong_shape(s, action.index)
    if shape is not None:
        return shape
    data, turn, town = s.game.data, s.the_turn(), s.turn_town()
    connection = data.connections[action.index]
    owner = s.links[action.index]
    if owner is not None:  # R28
        text = f"{connection.name} already holds Links of {data.colours[owner]}"
        return IllegalAction(text, "occupied", "R28")
    if crosses(s, town, action.index):  # R29
        text = f"{connection.name} crosses a line of {data.towns[town].name}, where the Industry was placed"
        return IllegalAction(text, "crossing", "R29")
    left = data.pieces.links_per_colour - links_laid(s, turn.colour)
    if s.game.short_of_links and connection.links > left:  # R43
        text = f"Links needed for {connection.name}: {connection.links}, left to {data.colours[turn.colour]}: {left}"
        return IllegalAction(text, "no_links", "R43")
    player, cost = s.owner(turn.colour), link_cost(s, action.index)
    limit = payable(s, player)
    if cost > limit:  # R27
        text = f"{connection.name} costs {cost}, more than the {limit} that player {player} can pay"
        return IllegalAction(text, "not_payable", "R27")
    if turn.link is not None and connection.touches(town) and action.index < turn.link:  # R31
        text = f"{connection.name} comes before {data.connections[turn.link].name} in the table: lay it first"
        return IllegalAction(text, "table_order", "R31")
    return None


def wrong_shape(s: Position, link: int) -> IllegalAction | None:
    """R25, R26: where the first Link and the second may lie."""
    data, first, town = s.game.data, s.the_turn().link, s.turn_town()
    connection, name = data.connections[link], data.towns[town].name
    if first is None:
        if not connection.touches(town):
            return IllegalAction(f"{connection.name} does not touch {name}", "not_at_town", "R25")
        if connection.links > data.links.in_turn:
            text = f"Links needed for {connection.name}: {connection.links}, in a turn: {data.links.in_turn}"
            return IllegalAction(text, "too_many", "R25")
        return None
    far = data.connections[first].other(town)
    if not connection.touches(town) and not connection.touches(far):
        text = f"{connection.name} touches neither {name} nor {data.towns[far].name}"
        return IllegalAction(text, "not_at_town", "R25")
    if connection.links == 2:
        text = f"{connection.name} is double and takes both Links of a turn"
        return IllegalAction(text, "double_second", "R26")
    return None


REASONS = {
    "demand": why_not_demand,
    "choose": why_not_choose,
    "bid": why_not_bid,
    "pass": why_not_pass,
    "take": why_not_take,
    "overbid": why_not_overbid,
    "fist": why_not_fist,
    "place": why_not_place,
    "remove": why_not_remove,
    "move": why_not_move,
    "link": why_not_link,
}
