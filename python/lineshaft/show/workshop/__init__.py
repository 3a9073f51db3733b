"""How a position of Workshop of the World looks, and the colours of the players.

Text is drawn by ``board`` and ``choices``, the picture by ``picture``. Both ask ``data`` what names stand for, and
``words`` what is going on.
"""

from __future__ import annotations

from .data import atlas_of

__all__ = ["seats"]


def seats(players: int, data_text: str) -> list[str]:
    """The colours of each player, by seat."""
    return [" and ".join(colours) for colours in atlas_of(data_text).seats(players)]
