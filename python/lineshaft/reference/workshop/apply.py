"""What follows from an action or a chance outcome: a function each. What comes next is in ``flow``."""

from __future__ import annotations

from .board import forced_price, link_cost, pay
from .cards import next_pile
from .flow import (
    award,
    begin_turn,
    choose_town,
    end_turn,
    make_room,
    next_pick,
    next_slot,
    next_speaker,
    place_industry,
    start_demand,
    start_era,
    start_round,
    use_card,
)
from .state import Auction, Fist, Position

# --- chance -----------------------------------------------------------------------------------------------------------


def apply_outcome(s: Position, outcome: int) -> None:
    index = s.game.outcomes[outcome].index
    match s.phase:
        case "draw_order":
            draw_order(s, index)
        case "toss_demand":
            s.demand_first = index
            start_era(s)
        case "draw_demand":
            draw_counter(s, index)
        case "reveal":
            reveal(s, index)
        case "toss_fists":
            settle_fists(s, index)
        case "draw_swap":
            draw_swap(s, index)


def draw_order(s: Position, colour: int) -> None:
    """R3."""
    s.order.append(colour)
    if len(s.order) == s.game.counts.colours:
        start_era(s)


def draw_counter(s: Position, counter: int) -> None:
    """R5, R38."""
    s.pool[counter] -= 1
    s.hands[s.drawing_player()][counter] += 1
    s.step += 1
    if s.step == s.game.num_players * s.game.counts.counters:
        start_demand(s, "demand_must")


def reveal(s: Position, card: int) -> None:
    """R7."""
    next_pile(s)[card] -= 1
    s.deck -= 1
    s.face_up[card] += 1
    if sum(s.face_up) == s.game.counts.colours:
        start_round(s)


def draw_swap(s: Position, card: int) -> None:
    """R20: the new card must be used."""
    s.unseen[card] -= 1
    s.set_aside -= 1
    s.the_turn().card = card
    use_card(s)


# --- Demand -----------------------------------------------------------------------------------------------------------


def place_counter(s: Position, counter: int) -> None:
    """R5, R33, R38."""
    s.hands[s.current_player()][counter] -= 1
    s.demand[counter] += 1
    next_slot(s)


# --- the once-round auction -------------------------------------------------------------------------------------------


def choose(s: Position, card: int) -> None:
    if s.phase == "pick":  # R18
        begin_turn(s, s.next_order[s.taken()], card)
        return
    nominator = s.nominator()  # R8
    s.auction = Auction(card, nominator, 0, None, nominator)
    next_speaker(s)


def bid(s: Position, amount: int) -> None:
    if s.phase == "fist_amount":
        close_fist(s, amount)
        return
    auction = s.the_auction()  # R9
    auction.standing = amount
    auction.leader = auction.speaker
    next_speaker(s)


def take(s: Position) -> None:
    """R10: nobody has bid."""
    auction = s.the_auction()
    award(s, auction.nominator, auction.card, forced_price(s, auction.nominator))


def overbid(s: Position) -> None:
    """R10."""
    auction = s.the_auction()
    award(s, auction.nominator, auction.card, auction.standing + 1)


def pass_turn(s: Position) -> None:
    if s.phase == "bid":  # R9
        next_speaker(s)
    elif s.phase == "close":  # R10
        auction = s.the_auction()
        assert auction.leader is not None
        award(s, auction.leader, auction.card, auction.standing)
    else:  # R33
        next_slot(s)


# --- hidden bids ------------------------------------------------------------------------------------------------------


def choose_fist_colour(s: Position, colour: int) -> None:
    """R14."""
    s.fists[s.current_player()] = Fist(colour, None)
    s.phase = "fist_amount"


def close_fist(s: Position, amount: int) -> None:
    """R14, R19."""
    player = s.current_player()
    fist = s.fists[player]
    colour = forced_colour(s, player) if fist is None else fist.colour
    s.fists[player] = Fist(colour, amount)
    if not s.fists_open():
        s.phase = "fist_colour" if s.first_auction() else "fist_amount"
    elif not s.order and not s.next_order and len(set(fist_amounts(s))) == 1:
        s.phase = "toss_fists"  # R17: nobody has an order yet
    else:
        settle_fists(s, None)


def forced_colour(s: Position, player: int) -> int:
    """R14, R19: the player's only colour that has no box yet."""
    colours = range(s.game.counts.colours)
    return next(c for c in colours if s.owner(c) == player and c not in s.next_order)


def fist_amounts(s: Position) -> list[int]:
    amounts = [fist.amount for fist in s.fists if fist is not None and fist.amount is not None]
    assert len(amounts) == s.game.num_players
    return amounts


def settle_fists(s: Position, toss: int | None) -> None:
    """R16, R17: the boxes, and who pays."""
    amounts = fist_amounts(s)
    players = sorted(range(len(amounts)), key=lambda p: (-amounts[p], tie_rank(s, p, toss)))
    for player in players if s.game.rules["fists_paid"] == "both" else players[:1]:
        pay(s, player, amounts[player])
    fists = [s.fists[player] for player in players]
    s.next_order += [fist.colour for fist in fists if fist is not None]
    next_pick(s)


def tie_rank(s: Position, player: int, toss: int | None) -> int:
    """R17: smaller goes first; auction 2 looks at this round's boxes, every other one at the last order."""
    if toss is not None:
        return int(player != toss)
    boxes = s.next_order or s.order
    return next((i for i, colour in enumerate(boxes) if s.owner(colour) == player), len(boxes))


# --- the turn ---------------------------------------------------------------------------------------------------------


def swap(s: Position) -> None:
    """R20: the card is discarded."""
    s.the_turn().card = None
    s.phase = "draw_swap"


def move(s: Position, town: int) -> None:
    """R42: an Industry of the turn's colour comes back to hand."""
    s.industries[town][s.the_turn().colour] -= 1
    make_room(s, s.turn_town())


def remove(s: Position, colour: int) -> None:
    """R23: one that was there before goes home."""
    s.industries[s.turn_town()][colour] -= 1
    place_industry(s)


def lay_link(s: Position, link: int) -> None:
    """R25 to R27."""
    turn = s.the_turn()
    pay(s, s.owner(turn.colour), link_cost(s, link))
    s.links[link] = turn.colour
    if turn.link is not None:
        end_turn(s, [turn.link, link])
    elif s.game.data.connections[link].links == s.game.data.links.in_turn:
        end_turn(s, [link])
    else:
        turn.link = link


def done(s: Position) -> None:
    link = s.the_turn().link
    end_turn(s, [] if link is None else [link])


# --- dispatch ---------------------------------------------------------------------------------------------------------


def apply_decision(s: Position, action_id: int) -> None:
    action = s.game.table[action_id]
    match action.kind:
        case "pass":
            pass_turn(s)
        case "take":
            take(s)
        case "overbid":
            overbid(s)
        case "keep":
            use_card(s)
        case "swap":
            swap(s)
        case "done":
            done(s)
        case "demand":
            place_counter(s, action.index)
        case "remove":
            remove(s, action.index)
        case "fist":
            choose_fist_colour(s, action.index)
        case "choose":
            choose(s, action.index)
        case "place":
            choose_town(s, action.index)
        case "move":
            move(s, action.index)
        case "link":
            lay_link(s, action.index)
        case "bid":
            bid(s, action.index)
