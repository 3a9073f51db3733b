"""What is going on in a position, in a sentence: boards in characters and pictures say it in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Sentence", "watcher"]


class Sentence(NamedTuple):
    """A pattern such as ``{player} builds {city}``, and what its fields stand for."""

    pattern: str
    player: int
    names: Mapping[str, Any]
    """The fields but ``player``."""

    def __str__(self) -> str:
        return self.pattern.format(player=f"player {self.player}", **self.names)

    def begun(self) -> str:
        """With a capital, as a heading."""
        said = str(self)
        return f"{said[0].upper()}{said[1:]}"


def watcher(viewer: int | None) -> str:
    """Who sees a position."""
    return "a spectator" if viewer is None else f"player {viewer}"
