"""Who may know what: in Arkwright everybody knows everything. What the views show that no position keeps."""

from __future__ import annotations

from .score import solo_title
from .state import Position


def first_seat(_s: Position, viewer: int | None) -> int:
    """From whose seat a viewer sees the table: the own, a spectator the first."""
    return viewer or 0


def action_flags(s: Position, _viewer: int | None) -> list[bool]:
    """What the action begun has done that it can do but once."""
    return [s.built, s.token_moved, s.card_turned]


def title(s: Position, _viewer: int | None) -> str | None:
    """R53."""
    return solo_title(s)
