"""The dialogue of ``lineshaft play``: what is told of a game, line by line, and what can be typed."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import lineshaft
from lineshaft import show
from lineshaft.reference.wording import quoted
from lineshaft.session import PERSON

from .keyboard import Keyboard
from .output import draw, say, say_wrapped
from .rules import say_rule
from .store import Store

FOLD_FROM = 25
"""Of a group of so many choices, those that differ in the last word alone are said together, without numbers."""

MUCH = 8
"""When so many steps were taken since the board was drawn, it is drawn before the next decision."""

LONG = 240
"""A list of more letters comes when it is asked for: the board tells of the same things."""

MOST_OPENED = 6
"""So many lines of what a step opened are told as it comes."""

LOG_STEPS = 30
"""So many of the last steps ``log`` tells."""


class Leave(Exception):
    """Somebody leaves the game, or the input has ended."""


class Command(NamedTuple):
    """Something that can be typed besides a choice."""

    usage: str
    summary: str
    run: Callable[[str], None]


class Dialogue:
    """One game, told to the people who play it."""

    def __init__(
        self, session: lineshaft.Session, store: Store, keyboard: Keyboard, *, hint_bot: str, color: bool, draws: bool
    ) -> None:
        self.session, self.store, self.keyboard = session, store, keyboard
        self.hint_bot, self.color, self.draws = hint_bot, color, draws
        self.people = [seat for seat, who in enumerate(session.seats) if who == PERSON]
        self.seat = self.people[0] if len(self.people) == 1 else None
        """Who looks at the screen; None: nobody yet, or spectators."""
        self.told: dict[int | None, int] = {seat: self._last_decision(seat) for seat in self.people}
        """How many steps each seat has been told of."""
        self.drawn: dict[int, int] = {}
        """At which ply each seat has seen the board."""
        self.width = max(show.LEAST_WIDTH, min(shutil.get_terminal_size((show.WIDTH, 24)).columns, 100))
        self.numbered: list[int] = []
        """The choices that have numbers, from 1."""
        self.commands = self._commands()

    def _commands(self) -> dict[str, Command]:
        return {
            "board": Command("board", "draw the board", lambda _: self._board()),
            "choices": Command("choices", "list what can be done now; an empty line does it, too", self._choices),
            "why": Command("why NAME", "why an action is not possible now, and the rule against it", self._why),
            "rule": Command("rule R12", "tell a rule", self._rule),
            "hint": Command("hint", f"what {self.hint_bot} would do", self._hint),
            "undo": Command("undo", "take your last decision back; undo all: as far as it goes", self._undo),
            "log": Command("log [N]", f"tell the last {LOG_STEPS} steps, or N", self._log),
            "score": Command("score", "the points now, and where they come from", lambda _: self._score()),
            "save": Command("save [FILE]", "save the game", self._save),
            "help": Command("help", "tell this", lambda _: self._help()),
            "quit": Command("quit", "save and leave; the game can be resumed", self._quit),
        }

    # --- the course of the game ---------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over, somebody leaves it, or the input ends."""
        try:
            while not self.session.is_terminal():
                if not self.session.is_waiting():
                    self._advance()
                else:
                    self._decide(self.session.current_player())
            self._news()
            self.final()
        except Leave:
            return

    def _moved(self, seat: int) -> bool:
        """Whether another player has acted since this seat did."""
        return any(move.player not in (seat, -1) for move in self.session.log(seat, self._last_decision(seat)))

    def _last_decision(self, seat: int) -> int:
        """The steps up to the last one that a seat took; it knows of them."""
        return next((move.ply for move in reversed(self.session.log(seat)) if move.player == seat), 0)

    def _advance(self) -> None:
        """What bots do, told as it comes, where one person looks on."""
        self.session.advance()
        if len(self.people) < 2:
            self._news()

    def _decide(self, seat: int) -> None:
        """A decision of a person: tells what has happened and what can be done, until something is done."""
        moved = self._moved(seat)
        if seat != self.seat:
            self.keyboard.curtain()
            self._line(self.keyboard.ask(f"Player {seat} is next: press Enter when nobody else looks. "))
            self.seat, moved = seat, True
        self._news()
        if seat not in self.drawn or (self.draws and moved and self.session.ply >= self.drawn[seat] + MUCH):
            say()
            self._board()
        self._choices("briefly")
        version = self.session.version
        while self.session.version == version:
            self._take(self._line(self.keyboard.ask(self._prompt(), self._words())))
        self.store.keep(self.session)

    def final(self) -> None:
        """How the game came out, and what is still asked about it."""
        say("", f"The game is over ({str(self.session.end_reason()).replace('_', ' ')}).", "")
        self._score()
        self.store.keep(self.session)
        say()
        self._say("'rule R1' tells a rule, 'log 999' the game, 'save' keeps it as a replay; an empty line leaves.")
        while line := self.keyboard.ask("> ", self.commands):
            if not self._command(line):
                self._say(f"{quoted(line)} is no command: 'help' lists them, an empty line leaves.")

    @staticmethod
    def _line(line: str | None) -> str:
        if line is None:
            raise Leave
        return line

    def _prompt(self) -> str:
        return "> " if len(self.people) < 2 else f"player {self.seat}> "

    def _say(self, sentence: str, *, indent: int = 0) -> None:
        say_wrapped(sentence, indent=indent, width=self.width)

    # --- what is told -------------------------------------------------------------------------------------------------

    def _news(self) -> None:
        """The steps that who looks on has not been told of."""
        self._tell(self.session.log(self.seat, self.told.get(self.seat, 0)), MOST_OPENED)
        self.told[self.seat] = self.session.ply

    def _tell(self, moves: list[lineshaft.Move], most_opened: int) -> None:
        """Steps, a line each; what chance says is said together up to where it opens something."""
        said: list[str] = []
        for move, following in zip_longest(moves, moves[1:]):
            said.append(move.words)
            if move.player < 0 and not move.opened and following is not None and following.player < 0:
                continue
            who = "chance" if move.player < 0 else "you" if move.player == self.seat else f"player {move.player}"
            self._say(f"  {who}: {'; '.join(said)}", indent=4)
            said = []
            for line in move.opened[:most_opened]:
                self._say(f"    opened: {line}", indent=6)
            if len(move.opened) > most_opened:
                self._say(f"    and {len(move.opened) - most_opened} lines more, which 'log' tells")

    def _board(self) -> None:
        if self.seat is not None:
            self.drawn[self.seat] = self.session.ply
        view = self.session.view(self.seat).to_dict()
        draw(show.text(view, self.session.game, width=self.width, color=self.color))
        say()

    def _choices(self, how: str) -> None:
        """What can be done: with numbers, or where there is much of one kind by names alone."""
        if self.seat is None or self.session.is_terminal():
            self._say("There is nothing to choose any more.")
            return
        self.numbered, groups = [], []
        for group in show.choices(self.session.view(self.seat)):
            if len(group.choices) < FOLD_FROM:
                groups.append(replace(group, choices=tuple(map(self._number, group.choices))))
                continue
            if groups:
                draw(show.choices_text(groups, width=self.width, color=self.color))
            groups = []
            self._fold(group, briefly=how == "briefly")
        if groups:
            draw(show.choices_text(groups, width=self.width, color=self.color))

    def _number(self, choice: show.Choice) -> show.Choice:
        self.numbered.append(choice.action)
        return replace(choice, name=f"{len(self.numbered):>2}  {choice.name}")

    def _fold(self, group: show.ChoiceGroup, *, briefly: bool) -> None:
        """Names that differ in the last word alone are said together: ``pull 10 north, east, south``."""
        example = quoted(group.choices[0].name)
        self._say(f"{group.title.upper()}  {len(group.choices)} choices by name, such as {example}")
        last: dict[str, list[str]] = {}
        for choice in group.choices:
            stem, _, word = choice.name.rpartition(" ")
            last.setdefault(stem, []).append(word)
        said = "; ".join(f"{stem} {listed(words)}".strip() for stem, words in last.items())
        self._say(f"  {'an empty line lists them' if briefly and len(said) > LONG else said}", indent=2)

    def _score(self) -> None:
        for line in show.result_lines(show.result(self.session)):
            self._say(line, indent=4)

    # --- what is typed ------------------------------------------------------------------------------------------------

    def _take(self, line: str) -> None:
        """A choice, a command, or something that is neither."""
        if not line:
            self._choices("")
        elif line.isdecimal() and len(line) < 6:
            self._take_number(int(line))
        elif not self._command(line):
            self._take_name(" ".join(line.split()))

    def _take_number(self, number: int) -> None:
        if 1 <= number <= len(self.numbered):
            self._act(self.numbered[number - 1])
        elif self.numbered:
            self._say(f"There is no choice {number}; the numbers are 1 to {len(self.numbered)}.")
        else:
            self._say("These choices have no numbers: write a name.")

    def _take_name(self, name: str) -> None:
        names = self._names()
        found = [action for action, text in names.items() if text.casefold() == name.casefold()]
        found = found or [action for action, text in names.items() if text.casefold().startswith(name.casefold())]
        if len(found) == 1:
            self._act(found[0])
        elif found:
            meant = "; ".join(names[action] for action in found)
            self._say(f"Several choices begin like that: {meant}.")
        elif (action := self._known(name)) is not None:
            self._say(f"Not possible: {self.session.explain(self._looking(), action)}.")
            self._say(f"'why {self.session.game.action_to_string(action)}' tells the rule.")
        else:
            remedy = "an empty line lists the choices, 'help' the commands"
            self._say(f"{quoted(name)} is no choice and no command: {remedy}.")

    def _act(self, action: int) -> None:
        self.session.act(self._looking(), action)

    def _command(self, line: str) -> bool:
        """Runs a command; False if the line is none."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        if command is None:
            return False
        command.run(rest.strip())
        return True

    def _looking(self) -> int:
        assert self.seat is not None, "somebody decides"
        return self.seat

    def _names(self) -> dict[int, str]:
        """The legal actions by name."""
        game = self.session.game
        return {int(action): game.action_to_string(action) for action in self.session.legal_actions(self._looking())}

    def _known(self, name: str) -> int | None:
        """An action of the game by name, be it possible now or not."""
        game = self.session.game
        texts = (game.action_to_string(action) for action in range(game.num_actions))
        return next((action for action, text in enumerate(texts) if text.casefold() == name.casefold()), None)

    def _words(self) -> Iterator[str]:
        """What Tab completes."""
        game = self.session.game
        yield from self._names().values()
        yield from self.commands
        yield from (f"why {game.action_to_string(action)}" for action in range(game.num_actions))

    # --- commands -----------------------------------------------------------------------------------------------------

    def _why(self, name: str) -> None:
        if self.seat is None or self.session.is_terminal():
            self._say("The game is over: nothing is possible any more.")
            return
        number = int(name) if name.isdecimal() and len(name) < 6 else 0
        numbered = self.numbered[number - 1] if 1 <= number <= len(self.numbered) else None
        action = self._known(" ".join(name.split())) if numbered is None else numbered
        if action is None:
            what = f"{quoted(name)} is no action of this game" if name else "'why' takes the name of an action"
            example = quoted(next(iter(self._names().values())))
            self._say(f"{what}; write it as in the choices and the log, such as {example}.")
            return
        text, error = self.session.game.action_to_string(action), self.session.explain(self.seat, action)
        if error is None:
            self._say(f"{text} is possible now.")
            return
        self._say(f"{error}." if str(error).startswith(text) else f"{text} is not possible: {error}.")
        for rule in dict.fromkeys(re.findall(r"\bR[0-9]+\b", str(error))):
            say_rule(lineshaft.find_rule(self.session.game.name, rule))

    def _rule(self, number: str) -> None:
        try:
            say_rule(lineshaft.find_rule(self.session.game.name, number))
        except lineshaft.InvalidText as error:
            self._say(f"{error.message}.")

    def _hint(self, _: str) -> None:
        if self.seat is None or self.session.is_terminal():
            self._say("The game is over: there is nothing to choose.")
            return
        action = self.session.hint(self.seat, self.hint_bot)
        number = f" ({self.numbered.index(action) + 1})" if action in self.numbered else ""
        self._say(f"{self.hint_bot} would choose: {self.session.game.action_to_string(action)}{number}")

    def _undo(self, how: str) -> None:
        seat = self._looking() if self.people else None
        plies = [] if seat is None else self.session.undo_plies(seat)
        if seat is None or self.session.is_terminal():
            self._say("The game is over: nothing can be taken back.")
            return
        try:
            self.session.undo(seat, plies[-1] if plies and how.casefold() == "all" else None)
        except lineshaft.InvalidArgument as error:
            self._say(f"{error.message[:1].upper()}{error.message[1:]}.")
            return
        self.told[seat] = self.session.ply
        self._say("Taken back.")

    def _log(self, number: str) -> None:
        steps = int(number) if number.isdecimal() and len(number) < 6 else LOG_STEPS
        self._tell(self.session.log(self.seat, max(0, self.session.ply - steps)), sys.maxsize)

    def _save(self, name: str) -> None:
        try:
            self.store.save(self.session, Path(name) if name else None)
        except lineshaft.ReplayError as error:
            self._say(f"{error.message}; 'save FILE' takes another name.")

    def _help(self) -> None:
        say_wrapped(
            "Choose by a number, by a name, or by the beginning of one. With Tab a terminal completes names. Besides:",
            width=self.width,
        )
        wide = max(len(command.usage) for command in self.commands.values())
        say(*(f"  {command.usage:<{wide}}  {command.summary}" for command in self.commands.values()))

    def _quit(self, _: str) -> None:
        raise Leave


def listed(words: list[str]) -> str:
    """``north, east``; of numbers that follow on each other the first and the last."""
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(words) > 2 and len(numbers) == len(words) and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{words[0]} to {words[-1]}"
    return ", ".join(words)
