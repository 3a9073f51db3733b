"""Workshop of the World: canals, then railways, for 2 to 5 players. Rules R1 to R41: docs/games/workshop.md."""

from __future__ import annotations

from .game import Workshop, WorkshopState

__all__ = ["GAME", "Workshop", "WorkshopState"]

GAME = Workshop
