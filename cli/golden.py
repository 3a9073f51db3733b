"""``lineshaft golden``: the corpus that pins behaviour, verified and recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import lineshaft
from lineshaft.proof.golden import GoldenReport
from lineshaft.proof.golden import verify as verify_corpus
from lineshaft.proof.recording import EDGE_CANDIDATES
from lineshaft.proof.recording import record as record_corpus

from .output import Column, count, say, say_json, show_table, tell
from .parameters import JSON, game_arguments

CORPUS = click.option(
    "--corpus",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    default=Path("seeds"),
    show_default="seeds",
    help="The folder of the corpus.",
)
FEW = 12


@click.group(
    epilog="""\b
Examples:
  lineshaft golden record railways --corpus mine --edges 2 --reason first
  lineshaft golden verify railways --corpus mine"""
)
def golden() -> None:
    """Verify or record the games and digests that pin behaviour from version to version."""


@golden.command(
    short_help="Follow the corpus with engine and reference.",
    epilog="""\b
Example:
  lineshaft golden verify railways --corpus seeds""",
)
@CORPUS
@JSON
@game_arguments()
def verify(corpus: Path, as_json: bool, games: tuple[str, ...]) -> int:
    """Follow the corpus of some GAMEs, or of all, with the engine and the reference.

    Every game, table, path count and playthrough must be what was recorded; otherwise the exit code is 1. The report
    ends with the rules that no edge game visits.
    """
    if not corpus.is_dir():
        raise click.UsageError(f"there is no corpus in {corpus}; name its folder with --corpus")
    names = games or lineshaft.games()
    report = verify_corpus(corpus, names, on_line=tell)
    if as_json:
        say_json(facts(report, names))
    else:
        show(report, names)
    return 1 if report.failures else 0


@golden.command(
    short_help="Record the corpus anew, for a reason.",
    epilog="""\b
Example:
  lineshaft golden record railways --reason "R12 follows the second printing\"""",
)
@CORPUS
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is added to HISTORY.md in the corpus.")
@click.option(
    "--edges",
    type=click.IntRange(0),
    metavar="N",
    default=EDGE_CANDIDATES,
    show_default=True,
    help="How many games of each are tried in the search for rare rules; 0 keeps the edge games.",
)
@game_arguments()
def record(corpus: Path, reason: str, edges: int, games: tuple[str, ...]) -> int:
    """Record the corpus of some GAMEs, or of all, anew.

    What is in the corpus under a game's present rules version must still be followed to the same end. Where it is not,
    nothing is written and the exit code is 1: a change of behaviour needs a new rules version.
    """
    if not reason.strip():
        raise click.UsageError("--reason must say why the corpus is recorded anew")
    names = games or lineshaft.games()
    refused = record_corpus(corpus, names, reason, edges, on_step=tell)
    if refused:
        say(*refused)
        say(f"nothing recorded: behaviour changed in {count(len(refused), 'place')} without a new rules version")
        return 1
    say(f"recorded {', '.join(names)} in {corpus}")
    return 0


def counts_of(report: GoldenReport) -> dict[str, int]:
    return {
        "golden games": report.games,
        "edge games": report.edges,
        "games on changed data": report.data_games,
        "regressions": report.regressions,
        "playthroughs": report.playthroughs,
        "tables": report.tables,
        "path counts": report.paths,
        "numbers of the generator": report.numbers,
    }


def facts(report: GoldenReport, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "format": "lineshaft-golden/1",
        "names": names,
        "verified": {what.replace(" ", "_"): count for what, count in counts_of(report).items()},
        "not_visited": {name: report.unvisited_rules(name) for name in names},
        "failures": report.failures,
    }


def show(report: GoldenReport, names: tuple[str, ...]) -> None:
    rows = [[what, f"{number:,}"] for what, number in counts_of(report).items()]
    show_table("Corpus", [Column("what"), Column("verified", figures=True)], rows)
    show_table("Rules", [Column("game"), Column("not visited"), Column("citations not run")], rules(report, names))
    for failure in report.failures:
        say(failure)
    verdict = count(len(report.failures), "failure") if report.failures else "all is as recorded"
    say(f"{', '.join(names)}: {verdict}")


def rules(report: GoldenReport, names: tuple[str, ...]) -> list[list[str]]:
    """By game: the rules that no edge game visits, and the citations that none runs."""
    rows = []
    for name in names:
        left = [str(cited) for cited in report.unvisited_citations(name)]
        shown = ", ".join(left[:FEW]) + (f" and {len(left) - FEW} more" if len(left) > FEW else "")
        rows.append([name, ", ".join(report.unvisited_rules(name)) or "none", shown or "none"])
    return rows
