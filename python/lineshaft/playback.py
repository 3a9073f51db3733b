"""Following a replay step by step, and going to any of its positions.

The *ply* of a position is the number of steps that lead to it: ply 0 is the start, step ``n`` is taken at ply ``n``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn, Protocol

from ._engine import Game, Match, State
from .errors import InvalidArgument, LineshaftError, ReplayError
from .registry import load_game
from .replays import Replay

MARK_EVERY = 128
"""New replays have a mark after each so many steps; marks that are read may stand anywhere."""

CONFIG = slice(4, 12)
"""Where canonical bytes have the digest of the configuration."""


class Position(Protocol):
    """What following needs of a state; the engine's and the reference's both have it."""

    def current_player(self) -> int: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def string_to_action(self, text: str, /) -> int: ...
    def apply_action(self, action: int, /) -> None: ...
    def end_reason(self) -> str | None: ...
    def scores(self) -> Iterable[int]: ...
    def ranking(self) -> Iterable[int]: ...
    def to_bytes(self) -> bytes: ...


def follow(state: Position, record: Mapping[str, Any], start: int = 0) -> Iterator[tuple[int, int | None]]:
    """Takes the steps of a replay's dict, from ``start`` on, on a state that is at that ply already.

    Before each step its ply and its choice (the action or outcome; None if it names none) are handed out; it is applied
    when the next one is asked for. Each mark on the way and the result at the end are compared.

    Raises:
        ReplayError: a step is not legal, or a mark or the result is another one.
    """
    config = config_digest(record)
    steps: list[str] = record["steps"]
    marks = _marks_after(start, record["marks"])
    agreed = start
    for ply in range(start, len(steps)):
        choice = _choice(state, steps[ply])
        yield ply, choice if isinstance(choice, int) else None
        try:
            if not isinstance(choice, int):
                raise choice
            state.apply_action(choice)
        except LineshaftError as error:
            raise ReplayError(f"step {ply} ({steps[ply]}): {error}") from error
        if marks and _mark_ply(marks[0]) == ply + 1:
            _check_mark(marks.pop(0), f"{ply + 1} {digest_as(state, config)}", agreed, ply + 1)
            agreed = ply + 1
    if marks:
        raise ReplayError(f"the mark '{marks[0]}' is after no step, or out of order")
    _check_end(state, config, record)


def _choice(state: Position, line: str) -> int | LineshaftError:
    """The choice that a step names, or why it names none."""
    who, _, text = line.partition(" ")
    if state.is_terminal():
        return ReplayError("the game is over already")
    expected = "*" if state.is_chance_node() else str(state.current_player())
    if who != expected:
        actor = "chance (*)" if expected == "*" else f"player {expected}"
        return ReplayError(f"it is {actor} who acts now")
    try:
        return state.string_to_action(text)
    except LineshaftError as error:
        return error


def _marks_after(start: int, marks: Iterable[str]) -> list[str]:
    """Without those that were passed on the way to ``start``. What is no mark, or out of order, stays to be refused."""
    rest, last = list(marks), 0
    while rest and last < _mark_ply(rest[0]) <= start:
        last = _mark_ply(rest.pop(0))
    return rest


def _mark_ply(mark: str) -> int:
    """The ply that a mark is of; -1 for what is no mark."""
    number, blank, _ = mark.partition(" ")
    return int(number) if blank and number.isascii() and number.isdigit() and len(number) < 10 else -1


def _check_mark(mark: str, own: str, agreed: int, ply: int) -> None:
    if mark != own:
        raise ReplayError(
            f"the position at ply {ply} is not the one that was recorded (its mark is {own}, the replay says {mark}):"
            f" the first difference lies between ply {agreed} and ply {ply}"
        )


def _check_end(state: Position, config: bytes, record: Mapping[str, Any]) -> None:
    facts = {
        "end_reason": state.end_reason(),
        "scores": [int(score) for score in state.scores()],
        "ranking": [int(place) for place in state.ranking()],
        "hash": digest_as(state, config),
    }
    for key, value in facts.items():
        if value != record[key]:
            raise ReplayError(f"the steps lead to {key} {value}, the replay says {record[key]}")


def config_digest(record: Mapping[str, Any]) -> bytes:
    """The configuration's digest in the canonical bytes of a replay's positions, from the replay alone.

    With it, positions of one rules version can be compared with the marks of another.
    """
    lines = [f"{key}={record[key]}" for key in ("game", "rules_version", "variant", "players")]
    words = {None: "none", True: "true", False: "false"}
    lines += [
        f"rule.{name}={words[value] if value is None or isinstance(value, bool) else value}"
        for name, value in record["rules"].items()
    ]
    lines.append(f"data={record['data_digest']}")
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=8).digest()


def digest_as(state: Position, config: bytes) -> str:
    """The digest of a state's canonical bytes as if its configuration had the digest ``config``."""
    data = bytearray(state.to_bytes())
    data[CONFIG] = config
    return hashlib.blake2b(data, digest_size=8).hexdigest()


