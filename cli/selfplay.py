"""``lineshaft selfplay``: many games between bots, and who won them."""

from __future__ import annotations

import json
import os
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

import lineshaft

from .files import CtrlCLater, LineFile
from .output import INTERRUPTED, Column, Progress, progress, show_table
from .parameters import SEED, game_argument, rule_values


@click.command(
    epilog="""\b
Examples:
  lineshaft selfplay railways --games 1000 --bots greedy,random
  lineshaft selfplay railways --players 4 --bots greedy --games 100 --rule exit_capacity=1 --json
  lineshaft selfplay railways --games 20 --seed 7 --out games.jsonl
  lineshaft selfplay railways --games 40 --seed 7 --out games.jsonl --resume"""
)
@game_argument()
@click.option(
    "--players", type=click.IntRange(1), help="How many play [default: as many as bots, or the game's usual number]."
)
@click.option(
    "--bots",
    metavar="A,B,...",
    default="greedy",
    show_default=True,
    help="One bot for each player, or one for all: greedy,random",
)
@click.option("--games", type=click.IntRange(1), metavar="N", default=1000, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=SEED,
    metavar="S",
    default=0,
    show_default=True,
    help="The seed of the series: same seed, same games.",
)
@click.option(
    "--threads", type=click.IntRange(1), help="How many threads; the games do not depend on it [default: all cores]."
)
@click.option("--variant", metavar="V", help="A variant of the game [default: its first].")
@click.option(
    "--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A rules option; give it again for another one."
)
@click.option("--data", metavar="FILE", help="A corrected data file in place of the shipped one.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE.jsonl", help="Write the replays, one game a line."
)
@click.option("--force", is_flag=True, help="Let --out replace a file that exists.")
@click.option("--resume", is_flag=True, help="Let --out keep the games that its file has, and add the missing ones.")
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
    resume: bool,
    as_json: bool,
) -> int:
    """Let bots play many games of GAME, and show who won.

    Bots move on by one seat from game to game, so that each sits everywhere equally often. Ctrl-C shows what was
    played by then. A run with --out that was stopped in any way goes on with --resume.
    """
    named = [bot.strip() for bot in bots.split(",")]
    players = len(named) if players is None and len(named) > 1 else players
    loaded = lineshaft.load_game(game, players=players, variant=variant, rules=rule_values(rules), data=data)
    seated = named * loaded.num_players if len(named) == 1 else named
    threads = threads or os.cpu_count() or 1
    plan = Plan(loaded, seated, games, seed, threads)
    tape = Tape(loaded, seated)
    started = time.perf_counter()
    with ExitStack() as stack:
        file = open_file(plan, tape, out, force, resume)
        kept = tape.games
        if file:
            stack.enter_context(file)
        bar = stack.enter_context(progress(f"{game}: {', '.join(seated)}", games - kept, quiet=as_json))
        interrupted = play(plan, tape, file, bar)
    seconds = time.perf_counter() - started
    return finish(plan, tape, kept, seconds, interrupted, as_json)


class Plan(NamedTuple):
    """What is to be played."""

    game: lineshaft.Game
    bots: list[str]
    games: int
    seed: int
    threads: int


class Tape:
    """The results so far, without their replays. Parts are joined so that there are few and none is copied often."""

    def __init__(self, game: lineshaft.Game, bots: list[str]) -> None:
        self._game = game
        self._bots = bots
        self._parts: list[lineshaft.SelfplayResults] = []
        self.games = 0

    def add(self, part: lineshaft.SelfplayResults) -> None:
        self.games += len(part)
        while self._parts and len(self._parts[-1]) <= 2 * len(part):
            part = lineshaft.SelfplayResults.join(self._parts.pop(), part)
        self._parts.append(part)

    def add_games(self, results: list[lineshaft.GameResult]) -> None:
        plain = [replace(result, replay=None) for result in results]
        self.add(lineshaft.SelfplayResults.of(self._game, self._bots, plain))

    def results(self) -> lineshaft.SelfplayResults:
        return lineshaft.SelfplayResults.join(*self._parts)


def open_file(plan: Plan, tape: Tape, out: Path | None, force: bool, resume: bool) -> LineFile | None:
    """The file to write to. With ``resume`` the games that it has go on the tape, if all of them are of this run."""
    if out is None:
        if force or resume:
            raise click.UsageError(f"{'--force' if force else '--resume'} says what --out does: name a file with --out")
        return None
    if force and resume:
        raise click.UsageError("--force replaces the file, --resume completes it: choose one of them")
    if not resume or not out.exists():
        return LineFile(out, "replace" if force else "new")
    if not out.is_file():
        raise click.UsageError(f"--resume completes a file, and {out} is none")
    return resumed_file(plan, tape, out)


