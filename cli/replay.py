"""``lineshaft replay``: look at recorded games, check them, turn them into tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

import lineshaft
from lineshaft import show as shown
from lineshaft.proof.golden import verify_with_reference
from lineshaft.reference.wording import quoted
from lineshaft.tables import NpzWriter, ParquetWriter, check_parquet, convert_replays

from .files import STREAM, Source, beside, cannot_write, check_target, is_stdout, source_name, write_target
from .output import CHECK_FAILED, count, draw, has_color, is_terminal, progress, say, say_json, value_text
from .parameters import Decorator, beginning_with
from .pictures import Targets, write_folder

SPECTATOR = "spectator"
LAST_MOVES = 6
"""How many steps stand before the position at one ply."""


@click.group(
    epilog="""\b
Examples:
  lineshaft selfplay railways --games 3 --seed 7 --out three.jsonl
  lineshaft replay show three.jsonl --game 2 --ply 40 --player 0
  lineshaft replay explain three.jsonl --ply 40 draw from deck
  lineshaft replay verify three.jsonl --reference
  lineshaft replay convert three.jsonl --to npz"""
)
def replay() -> None:
    """Look at recorded games, check them, turn them into tables.

    A FILE has one game a line; games are numbered by their lines, from 1. - is stdin. The ply of a position is the
    number of steps that lead to it.
    """


def source(_ctx: click.Context, _param: click.Parameter, value: Path) -> Source:
    """The file, or stdin."""
    if value != STREAM:
        return value
    if sys.stdin is None:
        raise click.UsageError("stdin is closed; there is nothing to read")
    return sys.stdin.buffer


def file_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("file", type=click.Path(path_type=Path), callback=source)(function)


def game_option(summary: str) -> Decorator:
    return click.option("--game", "line", type=click.IntRange(1), metavar="N", help=summary)


DATA = click.option("--data", metavar="FILE", help="The data file that the games were played with [default: shipped].")


def inputs(file: Source, data: str | None) -> list[Source]:
    return [file] if data is None else [file, Path(data)]


# --- show -------------------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """Who looks: everything is shown, or what a player (None: a spectator) may know."""

    all: bool
    player: int | None

    def position(self, state: lineshaft.State) -> dict[str, Any]:
        return state.to_dict() if self.all else state.view(self.player).to_dict()

    def board(self, state: lineshaft.State) -> dict[str, Any]:
        """The position to draw: where a game hides nothing, a view says more than the state (what can be pulled)."""
        fields = state.game.position_schema()["properties"].values()
        whole = self.all and any(field.get("visibility") == "hidden" for field in fields)
        return state.to_dict() if whole else state.view(self.player).to_dict()

    def choices(self, state: lineshaft.State) -> list[shown.ChoiceGroup]:
        """The legal actions in words, where they are no secret."""
        return shown.choices(state) if self.legal(state) else []

    def legal(self, state: lineshaft.State) -> list[str]:
        """The legal actions, where this is no secret."""
        if state.current_player() < 0 or not (self.all or state.current_player() == self.player):
            return []
        return [state.action_to_string(action) for action in state.legal_actions()]

    def who(self) -> str | None:
        """For JSON and for people; None: everything is shown."""
        return None if self.all else SPECTATOR if self.player is None else f"player {self.player}"

    def whom(self) -> str:
        """In a sentence, where not everything is shown."""
        return f"a {SPECTATOR}" if self.player is None else f"player {self.player}"


@replay.command("show")
@file_argument
@game_option("The game on line N [default: the first game].")
@click.option("--ply", type=click.IntRange(0), metavar="K", help="The position after K steps [default: step by step].")
@click.option("--player", metavar="P", help="Show what player P (or a spectator) may know [default: everything].")
@click.option("--fields", is_flag=True, help="Print every field of the position in place of the board.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a position.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="Draw what P (or a spectator) sees, too (with --ply); - is stdout.",
)
@click.option(
    "--svg-dir",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Draw every ply, a file each, in place of the words.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Write the game as a page with all pictures, a slider and the log, in place of the words; - is stdout.",
)
@click.option("--force", is_flag=True, help="Let --svg, --svg-dir and --html replace files that exist.")
@DATA
def show(
    file: Source,
    line: int | None,
    ply: int | None,
    player: str | None,
    fields: bool,
    as_json: bool,
    svg: Path | None,
    folder: Path | None,
    page: Path | None,
    force: bool,
    data: str | None,
) -> None:
    """Show a game of FILE: its steps and what each one changes, or the position at one ply.

    A position is drawn as a board in 80 columns, in colours on a terminal (NO_COLOR=1: without).
    """
    if fields and as_json:
        raise click.UsageError("--json has all fields already: leave --fields out")
    targets = Targets(svg, folder, page, force)
    targets.check(inputs(file, data), ply, as_json)
    number, record = chosen(file, line)
    with followed(file, number):
        playback = lineshaft.Playback(record, data)
    seen = seen_by(player, playback.game)
    if targets.whole_game:
        draw_game(file, number, playback, seen, targets)
        return
    with followed(file, number):
        positions = walk(playback, seen, None) if ply is None else iter(list(walk(playback, seen, ply)))
    if svg and ply is not None:
        write_target(svg, shown.svg(playback.state(ply).view(seen.player).to_dict(), playback.game), force)
    with followed(file, number), beside(svg):
        if not as_json:
            say(*heading(file, number, record, playback.game), "")
        if as_json:
            show_json(number, record, seen, positions if ply is None else list(positions)[-1:])
        elif ply is None:
            show_steps(playback, seen, positions, fields)
        else:
            *before, at = positions
            show_last_moves([*before, at])
            show_position(playback, seen, at, fields)


def draw_game(file: Source, number: int, playback: lineshaft.Playback, seen: Seen, targets: Targets) -> None:
    """Every ply as the viewer saw it, without --player a spectator. What cannot be followed is not drawn."""
    viewer = Seen(False, seen.player)
    with followed(file, number):
        *_, end = walk(playback, viewer, None)
    state, size = end.state, f"{count(len(playback) + 1, 'picture')} as {viewer.whom()} sees them"
    if targets.folder is not None:
        pictures = (frame.picture for frame in shown.frames(playback, viewer.player))
        written = write_folder(targets.folder, pictures, len(playback), targets.force)
        with beside(targets.page):
            say(f"{targets.folder}: {size}, {written / 1e6:.1f} MB")
    if targets.page is not None:
        told = [*shown.result_lines(shown.result(state))] if state.is_terminal() else [turn(state)]
        text = shown.html(playback, viewer.player, facts=about(playback.replay, playback.game), end=told)
        write_target(targets.page, text, targets.force)
        with beside(targets.page):
            say(f"{targets.page}: {size}, {len(text.encode()) / 1e6:.1f} MB")


def chosen(file: Source, line: int | None) -> tuple[int, lineshaft.Replay]:
    """The replay on a line, or the first one."""
    last = 0
    for number, found in lineshaft.scan_replays(file):
        if line in (None, number):
            if isinstance(found, lineshaft.ReplayError):
                raise BadLine(str(found))
            return number, found
        last = number
    raise no_game(file, line, last)


class BadLine(click.ClickException):
    """The one line that is asked for cannot be followed: a check that failed, as in ``verify``."""

    exit_code = CHECK_FAILED


@contextmanager
def followed(file: Source, number: int) -> Iterator[None]:
    """What is wrong with the replay that is shown ends the command."""
    try:
        yield
    except lineshaft.InvalidData:
        raise
    except lineshaft.LineshaftError as error:
        raise BadLine(f"{source_name(file)}, line {number}: {error}") from error


def seen_by(player: str | None, game: lineshaft.Game) -> Seen:
    if player is None or player == SPECTATOR:
        return Seen(player is None, None)
    if not (player.isascii() and player.isdigit() and int(player) < game.num_players):
        raise click.UsageError(f"--player takes 0 to {game.num_players - 1} or {SPECTATOR}, not {quoted(player)}")
    return Seen(False, int(player))


def walk(playback: lineshaft.Playback, seen: Seen, ply: int | None) -> Iterator[lineshaft.Shown]:
    """All positions, or the one at a ply behind those of the last moves."""
    if ply is not None:
        check_ply(playback, ply)
    try:
        for at in playback.walk(seen.player, hidden=not seen.all):
            if ply is None or at.ply > ply - LAST_MOVES:
                yield at
            if at.ply == ply:
                return
    except lineshaft.ReplayError as error:
        if seen.all:
            raise
        # The sentence may hold a step that this player did not see.
        raise lineshaft.ReplayError("the game cannot be followed any further", error.code) from None


def heading(file: Source, number: int, record: lineshaft.Replay, game: lineshaft.Game) -> list[str]:
    played, *rest = about(record, game)
    return [f"{source_name(file)}, line {number}: {played}", *rest]


def about(record: lineshaft.Replay, game: lineshaft.Game) -> list[str]:
    """What was played and by whom, under which rules, and what players go by."""
    options = ", ".join(f"{key} {value_text(value)}" for key, value in record.rules.items())
    bots = f"played by {', '.join(record.bots)}" if record.bots else "driven by hand"
    played = f"{game.title} ({record.game}), variant {record.variant}, {count(record.players, 'player')}"
    return [f"{played}, rules version {record.rules_version}, {bots}", f"rules: {options}", *shown.seats(game)]


def show_json(number: int, record: lineshaft.Replay, seen: Seen, positions: Iterable[lineshaft.Shown]) -> None:
    for at in positions:
        report = {
            "format": "lineshaft-position/1",
            "line": number,
            "game": record.game,
            "variant": record.variant,
            "seen_by": seen.who(),
            "ply": at.ply,
            "step": at.step,
            "opened": list(at.opened),
            "current_player": at.state.current_player(),
            "phase": at.state.phase_name(),
            "legal": seen.legal(at.state),
            "end_reason": at.state.end_reason(),
            "result": shown.result(at.state) if at.state.is_terminal() else None,
            "position": seen.position(at.state),
        }
        say_json(report)


def show_steps(playback: lineshaft.Playback, seen: Seen, positions: Iterator[lineshaft.Shown], fields: bool) -> None:
    """Each step with what it changes, and the last position in full."""
    before: dict[str, Any] = {}
    for at in positions:
        position = seen.position(at.state)
        if at.step is not None:
            say(f"{at.ply:>5}  {at.step}")
            say_indented(at.opened, " " * 7 + "opened: ")
            say_indented(shown.changes(before, position), " " * 11)
        before = position
        if at.ply == len(playback):
            say()
            show_position(playback, seen, at, fields)


def show_last_moves(positions: Sequence[lineshaft.Shown]) -> None:
    """The steps that led to the last of some positions."""
    steps = [f"{at.ply:>5}  {at.step}" for at in positions if at.step is not None]
    if steps:
        say("last moves:", *steps, "")


def show_position(playback: lineshaft.Playback, seen: Seen, at: lineshaft.Shown, fields: bool) -> None:
    state = at.state
    whose = f" as {seen.whom()} sees it" if not seen.all else ""
    after = f", after {at.step!r}" if at.step else ""
    say(f"ply {at.ply} of {len(playback)}{after}{whose}: {turn(state)}")
    say_indented(at.opened, "opened: ")
    if fields:
        show_fields(seen, state)
    else:
        color = has_color(sys.stdout)
        say()
        draw(shown.text(seen.board(state), playback.game, color=color))
        groups = seen.choices(state)
        if groups:
            say()
            draw(shown.choices_text(groups, color=color))
    if state.is_terminal():
        say(*([] if fields else [""]), *shown.result_lines(shown.result(state)))


def show_fields(seen: Seen, state: lineshaft.State) -> None:
    """The position and the legal actions as they are written."""
    say_indented(shown.fields(seen.position(state)).split("\n"))
    legal = seen.legal(state)
    if legal:
        say(f"{count(len(legal), 'legal action')}:")
        say_indented(legal)


def turn(state: lineshaft.State) -> str:
    if state.is_terminal():
        return f"the game is over ({state.end_reason()})"
    who = "chance" if state.is_chance_node() else f"player {state.current_player()}"
    return f"{who} to act, phase {state.phase_name()}"


def say_indented(lines: Sequence[str], by: str = "  ", *, err: bool = False) -> None:
    """Each line behind some words or spaces."""
    for line in lines:
        say(f"{by}{line}", err=err)


# --- explain ----------------------------------------------------------------------------------------------------------


def complete_action(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The next word of the actions of the game."""
    file, before = ctx.params.get("file"), ctx.params.get("action") or ()
    if not isinstance(file, Path):
        return []
    try:
        game = lineshaft.Playback(chosen(file, ctx.params.get("line"))[1], ctx.params.get("data")).game
    except (OSError, click.ClickException, lineshaft.LineshaftError):
        return []
    texts = [game.action_to_string(action).split() for action in range(game.num_actions)]
    at = len(before)
    return beginning_with(
        incomplete, dict.fromkeys(text[at] for text in texts if (*text[:at],) == before and text[at:])
    )


