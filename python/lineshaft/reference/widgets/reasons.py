"""Why an action is not legal: one function a kind of action."""

from __future__ import annotations

from ..errors import IllegalAction
from .pile import allowed_sides, faced_sides, index_of
from .shape import SIDES
from .state import Position
from .table import ORDINALS, PHASES_OF, Action, DropBack, Keep, Place, Pull, PullCard, PullFaceDown

WHEN: dict[type, str] = {
    Pull: "parts are pulled when a turn begins (R5)",
    PullCard: "parts are pulled when a turn begins (R5)",
    PullFaceDown: "parts are pulled when a turn begins (R5)",
    Keep: "one of two parts is kept when both were pulled face-down (R14)",
    Place: "parts are placed when they are in hand, or dealt (R3, R15)",
    DropBack: "a part is dropped back when it is in hand (R15)",
}
"""When an action of a kind is possible: what is said of it in other phases."""

NOW: dict[str, str] = {
    "setup": "the dealt part is placed (R3)",
    "pull": "a part is pulled (R5)",
    "second": "a second part is pulled (R7)",
    "keep": "one of two parts is kept (R14)",
    "resolve": "the part in hand is placed or dropped back (R15)",
}
"""What is done in a phase of decision."""


def why_not(s: Position, number: int) -> IllegalAction | None:
    """The first reason why the action is not legal, None if it is."""
    action = s.game.actions[number]
    if s.phase not in PHASES_OF[type(action)]:
        text = s.game.action_texts[number]
        return IllegalAction(f"{text} is not a choice now: {WHEN[type(action)]}; now {NOW[s.phase]}", "wrong_phase")
    return why_not_now(s, action)


def why_not_now(s: Position, action: Action) -> IllegalAction | None:
    """The same for an action whose kind belongs to the phase."""
    match action:
        case Pull(part, side):
            return why_not_pull(s, part, side)
        case PullCard(card):
            if card not in s.face_up:  # R31
                name = s.game.cards[card]
                return IllegalAction(f"{name} does not lie face-up in the pile", "not_face_up", "R31")
        case PullFaceDown():
            if not s.face_down:  # R31
                return IllegalAction("no part lies face-down in the pile", "none_face_down", "R31")
        case Keep(which):
            if which >= len(s.hand):  # R35
                return IllegalAction(f"there is no {ORDINALS[which]} part in hand", "not_in_hand", "R35")
        case Place(bay):
            return why_not_place(s, bay)
    return None


def why_not_pull(s: Position, part: int, side: int) -> IllegalAction | None:
    index = index_of(s, part)
    if index is None:
        return IllegalAction(f"part {part} is not in the pile", "not_in_pile", "R9")
    if s.phase == "second" and s.lying[index].face_up:  # R7
        following = ORDINALS[len(s.hand)]
        return IllegalAction(f"part {part} lies face-up; the {following} part must lie face-down", "face_up", "R7")
    sides = faced_sides(s, index)
    if not sides:  # R9
        return IllegalAction(f"no edge of part {part} is free", "not_free", "R9")
    if side not in sides:  # R10
        return IllegalAction(f"no free edge of part {part} faces {SIDES[side]}", "wrong_side", "R10")
    allowed = allowed_sides(s, index)
    if side not in allowed:  # R10
        return IllegalAction(f"part {part} is pulled to the nearest side, {SIDES[allowed[0]]}", "not_nearest", "R10")
    return None


def why_not_place(s: Position, bay: int) -> IllegalAction | None:
    """No part is replaced in set-up; with ``dedupe`` the later ones of several empty bays are no choice. (R16, R34)"""
    player = s.player_to_act()
    bays, dealt = s.bays[player], s.dealt[player]
    if dealt is not None and bays[bay][s.type_of(dealt)] is not None:
        kind = s.game.data.parts[s.type_of(dealt)]
        sentence = f"bay {bay + 1} has a {kind} already; no part is replaced in set-up"
        return IllegalAction(sentence, "place_taken", "R34")
    empty = [b for b, places in enumerate(bays) if all(part is None for part in places)]
    if s.game.rules["dedupe"] and bay in empty and bay != empty[0]:
        first = empty[0] + 1
        return IllegalAction(f"bay {bay + 1} is as empty as bay {first}; choose bay {first}", "same_empty_bay", "R16")
    return None
