"""What recording costs: greedy games with and without ``--out``, in turn, on one thread.

    python benches/recording.py [GAME]...

prints, for each game, how many times as long the fastest rounds take when lines are written to a file as ``lineshaft
selfplay --out`` writes them: in seconds of the wall, where another core does the writing of a run on one thread, and in
seconds of the processor, all threads together.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import lineshaft
from lineshaft.cli.files import LineFile

ROUNDS = 30
ENOUGH = 0.12
"""Seconds of a round: short, so that the rounds that are compared see the same machine."""


class Cost(NamedTuple):
    """Seconds of a round."""

    wall: float
    processor: float


def play(game: lineshaft.Game, games: int, record: bool, write: Callable[[bytes], object]) -> Cost:
    wall, processor = time.perf_counter(), time.process_time()
    bots = ["greedy"] * game.num_players
    lineshaft.selfplay(
        game, bots, games=games, seed=1, threads=1, record=record, on_progress=lambda news: write(news.lines)
    )
    return Cost(time.perf_counter() - wall, time.process_time() - processor)


def to_file(game: lineshaft.Game, games: int, path: Path) -> Cost:
    path.unlink(missing_ok=True)
    with LineFile(path, "new") as file:
        return play(game, games, True, file.write)


def measure(name: str, path: Path) -> str:
    game, games = lineshaft.load_game(name), 20
    while play(game, games, False, len).wall < ENOUGH:
        games *= 2
    plain, recorded = [], []
    for _ in range(ROUNDS):
        plain.append(play(game, games, False, len))
        recorded.append(to_file(game, games, path))
    fastest, slower = (Cost(*map(min, zip(*rounds, strict=True))) for rounds in (plain, recorded))
    wall, processor = (with_file / without for with_file, without in zip(slower, fastest, strict=True))
    return f"{name:12} {1e6 * fastest.wall / games:8.1f} us a game; wall {wall:.3f}, processor {processor:.3f}"


def main() -> None:
    """Measure the games that are named, or all."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or lineshaft.games():
            sys.stdout.write(measure(name, Path(folder, "games.jsonl")) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
