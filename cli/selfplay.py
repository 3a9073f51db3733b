"""``lineshaft selfplay``: many games between bots, and who won them."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import click

import lineshaft

from .files import LineFile, beside, is_stdout
from .output import INTERRUPTED, Column, Progress, progress, say, say_json, show_table
from .parameters import COUNT, JSON, SEED, complete_bots, complete_rule, complete_variant, game_argument, rule_values


@click.command(
    epilog="""\b
Examples:
  lineshaft selfplay railways --games 1000 --bots greedy,random
  lineshaft selfplay railways --players 4 --bots greedy --games 100 --rule exit_capacity=1 --json
  lineshaft selfplay railways --games 20 --seed 7 --out games.jsonl
  lineshaft selfplay railways --games 40 --seed 7 --out games.jsonl --resume
  lineshaft selfplay railways --games 20 --out - | lineshaft replay verify -"""
)
@game_argument()
@click.option(
    "--players", type=click.IntRange(1), help="How many play [default: as many as bots, or the variant's usual number]."
)
@click.option(
    "--bots",
    metavar="A,B,...",
    default="greedy",
    show_default=True,
    shell_complete=complete_bots,
    help="One bot for each player, or one for all: greedy,random",
)
@click.option("--games", type=COUNT, metavar="N", default=1000, show_default=True, help="How many games.")
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
@click.option(
    "--variant", metavar="V", shell_complete=complete_variant, help="A variant of the game [default: its first]."
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete_rule,
    help="A rules option; give it again for another one.",
)
@click.option("--data", metavar="FILE", help="A corrected data file in place of the shipped one.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.jsonl",
    help="Write the replays, one game a line; - is stdout.",
)
@click.option("--force", is_flag=True, help="Let --out replace a file that exists.")
@click.option("--resume", is_flag=True, help="Let --out keep the games that its file has, and add the missing ones.")
@JSON
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
    started = time.perf_counter()
    with ExitStack() as stack:
        file, kept = open_file(plan, out, force, resume)
        if file:
            stack.enter_context(file)
        missing = games - len(kept)
        bar = stack.enter_context(progress(f"{game}: {', '.join(seated)}", missing, quiet=as_json))
        new = play(plan, len(kept), file, bar)
    seconds = time.perf_counter() - started
    with beside(out):
        report(plan, kept, new, seconds, as_json)
    if len(new) == missing:
        return 0
    say(f"lineshaft: interrupted after {len(kept) + len(new):,} of {games:,} games", err=True)
    return INTERRUPTED


class Plan(NamedTuple):
    """What is to be played."""

    game: lineshaft.Game
    bots: list[str]
    games: int
    seed: int
    threads: int


def open_file(
    plan: Plan, out: Path | None, force: bool, resume: bool
) -> tuple[LineFile | None, lineshaft.SelfplayResults]:
    """The file to write to, and the results of the games of this run that it has already."""
    none = lineshaft.SelfplayResults.of(plan.game, plan.bots, [])
    if force and resume:
        raise click.UsageError("--force replaces the file, --resume completes it: choose one of them")
    if out is None:
        if force or resume:
            raise click.UsageError(f"{'--force' if force else '--resume'} says what --out does: name a file with --out")
        return None, none
    if is_stdout(out) and (force or resume):
        raise click.UsageError(f"{out} is stdout: there is no file to {'replace' if force else 'complete'}")
    if not resume or not out.exists():
        return LineFile(out, "replace" if force else "new"), none
    if not out.is_file():
        raise click.UsageError(f"--resume completes a file, and {out} is none")
    with ExitStack() as stack:
        file = stack.enter_context(LineFile(out, "continue"))
        kept = resumed(plan, file)
        stack.pop_all()
    return file, kept


def resumed(plan: Plan, file: LineFile) -> lineshaft.SelfplayResults:
    """The games that a file of this very run has already; it is cut to its whole lines."""
    only = "--resume completes files of the same run alone, nothing is changed"
    try:
        series = lineshaft.read_series(file.path, plan.game, plan.bots, plan.seed)
    except lineshaft.ReplayError as error:
        raise click.UsageError(f"{error}; {only}") from None
    found = len(series.results)
    if found > plan.games:
        raise click.UsageError(f"{file.path} has {found:,} games already; --games {found} or more completes it")
    torn = file.rest(series.size)
    if not line_of(plan, found).startswith(torn):
        raise click.UsageError(
            f"{file.path}, line {found + 1} is not the beginning of game {found} of this run; {only}"
        )
    file.keep(series.size)
    return series.results


def line_of(plan: Plan, index: int) -> bytes:
    """The line that this run writes for a game of the series."""
    played = lineshaft.selfplay(plan.game, plan.bots, games=1, seed=plan.seed, threads=1, record=True, first=index)
    assert played.replays is not None
    return f"{played.replays[0].to_json()}\n".encode()


def play(plan: Plan, first: int, file: LineFile | None, bar: Progress) -> lineshaft.SelfplayResults:
    """Play the games that are missing, or as many as Ctrl-C allows."""

    def on_progress(news: lineshaft.Progress) -> None:
        if file:
            file.write(news.lines)
        bar.advance(news.games, news.steps)

    try:
        return lineshaft.selfplay(
            plan.game,
            plan.bots,
            games=plan.games - first,
            seed=plan.seed,
            threads=plan.threads,
            record=file is not None,
            first=first,
            on_progress=on_progress,
        )
    except lineshaft.Interrupted as interrupted:
        return interrupted.results


def report(
    plan: Plan, kept: lineshaft.SelfplayResults, new: lineshaft.SelfplayResults, seconds: float, as_json: bool
) -> None:
    """Show what came out, if anything did."""
    played = lineshaft.SelfplayResults.join(kept, new)
    if not len(played):
        return
    found = result_of(plan.game, plan.seed, played) | {"speed": speed_of(new, seconds, plan.threads)}
    if as_json:
        say_json(found)
    else:
        show(found)


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


def speed_of(played: lineshaft.SelfplayResults, seconds: float, threads: int) -> dict[str, Any]:
    """How fast it went this time."""
    steps = int(played.decisions.sum()) + int(played.chance.sum())
    return {
        "threads": threads,
        "games": len(played),
        "seconds": seconds,
        "games_per_second": len(played) / seconds,
        "steps_per_second": steps / seconds,
    }


def show(report: dict[str, Any]) -> None:
    show_tallies("Wins by bot", "bot", report["bots"])
    show_tallies("Wins by seat", "seat", report["seats"])
    show_ends(report)
    length, speed = report["length"], report["speed"]
    say(
        f"A game has {length['mean_decisions']:.1f} decisions and {length['mean_chance']:.1f} chance outcomes on"
        f" average, {length['fewest_steps']:,} to {length['most_steps']:,} steps in all."
    )
    say(
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
