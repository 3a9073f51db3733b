"""The errors of Lineshaft: one hierarchy for the engine, the reference and the command line.

Every error has a stable ``code`` for programs, a ``message`` for people and, where a rule of the game is broken, the
number of that rule (``rule``, for instance ``"R12"``; the game's page lists them).
"""

from .reference.errors import (
    GameOver,
    IllegalAction,
    InvalidArgument,
    InvalidData,
    InvalidState,
    InvalidText,
    InvalidVariant,
    LineshaftError,
    PoolFull,
    ReplayError,
    UnknownGame,
)

__all__ = [
    "GameOver",
    "IllegalAction",
    "InvalidArgument",
    "InvalidData",
    "InvalidState",
    "InvalidText",
    "InvalidVariant",
    "LineshaftError",
    "PoolFull",
    "ReplayError",
    "UnknownGame",
]

# Tracebacks and pickles name them as they are imported: lineshaft.IllegalAction.
for _shared in __all__:
    globals()[_shared].__module__ = __package__
