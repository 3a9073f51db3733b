"""Writing replays: whole lines in order, nothing overwritten by mistake, nothing lost."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import sys
import time
from pathlib import Path
from typing import Literal, Self

import click

if sys.platform != "win32":
    import fcntl

Mode = Literal["new", "replace", "continue"]

SYNC_SECONDS = 5.0
"""What was written reaches the disk itself after so long at the latest: a machine that dies takes no more with it."""


class LineFile:
    """A file of lines that is opened before the work begins, so that a wrong path costs nothing.

    ``new`` refuses a file that exists. ``replace`` keeps the old file as it is until the first lines are safely in the
    new one, which then takes its place. ``continue`` goes on after the first ``size`` bytes, which are whole lines. A
    write that fails in the middle of a line takes it back. A new file that was never written to is removed again.
    """

    def __init__(self, path: Path, mode: Mode, size: int = 0) -> None:
        self._path = path
        self._size = size
        self._replaces: Path | None = None
        try:
            self._fd = self._open(mode)
            self._claim()
            self._regular = stat.S_ISREG(os.fstat(self._fd).st_mode)
            if self._regular:
                os.ftruncate(self._fd, size)
                os.lseek(self._fd, size, os.SEEK_SET)
        except OSError as error:
            raise self._refused(error) from error
        self._fresh = mode != "continue"
        self._synced = time.monotonic()

    def _open(self, mode: Mode) -> int:
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0)
        if mode == "new" and self._path.exists():
            raise click.UsageError(
                f"{self._path} exists; name another file, or add --resume to complete it or --force to replace it"
            )
        if mode == "new" or not self._path.exists():
            return os.open(self._path, flags | os.O_CREAT | os.O_EXCL, 0o666)
        old = os.open(self._path, flags)
        if mode == "continue" or not stat.S_ISREG(os.fstat(old).st_mode):
            return old
        os.close(old)
        target = self._path.resolve()
        self._replaces, self._path = target, target.with_name(f".{target.name}.new")
        return os.open(self._path, flags | os.O_CREAT, 0o666)

    def _claim(self) -> None:
        """Two runs never write one file: who comes second is refused. Where files cannot be locked, nobody is."""
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._fd)
            raise click.UsageError(
                f"another run is writing {self._named}: wait for it, or name another file"
            ) from error
        except OSError:
            return

    def write(self, lines: bytes) -> None:
        """Write whole lines: when this returns they outlive the process. Ctrl-C waits until then."""
        with CtrlCLater():
            try:
                self._write_all(lines)
                if self._replaces:
                    self._sync()
                    shutil.copymode(self._replaces, self._path)
                    self._path.replace(self._replaces)
                    self._path, self._replaces = self._replaces, None
                elif time.monotonic() - self._synced > SYNC_SECONDS:
                    self._sync()
            except OSError as error:
                raise self._refused(error) from error

    def _write_all(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except OSError:
            if self._regular:
                os.ftruncate(self._fd, self._size)
                os.lseek(self._fd, self._size, os.SEEK_SET)
            raise
        self._size += len(data)
        self._fresh = self._fresh and not data

    def _sync(self) -> None:
        if self._regular:
            os.fsync(self._fd)
        self._synced = time.monotonic()

    @property
    def _named(self) -> Path:
        """The file as the caller knows it."""
        return self._replaces or self._path

    def _refused(self, error: OSError) -> click.UsageError:
        kept = "; the lines before are whole, and --resume goes on after them" if self._size else ""
        return click.UsageError(f"cannot write {self._named}: {error.strerror or error}{kept}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._sync()
        except OSError as error:
            raise self._refused(error) from error
        finally:
            os.close(self._fd)
            if self._regular and self._fresh:
                self._path.unlink()


class CtrlCLater:
    """While this is entered Ctrl-C only leaves a note; it acts when all is done."""

    def __enter__(self) -> None:
        self._pressed = False
        self._handler = signal.signal(signal.SIGINT, self._note)

    def _note(self, *_: object) -> None:
        self._pressed = True

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._handler)
        if self._pressed:
            signal.raise_signal(signal.SIGINT)
