"""What recording costs: greedy games with and without ``--out``, in turn, in seconds of the processor, on one thread.

    python benches/recording.py [GAME]...

prints, for each game, the ratio of the fastest rounds and of the medians, with the lines kept in memory alone and with
the lines written to a file as ``lineshaft selfplay --out`` writes them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import lineshaft
from lineshaft.cli.files import LineFile

ROUNDS = 30
ENOUGH = 0.12
"""Seconds of a round: short, so that the rounds that are compared see the same machine."""


def play(game: lineshaft.Game, games: int, record: bool, write: Callable[[bytes], object]) -> float:
    started = time.process_time()
    bots = ["greedy"] * game.num_players
    lineshaft.selfplay(
        game, bots, games=games, seed=1, threads=1, record=record, on_progress=lambda news: write(news.lines)
    )
    return time.process_time() - started


def to_file(game: lineshaft.Game, games: int, path: Path) -> float:
    path.unlink(missing_ok=True)
    with LineFile(path, "new") as file:
        return play(game, games, True, file.write)


def measure(name: str, path: Path) -> str:
    game, games = lineshaft.load_game(name), 20
    while play(game, games, False, len) < ENOUGH:
        games *= 2
    plain, memory, file = [], [], []
    for _ in range(ROUNDS):
        plain.append(play(game, games, False, len))
        memory.append(play(game, games, True, len))
        file.append(to_file(game, games, path))
    ratios = [f"{min(way) / min(plain):.3f} ({median(way) / median(plain):.3f})" for way in (memory, file)]
    return f"{name:12} {1e6 * min(plain) / games:8.1f} us a game; in memory {ratios[0]}, to a file {ratios[1]}"


def main() -> None:
    """Measure the games that are named, or all."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or lineshaft.games():
            sys.stdout.write(measure(name, Path(folder, "games.jsonl")) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
