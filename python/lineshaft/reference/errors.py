"""The errors of Lineshaft: one hierarchy, shared by the engine, the reference and the command line.

Every error carries a stable ``code`` for programs, a sentence for people (``str(error)``) and, where a rule of the
game is broken, the number of that rule (``rule``, for instance ``"R12"``).
"""

from __future__ import annotations

from collections.abc import Sequence


class LineshaftError(Exception):
    """The root of all errors raised on purpose. ``code`` is stable; ``rule`` is None where no rule is involved."""

    default_code = "error"

    def __init__(self, message: str, code: str | None = None, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}" if self.rule else self.message

    def __reduce__(self) -> tuple[type[LineshaftError], tuple[str, str, str | None], dict[str, object]]:
        """Copies and pickles keep the notes and whatever else was put on the error."""
        return type(self), (self.message, self.code, self.rule), self.__dict__


class IllegalAction(LineshaftError):
    """The action is not legal now; the state is unchanged. ``code`` is the reason listed on the game's page.

    Of a batch, ``slots`` ([k], int32) are all slots whose actions are not legal, of a pool the entries of the call;
    ``errors`` are the sentences of the first 16. Else both are empty.
    """

    default_code = "illegal_action"
    slots: Sequence[int] = ()
    errors: Sequence[str] = ()


class GameOver(IllegalAction):
    """The game has ended: nothing can be applied any more."""

    default_code = "game_over"


class InvalidState(LineshaftError):
    """A position (dict or bytes) is damaged, or breaks an invariant of the game."""

    default_code = "invalid_state"


class InvalidVariant(LineshaftError):
    """The number of players, the variant or a rules option is not one the game declares."""

    default_code = "invalid_variant"


class InvalidData(LineshaftError):
    """A data file has a wrong count, name, reference or bound. The message names the row and the reason."""

    default_code = "invalid_data"


class InvalidArgument(LineshaftError):
    """An argument is out of its range or of the wrong kind (a player number, an array's shape or dtype)."""

    default_code = "invalid_argument"


class InvalidText(InvalidArgument):
    """A text does not name an action, a chance outcome or a bot."""

    default_code = "invalid_text"


class UnknownGame(LineshaftError):
    """There is no game of that name."""

    default_code = "unknown_game"


class ReplayError(LineshaftError):
    """A replay is damaged, foreign, or does not follow the rules."""

    default_code = "replay_error"


class PoolFull(LineshaftError):
    """A pool has too few free rows for what was asked: nothing was handed out."""

    default_code = "pool_full"
