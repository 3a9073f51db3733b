"""What is legal: one function a kind of action says why it is not, and what is listed is what none of them refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import IllegalAction
from .action import PHASES_OF, Action, Place, Pull, PullCard, PullFaceDown
from .pile import SIDES

if TYPE_CHECKING:
    from .state import WidgetsState


def legal_decisions(state: WidgetsState) -> list[int]:
    """The ids of the actions that nothing forbids, ascending."""
    legal = legal_pulls(state) if state.lying else []
    for number, action in enumerate(state.game.actions):
        if (
            not isinstance(action, Pull)
            and state.phase in PHASES_OF[type(action)]
            and why_not_now(state, action) is None
        ):
            legal.append(number)
    return legal


def legal_pulls(state: WidgetsState) -> list[int]:
    """The pulls among them: part by part what ``why_not_pull`` lets through, without asking for each side anew."""
    if state.phase not in PHASES_OF[Pull]:
        return []
    pulls = []
    for index, lying in enumerate(state.lying):
        if state.phase == "pull" or not lying.face_up:  # R7
            pulls += [lying.part * len(SIDES) + side for side in allowed_sides(state, index)]
    return sorted(pulls)


def why_not(state: WidgetsState, number: int) -> IllegalAction | None:
    """The first reason why the action is not legal, None if it is."""
    action = state.game.actions[number]
    if state.phase not in PHASES_OF[type(action)]:
        text = state.game.action_texts[number]
        return IllegalAction(f"{text} is not a choice now: the phase is {state.phase}", "wrong_phase")
    return why_not_now(state, action)


def why_not_now(state: WidgetsState, action: Action) -> IllegalAction | None:
    """The same for an action whose kind belongs to the phase."""
    match action:
        case Pull(part, side):
            return why_not_pull(state, part, side)
        case PullCard(card):
            if card not in state.face_up:  # R31
                name = state.game.cards[card]
                return IllegalAction(f"{name} does not lie face-up in the pile", "not_face_up", "R31")
        case PullFaceDown():
            if not state.face_down:  # R31
                return IllegalAction("no part lies face-down in the pile", "none_face_down", "R31")
        case Place(bay):
            return why_not_place(state, bay)
    return None


def why_not_pull(state: WidgetsState, part: int, side: int) -> IllegalAction | None:
    index = state.pile.index_of(part)
    if index is None:
        return IllegalAction(f"part {part} is not in the pile", "not_in_pile", "R9")
    if state.phase == "second" and state.lying[index].face_up:  # R7
        return IllegalAction(f"part {part} lies face-up; the second part must lie face-down", "face_up", "R7")
    sides = state.pile.sides(index)
    if not sides:  # R9
        return IllegalAction(f"no edge of part {part} is free", "not_free", "R9")
    if side not in sides:  # R10
        return IllegalAction(f"no free edge of part {part} faces {SIDES[side]}", "wrong_side", "R10")
    allowed = allowed_sides(state, index)
    if side not in allowed:  # R10
        return IllegalAction(f"part {part} is pulled to the nearest side, {SIDES[allowed[0]]}", "not_nearest", "R10")
    return None


def why_not_place(state: WidgetsState, bay: int) -> IllegalAction | None:
    """With ``dedupe`` the later ones of several empty bays are no choice. (R16)"""
    bays = state.bays[state.player_to_act()]
    empty = [b for b, places in enumerate(bays) if all(part is None for part in places)]
    if state.game.rules["dedupe"] and bay in empty and bay != empty[0]:
        first = empty[0] + 1
        return IllegalAction(f"bay {bay + 1} is as empty as bay {first}; choose bay {first}", "same_empty_bay", "R16")
    return None


def allowed_sides(state: WidgetsState, index: int) -> list[int]:
    """The sides to which the part at ``index`` of the pile could be pulled, whatever the phase. (R9, R10)"""
    sides = state.pile.sides(index)
    if sides and state.game.rules["dir_mode"] == "auto":
        return [state.pile.nearest(index, sides)]
    return sides
