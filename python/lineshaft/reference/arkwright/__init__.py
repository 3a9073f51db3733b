"""Arkwright: The Card Game, the readable reference. The rules R1 to R54 are in ``docs/games/arkwright.md``.

Read in this order: ``data`` (tables), ``variant`` (options), ``table`` (actions: ids and texts), ``state`` (a
position), ``setup``, ``chance``, ``reasons`` and ``moves`` (what is legal), ``market`` and ``production`` (the
machinery of a round), ``apply`` (what follows from an action), ``flow`` (what comes next), ``score``, ``fields`` (the
forms of a position), ``view``, ``invariants``, ``game``.
"""

from __future__ import annotations

from .game import Arkwright

GAME = Arkwright

__all__ = ["GAME"]
