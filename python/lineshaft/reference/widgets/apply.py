"""What happens: one function a kind of action and a kind of chance outcome, in the order of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import score
from .action import DropBack, Keep, Place, Pull, PullCard, PullFaceDown
from .data import CARDS, PARTS
from .pile import PileRng
from .variant import TABLE

if TYPE_CHECKING:
    from .state import WidgetsState

# --- before the first turn --------------------------------------------------------------------------------------------


def start(state: WidgetsState, player: int) -> None:
    """R2"""
    state.first = player
    state.phase = "deal"


def deal(state: WidgetsState, card: int) -> None:
    """The next player receives a part, which goes to bay 1 by itself or waits for ``setup``. (R3)"""
    dealt = state.number_dealt()
    player = state.in_turn_order()[dealt]
    part = CARDS - 1 - dealt if state.game.variant.name == TABLE else card
    state.cards[part] = card
    if state.game.rules["auto_setup"]:
        state.bays[player][0][score.part_type(card)] = part
    else:
        state.dealt[player] = part
    if state.number_dealt() == state.game.num_players:
        state.phase = "first_drop"


def first_drop(state: WidgetsState, salt: int) -> None:
    """R4, R31"""
    rng = PileRng(salt)
    if state.game.variant.name == TABLE:
        state.pile.first_drop(list(range(CARDS - state.game.num_players)), rng)  # R1
    else:
        for card in state.unseen():
            if rng.below(2) == 1:
                state.face_up.append(card)
                state.cards[card] = card
            else:
                state.face_down.append(card)
    state.turn_of = state.first
    settle(state, "pull" if state.game.rules["auto_setup"] else "setup")


def place_dealt(state: WidgetsState, player: int, bay: int) -> None:
    """R3"""
    part = state.dealt[player]
    assert part is not None
    state.dealt[player] = None
    state.bays[player][bay][score.part_type(state.card(part))] = part
    waiting = [p for p in state.in_turn_order() if state.dealt[p] is not None]
    state.turn_of = waiting[0] if waiting else state.first
    state.phase = "setup" if waiting else "pull"


# --- a turn -----------------------------------------------------------------------------------------------------------


def apply_decision(state: WidgetsState, number: int) -> None:
    player = state.player_to_act()
    match state.game.actions[number]:
        case Pull(part, side):
            state.shaking = (part, side)
            state.phase = "shake"
        case PullCard(card):
            pull_card(state, card)
        case PullFaceDown():
            state.next_phase = "keep" if len(state.face_down) >= 2 else "resolve"
            state.phase = "read"
        case Keep(which):  # R14
            dropped = state.hand.pop(1 - which)
            drop(state, dropped)
        case Place(bay):
            if state.phase == "setup":
                place_dealt(state, player, bay)
            else:
                place(state, player, bay)
        case DropBack():
            drop(state, state.hand.pop())


def pull_card(state: WidgetsState, card: int) -> None:
    """R31"""
    state.face_up.remove(card)
    state.hand.append(card)
    if not ended_early(state):
        state.phase = "resolve"


def shake(state: WidgetsState, salt: int) -> None:
    """The chosen part comes out of the pile. (R6 to R8, R11)"""
    assert state.shaking is not None
    part, side = state.shaking
    state.shaking = None
    index = state.pile.index_of(part)
    assert index is not None
    pulled = state.pile.pull(index, side, PileRng(salt))
    state.hand.append(part)
    if ended_early(state):
        return
    if len(state.hand) == 2:
        settle(state, "keep")
    elif not pulled.face_up and state.face_down_free():
        settle(state, "second")
    else:
        settle(state, "resolve")  # R6, R8


def settle(state: WidgetsState, phase: str) -> None:
    """Goes on to ``phase``, through ``read`` if there is something to read. (R12, R13)"""
    state.phase, state.next_phase = "read", phase
    if not state.pending():
        state.phase, state.next_phase = phase, None


def read(state: WidgetsState, card: int) -> None:
    """A card becomes known: on the table of the first pending part, in the abstract variant of a part just pulled."""
    next_phase = state.next_phase
    assert next_phase is not None
    if state.game.variant.name == TABLE:
        state.cards[state.pending()[0]] = card
        settle(state, next_phase)
        return
    state.face_down.remove(card)
    state.cards[card] = card
    state.hand.append(card)
    if not ended_early(state) and len(state.hand) == (2 if next_phase == "keep" else 1):
        state.phase, state.next_phase = next_phase, None


def ended_early(state: WidgetsState) -> bool:
    """With ``strict_empty`` the game is over as soon as the pile is empty. (R25)"""
    if state.game.rules["strict_empty"] and state.pile_size() == 0:
        end_game(state, "pile_empty")
        return True
    return False


def drop(state: WidgetsState, part: int) -> None:
    """A part falls on the pile: on the table it waits for its salt. (R17)"""
    if state.game.variant.name == TABLE:
        state.falling = part
        state.phase = "fall"
    else:
        state.face_up = sorted([*state.face_up, part])
        go_on(state)


def fall(state: WidgetsState, salt: int) -> None:
    """R17"""
    assert state.falling is not None
    state.pile.drop(state.falling, PileRng(salt))
    state.falling = None
    go_on(state)


def place(state: WidgetsState, player: int, bay: int) -> None:
    """R15, R16, R18, R24"""
    part = state.hand.pop()
    places = state.bays[player][bay]
    kind = score.part_type(state.card(part))
    replaced, places[kind] = places[kind], part
    if replaced is not None:
        drop(state, replaced)
        return
    if all(other is not None for other in places):
        state.constructs[player].append([other for other in places if other is not None])
        state.bays[player][bay] = [None] * PARTS
        if state.complete(player) and state.trigger is None:
            trigger_end(state, player)
    go_on(state)


def trigger_end(state: WidgetsState, player: int) -> None:
    """R21, R22"""
    state.trigger = player
    state.final_turns = [state.game.data.final_turns] * state.game.num_players
    state.final_turns[player] = 0


def go_on(state: WidgetsState) -> None:
    """After a placement or a drop: the part in hand, the parts that a complete player must drop, or the next turn."""
    if state.hand:
        state.phase = "resolve"
        return
    player = state.turn_of
    assert player is not None
    if state.complete(player):  # R23
        for places in state.bays[player]:
            for kind, part in enumerate(places):
                if part is not None:
                    places[kind] = None
                    drop(state, part)
                    return
    end_turn(state, player)


def end_turn(state: WidgetsState, player: int) -> None:
    """R5, R22, R25 to R27"""
    state.turn += 1
    if state.pile_size() == 0:
        end_game(state, "pile_empty")
        return
    if state.trigger is not None and player != state.trigger:
        state.final_turns[player] -= 1
    count = state.game.num_players
    following = [(player + k) % count for k in range(1, count + 1)]
    able = [q for q in following if state.may_play(q)]
    if not able:
        end_game(state, "finished")
    elif state.turn >= state.game.max_turns:
        end_game(state, "turn_cap")
    else:
        state.turn_of = able[0]
        state.phase = "pull"


def end_game(state: WidgetsState, reason: str) -> None:
    state.phase, state.next_phase, state.reason = "game_over", None, reason


# --- chance -----------------------------------------------------------------------------------------------------------


def apply_outcome(state: WidgetsState, outcome: int) -> None:
    match state.phase:
        case "start":
            start(state, outcome - CARDS)
        case "deal":
            deal(state, outcome)
        case "first_drop":
            first_drop(state, outcome)
        case "shake":
            shake(state, outcome)
        case "fall":
            fall(state, outcome)
        case _:
            read(state, outcome)
