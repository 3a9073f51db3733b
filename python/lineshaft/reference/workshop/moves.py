"""What is legal: for each kind of action the ordered reasons why it is not (the page's table). No other list exists."""

from __future__ import annotations

from ..errors import IllegalAction
from .action import Action
from .state import Position

KINDS = {
    "demand_must": ("demand",),
    "demand_may": ("pass", "demand"),
    "nominate": ("choose",),
    "bid": ("pass", "bid"),
    "close": ("pass", "take", "overbid"),
    "fist_colour": ("fist",),
    "fist_amount": ("bid",),
    "pick": ("choose",),
    "swap": ("keep", "swap"),
    "town": ("place",),
    "displace": ("remove",),
    "build": ("done", "link"),
}
"""The kinds of action of each phase in which a player decides."""


def legal_decisions(position: Position) -> list[int]:
    ids = [i for kind in KINDS[position.phase] for i in position.game.ids[kind]]
    return sorted(i for i in ids if why_not(position, i) is None)


def why_not(position: Position, action_id: int) -> IllegalAction | None:
    action = position.game.table[action_id]
    if action.kind not in KINDS[position.phase]:
        return IllegalAction(f"{action.text} is not a choice now: the phase is {position.phase}", "wrong_phase")
    reasons = REASONS.get(action.kind)
    return reasons(position, action) if reasons else None


def why_not_demand(position: Position, action: Action) -> IllegalAction | None:
    player = position.current_player()
    if position.hands[player][action.index] == 0:  # R5
        name = position.game.data.types[action.index]
        return IllegalAction(f"player {player} holds no {name} counter", "no_counter", "R5")
    return None


def why_not_choose(position: Position, action: Action) -> IllegalAction | None:
    if position.face_up[action.index] == 0:
        rule = "R8" if position.phase == "nominate" else "R18"
        return IllegalAction(f"{position.game.data.kinds[action.index].name} is not face up", "not_face_up", rule)
    return None


def not_payable(position: Position, player: int, amount: int, rule: str) -> IllegalAction | None:
    limit = position.payable(player)
    if amount <= limit:
        return None
    return IllegalAction(f"{amount} is more than the {limit} that player {player} can pay", "not_payable", rule)


def why_not_bid(position: Position, action: Action) -> IllegalAction | None:
    player, amount = position.current_player(), action.index
    if position.phase == "fist_amount":
        if amount == 0 and position.payable(player) >= 1:  # R15
            return IllegalAction("the minimum bid is 1", "below_minimum", "R15")
        return not_payable(position, player, amount, "R15")
    standing = position.the_auction().standing
    if amount == 0:  # R9
        return IllegalAction("the minimum bid is 1", "below_minimum", "R9")
    if amount <= standing:
        return IllegalAction(f"{amount} is not above the standing bid of {standing}", "not_higher", "R9")
    return not_payable(position, player, amount, "R9")


def why_not_pass(position: Position, action: Action) -> IllegalAction | None:
    if position.phase == "close" and position.the_auction().leader is None:  # R10
        return IllegalAction("nobody has bid: the nominator must take the card", "must_take", "R10")
    return None


def why_not_take(position: Position, action: Action) -> IllegalAction | None:
    auction = position.the_auction()
    if auction.leader is not None:  # R10
        return IllegalAction(f"player {auction.leader} has bid {auction.standing}: pass or overbid", "bid_made", "R10")
    return None


def why_not_overbid(position: Position, action: Action) -> IllegalAction | None:
    auction = position.the_auction()
    if auction.leader is None:  # R10
        return IllegalAction("nobody has bid: the nominator must take the card", "no_bid", "R10")
    return not_payable(position, auction.speaker, auction.standing + 1, "R10")


def why_not_fist(position: Position, action: Action) -> IllegalAction | None:
    player = position.current_player()
    if position.owner(action.index) != player:  # R14
        name = position.game.data.colours[action.index]
        return IllegalAction(f"{name} is not a colour of player {player}", "not_yours", "R14")
    return None


def why_not_place(position: Position, action: Action) -> IllegalAction | None:
    town = position.game.data.towns[action.index]
    card = position.game.data.kinds[position.turn_card()]
    if town.value != card.value:  # R22
        return IllegalAction(f"{town.name} has value {town.value}, the card is {card.name}", "wrong_value", "R22")
    return None


def why_not_remove(position: Position, action: Action) -> IllegalAction | None:
    town = position.turn_town()
    if position.industries[town][action.index] == 0:  # R23
        colour, name = position.game.data.colours[action.index], position.game.data.towns[town].name
        return IllegalAction(f"{colour} has no Industry in {name}", "not_there", "R23")
    return None


def why_not_link(position: Position, action: Action) -> IllegalAction | None:
    """R25 to R29, R31."""
    shape = wrong_shape(position, action.index)
    if shape is not None:
        return shape
    data, turn, town = position.game.data, position.the_turn(), position.turn_town()
    connection = data.connections[action.index]
    owner = position.links[action.index]
    if owner is not None:  # R28
        text = f"{connection.name} already holds Links of {data.colours[owner]}"
        return IllegalAction(text, "occupied", "R28")
    if crosses(position, town, action.index):  # R29
        text = f"{connection.name} crosses a line of {data.towns[town].name}, where the Industry was placed"
        return IllegalAction(text, "crossing", "R29")
    player, cost = position.owner(turn.colour), position.link_cost(action.index)
    limit = position.payable(player)
    if cost > limit:  # R27
        text = f"{connection.name} costs {cost}, more than the {limit} that player {player} can pay"
        return IllegalAction(text, "not_payable", "R27")
    if turn.link is not None and connection.touches(town) and action.index < turn.link:  # R31
        text = f"{connection.name} comes before {data.connections[turn.link].name} in the table: lay it first"
        return IllegalAction(text, "table_order", "R31")
    return None


def wrong_shape(position: Position, link: int) -> IllegalAction | None:
    """R25, R26: where the first Link and the second may lie."""
    data, first, town = position.game.data, position.the_turn().link, position.turn_town()
    connection, name = data.connections[link], data.towns[town].name
    if first is None:
        if not connection.touches(town):
            return IllegalAction(f"{connection.name} does not touch {name}", "not_at_town", "R25")
        return None
    far = data.connections[first].other(town)
    if not connection.touches(town) and not connection.touches(far):
        text = f"{connection.name} touches neither {name} nor {data.towns[far].name}"
        return IllegalAction(text, "not_at_town", "R25")
    if connection.links == 2:
        text = f"{connection.name} is double and takes both Links of a turn"
        return IllegalAction(text, "double_second", "R26")
    return None


def crosses(position: Position, town: int, link: int) -> bool:
    """R29."""
    if not position.game.rules["crossing_strict"]:
        return False
    first, second = position.game.data.crossing
    connections = position.game.data.connections
    return (connections[first].touches(town) and link == second) or (
        connections[second].touches(town) and link == first
    )


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
    "link": why_not_link,
}
