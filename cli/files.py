"""Writing replays: whole lines in order, nothing overwritten by mistake, nothing lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Self

import click


class LineFile:
    """A file of lines that is opened before the work begins, so that a wrong path costs nothing.

    With ``force`` a file that exists keeps its content until the first line is there. A new file that was never
    written to is removed again.
    """

    def __init__(self, path: Path, force: bool) -> None:
        self._path = path
        self._begun = False
        try:
            self._existed = path.exists()
            if self._existed and not force:
                raise click.UsageError(f"{path} exists; name another file, or add --force to replace it")
            self._file = path.open("a" if force else "x", encoding="utf-8", newline="\n")
        except OSError as error:
            raise self._refused(error) from error

    def write(self, lines: Iterable[str]) -> None:
        """Write some lines, and flush: what was played is in the file."""
        try:
            if not self._begun and self._existed:
                self._file.truncate(0)
            self._begun = True
            self._file.write("".join(f"{line}\n" for line in lines))
            self._file.flush()
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> click.UsageError:
        return click.UsageError(f"cannot write {self._path}: {error.strerror or error}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise self._refused(error) from error
        if not self._begun and not self._existed:
            self._path.unlink()
