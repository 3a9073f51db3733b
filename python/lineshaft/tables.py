"""Recorded games as tables: a row a game, and a row a step, by column; written as NumPy's ``.npz`` or as Parquet.

Games are followed in the engine, by the block, and each block is written before the next one is read: what is kept in
memory does not grow with the number of games. ``docs/replays.md`` says what each column means.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Protocol, Self, SupportsIndex, TypedDict

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .drafts import Draft, naming
from .errors import InvalidArgument
from .registry import describe, games
from .replays import Source, Verified, blocks, library, placed, thread_count

__all__ = [
    "NpzWriter",
    "ParquetWriter",
    "ReplayColumns",
    "TableWriter",
    "check_parquet",
    "convert_replays",
    "read_texts",
]

NUMBERS = ("line", "rules_version", "players", "seed", "decisions", "chance")
TEXTS = ("game", "variant", "rules", "data_digest", "end_reason")
LISTS = ("bots", "scores", "ranking")
GAME_COLUMNS = (*NUMBERS, *TEXTS, *LISTS)
STEP_COLUMNS = ("game", "ply", "player", "id", "text", "legal")

NO_TEXT = -1
"""Stands for a text that there is none of."""

COPIED = 1 << 20
"""So many bytes, or rows, of a column are in memory while it is copied."""


class ReplayColumns(TypedDict):
    """The games of a block, and their steps, as the engine gives them."""

    games: dict[str, Any]
    """By column, a row a game; the bots, scores and places of all seats stand one after the other."""
    steps: dict[str, NDArray[np.int32]]
    """By column, a row a step; games are numbered in the block, texts are positions in ``texts``."""
    texts: list[str]


class TableWriter(Protocol):
    """Takes the tables of one block after the other; a context manager, at whose end the files are whole."""

    def add(self, block: ReplayColumns) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None: ...


def convert_replays(
    path: Source,
    writer: TableWriter,
    data: str | os.PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    line: SupportsIndex | None = None,
) -> Iterator[Verified]:
    """Follows the replays of a file as ``verify_replays`` does, and gives their tables to a writer.

    Raises:
        as ``verify_replays``, and OSError: a table cannot be written.
    """
    loaded = library(data)
    workers = thread_count(threads)
    for first, block in blocks(path, line):
        found, faults = loaded.columns(block, first, workers)
        writer.add(found)
        counts = len(found["games"]["line"]), len(found["steps"]["ply"])
        yield Verified(*counts, [(number, placed(error, path, number)) for number, error in faults])


def drafts(paths: Sequence[str | os.PathLike[str]], replace: bool, opened: ExitStack) -> list[Draft]:
    """A draft for each file, which goes at the end unless it was published."""
    targets = [Path(path) for path in paths]
    if not replace:
        _refuse_old(targets)
    return [opened.enter_context(Draft(target)) for target in targets]


def publish(written: Sequence[Draft], replace: bool) -> None:
    """All drafts take their places; without ``replace`` none does if one of the places is taken."""
    if not replace:
        _refuse_old([draft.named for draft in written])
    for draft in written:
        draft.publish(replace=replace)


def _refuse_old(targets: Iterable[Path]) -> None:
    for target in targets:
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


# --- .npz -------------------------------------------------------------------------------------------------------------


class Spool:
    """A column that waits on the disk until its length is known."""

    def __init__(self, kind: DTypeLike, folder: Path, width: int | None = None) -> None:
        """``width`` is that of a row of a column by seat."""
        self.kind = np.dtype(kind)
        self.rows = 0
        self._width = width
        self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115

    def add(self, values: NDArray[Any]) -> None:
        self.rows += len(values)
        self._file.write(np.ascontiguousarray(values, self.kind).data)

    def write(self, file: IO[bytes], seats: int) -> None:
        """The column as an array file; of a column by seat the first ``seats``."""
        shape = (self.rows,) if self._width is None else (self.rows, seats)
        descr = np.lib.format.dtype_to_descr(self.kind)
        np.lib.format.write_array_header_1_0(file, {"descr": descr, "fortran_order": False, "shape": shape})
        self._file.seek(0)
        if self._width is None:
            shutil.copyfileobj(self._file, file, COPIED)
            return
        while piece := self._file.read(COPIED * self._width * self.kind.itemsize):
            rows = np.frombuffer(piece, self.kind).reshape(-1, self._width)
            file.write(rows[:, :seats].tobytes())

    def close(self) -> None:
        self._file.close()


class NpzWriter:
    """Writes ``games.COLUMN``, ``steps.COLUMN``, ``texts.bytes`` and ``texts.ends`` into one ``.npz`` file.

    Columns wait beside it, in files without a name, until all games are there. Then the file is there, whole; an old
    one is replaced only if ``replace`` says so, and stays as it was until then.

    Raises:
        OSError: the file cannot be written, or it exists and ``replace`` is False.
    """

    def __init__(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        self._replace = replace
        self._seats = 0
        self._games = 0
        self._texts: dict[str, int] = {}
        self._most = max(describe(name)["players"][1] for name in games())
        with ExitStack() as opened:
            (self._draft,) = drafts([path], replace, opened)
            with naming(self._draft.named):
                self._columns = dict(self._spools(opened))
            self._open = opened.pop_all()

    def _spools(self, opened: ExitStack) -> Iterator[tuple[str, Spool]]:
        folder = self._draft.target.parent
        for table, columns in (("games", GAME_COLUMNS), ("steps", STEP_COLUMNS)):
            for name in columns:
                kind = np.uint64 if name == "seed" else np.int32
                spool = Spool(kind, folder, self._most if name in LISTS else None)
                opened.callback(spool.close)
                yield f"{table}.{name}", spool

    def add(self, block: ReplayColumns) -> None:
        with naming(self._draft.named):
            self._add(block)

    def _add(self, block: ReplayColumns) -> None:
        rows, steps = block["games"], block["steps"]
        players = rows["players"]
        self._seats = max(self._seats, int(players.max(initial=0)))
        for name in NUMBERS:
            self._put(f"games.{name}", _numbers(rows, name))
        for name in TEXTS:
            self._put(f"games.{name}", self._numbered(rows[name]))
        seated = np.where(rows["driven"], 0, players)
        self._put_by_seat("games.bots", self._numbered(rows["bots"]), seated, NO_TEXT)
        for name in ("scores", "ranking"):
            self._put_by_seat(f"games.{name}", rows[name], players, 0)
        self._put("steps.game", steps["game"] + self._games)
        self._put("steps.text", self._renumbered(steps["text"], block["texts"]))
        for name in ("ply", "player", "id", "legal"):
            self._put(f"steps.{name}", steps[name])
        self._games += len(players)

    def _put(self, name: str, values: NDArray[Any]) -> None:
        self._columns[name].add(values)

    def _put_by_seat(self, name: str, values: NDArray[np.int32], seats: NDArray[np.int32], filler: int) -> None:
        """``values`` are those of all seats, ``seats`` says how many each game has."""
        padded = np.full((len(seats), self._most), filler, np.int32)
        padded[np.arange(self._most)[None, :] < seats[:, None]] = values
        self._put(name, padded)

    def _numbered(self, texts: Iterable[str]) -> NDArray[np.int32]:
        """Where the table of texts has these."""
        return np.array([self._texts.setdefault(text, len(self._texts)) for text in texts], np.int32)

    def _renumbered(self, places: NDArray[np.int32], texts: list[str]) -> NDArray[np.int32]:
        """Places in the texts of a block as places in the table; only texts that occur get into it."""
        used = np.unique(places[places >= 0])
        mapping = np.full(len(texts) + 1, NO_TEXT, np.int32)
        mapping[used] = self._numbered(texts[place] for place in used)
        return mapping[places]

    def _write(self) -> None:
        encoded = [text.encode() for text in self._texts]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.int64)
        with (
            os.fdopen(os.dup(self._draft.fd), "wb") as whole,
            zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            for name, column in self._columns.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    column.write(file, self._seats)
            for name, values in (("texts.bytes", np.frombuffer(b"".join(encoded), np.uint8)), ("texts.ends", ends)):
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    np.lib.format.write_array(file, values)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._open:
            if kind is None:
                with naming(self._draft.named):
                    self._write()
                publish([self._draft], self._replace)


def _numbers(rows: Mapping[str, Any], name: str) -> NDArray[Any]:
    """A column of numbers; that of chance is what is left of the steps."""
    values: NDArray[Any] = rows["steps"] - rows["decisions"] if name == "chance" else rows[name]
    return values


def read_texts(found: Mapping[str, NDArray[Any]]) -> NDArray[np.object_]:
    """The table of texts of an ``.npz`` file of ``replay convert``: ``read_texts(found)[found["steps.text"]]``.

    It ends with one empty text more, which is what -1 (no text) gives.
    """
    block, ends = found["texts.bytes"].tobytes(), found["texts.ends"].tolist()
    texts = [block[start:end].decode() for start, end in zip([0, *ends], ends, strict=False)]
    return np.array([*texts, ""], dtype=object)


# --- Parquet ----------------------------------------------------------------------------------------------------------


class ParquetWriter:
    """Writes the two tables as Parquet files, a row group a block; they are there, whole, at the end.

    Raises:
        InvalidArgument: pyarrow is not installed.
        OSError: a file cannot be written, or one exists and ``replace`` is False.
    """

    def __init__(self, games: str | os.PathLike[str], steps: str | os.PathLike[str], *, replace: bool = False) -> None:
        check_parquet()
        self._replace = replace
        self._arrow: Any = import_module("pyarrow")
        self._rows = 0
        integer, word = self._arrow.int32(), self._arrow.string()
        kinds = {"seed": self._arrow.uint64(), **dict.fromkeys(TEXTS, word)}
        kinds |= {name: self._arrow.list_(word if name == "bots" else integer) for name in LISTS}
        self._games = self._arrow.schema([(name, kinds.get(name, integer)) for name in GAME_COLUMNS])
        texts = self._arrow.dictionary(integer, word)
        self._steps = self._arrow.schema([(name, texts if name == "text" else integer) for name in STEP_COLUMNS])
        with ExitStack() as opened:
            self._drafts = drafts([games, steps], replace, opened)
            self._writing = opened.enter_context(ExitStack())
            self._games_file = self._table(self._drafts[0], self._games)
            self._steps_file = self._table(self._drafts[1], self._steps)
            self._open = opened.pop_all()

    def _table(self, draft: Draft, schema: Any) -> Any:
        parquet: Any = import_module("pyarrow.parquet")
        self._writing.enter_context(naming(draft.named))
        file = self._writing.enter_context(os.fdopen(os.dup(draft.fd), "wb"))
        return self._writing.enter_context(parquet.ParquetWriter(file, schema))

    def add(self, block: ReplayColumns) -> None:
        rows, steps = block["games"], dict[str, Any](block["steps"])
        if not len(rows["line"]):
            return
        columns: dict[str, Any] = {name: _numbers(rows, name) for name in NUMBERS} | {
            name: rows[name] for name in TEXTS
        }
        players = rows["players"]
        columns["bots"] = self._lists(rows["bots"], np.where(rows["driven"], 0, players))
        columns["scores"] = self._lists(rows["scores"], players)
        columns["ranking"] = self._lists(rows["ranking"], players)
        with naming(self._drafts[0].named):
            self._games_file.write_table(self._arrow.table(columns, self._games))
        steps["game"] = steps["game"] + self._rows
        steps["text"] = self._dictionary(block)
        with naming(self._drafts[1].named):
            self._steps_file.write_table(self._arrow.table(steps, self._steps))
        self._rows += len(players)

    def _lists(self, values: Any, lengths: NDArray[np.int32]) -> Any:
        """A list a game out of the values of all."""
        ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        return self._arrow.ListArray.from_arrays(ends, self._arrow.array(values))

    def _dictionary(self, block: ReplayColumns) -> Any:
        """The texts of the steps; sampled chance has its salt as a text."""
        places, texts = block["steps"]["text"].copy(), list(block["texts"])
        sampled = places == NO_TEXT
        salts, numbers = np.unique(block["steps"]["id"][sampled], return_inverse=True)
        places[sampled] = numbers + len(texts)
        texts += [f"salt {salt}" for salt in salts]
        return self._arrow.DictionaryArray.from_arrays(places, self._arrow.array(texts, self._arrow.string()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._open:
            if kind is None:
                self._writing.close()
                publish(self._drafts, self._replace)


def check_parquet() -> None:
    """Raises InvalidArgument unless pyarrow is installed."""
    if find_spec("pyarrow") is None:
        raise InvalidArgument('Parquet needs pyarrow, which is not installed: pip install "lineshaft[parquet]"')