def resumed_file(plan: Plan, tape: Tape, out: Path) -> LineFile:
    """A file of this very run, cut to its whole lines."""
    try:
        series = lineshaft.read_series(out, plan.game, plan.bots, plan.seed)
    except lineshaft.ReplayError as error:
        raise click.UsageError(
            f"{error}; --resume completes a file of the same run alone, nothing is changed"
        ) from None
    found = len(series.results)
    if found > plan.games:
        raise click.UsageError(f"{out} has {found:,} games already; --games {found} or more completes it")
    tape.add(series.results)
    return LineFile(out, "continue", series.size)


def play(plan: Plan, tape: Tape, file: LineFile | None, bar: Progress) -> bool:
    """Play what is missing on the tape; whether Ctrl-C came before it was done."""

    def on_results(results: list[lineshaft.GameResult]) -> None:
        with CtrlCLater():
            if file:
                file.write(result.replay.to_json() for result in results if result.replay)
            tape.add_games(results)
            bar.advance(len(results), sum(result.decisions + result.chance for result in results))

    try:
        lineshaft.selfplay(
            plan.game,
            plan.bots,
            games=plan.games - tape.games,
            seed=plan.seed,
            threads=plan.threads,
            record=file is not None,
            first=tape.games,
            on_results=on_results,
        )
    except KeyboardInterrupt:
        return True
    return False


def finish(plan: Plan, tape: Tape, kept: int, seconds: float, interrupted: bool, as_json: bool) -> int:
    """Show the results so far; the exit code."""
    if tape.games:
        played = tape.results()
        report = result_of(plan.game, plan.seed, played) | {"speed": speed_of(played, kept, seconds, plan.threads)}
        if as_json:
            click.echo(json.dumps(report))
        else:
            show(report)
    if interrupted:
        click.echo(f"lineshaft: interrupted after {tape.games:,} of {plan.games:,} games", err=True)
    return INTERRUPTED if interrupted else 0


def result_of(game: lineshaft.Game, seed: int, played: lineshaft.SelfplayResults) -> dict[str, Any]:
    """What was played and what came out: the same for the same command."""
    summary = played.summary()
    steps = played.decisions + played.chance
    return {
        "format": "lineshaft-selfplay/1",
        "game": game.name,
        "rules_version": game.rules_version,
        "variant": game.variant,
        "rules": dict(game.rules),
        "players": game.num_players,
        "data_digest": game.data_digest,
        "seed": str(seed),
        "games": summary.games,
        "bots": [tally_of(tally) for tally in summary.by_bot],
        "seats": [tally_of(tally) for tally in summary.by_seat],
        "length": {
            "mean_decisions": summary.mean_decisions,
            "mean_chance": summary.mean_chance,
            "fewest_steps": int(steps.min()),
            "most_steps": int(steps.max()),
        },
        "ends": [{"reason": reason, "games": count} for reason, count in summary.ends.items()],
    }


def tally_of(tally: lineshaft.Tally) -> dict[str, Any]:
    return {
        "name": tally.name,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.win_rate,
        "low": tally.low,
        "high": tally.high,
        "mean_score": tally.mean_score,
    }


def speed_of(played: lineshaft.SelfplayResults, kept: int, seconds: float, threads: int) -> dict[str, Any]:
    """How fast it went this time; the first ``kept`` games were there already."""
    steps = int(played.decisions[kept:].sum()) + int(played.chance[kept:].sum())
    return {
        "threads": threads,
        "games": len(played) - kept,
        "seconds": seconds,
        "games_per_second": (len(played) - kept) / seconds,
        "steps_per_second": steps / seconds,
    }


def show(report: dict[str, Any]) -> None:
    show_tallies("Wins by bot", "bot", report["bots"])
    show_tallies("Wins by seat", "seat", report["seats"])
    show_ends(report)
    length, speed = report["length"], report["speed"]
    click.echo(
        f"A game has {length['mean_decisions']:.1f} decisions and {length['mean_chance']:.1f} chance outcomes on"
        f" average, {length['fewest_steps']:,} to {length['most_steps']:,} steps in all."
    )
    click.echo(
        f"{speed['games']:,} games in {speed['seconds']:.2f} s on {threads_text(speed['threads'])}:"
        f" {speed['games_per_second']:,.0f} games/s, {speed['steps_per_second']:,.0f} steps/s."
    )


def show_tallies(title: str, kind: str, tallies: list[dict[str, Any]]) -> None:
    """Wins with their 95 % interval, and the mean score."""
    columns = [
        Column(kind),
        *(Column(heading, figures=True) for heading in ("wins", "share", "95 % interval", "mean score")),
    ]
    rows = [
        [
            tally["name"],
            f"{tally['wins']:,.1f}",
            f"{tally['win_rate']:.1%}",
            f"{tally['low']:.1%} to {tally['high']:.1%}",
            f"{tally['mean_score']:.2f}",
        ]
        for tally in tallies
    ]
    show_table(title, columns, rows)


def show_ends(report: dict[str, Any]) -> None:
    columns = [Column("reason"), Column("games", figures=True), Column("share", figures=True)]
    rows = [[end["reason"], f"{end['games']:,}", f"{end['games'] / report['games']:.1%}"] for end in report["ends"]]
    show_table("How games ended", columns, rows)


def threads_text(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"
