"""What follows from an action or a chance outcome: a function each, and the flow between phases."""

from __future__ import annotations

from .score import gain, industry_income, link_income
from .state import Auction, Fist, Position, Turn

# --- chance -----------------------------------------------------------------------------------------------------------


def chance_weights(position: Position) -> list[tuple[int, int]]:
    """(outcome id, weight), ascending."""
    if position.phase == "draw_order":  # R3
        weights = [int(colour not in position.order) for colour in range(position.game.counts.colours)]
        kind = "order"
    elif position.phase in ("toss_demand", "toss_fists"):  # R6, R17
        weights, kind = [1, 1], "toss"
    elif position.phase == "draw_demand":  # R5
        weights, kind = position.pool, "counter"
    elif position.phase == "reveal" and sum(position.unseen_setup) > 0:  # R4
        weights, kind = position.unseen_setup, "card"
    elif position.phase in ("reveal", "draw_swap"):  # R7, R20
        weights, kind = position.unseen, "card"
    else:
        return []
    ids = position.game.outcome_ids[kind]
    return [(i, weight) for i, weight in zip(ids, weights, strict=True) if weight > 0]


def apply_outcome(position: Position, outcome: int) -> None:
    index = position.game.outcomes[outcome].index
    match position.phase:
        case "draw_order":
            draw_order(position, index)
        case "toss_demand":
            position.demand_first = index
            position.phase = "draw_demand"
        case "draw_demand":
            draw_counter(position, index)
        case "reveal":
            reveal(position, index)
        case "toss_fists":
            settle_fists(position, index)
        case "draw_swap":
            draw_swap(position, index)


def draw_order(position: Position, colour: int) -> None:
    """R3."""
    position.order.append(colour)
    if len(position.order) == position.game.counts.colours:
        position.phase = "draw_demand"


def draw_counter(position: Position, counter: int) -> None:
    """R5, R38."""
    position.pool[counter] -= 1
    position.hands[position.drawing_player()][counter] += 1
    position.step += 1
    if position.step == position.game.num_players * position.game.counts.draw:
        position.step = 0
        position.phase = "demand_must"


def reveal(position: Position, card: int) -> None:
    """R7."""
    pile = position.unseen_setup if sum(position.unseen_setup) > 0 else position.unseen
    pile[card] -= 1
    position.deck -= 1
    position.face_up[card] += 1
    if sum(position.face_up) == position.game.counts.colours:
        start_round(position)


def draw_swap(position: Position, card: int) -> None:
    """R20: the new card must be used."""
    position.unseen[card] -= 1
    position.set_aside -= 1
    position.the_turn().card = card
    use_card(position)


# --- Demand -----------------------------------------------------------------------------------------------------------


def place_counter(position: Position, counter: int) -> None:
    """R5, R33, R38."""
    position.hands[position.current_player()][counter] -= 1
    position.demand[counter] += 1
    next_slot(position)


def next_slot(position: Position) -> None:
    position.step += 1
    if position.phase == "demand_may":
        skip_empty_hands(position)
    if position.step < position.game.counts.colours:
        return
    position.step = 0
    if position.phase == "demand_may":
        collect(position)
    else:
        position.demand_first = None
        position.phase = "reveal"


def skip_empty_hands(position: Position) -> None:
    """R33: a slot whose owner holds no counter is not asked."""
    slots = position.game.counts.colours
    while position.step < slots and sum(position.hands[position.slot_player(position.step)]) == 0:
        position.step += 1


# --- the once-round auction -------------------------------------------------------------------------------------------


def start_round(position: Position) -> None:
    if not position.game.hidden_bids:
        position.phase = "nominate"  # R8
    elif position.game.num_players == 2:
        position.phase = "fist_colour"  # R14
    else:
        position.phase = "fist_amount"  # R19


def choose(position: Position, card: int) -> None:
    if position.phase == "pick":  # R18
        begin_turn(position, position.next_order[position.taken()], card)
        return
    nominator = position.nominator()  # R8
    position.auction = Auction(card, nominator, 0, None, nominator)
    next_speaker(position)


