"""Plays the changes to try of each game's page against themselves, and writes what came of it into the page.

    python benches/changes.py [GAME ...]

The same bot sits at each seat of the default set-up, with the same seeds for the shipped file and the changed ones.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import lineshaft
from lineshaft.proof.changes_to_try import Change, changes_to_try
from lineshaft.proof.marked import put

PAGES = Path(__file__).parent.parent / "docs/games"
GAMES = 2000
BOT = "greedy:epsilon=0.1"
"""Some decisions are left to luck, as else all games are one where a game has no chance."""


def main() -> None:
    """Measure the named games, or all."""
    for name in sys.argv[1:] or lineshaft.games():
        path = PAGES / f"{name}.md"
        shipped = Change("the shipped file", lineshaft.load_game(name).data_text)
        changes = changes_to_try(name, path.read_text(encoding="utf-8"))
        rows = [row(name, change) for change in (shipped, *changes)]
        head = f"| {GAMES:,} games, `{BOT}` at each seat | decisions | score | wins by seat, % | ends, % |"
        put(path, "changes", "\n".join([head, "|---|--:|--:|---|---|", *rows, ""]))


def row(name: str, change: Change) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "changed.toml")
        file.write_text(change.data, encoding="utf-8")
        game = lineshaft.load_game(name, data=file)
    bots, threads = [BOT] * game.num_players, os.cpu_count() or 1
    summary = lineshaft.selfplay(game, bots=bots, games=GAMES, seed=1, threads=threads).summary()
    score = sum(tally.mean_score for tally in summary.by_seat) / game.num_players
    wins = " / ".join(f"{100 * tally.win_rate:.0f}" for tally in summary.by_seat)
    ends = ", ".join(f"{reason} {100 * count / GAMES:.0f}" for reason, count in summary.ends.items())
    return f"| {change.title} | {summary.mean_decisions:.0f} | {score:.1f} | {wins} | {ends} |"


if __name__ == "__main__":
    main()
