"""Writing files: whole lines in order, nothing overwritten by mistake, nothing lost."""

from __future__ import annotations

import os
import signal
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, Self

import click

from lineshaft.drafts import Draft, lock, write_whole

from .output import pour

Mode = Literal["new", "replace", "continue"]

SYNC_SECONDS = 5.0
"""What was written reaches the disk itself after so long at the latest: a machine that dies takes no more with it."""

STREAM = Path("-")
"""The name of stdin, or of stdout."""


Source = Path | BinaryIO
"""What is read: a file, or stdin."""


def source_name(source: Source) -> str:
    return str(source) if isinstance(source, Path) else source.name


def is_stdout(path: Path) -> bool:
    """Whether a path names stdout."""
    return path in (STREAM, Path("/dev/stdout"))


def beside(out: Path | None) -> AbstractContextManager[object]:
    """Where what is written goes to stdout, the report goes to stderr."""
    return redirect_stdout(sys.stderr) if out and is_stdout(out) else nullcontext()


def check_target(target: Path, read: Sequence[Source], force: bool, option: str) -> None:
    """Nothing is written over what is read, and without --force over no file."""
    if any(is_same(target, each) for each in read):
        raise click.UsageError(f"{target} is read here and stays as it is; name another file with {option}")
    if target.is_file() and not force:
        raise click.UsageError(f"{target} exists; name another with {option}, or add --force to replace it")


def is_same(target: Path, source: Source) -> bool:
    """Whether two names are of one file, or stdin comes from that file."""
    try:
        read = source.stat() if isinstance(source, Path) else os.fstat(source.fileno())
        return os.path.samestat(target.stat(), read)
    except (OSError, ValueError):
        return False


def cannot_write(error: OSError) -> click.UsageError:
    return click.UsageError(f"cannot write {error.filename}: {error.strerror or error}")


def write_target(path: Path, text: str, force: bool) -> None:
    """Write a text file, all of it or nothing, or to stdout."""
    content = text.encode()
    if is_stdout(path):
        pour(content)
        return
    try:
        write_whole(path, lambda file: file.write(content), replace=force)
    except OSError as error:
        raise cannot_write(error) from error


class LineFile:
    """A file of lines that is opened before the work begins, so that a wrong path costs nothing.

    It is locked before anything of it is read: of two runs that name one file the second is refused. ``new`` refuses a
    file that exists. ``replace`` keeps the old file as it is until the first lines are safely in the new one, which
    then takes its place. ``continue`` goes on after what ``keep`` names. A write that fails leaves the whole lines that
    there was room for. A new file that was never written to is removed again. Pipes and devices are written to as they
    are, and ``-`` is stdout.
    """

    def __init__(self, path: Path, mode: Mode) -> None:
        self.path = path
        self._draft: Draft | None = None
        self._size = 0
        self._new = False
        try:
            self._fd = os.dup(1) if is_stdout(path) else self._open(mode)
            self._regular = not is_stdout(path) and stat.S_ISREG(os.fstat(self._fd).st_mode)
            self._held = self._fd
            if self._regular and mode == "replace" and not self._new:
                self._draft = Draft(path)
                self._fd = self._draft.fd
        except OSError as error:
            raise self._refused(error) from error
        self._synced = time.monotonic()

    def _open(self, mode: Mode) -> int:
        """The file, locked. Whoever had it before may have replaced it meanwhile: then the new one is meant."""
        while True:
            fd = self._open_once(mode)
            if not lock(fd):
                os.close(fd)
                raise click.UsageError(
                    f"another run is writing {self.path}: wait for it, or name another file"
                ) from None
            if not stat.S_ISREG(os.fstat(fd).st_mode) or self._is_at_path(fd):
                return fd
            os.close(fd)

    def _open_once(self, mode: Mode) -> int:
        flags = os.O_RDWR if mode == "continue" else os.O_WRONLY
        flags |= getattr(os, "O_BINARY", 0)
        self._new = not self.path.exists()
        if self._new:
            return os.open(self.path, flags | os.O_CREAT | os.O_EXCL, 0o666)
        if mode == "new" and (self.path.is_file() or self.path.is_dir()):
            raise click.UsageError(
                f"{self.path} exists; name another file, or add --resume to complete it or --force to replace it"
            )
        return os.open(self.path, flags)

    def _is_at_path(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), self.path.stat())
        except FileNotFoundError:
            return False

    def rest(self, size: int) -> bytes:
        """What stands after the first ``size`` bytes."""
        os.lseek(self._fd, size, os.SEEK_SET)
        with os.fdopen(os.dup(self._fd), "rb") as file:
            return file.read()

    def keep(self, size: int) -> None:
        """Cuts what stands after the first ``size`` bytes, which are whole lines, and goes on there."""
        try:
            os.ftruncate(self._fd, size)
            os.lseek(self._fd, size, os.SEEK_SET)
        except OSError as error:
            raise self._refused(error) from error
        self._size = size
        self._new = self._new and size == 0

    def write(self, lines: bytes) -> None:
        """Write whole lines: when this returns they outlive the process. Ctrl-C waits for that once, not twice."""
        with CtrlCLater():
            try:
                self._write_all(lines)
                if self._draft and not self._draft.published:
                    self._draft.publish(replace=True)
                elif time.monotonic() - self._synced > SYNC_SECONDS:
                    self._sync()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise self._refused(error) from error

    def _write_all(self, data: bytes) -> None:
        done = 0
        try:
            while done < len(data):
                done += os.write(self._fd, memoryview(data)[done:])
        except OSError:
            if self._regular:
                self.keep(self._size + data.rfind(b"\n", 0, done) + 1)
            raise
        self._size += len(data)
        self._new = self._new and not data

    def _sync(self) -> None:
        if self._regular:
            os.fsync(self._fd)
        self._synced = time.monotonic()

    def _refused(self, error: OSError) -> click.UsageError:
        kept = "; the lines before are whole, and --resume goes on after them" if self._size else ""
        return click.UsageError(f"cannot write {self.path}: {error.strerror or error}{kept}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._sync()
        except OSError as failed:
            raise self._refused(failed) from failed
        finally:
            if self._draft:
                self._draft.__exit__(kind, error, trace)
            if self._regular and self._new:
                self.path.unlink()
            os.close(self._held)


class CtrlCLater:
    """While this is entered Ctrl-C only leaves a note; it acts when all is done.

    What is done may hang (a pipe that nobody reads, a network that is gone): a second Ctrl-C ends the process at once.
    """

    def __enter__(self) -> None:
        self._pressed = False
        self._handler = signal.signal(signal.SIGINT, self._note)

    def _note(self, *_: object) -> None:
        self._pressed = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._handler)
        if self._pressed:
            signal.raise_signal(signal.SIGINT)
