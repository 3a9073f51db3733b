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

MARK_EVERY = 64
"""A replay has a mark after each so many steps."""

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


def follow(state: Position, record: Mapping[str, Any], start: int = 0) -> Iterator[tuple[int, int]]:
    """Takes the steps of a replay's dict, from ``start`` on, on a state that is at that ply already.

    Before each step its ply and its choice (the action or outcome) are handed out; it is applied when the next one is
    asked for. Each mark on the way and the result at the end are compared.

    Raises:
        ReplayError: a step is not legal, or a mark or the result is another one.
    """
    config = config_digest(record)
    steps: list[str] = record["steps"]
    for ply in range(start, len(steps)):
        choice = _choice(state, ply, steps[ply])
        yield ply, choice
        try:
            state.apply_action(choice)
        except LineshaftError as error:
            raise ReplayError(f"step {ply} ({steps[ply]}): {error}") from error
        if (ply + 1) % MARK_EVERY == 0:
            _check_mark(ply + 1, digest_as(state, config), record["marks"])
    _check_end(state, config, record)


def _choice(state: Position, ply: int, line: str) -> int:
    who, _, text = line.partition(" ")
    if state.is_terminal():
        raise ReplayError(f"step {ply} ({line}): the game is over already")
    expected = "*" if state.is_chance_node() else str(state.current_player())
    if who != expected:
        raise ReplayError(f"step {ply} ({line}): the one to act is {expected}")
    try:
        return state.string_to_action(text)
    except LineshaftError as error:
        raise ReplayError(f"step {ply} ({line}): {error}") from error


def _check_mark(ply: int, digest: str, marks: list[str]) -> None:
    index = ply // MARK_EVERY - 1
    mark = marks[index] if index < len(marks) else "nothing"
    if mark != f"{ply} {digest}":
        raise ReplayError(
            f"the position at ply {ply} is not the one that was recorded (its mark is {ply} {digest}, the replay says"
            f" {mark}): the first difference lies between ply {ply - MARK_EVERY} and ply {ply}"
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
            text = state.step_to_string(choice, viewer) if hidden and state.explain(choice) is None else None
            who, _, full = self._record["steps"][ply].partition(" ")
            step = f"{who} {full if text is None else text}"
        yield Shown(len(self), step, state)

    def choices(self) -> Iterator[tuple[State, int]]:
        """Every step in order: the position before it, and the action or outcome taken there.

        The state is the same one each time, and goes on by itself: read it, do not keep it.

        Raises:
            ReplayError: as in ``walk``.
        """
        state = self.game.new_initial_state()
        for _, choice in self._follow(state, 0):
            yield state, choice

    def _follow(self, state: State, start: int) -> Iterator[tuple[int, int]]:
        try:
            yield from follow(state, self._record, start)
        except ReplayError as error:
            self._refuse(error)

    def _refuse(self, error: LineshaftError) -> NoReturn:
        """The engine's own words for what is wrong with the replay; they know of rules versions."""
        Match.from_replay(self.replay, self._data)
        raise error
