"""``lineshaft data``: data files of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import click

import lineshaft
from lineshaft.proof.setups import setups

from .output import CHECK_FAILED, Column, say, say_json, show_table
from .parameters import JSON, complete_variant, game_argument, player_range


class Attempt(NamedTuple):
    """A set-up in which the file was loaded, and why it cannot be played there."""

    variant: str
    players: int
    refusal: str | None


@click.group(
    epilog="""\b
Examples:
  lineshaft games railways --data-template --out template.toml
  lineshaft data check railways template.toml"""
)
def data() -> None:
    """Data files of your own: boards, cards and counts in place of the shipped ones."""


@data.command(
    short_help="Whether a file can be played, and what differs from the shipped one.",
    epilog="""\b
Examples:
  lineshaft games railways --data-template --out shipped.toml
  lineshaft data check railways shipped.toml --players 2-3""",
)
@game_argument()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--variant", metavar="V", shell_complete=complete_variant, help="Only this variant [default: all].")
@click.option("--players", callback=player_range, metavar="A-B", help="Only these numbers of players [default: all].")
@JSON
def check(game: str, file: Path, variant: str | None, players: range | None, as_json: bool) -> int:
    """Load FILE for every variant and number of players of GAME, and name what differs from the shipped file.

    Where it cannot be played the reason is said, and the exit code is 1.
    """
    text = lineshaft.read_data(file)
    attempts = [attempt(game, file, *setup) for setup in chosen(game, variant, players)]
    try:
        differences = lineshaft.data_differences(game, (text, file.name))
    except lineshaft.InvalidData:
        differences = None
    report = facts(game, file, text, attempts, differences)
    if as_json:
        say_json(report)
    else:
        show(report)
    return 0 if report["valid"] else CHECK_FAILED


def chosen(game: str, variant: str | None, players: range | None) -> list[tuple[str, int]]:
    """The set-ups that are asked for."""
    declared = lineshaft.describe(game)
    names = [one["name"] for one in declared["variants"]]
    if variant not in (None, *names):
        raise click.UsageError(f"there is no variant {variant!r}; choose one of: {', '.join(names)}")
    of_variant = [setup for setup in setups(game) if variant in (None, setup[0])]
    found = [setup for setup in of_variant if players is None or setup[1] in players]
    if not found:
        counts = [count for _, count in of_variant]
        raise click.UsageError(f"--players: {variant or game} takes {min(counts)} to {max(counts)}")
    return found


def attempt(game: str, file: Path, variant: str, players: int) -> Attempt:
    try:
        lineshaft.load_game(game, players, variant, data=file)
    except lineshaft.InvalidData as error:
        return Attempt(variant, players, error.message)
    return Attempt(variant, players, None)


def facts(
    game: str,
    file: Path,
    text: str,
    attempts: list[Attempt],
    differences: list[lineshaft.DataDifference] | None,
) -> dict[str, Any]:
    return {
        "format": "lineshaft-data/1",
        "game": game,
        "file": str(file),
        "digest": lineshaft.data_digest(text),
        "shipped_digest": lineshaft.load_game(game).data_digest,
        "valid": all(one.refusal is None for one in attempts),
        "setups": [one._asdict() for one in attempts],
        "differences": None if differences is None else [one._asdict() for one in differences],
    }


def show(report: dict[str, Any]) -> None:
    say(f"{report['file']}, digest {report['digest']} (shipped: {report['shipped_digest']})")
    if report["differences"] is not None:
        show_differences(report)
    refusals = [one["refusal"] for one in report["setups"]]
    many = f"{len(refusals)} set-up{'' if len(refusals) == 1 else 's'} of {report['game']}"
    if report["valid"]:
        say(f"It can be played in {'the' if len(refusals) == 1 else 'all'} {many}.")
    elif len(set(refusals)) == 1:
        say(f"It cannot be played: {refusals[0]}")
    else:
        columns = [Column("variant"), Column("players", figures=True), Column("why it cannot be played")]
        rows = [[one["variant"], str(one["players"]), one["refusal"]] for one in report["setups"] if one["refusal"]]
        show_table(f"It can be played in {refusals.count(None)} of {many}, not in these", columns, rows)


def show_differences(report: dict[str, Any]) -> None:
    found = [one["sentence"] for one in report["differences"]]
    if found:
        say("What differs from the shipped file:", *(f"  {sentence}" for sentence in found))
    elif report["digest"] == report["shipped_digest"]:
        say("It is the shipped file.")
    else:
        say("It says the same as the shipped file; only comments or layout differ.")
