"""The steps of a session: what each seat saw of them, the positions between them, and how far a seat may go back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .._engine import Game, State
from .chairs import NOBODY, PERSON

CHANCE = "chance"
"""Who made a step that no player made."""

KEEP_EVERY = 32
"""A position is kept after each so many steps; the others are worked out from the one before."""


class Move(NamedTuple):
    """A step as a seat saw it."""

    ply: int
    """How many steps were taken with it."""
    player: int
    """Who acted, -1 for chance."""
    by: str
    """What held the seat then: ``person``, a bot's text; or ``chance``."""
    words: str
    """The action or outcome; of what is hidden from the seat only what it may know (``a card``)."""
    opened: tuple[str, ...]
    """What was hidden and is now open to everybody, see ``State.opened``."""


class Step(NamedTuple):
    """What is kept of a step."""

    player: int
    choice: int
    by: str
    words: Mapping[int | None, str]
    """By viewer, None for a spectator."""
    opened: tuple[str, ...]
    chosen: bool
    """Whether a person was asked: undo may come back to here."""
    lucky: bool
    """Whether a bot's choice had luck in it."""
    secret: bool
    """Whether the bot knew something that not everybody knows: its choice may tell of it."""


class History:
    """All steps so far."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.steps: list[Step] = []
        self.last = game.new_initial_state()
        """The position after the last step."""
        self._kept: dict[int, State] = {0: self.last.clone()}

    def add(self, choice: int, by: str, *, chosen: bool = False, lucky: bool = False) -> None:
        """A step that was just taken, by what holds the seat or by chance."""
        state, player = self.last, self.last.current_player()
        viewers = (None, *range(self._game.num_players))
        words = {viewer: state.step_to_string(choice, viewer) for viewer in viewers}
        secret = by not in (CHANCE, PERSON, NOBODY) and knows_more(state, player)
        opened = tuple(state.opened(choice))
        self.steps.append(Step(player, choice, by, words, opened, chosen, lucky, secret))
        state.apply_action(choice)
        if len(self.steps) % KEEP_EVERY == 0:
            self._kept[len(self.steps)] = state.clone()

    def state(self, ply: int) -> State:
        """A new state: the position at a ply."""
        start = max(kept for kept in self._kept if kept <= ply)
        state = self._kept[start].clone()
        for step in self.steps[start:ply]:
            state.apply_action(step.choice)
        return state

    def cut(self, ply: int) -> None:
        """Forgets the steps from a ply on."""
        self.last = self.state(ply)
        del self.steps[ply:]
        self._kept = {kept: state for kept, state in self._kept.items() if kept <= ply}

    def copy(self, ply: int) -> History:
        """The first steps."""
        history = History(self._game)
        history.steps, history._kept = list(self.steps), dict(self._kept)
        history.cut(ply)
        return history

    def moves(self, viewer: int | None, since: int) -> list[Move]:
        """The steps after the first ``since`` ones, as a viewer saw them."""
        return [
            Move(ply, step.player, step.by, step.words[viewer], step.opened)
            for ply, step in enumerate(self.steps[since:], since + 1)
        ]

    def undo_plies(self, seat: int) -> Iterator[int]:
        """The plies at which this seat's person chose, the last one first, as far as nothing bars the way back."""
        for ply in range(len(self.steps) - 1, -1, -1):
            step = self.steps[ply]
            if bar(step, seat):
                return
            if step.player == seat and step.chosen:
                yield ply

    def bar(self, seat: int) -> str:
        """What bars the way back for a seat that can go back no further."""
        reasons = (bar(step, seat) for step in reversed(self.steps))
        return next((reason for reason in reasons if reason), f"player {seat} has not decided anything yet")


def bar(step: Step, seat: int) -> str | None:
    """Why a seat cannot go back over a step: what was shown, drawn or decided since cannot be made unknown."""
    if step.player < 0:
        return "chance has spoken since"
    if step.opened:
        return "something hidden was opened since"
    if step.player != seat and step.by in (PERSON, NOBODY):
        return f"player {step.player} has decided since"
    if step.lucky or (step.secret and step.player != seat):
        return f"player {step.player} ({step.by}) has shown something since"
    return None


def knows_more(state: State, player: int) -> bool:
    """Whether a player knows something that a spectator does not."""
    return knowledge(state, player) != knowledge(state, None)


def knowledge(state: State, viewer: int | None) -> dict[str, Any]:
    own = ("viewer", "legal_actions")
    return {key: value for key, value in state.view(viewer).to_dict().items() if key not in own}