def next_speaker(position: Position) -> None:
    """R9: clockwise among those without a card; the nominator speaks last."""
    auction = position.the_auction()
    speaker = (auction.speaker + 1) % position.game.num_players
    while speaker in position.next_order:
        speaker = (speaker + 1) % position.game.num_players
    auction.speaker = speaker
    position.phase = "close" if speaker == auction.nominator else "bid"


def bid(position: Position, amount: int) -> None:
    if position.phase == "fist_amount":
        close_fist(position, amount)
        return
    auction = position.the_auction()  # R9
    auction.standing = amount
    auction.leader = auction.speaker
    next_speaker(position)


def take(position: Position) -> None:
    """R10: nobody has bid."""
    auction = position.the_auction()
    award(position, auction.nominator, auction.card, min(1, position.payable(auction.nominator)))


def overbid(position: Position) -> None:
    """R10."""
    auction = position.the_auction()
    award(position, auction.nominator, auction.card, auction.standing + 1)


def pass_turn(position: Position) -> None:
    if position.phase == "bid":  # R9
        next_speaker(position)
    elif position.phase == "close":  # R10
        auction = position.the_auction()
        assert auction.leader is not None
        award(position, auction.leader, auction.card, auction.standing)
    else:  # R33
        next_slot(position)


def award(position: Position, player: int, card: int, price: int) -> None:
    """R11."""
    position.auction = None
    pay(position, player, price)
    position.next_order.append(player)
    begin_turn(position, player, card)


def pay(position: Position, player: int, amount: int) -> None:
    """R24: cash first, then two revenue for each missing pound."""
    missing = max(0, amount - position.cash[player])
    position.cash[player] -= amount - missing
    position.revenue[player] -= 2 * missing


# --- hidden bids ------------------------------------------------------------------------------------------------------


def choose_fist_colour(position: Position, colour: int) -> None:
    """R14."""
    position.fists[position.current_player()] = Fist(colour, None)
    position.phase = "fist_amount"


def close_fist(position: Position, amount: int) -> None:
    """R14, R19."""
    player = position.current_player()
    fist = position.fists[player]
    colour = forced_colour(position, player) if fist is None else fist.colour
    position.fists[player] = Fist(colour, amount)
    if not position.fists_open():
        position.phase = "fist_colour" if position.first_auction() else "fist_amount"
    elif not position.order and not position.next_order and len(set(fist_amounts(position))) == 1:
        position.phase = "toss_fists"  # R17: nobody has an order yet
    else:
        settle_fists(position, None)


def forced_colour(position: Position, player: int) -> int:
    """R14, R19: the player's only colour that has no box yet."""
    colours = range(position.game.counts.colours)
    return next(c for c in colours if position.owner(c) == player and c not in position.next_order)


def fist_amounts(position: Position) -> list[int]:
    amounts = [fist.amount for fist in position.fists if fist is not None and fist.amount is not None]
    assert len(amounts) == position.game.num_players
    return amounts


def settle_fists(position: Position, toss: int | None) -> None:
    """R16, R17: the boxes, and who pays."""
    amounts = fist_amounts(position)
    players = sorted(range(len(amounts)), key=lambda p: (-amounts[p], tie_rank(position, p, toss)))
    for player in players if position.game.rules["fists_paid"] == "both" else players[:1]:
        pay(position, player, amounts[player])
    fists = [position.fists[player] for player in players]
    position.next_order += [fist.colour for fist in fists if fist is not None]
    next_pick(position)


def tie_rank(position: Position, player: int, toss: int | None) -> int:
    """R17: smaller goes first; auction 2 looks at this round's boxes, every other one at the last order."""
    if toss is not None:
        return int(player != toss)
    boxes = position.next_order or position.order
    return next((i for i, colour in enumerate(boxes) if position.owner(colour) == player), len(boxes))


def next_pick(position: Position) -> None:
    """R18: the next colour takes a card, the last one without a choice."""
    if sum(position.face_up) == 1:
        begin_turn(position, position.next_order[position.taken()], position.face_up.index(1))
    else:
        position.phase = "pick"


# --- the turn ---------------------------------------------------------------------------------------------------------


def begin_turn(position: Position, colour: int, card: int) -> None:
    """R20, R21."""
    position.face_up[card] -= 1
    position.turn = Turn(colour, card)
    if position.set_aside > 0 and position.card_blocked(card):
        position.phase = "swap"
    else:
        use_card(position)


