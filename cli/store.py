"""Where the game of ``lineshaft play`` is kept, and how it is gone on with."""

from __future__ import annotations

import shlex
from itertools import count
from pathlib import Path

import lineshaft

from .output import say


class Store:
    """The file of one game. Once it has a name it is written after each decision of a person."""

    def __init__(self, path: Path | None, data: str | None, *, ours: bool) -> None:
        self.path = path
        """None: it is named when the game is left."""
        self._ours = ours
        """Whether the file there is this game's, to be replaced."""
        self._data = data
        self._kept: int | None = None
        self._failed = False

    def keep(self, session: lineshaft.Session) -> None:
        """Writes what is new, if the game has a file. What goes wrong is said once."""
        if self.path is None or self._kept == session.version:
            return
        try:
            self._write(session, self.path)
        except lineshaft.ReplayError as error:
            if not self._failed:
                say(f"{error.message}; 'save FILE' keeps the game elsewhere")
            self._failed = True

    def save(self, session: lineshaft.Session, path: Path | None = None) -> None:
        """Writes the game, to another file if one is named, and says how it is resumed.

        Raises:
            ReplayError: it cannot be written.
        """
        wanted = path or self.path or _free_name(session.game.name)
        if wanted != self.path:
            self._write(session, wanted, ours=False)
        elif self._kept != session.version:
            self._write(session, wanted)
        data = f" --data {shlex.quote(self._data)}" if self._data else ""
        say(f"Saved in {wanted}. To go on:", f"  lineshaft play --resume {shlex.quote(str(wanted))}{data}")

    def leave(self, session: lineshaft.Session) -> bool:
        """Saves a game that is left before its end; False if it is lost."""
        if session.is_terminal():
            self.keep(session)
            return not self._failed
        try:
            self.save(session)
        except lineshaft.ReplayError as error:
            say(error.message)
            return False
        return True

    def _write(self, session: lineshaft.Session, path: Path, *, ours: bool | None = None) -> None:
        session.save(path, replace=self._ours if ours is None else ours)
        self.path, self._ours, self._kept, self._failed = path, True, session.version, False


def _free_name(game: str) -> Path:
    """A name in this folder that no file has."""
    names = (Path(f"{game}{'' if number == 1 else f'-{number}'}.jsonl") for number in count(1))
    return next(name for name in names if not name.exists())
