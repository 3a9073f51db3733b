"""Arkwright: The Card Game, the readable reference. The rules R1 to R54 are in ``docs/games/arkwright.md``.

Read in this order: ``data`` (tables), ``variant`` (options), ``state`` (fields), ``action`` (ids and texts), ``moves``
(what is legal), ``apply`` (what follows), ``market``, ``warehouse``, ``production`` and ``round`` (the machinery of a
round), ``score``, ``view``, ``forms``, ``invariants``, ``game``.
"""

from __future__ import annotations

from .game import ArkwrightGame, ArkwrightState

GAME = ArkwrightGame

__all__ = ["GAME", "ArkwrightGame", "ArkwrightState"]
