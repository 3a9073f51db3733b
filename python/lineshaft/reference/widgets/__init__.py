"""Widget's Workshop: parts in a messy pile, pulled out one by one and assembled to constructs.

``docs/games/widgets.md`` has the rules (R1 to R33) and everything the engine and this reference agree on. Read
``state`` first, then ``moves`` (what is legal) and ``apply`` (what happens); ``pile`` is the physical pile by itself.
"""

from __future__ import annotations

from .game import Widgets

__all__ = ["GAME"]

GAME = Widgets