def swap(position: Position) -> None:
    """R20: the card is discarded."""
    position.the_turn().card = None
    position.phase = "draw_swap"


def use_card(position: Position) -> None:
    """R22."""
    town = position.game.data.kinds[position.turn_card()].town
    if town is None:
        position.phase = "town"
    else:
        choose_town(position, town)


def choose_town(position: Position, town: int) -> None:
    """R22, R23."""
    position.the_turn().town = town
    if position.full(town):
        position.phase = "displace"
    else:
        place_industry(position)


def remove(position: Position, colour: int) -> None:
    """R23: one that was there before goes home."""
    position.industries[position.turn_town()][colour] -= 1
    place_industry(position)


def place_industry(position: Position) -> None:
    position.industries[position.turn_town()][position.the_turn().colour] += 1
    position.phase = "build"


def lay_link(position: Position, link: int) -> None:
    """R25 to R27."""
    turn = position.the_turn()
    pay(position, position.owner(turn.colour), position.link_cost(link))
    position.links[link] = turn.colour
    if turn.link is not None:
        end_turn(position, [turn.link, link])
    elif position.game.data.connections[link].links == 2:
        end_turn(position, [link])
    else:
        turn.link = link


def done(position: Position) -> None:
    link = position.the_turn().link
    end_turn(position, [] if link is None else [link])


def end_turn(position: Position, laid: list[int]) -> None:
    """R30, then whoever is next."""
    colour = position.the_turn().colour
    position.revenue[position.owner(colour)] += gain(position, colour, laid)
    position.turn = None
    if sum(position.face_up) == 0:
        end_round(position)
    elif position.game.hidden_bids:
        next_hidden_turn(position)
    elif sum(position.face_up) == 1:  # R12
        last = position.nominator()
        award(position, last, position.face_up.index(1), min(1, position.payable(last)))
    else:
        position.phase = "nominate"


def next_hidden_turn(position: Position) -> None:
    """R14: after the two turns of auction 1 comes auction 2."""
    if position.taken() < len(position.next_order):
        next_pick(position)
    else:
        position.fists = [None] * position.game.num_players
        position.phase = "fist_amount"


# --- ends -------------------------------------------------------------------------------------------------------------


def end_round(position: Position) -> None:
    """R32."""
    position.order = position.next_order
    position.next_order = []
    position.fists = [None] * position.game.num_players
    if position.round < position.game.rounds:
        position.round += 1
        position.phase = "reveal"
        return
    position.phase = "demand_may"  # R33
    skip_empty_hands(position)
    if position.step == position.game.counts.colours:
        position.step = 0
        collect(position)


def collect(position: Position) -> None:
    """R34 to R36, then the railway era or the end."""
    for player in range(position.game.num_players):
        position.cash[player] += position.revenue[player]
        position.revenue[player] = 0
    for colour in range(position.game.counts.colours):
        income = link_income(position, colour) + industry_income(position, colour)
        position.cash[position.owner(colour)] += income
    position.links = [None] * len(position.links)
    if position.era == "canal":
        reset(position)
    else:
        position.phase = "over"


def reset(position: Position) -> None:
    """R37, R38."""
    data = position.game.data
    position.era = "rail"
    position.round = 1
    position.unseen = [kind.cards for kind in data.kinds]
    position.set_aside = position.game.counts.set_aside
    position.deck = data.cards - position.set_aside
    position.phase = "draw_demand"


# --- dispatch ---------------------------------------------------------------------------------------------------------


def apply_decision(position: Position, action_id: int) -> None:
    action = position.game.table[action_id]
    match action.kind:
        case "pass":
            pass_turn(position)
        case "take":
            take(position)
        case "overbid":
            overbid(position)
        case "keep":
            use_card(position)
        case "swap":
            swap(position)
        case "done":
            done(position)
        case "demand":
            place_counter(position, action.index)
        case "remove":
            remove(position, action.index)
        case "fist":
            choose_fist_colour(position, action.index)
        case "choose":
            choose(position, action.index)
        case "place":
            choose_town(position, action.index)
        case "link":
            lay_link(position, action.index)
        case "bid":
            bid(position, action.index)
