"""``lineshaft selfplay``: many games between bots, and who won them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import click

import lineshaft

from .output import Column, Row, progress, show_table
from .parameters import SEED, GameName, rule_values


@click.command(
    epilog="""\b
Examples:
  lineshaft selfplay railways --games 1000 --bots greedy,random
  lineshaft selfplay railways --players 4 --bots greedy --games 100 --rule exit_capacity=1 --json
  lineshaft selfplay railways --games 20 --seed 7 --out games.jsonl"""
)
@click.argument("game", type=GameName())
@click.option("--players", type=click.IntRange(1), help="How many play [default: as many as bots, or the game's usual number].")
@click.option("--bots", default="greedy", show_default=True, help="One bot for each player, or one for all: greedy,random")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed of the series: same seed, same games.")
@click.option("--threads", type=click.IntRange(1), help="How many threads; the games do not depend on it [default: all cores].")
@click.option("--variant", help="A variant of the game [default: its first].")
@click.option("--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A rules option; give it again for another one.")
@click.option("--data", metavar="FILE", help="A corrected data file in place of the shipped one.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.jsonl", help="Write the replays, one game a line.")
@click.option("--force", is_flag=True, help="Let --out replace a file that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def selfplay(
    game: str,
    players: int | None,
    bots: str,
    games: int,
    seed: int,
    threads: int | None,
    variant: str | None,
    rules: tuple[str, ...],
    data: str | None,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Let bots play many games of GAME, and show who won.

    Bots move on by one seat from game to game, so that each sits everywhere equally often.
    """
    named = [bot.strip() for bot in bots.split(",")]
    players = len(named) if players is None and len(named) > 1 else players
    loaded = lineshaft.load_game(game, players=players, variant=variant, rules=rule_values(rules), data=data)
    seated = named * loaded.num_players if len(named) == 1 else named
    lineshaft.check_bots(loaded, seated)
    threads = threads or os.cpu_count() or 1
    started = time.perf_counter()
    with ExitStack() as stack:
        writer = stack.enter_context(open_replays(out, force))
        bar = stack.enter_context(progress(f"{game}, {', '.join(seated)}", games, quiet=as_json))

        def on_results(results: Sequence[lineshaft.GameResult]) -> None:
            if writer:
                writer.write(results)
            bar.advance(len(results), sum(result.decisions + result.chance for result in results))

        played = lineshaft.selfplay(
            loaded, seated, games=games, seed=seed, threads=threads, record=writer is not None, on_results=on_results
        )
    seconds = time.perf_counter() - started
    report = summary(loaded, seated, seed, played)
    report["speed"] = speed(played, seconds, threads)
    if as_json:
        click.echo(json.dumps(report))
    else:
        show(report, out)
