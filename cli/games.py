"""``lineshaft games``: what can be played, and what one game declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import lineshaft
from lineshaft.proof.setups import setups

from .files import STREAM, check_target, is_stdout, write_target
from .output import Column, say, say_json, show_table, value_text
from .parameters import JSON, game_argument


@click.command(
    epilog="""\b
Examples:
  lineshaft games railways
  lineshaft games --json
  lineshaft games railways --data-template --out mine.toml""",
    short_help="List the games, or show one.",
)
@game_argument(required=False)
@click.option("--data-template", is_flag=True, help="Print the shipped data file of GAME, to start your own from.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    default=STREAM,
    show_default="stdout",
    help="Where --data-template goes.",
)
@click.option("--force", is_flag=True, help="Let --out replace a file that exists.")
@JSON
def games(game: str | None, data_template: bool, out: Path, force: bool, as_json: bool) -> None:
    """List the games, or show what one GAME declares: variants, rules options, sizes."""
    check_wishes(game, data_template, out, force, as_json)
    if game is not None and data_template:
        write_target(out, lineshaft.load_game(game).data_text, force)
        if not is_stdout(out):
            say(f"{out}: the shipped data file of {game}")
    elif as_json:
        names = lineshaft.games() if game is None else (game,)
        say_json({"format": "lineshaft-games/1", "games": [declared(name, sizes=game is not None) for name in names]})
    elif game is None:
        list_games()
    else:
        show_game(game)


def check_wishes(game: str | None, data_template: bool, out: Path, force: bool, as_json: bool) -> None:
    """What is wrong with a wish for a data file, or for a place to put it, is said before anything is done."""
    if data_template and game is None:
        raise click.UsageError(f"--data-template is of one game: name one of {', '.join(lineshaft.games())}")
    if data_template and as_json:
        raise click.UsageError("--data-template prints the file as it is: leave out --json")
    if not data_template and (out != STREAM or force):
        raise click.UsageError("--out and --force say where --data-template goes: add it")
    if is_stdout(out):
        if force:
            raise click.UsageError(f"{out} is stdout: there is no file to replace")
        return
    check_target(out, (), force, "--out")


def declared(name: str, *, sizes: bool) -> dict[str, Any]:
    """All that a game declares, and the sizes of its tables by variant and number of players."""
    found: dict[str, Any] = dict(lineshaft.describe(name))
    return found | ({"sizes": [sizes_of(name, variant, players) for variant, players in setups(name)]} if sizes else {})


def sizes_of(name: str, variant: str, players: int) -> dict[str, Any]:
    game = lineshaft.load_game(name, players=players, variant=variant)
    return {
        "variant": variant,
        "players": players,
        "actions": game.num_actions,
        "outcomes": game.num_outcomes,
        "decisions": game.max_game_length,
        "chance_nodes": game.max_chance_nodes,
        "observation": game.observation_shape[0],
        "state_bytes": game.state_size,
    }


def list_games() -> None:
    columns = [Column("game"), Column("title"), Column("players"), Column("variants"), Column("rules", figures=True)]
    rows = []
    for name in lineshaft.games():
        declaration = lineshaft.describe(name)
        variants = ", ".join(variant["name"] for variant in declaration["variants"])
        rows.append([name, declaration["title"], players_text(name), variants, str(declaration["rules_version"])])
    show_table("Games", columns, rows)


def show_game(name: str) -> None:
    declaration = lineshaft.describe(name)
    say(f"{declaration['title']} ({name}), rules version {declaration['rules_version']}", "")
    show_variants(declaration)
    show_options(declaration)
    show_sizes(name)


def players_text(name: str) -> str:
    """The counts a game takes, ``2 to 4``, and the usual one."""
    declaration = lineshaft.describe(name)
    low, high = declaration["players"]
    return f"{low} to {high} (default {declaration['default_players']})"


def show_variants(declaration: lineshaft.Declaration) -> None:
    columns = [Column("variant"), Column("players"), Column("rule"), Column("what it is"), Column("sets")]
    rows = []
    for variant in declaration["variants"]:
        sets = ", ".join(f"{key}={value_text(value)}" for key, value in variant["rules"].items())
        low, high = variant["players"]
        players = f"{low} to {high}" if low < high else str(low)
        rows.append([variant["name"], players, variant["rule"], variant["summary"], sets or "-"])
    show_table("Variants (--variant NAME; the first is the default)", columns, rows)


def show_options(declaration: lineshaft.Declaration) -> None:
    columns = [Column("option"), Column("default"), Column("allowed"), Column("rule"), Column("what it does")]
    rows = [
        [option["name"], value_text(option["default"]), option["allowed"], option["rule"], option["summary"]]
        for option in declaration["options"]
    ]
    show_table("Rules options (--rule OPTION=VALUE)", columns, rows)


def show_sizes(name: str) -> None:
    found = [sizes_of(name, variant, players) for variant, players in setups(name)]
    columns = [Column(heading.replace("_", " "), figures=heading != "variant") for heading in found[0]]
    rows = [[size if isinstance(size, str) else f"{size:,}" for size in sizes.values()] for sizes in found]
    show_table("Sizes (of decisions and chance nodes: the most in one game)", columns, rows)