@replay.command("explain")
@file_argument
@click.argument("action", nargs=-1, required=True, metavar="ACTION", shell_complete=complete_action)
@game_option("The game on line N [default: the first game].")
@click.option("--ply", type=click.IntRange(0), metavar="K", help="The position after K steps [default: last decision].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@DATA
def explain(
    file: Source, action: tuple[str, ...], line: int | None, ply: int | None, as_json: bool, data: str | None
) -> None:
    """Say whether ACTION is legal at a position of FILE, and if not, why.

    ACTION is written as in the steps, without the player: draw from deck. At a chance node it is an outcome.
    """
    number, record = chosen(file, line)
    with followed(file, number):
        playback = lineshaft.Playback(record, data)
        at = last_decision(playback) if ply is None else ply
        check_ply(playback, at)
        state = playback.state(at)
    text = " ".join(action)
    error = state.explain(state.string_to_action(text))
    if as_json:
        say_json(explanation(number, record, at, state, text, error))
        return
    say(f"{source_name(file)}, line {number}, ply {at}: {turn(state)}")
    say(f"{text}: {'legal' if error is None else f'not legal: {error}'}")


def last_decision(playback: lineshaft.Playback) -> int:
    """The ply at which a player acts last; that of the start if nobody ever does."""
    return next((ply for ply in range(len(playback), 0, -1) if playback.state(ply).current_player() >= 0), 0)


def check_ply(playback: lineshaft.Playback, ply: int) -> None:
    if ply > len(playback):
        raise click.UsageError(f"there is no ply {ply}; the replay has ply 0 to {len(playback)}")


def explanation(
    number: int,
    record: lineshaft.Replay,
    ply: int,
    state: lineshaft.State,
    action: str,
    error: lineshaft.IllegalAction | None,
) -> dict[str, Any]:
    return {
        "format": "lineshaft-explanation/1",
        "line": number,
        "game": record.game,
        "variant": record.variant,
        "ply": ply,
        "current_player": state.current_player(),
        "phase": state.phase_name(),
        "action": action,
        "legal": error is None,
        "code": error and error.code,
        "rule": error and error.rule,
        "reason": error and error.message,
    }


# --- verify -----------------------------------------------------------------------------------------------------------


@replay.command("verify")
@file_argument
@game_option("Check the game on line N alone.")
@click.option("--reference", is_flag=True, help="Follow each game with the reference, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@DATA
def verify(file: Source, line: int | None, reference: bool, as_json: bool, data: str | None) -> int:
    """Follow the games of FILE with the engine, and say which lines are wrong and why.

    The exit code is 1 if one is.
    """
    found = verify_with_reference(file, data, line) if reference else lineshaft.verify_replays(file, data, line=line)
    good, faults = 0, []
    for part in with_progress("verify", file, line, found):
        good += part.games
        for number, fault in part.faults:
            faults.append({"line": number, "code": fault.code, "reason": str(fault)})
            if not as_json:
                say(str(fault))
    if as_json:
        say_json({"format": "lineshaft-verify/1", "file": source_name(file), "good": good, "bad": faults})
    else:
        ways = "engine and reference" if reference else "engine"
        say(f"{source_name(file)}: {count(good, 'game')} followed by the {ways}, {count(len(faults), 'bad line')}")
    return CHECK_FAILED if faults else 0


def with_progress(
    label: str, file: Source, line: int | None, found: Iterator[lineshaft.Verified]
) -> Iterator[lineshaft.Verified]:
    """Shows how far it is, and refuses a file without games."""
    lines = 0
    with progress(label, 1 if line else count_lines(file)) as bar:
        for part in found:
            lines += part.games + len(part.faults)
            bar.advance(part.games + len(part.faults), part.steps)
            yield part
    if not lines:
        raise no_game(file, line)


def count_lines(file: Source) -> int:
    """How many lines a file has, if somebody watches the progress; nothing is read twice that can be read but once."""
    if not (is_terminal(sys.stderr) and isinstance(file, Path) and file.is_file()):
        return 0
    with file.open("rb") as lines:
        return sum(1 for _ in lines)


def no_game(file: Source, line: int | None, last: int = 0) -> click.UsageError:
    if line is None:
        return click.UsageError(f"{source_name(file)} is empty: there is no game in it")
    ends = f"; its last line is {last}" if last else ""
    return click.UsageError(f"{source_name(file)} has no game on line {line}{ends}")


# --- convert ----------------------------------------------------------------------------------------------------------


@replay.command("convert")
@file_argument
@click.option("--to", "kind", type=click.Choice(["npz", "parquet"]), required=True, help="The kind of file to write.")
@game_option("Convert the game on line N alone.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="NAME", help="Where to [default: FILE without its ending]."
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@DATA
def convert(file: Source, kind: str, line: int | None, out: Path | None, force: bool, data: str | None) -> int:
    """Write the games of FILE as tables: a row a game, and a row a step.

    --to npz writes NAME.npz, --to parquet NAME.games.parquet and NAME.steps.parquet. Bad lines are left out and named,
    and then the exit code is 1.
    """
    if kind == "parquet":
        check_parquet()
    targets = target_names(table_name(file, out), kind)
    for target in targets:
        check_target(target, inputs(file, data), force, "--out")
        if target.exists() and not target.is_file():
            raise click.UsageError(f"{target} is no file; name another with --out")
    games = steps = bad = 0
    with table_writer(targets, kind, force) as writer:
        for part in with_progress("convert", file, line, convert_replays(file, writer, data, line=line)):
            games, steps, bad = games + part.games, steps + part.steps, bad + len(part.faults)
            say_indented([str(fault) for _, fault in part.faults], "lineshaft: ", err=True)
    without = f", without {count(bad, 'bad line')}" if bad else ""
    say(f"{', '.join(map(str, targets))}: {count(games, 'game')}, {count(steps, 'step')}{without}")
    return CHECK_FAILED if bad else 0


def table_name(file: Source, out: Path | None) -> Path:
    """The name of the tables, without the ending."""
    if out is None and not isinstance(file, Path):
        raise click.UsageError("what comes from stdin has no name: name the tables with --out")
    if out is not None and is_stdout(out):
        raise click.UsageError(f"{out} is stdout, and tables are files: name them with --out")
    return out or Path(source_name(file)).with_suffix("")


def target_names(name: Path, kind: str) -> list[Path]:
    endings = [".npz"] if kind == "npz" else [".games.parquet", ".steps.parquet"]
    return [name.with_name(name.name.removesuffix(".npz") + ending) for ending in endings]


@contextmanager
def table_writer(targets: list[Path], kind: str, force: bool) -> Iterator[NpzWriter | ParquetWriter]:
    """What writes the tables; an error that names one of their files is of wrong use."""
    try:
        with (NpzWriter if kind == "npz" else ParquetWriter)(*targets, replace=force) as writer:
            yield writer
    except OSError as error:
        if error.filename is None:
            raise
        raise cannot_write(error) from error
