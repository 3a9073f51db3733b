"""Replays: one game a line of JSON, readable by eye, to be followed by anyone without our generator or bots.

``lineshaft.playback`` goes to any position of one; ``replay_schema`` describes the line.
"""

from __future__ import annotations

import codecs
import json
import operator
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self, SupportsIndex, final

from . import _engine
from ._engine import Library
from .errors import InvalidArgument, LineshaftError, ReplayError
from .reference.wording import counted
from .registry import RuleValue, named_data, path_and_reason

MAX_THREADS = _engine.MAX_THREADS
"""The most worker threads that one call may start."""

MARK_EVERY = 128
"""New replays have a mark after each so many steps; marks that are read may stand anywhere."""

BLOCK = 1 << 22
"""A file is followed in blocks of so many bytes, and what is left of the last line."""

Source = str | os.PathLike[str] | BinaryIO
"""Where lines are read from: the path of a file, or a stream of bytes, which is read from where it stands and not
closed (``sys.stdin.buffer``)."""


@final
class Replay:
    """A recorded game. It never changes; ``Match.from_replay`` follows it.

    ``to_json`` writes the line, ``to_dict`` the same record as plain objects.
    """

    __slots__ = ("_line", "_record")

    def __init__(self, replay: str | Mapping[str, Any] | Replay) -> None:
        """From a line of JSON or a dict.

        Raises:
            ReplayError: it lacks a field, has one of the wrong kind or has one too many, or its format is unknown.
                Whether the steps follow the rules is seen by ``Match.from_replay``.
        """
        self._line = _engine.check_replay(replay)
        self._record: dict[str, Any] | None = None

    @classmethod
    def _of(cls, line: str) -> Self:
        """From a line that the engine wrote."""
        replay = cls.__new__(cls)
        replay._line = line
        replay._record = None
        return replay

    @classmethod
    def from_json(cls, line: str) -> Self:
        """From a line of JSON; raises ReplayError like the constructor."""
        return cls(line)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """From what ``to_dict`` wrote; raises ReplayError like the constructor."""
        return cls(record)

    def to_json(self) -> str:
        """The line, without the line's end."""
        return self._line

    def to_dict(self) -> dict[str, Any]:
        """The record as new plain objects. The seed, a 64-bit number, is a text there as in the line."""
        record: dict[str, Any] = json.loads(self._line)
        return record

    def _get(self, field: str) -> Any:
        if self._record is None:
            self._record = self.to_dict()
        return self._record[field]

    @property
    def format(self) -> str:
        """The format's name and number."""
        return str(self._get("format"))

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self._get("game"))

    @property
    def rules_version(self) -> int:
        """The version of the game's rules."""
        return int(self._get("rules_version"))

    @property
    def variant(self) -> str:
        """The variant's name."""
        return str(self._get("variant"))

    @property
    def rules(self) -> dict[str, RuleValue]:
        """Every rules option (a new dict)."""
        return dict(self._get("rules"))

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._get("players"))

    @property
    def data_digest(self) -> str:
        """BLAKE2b-64 of the data file, in hexadecimal."""
        return str(self._get("data_digest"))

    @property
    def seed(self) -> int:
        """The seed that chance was drawn from."""
        return int(self._get("seed"))

    @property
    def bots(self) -> tuple[str, ...] | None:
        """The bot at each seat; None where the match was driven by hand."""
        bots = self._get("bots")
        return None if bots is None else tuple(bots)

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps: the player's number and the action, or ``*`` and the chance outcome."""
        return tuple(self._get("steps"))

    @property
    def marks(self) -> tuple[str, ...]:
        """After some steps: how many, and BLAKE2b-64 of the position's canonical bytes in hexadecimal."""
        return tuple(self._get("marks"))

    @property
    def end_reason(self) -> str | None:
        """Why the game ended; None if it was still going on."""
        reason: str | None = self._get("end_reason")
        return reason

    @property
    def scores(self) -> tuple[int, ...]:
        """The points on the table after the last step."""
        return tuple(self._get("scores"))

    @property
    def ranking(self) -> tuple[int, ...]:
        """The places after the last step, from 1."""
        return tuple(self._get("ranking"))

    @property
    def hash(self) -> str:
        """BLAKE2b-64 of the canonical bytes after the last step, in hexadecimal."""
        return str(self._get("hash"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Replay) and (self._line == other._line or self.to_dict() == other.to_dict())

    def __hash__(self) -> int:
        return hash((self.game, self.seed, self.hash))

    def __reduce__(self) -> tuple[type[Replay], tuple[str]]:
        return Replay, (self._line,)

    def __repr__(self) -> str:
        return (
            f"<Replay of {self.game}, seed {self.seed}, {counted(len(self.steps), 'step')}, scores {list(self.scores)}>"
        )


def read_replays(path: Source) -> Iterator[Replay]:
    """The replays of a file or of an open stream of bytes, one a line; empty lines are passed over.

    Raises:
        ReplayError: the file cannot be read, or a line is not a replay; the message names the line. The replays before
            it have been handed out by then; ``scan_replays`` goes on with those after it.
    """
    for _, found in scan_replays(path):
        if isinstance(found, ReplayError):
            raise found
        yield found


def scan_replays(path: Source) -> Iterator[tuple[int, Replay | ReplayError]]:
    """Each line of a file that is not empty: its number, from 1, and the replay, or what is wrong with it.

    Raises:
        ReplayError: the file cannot be read.
    """
    for number, line in numbered_lines(path):
        try:
            yield number, Replay._of(_engine.read_line(line))
        except ReplayError as error:
            yield number, placed(error, path, number)


class Verified(NamedTuple):
    """What the next lines of a file of replays came to."""

    games: int
    """How many were followed to the end."""
    steps: int
    """The steps of these games."""
    faults: list[tuple[int, ReplayError]]
    """The numbers of the other lines, and what is wrong with them; the message names file and line."""


def verify_replays(
    path: Source,
    data: str | os.PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    line: SupportsIndex | None = None,
) -> Iterator[Verified]:
    """Follows the replays of a file, some hundred at a time. Each step must be legal, each mark and the result right.

    The games run outside the GIL, and a game is loaded once for all lines that are of it.

    Args:
        path: the file, or an open stream of bytes.
        data: the path of the data file that the games were played with, if that was not the shipped one.
        threads: how many threads follow, from 1 to 1024; None takes one a core.
        line: the number, from 1, of the one line to follow; None follows all.

    Raises:
        InvalidArgument: a number is out of range.
        ReplayError: the file cannot be read.
        InvalidData: the data file cannot be read or is wrong.
        KeyboardInterrupt: Ctrl-C, within half a second.
    """
    games = library(data)
    workers = thread_count(threads)
    for first, block in blocks(path, line):
        count, steps, faults = games.verify(block, first, workers)
        yield Verified(count, steps, [(number, placed(error, path, number)) for number, error in faults])


def library(data: str | os.PathLike[str] | None) -> Library:
    """What loads the games of replays; ``data`` is the path of their data file, None for the shipped one."""
    return Library(None if data is None else named_data(data))


def thread_count(threads: SupportsIndex | None) -> int:
    """So many threads, or one a core."""
    if threads is None:
        return min(os.cpu_count() or 1, MAX_THREADS)
    number = operator.index(threads)
    if not 1 <= number <= MAX_THREADS:
        raise InvalidArgument(f"threads must be 1 to {MAX_THREADS}, not {number}")
    return number


def line_number(line: SupportsIndex | None) -> int | None:
    """The number of the one line that is asked for."""
    number = None if line is None else operator.index(line)
    if number is not None and number < 1:
        raise InvalidArgument(f"there is no line {number}; lines are numbered from 1")
    return number


def blocks(path: Source, line: SupportsIndex | None = None) -> Iterator[tuple[int, bytes]]:
    """A file in blocks of whole lines, each with the number of its first line; or one line alone.

    Raises:
        ReplayError: the file cannot be read.
    """
    wanted = line_number(line)
    if wanted is not None:
        yield from ((number, text) for number, text in numbered_lines(path) if number == wanted)
        return
    with opened(path) as file:
        first = 1
        while block := file.read(BLOCK):
            block += file.readline()
            yield first, block
            first += block.count(b"\n")


def numbered_lines(path: Source) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not empty, with their numbers."""
    with opened(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.removeprefix(codecs.BOM_UTF8).strip():
                yield number, line


@contextmanager
def opened(source: Source) -> Iterator[BinaryIO]:
    """What lines are read from. A file is closed at the end, a stream of somebody else is not.

    Raises:
        ReplayError: it cannot be read.
    """
    try:
        if isinstance(source, str | os.PathLike):
            with Path(source).open("rb") as file:
                yield file
        else:
            yield source
    except (OSError, ValueError) as error:
        raise ReplayError(f"cannot read the replays {path_and_reason(source_name(source), error)}") from error


def source_name(source: Source) -> str:
    """How sentences name it: the path, or the name that a stream has (``<stdin>``)."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    return str(getattr(source, "name", "<stream>"))


def placed(error: LineshaftError, path: Source, number: int) -> ReplayError:
    """What is wrong with a line, with its place."""
    return ReplayError(f"{source_name(path)}, line {number}: {error}", error.code)


def replay_schema() -> dict[str, Any]:
    """The JSON schema of a replay, as new plain objects."""
    text = (files(__package__) / "data" / "replay.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
