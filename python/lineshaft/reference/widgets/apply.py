"""What happens: one function a kind of action and a kind of chance outcome, in the order of play."""

from __future__ import annotations

from . import pile
from .flow import complete, drop, ended_early, go_on, in_turn_order, settle, trigger_end
from .parts import number_dealt, pending, unseen
from .pile import PileRng, face_down_free, index_of
from .state import Position, Shaking
from .table import DropBack, Keep, Place, Pull, PullCard, PullFaceDown
from .variant import TABLE

# --- before the first turn --------------------------------------------------------------------------------------------


def start(s: Position, player: int) -> None:
    """R2"""
    s.first = player
    s.phase = "deal" if s.game.data.dealt else "first_drop"


def deal(s: Position, card: int) -> None:
    """The next player receives a part: it goes to the bay of its round by itself or waits for ``setup``. (R3, R34)"""
    data, players = s.game.data, s.game.num_players
    number = number_dealt(s)
    turn, player = number // players, in_turn_order(s)[number % players]
    part = data.count - 1 - number if s.game.variant.name == TABLE else card
    s.cards[part] = card
    if s.game.rules["auto_setup"] or turn < data.dealt - 1:
        s.bays[player][turn][data.part_type(card)] = part
    else:
        s.dealt[player] = part
    if number_dealt(s) == players * data.dealt:
        s.phase = "first_drop"


def first_drop(s: Position, salt: int) -> None:
    """R4, R31"""
    rng, data = PileRng(salt), s.game.data
    if s.game.variant.name == TABLE:
        pile.first_drop(s, list(range(data.count - number_dealt(s))), rng)  # R1
    else:
        for card in unseen(s):
            if pile.falls_face_up(s, rng):
                s.face_up.append(card)
                s.cards[card] = card
            else:
                s.face_down.append(card)
    s.turn_of = s.first
    settle(s, "setup" if data.dealt and not s.game.rules["auto_setup"] else "pull")


def place_dealt(s: Position, player: int, bay: int) -> None:
    """R3"""
    part = s.dealt[player]
    assert part is not None
    s.dealt[player] = None
    s.bays[player][bay][s.type_of(part)] = part
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
            s.next_phase = "keep" if min(len(s.face_down), s.game.data.face_down) > 1 else "resolve"
            s.phase = "read"
        case Keep(which):  # R14
            s.hand.insert(0, s.hand.pop(which))
            go_on(s)
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
    if not pulled.face_up and len(s.hand) < s.game.data.face_down and face_down_free(s):
        settle(s, "second")
    else:
        settle(s, "keep" if len(s.hand) > 1 else "resolve")  # R6, R8, R35


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
    last = next_phase == "resolve" or len(s.hand) == s.game.data.face_down or not s.face_down
    if not ended_early(s) and last:
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
    kind = s.type_of(part)
    replaced, places[kind] = places[kind], part
    if replaced is not None:
        drop(s, replaced)
        return
    if all(other is not None for other in places):
        s.constructs[player].append([other for other in places if other is not None])
        s.bays[player][bay] = [None] * s.game.data.types
        if complete(s, player) and s.trigger is None:
            trigger_end(s, player)
    go_on(s)


# --- chance -----------------------------------------------------------------------------------------------------------


def apply_outcome(s: Position, outcome: int) -> None:
    match s.phase:
        case "start":
            start(s, outcome - s.game.data.count)
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
