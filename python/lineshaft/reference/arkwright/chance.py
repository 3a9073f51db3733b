"""What can be drawn: the event of a decade (R7)."""

from __future__ import annotations

from .state import Position


def chance_weights(s: Position) -> list[tuple[int, int]]:
    """(event, weight): each event that has not been shown is as likely as the others."""
    if s.phase != "event":
        return []
    return [(event, 1) for event in range(len(s.game.data.event_names)) if event not in s.events_shown]
