"""``lineshaft selfplay``: many games between bots, and who won them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import click

import lineshaft

from .files import LineFile, beside, is_stdout
from .output import (
    INTERRUPTED,
    Column,
    Progress,
    apportion,
    count,
    figure,
    progress,
    say,
    say_json,
    shares,
    show_table,
    value_text,
)
from .parameters import (
    COUNT,
    DATA,
    JSON,
    RULES,
    SEED,
    VARIANT,
    check_players,
    complete_bots,
    game_argument,
    rule_values,
)


@click.command(
    epilog="""\b
Examples:
  lineshaft selfplay railways --games 1000 --bots greedy,random
  lineshaft selfplay railways --bots greedy:epsilon=0.2,greedy --games 200
  lineshaft selfplay railways --players 4 --bots greedy --games 100 --rule exit_capacity=1 --json
  lineshaft selfplay railways --games 20 --seed 7 --out games.jsonl
  lineshaft selfplay railways --games 40 --seed 7 --out games.jsonl --resume"""
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
    help="One bot for each player, or one for all: greedy,random; a bot's parameters follow it: greedy:epsilon=0.3",
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
@VARIANT
@RULES
@DATA
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
    named = lineshaft.split_bots(bots)
    players = len(named) if players is None and len(named) > 1 else players
    check_players(game, players, variant)
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
    say(f"lineshaft: interrupted after {len(kept) + len(new):,} of {count(games, 'game')}", err=True)
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
        raise click.UsageError(f"{file.path} has {count(found, 'game')} already; --games {found} or more completes it")
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
        "distinct_games": summary.distinct_games,
        "would_vary": would_vary(game, played.bots) if summary.distinct_games < summary.games else [],
        "bots": [tally._asdict() for tally in summary.by_bot],
        "names": [tally._asdict() for tally in summary.by_name],
        "seats": [tally._asdict() for tally in summary.by_seat],
        "length": {
            "mean_decisions": summary.mean_decisions,
            "mean_chance": summary.mean_chance,
            "fewest_steps": int(steps.min()),
            "most_steps": int(steps.max()),
        },
        "ends": [{"reason": reason, "games": count} for reason, count in summary.ends.items()],
    }


def would_vary(game: lineshaft.Game, bots: Sequence[str]) -> list[str]:
    """What would vary the games of a series that repeats itself: rules options, bots that choose otherwise."""
    rules = [f"--rule {option}={value_text(value)}" for option, value in other_values(game)]
    seated = {bot.partition(":")[0] for bot in bots}
    others = [f"--bots {kind.name}" for kind in lineshaft.bots() if kind.name not in seated]
    straying = [
        f"--bots {kind.name}:epsilon=0.1"
        for kind in lineshaft.bots()
        if any(parameter.name == "epsilon" for parameter in kind.parameters)
    ]
    return [*rules, *others, *straying]


def other_values(game: lineshaft.Game) -> Iterator[tuple[str, Any]]:
    """The switches and choices of a game with their other values under which it has chance nodes."""
    for option in lineshaft.describe(game.name)["options"]:
        for value in map(lineshaft.rule_value, option["allowed"].split(" or ")):
            rules = dict(game.rules) | {option["name"]: value}
            try:
                other = lineshaft.load_game(game.name, game.num_players, game.variant, rules)
            except lineshaft.InvalidVariant:
                continue  # a range, or a value that the other options forbid
            if other.max_chance_nodes > game.max_chance_nodes:
                yield option["name"], value


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
    if report["distinct_games"] < report["games"]:
        say(sameness(report), "")
    bots, names = report["bots"], report["names"]
    twice = {tally["name"] for tally in names if sum(bot["name"] == tally["name"] for bot in bots) > 1}
    labels = [f"{bot['name']}, seat {bot['seat']}" if bot["name"] in twice else bot["name"] for bot in bots]
    show_tallies("Wins by bot", "bot", bots, labels)
    if twice and len(names) > 1:
        show_tallies("Wins by name", "name", names, [tally["name"] for tally in names])
    show_tallies("Wins by seat", "seat", report["seats"], [tally["name"] for tally in report["seats"]])
    show_ends(report)
    say(length_text(report["length"]))
    speed = report["speed"]
    say(
        f"{count(speed['games'], 'game')} in {speed['seconds']:.2f} s on {count(speed['threads'], 'thread')}:"
        f" {speed['games_per_second']:,.0f} games/s, {speed['steps_per_second']:,.0f} steps/s."
    )


def sameness(report: dict[str, Any]) -> str:
    """That the games repeat themselves, so that there are no intervals, and what would change that."""
    games, distinct = report["games"], report["distinct_games"]
    what = (
        f"All {games:,} games are the same game"
        if distinct == 1
        else f"The {games:,} games are {distinct:,} different ones, one for each way to sit, over and over"
    )
    remedy = f" This would vary them: {' or '.join(report['would_vary'])}." if report["would_vary"] else ""
    return f"{what}: neither chance nor the bots vary, and so there are no intervals.{remedy}"


def length_text(length: dict[str, Any]) -> str:
    fewest, most = length["fewest_steps"], length["most_steps"]
    steps = count(most, "step") if fewest == most else f"{fewest:,} to {count(most, 'step')}"
    mean = f"{counted(length['mean_decisions'], 'decision')} and {counted(length['mean_chance'], 'chance outcome')}"
    return f"A game has {mean} on average, {steps} in all."


def counted(mean: float, what: str) -> str:
    return f"{figure(mean)} {what}" if mean == 1 else f"{figure(mean)} {what}s"


def show_tallies(title: str, kind: str, tallies: list[dict[str, Any]], labels: list[str]) -> None:
    """Wins, and by how much; intervals where there are any."""
    tenths = apportion([tally["wins"] for tally in tallies], 10 * tallies[0]["games"])
    columns = {
        kind: labels,
        "wins": [figure(wins / 10) for wins in tenths],
        "share": shares([tally["wins"] for tally in tallies]),
        "95 % interval": [interval_text(tally) for tally in tallies],
        "mean score": [mean_text(tally, "score") for tally in tallies],
        "deviation": [figure(tally["score_spread"]) for tally in tallies],
        "margin": [mean_text(tally, "margin", sign="+") for tally in tallies],
    }
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    show_table(
        title,
        [Column(heading, figures=heading != kind) for heading in shown],
        list(zip(*shown.values(), strict=True)),
    )


def interval_text(tally: dict[str, Any]) -> str:
    return "" if tally["low"] is None else f"{tally['low'] * 100:.1f}-{tally['high'] * 100:.1f}%"


def mean_text(tally: dict[str, Any], what: str, sign: str = "") -> str:
    """A mean and half of its 95 % interval; nothing where there is no mean."""
    mean, high = tally[f"mean_{what}"], tally[f"{what}_high"]
    if mean is None:
        return ""
    text = f"{mean:{sign},.{0 if mean == int(mean) else 1}f}"
    return text if high is None else f"{text}\xb1{figure(high - mean)}"


def show_ends(report: dict[str, Any]) -> None:
    games = [end["games"] for end in report["ends"]]
    columns = [Column("reason"), Column("games", figures=True), Column("share", figures=True)]
    rows = [
        [end["reason"], f"{end['games']:,}", share] for end, share in zip(report["ends"], shares(games), strict=True)
    ]
    show_table("How games ended", columns, rows)
