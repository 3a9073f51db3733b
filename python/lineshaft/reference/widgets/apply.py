"""What happens: one function a kind of action and a kind of chance outcome, in the order of play."""

from __future__ import annotations

from . import pile
from .data import CARDS, PARTS
from .flow import complete, drop, ended_early, go_on, in_turn_order, settle, trigger_end
from .parts import number_dealt, part_type, pending, unseen
from .pile import PileRng, face_down_free, index_of
from .state import Position, Shaking
from .table import DropBack, Keep, Place, Pull, PullCard, PullFaceDown
from .variant import TABLE

# --- before the first turn --------------------------------------------------------------------------------------------


def start(s: Position, player: int) -> None:
    """R2"""
    s.first = player
    s.phase = "deal"


def deal(s: Position, card: int) -> None:
    """The next player receives a part, which goes to bay 1 by itself or waits for ``setup``. (R3)"""
    dealt = number_dealt(s)
    player = in_turn_order(s)[dealt]
    part = CARDS - 1 - dealt if s.game.variant.name == TABLE else card
    s.cards[part] = card
    if s.game.rules["auto_setup"]:
        s.bays[player][0][part_type(card)] = part
    else:
        s.dealt[player] = part
    if number_dealt(s) == s.game.num_players:
        s.phase = "first_drop"


def first_drop(s: Position, salt: int) -> None:
    """R4, R31"""
    rng = PileRng(salt)
    if s.game.variant.name == TABLE:
        pile.first_drop(s, list(range(CARDS - s.game.num_players)), rng)  # R1
    else:
        for card in unseen(s):
            if rng.below(2) == 1:
                s.face_up.append(card)
                s.cards[card] = card
            else:
                s.face_down.append(card)
    s.turn_of = s.first
    settle(s, "pull" if s.game.rules["auto_setup"] else "setup")


def place_dealt(s: Position, player: int, bay: int) -> None:
    """R3"""
    part = s.dealt[player]
    assert part is not None
    s.dealt[player] = None
    s.bays[player][bay][part_type(s.card(part))] = part
    waiting = [p for p in in_turn_order(s) if s.dealt[p] is not None]
    s.turn_of = waiting[0] if waiting else s.first
    s.phase = "setup" if waiting else "pull"


# --- a turn -----------------------------------------------------------------------------------------------------------


def apply_decision(s: Position, number: int) -> None:
    player = s.player_to_act()
    match s.game.actions[number]:
        case Pull(part, side):
            s.shaking = Shaking(part, side)
            s.phase = "shake"
        case PullCard(card):
            pull_card(s, card)
        case PullFaceDown():
            s.next_phase = "keep" if len(s.face_down) >= 2 else "resolve"
            s.phase = "read"
        case Keep(which):  # R14
            dropped = s.hand.pop(1 - which)
            drop(s, dropped)
        case Place(bay):
            if s.phase == "setup":
                place_dealt(s, player, bay)
            else:
                place(s, player, bay)
        case DropBack():
            drop(s, s.hand.pop())


def pull_card(s: Position, card: int) -> None:
    """R31"""
    s.face_up.remove(card)
    s.hand.append(card)
    if not ended_early(s):
        s.phase = "resolve"


def shake(s: Position, salt: int) -> None:
    """The chosen part comes out of the pile. (R6 to R8, R11)"""
    assert s.shaking is not None
    part, side = s.shaking.part, s.shaking.direction
    s.shaking = None
    index = index_of(s, part)
    assert index is not None
    pulled = pile.pull(s, index, side, PileRng(salt))
    s.hand.append(part)
    if ended_early(s):
        return
    if len(s.hand) == 2:
        settle(s, "keep")
    elif not pulled.face_up and face_down_free(s):
        settle(s, "second")
    else:
        settle(s, "resolve")  # R6, R8


def read(s: Position, card: int) -> None:
    """A card becomes known: on the table of the first pending part, in the abstract variant of a part just pulled."""
    next_phase = s.next_phase
    assert next_phase is not None
    if s.game.variant.name == TABLE:
        s.cards[pending(s)[0]] = card
        settle(s, next_phase)
        return
    s.face_down.remove(card)
    s.cards[card] = card
    s.hand.append(card)
    if not ended_early(s) and len(s.hand) == (2 if next_phase == "keep" else 1):
        s.phase, s.next_phase = next_phase, None


def fall(s: Position, salt: int) -> None:
    """R17"""
    assert s.falling is not None
    pile.drop(s, s.falling, PileRng(salt))
    s.falling = None
    go_on(s)


def place(s: Position, player: int, bay: int) -> None:
    """R15, R16, R18, R24"""
    part = s.hand.pop()
    places = s.bays[player][bay]
    kind = part_type(s.card(part))
    replaced, places[kind] = places[kind], part
    if replaced is not None:
        drop(s, replaced)
        return
    if all(other is not None for other in places):
        s.constructs[player].append([other for other in places if other is not None])
        s.bays[player][bay] = [None] * PARTS
        if complete(s, player) and s.trigger is None:
            trigger_end(s, player)
    go_on(s)


# --- chance -----------------------------------------------------------------------------------------------------------


def apply_outcome(s: Position, outcome: int) -> None:
    match s.phase:
        case "start":
            start(s, outcome - CARDS)
        case "deal":
            deal(s, outcome)
        case "first_drop":
            first_drop(s, outcome)
        case "shake":
            shake(s, outcome)
        case "fall":
            fall(s, outcome)
        case _:
            read(s, outcome)
