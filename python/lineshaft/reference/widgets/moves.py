"""What is legal: of the actions of a phase, what no reason forbids; pulls part by part."""

from __future__ import annotations

from .pile import allowed_sides
from .reasons import why_not_now
from .shape import SIDES
from .state import Position
from .table import PHASES_OF, Pull


def legal_decisions(s: Position) -> list[int]:
    """The ids of the actions that nothing forbids, ascending."""
    legal = legal_pulls(s) if s.lying else []
    for number, action in enumerate(s.game.actions):
        if not isinstance(action, Pull) and s.phase in PHASES_OF[type(action)] and why_not_now(s, action) is None:
            legal.append(number)
    return legal


def legal_pulls(s: Position) -> list[int]:
    """The pulls among them: part by part what ``why_not_pull`` lets through, without asking for each side anew."""
    if s.phase not in PHASES_OF[Pull]:
        return []
    pulls = []
    for index, lying in enumerate(s.lying):
        if s.phase == "pull" or not lying.face_up:  # R7
            pulls += [lying.part * len(SIDES) + side for side in allowed_sides(s, index)]
    return sorted(pulls)
