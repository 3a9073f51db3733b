"""Workshop of the World in words: the colours of the players."""

from __future__ import annotations

import tomllib

__all__ = ["seats"]


def seats(players: int, data_text: str) -> list[str]:
    """The colours of each player, by seat: the first colours of the data file are in play, two each for two (R1)."""
    rows = tomllib.loads(data_text.removeprefix("\ufeff"))["colours"]
    colours = [row["name"] for row in rows][: 4 if players == 2 else players]
    return [" and ".join(colours[player::players]) for player in range(players)]
