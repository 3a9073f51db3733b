"""Recorded games as tables: a row a game, and a row a step, by column; written as NumPy's ``.npz`` or as Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidArgument
from .playback import Playback
from .replays import Replay

__all__ = ["Tables", "check_parquet", "write_npz", "write_parquet"]


STEP_COLUMNS = ("game", "ply", "player", "id", "text", "legal")
NUMBERS = ("line", "rules_version", "players", "seed", "decisions", "chance")
TEXTS = ("game", "variant", "end_reason")
LISTS = ("bots", "scores", "ranking")
GAME_COLUMNS = (*NUMBERS, *TEXTS, *LISTS)


@dataclass
class Tables:
    """The columns, as they grow. ``docs/replays.md`` says what each one means."""

    games: list[dict[str, Any]] = field(default_factory=list)
    """A row a game."""
    steps: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in STEP_COLUMNS})
    """By column, a row a step; the texts are positions in ``texts``."""
    texts: dict[str, int] = field(default_factory=dict)
    """Each text of a step, numbered from 0."""

    def add(self, line: int, replay: Replay, data: str | os.PathLike[str] | None = None) -> None:
        """Follows a replay, the one on ``line`` of its file, and adds its rows.

        Raises:
            ReplayError: it cannot be followed. The tables are as they were.
        """
        rows = list(_step_rows(Playback(replay, data)))
        game = len(self.games)
        for ply, (player, choice, text, legal) in enumerate(rows):
            row = (game, ply, player, choice, self.texts.setdefault(text, len(self.texts)), legal)
            for name, value in zip(STEP_COLUMNS, row, strict=True):
                self.steps[name].append(value)
        decisions = sum(row[0] >= 0 for row in rows)
        self.games.append(
            {
                "line": line,
                "game": replay.game,
                "rules_version": replay.rules_version,
                "variant": replay.variant,
                "players": replay.players,
                "seed": replay.seed,
                "decisions": decisions,
                "chance": len(rows) - decisions,
                "end_reason": replay.end_reason or "",
                "bots": list(replay.bots or ()),
                "scores": list(replay.scores),
                "ranking": list(replay.ranking),
            }
        )


def _step_rows(playback: Playback) -> Iterator[tuple[int, int, str, int]]:
    """Of each step: the player or -1, the id, the text, how many choices there were."""
    for state, choice in playback.choices():
        yield state.current_player(), choice, state.action_to_string(choice), len(state.legal_actions())


def write_npz(tables: Tables, path: Path) -> None:
    """Writes ``games.COLUMN``, ``steps.COLUMN`` and ``texts``; what is by seat has an axis for it, padded."""
    seats = max((row["players"] for row in tables.games), default=0)
    columns: dict[str, NDArray[Any]] = {f"games.{name}": _column(tables, name, seats) for name in GAME_COLUMNS}
    columns |= {f"steps.{name}": np.array(values, np.int32) for name, values in tables.steps.items()}
    columns["texts"] = np.array(list(tables.texts), np.str_)
    with path.open("wb") as file:
        np.savez_compressed(file, **columns)  # type: ignore[arg-type]


def _column(tables: Tables, name: str, seats: int) -> NDArray[Any]:
    values = [row[name] for row in tables.games]
    if name in LISTS:
        filler = "" if name == "bots" else 0
        padded = [value + [filler] * (seats - len(value)) for value in values]
        return np.array(padded, np.str_ if name == "bots" else np.int32).reshape(len(values), seats)
    return np.array(values, np.str_ if name in TEXTS else np.uint64 if name == "seed" else np.int32)


def write_parquet(tables: Tables, games: Path, steps: Path) -> None:
    """Writes the two tables as Parquet files.

    Raises:
        InvalidArgument: pyarrow is not installed.
    """
    check_parquet()
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    integer, word = arrow.int32(), arrow.string()
    kinds = {"seed": arrow.uint64(), **dict.fromkeys(TEXTS, word)}
    kinds |= {"bots": arrow.list_(word), "scores": arrow.list_(integer), "ranking": arrow.list_(integer)}
    columns = {
        name: arrow.array([row[name] for row in tables.games], kinds.get(name, integer)) for name in GAME_COLUMNS
    }
    parquet.write_table(arrow.table(columns), games)
    columns = {name: arrow.array(values, integer) for name, values in tables.steps.items()}
    texts = arrow.array(list(tables.texts), word)
    columns["text"] = arrow.DictionaryArray.from_arrays(columns["text"], texts)
    parquet.write_table(arrow.table(columns), steps)


def check_parquet() -> None:
    """Raises InvalidArgument unless pyarrow is installed."""
    if find_spec("pyarrow") is None:
        raise InvalidArgument('Parquet needs pyarrow, which is not installed: pip install "lineshaft[parquet]"')
