"""Files that are whole or not there: a draft is written beside its target and takes its place at the end.

A draft has a name that nobody can foresee, is created only if no file has that name, follows no link, and is locked as
long as its writer lives: so it never takes the place of a file of somebody else, and what a killed writer left behind
is known for what it is and removed by whoever writes the same target next.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

if sys.platform != "win32":
    import fcntl

__all__ = ["Draft", "lock", "naming", "write_whole"]

NAME_LENGTH = 100
"""So much of the target's name is in the draft's: file systems take 255 bytes."""


def lock(fd: int) -> bool:
    """Locks an open file for its writer; False if another one has it. Where there are no locks, nobody is refused."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """What the system refuses is said of the target, whichever file it was refused for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error


class Draft:
    """A new file that becomes ``target``. As a context manager it goes unless it was published.

    Raises:
        OSError: it cannot be made, written or published; ``filename`` is the target's, as the caller named it.
    """

    def __init__(self, target: Path) -> None:
        self.named = target
        """The target as the caller named it."""
        self.target = target.resolve() if target.exists() else target
        _remove_leftovers(self.target)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        with naming(target):
            self.path = _beside(self.target, secrets.token_hex(8))
            self.fd = os.open(self.path, flags, 0o666)
        self.published = False
        """Whether it has taken the target's place."""
        lock(self.fd)

    def publish(self, *, replace: bool) -> None:
        """Takes the target's place once everything is on the disk; without ``replace`` only where there is no file.

        An old target's permissions are kept.
        """
        with naming(self.named):
            os.fsync(self.fd)
            if replace:
                if self.target.exists():
                    self.path.chmod(stat.S_IMODE(self.target.stat().st_mode))
                self.path.replace(self.target)
            else:
                _put_new(self.path, self.target)
        self.published = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.published:
            self.path.unlink(missing_ok=True)
        os.close(self.fd)


def _put_new(path: Path, target: Path) -> None:
    """Gives a file its name unless another one has it: by a link, or where there are none by a rename after a look."""
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        path.replace(target)
    else:
        path.unlink()


def _beside(target: Path, token: str) -> Path:
    return target.with_name(f".{target.name[:NAME_LENGTH]}.{token}.draft")


def _remove_leftovers(target: Path) -> None:
    """Drafts of this target whose writers were killed: nobody holds their lock any more."""
    pattern = re.compile(re.escape(f".{target.name[:NAME_LENGTH]}.") + r"[0-9a-f]{16}\.draft")
    try:
        found = [path for path in target.parent.iterdir() if pattern.fullmatch(path.name)]
    except OSError:
        return
    for path in found:
        try:
            fd = os.open(path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        except OSError:
            continue
        try:
            if stat.S_ISREG(os.fstat(fd).st_mode) and lock(fd):
                path.unlink(missing_ok=True)
        finally:
            os.close(fd)


def write_whole(target: Path, write: Callable[[BinaryIO], object], *, replace: bool) -> None:
    """Writes a file with ``write``, all of it or nothing; what stood there stays until the new one is whole.

    A target that is no regular file (a device, a pipe) is written to as it is.

    Raises:
        OSError: it cannot be written, or it exists and ``replace`` is False; ``filename`` is the target's.
    """
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            write(file)
        return
    with Draft(target) as draft:
        with naming(target), os.fdopen(os.dup(draft.fd), "wb") as file:
            write(file)
        draft.publish(replace=replace)
