"""Railways of the World: The Card Game. The rules and their numbers (R1, R2, ...) are in ``docs/games/railways.md``."""

from .game import Railways

__all__ = ["GAME"]

GAME = Railways