class Shown(NamedTuple):
    """A position on the way: its ply, the step that led to it as the viewer saw it, and the state."""

    ply: int
    step: str | None
    """None at the start."""
    state: State


class Playback:
    """A replay with its game, open at every ply.

    ``state`` goes to a position, in any order; ``walk`` goes from the start to the end. What cannot be followed is an
    error when it is reached: the positions before it are there.
    """

    def __init__(self, replay: Replay, data: str | os.PathLike[str] | None = None) -> None:
        """Loads the replay's game.

        Args:
            replay: the replay.
            data: the path of the data file that it was played with, if that was not the shipped one.

        Raises:
            ReplayError: it was played with another data file, or under another rules version with other options.
            UnknownGame, InvalidVariant: its game, variant, player count or options are not declared.
            InvalidData: the data file cannot be read or is wrong.
        """
        self.replay = replay
        self._data = data
        self._record = replay.to_dict()
        try:
            self.game: Game = load_game(replay.game, replay.players, replay.variant, replay.rules, data)
        except LineshaftError as error:
            self._refuse(error)
        if self.game.data_digest != replay.data_digest:
            self._refuse(ReplayError("the replay was played with another data file"))
        self._kept = {0: self.game.new_initial_state()}

    def __len__(self) -> int:
        """The number of steps, which is the ply of the last position."""
        return len(self._record["steps"])

    def state(self, ply: int) -> State:
        """A new state: the position at a ply.

        Raises:
            InvalidArgument: there is no such ply.
            ReplayError: the steps before it do not follow the rules or miss a mark.
        """
        if not 0 <= ply <= len(self):
            raise InvalidArgument(f"there is no ply {ply}; the replay has ply 0 to {len(self)}")
        start = max(kept for kept in self._kept if kept <= ply)
        state = self._kept[start].clone()
        for now, _ in self._follow(state, start):
            if now not in self._kept and now % MARK_EVERY == 0:
                self._kept[now] = state.clone()
            if now == ply:
                break
        return state

    def walk(self, viewer: int | None = None, *, hidden: bool = False) -> Iterator[Shown]:
        """Every position in order, the start first. The state is a new one each time.

        Args:
            viewer: with ``hidden``, who watches: a player, or None for a spectator.
            hidden: whether steps read as the viewer saw them. Without it they are written in full.

        Raises:
            ReplayError: a step does not follow the rules, or a mark or the result is another one.
        """
        state = self.game.new_initial_state()
        step = None
        for ply, choice in self._follow(state, 0):
            yield Shown(ply, step, state.clone())
            step = self._record["steps"][ply]
            if hidden and choice is not None and state.explain(choice) is None:
                step = f"{step.partition(' ')[0]} {state.step_to_string(choice, viewer)}"
        yield Shown(len(self), step, state)

    def choices(self) -> Iterator[tuple[State, int]]:
        """Every step in order: the position before it, and the action or outcome taken there.

        The state is the same one each time, and goes on by itself: read it, do not keep it.

        Raises:
            ReplayError: as in ``walk``.
        """
        state = self.game.new_initial_state()
        for _, choice in self._follow(state, 0):
            if choice is not None:
                yield state, choice

    def _follow(self, state: State, start: int) -> Iterator[tuple[int, int | None]]:
        try:
            yield from follow(state, self._record, start)
        except ReplayError as error:
            self._refuse(error)

    def _refuse(self, error: LineshaftError) -> NoReturn:
        """The engine's own words for what is wrong with the replay; they know of rules versions."""
        Match.from_replay(self.replay, self._data)
        raise error
