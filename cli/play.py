"""``lineshaft play``: a game in the terminal, with people and bots."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

import lineshaft
from lineshaft import show
from lineshaft.session import HINT_BOT, NOBODY, PERSON

from .dialogue import Dialogue
from .files import check_target
from .keyboard import Keyboard
from .output import INTERRUPTED, WRONG_USE, count, has_color, say, say_wrapped, value_text
from .parameters import (
    DATA,
    RULES,
    SEED,
    VARIANT,
    check_players,
    complete_bots,
    game_argument,
    rule_values,
)
from .store import Store


@click.command(
    epilog="""\b
Examples:
  lineshaft play railways
  lineshaft play workshop --players 4 --seat 2 --bots greedy,random,greedy
  lineshaft play arkwright --players 2 --seat 0 --seat 1
  lineshaft play --resume railways.jsonl"""
)
@game_argument(required=False)
@click.option("--players", type=click.IntRange(1), help="How many play [default: the variant's usual number].")
@click.option(
    "--seat",
    "people",
    type=click.IntRange(0),
    multiple=True,
    metavar="K",
    help="Where you sit, from 0; again for each further person [default: 0].",
)
@click.option(
    "--bots",
    metavar="A,B,...",
    shell_complete=complete_bots,
    help="A bot for each other seat, or one for all; see 'lineshaft bots' [default: greedy].",
)
@click.option("--seed", type=SEED, metavar="S", help="The same seed gives the same luck [default: drawn].")
@VARIANT
@RULES
@DATA
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was saved.")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the game in FILE, after each decision [default: where it is resumed from, or when you leave].",
)
@click.option("--force", is_flag=True, help="Let --save replace a file that exists.")
@click.option("--ask-forced", is_flag=True, help="Ask where there is one choice alone, too.")
@click.option(
    "--hint-bot", metavar="BOT", default=HINT_BOT, show_default=True, help="Whose advice the command 'hint' gives."
)
@click.option(
    "--board",
    type=click.Choice(["turn", "ask"]),
    default="turn",
    show_default=True,
    help="When the board is drawn: at your turn, if much has happened; or when you ask for it.",
)
@click.option("--no-color", is_flag=True, help="No colours (as with NO_COLOR=1).")
def play(
    game: str | None,
    players: int | None,
    people: tuple[int, ...],
    bots: str | None,
    seed: int | None,
    variant: str | None,
    rules: tuple[str, ...],
    data: str | None,
    resume: Path | None,
    save: Path | None,
    force: bool,
    ask_forced: bool,
    hint_bot: str,
    board: str,
    no_color: bool,
) -> int:
    """Play GAME against bots, alone or with others at one keyboard.

    What happens is told line by line; you choose by number or name, and 'help' lists what can be asked: why something
    is not possible, a rule, a hint, the board. When the input ends, and on Ctrl-C, the game is saved.
    """
    if resume is None:
        session = new_session(game, players, people, bots, seed, variant, rules, data, skip_forced=not ask_forced)
    else:
        said = {"--players": players, "--seed": seed, "--variant": variant, "--rule": rules or None}
        session = resumed(resume, game, said, people, bots, data, skip_forced=not ask_forced)
    lineshaft.make_bot(hint_bot, session.game)
    store = store_for(save, resume, data, force)
    store.keep(session)
    introduce(session, resume)
    color = not no_color and has_color(sys.stdout)
    dialogue = Dialogue(session, store, Keyboard(), hint_bot=hint_bot, color=color, draws=board == "turn")
    with ended_from_outside():
        return carry_out(dialogue, store)


def new_session(
    game: str | None,
    players: int | None,
    people: tuple[int, ...],
    bots: str | None,
    seed: int | None,
    variant: str | None,
    rules: tuple[str, ...],
    data: str | None,
    *,
    skip_forced: bool,
) -> lineshaft.Session:
    """A game from its beginning."""
    if game is None:
        raise click.UsageError(f"name a game, one of {', '.join(lineshaft.games())}, or a saved one with --resume FILE")
    check_players(game, players, variant)
    loaded = lineshaft.load_game(game, players, variant, rule_values(rules), data)
    persons = check_people(people or (0,), loaded)
    others = [seat for seat in range(loaded.num_players) if seat not in persons]
    seats = bots_at(others, bots or "greedy") | dict.fromkeys(persons, PERSON)
    return lineshaft.Session(loaded, [seats[seat] for seat in sorted(seats)], seed, skip_forced=skip_forced)


def resumed(
    path: Path,
    game: str | None,
    said: Mapping[str, object],
    people: tuple[int, ...],
    bots: str | None,
    data: str | None,
    *,
    skip_forced: bool,
) -> lineshaft.Session:
    """A game that was saved. A seat that nobody holds is taken by a person."""
    for option, value in said.items():
        if value is not None:
            raise click.UsageError(f"{path} says how the game was set up: leave {option} out")
    session = lineshaft.Session.resume(path, data, skip_forced=skip_forced)
    if game not in (None, session.game.name):
        raise click.UsageError(f"{path} is a game of {session.game.name}, not of {game}")
    persons = check_people(people, session.game)
    held = [seat for seat, who in enumerate(session.seats) if who in (PERSON, NOBODY)]
    seats = dict.fromkeys(persons or held, PERSON)
    if bots is not None:
        seats |= bots_at([seat for seat in range(session.game.num_players) if seat not in seats], bots)
    for seat, who in seats.items():
        if session.seats[seat] != who:
            session.take_seat(seat, who)
    return session


def check_people(people: tuple[int, ...], game: lineshaft.Game) -> list[int]:
    """The seats of people, ascending."""
    for seat in people:
        if seat >= game.num_players:
            raise click.UsageError(
                f"--seat takes 0 to {game.num_players - 1} with {count(game.num_players, 'player')}, not {seat}"
            )
    return sorted(set(people))


def bots_at(seats: list[int], bots: str) -> dict[int, str]:
    """A bot for each of these seats."""
    named = lineshaft.split_bots(bots)
    if len(named) not in (1, len(seats)):
        raise click.UsageError(
            f"--bots names {count(len(named), 'bot')} for {count(len(seats), 'seat')}: name one, or one for each"
        )
    return dict(zip(seats, named * len(seats) if len(named) == 1 else named, strict=False))


def store_for(save: Path | None, resume: Path | None, data: str | None, force: bool) -> Store:
    """Where the game is kept: the file that is asked for, or the one that it comes from."""
    if save is None or save == resume:
        if force:
            raise click.UsageError("--force says what --save does: name a file with --save")
        return Store(resume, data, ours=True)
    check_target(save, [Path(read) for read in (resume, data) if read is not None], force, "--save")
    return Store(save, data, ours=force)


def introduce(session: lineshaft.Session, resume: Path | None) -> None:
    """What is played, and by whom."""
    game = session.game
    rules = [f"{key} {value_text(value)}" for key, value in game.rules.items() if value != defaults(game)[key]]
    about = ", ".join([f"variant {game.variant}", *rules])
    say_wrapped(f"{game.title}, {count(game.num_players, 'player')}, {about}.")
    people = [seat for seat, who in enumerate(session.seats) if who == PERSON]
    others = [f"player {seat}: {who}" for seat, who in enumerate(session.seats) if who != PERSON]
    you = [f"You are player {people[0]}"] if len(people) == 1 else [f"player {seat}: a person" for seat in people]
    say_wrapped(f"{'; '.join([*you, *others, *show.seats(game)])}.")
    if resume is not None:
        say(f"Resumed after {count(session.ply, 'step')} from {resume}.")
    say("'help' lists what can be typed, 'quit' saves and leaves.", "")


def defaults(game: lineshaft.Game) -> Mapping[str, object]:
    """The rules options of the game's variant."""
    declared = lineshaft.describe(game.name)
    own = next(variant["rules"] for variant in declared["variants"] if variant["name"] == game.variant)
    return {option["name"]: option["default"] for option in declared["options"]} | own


def carry_out(dialogue: Dialogue, store: Store) -> int:
    """The dialogue; however it ends, the game is saved."""
    try:
        dialogue.run()
    except KeyboardInterrupt:
        say("")
        store.leave(dialogue.session)
        return INTERRUPTED
    except BaseException:
        store.leave(dialogue.session)
        raise
    return 0 if store.leave(dialogue.session) else WRONG_USE


@contextmanager
def ended_from_outside() -> Iterator[None]:
    """A terminal that is closed, and a process that is told to end, end what is done like Ctrl-C."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(name, end) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
