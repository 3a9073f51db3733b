"""``lineshaft parity``: the engine and the reference play the same games and are compared after each step."""

from __future__ import annotations

from typing import Any

import click

import lineshaft
from lineshaft.proof.parity import GameReport, ParityReport, run_parity

from .output import count, progress, say, say_json
from .parameters import COUNT, JSON, SEED, game_argument, player_range

ALL = "all"


@click.command(
    epilog="""\b
Examples:
  lineshaft parity all --games 4 --players 2-3 --seed 7
  lineshaft parity railways --games 4 --random-data"""
)
@game_argument(ALL)
@click.option("--games", type=COUNT, metavar="N", default=100, show_default=True, help="How many games of each.")
@click.option(
    "--players", callback=player_range, metavar="A-B", help="The numbers of players to draw from [default: all]."
)
@click.option("--seed", type=SEED, metavar="S", default=0, show_default=True, help="Fixes set-ups and choices.")
@click.option("--random-data", is_flag=True, help="Play each game on another random data file that is valid.")
@JSON
def parity(game: str, games: int, players: range | None, seed: int, random_data: bool, as_json: bool) -> int:
    """Compare engine and reference in games of GAME, or of all games.

    Variant, rules options and number of players are drawn anew for each game. The first difference of a game is printed
    with the steps that lead to it, and the exit code is 1. Random data files come from the shipped one by changes of
    numbers, names and rows; those that are refused must be refused by both in the same words.
    """
    names = list(lineshaft.games()) if game == ALL else [game]
    with progress(f"parity of {', '.join(names)}", games * len(names), quiet=as_json) as bar:

        def on_game(report: GameReport) -> None:
            bar.advance(1, report.steps)

        report = run_parity(names, games=games, players=players, seed=seed, on_game=on_game, random_files=random_data)
    if as_json:
        say_json(facts(names, report))
    else:
        show(names, report)
    return 1 if report.differences else 0


def facts(names: list[str], report: ParityReport) -> dict[str, Any]:
    differences = [
        {"game": found.game, "what": found.what, "engine": found.engine, "reference": found.reference}
        | {"replay": found.replay}
        for found in report.differences
    ]
    return {
        "format": "lineshaft-parity/1",
        "names": names,
        "games": report.games,
        "steps": report.steps,
        "comparisons": report.comparisons,
        "files_tried": report.files_tried,
        "files_kept": report.files_kept,
        "differences": differences,
    }


def show(names: list[str], report: ParityReport) -> None:
    for difference in report.differences:
        say(*difference.describe().splitlines(), "")
    done = (count(report.games, "game"), count(report.steps, "step"), count(report.comparisons, "comparison"))
    verdict = count(len(report.differences), "difference") if report.differences else "no difference"
    if report.files_tried:
        part = f"{report.files_kept / report.files_tried:.0%}"
        kept = f"{report.files_kept:,} of them ({part}) kept"
        say(f"random data files: {count(report.files_tried, 'change')} tried, {kept}")
    say(f"{', '.join(names)}: {', '.join(done)}: {verdict}")
